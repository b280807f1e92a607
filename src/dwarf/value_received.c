/* An hr_received is shown as the message that it stands for. As a struct it would be three addresses. */
#include <dwarf.h>
#include <string.h>

#include "dwarf/value_node.h"
#include "harrier.h"

bool node_is_received(const struct node *n)
{
    const char *name = n->type.tag == DW_TAG_structure_type ? dwarf_diename(type_die(&n->type)) : NULL;
    return name != NULL && strcmp(name, "hr_received") == 0 && n->size == sizeof(hr_received);
}

/* HR_MESSAGE(Go) defines hr_type_Go. */
static bool type_name(const struct value_context *c, const struct hr_type *type, char *out, size_t size)
{
    static const char prefix[] = "hr_type_";
    uint64_t offset;
    if (!debuginfo_object(c->debug, (uint64_t)(uintptr_t)type, out, size, &offset, NULL) || offset != 0 ||
        strncmp(out, prefix, sizeof prefix - 1) != 0) {
        return false;
    }
    memmove(out, out + sizeof prefix - 1, strlen(out) - (sizeof prefix - 1) + 1);
    return true;
}

/* The struct that it points to, as long as the actor may look at it. */
static bool content(const struct printer *p, const char *name, const hr_received *m, struct node *out)
{
    const struct value_context *c = p->context;
    uint64_t address = (uint64_t)(uintptr_t)m->data;
    size_t more;
    if (p->brief || c->message_size == 0 || address == 0 || address != c->message) {
        return false;
    }
    const unsigned char *bytes = node_bytes(c, address, c->message_size, &more);
    return bytes != NULL && node_root(c, name, bytes, c->message_size, out);
}

bool value_print_received(struct printer *p, const struct node *n)
{
    char name[128];
    hr_received m;
    struct node inside;
    struct node sender = { .type = { .is_reference = true, .size = sizeof m.sender }, .bytes = (void *)&m.sender, .size = sizeof m.sender };
    if (!node_is_received(n)) {
        return false;
    }
    memcpy(&m, n->bytes, sizeof m);
    if (m.type == NULL && m.data == NULL && m.sender == HR_NOBODY) {
        text_add(p->out, "no message");
        return true;
    }
    if (!type_name(p->context, m.type, name, sizeof name)) {
        return false;
    }
    text_add(p->out, name);
    if (content(p, name, &m, &inside)) {
        p->depth++;
        value_print_node(p, &inside);
        p->depth--;
    }
    text_add(p->out, " from ");
    value_print_node(p, &sender);
    return true;
}
