/* What a process has still to do, and checkpoints of it. The tasks that are not done yet are all that a search has to keep besides its counters: each as its
 * text (task.h), and of one that is being worked on also where in it that is (bookmark.h), behind a '|'. When the search is resumed they are done by as many
 * processes as there are then.
 *
 * In the journal (base/journal.h), for each checkpoint and each process: its number, then of each task 1 + how many bytes, and these, then 0. The last of
 * each number counts. */
#ifndef HARRIER_OPTIMAL_OPEN_TASKS_H
#define HARRIER_OPTIMAL_OPEN_TASKS_H

#include "optimal/levels.h"
#include "workers/tasks.h"
#include "workers/workers.h"

struct open_tasks {
    struct search *s;
    const struct levels *levels;   /* where it is in the task at hand */
    struct journal *journal;       /* NULL: there are no checkpoints */
    struct tasks shared;           /* without a list: one process works alone */
    const char *task;              /* the one at hand; NULL: it waits for one */
    struct pool rest;              /* texts, each with a NUL: its own that are not begun, or what a checkpoint said */
    size_t next;                   /* where its own begin there */
    char *taken;                   /* of TASK_BYTES: the one that it took from all */
    bool busy;                     /* that is not done, or what was handed out for it is not */
    struct pool text;              /* of a checkpoint */
    struct pool paper;             /* scratch */
    uint64_t position;             /* alone: up to where the journal is written */
    struct pool said[WORKERS_MAX]; /* of workers, in memory that all share: what each has to do, for a checkpoint */
};

/* With one task, the whole search, or with what is left of one that is resumed: then its counters are those of the checkpoint. */
void open_tasks_init(struct open_tasks *t, struct search *s, const struct levels *levels);
/* All of them are everybody's: of workers, before they start, or of ranks. False when the system refuses memory. */
bool open_tasks_share(struct open_tasks *t);
/* The next one; NULL: there is none, or the search is stopped. The one before is done then. */
const char *open_tasks_take(struct open_tasks *t);
/* Called often, between two steps of the search: sees to it that a checkpoint is written if one is wanted. */
void open_tasks_look(struct open_tasks *t);
/* Alone: the search has stopped before its end, and writes a last one. */
void open_tasks_stop(struct open_tasks *t);

#endif
