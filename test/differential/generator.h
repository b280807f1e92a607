/* Random actor programs as tables. The table is all that the program under test and the plain enumerator have in common: each
 * gives it a meaning with code of its own. */
#ifndef DIFFERENTIAL_GENERATOR_H
#define DIFFERENTIAL_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

enum { STATES = 3, OPS_MAX = 4, ACTORS_MAX = 4, TWINS_MAX = 3, FIRST_MAX = 4, CELLS = 2, SITES = 2, ALWAYS_MAX = 2, TWIN_ID = 9 };

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
    OP_SETTLE, /* answers the remembered caller; in programs with timers, if there is none, as OP_CANCEL */
    OP_SPAWN,
    OP_CHOOSE, /* one of `number`; 0 skips the next op */
    OP_BECOME, /* handlers: the other behaviour */
    OP_ASSERT, /* sum % 4 != number */
    OP_LEAVE,  /* nothing more of this reaction; a process returns from its function */
    OP_STOP,
    OP_FAIL,
    OP_STORE,  /* in programs with shared memory: cells[number % CELLS] = what would be sent */
    OP_LOAD,   /* got = cells[number % CELLS] */
    OP_AFTER,  /* sets a timer and remembers its number; due in 3 * number milliseconds */
    OP_CANCEL, /* the timer whose number it remembers, or whichever has that number now; and forgets it */
    OP_RESTART,
    OP_CLOCK,     /* got = the time, modulo 8; soon or late */
    OP_KEEP,      /* puts what would be sent into a block of memory of its own */
    OP_RECALL,    /* got = what is in it, 0 if there is none */
    OP_DROP,      /* frees the block */
    OP_SCRATCH,   /* takes a block like that one, excludes it from the state, uses it and frees it */
    OP_SOMETIMES, /* sum % 4 == number, at site number % SITES */
    OP_NOTE,
    OP_SYNC, /* in programs with faults: writes what is persistent to the disk */
    OP_KINDS
};

enum target { TO_ACTOR, TO_SELF, TO_SENDER, TO_CHILD };
enum source { FROM_NUMBER, FROM_SUM, FROM_VALUE, FROM_GOT }; /* what is sent: number + that, modulo 4 */

struct op {
    enum op_kind kind;
    enum type type;
    enum target target;
    int index; /* TO_ACTOR: which of main's */
    int number;
    enum source source;
    enum class class; /* OP_SPAWN */
};

struct reaction {
    int next;   /* state */
    bool mixes; /* sum = (2 * sum + value + type) % 8 ... */
    bool adds;  /* ... or (sum + value + type) % 8 */
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

/* What its clauses say of a kind of actor besides its handlers. */
enum unhandled { UNHANDLED_UNSAID, UNHANDLED_IS_ERROR, UNHANDLED_IS_KEPT, UNHANDLED_IS_DROPPED, UNHANDLEDS };
struct manner {
    enum unhandled unhandled[2]; /* by its first behaviour, and by its other one */
    bool outside;                /* HR_ENVIRONMENT */
    bool limited, drops;         /* HR_MAILBOX_LIMIT(limit) or HR_MAILBOX_LIMIT(limit, drop) */
    int limit;
};

/* A predicate: not both that the sum of `actor`, modulo 4, is `sum` and that the state of `other` is `state`, while neither was
 * destroyed or has failed and, if gate is not 0, cells[gate - 1] is 2 or more. With WITH_NAMED they may be twins: these are counted behind main's actors. */
enum { ANY_STATE = -1 };
struct claim {
    bool used;
    int actor, other, sum, state, gate;
};

/* What the command line says. */
enum environment { ENVIRONMENT_UNSAID, ENVIRONMENT_TOTAL, ENVIRONMENT_EMPTY, ENVIRONMENT_OWN, ENVIRONMENTS };
struct settings {
    enum environment environment;
    enum unhandled unhandled;
    int mailbox_limit;       /* 0: none */
    bool any_timers;         /* --timers any */
    int late_ms, late_looks; /* of programs that look at clocks */
    struct faults_allowed {
        int loss, twice, crash, restart; /* how many in one execution; of the crashes, how many are followed by a restart */
        bool calls;                      /* calls and answers are lost and come twice too */
        bool some;                       /* only alphas and gammas have faults */
        bool callers_wait;
        int partitions;    /* how often the network splits in one execution */
        bool pending_lost; /* a crash loses the messages that wait for the actor */
    } faults;
};

/* Alike actors, which only what they send and whom they create tells of: no global names them. Each is sent the same message. */
struct twins {
    int count;
    enum class class;
    struct first_message message;
};

/* What a program may have besides the plain actors that all have. Of births, which others have too, there are many. */
enum feature {
    WITH_SHARED,
    WITH_TIMERS,
    WITH_RESTARTS,
    WITH_ALWAYS,
    WITH_AT_END,
    WITH_ENVIRONMENT,
    WITH_LIMITS,
    WITH_UNHANDLED,
    WITH_SETTLED,
    WITH_PARCELS,
    WITH_EXCLUDED,
    WITH_CLOCKS,
    WITH_SITES,
    WITH_NOTES,
    WITH_TWINS,
    WITH_BIRTHS,
    WITH_NAMED,  /* predicates name the two actors that they look at; there is one that must always hold */
    WITH_SUMS,   /* many messages do the same in any order */
    WITH_FAULTS, /* in no program unless all shall have them */
    FEATURES
};
extern const char *const feature_names[FEATURES];

/* Every message carries a depth, and what its handling sends carries one less: at 0 nothing is sent, so every program ends. */
struct table {
    unsigned features; /* a bit each */
    int actor_count;
    enum class actors[ACTORS_MAX];
    struct twins twins;
    struct manner manners[CLASSES];
    struct reaction init[CLASSES];
    struct reaction reactions[CLASSES][STATES][TYPES];
    struct filter filters[CLASSES][STATES];
    int receives; /* how many a delta takes before it returns */
    int first_count;
    struct first_message first[FIRST_MAX];
    int settled; /* how many of them hr_settle() delivers, and all that follows from them */
    struct claim always[ALWAYS_MAX], at_end, environment;
    struct settings settings;
};

static inline enum class class_of(const struct table *t, int index) { return index < t->actor_count ? t->actors[index] : t->twins.class; }

static inline bool is_about_twins(const struct table *t, const struct claim *c)
{
    return c->actor >= t->actor_count || c->other >= t->actor_count;
}

static inline bool has(const struct table *t, enum feature f)
{
    return t->features >> f & 1;
}

/* A plain one: of the features only shared memory, with every ninth seed. */
void generate(struct table *t, unsigned seed, unsigned draw);
/* The same, but what an actor sends to itself is a timer, and an actor that settles without owing an answer cancels its last one. */
void generate_timed(struct table *t, unsigned seed, unsigned draw);
/* With a few features, which ones depends on the seed; none but those in `allowed`. With ALL_NAMED in it, all of them have WITH_NAMED, with
 * ALL_FAULTS WITH_FAULTS, and with MANY_FAULTS several kinds of them each. */
enum { ALL_NAMED = FEATURES, ALL_FAULTS, MANY_FAULTS };
void generate_varied(struct table *t, unsigned seed, unsigned draw, unsigned allowed);
/* A table as a file, for those that no seed makes. */
bool table_save(const struct table *t, const char *file);
bool table_load(struct table *t, const char *file);

#endif
