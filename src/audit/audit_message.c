#include "audit/audit_message.h"

#include <string.h>

#include "image/regions.h"

/* A search for the piece of a message that contains a byte. */
struct sought {
    const unsigned char *byte;
    struct region found; /* outline NULL: the byte is between two pieces */
};

static bool is_sought(void *user, const struct region *r)
{
    struct sought *s = user;
    if (s->byte >= r->bytes && s->byte < r->bytes + r->size) {
        s->found = *r;
        return false;
    }
    return true;
}

static struct region region_of(const struct effect *e, size_t at)
{
    unsigned char *block = (unsigned char *)(uintptr_t)effect_bytes(e); /* only read */
    struct sought s = { .byte = block + at };
    regions_each(e->head.type, block, is_sought, &s);
    return s.found;
}

/* Whether a byte that holds the run's filling in both runs, at least in some bits, is one that need not have been written. */
static bool may_be_unwritten(const struct effect *a, const struct effect *b, unsigned char filling, size_t at)
{
    struct region r = region_of(a, at), p = region_of(b, at);
    if (r.outline == NULL || p.outline != r.outline || !r.outline->known || r.outline->size == 0) {
        return effect_bytes(a)[at] == 0 && effect_bytes(b)[at] == filling;
    }
    bool is_text = r.part != NULL && r.part->kind == HR_PART_STRING; /* a text ends at its terminating 0 */
    size_t offset = (size_t)(effect_bytes(a) + at - r.bytes), element = offset - offset % r.outline->size;
    return !is_text && outline_may_be_unwritten(r.outline, r.bytes + element, offset - element) &&
           outline_may_be_unwritten(p.outline, p.bytes + element, offset - element);
}

bool audit_message_same(const struct effect *zeros, const struct effect *filled, unsigned char filling, size_t *unwritten)
{
    if (zeros->head.type == NULL) { /* written by the engine itself */
        *unwritten = SIZE_MAX;
        return memcmp(effect_bytes(zeros), effect_bytes(filled), zeros->size) == 0;
    }
    const unsigned char *zero = effect_bytes(zeros), *other = effect_bytes(filled);
    *unwritten = SIZE_MAX;
    for (size_t i = 0; i < zeros->size; i++) {
        if (zero[i] == other[i]) {
            continue;
        }
        unsigned differ = zero[i] ^ other[i];
        bool is_filling = (zero[i] & differ) == 0 && (differ & ~(unsigned)filling) == 0; /* perhaps in some bits only */
        if (!is_filling || !may_be_unwritten(zeros, filled, filling, i)) {
            *unwritten = is_filling && other[i] == filling ? i : SIZE_MAX; /* single bits may have been computed instead */
            return false;
        }
    }
    return true;
}

static void describe(const struct effect *e, size_t at, struct finding *out)
{
    struct region r = region_of(e, at);
    size_t offset = (size_t)(effect_bytes(e) + at - r.bytes);
    char name[120];
    struct text field = text_in(name, sizeof name), t = text_in(out->text, sizeof out->text);
    outline_field_name(r.outline, r.outline->size != 0 ? offset % r.outline->size : 0, &field);
    text_printf(&t, "the message %s is sent with ", e->head.type->name);
    if (name[0] != '\0') {
        text_printf(&t, "its field %s uninitialised", name);
    } else {
        text_printf(&t, "its byte %zu uninitialised", offset);
    }
    if (r.part != NULL) {
        text_add(&t, " (in what its pointers carry)");
    }
    out->line = (int)e->of;
    if (e->number != 0) {
        t = text_in(out->file, sizeof out->file);
        text_add(&t, (const char *)(uintptr_t)e->number);
    }
}

bool audit_message_unwritten(const struct effects *zeros, const struct effects *filled, unsigned char filling, struct finding *out)
{
    const struct effect *a = effects_next(zeros, NULL), *b = effects_next(filled, NULL);
    for (; a != NULL && b != NULL && a->kind == b->kind; a = effects_next(zeros, a), b = effects_next(filled, b)) {
        size_t unwritten;
        bool comparable = a->kind == EFFECT_SEND && a->head.type == b->head.type && a->size == b->size;
        if (comparable && !audit_message_same(a, b, filling, &unwritten)) {
            if (unwritten != SIZE_MAX) {
                describe(a, unwritten, out);
            }
            return unwritten != SIZE_MAX;
        }
    }
    return false;
}
