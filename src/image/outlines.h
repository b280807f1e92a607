/* What the bytes of messages and of actors' structs are, as the program's debug information says: asked of the command (base/question.h)
 * when a type is first met, and kept. Where nothing is known, every word may be an address and every byte data. */
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
    uint32_t number; /* of the command's answer */
    size_t size;
    uint32_t run_count;
    const struct outline_run *runs;
};

void outlines_init(struct board *board);
/* In a new process of the engine: which slot is its own. */
void outlines_slot(uint32_t slot);

/* Of a message's struct and an actor's. Never NULL. */
const struct outline *outline_of_message(const struct hr_type *type);
const struct outline *outline_of_actor(const struct hr_actor_type *type);
/* Of what a pointer of `holder` carries: one element. */
const struct outline *outline_of_part(const struct outline *holder, const struct hr_part *part);

/* Clears the padding of `count` elements, one after the other. Does nothing where it is not known. */
void outline_clear(const struct outline *o, unsigned char *bytes, size_t count);
/* The first offset from `from` on, in `size` bytes of such elements, where an address may be; SIZE_MAX: nowhere. */
size_t outline_next_address(const struct outline *o, size_t from, size_t size);
/* Whether the byte at `at` of one element need not have been written; `bytes` is the element. */
bool outline_may_be_unwritten(const struct outline *o, const unsigned char *bytes, size_t at);
/* How the program calls that byte; nothing where it is not known. */
void outline_field_name(const struct outline *o, size_t at, struct text *out);

/* Whether some function of this behaviour cannot be given such an actor: true with what is wrong. */
bool outline_misfit(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, struct finding *out);

#endif
