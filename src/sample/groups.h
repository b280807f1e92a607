/* The messages that can be delivered, in groups: those that a sampler treats alike. A sampler ranks the groups, and takes a message of the
 * first one; so a delivery costs what it changes, not what can be delivered. */
#ifndef HARRIER_SAMPLE_GROUPS_H
#define HARRIER_SAMPLE_GROUPS_H

#include "sample/ranking.h"

struct groups {
    struct pool all;        /* struct group, by number */
    struct pool where;      /* struct membership, by message */
    struct pool lists;      /* uint32_t: the messages of groups */
    size_t listed;          /* how much of it is in use */
    struct ranking ranking; /* of the groups: the sampler puts them there, and they leave with their last message */
    uint64_t execution;     /* its number, from 1 */
};

void groups_init(struct groups *g);
/* Another execution begins: all groups are empty. */
void groups_begin(struct groups *g);
void groups_join(struct groups *g, uint32_t group, uint32_t individual);
/* Returns the group that the message was in. */
uint32_t groups_leave(struct groups *g, uint32_t individual);
uint32_t group_size(const struct groups *g, uint32_t group);
/* One of its messages; their order depends on this execution only. */
uint32_t group_member(const struct groups *g, uint32_t group, uint64_t i);

#endif
