/* The parts of a printed program. */
#ifndef DIFFERENTIAL_PRINT_PARTS_H
#define DIFFERENTIAL_PRINT_PARTS_H

#include <stdio.h>

#include "generator.h"

/* What is being printed, and where to. */
struct printer {
    FILE *out;
    const struct table *table;
};

extern const char *const printed_classes[CLASSES], *const printed_types[TYPES];

static inline bool is_process(enum class c)
{
    return c == GAMMA || c == DELTA;
}

/* ---- print_ops.c ---- */

bool has_op(const struct reaction *r, enum op_kind kind);
/* What a reaction does, statement by statement. */
void print_ops(const struct printer *p, const struct reaction *r, enum class class, bool is_init);

/* ---- print_actors.c ---- */

/* A kind of actor: its handlers or its function, and its definition. */
void print_class(const struct printer *p, enum class class);

/* ---- print_texts.c: what all programs have, or all that have some feature ---- */

void print_beginning(const struct printer *p, const bool used[CLASSES]);

#endif
