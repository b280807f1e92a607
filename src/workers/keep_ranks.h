/* Checkpoints of a search by ranks of a cluster: what workers/keep.h does with memory that all share is done here with messages. Any rank can ask
 * for a pause; the first one finds out when no state is on its way any more (mpi/server.c); then each rank writes its own states to its own
 * journal, whose command sends them to that of the first rank (checkpoint/parts.h). */
#ifndef HARRIER_WORKERS_KEEP_RANKS_H
#define HARRIER_WORKERS_KEEP_RANKS_H

#include "workers/keep.h"

/* If checkpoints are asked for, or one is resumed: prepares that, and reads what is resumed. Returns NULL, or why it cannot be done. */
const char *keep_ranks_open(struct workers *w, struct search *s);
/* Called now and then: asks for a pause if a checkpoint is due. */
void keep_ranks_look(struct search *s);
/* This rank must stop because of a limit. True: it will, after a pause that was asked for. */
bool keep_ranks_defer(struct search *s, enum limit_kind why);
/* keep_settles(), keep_tell() and keep_count() of a rank. */
bool keep_ranks_settle(struct workers *w);
void keep_ranks_tell(struct workers *w);
void keep_ranks_count(struct workers *w, uint64_t deliveries);
/* Of a search by tasks, at a pause: each rank writes down what it has to do, and the first one also what waits. */
void keep_ranks_open_tasks(struct workers *w);
/* Of one that samples (struct crew): nobody has to wait for others. */
bool keep_ranks_asks(struct search *s);
void keep_ranks_keeps(struct search *s, const struct pool *text, bool mark);
void keep_ranks_keeps_piece(struct search *s, const struct pool *text);
/* Waits until all ranks have come here; false when all must stop. */
bool keep_ranks_meet(struct workers *w);

#endif
