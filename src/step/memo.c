#include "step/memo.h"

#include <string.h>

#include "base/intern.h"
#include "base/map.h"
#include "base/text.h"
#include "model/names.h"
#include "step/audit.h"
#include "step/image.h"
#include "step/serve.h"
#include "step/shared.h"

/* What is remembered of a (local state, message, shared memory). */
struct memory {
    uint32_t outcomes; /* first of the chain */
    bool asked, accepted, executed;
};

struct pool memo_outcome_pool, memo_effect_pool, memo_choice_pool;

static struct board *board;
static struct intern keys;   /* (local, message, shared) */
static struct pool memories; /* struct memory, by key */
static struct pool findings; /* struct finding, from 1 on */
static struct effects first_run, second_run;
static struct map reached_sites;

void memo_init(struct board *b)
{
    board = b;
    intern_init(&keys, (size_t)1 << 34);
    pool_init(&memories, (size_t)1 << 34);
    pool_init(&memo_outcome_pool, (size_t)1 << 34);
    pool_init(&memo_effect_pool, (size_t)1 << 35);
    pool_init(&memo_choice_pool, (size_t)1 << 34);
    pool_init(&findings, (size_t)1 << 34);
    pool_take(&memories, sizeof(struct memory));
    pool_take(&memo_outcome_pool, sizeof(struct outcome));
    pool_take(&findings, sizeof(struct finding));
    effects_init(&first_run);
    effects_init(&second_run);
    map_init(&reached_sites);
}

static struct outcome *outcome_at(uint32_t i)
{
    return (struct outcome *)memo_outcome_pool.base + i;
}

const struct finding *memo_finding(uint32_t number)
{
    return (const struct finding *)findings.base + number;
}

bool memo_site_reached(const void *site)
{
    return map_get(&reached_sites, (uint64_t)(uintptr_t)site) != 0;
}

void memo_each_site(void (*visit)(uint64_t site))
{
    for (uint32_t i = 0; i <= reached_sites.mask; i++) {
        if (reached_sites.slots[i].key != 0) {
            visit(reached_sites.slots[i].key);
        }
    }
}

void memo_reach_site(uint64_t site)
{
    if (map_get(&reached_sites, site) == 0) {
        map_put(&reached_sites, site, 1);
    }
}

/* ---- from effects to an outcome ---- */

static uint32_t keep_finding(const struct finding *f)
{
    struct finding *kept = pool_take(&findings, sizeof *kept);
    *kept = *f;
    return (uint32_t)((size_t)((unsigned char *)kept - findings.base) / sizeof *kept);
}

static void keep_effect(struct outcome *o, unsigned kind, uint32_t actor, uint32_t value)
{
    *(struct op *)pool_take(&memo_effect_pool, sizeof(struct op)) = (struct op){ .kind = kind, .actor = actor, .value = value };
    o->effect_count++;
}

/* Creations come before everything else: a new actor may be written to by another one that is created with it. */
static void commit_effects(const struct effects *done, struct outcome *o)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        if (e->kind == EFFECT_CREATE) {
            keep_effect(o, OP_CREATE, e->actor, image_commit(e));
        }
    }
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        switch (e->kind) {
        case EFFECT_SEND: keep_effect(o, OP_SEND, e->actor, message_put(&e->head, effect_bytes(e))); break;
        case EFFECT_CANCEL: keep_effect(o, OP_CANCEL, e->actor, (uint32_t)e->number); break;
        case EFFECT_STATE: o->local = image_commit(e); break;
        case EFFECT_SHARED: o->shared = shared_commit(e); break;
        case EFFECT_REACHED: memo_reach_site(e->number); break;
        default: break;
        }
    }
}

static uint32_t commit(const struct step *s, const struct effects *done)
{
    struct outcome *o = pool_take(&memo_outcome_pool, sizeof *o);
    o->shared = s->shared;
    o->effects = (uint32_t)(memo_effect_pool.used / sizeof(struct op));
    if (done->failed) {
        o->finding = keep_finding(&done->finding);
    } else {
        commit_effects(done, o);
    }
    o->choices = (uint32_t)(memo_choice_pool.used / sizeof(uint32_t));
    o->choice_count = (uint32_t)s->choice_count;
    for (size_t i = 0; i < s->choice_count; i += 2) { /* pools grow by eight bytes */
        uint32_t *at = pool_take(&memo_choice_pool, 2 * sizeof *at);
        memcpy(at, s->choices + i, (s->choice_count - i >= 2 ? 2 : 1) * sizeof *at);
    }
    return (uint32_t)((size_t)((unsigned char *)o - memo_outcome_pool.base) / sizeof *o);
}

