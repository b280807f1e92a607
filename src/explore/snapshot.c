#include "explore/snapshot.h"

#include <string.h>

#include "actor/arena.h"
#include "base/text.h"
#include "model/local.h"
#include "model/message.h"
#include "model/pack.h"
#include "model/state.h"
#include "moves/memo.h"

uint64_t snapshot_begin(struct board *board)
{
    board->log_size = (board->log_size + 8) & ~(uint64_t)7;
    return board->log_size;
}

static const char *label(uint32_t actor, char *buffer)
{
    struct text t = text_in(buffer, SNAPSHOT_NAME);
    names_label(actor, &t);
    return buffer;
}

void snapshot_names(struct board *board)
{
    for (uint32_t a = 0; a < state_actors(); a++) {
        char name[SNAPSHOT_NAME];
        recording_actor(board, &(struct record_actor){ .ref = names_get(a)->ref, .name = label(a, name) });
    }
}

struct record_message snapshot_message(uint32_t to, uint32_t message, char names[2][SNAPSHOT_NAME])
{
    static struct pool scratch;
    if (scratch.base == NULL) {
        pool_init(&scratch, (size_t)1 << 30);
    }
    const struct message *m = message_get(message);
    memcpy(scratch.base, m->data, m->size);
    if (m->type != NULL) {
        unpack(m->type, scratch.base);
    }
    return (struct record_message){ .to = label(to, names[0]),
                                    .from = label(m->sender, names[1]),
                                    .type = message_name(m),
                                    .flags = m->flags,
                                    .struct_size = m->type != NULL ? m->type->size : m->size,
                                    .content = { scratch.base, m->size, (uint64_t)(uintptr_t)scratch.base } };
}

struct pending_of {
    struct board *board;
    uint32_t actor;
};

static bool write_pending(void *user, uint32_t message)
{
    const struct pending_of *r = user;
    char names[2][SNAPSHOT_NAME];
    struct record_message pending = snapshot_message(r->actor, message, names);
    recording_pending(r->board, &pending);
    return false;
}

static void write_actor(struct board *b, uint32_t actor, const uint32_t *state)
{
    const struct component *c = component_get(state[actor]);
    char name[SNAPSHOT_NAME];
    size_t size;
    if (actor != DRIVER) {
        const unsigned char *image = local_image(c->local, &size);
        const struct control *k = (const struct control *)image;
        recording_state(b, &(struct record_state){ .actor = label(actor, name),
                                                   .type = k->type->behaviour.name,
                                                   .status = actor_status_name(k->status),
                                                   .after = 1,
                                                   .address = (uint64_t)(uintptr_t)k->state,
                                                   .size = k->type->size,
                                                   .heap = { .at = image + sizeof *k,
                                                             .size = (size_t)(k->heap.top - k->heap.start),
                                                             .address = (uint64_t)(uintptr_t)k->heap.start } });
    }
    state_pending(state, actor, write_pending, &(struct pending_of){ b, actor });
}

void snapshot_state(struct board *board, const uint32_t *state)
{
    for (uint32_t a = 0; a < state_actors(); a++) {
        if (state[a] != 0) {
            write_actor(board, a, state);
        }
    }
}

void snapshot_edge(struct board *board, struct record_edge *edge, uint32_t to, uint32_t message, uint32_t outcome)
{
    const struct outcome *o = outcome_get(outcome);
    char names[2][SNAPSHOT_NAME];
    edge->message = snapshot_message(to, message, names);
    recording_edge(board, edge);
    for (uint32_t i = 0; i < o->choice_count; i++) {
        struct answer a = outcome_choices(o)[i];
        if (a.look == 0) {
            recording_choice(board, &(struct record_choice){ .chosen = a.value });
        } else if (a.value != 0 && answer_is_fault(a)) {
            recording_fault(board, &(struct record_fault){ .answer = a.look, .from = "", .to = "", .type = "" });
        } else if (a.value != 0) {
            recording_late(board, &(struct record_late){ .look = a.look });
        }
    }
}
