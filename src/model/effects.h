/* Everything that one execution of a step did, in order, as bytes: a log that nobody else depends on. Two executions are
 * compared by their logs (the audit), a trace is written from one, and committing one interns its parts. */
#ifndef HARRIER_MODEL_EFFECTS_H
#define HARRIER_MODEL_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "base/pool.h"
#include "model/local.h"
#include "model/message.h"

enum effect_kind {
    EFFECT_SEND,    /* actor: receiver; head and bytes: the message */
    EFFECT_BORN,    /* actor: a new one, before its init function does anything */
    EFFECT_CREATE,  /* actor: the same, after that; local and bytes: its first state */
    EFFECT_CANCEL,  /* number: timer slot */
    EFFECT_CHOICE,  /* number: what was chosen; of: how many there were */
    EFFECT_LOOK,    /* a look at the clock that might come late; actor: which look of the step, from 1; number: 1 when it did; of: 2;
                       head.clock: by how many ms */
    EFFECT_NOTE,    /* bytes: text */
    EFFECT_REACHED, /* number: address of the hr_sometimes site */
    EFFECT_STATE,   /* actor: the receiver; local and bytes: its state afterwards. The last one of a step that ended well */
    EFFECT_SHARED,  /* bytes: shared memory afterwards */
    EFFECT_ANSWER,  /* number: the answer to a question */
};

/* Bytes that nobody wrote, as a list (image/unwritten.h). */
struct holes {
    uint32_t first, count;
};

struct effect {
    enum effect_kind kind;
    uint32_t actor;
    uint32_t size; /* of the bytes that follow */
    uint32_t of;   /* of a state: how many of its bytes, at the end, are its saved stack */
    uint64_t number;
    struct holes holes; /* of a state, when the audit knows: what was never written in it */
    union {
        struct message head;
        struct local local;
    };
};

struct effects {
    struct pool log;
    bool failed; /* `finding` says how */
    struct finding finding;
    bool no_room; /* there was not enough memory for the audit's conditions: it says nothing */
};

void effects_init(struct effects *e);
void effects_clear(struct effects *e);
/* Appends an effect and room for its bytes, which the caller fills. */
unsigned char *effects_add(struct effects *e, const struct effect *what);
/* The next effect after `at` (NULL: the first), or NULL. */
const struct effect *effects_next(const struct effects *e, const struct effect *at);
/* What the audit found out about the same execution. */
void effects_take_holes(struct effects *to, const struct effects *from);
static inline const unsigned char *effect_bytes(const struct effect *e)
{
    return (const unsigned char *)(e + 1);
}

#endif