/* ---- running a step for the first time ---- */

static bool audit_due(void)
{
    uint32_t every = board->job.audit_every;
    return every != 0 && (execute_runs < 500 || execute_runs % every == 0);
}

/* The choices that follow these in the enumeration; false when they were the last. `of` says how many each had. */
static bool next_choices(uint32_t *choices, const uint32_t *of, size_t *count)
{
    while (*count > 0) {
        if (++choices[*count - 1] < of[*count - 1]) {
            return true;
        }
        --*count;
    }
    return false;
}

static size_t choices_taken(const struct effects *done, uint32_t *choices, uint32_t *of)
{
    size_t n = 0;
    for (const struct effect *e = effects_next(done, NULL); e != NULL && n < CHOICES_MAX; e = effects_next(done, e)) {
        if (e->kind == EFFECT_CHOICE) {
            choices[n] = (uint32_t)e->number;
            of[n++] = e->of;
        }
    }
    return n;
}

static uint32_t execute_all_choices(struct step s)
{
    uint32_t choices[CHOICES_MAX], of[CHOICES_MAX];
    uint32_t first = 0, last = 0;
    size_t count = 0;
    do {
        s.choices = choices;
        s.choice_count = count;
        bool twice = audit_due();
        if (twice) {
            audit_step(&s, &first_run, &second_run);
            __atomic_add_fetch(&board->counts.audited, 1, __ATOMIC_RELAXED);
        } else {
            execute_step(&s, 0, &first_run);
        }
        count = choices_taken(&first_run, choices, of);
        s.choice_count = count;
        uint32_t this = commit(&s, &first_run);
        if (last == 0) {
            first = this;
        } else {
            outcome_at(last)->next = this;
        }
        last = this;
        /* Other answers before an endless loop, or before too many questions, would only be the same again. */
        if (first_run.failed && (first_run.finding.kind == KIND_HANG || count == CHOICES_MAX)) {
            break;
        }
    } while (next_choices(choices, of, &count));
    return first;
}

/* Delivery to the driver: taken and forgotten. */
static uint32_t forget(const struct step *s)
{
    struct outcome *o = pool_take(&memo_outcome_pool, sizeof *o);
    *o = (struct outcome){ .local = s->local, .shared = s->shared };
    return (uint32_t)((size_t)((unsigned char *)o - memo_outcome_pool.base) / sizeof *o);
}

static struct memory *recall(const struct step *s)
{
    uint32_t key[3] = { s->local, s->message, s->shared };
    bool fresh;
    uint32_t id = intern_put(&keys, 0, key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&memories, sizeof(struct memory));
    }
    struct memory *m = (struct memory *)memories.base + id;
    if (!board->job.memo) {
        *m = (struct memory){ 0 };
    }
    return m;
}

bool memo_accepts(const struct step *s)
{
    struct memory *m = recall(s);
    if (!m->asked) {
        m->asked = true;
        m->accepted = execute_accepts(s, &first_run);
        if (first_run.failed) {
            struct outcome *o = pool_take(&memo_outcome_pool, sizeof *o);
            o->finding = keep_finding(&first_run.finding);
            m->outcomes = (uint32_t)((size_t)((unsigned char *)o - memo_outcome_pool.base) / sizeof *o);
            m->executed = true;
        }
    }
    return m->accepted;
}

uint32_t memo_outcomes(const struct step *s)
{
    struct memory *m = recall(s);
    if (!m->executed) {
        m->executed = true;
        m->outcomes = local_get(s->local)->actor == DRIVER ? forget(s) : execute_all_choices(*s);
    }
    return m->outcomes;
}

const struct hr_type *memo_event(uint32_t local, uint32_t shared, size_t i, uint32_t *failed)
{
    const struct hr_type *event = execute_event(local, shared, i, &first_run);
    if (first_run.failed) {
        *failed = commit(&(struct step){ .local = local, .shared = shared }, &first_run);
    }
    return event;
}
