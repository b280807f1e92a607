/* What was seen under a name: how often, and whether always the same. */
#ifndef HARRIER_REPORT_FACTS_H
#define HARRIER_REPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>

struct fact {
    char *name, *value; /* the first value */
    size_t times;
    bool varies; /* other values were seen too */
};

struct facts {
    void *tree; /* of <search.h> */
};

/* A name is made of two words. */
void facts_note(struct facts *f, const char *name, const char *more, const char *value);
/* NULL: nothing was noted. */
const struct fact *facts_get(const struct facts *f, const char *name, const char *more);
void facts_free(struct facts *f);

#endif
