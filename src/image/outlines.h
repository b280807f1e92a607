/* What the bytes of messages and of actors' structs are, according to the program's debug information. The command is asked
 * (base/question.h) when a type is first met, and the answer is kept. Where nothing is known, every word may be an address and every
 * byte data. */
#ifndef HARRIER_IMAGE_OUTLINES_H
#define HARRIER_IMAGE_OUTLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "base/text.h"
#include "harrier.h"

struct outline {
    bool known;
    uint32_t number; /* the number of the command's answer */
    size_t size;
    uint32_t run_count;
    const struct outline_run *runs;
};

void outlines_init(struct board *board);
/* Sets which slot for questions this process of the engine uses. */
void outlines_slot(uint32_t slot);

/* The outline of a message's struct, and of an actor's. Never NULL. */
const struct outline *outline_of_message(const struct hr_type *type);
const struct outline *outline_of_actor(const struct hr_actor_type *type);
/* The outline of one element of what a pointer of `holder` points to. */
const struct outline *outline_of_part(const struct outline *holder, const struct hr_part *part);

/* Clears the padding of `count` elements, one after the other. Does nothing where the outline is not known. */
void outline_clear(const struct outline *o, unsigned char *bytes, size_t count);
/* The first offset, not below `from`, in `size` bytes of such elements that may hold an address; SIZE_MAX: none. */
size_t outline_next_address(const struct outline *o, size_t from, size_t size);
/* Whether the byte at `at` of one element need not have been written; `bytes` is the element. */
bool outline_may_be_unwritten(const struct outline *o, const unsigned char *bytes, size_t at);
/* Adds the program's name for that byte, nothing where it is not known. */
void outline_field_name(const struct outline *o, size_t at, struct text *out);

/* True, with a finding, when some function of this behaviour was written for another actor's struct. */
bool outline_misfit(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, struct finding *out);

#endif
