#include "audit/compare.h"

#include <string.h>

#include "actor/arena.h"
#include "audit/audit_message.h"
#include "image/unwritten.h"
#include "model/names.h"

static bool is_state(const struct effect *e)
{
    return (e->kind == EFFECT_STATE || e->kind == EFFECT_CREATE) && e->size >= sizeof(struct control);
}

/* Where the saved stack begins in a state's image. Everything before has a known layout, but a stack has dead slots, where compilers
 * compute garbage from garbage. */
static size_t stack_begins(const struct effect *e)
{
    return is_state(e) ? e->size - e->of : e->size;
}

/* How many bytes at the beginning must always be equal: the control block. */
static size_t described(const struct effect *e)
{
    return is_state(e) ? sizeof(struct control) : 0;
}

/* The bits in which two bytes differ. True if each of them is zero in the first and the filling's in the second: then they were not
 * written. */
static bool unwritten_bits(unsigned char zero, unsigned char filled, unsigned char filling, unsigned *bits)
{
    *bits = zero ^ filled;
    return (zero & *bits) == 0 && (*bits & ~(unsigned)filling) == 0;
}

static bool bytes_same(const struct effect *zeros, const struct effect *filled, unsigned char filling, bool *partly, size_t *at)
{
    if (zeros->kind == EFFECT_SEND) {
        return audit_message_same(zeros, filled, filling, at);
    }
    const unsigned char *a = effect_bytes(zeros), *b = effect_bytes(filled);
    if (memcmp(a, b, zeros->size) == 0) {
        return true;
    }
    size_t exact = described(zeros);
    for (size_t i = 0; i < zeros->size; i++) {
        if (a[i] == b[i]) {
            continue;
        }
        unsigned bits;
        if (i < exact || !unwritten_bits(a[i], b[i], filling, &bits)) {
            *at = i;
            return false;
        }
        *partly = *partly || bits != filling;
    }
    return true;
}

static bool message_same(const struct message *a, const struct message *b)
{
    return a->type == b->type && a->sender == b->sender && a->flags == b->flags && a->timer == b->timer && a->clock == b->clock &&
           a->delay == b->delay;
}

static void name_effect(const struct effect *e, struct text *why)
{
    switch (e->kind) {
    case EFFECT_SEND:
        text_printf(why, "the content of %s sent to ", e->head.type != NULL ? e->head.type->name : "a reply");
        names_label(e->actor, why);
        break;
    case EFFECT_CREATE:
        text_add(why, "the first state of ");
        names_label(e->actor, why);
        break;
    case EFFECT_STATE: text_add(why, "the state that it leaves behind"); break;
    case EFFECT_SHARED: text_add(why, "shared memory"); break;
    case EFFECT_ANSWER: text_add(why, "the answer"); break;
    case EFFECT_PEEK: text_add(why, "which actor it looks at"); break;
    default: text_add(why, "what it does");
    }
}

static bool head_same(const struct effect *a, const struct effect *b, struct text *why)
{
    bool same = a->kind == b->kind && a->actor == b->actor && a->of == b->of && a->number == b->number;
    same = same && (a->size == b->size || a->kind == EFFECT_NOTE);
    if (same && a->kind == EFFECT_SEND) {
        same = message_same(&a->head, &b->head);
    }
    if (!same && a->kind == EFFECT_ANSWER && b->kind == EFFECT_ANSWER) {
        text_add(why, "the answer differs");
    } else if (!same) {
        text_add(why, "it does not do the same things: other messages, actors, choices, or memory of another size");
    }
    return same;
}

static bool effect_same(const struct effect *a, const struct effect *b, unsigned char filling, struct compared *also, struct text *why)
{
    if (!head_same(a, b, why)) {
        return false;
    }
    size_t at;
    if (a->kind != EFFECT_NOTE && !bytes_same(a, b, filling, &also->partly_written, &at)) {
        if (a->kind != EFFECT_SEND && at >= stack_begins(a)) {
            also->stack_differs = true;
            return true;
        }
        name_effect(a, why);
        text_add(why, " differs");
        return false;
    }
    return true;
}

bool compare_effects(const struct effects *zeros, const struct effects *filled, unsigned char filling, struct compared *also,
                     struct text *why)
{
    *also = (struct compared){ 0 };
    if (zeros->failed || filled->failed) {
        bool same = zeros->failed == filled->failed && zeros->finding.kind == filled->finding.kind;
        if (!same) {
            text_add(why, "it fails only sometimes: ");
            text_add(why, zeros->failed ? zeros->finding.text : filled->finding.text);
        }
        return same;
    }
    const struct effect *a = effects_next(zeros, NULL), *b = effects_next(filled, NULL);
    for (; a != NULL && b != NULL; a = effects_next(zeros, a), b = effects_next(filled, b)) {
        if (!effect_same(a, b, filling, also, why)) {
            return false;
        }
    }
    if (a != b) {
        text_add(why, "it does more in one run than in the other");
    }
    return a == NULL && b == NULL;
}

/* ---- what was never written ---- */

/* The same state after runs with different fillings. */
struct runs {
    const unsigned char *zeros, *filled, *inverse; /* its bytes; inverse may be NULL */
    unsigned char filling;
};

/* Which bits of a byte were not written. */
static unsigned char missing(const struct runs *r, size_t i)
{
    unsigned bits, rest = 0;
    if (!unwritten_bits(r->zeros[i], r->filled[i], r->filling, &bits)) {
        return 0;
    }
    if (r->inverse == NULL) {
        return bits == r->filling ? 0xff : 0;
    }
    return unwritten_bits(r->zeros[i], r->inverse[i], (unsigned char)~r->filling, &rest) ? (unsigned char)(bits | rest) : 0;
}

/* Notes holes in the bytes from `from` to `to` of an image, whose place in the arena is `place`. */
static void note_holes(struct effect *e, const struct runs *r, size_t from, size_t to, const unsigned char *place)
{
    for (size_t i = from; i < to;) {
        unsigned char bits = missing(r, i);
        size_t n = 1;
        while (bits != 0 && i + n < to && missing(r, i + n) == bits) {
            n++;
        }
        if (bits != 0) {
            unwritten_add(&e->holes, place + (i - from), n, bits);
        }
        i += n;
    }
}

void compare_unwritten(struct effects *zeros, const struct effects *filled, const struct effects *inverse, unsigned char filling)
{
    unwritten_clear();
    if (zeros->failed || filled->failed) {
        return;
    }
    const struct effect *b = effects_next(filled, NULL), *third = inverse != NULL ? effects_next(inverse, NULL) : NULL;
    for (const struct effect *a = effects_next(zeros, NULL); a != NULL && b != NULL;
         a = effects_next(zeros, a), b = effects_next(filled, b), third = third != NULL ? effects_next(inverse, third) : NULL) {
        if (!is_state(a) || a->size != b->size) {
            continue;
        }
        struct effect *e = (struct effect *)(uintptr_t)a;
        const struct control *c = (const struct control *)effect_bytes(a);
        size_t stack = stack_begins(a);
        e->holes = (struct holes){ 0 }; /* replaces the result of an earlier comparison */
        struct runs r = { effect_bytes(a), effect_bytes(b), third != NULL ? effect_bytes(third) : NULL, filling };
        note_holes(e, &r, sizeof *c, sizeof *c + (size_t)(c->heap.top - c->heap.start), c->heap.start);
        note_holes(e, &r, stack, a->size, c->sp);
    }
}
