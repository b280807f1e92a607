/* Turns a path, which consists of numbers, into a schedule, which consists of names. */
#include "explore/naming.h"
#include "explore/search.h"
#include "model/message.h"
#include "trace/schedule.h"

enum { LONGEST = 100000000 }; /* of a schedule */

static void write_delivery(uint32_t actor, uint32_t message, uint32_t n, uint32_t outcome, struct text *out)
{
    struct schedule_step step;
    naming_step(actor, message, n, outcome, &step);
    schedule_write_step(&step, out);
}

static void write_step(struct naming *x, const struct move *m, struct text *out)
{
    write_delivery(m->actor, m->message, naming_take(x, m->actor, m->message), m->outcome, out);
}

/* Events that actors offer have numbers like messages, but are no effects of a step: n is always 1. */
static void number_events(struct naming *x, struct path path)
{
    uint32_t next;
    while ((next = path.message_of(path.user, (uint32_t)(x->numbers.used / sizeof(uint64_t))).message) != 0 &&
           (message_get(next)->flags & MESSAGE_EVENT) != 0) {
        *(uint64_t *)pool_take(&x->numbers, sizeof(uint64_t)) = 1;
    }
}

/* Writes the i-th delivery of a path that refers to messages by number. Messages are numbered as they are sent. Equal messages are
 * told apart here, because they may answer different messages. */
static void write_individual(struct naming *x, struct path path, size_t i, struct text *out)
{
    struct path_message m = path.message_of(path.user, path.ordinals[2 * i]);
    number_events(x, path);
    const uint64_t *numbers = (const uint64_t *)x->numbers.base;
    write_delivery(m.to, m.message, (uint32_t)numbers[path.ordinals[2 * i]], path.ordinals[2 * i + 1], out);
    const struct outcome *o = outcome_get(path.ordinals[2 * i + 1]);
    for (uint32_t k = 0; k < o->effect_count; k++) {
        naming_note(x, outcome_effects(o)[k]);
    }
}

static const struct move *only_move(const uint32_t *state)
{
    return state_move(state, 1) == NULL ? state_move(state, 0) : NULL;
}

static void take_step(struct naming *x, const struct move *m, uint32_t *state, struct text *out, size_t *written)
{
    uint64_t ignored = 0;
    write_step(x, m, out);
    ++*written;
    if (m->finding == 0) {
        move_each_effect(m, naming_note, x);
        move_apply(m, state, &ignored);
    }
}

void path_write(struct search *s, struct path path, uint32_t last, struct finding *f)
{
    struct board *b = s->board;
    struct naming x;
    path = path.resolve != NULL ? path.resolve(path) : path;
    naming_begin(&x);
    uint32_t *state = state_new();
    state_copy(state, s->root);
    struct text out = text_in((char *)b->log + b->log_size, BOARD_BYTES - sizeof *b - b->log_size);
    text_add_bytes(&out, (const char *)b->log, b->start.size);
    size_t steps_written = path.message_of != NULL ? path.count : 0;
    size_t steps = path.count + (last != UINT32_MAX);
    for (size_t i = 0; path.message_of != NULL && i < path.count; i++) {
        write_individual(&x, path, i, &out);
    }
    const struct move *m;
    bool big = s->job->step == STEP_BIG && path.message_of == NULL;
    bool failed = false;
    size_t inside = path.stops == 0 ? LONGEST : path.stops - 1; /* deliveries inside the last big step */
    for (size_t n = 0; big && !failed && n < (steps == 0 ? inside : LONGEST) && (m = only_move(state)) != NULL; n++) {
        failed = m->finding != 0;
        take_step(&x, m, state, &out, &steps_written);
    }
    for (size_t i = 0; path.message_of == NULL && i < steps; i++) {
        m = state_move(state, i < path.count ? path.ordinals[i] : last);
        take_step(&x, m, state, &out, &steps_written);
        /* A big step goes on as long as there is only one move. */
        size_t most = i + 1 == steps ? inside : LONGEST;
        for (size_t n = 1; big && m->finding == 0 && n < most && only_move(state) != NULL && steps_written < LONGEST; n++) {
            m = only_move(state);
            take_step(&x, m, state, &out, &steps_written);
        }
    }
    f->schedule = b->log_size;
    f->steps = b->start.steps + steps_written;
    if (out.cut) {
        b->log_dropped++; /* a truncated schedule would lead elsewhere, so nothing is written */
    } else {
        f->schedule_size = out.length;
        b->log_size += out.length + 1;
    }
    naming_end(&x);
    state_free(state);
}
