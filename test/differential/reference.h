/* What the generated programs mean, written a second time and as plainly as possible: a state is one flat struct that is
 * copied, a step changes the copy. Nothing of the engine is used here. */
#ifndef DIFFERENTIAL_REFERENCE_H
#define DIFFERENTIAL_REFERENCE_H

#include "generator.h"
#include "verdicts.h"

/* Main's actors, 2 children each, 1 grandchild for each of those, and main itself. */
/* An actor that crashes may forget children that it created in that step, and create more. */
enum { PLACES = 1 + (ACTORS_MAX + TWINS_MAX) * 5 + 12, LETTERS_MAX = 64, SENT_MAX = 256, OWES_MAX = PLACES, SCRIPT_MAX = 256 };
enum { MAIN = 0, NOBODY = -1, GRAVE = -2 };

enum status { WAITING, CALLING, TERMINATED, DESTROYED, FAILED, CRASHED };
enum { CRASH_REASON = -1000 };

/* Messages by the order in which they were sent. */
struct letter_set {
    uint64_t bits[SENT_MAX / 64];
};

/* How far an actor is with its reaction: what a blocked caller goes on with. */
struct frame {
    const struct reaction *reaction;
    int8_t at, sender, depth;
    int16_t value;
    int8_t life; /* of the caller */
    bool init;
    bool may_reply; /* the program's own view: it has not answered or put off this call */
    bool owing;     /* the sender is a caller without an answer */
};

/* What an actor keeps in spite of a crash. */
struct disk {
    int8_t sum, children, restarts;
    int own_sent;
    uint32_t own_history;
};

struct actor {
    int8_t class, parent, ordinal;
    int8_t status, waiting_for;
    int16_t reason, got;
    int8_t life; /* how often it was restarted after a crash */
    struct disk disk;
    int8_t state, sum, level, depth, children, restarts, child, caller;
    bool changed, quiet;
    int8_t timer;    /* the number that it remembers */
    int8_t kept;     /* what is in its block of memory; NOTHING_KEPT: it has none */
    int8_t ordinals; /* given to children so far */
    int8_t left;     /* a delta's remaining receives */
    bool looked;     /* at its clock */
    int8_t late;     /* looks that came late */
    int16_t clock;   /* what it would see next; 0: nobody in its past has looked */
    int16_t since;   /* what that was when it first had one */
    uint64_t timers; /* numbers in use, a bit each */
    struct frame frame;
    int8_t owes[OWES_MAX], owes_lives[OWES_MAX], owes_count;
    int16_t sent;
    uint64_t id;            /* the same in every order of creation */
    uint64_t history;       /* of what it received, in order */
    int own_id, own_sent;   /* as the program numbers */
    uint32_t own_history;   /* as the program keeps it */
    struct letter_set past; /* what was sent before whatever it sends next */
};
enum { NOTHING_KEPT = -1 };

enum letter_kind { PLAIN, CALL, REPLY, FAILURE, EPITAPH, TIMER, RESTART, REVIVAL /* after a crash */ };
struct letter {
    int8_t kind, type, from, to, depth;
    int16_t value;
    int8_t life;            /* of the caller, in a call and its answer */
    int8_t timer;           /* its number */
    int16_t delay;          /* of a timer */
    int16_t clock;          /* what its receiver's is at least: the sender's, or when a timer is due; 0: nobody has looked */
    int16_t number;         /* among those of its sender */
    int16_t sequence;       /* among all */
    int serial;             /* what the program itself numbers, 0: nothing */
    struct letter_set past; /* what was sent before it */
};

struct world {
    int actor_count, letter_count;
    int known;                  /* how many of main's actors the program can address */
    int sent;                   /* letters so far */
    int main_clock;             /* what main has learned of time before hr_run() */
    int cells[CELLS];           /* the shared memory */
    uint64_t lines[ALWAYS_MAX]; /* of all deliveries to the actors of one invariant that names them, or of several that share some */
    uint64_t order;             /* of all deliveries, where memory is shared: then they all depend on each other */
    int8_t faults[MISHAPS];     /* so far */
    uint8_t apart;              /* the network is split: which of main's actors are on the one side, a bit each; 0: it is whole */
    bool overfull;              /* more letters than there is room for: the program is too large */
    struct actor actors[PLACES];
    struct letter letters[LETTERS_MAX]; /* in order of sending */
};

/* Answers to OP_CHOOSE and to looks at the clock: those in `picks` first, then 0; `of` says how many each had. */
struct script {
    uint64_t
        faults; /* which of them struck, and where; and what others have done to the step: letters that it sent into a split, or lost in a crash */
    bool setting_up; /* nothing is asked: all is as if it were 0 */
    int count, used;
    int picks[SCRIPT_MAX], of[SCRIPT_MAX];
    bool of_fault[SCRIPT_MAX]; /* asks for a fault: part of what happened only where one strikes */
};

/* A step that is being made. */
struct step {
    const struct table *table;
    struct world *world;
    struct script *script;
    int self; /* whose step it is */
    bool crashed, restarts;
    int places[MISHAPS]; /* where a fault might have struck so far */
    bool over;           /* it went wrong, and the execution with it ... */
    enum violation what; /* ... in this way */
    unsigned reached;    /* sites whose condition held, a bit each */
};

uint64_t mix(uint64_t a, uint64_t b);
void world_copy(struct world *to, const struct world *from);

/* ---- reference.c: what actors do ---- */

void world_post(struct world *w, struct letter l);
void note(struct actor *a, unsigned what);
int actor_named(const struct world *w, int index);
/* The same, twins included, whom nobody but predicates can address. */
int actor_of_main(const struct world *w, int index);
/* It learns that it is this late. */
void actor_learns_time(struct actor *a, int clock);
/* A place where the actor may crash; whether it does. */
bool may_crash(struct step *s, int self);
/* What a crash does, when the step is over. */
void actor_crash(struct step *s, int self);
/* What is persistent goes to the disk. */
void actor_sync(struct actor *a);
/* Runs the actor's reaction from where it is. */
void actor_go_on(struct step *s, int self);
int actor_create(struct step *s, int parent, enum class class, int level, int depth, bool quiet);

/* ---- reference_step.c: deliveries ---- */

/* What main builds; `reached` gets the sites that set-up reaches. */
void world_start(struct world *w, const struct table *t, unsigned *reached);
/* Whether letter i may be delivered next. */
bool world_offers(const struct world *w, const struct table *t, int i, enum channel channel);
/* Delivers it. */
struct step world_deliver(struct world *w, const struct table *t, int i, struct script *s);

/* ---- reference_end.c: what is wrong with a state ---- */

/* A bit per violation, besides those of steps. */
unsigned world_wrongs(const struct world *w, const struct table *t, bool at_end);

/* ---- reference_print.c ---- */

/* The state as one line of `harrier check --output ends:FILE`, with or without what `program ... history` adds; the buffer must
 * hold LINE_MAX_BYTES. What is excluded from the state reads 0. */
enum { LINE_MAX_BYTES = 1 << 16 };
/* Appends an actor's name to `out`. */
void world_name(const struct world *w, int actor, char *out);
/* The name of a letter's type, as schedules have it. */
const char *letter_type(const struct letter *l, const struct table *t);
void world_print(const struct world *w, const struct table *t, bool history, char *line);

#endif
