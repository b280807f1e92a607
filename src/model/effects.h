/* Everything that one execution of a step did, in order, as bytes: a log that holds copies, and refers to nothing else. Two executions
 * are compared by their logs (the audit), a trace is written from a log, and committing a log interns its parts. */
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
    EFFECT_SEND,   /* actor: receiver; head and bytes: the message */
    EFFECT_BORN,   /* actor: the new actor, before its init function runs */
    EFFECT_CREATE, /* actor: the new actor, after its init function; local and bytes: its first state */
    EFFECT_CANCEL, /* number: timer slot */
    EFFECT_LOSE,   /* actor: who crashed. What waits for it is lost: message_dies() */
    EFFECT_CHOICE, /* number: what was chosen; of: how many alternatives there were */
    EFFECT_LOOK,   /* a look at the clock that might come late; actor: the step's n-th look, from 1; number: 1 when it came late; of: 2;
                       head.clock: by how many ms */
    EFFECT_FAULT,  /* a fault might strike here. number: 1 when it does; of: 2; place: how the answer names it. Of a message that is lost or
                       comes twice, actor: its receiver; head.type: its type. Of a crash, actor: who. Of a split, actor and head.sender: the groups */
    EFFECT_NOTE,   /* bytes: text */
    EFFECT_REACHED, /* number: address of the hr_sometimes site */
    EFFECT_STATE,   /* actor: the receiver; local and bytes: its state afterwards. The last effect of a step that ended well */
    EFFECT_SHARED,  /* bytes: shared memory afterwards */
    EFFECT_ANSWER,  /* number: the answer to a question */
    EFFECT_PEEK,    /* a predicate looked at an actor for the first time. number: the reference; actor: NO_ACTOR when nobody has it, DRIVER
                       when it may have looked at all actors */
};

/* Bytes that were never written, as a part of a list (image/unwritten.h). */
struct holes {
    uint32_t first, count;
};

struct effect {
    enum effect_kind kind;
    uint32_t actor;
    uint32_t size; /* of the bytes that follow */
    uint32_t of;   /* EFFECT_STATE: how many of the last bytes are the saved stack */
    uint64_t number;
    union {
        struct holes holes; /* of a state, where the audit found out: which of its bytes were never written */
        uint32_t place;     /* EFFECT_FAULT */
    };
    union {
        struct message head;
        struct local local;
    };
};

struct effects {
    struct pool log;
    bool failed; /* `finding` says how */
    struct finding finding;
    bool no_room; /* there was not enough memory to audit this execution: nothing follows from it */
};

void effects_init(struct effects *e);
void effects_clear(struct effects *e);
/* Appends an effect and room for its bytes, which the caller fills. */
unsigned char *effects_add(struct effects *e, const struct effect *what);
/* The next effect after `at` (NULL: the first), or NULL. */
const struct effect *effects_next(const struct effects *e, const struct effect *at);
/* Takes over what the audit found out about unwritten bytes in the same execution. */
void effects_take_holes(struct effects *to, const struct effects *from);
static inline const unsigned char *effect_bytes(const struct effect *e)
{
    return (const unsigned char *)(e + 1);
}

#endif
