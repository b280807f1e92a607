/* The first executions, from which schedules are generated: each schedule that the user gives, such as a recorded run, followed by
 * the rest in the default order. Without any, one execution in the default order. */
#include <string.h>

#include "base/rng.h"
#include "cover/cover.h"
#include "model/message.h"
#include "model/names.h"
#include "moves/kinds.h"
#include "moves/world.h"
#include "trace/schedule.h"

/* Numbers individuals as schedules do (the n of a message). */
struct numbering {
    struct kinds kinds;
    struct pool numbers; /* uint64_t per individual */
};

static void number_one(struct numbering *n, uint32_t to, uint32_t message, bool pending)
{
    uint32_t number = kinds_count(&n->kinds, to, message);
    if (pending) {
        *(uint64_t *)pool_take(&n->numbers, sizeof(uint64_t)) = number;
    }
}

static void number_sent(struct numbering *n, const struct execution *x)
{
    for (uint32_t m = (uint32_t)(n->numbers.used / sizeof(uint64_t)); m < individuals(x); m++) {
        number_one(n, individual_at(x, m)->to, individual_at(x, m)->message, true);
    }
}

static bool same_actor(uint32_t actor, const char *name)
{
    char label[SCHEDULE_NAME];
    struct text t = text_in(label, sizeof label);
    names_label(actor, &t);
    return strcmp(label, name) == 0;
}

static bool find(const struct numbering *n, const struct execution *x, const struct schedule_step *want, uint32_t *out)
{
    for (uint32_t m = 0; m < individuals(x); m++) {
        const struct individual *i = individual_at(x, m);
        const struct message *what = message_get(i->message);
        if (i->delivered == NOT_DELIVERED && ((const uint64_t *)n->numbers.base)[m] == want->n &&
            ((what->flags & MESSAGE_REPLY) != 0) == want->reply && schedule_names(want->type, message_name(what)) &&
            same_actor(i->to, want->to) && same_actor(what->sender, want->from)) {
            *out = m;
            return true;
        }
    }
    return false;
}

static size_t faults_among(const struct answer *answers, size_t count)
{
    size_t struck = 0;
    for (size_t k = 0; k < count; k++) {
        struck += answer_is_fault(answers[k]) && answers[k].value != 0;
    }
    return struck;
}

static bool unusable(struct cover *c, const struct schedule_step *want, const char *why)
{
    struct text t = text_in(c->s->board->why, sizeof c->s->board->why);
    if (want != NULL) {
        char line[400];
        struct text l = text_in(line, sizeof line);
        schedule_write_step(want, &l);
        line[l.length - 1] = '\0';
        text_printf(&t, "initial schedule %u does not fit the program at step %u, '%s': ", c->first + 1, execution_length(&c->run) + 1,
                    line);
    }
    text_add(&t, why);
    c->s->board->state = RUN_UNUSABLE;
    return false;
}

static bool follow_lines(struct cover *c, struct numbering *n, const char *at, const char *end)
{
    struct schedule_step want;
    char error[300];
    struct text t = text_in(error, sizeof error);
    int got;
    while (!c->s->stopped && (got = schedule_read_step(&at, end, &want, &t)) != 0) {
        uint32_t individual;
        if (got < 0) {
            return unusable(c, NULL, error);
        }
        if (!find(n, &c->run, &want, &individual)) {
            return unusable(c, &want, "no such message is pending there");
        }
        enum misfit_kind misfit = cover_refusal(c, individual);
        if (misfit != FITS) {
            return unusable(c, &want,
                            misfit == RECEIVER_ENDED ? "the message is pending, but its receiver has ended"
                            : misfit == OVERTAKEN    ? "the message is pending, but the channel has another one come first"
                                                     : "the message is pending, but its receiver does not accept it there");
        }
        uint32_t outcome = cover_outcome_with(c, execution_outcomes(&c->run, individual), want.choices, want.choice_count);
        size_t struck = faults_among(want.choices, want.choice_count); /* each must strike */
        if (outcome == 0 || faults_among(outcome_choices(outcome_get(outcome)), outcome_get(outcome)->choice_count) != struck) {
            return unusable(c, &want,
                            struck != 0 ? "a fault is not possible there any more, or it is one too many"
                                        : "hr_choose() or a look at the clock does not offer that any more");
        }
        cover_deliver(c, individual, outcome);
        number_sent(n, &c->run);
    }
    return true;
}

