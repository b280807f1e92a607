/* Workers: the processes of a parallel search. The program's process becomes the coordinator: it starts them, adds up what they
 * count, watches the limits and sees to it that none is left behind. */
#ifndef HARRIER_WORKERS_WORKERS_H
#define HARRIER_WORKERS_WORKERS_H

#include <sys/types.h>

#include "explore/search.h"
#include "workers/exchange.h"
#include "workers/trail.h"

struct workers {
    struct crew crew; /* what the search sees of it; first, so that one leads to the other */
    uint32_t count;
    uint32_t me; /* in a worker: which */
    bool started;
    struct common *common; /* what all see */
    struct exchange exchange;
    struct trails trails;
    uint64_t runs_before, bytes_before; /* of the coordinator, when it started them */
    struct {
        pid_t pid; /* 0: it has ended */
        int fd;
    } processes[WORKERS_MAX];
};

/* Those of a search that has several. */
static inline struct workers *workers_of(const struct search *s)
{
    return (struct workers *)s->crew;
}

/* Makes the model's tables shared, and `w` the crew of the search. NULL, or why it cannot be done. */
const char *workers_prepare(struct workers *w, struct search *s);
/* Starts the workers. True in each of them. False in the coordinator, once all have ended: then the search's counters are theirs. */
bool workers_start(struct search *s);
/* The end of a worker: reports and ends the process. */
void workers_finish(struct search *s) __attribute__((noreturn));
/* The end because of a limit, in the middle of something: other workers may wait for a lock that this one holds. */
void workers_give_up(struct search *s, enum limit_kind limit) __attribute__((noreturn));
/* In the coordinator: has the workers write their ends for --output ends, and waits for their own. False: there were no workers. */
bool workers_end(struct search *s);
/* In a worker: whether all were asked to stop; then this one's search has stopped too. */
bool workers_stopped(struct search *s);

#endif
