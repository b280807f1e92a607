#include "step/resume.h"

#include "actor/context.h"
#include "actor/request.h"
#include "guard/guard.h"
#include "step/abandon.h"
#include "step/serve.h"

/* A wild write of the program may have damaged the control block, so it is checked before anything in it is used. */
static void check_control(struct control *c, struct control *fixed)
{
    bool same = c->self == fixed->self && c->type == fixed->type && c->adapter == fixed->adapter && c->state == fixed->state &&
                (c->behaviour == fixed->behaviour || c->behaviour == border.became);
    if (!same || !arena_sane(c, fixed->actor)) {
        *c = *fixed;
        c->sp = NULL;
        border.running = c;
        abandon(KIND_MEMORY, "a wild write: it hit what the checker keeps for this actor", (struct hr_place){ 0 }, border.request.pc);
    }
    fixed->behaviour = c->behaviour;
}

void resume_actor(struct control *c)
{
    struct control fixed = { .self = c->self,
                             .actor = c->actor,
                             .status = c->status,
                             .type = c->type,
                             .behaviour = c->behaviour,
                             .adapter = c->adapter,
                             .state = c->state };
    struct control *before = border.running;
    void *before_sp = border.engine_sp;
    border.running = c;
    do {
        border.in_program = true;
        guard.ran = true;
        context_clear_wide();
        context_clear();
        context_change_modes(context_default_modes, border.modes);
        context_switch(&border.engine_sp, c->sp);
        const char *damage = context_restore_thread();
        if (context_restore_keys()) {
            damage = "changes what protection keys allow (wrpkru)";
        }
        check_control(c, &fixed);
        if (damage != NULL) {
            abandon(KIND_ISOLATION, damage, (struct hr_place){ 0 }, border.request.pc);
        }
    } while (serve_request() == GO_ON);
    if (c->type != NULL && c->behaviour != &c->type->behaviour) {
        serve_refuse_misfits(c->type, c->behaviour);
    }
    border.running = before;
    border.engine_sp = before_sp;
}
