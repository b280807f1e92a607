#include "sample/sample.h"

#include <assert.h>
#include <string.h>

#include "actor/sites.h"
#include "check/check.h"
#include "cover/coverage.h"
#include "explore/kept.h"
#include "sample/epochs.h"

enum { LOOKED_MAX = 1 << 22 }; /* some hundredths of a second */
enum { DEPTH_MAX = 10000 };    /* without --depth: a program may run for ever */

/* ---- the pending messages ---- */

static void add_pending(struct sample *a, uint32_t individual)
{
    pending_join(&a->pending, &a->x, individual);
    if (a->how->sent != NULL) {
        a->how->sent(a, individual);
    }
}

static void turn(void *sample, uint32_t individual, bool comes)
{
    struct sample *a = sample;
    (comes ? a->how->comes : a->how->goes)(a, individual);
}

void sample_delivered(struct sample *a, uint32_t event)
{
    const struct event *e = event_at(&a->x, event);
    pending_leave(&a->pending, &a->x, e);
    if (a->how->delivered != NULL) {
        a->how->delivered(a, event);
    }
    for (uint32_t m = e->first_sent; m < e->first_sent + e->sent_count; m++) {
        if (individual_at(&a->x, m)->delivered == NOT_DELIVERED) {
            add_pending(a, m);
        }
    }
    pending_look(&a->pending, &a->x, e);
}

/* ---- choices inside a step ---- */

/* Whether an outcome has more than `count` choices, and its first `count` are those of another. */
static bool same_start(const struct outcome *o, const struct outcome *as, uint32_t count)
{
    return o->choice_count > count && memcmp(outcome_choices(o), outcome_choices(as), count * sizeof(struct answer)) == 0;
}

/* Whether a fault strikes where it may. If each place were as good as the other choice, faults would strike at the first places of an
 * execution and hardly ever later; so how often they do is another matter in each execution. */
static uint64_t draw_fault(struct sample *a)
{
    enum { RATES = 8 };
    if (a->fault_rate == 0) {
        a->fault_rate = 1 + rng_below(&a->random, RATES);
    }
    return rng_below(&a->random, (uint64_t)1 << a->fault_rate) == 0;
}

/* Draws one answer after the other. Outcomes are in the order of the enumeration, so those with equal first answers are next to each
 * other. */
static uint32_t draw_outcome(struct sample *a, uint32_t first)
{
    uint32_t at = first, spent = a->x.spent;
    for (uint32_t level = 0; level < outcome_get(at)->choice_count; level++) {
        uint32_t values = 1, last = at;
        for (uint32_t o = outcome_next(at, spent); o != 0 && same_start(outcome_get(o), outcome_get(at), level);
             o = outcome_next(o, spent)) {
            values += outcome_choices(outcome_get(o))[level].value != outcome_choices(outcome_get(last))[level].value;
            last = o;
        }
        bool fault = answer_is_fault(outcome_choices(outcome_get(at))[level]);
        for (uint64_t skip = !fault ? rng_below(&a->random, values) : values > 1 ? draw_fault(a) : 0; skip > 0; skip--) {
            uint32_t here = outcome_choices(outcome_get(at))[level].value;
            while (outcome_choices(outcome_get(at))[level].value == here) {
                at = outcome_next(at, spent);
            }
        }
    }
    return at;
}

/* ---- one execution ---- */

/* The digest of a sample covers every delivery's message and choices; it is a sum over the executions, which may be done in any order. */
static void add_to_digest(struct sample *a, uint32_t individual, const struct outcome *o)
{
    uint64_t *digest = &a->digest;
    *digest = hash_mix(*digest + individual + 1);
    for (uint32_t i = 0; i < o->choice_count; i++) {
        *digest = hash_mix(*digest + ((uint64_t)outcome_choices(o)[i].look << 32 | outcome_choices(o)[i].value) + 1);
    }
}

/* What is delivered next, and its outcome: as the beginning says that the execution was given, then as the sampler says. */
uint32_t sample_choose(struct sample *a, uint32_t *outcome)
{
    const struct sampler *how = a->how;
    const struct prefix_step *given = guide_step(&a->guide, execution_length(&a->x));
    uint32_t m = given != NULL ? given->individual : how->choose(a);
    uint32_t first = execution_outcomes(&a->x, m);
    *outcome = given != NULL          ? prefix_outcome(first, given->outcome)
               : how->outcome != NULL ? how->outcome(a, first)
                                      : draw_outcome(a, first);
    guide_delivers(&a->guide, execution_length(&a->x), m, prefix_place(first, *outcome));
    return m;
}

