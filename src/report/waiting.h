/* The actors that wait inside their code when an execution is over: where, and with which local variables. */
#ifndef HARRIER_REPORT_WAITING_H
#define HARRIER_REPORT_WAITING_H

#include <jansson.h>
#include <stdio.h>

#include "dwarf/locals.h"
#include "report/actors.h"
#include "report/result.h"

struct waiting_actor {
    const char *name, *status;
    struct locals *locals; /* NULL: nothing is known, as without debug information */
};

struct waiting {
    struct actors *names;
    struct waiting_actor *list;
    size_t count;
};

/* Reads the recording of a board (JOB_FOLLOW), which must stay. NULL: no memory. */
struct waiting *waiting_read(const struct board *recorded, struct debuginfo *debug);
void waiting_free(struct waiting **w);

/* `run at shop.c:40`: where a function waits. */
void waiting_place(const struct local_frame *f, struct text *out);
/* Below the story of a deadlock: who waits where. */
void waiting_print(FILE *out, const struct result *r);
json_t *waiting_json(const struct result *r);

#endif
