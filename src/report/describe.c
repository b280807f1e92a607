#include "report/describe.h"

#include <string.h>

#include "dwarf/value.h"
#include "model/message.h"
#include "trace/recording.h"

static struct value_context context_of(struct debuginfo *d, struct actors *names, struct value_memory *memory, const struct record *r,
                                       bool whole)
{
    *memory = (struct value_memory){ .address = r->address, .bytes = r->bytes, .size = r->size };
    return (
        struct value_context){ .debug = d, .memory = memory, .memory_count = 1, .actor_name = actors_name, .user = names, .whole = whole };
}

void describe_message(struct debuginfo *d, struct actors *names, const struct record *r, bool whole, struct text *out)
{
    if (r->b & MESSAGE_FAILURE) {
        int reason = 0;
        memcpy(&reason, r->bytes, r->size < sizeof reason ? r->size : sizeof reason);
        text_printf(out, "failure(%d)", reason);
        return;
    }
    struct value_memory memory;
    struct value_context c = context_of(d, names, &memory, r, whole);
    text_add(out, r->b & MESSAGE_REPLY ? "reply " : r->b & MESSAGE_TIMER ? "timer " : "");
    text_add(out, r->text3);
    if (r->struct_size != 0) {
        value_print_struct(&c, r->text3, r->bytes, r->struct_size, out);
    }
}

const unsigned char *describe_struct(const struct record *r)
{
    bool inside = r->a >= r->address && r->c <= r->size && r->a - r->address <= r->size - r->c;
    return inside ? r->bytes + (r->a - r->address) : NULL;
}

void describe_state(struct debuginfo *d, struct actors *names, const struct record *r, bool whole, struct text *out)
{
    const unsigned char *bytes = describe_struct(r);
    text_printf(out, "%s %s", r->text1, r->text3);
    if (bytes != NULL && r->c != 0) {
        struct value_memory memory;
        struct value_context c = context_of(d, names, &memory, r, whole);
        text_char(out, ' ');
        value_print_struct(&c, r->text2, bytes, r->c, out);
    }
}

bool describe_changes(struct debuginfo *d, struct actors *names, const struct record *before, const struct record *after, struct text *out)
{
    const unsigned char *old = describe_struct(before), *new = describe_struct(after);
    if (old == NULL || new == NULL || before->c != after->c) {
        return false;
    }
    struct value_memory m1, m2;
    struct value_context c1 = context_of(d, names, &m1, before, false), c2 = context_of(d, names, &m2, after, false);
    return value_print_changes(&c1, &c2, after->text2, old, new, after->c, out) != 0;
}