/* One delivery; false when the execution ends with it. */
static bool deliver(struct sample *a)
{
    struct search *s = a->s;
    uint32_t outcome, m;
    a->looked += deliverable_count(a);
    m = sample_choose(a, &outcome);
    if (a->guide.on) {
        s->checks->sites = 0;
    }
    add_to_digest(a, m, outcome_get(outcome));
    uint32_t finding = checked_deliver(&a->checked, m, outcome);
    uint32_t length = execution_length(&a->x);
    if (finding != 0) {
        checked_tell(&a->checked, finding);
    } else {
        s->tally.states += s->job->search != SEARCH_AUTO; /* in `auto`, `states` counts stored states */
        /* After a violation the execution goes on, as in the other searches, but it counts only once. */
        a->violated = a->violated || !checked_reached(&a->checked);
        if (a->guide.on && !a->violated) {
            guide_reached(&a->guide, outcome_get(outcome)->sites | s->checks->sites, length);
        }
    }
    checked_limit(&a->checked);
    if (finding != 0 || (a->violated && s->stopped)) {
        return false;
    }
    sample_delivered(a, length);
    return true;
}

/* Sets a->own to the struct of a sampler, which is made when the sampler is first used. */
static void take_own(struct sample *a, const struct sampler *how)
{
    struct sampler_memory *m = a->memories;
    while (m->whose != NULL && m->whose != how) {
        m++;
        assert(m < a->memories + SAMPLERS_MAX);
    }
    a->own = m->own;
    if (m->whose == NULL) {
        *m = (struct sampler_memory){ .whose = how, .own = pool_take(&a->owns, how->own_bytes + 1) };
        a->own = memset(m->own, 0, how->own_bytes); /* an epoch before may have used this memory */
        if (how->open != NULL) {
            how->open(a);
        }
    }
}

void sample_begin(struct sample *a, const struct sampler *how)
{
    take_own(a, how);
    a->how = how;
    while (execution_length(&a->x) != 0) {
        execution_undo(&a->x);
    }
    pending_begin(&a->pending, how->comes != NULL ? turn : NULL, a);
    a->looked = 0;
    a->digest = hash_mix(a->s->execution + 1);
    a->violated = a->done = false;
    a->fault_rate = 0;
    guide_begin(&a->guide, how->more == NULL, &a->random);
    a->before = a->s->tally;
    if (how->begin != NULL) {
        how->begin(a);
    }
    for (uint32_t m = 0; m < individuals(&a->x); m++) {
        add_pending(a, m);
    }
    pending_look(&a->pending, &a->x, NULL);
}

static bool is_given_up(const struct sample *a)
{
    return a->looked_max != 0 && a->looked > a->looked_max;
}

struct lengths sample_longer(const struct sample *a, struct lengths known)
{
    uint64_t length = execution_length(&a->x), messages = individuals(&a->x);
    return (struct lengths){ .longest = length > known.longest ? length : known.longest,
                             .most_messages = messages > known.most_messages ? messages : known.most_messages };
}

/* Runs from the first state to an end or to the depth limit. An execution that a limit interrupts is not counted. */
static void one_execution(struct sample *a, const struct sampler *how)
{
    struct search *s = a->s;
    sample_begin(a, how);
    while (!a->done) {
        if (deliverable_count(a) == 0) {
            checked_end(&a->checked);
            a->done = true;
        } else if (s->stopped || is_given_up(a)) {
            break;
        } else if (execution_length(&a->x) == a->depth_max) {
            s->board->counts.runs_cut++;
            a->done = true;
        } else {
            a->done = !deliver(a);
        }
    }
    if (a->done) {
        s->tally.paths++;
        s->board->counts.runs++;
        s->board->sampling.digest += a->digest;
        s->board->counts.runs_guided += a->guide.from != NULL;
        guide_end(&a->guide, &a->random);
        if (how->ended != NULL) {
            how->ended(a);
        }
        if (a->ended != NULL) {
            a->ended(a, a->ended_user);
        }
        if (s->coverage != NULL) {
            coverage_note(s->coverage, &a->x);
        }
    }
    if (s->execution < SCOUTS || s->job->search == SEARCH_AUTO) { /* auto is one process: it can learn from all */
        a->known = sample_longer(a, a->known);
    }
}

/* ---- all executions ---- */

