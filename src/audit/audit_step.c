/* The audit of a step. */
#include "audit/audit.h"

#include "actor/adapter.h"
#include "actor/arena.h"
#include "audit/leftover.h"
#include "model/local.h"

static void run_step(const void *what, struct conditions under, struct effects *out)
{
    execute_step(what, under, out);
}

/* Whether a word in the state of an actor whose stack is empty looks like a pointer to its stack: to a message, or to a local
 * variable of an earlier handler. */
static bool keeps_pointers(uint32_t local)
{
    size_t size;
    const unsigned char *image = local_image(local, &size);
    const struct control *c = (const struct control *)image;
    uint64_t from = (uintptr_t)arena_stack_bottom(c->actor), bytes = (uintptr_t)arena_stack_top(c->actor) - from;
    for (size_t i = sizeof *c; i + sizeof(uint64_t) <= size && c->sp == NULL; i += sizeof(uint64_t)) {
        uint64_t word = *(const uint64_t *)(image + i);
        if (word - from < bytes) {
            return true;
        }
    }
    return false;
}

uint64_t audit_code(const struct step *s)
{
    size_t size;
    return (uint64_t)(uintptr_t)adapter_describe(local_image(s->local, &size), message_get(s->message)->type);
}

bool audit_step(const struct step *s, bool thorough, struct effects *once, struct effects *again)
{
    struct audited a = { .run = run_step,
                         .what = s,
                         .actor = local_get(s->local)->actor,
                         .is_step = true,
                         .code = audit_code(s),
                         .keeps_pointers = keeps_pointers(s->local) };
    bool well = audit(&a, thorough, once, again);
    if (well && thorough && !once->failed) {
        audit_leftover_remember(s);
    }
    return well;
}
