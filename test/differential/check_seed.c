/* One program: which one it is, and by which ways it is checked. */
#include <stdio.h>
#include <stdlib.h>

#include "differential.h"

enum { DRAWS_MAX = 1000, PATIENCE = 100, PLAIN_EVERY = 5, THROUGH_COMMAND = 17, WHY_MAX = 8000 };

/* Channels take turns, eight seeds each, so that every order of messages meets every channel. The rules that mutants lack are those of
 * reductions. */
static enum channel channel_of(const struct request *q, unsigned seed)
{
    return q->one_channel ? q->channel : (enum channel)(seed / ORDERS % (q->mutant != NULL || q->allowed == 0 ? 2 : CHANNELS));
}

/* The seeds of one channel, counted. */
static unsigned turn_of(const struct request *q, unsigned seed)
{
    return q->one_channel ? seed : seed / (ORDERS * CHANNELS) * ORDERS + seed % ORDERS;
}

struct trial trial_of(const struct request *q, unsigned seed)
{
    return (struct trial){
        .seed = seed, .channel = channel_of(q, seed), .allowed = q->allowed, .fast = q->mutant != NULL || seed % THROUGH_COMMAND != 0
    };
}

/* Whether some execution has each of the faults that it may have, where programs shall have many. */
static bool all_strike(const struct trial *trial, const struct table *t, const struct enumeration *e)
{
    const struct faults_allowed *f = &t->settings.faults;
    const int allowed[MISHAPS] = {
        [LOST] = f->loss,        [TWICE] = f->twice,      [CRASH_FOR_GOOD] = f->crash - f->restart, [CRASH_AND_RESTART] = f->restart,
        [SPLIT] = f->partitions, [HEALED] = f->partitions
    };
    bool all = true;
    for (int k = 0; k < MISHAPS && trial->allowed >> MANY_FAULTS & 1; k++) {
        all = all && (allowed[k] == 0 || e->faulty[k] != 0);
    }
    return all;
}

void find_draw(struct trial *trial, struct table *t, struct enumeration *e)
{
    size_t classes_min = trial->seed % PLAIN_EVERY == 0 ? 1 : MANY_CLASSES;
    for (trial->draw = 0; trial->draw < DRAWS_MAX; trial->draw++) {
        trial_table(trial, t);
        *e = enumerate(t, trial->channel);
        if (!e->too_large && e->classes >= classes_min && (trial->draw >= PATIENCE || all_strike(trial, t, e))) {
            return;
        }
        enumeration_free(e);
        classes_min -= trial->draw >= PATIENCE && classes_min > 1;
    }
    fprintf(stderr, "seed %u: no usable program in %d draws\n", trial->seed, DRAWS_MAX);
    exit(2);
}

/* A program and what is known of it. */
struct subject {
    const struct request *request;
    struct table table;
    struct enumeration expected;
    struct counted before;
    struct failure failure;
    struct tally *tally;
};

static void try(struct subject *s, const struct trial *t)
{
    char why[WHY_MAX], command[COMMAND_MAX];
    const struct site *site = &s->request->site;
    tally_run(s->tally, t, &s->expected);
    enum fault fault = trial_run(site, t, &s->table, &s->expected, &s->before, &s->tally->compared, why, sizeof why);
    if (fault == FAULT_NONE || s->failure.fault != FAULT_NONE) {
        return;
    }
    s->failure = (struct failure){ fault, *t };
    if (s->request->mutant == NULL) {
        trial_command(site, t, &s->table, command);
        printf("seed %u, %s, %s: %s\n    %s\n", t->seed, channel_names[t->channel], t->mode->name, why, command);
        fflush(stdout);
    }
}

/* Plain dfs, then others in turn: more where there are no reductions to run. */
static void try_searches(struct subject *s, struct trial t)
{
    bool reducible = mode_fits(&modes[1], &s->table, t.channel);
    const struct mode *symmetric = &modes[MODE_SYMMETRIC];
    unsigned others = SEARCHES - 1, count = reducible || s->request->in_turn ? 2 : 5, first = turn_of(s->request, t.seed) * count;
    t.mode = &modes[REDUCTIONS];
    t.replays = t.seed % 4 == 0;
    try(s, &t);
    t.replays = true;
    if (s->table.twins.count != 0 && mode_fits(symmetric, &s->table, t.channel)) {
        t.mode = symmetric;
        try(s, &t);
    }
    for (unsigned i = MODE_NAMED_FIRST; i < MODES && has(&s->table, WITH_NAMED); i++) {
        t.mode = &modes[i];
        if (mode_fits(t.mode, &s->table, t.channel)) {
            try(s, &t);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        t.mode = &modes[REDUCTIONS + 1 + (first + i) % others];
        if (mode_fits(t.mode, &s->table, t.channel)) {
            try(s, &t);
        }
    }
}

/* Those that are run on one program where they take turns: TransDPOR together with what bounds its paths. */
static bool is_its_turn(const struct request *q, unsigned seed, unsigned reduction)
{
    static const unsigned turns[REDUCTIONS] = { 0, 0, 1, 2, 1, 2, 3, 3, 4, 4 };
    return !q->in_turn || turns[reduction] == turn_of(q, seed) % 5;
}

static void try_reductions(struct subject *s, struct trial t)
{
    for (unsigned i = 0; i < REDUCTIONS && (s->request->mutant == NULL || s->failure.fault == FAULT_NONE); i++) {
        if (!is_its_turn(s->request, t.seed, i)) {
            continue;
        }
        t.mode = &modes[i];
        t.order = orders[(t.seed + (t.mode->no_more_than != 0 ? t.mode->no_more_than : i)) % ORDERS];
        t.replays = s->request->mutant == NULL && i == t.seed / ORDERS % REDUCTIONS;
        if (mode_fits(t.mode, &s->table, t.channel)) {
            try(s, &t);
        }
    }
}

/* One mode, with every order of messages if it takes any. */
static void try_orders(struct subject *s, struct trial t)
{
    t.mode = &modes[mode_named(s->request->only)];
    bool fits = mode_fits(t.mode, &s->table, t.channel);
    for (unsigned i = 0; i < ORDERS && fits; i++) {
        if ((s->request->one_order || !t.mode->ordered) && i != t.seed % ORDERS) {
            continue;
        }
        t.order = t.mode->ordered ? orders[i] : NULL;
        t.replays = s->request->mutant == NULL && i == t.seed % ORDERS;
        try(s, &t);
    }
}

/* Whether the only mode that was asked for takes programs with these features on this channel: if not, nothing need be enumerated. */
static bool is_asked_for(const struct request *q, const struct trial *t, struct table *scratch)
{
    trial_table(t, scratch);
    return q->only == NULL || mode_fits(&modes[mode_named(q->only)], scratch, t->channel);
}

struct failure check_seed(const struct request *q, unsigned seed, struct tally *tally)
{
    static struct subject subject;
    struct tally before = *tally;
    struct trial t = trial_of(q, seed);
    subject = (struct subject){ .request = q, .tally = tally };
    if (!is_asked_for(q, &t, &subject.table)) {
        return subject.failure;
    }
    find_draw(&t, &subject.table, &subject.expected);
    if (q->mutant == NULL && q->only == NULL) {
        try_searches(&subject, t);
    }
    (q->only != NULL ? try_orders : try_reductions)(&subject, t);
    if (tally->runs != before.runs) {
        tally_program(tally, &before, &subject.table, t.channel, &subject.expected);
    }
    tally->failed += subject.failure.fault != FAULT_NONE;
    enumeration_free(&subject.expected);
    return subject.failure;
}
