/* The parts of --search auto: searches that take turns. Each has its own limits and tally; the deliveries of all are counted together. */
#ifndef HARRIER_ENGINE_PART_H
#define HARRIER_ENGINE_PART_H

#include "cover/cover.h"
#include "optimal/optimal.h"
#include "sample/sample.h"
#include "states/explorers.h"

struct part {
    enum auto_part kind;
    bool open;
    bool done;          /* nothing is left to explore; of cover: nothing is, until it is given another execution */
    uint64_t spent;     /* its deliveries */
    struct job job;     /* what it is asked for */
    struct tally tally; /* when it is another part's turn */
    uint64_t undeliverable_ends;
    bool cut;
    union {
        struct stateful *stateful;
        struct optimal *optimal;
        struct sample *sample;
        struct cover *cover;
    };
};

/* Opens a part, with these limits. */
void part_open(struct part *p, struct search *s, enum auto_part kind, const struct job *limits);
/* Lets it make about that many deliveries; p->done says whether it came to its end, s->stopped whether something else ended it. */
void part_go_on(struct part *p, struct search *s, uint64_t deliveries);
/* Its deliveries, and what it did besides in numbers of deliveries that cost as much. */
uint64_t part_cost(const struct part *p);
/* Whether everything was explored when it is done. */
bool part_proves(const struct part *p);
/* The sampler of an execution by its number: one after the other. */
const struct sampler *part_rotate(struct sample *a, uint64_t number);
/* Makes its tally, but for the deliveries, that of the search. */
void part_report(const struct part *p, struct search *s);

#endif
