/* Tasks: parts of a search that any worker may take over, as short texts. A worker that has taken one may give parts of it away again, when
 * there are fewer tasks waiting than workers. The search is over when none is waiting and none is being worked on. */
#ifndef HARRIER_WORKERS_TASKS_H
#define HARRIER_WORKERS_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"

enum { TASK_BYTES = 1 << 16, TASKS_MAX = 4 * WORKERS_MAX };

struct workers;
struct tasks {
    uint32_t workers;
    struct task_list *list; /* in memory that all workers share */
    struct workers *rank;   /* of a cluster: the tasks are kept by the first rank (workers/cluster.h) */
};

static inline bool tasks_in_use(const struct tasks *t)
{
    return t->list != NULL || t->rank != NULL;
}

/* Of a rank of a cluster; nothing else is to be prepared. */
void tasks_of_rank(struct tasks *t, struct workers *rank);
/* Before the workers start; with one task, the empty text. False when the system refuses memory. */
bool tasks_prepare(struct tasks *t, uint32_t workers);
/* Whether there are fewer than there should be. */
bool tasks_wanted(const struct tasks *t);
/* Makes a text a task; false when it is too long, or there is no room. */
bool tasks_give(struct tasks *t, const char *text, size_t length);
/* Waits for a task and copies it, with a NUL, to `text`, of TASK_BYTES. False when the search is over, or when `must_stop`, which is called
 * now and then, returns true. Each one that was taken must be done some time. */
bool tasks_take(struct tasks *t, char *text, bool (*must_stop)(void *user), void *user);
void tasks_done(struct tasks *t);
/* Of workers that pause: the i-th task that waits; NULL: there are not so many. */
const char *tasks_waiting(const struct tasks *t, uint32_t i, size_t *length);

#endif
