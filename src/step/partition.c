#include "step/partition.h"

#include <string.h>

#include "base/mutant.h"
#include "model/names.h"
#include "process/declared.h"
#include "step/serve_parts.h"

static bool is_member(uint32_t actor)
{
    const struct actor_name *name = names_get(actor);
    return name->parent == DRIVER && (faults.actors[0] == '\0' || faults_name(faults.actors, name->type->behaviour.name));
}

bool partition_begin(void)
{
    for (uint32_t a = 1; a < names_count(); a++) {
        if (!is_member(a)) {
            continue;
        }
        if (server.partition.count == PARTITION_ACTORS) {
            return false;
        }
        server.partition.members[server.partition.count++] = a;
    }
    return declared_add(&server.partition.now, sizeof server.partition.now);
}

/* The member that an actor is, or descends from, as a bit; 0: none, it is on both sides. */
static uint32_t member_of(uint32_t actor)
{
    while (actor != DRIVER && names_get(actor)->parent != DRIVER) {
        actor = names_get(actor)->parent;
    }
    for (uint32_t i = 0; i < server.partition.count; i++) {
        if (server.partition.members[i] == actor) {
            return (uint32_t)1 << i;
        }
    }
    return 0;
}

static bool is_between(uint32_t group, uint32_t one, uint32_t other)
{
    return ((group & one) != 0) != ((group & other) != 0);
}

void partition_names(uint32_t group, struct text *out)
{
    const char *before = "";
    for (uint32_t i = 0; i < server.partition.count; i++) {
        if (group >> i & 1) {
            text_add(out, before);
            names_label(server.partition.members[i], out);
            before = ", ";
        }
    }
}

static bool strikes(enum fault_kind kind, uint32_t group)
{
    return serve_strikes(kind,
                         (struct effect){ .actor = group, .head = { .sender = ~group & (((uint32_t)1 << server.partition.count) - 1) } });
}

/* Whether the network splits here, so that these two are on different sides. */
static bool splits_between(uint32_t one, uint32_t other)
{
    for (uint32_t group = 2; group < (uint32_t)1 << server.partition.count && server.partition.now.begun < faults.partitions; group += 2) {
        if (group != server.partition.now.group && is_between(group, one, other) && strikes(FAULT_SPLIT, group)) {
            server.partition.now.begun++;
            server.partition.now.group = group;
            return true;
        }
    }
    return false;
}

static void tell(uint32_t to, const struct message *head)
{
    char words[600];
    struct text t = text_in(words, sizeof words);
    text_printf(&t, "the network is split: the message %s to ", message_name(head));
    names_label(to, &t);
    text_add(&t, " is lost");
    memcpy(effects_add(serving.out, &(struct effect){ .kind = EFFECT_NOTE, .size = (uint32_t)t.length }), words, t.length);
}

bool partition_loses(uint32_t to, const struct message *head)
{
    if (server.partition.count < 2 || !serve_may_go_wrong()) {
        return false;
    }
    uint32_t one = member_of(head->sender), other = member_of(to);
    if (one == 0 || other == 0 || one == other) {
        return false;
    }
    bool lost = splits_between(one, other);
    if (!lost && is_between(server.partition.now.group, one, other)) {
        lost = !RULE("fault-heal") || !strikes(FAULT_HEAL, server.partition.now.group);
        server.partition.now.group = lost ? server.partition.now.group : 0;
    }
    if (lost) {
        tell(to, head);
    }
    return lost;
}
