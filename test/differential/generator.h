/* Random actor programs as tables. The table is all that the program under test and the plain enumerator have in common: each
 * gives it a meaning with code of its own. */
#ifndef DIFFERENTIAL_GENERATOR_H
#define DIFFERENTIAL_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

enum { STATES = 3, OPS_MAX = 4, ACTORS_MAX = 4, FIRST_MAX = 4, CELLS = 2 };

/* What a message can be. ASK and GET are always calls and answered with an Answer; a TICK is empty: it carries no fuel. */
enum type { POKE, PUSH, TICK, ASK, GET, TYPES };

/* The kinds of actors; alpha and beta are handlers, gamma and delta processes. */
enum class { ALPHA, BETA, GAMMA, DELTA, CLASSES };

enum op_kind {
    OP_NONE,
    OP_SEND,
    OP_CALL,
    OP_REPLY,  /* now */
    OP_DEFER,  /* remembers the caller */
    OP_SETTLE, /* answers the remembered caller */
    OP_SPAWN,
    OP_CHOOSE, /* one of `number`; 0 skips the next op */
    OP_BECOME, /* handlers: the other behaviour */
    OP_ASSERT, /* sum % 4 != number */
    OP_LEAVE,  /* nothing more of this reaction; a process returns from its function */
    OP_STOP,
    OP_FAIL,
    OP_STORE, /* in programs with shared memory: cells[number % CELLS] = what would be sent */
    OP_LOAD,  /* got = cells[number % CELLS] */
};

enum target { TO_ACTOR, TO_SELF, TO_SENDER, TO_CHILD };
enum source { FROM_NUMBER, FROM_SUM, FROM_VALUE, FROM_GOT }; /* what is sent: number + that, modulo 4 */

struct op {
    enum op_kind kind;
    enum type type;
    enum target target;
    int index;          /* TO_ACTOR: which of main's */
    int number;
    enum source source;
    enum class class;   /* OP_SPAWN */
};

struct reaction {
    int next;   /* state */
    bool mixes; /* sum = (2 * sum + value + type) % 8 */
    struct op ops[OPS_MAX];
};

/* Which messages are taken in a state: by a handler's constraint, by a process's receive. */
enum taking { TAKE_ANY, TAKE_POKE, TAKE_CALLS, TAKE_SENDS, TAKE_IF, TAKINGS };
struct filter {
    enum taking taking; /* of a process; a constraint is always TAKE_IF */
    unsigned types;     /* TAKE_IF: a bit per type ... */
    bool small;         /* ... and only values below 2 ... */
    bool not_main;      /* ... and nothing from main ... */
    int gate;           /* ... and, if not 0, only while cells[gate - 1] is below 2 */
};

struct first_message {
    int to;
    enum type type; /* no call */
    int depth, value;
};

/* Every message carries a depth, and what its handling sends carries one less: at 0 nothing is sent, so every program ends. */
struct table {
    bool shared; /* has memory that its actors share */
    int actor_count;
    enum class actors[ACTORS_MAX];
    struct reaction init[CLASSES];
    struct reaction reactions[CLASSES][STATES][TYPES];
    struct filter filters[CLASSES][STATES];
    int receives; /* how many a delta takes before it returns */
    int first_count;
    struct first_message first[FIRST_MAX];
};

void generate(struct table *t, unsigned seed, unsigned draw);
/* A table as a file, for those that no seed makes. */
bool table_save(const struct table *t, const char *file);
bool table_load(struct table *t, const char *file);

#endif
