/* Why a schedule leads to a violation, in words: the critical step, the nearest schedule that passes, and the pair of deliveries whose
 * order decides. All reports say it with these sentences. */
#ifndef HARRIER_REPORT_EXPLANATION_H
#define HARRIER_REPORT_EXPLANATION_H

#include <jansson.h>

#include "report/result.h"
#include "report/steps.h"
#include "report/story.h"

struct explanation {
    const struct explained *found;
    const struct told_steps *given;          /* the schedule that is explained */
    const uint32_t *failing;                 /* of found->chances_of random continuations before each step; NULL: not known */
    size_t critical;                         /* index of a step; 0: not known, or there is none */
    size_t rival;                            /* a step whose message the passing schedule delivers before that of step `departs`; 0: none */
    struct told_steps *passing;              /* NULL: not known */
    size_t departs;                          /* index of the first of its steps that is another one */
    char step[400], pair[1200], likely[300]; /* sentences, without a full stop; "": nothing to say */
};

/* What is known about a result whose steps these are; NULL: nothing. */
struct explanation *explanation_read(const struct result *r, const struct told_steps *steps);
void explanation_free(struct explanation **e);
/* How many of 100 random continuations fail after a step; -1: not known. */
int explanation_percent(const struct explanation *e, size_t step);

/* Below the story: the sentences, and where the two schedules differ. */
void explanation_print(FILE *out, const struct explanation *e, const struct story_style *style);
json_t *explanation_json(const struct result *r);

#endif
