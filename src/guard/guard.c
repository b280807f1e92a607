#include "guard/guard.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "actor/arena.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/fence.h"
#include "guard/printed.h"
#include "guard/traps.h"
#include "model/names.h"
#include "process/objects.h"

struct guard guard;

void guard_tell(struct board *board)
{
    guard.board = board;
}

void guard_init(struct board *board)
{
    fence_init(board);
    traps_init(&board->job);
}

bool guard_put_back(struct finding *out)
{
    struct finding unused;
    if (!guard.ran) {
        return false;
    }
    guard.ran = false;
    printed_capture(); /* stdio's buffers are about to be put back: first take what they hold */
    return fence_put_back(out != NULL, out != NULL ? out : &unused);
}

bool guard_in_program_text(uint64_t pc)
{
    return objects_own_code(pc);
}

void guard_return_addresses(const uint64_t *words, size_t count, uint64_t callers[8])
{
    int found = 0;
    for (size_t i = 0; i < count && found < 8; i++) {
        uint64_t w = words[i];
        if (guard_in_program_text(w) && guard_in_program_text(w - 8) && context_follows_call((const unsigned char *)(uintptr_t)w)) {
            callers[found++] = w - 1;
        }
    }
}

void guard_callers(uint32_t actor, uint64_t sp, uint64_t callers[8])
{
    const uint64_t *top = (const uint64_t *)arena_stack_top(actor);
    if (sp >= (uint64_t)(uintptr_t)top) {
        return;
    }
    if (sp < (uint64_t)(uintptr_t)arena_stack_bottom(actor)) {
        sp = (uint64_t)(uintptr_t)arena_stack_bottom(actor); /* the stack has overflowed */
    }
    const uint64_t *from = (const uint64_t *)(uintptr_t)(sp & ~(uint64_t)7);
    guard_return_addresses(from, (size_t)(top - from), callers);
}

/* What a fault at this address means. */
void guard_explain(struct finding *f, const void *address, uint64_t sp, bool write)
{
    struct text t = text_in(f->text, sizeof f->text);
    uint32_t owner;
    bool near_stack;
    f->address = (uint64_t)(uintptr_t)address;
    bool below = border.running != NULL && sp < (uint64_t)(uintptr_t)arena_stack_bottom(border.running->actor) &&
                 sp + ((size_t)1 << 32) > (uint64_t)(uintptr_t)arena_stack_bottom(border.running->actor);
    if (below || (border.running != NULL && arena_is_stack_guard(address) && arena_of(address, &owner) && owner == border.running->actor)) {
        f->kind = KIND_STACK;
        f->address = 0;
        text_add(&t, "stack overflow: deep recursion or a large local array (--stack gives more room)");
    } else if (border.running != NULL && arena_is_above_stack(address, &near_stack) && arena_of(address, &owner) &&
               owner == border.running->actor) {
        f->kind = KIND_MEMORY;
        f->address = 0;
        text_printf(&t,
                    near_stack ? "stack buffer overflow: it %s beyond the top of its stack, across all that lies on it"
                               : "it %s far before the beginning of its first block",
                    write ? "writes" : "reads");
    } else if (arena_of(address, &owner)) {
        f->kind = KIND_ISOLATION;
        text_printf(&t, "%s memory that belongs to ", write ? "writes" : "reads");
        if (owner < names_count() && (border.running == NULL || owner != border.running->actor)) {
            names_label(owner, &t);
        } else {
            text_add(&t, "no actor");
        }
    } else if (write) {
        fence_explain(f->address, f);
    }
}

bool guard_main_runs(void)
{
    return guard.board->state == RUN_STARTED;
}

static void end_with(enum run_state state, const char *why, int status) __attribute__((noreturn));
static void end_with(enum run_state state, const char *why, int status)
{
    border.in_program = false;
    if (guard.board != NULL && guard.board->state != RUN_BROKEN) {
        struct text t = text_in(guard.board->why, sizeof guard.board->why);
        text_add(&t, why);
        guard.board->state = state;
    }
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

void guard_unusable(const char *why)
{
    end_with(RUN_UNUSABLE, why, 2);
}

void guard_broken(const char *why)
{
    end_with(RUN_BROKEN, why, 99);
}
