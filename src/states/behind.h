/* Plain moves where queues are not empty: what is sent joins the others, and what is behind the message that is taken moves up. All that is needed are the words
 * of the state, in which every queue has its mark (model/tails.h). */
#ifndef HARRIER_STATES_BEHIND_H
#define HARRIER_STATES_BEHIND_H

#include "moves/move.h"
#include "store/sheet.h"

/* Prefetches what behind_hash() will look at. */
void behind_fetch(const uint64_t *words, const struct move *m);
/* What a plain move adds to the hash of this state beyond its delta. */
uint64_t behind_hash(const uint64_t *words, const struct move *m);
/* Adds the same to *hash, and makes the near words, a copy of the state's, those of the successor. False: others would have to change, too. */
bool behind_near(const uint64_t *words, const struct move *m, uint64_t *near, uint64_t *hash);
/* Makes the words those of the successor, until sheet_undo(); returns the same as behind_hash(). */
uint64_t behind_put(struct sheet *s, const struct move *m);

#endif
