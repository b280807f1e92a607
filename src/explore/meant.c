#include "explore/meant.h"

#include <string.h>

#include "base/hash.h"
#include "explore/narrate.h"
#include "model/message.h"
#include "model/names.h"
#include "moves/world.h"

void meant_init(struct meant *f)
{
    map_init(&f->by_name);
    f->named = 0;
}

static uint64_t hash_name(const char *name, uint64_t seed)
{
    return hash_bytes(name, strlen(name), seed);
}

static uint64_t key_of(const char *to, const char *from, const char *type, bool reply, uint32_t n)
{
    uint64_t key = hash_mix(hash_name(type, hash_name(from, hash_name(to, n))) + reply);
    return key != 0 ? key : 1;
}

static void name_new_ones(struct meant *f)
{
    char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
    for (; f->named < world_sent_count(); f->named++) {
        const struct sent *s = world_sent(f->named);
        const struct message *m = message_get(s->message);
        map_put(&f->by_name,
                key_of(narrate_name(s->to, to), narrate_name(m->sender, from), message_name(m), (m->flags & MESSAGE_REPLY) != 0, s->n),
                (uint32_t)f->named + 1);
    }
}

/* `alike`: its number need not be the same, because messages before it may be gone. */
static bool is_meant(const struct schedule_step *want, size_t i, bool alike)
{
    char name[SCHEDULE_NAME];
    const struct sent *s = world_sent(i);
    const struct message *m = message_get(s->message);
    return !s->delivered && (s->n == want->n || alike) && ((m->flags & MESSAGE_REPLY) != 0) == want->reply &&
           schedule_names(want->type, message_name(m)) && strcmp(narrate_name(s->to, name), want->to) == 0 &&
           strcmp(narrate_name(m->sender, name), want->from) == 0;
}

bool meant_find(struct meant *f, const struct schedule_step *want, bool alike, size_t *out)
{
    name_new_ones(f);
    uint32_t known = map_get(&f->by_name, key_of(want->to, want->from, want->type, want->reply, want->n));
    if (known != 0 && is_meant(want, known - 1, false)) {
        *out = known - 1;
        return true;
    }
    for (size_t i = world_first_pending(); i < world_sent_count(); i++) { /* an unlucky hash, or none is meant exactly */
        if (is_meant(want, i, alike)) {
            *out = i;
            return true;
        }
    }
    return false;
}

bool meant_event(const struct schedule_step *want, size_t *out)
{
    char name[SCHEDULE_NAME];
    const struct hr_type *event;
    for (uint32_t a = 1; a < names_count() && strcmp(want->to, want->from) == 0; a++) {
        for (size_t i = 0; strcmp(narrate_name(a, name), want->to) == 0 && (event = world_event(a, i)) != NULL; i++) {
            if (schedule_names(want->type, event->name)) {
                *out = world_take_event(a, event);
                return true;
            }
        }
    }
    return false;
}
