#include "report/describe.h"

#include <stdlib.h>
#include <string.h>

#include "dwarf/locals.h"
#include "dwarf/value.h"
#include "model/message.h"

static struct value_context context_of(struct debuginfo *d, struct actors *names, struct value_memory *memory, const struct record_bytes *b,
                                       bool whole)
{
    *memory = (struct value_memory){ .address = b->address, .bytes = b->at, .size = b->size };
    return (
        struct value_context){ .debug = d, .memory = memory, .memory_count = 1, .actor_name = actors_name, .user = names, .whole = whole };
}

void describe_message(struct debuginfo *d, struct actors *names, const struct record_message *m, bool whole, struct text *out)
{
    if (m->flags & MESSAGE_FAILURE) {
        int reason = 0;
        memcpy(&reason, m->content.at, m->content.size < sizeof reason ? m->content.size : sizeof reason);
        text_printf(out, "failure(%d)", reason);
        return;
    }
    struct value_memory memory;
    struct value_context c = context_of(d, names, &memory, &m->content, whole);
    c.arrays = (const struct record_array *)(const void *)m->arrays.at;
    c.array_count = m->arrays.size / sizeof *c.arrays;
    text_add(out, m->flags & MESSAGE_REPLY ? "reply " : (m->flags & MESSAGE_TIMER) && !(m->flags & MESSAGE_RESTART) ? "timer " : "");
    text_add(out, m->type);
    if (m->struct_size != 0) {
        value_print_struct(&c, m->type, m->content.at, m->struct_size, out);
    }
}

const unsigned char *describe_struct(const struct record_state *s)
{
    const struct record_bytes *h = &s->heap;
    bool inside = s->address >= h->address && s->size <= h->size && s->address - h->address <= h->size - s->size;
    return inside ? h->at + (s->address - h->address) : NULL;
}

static struct locals *locals_of(const struct value_context *c, const struct record_state *s)
{
    struct value_memory stack = { .address = s->stack.address, .bytes = s->stack.at, .size = s->stack.size };
    struct value_context with_message = *c;
    struct locals_of whose = { .type = s->type, .address = s->address, .arguments = { s->address, s->message } };
    with_message.message = s->message;
    with_message.message_size = s->message_size;
    whose.argument_count = s->called_with == 2 && s->message == 0 ? 1 : s->called_with <= FRAME_ARGUMENTS ? s->called_with : 0;
    return s->stack.size != 0 ? locals_read(&with_message, &stack, &whose) : NULL;
}

struct locals *describe_locals(struct debuginfo *d, struct actors *names, const struct record_state *s)
{
    struct value_memory heap;
    struct value_context c = context_of(d, names, &heap, &s->heap, false);
    return locals_of(&c, s);
}

/* `, in take at shop.c:12: tries=2; in run at shop.c:40: who=client.1` */
static void add_locals(const struct value_context *c, const struct record_state *s, struct text *out)
{
    struct locals *l = locals_of(c, s);
    for (size_t i = 0; l != NULL && i < l->frame_count; i++) {
        const struct local_frame *f = &l->frames[i];
        const char *slash = strrchr(f->place.file, '/');
        text_printf(out, "%s in %s", i == 0 ? "," : ";", f->place.function);
        if (f->place.line != 0) {
            text_printf(out, " at %s:%d", slash != NULL ? slash + 1 : f->place.file, f->place.line);
        }
        text_add(out, f->count != 0 ? ": " : "");
        locals_print(l, f, out);
    }
    free(l);
}

/* ---- states as their library describes them ---- */

/* A pair is `name=value` with an end of line. */
bool describe_next_pair(const struct record_bytes *shown, size_t *at, struct described_pair *out)
{
    const char *line = (const char *)shown->at + *at, *end = *at < shown->size ? memchr(line, '\n', shown->size - *at) : NULL;
    if (end == NULL) {
        return false;
    }
    const char *equals = memchr(line, '=', (size_t)(end - line));
    equals = equals != NULL ? equals : end;
    const char *value = equals < end ? equals + 1 : end;
    *out = (struct described_pair){ line, value, (size_t)(equals - line), (size_t)(end - value) };
    *at = (size_t)(end + 1 - (const char *)shown->at);
    return true;
}

static bool find_pair(const struct record_bytes *shown, const struct described_pair *like, struct described_pair *out)
{
    size_t at = 0;
    while (describe_next_pair(shown, &at, out)) {
        if (out->name_size == like->name_size && memcmp(out->name, like->name, like->name_size) == 0) {
            return true;
        }
    }
    return false;
}

static void add_shown(const struct record_bytes *shown, struct text *out)
{
    struct described_pair p;
    size_t at = 0;
    for (const char *before = " {"; describe_next_pair(shown, &at, &p); before = ", ") {
        text_printf(out, "%s%.*s=%.*s", before, (int)p.name_size, p.name, (int)p.value_size, p.value);
    }
    text_char(out, '}');
}

/* `term 2 -> 3, role candidate -> leader`; a pair that was not there has no value before. */
static bool add_shown_changes(const struct record_bytes *before, const struct record_bytes *after, struct text *out)
{
    struct described_pair now, then;
    size_t at = 0, changes = 0;
    while (describe_next_pair(after, &at, &now)) {
        bool known = find_pair(before, &now, &then);
        if (!known || then.value_size != now.value_size || memcmp(then.value, now.value, now.value_size) != 0) {
            text_printf(out, "%s%.*s %.*s%s-> %.*s", changes++ == 0 ? "" : ", ", (int)now.name_size, now.name,
                        known ? (int)then.value_size : 0, known ? then.value : "", known ? " " : "", (int)now.value_size, now.value);
        }
    }
    for (at = 0; describe_next_pair(before, &at, &then);) {
        if (!find_pair(after, &then, &now)) {
            text_printf(out, "%s%.*s %.*s -> none", changes++ == 0 ? "" : ", ", (int)then.name_size, then.name, (int)then.value_size,
                        then.value);
        }
    }
    return changes != 0;
}

void describe_state(struct debuginfo *d, struct actors *names, const struct record_state *s, bool whole, struct text *out)
{
    const unsigned char *bytes = describe_struct(s);
    struct value_memory memory;
    struct value_context c = context_of(d, names, &memory, &s->heap, whole);
    text_printf(out, "%s %s", s->actor, s->status);
    if (s->shown.size != 0) {
        add_shown(&s->shown, out);
        return;
    }
    if (bytes != NULL && s->size != 0) {
        text_char(out, ' ');
        value_print_struct(&c, s->type, bytes, s->size, out);
    }
    add_locals(&c, s, out);
}

bool describe_changes(struct debuginfo *d, struct actors *names, const struct record_state *before, const struct record_state *after,
                      struct text *out)
{
    if (before->shown.size != 0 && after->shown.size != 0) {
        return add_shown_changes(&before->shown, &after->shown, out);
    }
    const unsigned char *old = describe_struct(before), *new = describe_struct(after);
    struct value_memory m1, m2;
    struct value_context c1 = context_of(d, names, &m1, &before->heap, false), c2 = context_of(d, names, &m2, &after->heap, false);
    size_t changes = 0;
    if (old != NULL && new != NULL && before->size == after->size) {
        changes = value_print_changes(&c1, &c2, after->type, old, new, after->size, out);
    }
    struct locals *then = locals_of(&c1, before), *now = locals_of(&c2, after);
    if (now != NULL) {
        changes += locals_print_changes(then, now, changes != 0 ? ", " : "", out);
    }
    free(then);
    free(now);
    return changes != 0;
}
