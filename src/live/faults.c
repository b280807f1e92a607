/* Faults, live: only a schedule that is forced has them. Where they may strike is counted as the checker counts it (step/faults.c,
 * step/partition.c), so that its n-th place is the same here. */
#include <string.h>

#include "base/answer.h"
#include "live/runtime.h"
#include "model/names.h"

enum { SEPARATED_MAX = 8 }; /* actors, as under the checker */

static struct {
    uint32_t places[FAULT_KINDS]; /* where a fault of this kind may strike, so far */
    uint32_t had;                 /* those that struck, as in base/fault.h */
    size_t count;                 /* the same as a number, with those that have no budget */
} struck;                         /* in the step under way */

static struct {
    hr_ref members[SEPARATED_MAX]; /* the actors that main() created, in this order */
    uint32_t count, begun, group;  /* `group`: the members on one side, as bits; 0: the network is whole */
    bool known;
} network;

bool live_force_strikes(enum fault_kind kind)
{
    if (!faults_fit(struck.had, fault_one(kind))) {
        return false;
    }
    bool strikes = live_force_answer(answer_of_fault(kind, ++struck.places[kind]));
    struck.had += strikes ? fault_one(kind) : 0;
    struck.count += strikes;
    return strikes;
}

bool live_force_all_struck(const struct answer *answers, size_t count)
{
    size_t wanted = 0;
    for (size_t i = 0; i < count; i++) {
        wanted += answer_is_fault(answers[i]) && answers[i].value != 0;
    }
    bool all = wanted == struck.count;
    memset(&struck, 0, sizeof struck);
    return all;
}

bool live_force_may_strike(const struct co *co)
{
    return faults.actors[0] == '\0' || faults_name(faults.actors, co->actor->type->behaviour.name);
}

/* ---- the network ---- */

static const struct hr_actor_type *type_of(hr_ref ref)
{
    struct found f = live_find(ref);
    return f.actor != NULL ? f.actor->type : f.ended != NULL ? f.ended->type : NULL;
}

static void find_members(void)
{
    network.known = true;
    for (hr_ref ref = NAMES_DRIVER_CHILD + 1; live_given_out(ref) && network.count < SEPARATED_MAX; ref++) {
        const struct hr_actor_type *type = type_of(ref);
        if (type != NULL && (faults.actors[0] == '\0' || faults_name(faults.actors, type->behaviour.name))) {
            network.members[network.count++] = ref;
        }
    }
}

/* The member that an actor is, or descends from, as a bit; 0: none, it is on both sides. */
static uint32_t member_of(hr_ref ref)
{
    struct found f = live_find(ref);
    const struct name *n = f.actor != NULL ? live_name(f.actor) : f.ended;
    while (n != NULL && n->parent != NULL) {
        n = n->parent;
    }
    for (uint32_t i = 0; n != NULL && i < network.count; i++) {
        if (network.members[i] == n->ref) {
            return (uint32_t)1 << i;
        }
    }
    return 0;
}

static bool is_between(uint32_t group, uint32_t one, uint32_t other)
{
    return ((group & one) != 0) != ((group & other) != 0);
}

/* Whether the network splits here, so that these two are on different sides. */
static bool splits_between(uint32_t one, uint32_t other)
{
    for (uint32_t group = 2; group < (uint32_t)1 << network.count && network.begun < faults.partitions; group += 2) {
        if (group != network.group && is_between(group, one, other) && live_force_strikes(FAULT_SPLIT)) {
            network.begun++;
            network.group = group;
            return true;
        }
    }
    return false;
}

static bool split_loses(hr_ref from, hr_ref to)
{
    if (faults.partitions == 0) {
        return false;
    }
    if (!network.known) {
        find_members();
    }
    uint32_t one = member_of(from), other = member_of(to);
    if (network.count < 2 || one == 0 || other == 0 || one == other) {
        return false;
    }
    if (splits_between(one, other)) {
        return true;
    }
    if (!is_between(network.group, one, other)) {
        return false;
    }
    if (live_force_strikes(FAULT_HEAL)) {
        network.group = 0;
        return false;
    }
    return true;
}

/* ---- messages ---- */

/* What is sent in a step of the schedule, over a wire. */
static bool is_exposed(const struct co *co, hr_ref to, const struct envelope *e)
{
    if (!live_running || !(co->forced || co->inside) || co->actor == NULL || e->type == NULL || to == e->sender) {
        return false;
    }
    return faults.messages[0] != '\0' ? faults_name(faults.messages, e->type->name) : (e->flags & (MESSAGE_CALL | MESSAGE_REPLY)) == 0;
}

bool live_force_loses(hr_ref to, const struct envelope *e, struct envelope **copy)
{
    const struct co *co = live_me()->co;
    *copy = NULL;
    if (!is_exposed(co, to, e)) {
        return false;
    }
    bool hit = live_force_may_strike(co), lost = split_loses(e->sender, to) || (hit && live_force_strikes(FAULT_LOSS));
    if (lost && (e->flags & MESSAGE_REPLY)) {
        live_force_misfit("live no answer is lost: replay it without --live");
        return false;
    }
    if (lost || !hit || !live_force_strikes(FAULT_TWICE)) {
        return lost;
    }
    if (e->flags != 0) {
        live_force_misfit("live no call and no answer comes twice: replay it without --live");
        return false;
    }
    *copy = live_envelope(e->type, e->data, e->size, 0);
    return false;
}
