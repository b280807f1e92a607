#include "moves/memo.h"

#include <string.h>

#include "actor/arena.h"
#include "actor/sites.h"
#include "audit/audit.h"
#include "audit/leftover.h"
#include "base/intern.h"
#include "base/text.h"
#include "guard/guard.h"
#include "image/image.h"
#include "image/shared.h"
#include "model/names.h"
#include "moves/shown.h"
#include "step/serve.h"

/* What is remembered of a (local state, message, shared memory). */
struct memory {
    uint32_t outcomes; /* the first outcome of the chain */
    bool asked, accepted, executed;
    bool ill_asked; /* the question whether it is accepted failed: that is its outcome */
};

struct memo memo;

_Static_assert((int)OP_LOSE <= (int)OP_KIND_MAX, "a kind of effect has three bits");
_Static_assert((int)ARENAS_MOST <= (int)OP_ACTOR_MAX, "an actor has 29 bits in an effect");

static bool never(void)
{
    return false;
}

void memo_init(struct board *b)
{
    memo.board = b;
    memo.must_stop = never;
    intern_init(&memo.keys, (size_t)1 << 34);
    pool_init(&memo.memories, (size_t)1 << 34);
    pool_init(&memo.outcomes, (size_t)1 << 34);
    pool_init(&memo.effects, (size_t)1 << 35);
    pool_init(&memo.choices, (size_t)1 << 34);
    pool_init(&memo.findings, (size_t)1 << 34);
    pool_take(&memo.memories, sizeof(struct memory));
    pool_take(&memo.outcomes, sizeof(struct outcome));
    pool_take(&memo.findings, sizeof(struct finding));
    effects_init(&memo.first_run);
    effects_init(&memo.second_run);
}

static struct outcome *outcome_at(uint32_t i)
{
    return (struct outcome *)memo.outcomes.base + i;
}

const struct finding *memo_finding(uint32_t number)
{
    debug_assert(number != 0 && number < memo.findings.used / sizeof(struct finding));
    return (const struct finding *)memo.findings.base + number;
}

/* ---- from effects to an outcome ---- */

static uint32_t keep_finding(const struct finding *f)
{
    struct finding *kept = pool_take(&memo.findings, sizeof *kept);
    *kept = *f;
    return (uint32_t)((size_t)((unsigned char *)kept - memo.findings.base) / sizeof *kept);
}

static void keep_effect(struct outcome *o, unsigned kind, uint32_t actor, uint32_t value)
{
    *(struct op *)pool_take(&memo.effects, sizeof(struct op)) =
        (struct op){ .kind = kind & OP_KIND_MAX, .actor = actor & OP_ACTOR_MAX, .value = value };
    o->effect_count++;
}

/* The effect with the first state of a new actor. It comes later in the log, after the effects of the init function. */
static const struct effect *creation_of(const struct effects *done, const struct effect *born)
{
    const struct effect *e = born;
    do {
        e = effects_next(done, e);
    } while (e->kind != EFFECT_CREATE || e->actor != born->actor);
    return e;
}

/* A new actor exists from EFFECT_BORN on: what its init function sends comes after that, and what its creator sent earlier comes
 * before. */
static void commit_effects(const struct effects *done, struct outcome *o)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        switch (e->kind) {
        case EFFECT_BORN: keep_effect(o, OP_CREATE, e->actor, shown_as(image_commit(creation_of(done, e)), o->shared)); break;
        case EFFECT_SEND: keep_effect(o, OP_SEND, e->actor, message_put(&e->head, effect_bytes(e))); break;
        case EFFECT_LOSE: keep_effect(o, OP_LOSE, e->actor, 0); break;
        case EFFECT_CANCEL: keep_effect(o, OP_CANCEL, e->actor, (uint32_t)e->number); break;
        case EFFECT_STATE: o->local = shown_as(image_commit(e), o->shared); break;
        case EFFECT_SHARED: o->shared = shared_commit(e); break;
        default: break;
        }
    }
}

/* So that the verdict can say which faults never struck. */
static void note_faults(const struct answer *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (answer_is_fault(list[i]) && list[i].value != 0) {
            __atomic_or_fetch(&memo.board->faults_struck, 1u << answer_fault(list[i]), __ATOMIC_RELAXED);
        }
    }
}

static uint32_t commit(const struct step *s, const struct effects *done)
{
    struct outcome *o = pool_take(&memo.outcomes, sizeof *o);
    sites_reach_by(done);
    o->sites = sites_bits(done);
    o->shared = s->shared;
    o->effects = (uint32_t)(memo.effects.used / sizeof(struct op));
    if (done->failed) {
        o->finding = keep_finding(&done->finding);
    } else {
        commit_effects(done, o);
    }
    o->choices = (uint32_t)(memo.choices.used / sizeof(struct answer));
    o->choice_count = (uint32_t)s->choice_count;
    o->cost = answers_cost(s->choices, s->choice_count);
    note_faults(s->choices, s->choice_count);
    for (size_t i = 0; i < s->choice_count; i++) {
        *(struct answer *)pool_take(&memo.choices, sizeof(struct answer)) = s->choices[i];
    }
    return (uint32_t)((size_t)((unsigned char *)o - memo.outcomes.base) / sizeof *o);
}

/* ---- running a step for the first time ---- */

