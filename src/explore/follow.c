#include "explore/follow.h"

#include <string.h>

#include "audit/audit.h"
#include "audit/leftover.h"
#include "base/rng.h"
#include "base/text.h"
#include "explore/affords.h"
#include "explore/meant.h"
#include "explore/narrate.h"
#include "explore/view.h"
#include "guard/guard.h"
#include "guard/printed.h"
#include "model/state.h"
#include "moves/world.h"
#include "step/execute.h"
#include "trace/recording.h"
#include "trace/schedule.h"

enum { BEYOND_MAX = 10000 }; /* deliveries after the schedule's end, for programs that never end */

struct following {
    struct board *board;
    struct checks *checks;
    struct narration told;
    struct view view;           /* for a debugger */
    struct effects done;        /* the effects of the last delivery */
    struct effects once, again; /* for the audit */
    struct meant meant;
    uint32_t failed; /* the actor whose step failed; NO_ACTOR: none */
    uint32_t spent;  /* the faults so far, see base/fault.h */
};

/* Where debuggers put a breakpoint. Its arguments are where the calling convention puts them, so they are found without debug information. */
void harrier_before_step(uint64_t step, const void *view);
__attribute__((visibility("default"), noinline)) void harrier_before_step(uint64_t step, const void *view)
{
    __asm__ volatile("" : : "r"(step), "r"(view) : "memory");
}

/* The last violation is what the schedule leads to, so it is put first; several violations of one state stay in their order. */
static void found(struct following *f, const struct finding *what)
{
    uint32_t at = 0;
    while (at < f->board->finding_count && f->board->findings[at].steps == f->told.steps) {
        at++;
    }
    if (f->board->finding_count == FINDINGS_MAX) {
        f->board->findings_beyond++;
        f->board->finding_count--;
        at = at < FINDINGS_MAX ? at : FINDINGS_MAX - 1;
    }
    memmove(&f->board->findings[at + 1], &f->board->findings[at], (f->board->finding_count - at) * sizeof *what);
    f->board->findings[at] = *what;
    f->board->findings[at].steps = f->told.steps;
    f->board->findings[at].times = 1;
    f->board->finding_count++;
}

static void tell_found(void *following, const struct finding *f)
{
    found(following, f);
}

/* Audits the step, as the search does. False when it fails. */
static bool is_well(struct following *f, const struct sent *s, const struct answer *choices, size_t count)
{
    struct step step = {
        .local = world_local(s->to), .message = s->message, .shared = world_local(DRIVER), .choices = choices, .choice_count = count
    };
    audit_accepts(&step, &f->once, &f->again);
    if (!f->once.failed && audit_step(&step, true, &f->once, &f->again) && audit_leftover_look(&step, &f->once)) {
        printed_clear();
        return true;
    }
    f->failed = s->to;
    found(f, &f->once.finding);
    recording_failed(f->board, &(struct record_failed){ .why = f->once.finding.text });
    return false;
}

/* Checks the present state. A violation does not end the execution. */
static void check_now(struct following *f)
{
    check_state(f->checks, world_state(), names_count(), true, &(struct teller){ tell_found, f });
}

static bool deliver(struct following *f, size_t i, const struct answer *choices, size_t count)
{
    struct sent s = *world_sent(i);
    narrate_step(&f->told, &s);
    printed_clear();
    bool audited = s.to != DRIVER && !f->board->job.gdb && f->board->job.audit_every != 0;
    if (audited && !is_well(f, &s, choices, count)) {
        return false;
    }
    if (f->board->job.gdb) {
        harrier_before_step(f->told.steps, view_before(&f->view, f->told.steps, &s));
    }
    size_t sends = world_sent_count(); /* the step's own messages begin here */
    bool well = world_deliver(i, choices, count, audited ? &f->once : NULL, &f->done);
    for (const struct effect *e = effects_next(&f->done, NULL); e != NULL; e = effects_next(&f->done, e)) {
        narrate_effect(&f->told, e, s.to, &sends);
    }
    narrate_output(&f->told);
    f->board->counts.tally.deliveries = f->told.steps;
    if (!well) {
        char name[SCHEDULE_NAME];
        f->failed = s.to;
        found(f, &f->done.finding);
        if (f->done.finding.kind == KIND_ASSERTION && strcmp(narrate_name(s.to, name), f->done.finding.actor) == 0) {
            narrate_failing(&f->told, s.to); /* its arena is still open, and as the step left it */
        }
        world_drop(i); /* the message counts as delivered although the step failed */
        recording_failed(f->board, &(struct record_failed){ .why = f->done.finding.text });
        return false;
    }
    check_now(f);
    return true;
}

/* ---- the schedule ---- */

static void misfit(struct following *f, const struct schedule_step *want, const char *why)
{
    if (f->board->finding_count != 0) {
        return; /* a violation was found before: that is the result, not the misfit */
    }
    struct text t = text_in(f->board->why, sizeof f->board->why);
    char line[400];
    struct text l = text_in(line, sizeof line);
    schedule_write_step(want, &l);
    line[l.length - 1] = '\0';
    text_printf(&t, "the schedule does not fit the program any more at step %lu, '%s': %s", f->told.steps + 1, line, why);
    f->board->state = RUN_UNUSABLE;
}

