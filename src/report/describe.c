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
    return s->stack.size != 0 ? locals_read(c, &stack, &(struct locals_of){ s->type, s->address }) : NULL;
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

void describe_state(struct debuginfo *d, struct actors *names, const struct record_state *s, bool whole, struct text *out)
{
    const unsigned char *bytes = describe_struct(s);
    struct value_memory memory;
    struct value_context c = context_of(d, names, &memory, &s->heap, whole);
    text_printf(out, "%s %s", s->actor, s->status);
    if (bytes != NULL && s->size != 0) {
        text_char(out, ' ');
        value_print_struct(&c, s->type, bytes, s->size, out);
    }
    add_locals(&c, s, out);
}

bool describe_changes(struct debuginfo *d, struct actors *names, const struct record_state *before, const struct record_state *after,
                      struct text *out)
{
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
