/* Brute force: every execution of a generated program, one after the other, nothing matched and nothing left out. */
#ifndef DIFFERENTIAL_ENUMERATE_H
#define DIFFERENTIAL_ENUMERATE_H

#include <stddef.h>

#include "generator.h"
#include "verdicts.h"

enum { EXECUTIONS_MAX = 6000 };

struct enumeration {
    bool too_large;           /* more than EXECUTIONS_MAX: the rest means nothing */
    uint64_t paths;           /* executions that reach an end */
    uint64_t aborted;         /* by a step that goes wrong */
    size_t classes;           /* of complete executions in which every receiver got the same messages in the same order; where
                               memory is shared every execution is a class */
    uint64_t faulty[MISHAPS]; /* executions that have this fault */
    unsigned wrongs;          /* a bit per violation */
    int shortest[VIOLATIONS]; /* deliveries until it is met, at best */
    char *ends, *histories;   /* distinct ends without and with histories, one line each, sorted */
};

struct enumeration enumerate(const struct table *t, enum channel channel);
void enumeration_free(struct enumeration *e);

#endif
