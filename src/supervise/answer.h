/* Answering the engine's questions about the program's types (base/question.h). A question comes from the program's process, where a wild
 * write may have damaged it, so it is copied and checked before it is used. */
#ifndef HARRIER_SUPERVISE_ANSWER_H
#define HARRIER_SUPERVISE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/question.h"

struct answers; /* what was opened and found so far */

/* NULL when memory is out: then nothing is known of anything. */
struct answers *answers_new(void);
void answers_free(struct answers *a);

/* Answers the open questions in the first `slots` slots. False when there was none. */
bool answers_give(struct answers *a, struct questions *q, size_t slots);

/* One question: fills the answer in. */
void answer_question(struct answers *a, struct question *q);

#endif
