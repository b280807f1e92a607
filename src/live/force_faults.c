/* Faults of a step that is forced: messages that are lost or come twice. Where they may strike is counted as the checker counts it (step/faults.c). */
#include <string.h>

#include "live/runtime.h"

/* What is sent in a step of the schedule, over a wire. */
static bool is_exposed(const struct co *co, hr_ref to, const struct envelope *e)
{
    if (!(co->forced || co->inside) || co->actor == NULL || e->type == NULL || to == e->sender) {
        return false;
    }
    if (faults.actors[0] != '\0' && !faults_name(faults.actors, co->actor->type->behaviour.name)) {
        return false;
    }
    return faults.messages[0] != '\0' ? faults_name(faults.messages, e->type->name) : (e->flags & (MESSAGE_CALL | MESSAGE_REPLY)) == 0;
}

bool live_force_loses(hr_ref to, const struct envelope *e, struct envelope **copy)
{
    *copy = NULL;
    if (!is_exposed(live_me()->co, to, e)) {
        return false;
    }
    bool lost = live_force_strikes(FAULT_LOSS);
    if (lost && (e->flags & MESSAGE_REPLY)) {
        live_force_misfit("live no answer is lost");
        return false;
    }
    if (lost || !live_force_strikes(FAULT_TWICE)) {
        return lost;
    }
    if (e->flags != 0) {
        live_force_misfit("live no call and no answer comes twice");
        return false;
    }
    *copy = live_envelope(e->type, e->data, e->size, 0);
    return false;
}
