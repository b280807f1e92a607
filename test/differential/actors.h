/* The program under test: what its parts share. */
#ifndef DIFFERENTIAL_ACTORS_H
#define DIFFERENTIAL_ACTORS_H

#include <harrier.h>

#include "generator.h"

HR_MESSAGE(Poke, int depth; int value; int serial;);
HR_MESSAGE(Push, int depth; int value; int serial;);
HR_MESSAGE(Tick);
HR_MESSAGE(Ask, int depth; int value; int serial;);
HR_MESSAGE(Get, int depth; int value; int serial;);
HR_MESSAGE(Answer, int value;);
HR_MESSAGE(Epitaph, unsigned history;); /* of one that ends: its state is gone */

/* What a Push and an Answer are in programs with parcels: the same, and content that follows from its value. */
struct Extra {
    long twice; /* no padding: what happens to be there would be sent too */
    char *word;
};
HR_MESSAGE(Parcel, int depth; int value; int serial; int count; int *items; char *label; struct Extra * extra;);
HR_MESSAGE(Packet, int value; char *word;);

/* One layout for all, so that one interpreter serves all; a struct each, because a struct's name is its actor's name. */
#define BODY                                                                                                    \
    int id;           /* main's first is 1, its second child 12, ... */                                         \
    unsigned history; /* 0 unless asked for */                                                                  \
    int sent;         /* how many messages it sent, likewise */                                                 \
    int state, sum, got;                                                                                        \
    int level; /* 0: created by main */                                                                         \
    int depth; /* of its initialisation */                                                                      \
    int children, restarts;                                                                                     \
    hr_ref child;   /* the last one */                                                                          \
    hr_ref caller;  /* whose answer was put off */                                                              \
    bool changed;   /* has the second behaviour */                                                              \
    bool quiet;     /* created before the search begins: its initialisation must neither choose nor go wrong */ \
    hr_timer timer; /* the last one */                                                                          \
    int *kept;      /* NULL: nothing */                                                                         \
    int visits;     /* counted and excluded from its state where the table says so */
struct body {
    BODY
};
struct alpha {
    BODY
};
struct beta {
    BODY
};
struct gamma {
    BODY
};
struct delta {
    BODY
};

/* Written by main only, but for the cells of programs that share them. */
struct program {
    struct table table;
    hr_ref actors[ACTORS_MAX], grave;
    bool keeps_history, takes_first;
};
extern struct program program;
extern int cells[CELLS];
extern const struct hr_site sites[SITES];

/* ---- interpret.c ---- */

/* Handles a message; false when the actor leaves its reaction early. */
bool react(struct body *self, enum class class, enum type type, int depth, int value, int serial);
/* The same for its initialisation. */
bool begin(struct body *self, enum class class);
void send_message(hr_ref to, enum type type, int depth, int value, int serial);
/* What a parcel carries is what its value says: a finding if not. */
void check_parcel(const struct Parcel *m);

/* ---- actors.c ---- */

/* Gives the kinds of actors the clauses that the table wants; before the first is created. */
void make_types(void);
hr_ref create(enum class class, int id, int level, int depth, bool quiet);
void become_other(struct body *self, enum class class);
/* An actor's state, as hr_peek() shows it. */
const struct body *peek(hr_ref ref, enum class class);
hr_ref create_grave(void);

#endif
