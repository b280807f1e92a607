#include "step/audit.h"

#include <string.h>

#include "model/names.h"
#include "step/guard.h"

/* Where the saved stack begins in a state's image: what comes before is all described by somebody, but a stack has dead slots,
 * and compilers compute garbage from garbage there. */
static size_t stack_begins(const struct effect *e)
{
    return e->kind == EFFECT_STATE || e->kind == EFFECT_CREATE ? e->size - e->of : e->size;
}

static bool bytes_same(const unsigned char *zero, const unsigned char *poisoned, size_t size, size_t *at)
{
    for (size_t i = 0; i < size; i++) {
        bool unwritten = zero[i] == 0 && poisoned[i] == AUDIT_POISON;
        if (zero[i] != poisoned[i] && !unwritten) {
            *at = i;
            return false;
        }
    }
    return true;
}

static bool message_same(const struct message *a, const struct message *b)
{
    return a->type == b->type && a->sender == b->sender && a->flags == b->flags && a->timer == b->timer && a->due == b->due;
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
    case EFFECT_STATE:
        text_add(why, "the state that it leaves behind");
        break;
    case EFFECT_SHARED:
        text_add(why, "shared memory");
        break;
    default:
        text_add(why, "what it does");
    }
}

static bool effect_same(const struct effect *a, const struct effect *b, bool *stack_differs, struct text *why)
{
    bool head = a->kind == b->kind && a->actor == b->actor && a->size == b->size && a->of == b->of && a->number == b->number;
    if (head && a->kind == EFFECT_SEND) {
        head = message_same(&a->head, &b->head);
    }
    if (!head) {
        text_add(why, "it does not do the same things: other messages, actors, choices, or memory of another size");
        return false;
    }
    size_t at;
    if (a->kind != EFFECT_NOTE && !bytes_same(effect_bytes(a), effect_bytes(b), a->size, &at)) {
        if (at >= stack_begins(a)) {
            *stack_differs = true;
            return true;
        }
        name_effect(a, why);
        text_add(why, " differs");
        return false;
    }
    return true;
}

bool audit_same(const struct effects *zeros, const struct effects *poisoned, bool *stack_differs, struct text *why)
{
    *stack_differs = false;
    if (zeros->failed || poisoned->failed) {
        bool same = zeros->failed == poisoned->failed && zeros->finding.kind == poisoned->finding.kind;
        if (!same) {
            text_add(why, "it fails only sometimes: ");
            text_add(why, zeros->failed ? zeros->finding.text : poisoned->finding.text);
        }
        return same;
    }
    const struct effect *a = effects_next(zeros, NULL), *b = effects_next(poisoned, NULL);
    for (; a != NULL && b != NULL; a = effects_next(zeros, a), b = effects_next(poisoned, b)) {
        if (!effect_same(a, b, stack_differs, why)) {
            return false;
        }
    }
    if (a != b) {
        text_add(why, "it does more in one run than in the other");
    }
    return a == NULL && b == NULL;
}

static bool is_hang(const struct effects *done)
{
    return done->failed && done->finding.kind == KIND_HANG;
}

static void rerun(const struct step *s, struct conditions under, struct effects *out)
{
    execute_step(s, under, out);
    execute_runs--;
}

/* Makes the finding the outcome of the step; false, as its caller returns. */
static bool found(const struct step *s, struct effects *once, const char *what, const char *why)
{
    once->failed = true;
    once->finding = (struct finding){ .kind = KIND_NONDETERMINISM };
    struct text t = text_in(once->finding.text, sizeof once->finding.text);
    text_add(&t, what);
    text_add(&t, why);
    t = text_in(once->finding.actor, sizeof once->finding.actor);
    names_label(local_get(s->local)->actor, &t);
    return false;
}

bool audit_step(const struct step *s, struct effects *once, struct effects *again)
{
    execute_step(s, (struct conditions){ 0 }, once);
    if (guard_untrusted || is_hang(once)) {
        return true; /* left inside a library, whose locks may be held, or stopped anywhere: a second run would say nothing */
    }
    rerun(s, (struct conditions){ .poison = AUDIT_POISON, .leftovers = true }, again);
    char why[300];
    struct text t = text_in(why, sizeof why);
    if (is_hang(again)) {
        return true; /* how long a step takes is no matter of the program's alone */
    }
    bool stack_differs, same = audit_same(once, again, &stack_differs, &t);
    if (!same) { /* because of libc's data alone? */
        struct text unused = text_in(why + sizeof why - 1, 1);
        bool ignored;
        rerun(s, (struct conditions){ .poison = AUDIT_POISON }, again);
        if (audit_same(once, again, &ignored, &unused)) {
            return found(s, once, "the step depends on what an earlier step left behind inside the C library (strtok, setenv, what is set up at the first use) or one that is restored: with that, ", why);
        }
    }
    if (same && stack_differs) {
        /* Garbage of the compiler's, or a hidden input that waits on the stack? The former is the same over the same bytes. */
        rerun(s, (struct conditions){ 0 }, again);
        same = audit_same(once, again, &stack_differs, &t) && !stack_differs;
        text_add(&t, same ? "" : "its saved stack differs");
    }
    if (same) {
        return true;
    }
    return found(s, once, "the step depends on something hidden (uninitialised memory, a library's static, the time): run again, ", why);
}