/* The next combination of answers; false when these were the last. `of` says how many alternatives each one has. */
static bool next_choices(struct answer *choices, const uint32_t *of, size_t *count)
{
    while (*count > 0) {
        if (++choices[*count - 1].value < of[*count - 1]) {
            return true;
        }
        --*count;
    }
    return false;
}

static size_t choices_taken(const struct effects *done, struct answer *choices, uint32_t *of)
{
    size_t n = 0;
    for (const struct effect *e = effects_next(done, NULL); e != NULL && n < ANSWERS_MAX; e = effects_next(done, e)) {
        if (e->kind == EFFECT_CHOICE) {
            choices[n] = (struct answer){ .value = (uint32_t)e->number };
            of[n++] = e->of;
        } else if (e->kind == EFFECT_LOOK) {
            choices[n] = (struct answer){ .look = e->actor, .value = (uint32_t)e->number };
            of[n++] = e->of;
        } else if (e->kind == EFFECT_FAULT) {
            choices[n] = (struct answer){ .look = e->place, .value = (uint32_t)e->number };
            of[n++] = e->of;
        }
    }
    return n;
}

/* Whether to leave out the other answers of a step: after a few endless loops, because each costs the watchdog's whole time; when the
 * step asks too often; or when the search has reached a limit. */
static bool gives_up(const struct effects *done, const struct step *s, unsigned *hangs)
{
    enum { HANGS_MAX = 8 };
    size_t chosen = 0;
    for (size_t i = 0; done->failed && i < s->choice_count; i++) {
        chosen += s->choices[i].look == 0;
    }
    *hangs += done->failed && done->finding.kind == KIND_HANG;
    if (*hangs == HANGS_MAX || chosen == CHOICES_MAX) {
        memo.board->choices_left = true;
        return true;
    }
    return guard.heartbeat && memo.must_stop();
}

static uint32_t execute_all_choices(struct step s)
{
    struct answer choices[ANSWERS_MAX];
    uint32_t of[ANSWERS_MAX];
    uint32_t first = 0, last = 0;
    size_t count = 0;
    unsigned hangs = 0;
    do {
        s.choices = choices;
        s.choice_count = count;
        bool twice = audit_step_due();
        if (twice) {
            audit_step(&s, audit_is_early(), &memo.first_run, &memo.second_run);
            __atomic_add_fetch(&memo.board->counts.audited, 1, __ATOMIC_RELAXED);
        } else {
            execute_step(&s, (struct conditions){ 0 }, &memo.first_run);
        }
        if (memo.board->job.audit_every != 0) {
            audit_leftover_look(&s, &memo.first_run);
        }
        count = choices_taken(&memo.first_run, choices, of);
        s.choice_count = count;
        uint32_t this = commit(&s, &memo.first_run);
        if (last == 0) {
            first = this;
        } else {
            outcome_at(last)->next = this;
        }
        last = this;
    } while (next_choices(choices, of, &count) && !gives_up(&memo.first_run, &s, &hangs));
    return first;
}

/* A message to the driver is delivered without any effect. */
static uint32_t forget(const struct step *s)
{
    struct outcome *o = pool_take(&memo.outcomes, sizeof *o);
    *o = (struct outcome){ .local = s->local, .shared = s->shared };
    return (uint32_t)((size_t)((unsigned char *)o - memo.outcomes.base) / sizeof *o);
}

static struct memory *recall(const struct step *s)
{
    uint32_t key[3] = { s->local, s->message, s->shared };
    bool fresh;
    uint32_t id = intern_put(&memo.keys, 0, key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&memo.memories, sizeof(struct memory));
    }
    return (struct memory *)memo.memories.base + id;
}

bool memo_alike(uint32_t local, uint32_t other)
{
    return local == other || question_alike(local, other);
}

bool memo_accepts(const struct step *s)
{
    if (!question_runs_code(s)) { /* nothing to remember: the answer is in the actor's clauses */
        return question_accepts(s, (struct conditions){ 0 }, &memo.first_run);
    }
    struct memory *m = recall(s);
    if (!memo.board->job.memo) {
        *m = (struct memory){ 0 };
    }
    if (!m->asked) {
        m->asked = true;
        m->accepted = audit_accepts(s, &memo.first_run, &memo.second_run);
        sites_reach_by(&memo.first_run);
        if (memo.first_run.failed) {
            struct outcome *o = pool_take(&memo.outcomes, sizeof *o);
            o->finding = keep_finding(&memo.first_run.finding);
            m->outcomes = (uint32_t)((size_t)((unsigned char *)o - memo.outcomes.base) / sizeof *o);
            m->executed = m->ill_asked = true;
        }
    }
    return m->accepted;
}

uint32_t memo_outcomes(const struct step *s)
{
    struct memory *m = recall(s);
    if (!m->executed || (!memo.board->job.memo && !m->ill_asked)) {
        m->executed = true;
        memo.executed++;
        m->outcomes = local_get(s->local)->actor == DRIVER ? forget(s) : execute_all_choices(*s);
    }
    return m->outcomes;
}

const struct hr_type memo_asking = { .name = "(event)" };

const struct hr_type *memo_event(uint32_t local, uint32_t shared, size_t i, uint32_t *failed)
{
    const struct hr_type *event = audit_event(local, shared, i, &memo.first_run, &memo.second_run);
    if (memo.first_run.failed) {
        *failed = commit(&(struct step){ .local = local, .shared = shared }, &memo.first_run);
    }
    return event;
}
