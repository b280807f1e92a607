#include "step/around.h"
#include "step/abandon.h"

#include <errno.h>

#include "actor/context.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/garbage.h"
#include "guard/guard.h"
#include "guard/held.h"
#include "guard/leftovers.h"
#include "guard/printed.h"
#include "image/allocations.h"
#include "image/image.h"
#include "image/unwritten.h"
#include "model/names.h"
#include "step/memory.h"
#include "step/serve.h"

/* A global, like the arenas. */
static struct {
    const struct job *job;
    uint32_t opened; /* the one open arena; it stays open as long as steps of the same actor follow each other */
    struct sight sight;
} around;

void around_init(const struct job *job)
{
    around.job = job;
    around.opened = NO_ACTOR;
}

bool around_guards(void)
{
    return around.job->guards;
}

struct sight *around_sight(void)
{
    return &around.sight;
}

void around_open_only(uint32_t actor)
{
    if (!around.job->guards || around.opened == actor) {
        return;
    }
    if (around.opened != NO_ACTOR) {
        arena_access(around.opened, ARENA_CLOSED);
    }
    if (actor != NO_ACTOR) {
        arena_access(actor, ARENA_OPEN);
    }
    around.opened = actor;
}

void around_begin(struct effects *out, uint32_t actor, struct conditions under)
{
    effects_clear(out);
    guard.step++;
    guard.stepping = true;
    guard.ran = true;
    guard.overdue = false;
    garbage_begin();
    errno = 0;
    context_reset_fpu();
    if (actor != DRIVER) {
        sight_leave_to(&around.sight, actor);
    } else if (around.job->guards && around.opened != NO_ACTOR && around.opened != DRIVER) {
        sight_take(&around.sight, around.opened);
        around.opened = NO_ACTOR;
    }
    around_open_only(actor);
    heaps.filling = under.memory;
    memory_begin();
    bool usual = under.memory.fresh == 0 && under.memory.dead == 0 && !under.memory.apart && under.leftover == 0;
    leftovers_begin(usual);
    if (under.leftover != 0) {
        leftovers_bring_back(under.leftover);
    }
}

void around_loaded(struct control *c, uint32_t local)
{
    if (heaps.filling.fresh != 0) {
        unwritten_fill(local);
    }
    memory_prepare(c);
}

void around_ran(struct control *c)
{
    printed_capture(); /* before the blocks of stdio's buffers are freed below */
    c->held = held_now();
    garbage_free(c);
}

void around_end(struct effects *out)
{
    guard_put_back(NULL);
    border.running = NULL;
    border.in_program = false;
    guard.stepping = false;
    out->no_room = heaps.filling.full;
    heaps.filling = (struct heap_filling){ 0 };
    allocations_keep();
}

void around_abandoned(struct effects *out)
{
    struct control *who = border.running;
    context_reset_fpu(); /* the step may have been interrupted anywhere */
    out->failed = true;
    out->finding = guard.finding;
    if (serving.packing) {
        serving.packing = false;
        out->finding.line = border.request.place.line;
        struct text t = text_in(out->finding.file, sizeof out->finding.file);
        text_add(&t, border.request.place.file);
    }
    if (who != NULL && who->type != NULL) {
        struct text t = text_in(out->finding.actor, sizeof out->finding.actor);
        names_label(who->actor, &t);
        if (around.job->guards && who->actor != around.opened) {
            arena_access(who->actor, ARENA_CLOSED); /* it was being created, while its creator's arena was closed */
            around.opened = NO_ACTOR;
        }
    }
    image_distrust();
}

void around_check(struct control *c, uint64_t code)
{
    struct finding written;
    if (guard_put_back(&written)) {
        written.pc = code;
        guard.finding = written;
        border.running = c;
        _longjmp(guard.jump, 1);
    }
}
