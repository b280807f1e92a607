/* The distinct ends of a program, for --output ends: what outcomes are possible. */
#include <string.h>

#include "actor/arena.h"
#include "base/intern.h"
#include "base/text.h"
#include "explore/search.h"
#include "explore/workers.h"
#include "model/local.h"
#include "model/message.h"
#include "model/pack.h"
#include "trace/recording.h"

static struct intern ends; /* state vectors */

void ends_note(struct search *s, const uint32_t *state)
{
    if (!s->job->record_ends) {
        return;
    }
    if (ends.slots == NULL) {
        intern_init(&ends, (size_t)1 << 34);
    }
    /* The tag says where in the bytes the actors begin. Ends met before and after a slot was born may be kept twice: the
     * command writes equal ones once. */
    uint32_t slots_now = slot_count; /* another worker may add one at any time */
    intern_put(&ends, slots_now, state - slots_now, (slots_now + state_actors()) * sizeof *state, NULL);
}

static const char *label(uint32_t actor, char *buffer, size_t size)
{
    struct text t = text_in(buffer, size);
    names_label(actor, &t);
    return buffer;
}

struct receiver {
    struct board *board;
    uint32_t actor;
};

static bool write_pending(void *user, uint32_t message)
{
    struct board *b = ((const struct receiver *)user)->board;
    uint32_t to = ((const struct receiver *)user)->actor;
    static struct pool scratch;
    if (scratch.base == NULL) {
        pool_init(&scratch, (size_t)1 << 30);
    }
    char to_name[200], from_name[200];
    const struct message *m = message_get(message);
    memcpy(scratch.base, m->data, m->size);
    if (m->type != NULL) {
        unpack(m->type, scratch.base);
    }
    recording_add(b, &(struct record){ .kind = RECORD_PENDING, .b = m->flags,
                                       .text1 = label(to, to_name, sizeof to_name),
                                       .text2 = label(m->sender, from_name, sizeof from_name),
                                       .text3 = message_name(m),
                                       .struct_size = m->type != NULL ? m->type->size : m->size,
                                       .bytes = scratch.base, .size = m->size, .address = (uint64_t)(uintptr_t)scratch.base });
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
        recording_add(b, &(struct record){ .kind = RECORD_STATE, .a = (uint64_t)(uintptr_t)k->state, .b = 1, .c = k->type->size,
                                           .text1 = label(actor, name, sizeof name), .text2 = k->type->behaviour.name,
                                           .text3 = actor_status_name(k->status), .bytes = image + sizeof *k,
                                           .size = (size_t)(k->heap.top - k->heap.start),
                                           .address = (uint64_t)(uintptr_t)k->heap.start });
    }
    state_pending(state, actor, write_pending, &(struct receiver){ b, actor });
}

static void write_names(struct board *b)
{
    b->log_size = (b->log_size + 8) & ~(uint64_t)7; /* never 0, and aligned as records are */
    b->ends = b->log_size;
    for (uint32_t a = 0; a < state_actors(); a++) {
        char name[200];
        recording_add(b, &(struct record){ .kind = RECORD_ACTOR, .a = names_get(a)->ref, .text1 = label(a, name, sizeof name) });
    }
}

void ends_write(struct search *s)
{
    struct board *b = s->board;
    if (!s->job->record_ends) {
        return;
    }
    if (!workers_here || !workers_ends_begun()) {
        write_names(b);
    }
    uint32_t *state = state_new();
    for (uint32_t i = 1; ends.slots != NULL && i <= ends.count; i++) {
        uint32_t slots = intern_get(&ends, i)->tag;
        size_t actors = intern_get(&ends, i)->size / sizeof *state - slots;
        state_clear(state);
        memcpy(state - slots, intern_bytes(&ends, i), (slots + actors) * sizeof *state);
        for (uint32_t a = 0; a < actors; a++) {
            if (state[a] != 0) {
                write_actor(b, a, state);
            }
        }
        recording_add(b, &(struct record){ .kind = RECORD_END });
    }
}
