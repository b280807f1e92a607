/* The checks. Each one looks at one state and reports every violation that it sees there. */
#ifndef HARRIER_CHECK_CHECK_H
#define HARRIER_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "base/intern.h"
#include "base/predicate.h"
#include "check/looks.h"
#include "harrier.h"
#include "model/effects.h"
#include "step/question.h"

enum { PREDICATES_MAX = 64 }; /* a bit each */

/* What is checked, and what the checks remember. */
struct checks {
    const struct job *job;
    enum environment_kind environment; /* what may still come from outside at an end */
    struct predicate {
        enum hr_when when;
        const char *name;
        struct predicate_code code;
        uint32_t named[PREDICATE_NAMES_MAX]; /* the actors that are named for it: code.count */
        struct hr_place place;
        uint32_t tree;                 /* of its answers */
        struct predicate_looks always; /* the actors that it has looked at whenever it was asked: the first nodes of its tree */
        bool asked;
        bool alone; /* it did something else than looking at these, so it is asked by itself */
    } predicates[PREDICATES_MAX];
    size_t predicate_count;
    /* Predicates that are asked together: those that always look at the same actors. */
    struct predicates_group {
        enum hr_when when;
        uint64_t members;                /* as bits */
        struct predicate_looks expected; /* the actors, in the order of the first member */
        uint32_t tree;                   /* of their common answers: all hold, or they are to be asked one by one */
    } groups[PREDICATES_MAX];
    size_t group_count;
    bool grouped; /* false: some predicate looks elsewhere now */
    /* For predicates: earlier answers, how many times one was asked, and scratch memory. */
    struct looks looks;
    uint64_t predicate_runs;
    uint32_t sites; /* the hr_sometimes() that predicates reached, added up: sites_bits(). Whoever looks at it clears it before */
    struct pool locals;
    struct effects done, again;
    struct intern ends; /* for --after-run: the ends where main() went on already, as lists of local states */
    /* For the check of mailboxes. */
    struct pool limits; /* uint64_t per actor known so far, 0: none */
    bool any_limit;
};

void checks_init(struct checks *c, const struct job *job);
/* Takes over a declaration of the driver. False when there are too many. */
bool checks_declare(struct checks *c, enum hr_when when, const char *name, const struct predicate_code *code, struct hr_place place);
bool checks_any(const struct checks *c, enum hr_when when);
/* Whether some hr_always() may look at all actors, because none are named for it. */
bool checks_any_unnamed(const struct checks *c);
/* Calls `visit` for each actor that is named for an hr_always(); for some actors several times. */
void checks_each_named(const struct checks *c, void (*visit)(void *user, uint32_t actor), void *user);
/* Calls `visit` for each predicate of any kind for which actors are named, with them. Those that are asked alike, and about as many actors, are of one
 * kind. */
void checks_each_claim(const struct checks *c, void (*visit)(void *user, uint32_t kind, const uint32_t *actors, uint32_t count),
                       void *user);
/* Call when the driver has declared everything: says to model/depend.h which actors an hr_always() looks at together. */
void checks_group(const struct checks *c);
/* Call when the driver has declared everything: decides, and returns, which environment is in force. */
enum environment_kind checks_environment(struct checks *c);
/* Whether some actor known so far has a limited mailbox. */
bool checks_any_limit(struct checks *c);
/* Whether every state must be checked when it is reached, because there are invariants or limits. */
bool checks_every_state(struct checks *c);

/* The function that is called with each violation. */
struct teller {
    void (*tell)(void *user, const struct finding *f);
    void *user;
};
static inline void tell(const struct teller *t, const struct finding *f)
{
    t->tell(t->user, f);
}

/* Checks a state that was just reached: rings of callers (if `waits`: an actor may have begun to wait for a reply), invariants,
 * mailboxes. */
void check_state(struct checks *c, const uint32_t *state, size_t actors, bool waits, const struct teller *t);
/* The parts of that which one delivery, to this actor, may have changed: rings of callers; invariants that name the actor. */
void check_rings(const uint32_t *state, size_t actors, const struct teller *t);
void check_named(struct checks *c, uint32_t actor, const uint32_t *state, size_t actors, const struct teller *t);
/* Checks a state where nothing can be delivered. */
void check_end(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t);
/* Fills in the warning about messages left at such an end; false when there are none. */
bool check_undeliverable(const uint32_t *state, size_t actors, struct finding *out);

#endif
