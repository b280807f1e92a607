/* Brute force: every execution of a generated program, one after the other, nothing matched and nothing left out. */
#ifndef DIFFERENTIAL_ENUMERATE_H
#define DIFFERENTIAL_ENUMERATE_H

#include <stddef.h>

#include "generator.h"

enum { EXECUTIONS_MAX = 6000 };

struct enumeration {
    bool too_large;         /* more than EXECUTIONS_MAX: the rest means nothing */
    uint64_t paths;         /* executions that reach an end */
    uint64_t aborted;       /* by an assertion */
    size_t classes;         /* of complete executions in which every receiver got the same messages in the same order; where
                               memory is shared every execution is a class */
    bool assertion, deadlock;
    bool ring;              /* a deadlock that is known before the end */
    char *ends, *histories; /* distinct ends without and with histories, one line each, sorted */
};

struct enumeration enumerate(const struct table *t, bool pairwise);
void enumeration_free(struct enumeration *e);

#endif
