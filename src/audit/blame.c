#include "audit/blame.h"

#include <string.h>

#include "actor/arena.h"
#include "audit/audit_message.h"
#include "audit/compare.h"
#include "base/text.h"
#include "image/allocations.h"
#include "model/names.h"

static bool found(const struct audited *a, struct effects *once, struct finding f)
{
    f.pc = f.line == 0 ? a->code : 0;
    struct text t = text_in(f.actor, sizeof f.actor);
    if (a->actor != DRIVER) {
        names_label(a->actor, &t);
    }
    once->failed = true;
    once->finding = f;
    return false;
}

bool blame_hidden(const struct audited *a, struct effects *once, const char *what, const char *why)
{
    struct finding f = { .kind = KIND_NONDETERMINISM };
    struct text t = text_in(f.text, sizeof f.text);
    text_add(&t, what);
    text_add(&t, why);
    return found(a, once, f);
}

/* Whether the code does something else under these conditions. Differences on a saved stack may be in dead slots, and only go to
 * `also`. */
static bool differs(const struct audited *a, struct conditions under, const struct effects *base, struct effects *again,
                    struct compared *also)
{
    char why[300];
    struct text unused = text_in(why, sizeof why);
    uint64_t runs = execute_runs;
    a->run(a->what, under, again);
    execute_runs = runs;
    return !compare_effects(base, again, under.memory.fresh, also, &unused);
}

/* Narrows down, by halving, which unused bytes alone make the difference. */
static const unsigned char *narrow(const struct audited *a, struct conditions under, const struct effects *base, struct effects *again)
{
    enum { GRAIN = 16 };
    struct compared ignored;
    uintptr_t from, to;
    arenas_extent(&from, &to);
    while (to - from > GRAIN) {
        uintptr_t middle = from + (to - from) / 2;
        under.memory.from = (const unsigned char *)from;
        under.memory.to = (const unsigned char *)middle;
        if (differs(a, under, base, again, &ignored)) {
            to = middle;
            continue;
        }
        under.memory.from = (const unsigned char *)middle;
        under.memory.to = (const unsigned char *)to;
        if (!differs(a, under, base, again, &ignored)) {
            return NULL; /* bytes of both halves are needed */
        }
        from = middle;
    }
    return (const unsigned char *)(from & ~(uintptr_t)(GRAIN - 1));
}

/* The size of the block that has, or had, this address; 0: none is known. */
static size_t block_with(const unsigned char *address, const unsigned char **block)
{
    enum { BACK = 1 << 16 };
    for (size_t back = 0; back < BACK; back += 16) {
        size_t size = allocations_size(address - back);
        if (size != 0) {
            *block = address - back;
            return back < size ? size : 0;
        }
    }
    return 0;
}

static bool on_a_stack(const unsigned char *address)
{
    uint32_t actor;
    return arena_of(address, &actor) && address < arena_stack_top(actor);
}

/* Describes the memory that the step depends on. */
static void say_place(struct finding *f, struct text *t, const unsigned char *at, const char *of_stack)
{
    const unsigned char *block;
    if (at == NULL) {
        text_add(t, "several places");
    } else if (on_a_stack(at)) {
        text_add(t, of_stack);
    } else {
        size_t size = block_with(at, &block);
        if (size != 0) {
            text_printf(t, "a block of %zu byte%s", size, size == 1 ? "" : "s");
            f->allocated = allocations_code(block, size);
        } else {
            text_add(t, "the heap");
        }
    }
}

static bool use_after_free(const struct audited *a, const unsigned char *at, struct effects *once, const char *why)
{
    struct finding f = { .kind = KIND_MEMORY };
    struct text t = text_in(f.text, sizeof f.text);
    bool stack = at != NULL && on_a_stack(at);
    text_printf(
        &t, stack ? "a pointer that was kept too long: %s, with other bytes in " : "use after free: %s, with other bytes in freed memory: ",
        why);
    say_place(&f, &t, at, "an earlier message or in a local variable of an earlier handler");
    return found(a, once, f);
}

static bool uninitialised(const struct audited *a, const unsigned char *at, struct effects *once, const char *why)
{
    struct finding f = { .kind = KIND_MEMORY };
    struct text t = text_in(f.text, sizeof f.text);
    text_printf(&t, "uninitialised memory: %s, with other bytes where nothing was written: in ", why);
    say_place(&f, &t, at, "a local variable");
    return found(a, once, f);
}

bool blame(const struct audited *a, struct conditions under, const struct effects *base, struct effects *once, struct effects *again,
           const char *why)
{
    struct conditions same = { .memory = { .apart = under.memory.apart && a->is_step } };
    struct compared also;
    if (differs(a, same, base, again, &also) || also.stack_differs) {
        return blame_hidden(a, once, "the step depends on something hidden (a library's static, the time): run again, ", why);
    }
    struct conditions dead = under, fresh = under;
    dead.memory.fresh = fresh.memory.dead = 0;
    if (under.memory.dead != 0 && differs(a, dead, base, again, &also)) {
        return use_after_free(a, narrow(a, dead, base, again), once, why);
    }
    if (under.memory.fresh != 0 && differs(a, fresh, base, again, &also)) {
        struct finding f = { .kind = KIND_MEMORY };
        if (audit_message_unwritten(base, again, under.memory.fresh, &f)) {
            return found(a, once, f);
        }
        return uninitialised(a, narrow(a, fresh, base, again), once, why);
    }
    return blame_hidden(a, once, "the step depends on something hidden (uninitialised memory, a library's static, the time): run again, ",
                        why);
}

bool blame_apart(const struct audited *a, struct effects *once, const struct effects *base)
{
    struct finding f = { .kind = KIND_MEMORY };
    struct text t = text_in(f.text, sizeof f.text);
    text_add(&t, "use after free: when freed memory is not used again, it fails: ");
    text_add(&t, base->finding.text);
    return found(a, once, f);
}
