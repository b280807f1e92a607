/* Where in a task a search is, as a short text, so that another process can go there and on from there. Of each level, from the lowest one:
 *
 *     2.1+3       its second candidate, of whose outcomes one was delivered, the event of which is in the graph, in its third revisit
 *     2.1         the same, but that event is done and not in the graph any more
 *
 * Before that comes how many of the lowest levels only lead there: what is left to try in these is another text's business. So a text can be taken apart:
 *
 *     0|2.1+0 1.2+1 0.0     is the same as     0|2.1+0     and     1|2.1+0 1.2+1     and     2|2.1+0 1.2+1 0.0
 *
 * All else follows from the program: the candidates of a VISIT, and the revisits of an event, come in the same order in every process. */
#ifndef HARRIER_OPTIMAL_BOOKMARK_H
#define HARRIER_OPTIMAL_BOOKMARK_H

#include "base/text.h"
#include "optimal/levels.h"
#include "optimal/pick.h"

/* How many bytes it takes at most, with a NUL. */
size_t bookmark_most(const struct levels *v);
void bookmark_write(const struct levels *v, struct text *out);
/* Goes there, from where the graph is that of the task, without a level. False when the text does not fit the program. */
bool bookmark_go(struct levels *v, const char *text, enum order_kind order);
/* Taking a text apart: its first level with something to do, and the marks of all levels. And where the marks end that lead to a level, with its own. */
const char *bookmark_marks(const char *text, uint32_t *floor);
const char *bookmark_end(const char *marks, uint32_t level);

#endif
