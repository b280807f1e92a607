#include "sample/groups.h"

#include <string.h>

struct group {
    uint64_t execution; /* the last one in which it was used: in others it is empty */
    uint32_t *list;
    uint32_t count, room; /* of the list */
};

struct membership {
    uint32_t group, place; /* in its list */
};

static struct group *group_at(const struct groups *g, uint32_t number)
{
    return (struct group *)g->all.base + number;
}

static struct membership *where(const struct groups *g, uint32_t individual)
{
    return (struct membership *)g->where.base + individual;
}

void groups_init(struct groups *g)
{
    *g = (struct groups){ 0 };
    pool_init(&g->all, (size_t)1 << 35);
    pool_init(&g->where, (size_t)1 << 35);
    pool_init(&g->lists, (size_t)1 << 36);
    ranking_init(&g->ranking);
}

void groups_begin(struct groups *g)
{
    g->execution++;
    g->listed = 0;
    ranking_clear(&g->ranking);
}

/* A longer list takes twice the memory; the old one's is left until the execution ends. */
static void lengthen(struct groups *g, struct group *group)
{
    uint32_t room = group->room == 0 ? 2 : 2 * group->room;
    uint32_t *list = (uint32_t *)g->lists.base + g->listed;
    g->listed += room;
    memcpy(list, group->list == NULL ? list : group->list, group->count * sizeof *list);
    group->list = list;
    group->room = room;
}

void groups_join(struct groups *g, uint32_t number, uint32_t individual)
{
    struct group *group = group_at(g, number);
    if (group->execution != g->execution) {
        *group = (struct group){ .execution = g->execution };
    }
    if (group->count == group->room) {
        lengthen(g, group);
    }
    *where(g, individual) = (struct membership){ .group = number, .place = group->count };
    group->list[group->count++] = individual;
}

uint32_t groups_leave(struct groups *g, uint32_t individual)
{
    struct membership m = *where(g, individual);
    struct group *group = group_at(g, m.group);
    uint32_t last = group->list[--group->count];
    group->list[m.place] = last;
    where(g, last)->place = m.place;
    if (group->count == 0) {
        ranking_leave(&g->ranking, m.group);
    }
    return m.group;
}

uint32_t group_size(const struct groups *g, uint32_t group)
{
    return group_at(g, group)->execution == g->execution ? group_at(g, group)->count : 0;
}

uint32_t group_member(const struct groups *g, uint32_t group, uint64_t i)
{
    return group_at(g, group)->list[i];
}
