/* The distinct ends of a program, for --output ends. */
#include <string.h>

#include "explore/search.h"
#include "explore/snapshot.h"

void ends_note(struct search *s, const uint32_t *state)
{
    if (!s->job->record_ends) {
        return;
    }
    if (!intern_in_use(&s->ends)) {
        intern_init(&s->ends, (size_t)1 << 34);
    }
    /* The tag says where in the bytes the actors begin. An end that was met before and after a slot was added may be kept twice: the
     * command writes equal ends once. */
    uint32_t slots_now = slot_count; /* another worker may add a slot at any time */
    intern_put(&s->ends, slots_now, state - slots_now, (slots_now + state_actors()) * sizeof *state, NULL);
}

void ends_record(struct search *s)
{
    struct board *b = s->board;
    if (!s->job->record_ends) {
        return;
    }
    if (s->crew == NULL || !s->crew->member || !s->crew->ends_begun(s->crew)) {
        b->ends = snapshot_begin(b);
        snapshot_names(b);
    }
    uint32_t *state = state_new();
    for (uint32_t i = 1; intern_in_use(&s->ends) && i <= s->ends.count; i++) {
        uint32_t slots = intern_get(&s->ends, i)->tag;
        size_t actors = intern_get(&s->ends, i)->size / sizeof *state - slots;
        state_clear(state);
        memcpy(state - slots, intern_bytes(&s->ends, i), (slots + actors) * sizeof *state);
        snapshot_state(b, state);
        recording_end(b);
    }
}
