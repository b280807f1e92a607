#include "explore/snapshot.h"

#include <string.h>

#include "actor/arena.h"
#include "base/text.h"
#include "model/local.h"
#include "model/message.h"
#include "model/pack.h"
#include "model/state.h"

uint64_t snapshot_begin(struct board *board)
{
    board->log_size = (board->log_size + 8) & ~(uint64_t)7;
    return board->log_size;
}

static const char *label(uint32_t actor, char *buffer, size_t size)
{
    struct text t = text_in(buffer, size);
    names_label(actor, &t);
    return buffer;
}

void snapshot_names(struct board *board)
{
    for (uint32_t a = 0; a < state_actors(); a++) {
        char name[200];
        recording_add(board, &(struct record){ .kind = RECORD_ACTOR, .a = names_get(a)->ref, .text1 = label(a, name, sizeof name) });
    }
}

void snapshot_message(struct board *board, struct record r, uint32_t to, uint32_t message)
{
    char to_name[200], from_name[200];
    const struct message *m = message_get(message);
    unsigned char *copy = table_new(m->size + (size_t)1);
    memcpy(copy, m->data, m->size);
    if (m->type != NULL) {
        unpack(m->type, copy);
    }
    r.b = m->flags;
    r.text1 = label(to, to_name, sizeof to_name);
    r.text2 = label(m->sender, from_name, sizeof from_name);
    r.text3 = message_name(m);
    r.struct_size = m->type != NULL ? m->type->size : m->size;
    r.bytes = copy;
    r.size = m->size;
    r.address = (uint64_t)(uintptr_t)copy;
    recording_add(board, &r);
    table_free(copy, m->size + (size_t)1);
}

struct pending_of {
    struct board *board;
    uint32_t actor;
};

static bool write_pending(void *user, uint32_t message)
{
    const struct pending_of *r = user;
    snapshot_message(r->board, (struct record){ .kind = RECORD_PENDING }, r->actor, message);
    return false;
}

static void write_actor(struct board *b, uint32_t actor, const uint32_t *state)
{
    const struct component *c = component_get(state[actor]);
    char name[200];
    size_t size;
    if (actor != DRIVER) {
        const unsigned char *image = local_image(c->local, &size);
        const struct control *k = (const struct control *)image;
        recording_add(b, &(struct record){ .kind = RECORD_STATE,
                                           .a = (uint64_t)(uintptr_t)k->state,
                                           .b = 1,
                                           .c = k->type->size,
                                           .text1 = label(actor, name, sizeof name),
                                           .text2 = k->type->behaviour.name,
                                           .text3 = actor_status_name(k->status),
                                           .bytes = image + sizeof *k,
                                           .size = (size_t)(k->heap.top - k->heap.start),
                                           .address = (uint64_t)(uintptr_t)k->heap.start });
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
