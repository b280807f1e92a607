#include "step/resume.h"

#include "actor/context.h"
#include "actor/request.h"
#include "step/abandon.h"
#include "step/serve.h"

/* A wild write of the program may have hit the control block: it is looked at before anything in it is used. */
static void check_control(struct control *c, struct control *fixed)
{
    bool same = c->self == fixed->self && c->type == fixed->type && c->adapter == fixed->adapter && c->state == fixed->state &&
                (c->behaviour == fixed->behaviour || c->behaviour == became);
    if (!same || !arena_sane(c, fixed->actor)) {
        *c = *fixed;
        c->sp = NULL;
        running = c;
        abandon(KIND_MEMORY, "a wild write: it hit what the checker keeps for this actor", (struct hr_place){ 0 }, request.pc);
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
    struct control *before = running;
    void *before_sp = engine_sp;
    running = c;
    do {
        in_program = true;
        context_clear();
        context_switch(&engine_sp, c->sp);
        check_control(c, &fixed);
    } while (serve_request() == GO_ON);
    if (c->type != NULL && c->behaviour != &c->type->behaviour) {
        serve_refuse_misfits(c->type, c->behaviour);
    }
    running = before;
    engine_sp = before_sp;
}