static void open_sample(struct sample *a, struct search *s)
{
    *a = (struct sample){ .s = s, .bug_depth = s->job->bug_depth };
    a->depth_max = s->job->depth_max == UINT64_MAX ? DEPTH_MAX : s->job->depth_max;
    s->board->sampling.on = true;
    s->board->sampling.depth = a->depth_max;
    execution_init(&a->x);
    checked_init(&a->checked, s, &a->x);
    shares_init(&a->shares, s->job);
    pending_init(&a->pending);
    pool_init(&a->owns, (size_t)1 << 24);
    pool_share(&a->owns);
    /* Ranks of a cluster, and a search that is resumed, would not know what others reached: explore/refuse.c. */
    if (!s->job->from_start && sites_count() != 0) {
        guide_init(&a->guide);
    }
    if (s->tally.states == 0 && s->job->rank == 0) {
        s->tally.states = 1; /* the first state; of a cluster, one rank counts it */
    }
}

struct sample *sample_open(struct search *s)
{
    struct sample *a = table_new(sizeof *a);
    open_sample(a, s);
    a->looked_max = LOOKED_MAX;
    return a;
}

bool sample_go_on(struct sample *a, const struct sampler *(*rotate)(struct sample *a, uint64_t number), uint64_t until)
{
    struct search *s = a->s;
    volatile struct counts *c = &s->board->counts;
    while (!s->stopped && s->tally.deliveries < until && c->runs < s->job->runs_max && !is_given_up(a)) {
        s->execution = c->runs;
        a->random = rng_stream(s->job->seed, s->execution);
        one_execution(a, rotate(a, s->execution));
        if (guard.heartbeat) {
            search_look(s);
        }
    }
    return c->runs >= s->job->runs_max || is_given_up(a);
}

/* Makes an execution of another process, or of a run before, that the next one of this process depends on. */
static void follow(struct sample *a, const struct sampler *how, uint64_t number)
{
    if (sample_made_before(a->s) && kept_journal(a->s)->repeats) {
        a->s->started = 0; /* so that it is not late */
    }
    sample_follow(a, how, number);
    a->followed += a->done;
}

void sample_executions(struct search *s, const struct sampler *sampler, const struct sampler *(*rotate)(struct sample *a, uint64_t number),
                       const struct sample *before)
{
    struct sample a;
    open_sample(&a, s);
    if (sampler != NULL) {
        take_own(&a, sampler);
    }
    if (before != NULL) {
        a.guide = before->guide;
        a.known = before->known;
    }
    sample_resume(&a);
    epochs_begin(&a);
    if (s->job->ranks != 0 || sample_made_before(s)) {
        sample_scout(&a, sampler);
    }
    while (!s->stopped) {
        uint64_t number = shares_number(&a.shares, sample_made(&a)), first = number;
        bool none = sampler != NULL && sampler->more != NULL && !sampler->more(&a, number, &first);
        if (none || (number >= s->job->runs_max && first == number)) {
            break;
        }
        if (s->crew != NULL && s->crew->is_beyond(s->crew, number)) {
            search_stop(s, LIMIT_VIOLATION);
            break;
        }
        if (first != number) {
            follow(&a, sampler, first);
        } else {
            sample_resumed(s);
            s->execution = number;
            a.random = rng_stream(s->job->seed, number);
            a.known = a.scouted != NULL ? a.scouted[number < SCOUTS ? number : SCOUTS] : a.known;
            one_execution(&a, rotate != NULL ? rotate(&a, number) : sampler);
        }
        sample_mark(&a);
        if (guard.heartbeat) {
            search_look(s); /* an execution without deliveries does not look at limits itself */
        }
        epochs_ended(&a);
    }
    if (!s->stopped) {
        sample_resumed(s);
    }
    if (s->crew != NULL && !s->stopped && kept_journal(s) != NULL) { /* other ranks may go on, and want to write checkpoints */
        s->crew->keeps(s, shares_text(&a.shares, sample_made(&a)), false);
    }
    /* Where no number of executions was asked for, reaching a limit is the normal end. */
    bool budget = s->board->limit == LIMIT_TIME || s->board->limit == LIMIT_MEMORY || s->board->limit == LIMIT_DELIVERIES;
    if (s->stopped && budget && s->job->runs_max == UINT64_MAX) {
        s->stopped = false;
        s->board->sampling.until = s->board->limit;
        s->board->limit = LIMIT_NONE;
    }
}

static void run(struct search *s)
{
#define SAMPLER_ENTRY(kind, name, help, symbol) [kind] = &sampler_##symbol,
    static const struct sampler *const samplers[SEARCH_COUNT] = { AXIS_SAMPLER(SAMPLER_ENTRY) };
    sample_executions(s, samplers[s->job->search], NULL, NULL);
}

const struct explorer explorer_sample = { run };