/* Follows one given schedule, the one with this number. */
static bool follow(struct cover *c, const char *from, const char *end, uint32_t number)
{
    struct numbering n;
    kinds_init(&n.kinds);
    pool_init(&n.numbers, (size_t)1 << 33);
    for (size_t i = 0; i < world_sent_count(); i++) {
        number_one(&n, world_sent(i)->to, world_sent(i)->message, !world_sent(i)->delivered);
    }
    uint64_t found = cover_violations(c->s->board);
    cover_start_again(c);
    bool fits = follow_lines(c, &n, from, end);
    uint32_t steps = execution_length(&c->run);
    pool_close(&n.numbers);
    kinds_close(&n.kinds);
    if (fits) {
        cover_finish(c, UINT32_MAX);
        c->first = number;
        cover_given(c);
        cover_hand_out(c, steps, 0, 0, cover_violations(c->s->board) != found ? SCHEDULE_FAILED : SCHEDULE_PASSED);
    }
    return fits;
}

/* ---- drawn ---- */

/* No fault strikes, and no look at the clock comes late: harrier check explores these. */
static bool is_calm(const struct outcome *o)
{
    for (uint32_t i = 0; i < o->choice_count; i++) {
        struct answer a = outcome_choices(o)[i];
        if ((a.look != 0 || answer_is_fault(a)) && a.value != 0) {
            return false;
        }
    }
    return true;
}

/* Any of the outcomes with the same probability. */
static uint32_t draw_outcome(struct rng *random, uint32_t first)
{
    uint32_t drawn = first;
    uint64_t met = 0;
    for (uint32_t o = first; o != 0; o = outcome_get(o)->next) {
        met += is_calm(outcome_get(o));
        drawn = is_calm(outcome_get(o)) && rng_below(random, met) == 0 ? o : drawn;
    }
    return drawn;
}

void cover_first_drawn(struct cover *c)
{
    struct rng random = rng_stream(c->s->job->seed, c->number);
    cover_start_again(c);
    while (!c->s->stopped && execution_length(&c->run) < c->s->job->depth_max) {
        uint32_t drawn = NO_INDIVIDUAL;
        uint64_t met = 0;
        for (uint32_t m = pending_first(&c->run); m != NO_INDIVIDUAL; m = pending_after(&c->run, m)) {
            if (cover_refusal(c, m) == FITS) {
                drawn = rng_below(&random, ++met) == 0 ? m : drawn;
            }
        }
        if (drawn == NO_INDIVIDUAL) {
            break;
        }
        cover_deliver(c, drawn, draw_outcome(&random, execution_outcomes(&c->run, drawn)));
    }
    cover_finish(c, UINT32_MAX);
}

/* ---- given ---- */

/* Where the next schedule begins in a text with several. */
static const char *next_head(const char *from, const char *end)
{
    size_t length = strlen(SCHEDULE_HEAD);
    for (const char *at = from; at != NULL && at + length <= end; at = memchr(at, '\n', (size_t)(end - at))) {
        at += at != from;
        if (at != from && (size_t)(end - at) >= length && memcmp(at, SCHEDULE_HEAD, length) == 0) {
            return at;
        }
    }
    return end;
}

bool cover_first(struct cover *c)
{
    const char *at = (const char *)c->s->board->log, *end = at + c->s->job->schedule_size;
    uint32_t number = 0;
    do {
        const char *next = next_head(at, end);
        if (!follow(c, at, next, ++number)) {
            return false;
        }
        at = next;
    } while (at < end && !c->s->stopped);
    return true;
}
