/* Faults that strike in a step: at each place where one may, the answer says whether it does. */
#include "actor/request.h"
#include "model/names.h"
#include "step/partition.h"
#include "step/serve_parts.h"

bool serve_may_go_wrong(void)
{
    return faults.on && server.board->state == RUN_EXPLORING && !serving.setting_up && !serving.quiet;
}

bool serve_may_strike(const struct control *c)
{
    return serve_may_go_wrong() && c != NULL && (faults.actors[0] == '\0' || faults_name(faults.actors, c->type->behaviour.name));
}

bool serve_strikes(enum fault_kind kind, struct effect what)
{
    if (!faults_fit(serving.faults, fault_one(kind))) {
        return false; /* one execution may not have so many, so this step may not */
    }
    if (serving.faults_offered == FAULTS_MAX) {
        server.board->choices_left = true;
        return false;
    }
    serving.faults_offered++;
    what.kind = EFFECT_FAULT;
    what.of = 2;
    what.place = answer_of_fault(kind, ++serving.fault_places[kind]);
    what.number = answer_late(serving.choices, serving.choice_count, what.place);
    effects_add(serving.out, &what);
    serving.faults += what.number != 0 ? fault_one(kind) : 0;
    return what.number != 0;
}

/* Calls and answers are spared unless they are named; what an actor sends to itself is on no wire. */
static bool is_exposed(uint32_t to, const struct message *head)
{
    if (to == head->sender || to == DRIVER) {
        return false;
    }
    return faults.messages[0] != '\0' ? faults_name(faults.messages, head->type->name)
                                      : (head->flags & (MESSAGE_CALL | MESSAGE_REPLY)) == 0;
}

void serve_log_or_lose(uint32_t to, const struct message *head, const void *bytes)
{
    struct effect what = { .actor = to, .head = { .type = head->type, .sender = head->sender, .flags = head->flags } };
    bool exposed = faults.on && is_exposed(to, head), hit = exposed && serve_may_strike(border.running);
    if (exposed && partition_loses(to, head)) {
        return;
    }
    if (hit && serve_strikes(FAULT_LOSS, what)) {
        return;
    }
    serve_log(to, head, bytes);
    if (hit && serve_strikes(FAULT_TWICE, what)) {
        serve_log(to, head, bytes);
    }
}