static bool interrupted(struct following *f)
{
    f->board->limit = f->board->stop ? LIMIT_INTERRUPT : f->board->limit;
    return f->board->stop;
}

/* Delivers what a line means, with its faults. --adapt leaves out those that cannot strike. False when it had to stop. */
static bool follow_line(struct following *f, struct schedule_step *want, size_t i)
{
    char why[400];
    struct text t = text_in(why, sizeof why);
    bool adapt = f->board->job.adapt, may = affords(&f->spent, want, f->board->faults, &t);
    if (!may && !adapt) {
        misfit(f, want, why);
        return false;
    }
    f->board->left_out += !may && affords_none(want);
    if (!deliver(f, i, want->choices, want->choice_count) || interrupted(f)) {
        return false;
    }
    bool struck = affords_struck(&f->done, want, &t);
    f->board->left_out += !struck;
    if (!struck && !adapt && f->board->finding_count == 0) {
        f->told.steps--; /* the step that is named is this one */
        misfit(f, want, why);
        return false;
    }
    return true;
}

/* Follows the lines of the schedule; false when it had to stop. */
static bool follow_lines(struct following *f)
{
    const char *at = (const char *)f->board->log, *end = at + f->board->job.schedule_size;
    struct schedule_step want;
    char error[300];
    struct text t = text_in(error, sizeof error);
    int got;
    while ((got = schedule_read_step(&at, end, &want, &t)) == 1) {
        size_t i;
        bool adapt = f->board->job.adapt;
        bool exactly = meant_find(&f->meant, &want, false, &i), pending = exactly || (adapt && meant_find(&f->meant, &want, true, &i)),
             event = !pending && meant_event(&want, &i);
        f->board->left_out += !exactly && !event;
        if (adapt && !event && (!pending || world_refusal(i) != NULL)) {
            f->board->left_out += exactly;
            continue;
        }
        if (!pending && !event) {
            misfit(f, &want, "no such message is pending there");
            return false;
        }
        const char *refusal = pending ? world_refusal(i) : NULL;
        if (refusal != NULL) {
            char why[100];
            struct text w = text_in(why, sizeof why);
            text_printf(&w, "the message is pending, but %s", refusal);
            misfit(f, &want, why);
            return false;
        }
        if (!follow_line(f, &want, i)) {
            return false;
        }
    }
    if (got < 0) {
        t = text_in(f->board->why, sizeof f->board->why);
        text_add(&t, error);
        f->board->state = RUN_UNUSABLE;
        return false;
    }
    return true;
}

static bool next_event(size_t *out)
{
    for (uint32_t a = 1; a < names_count(); a++) {
        const struct hr_type *event = world_event(a, 0);
        if (event != NULL) {
            *out = world_take_event(a, event);
            return true;
        }
    }
    return false;
}

/* Finds the first message, from number *first on, that can be delivered, or an event; false: this is an end. *first moves on to the
 * first message that is still pending. */
static bool find_next(size_t *first, size_t *out)
{
    while (*first < world_sent_count() && world_sent(*first)->delivered) {
        ++*first;
    }
    size_t i = *first;
    while (i < world_sent_count() && (world_sent(i)->delivered || world_refusal(i) != NULL)) {
        i++;
    }
    *out = i;
    return i < world_sent_count() || next_event(out);
}

/* The same, but any of those that can be delivered: each is taken with the probability that all have in the end. */
static bool find_any(struct rng *rng, size_t *first, size_t *out)
{
    uint64_t among = 0;
    size_t chosen;
    bool more = find_next(first, &chosen);
    for (size_t i = *first; more && i < world_sent_count(); i++) {
        if (!world_sent(i)->delivered && world_refusal(i) == NULL && rng_below(rng, ++among) == 0) {
            chosen = i;
        }
    }
    *out = chosen;
    return more;
}

/* After the schedule's end: delivers what is left in order of sending, or in any order, events last, unless a violation was found. True at
 * an end. */
static bool follow_rest(struct following *f)
{
    size_t first = 0, i;
    struct rng rng = rng_stream(f->board->job.seed, 0);
    for (size_t n = 0; n < BEYOND_MAX; n++) {
        if (!(f->board->job.any_order ? find_any(&rng, &first, &i) : find_next(&first, &i))) {
            return true;
        }
        if (f->board->finding_count != 0 || !deliver(f, i, NULL, 0) || interrupted(f)) {
            return false;
        }
    }
    f->board->limit = LIMIT_DEPTH;
    return false;
}

void follow(struct board *board, struct checks *checks)
{
    struct following following = { .board = board, .checks = checks, .failed = NO_ACTOR }, *f = &following;
    narrate_init(&f->told, board);
    if (board->job.gdb) {
        view_init(&f->view);
    }
    meant_init(&f->meant);
    effects_init(&f->done);
    effects_init(&f->once);
    effects_init(&f->again);
    board->log_size = board->job.schedule_size + 1;
    for (uint32_t a = 0; a < names_count(); a++) {
        narrate_actor(&f->told, a);
    }
    check_now(f);
    if (follow_lines(f)) {
        recording_followed(board);
        if (!board->job.stop_after && follow_rest(f)) {
            check_end(checks, world_state(), names_count(), &(struct teller){ tell_found, f });
        }
    }
    narrate_waiting(&f->told, f->failed);
    narrate_pending(&f->told);
    recording_end(board);
}
