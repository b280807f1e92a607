/* The kinds of actors. */
#include <stdlib.h>
#include <string.h>

#include "actors.h"

HR_DECLARE_ACTOR(alpha);
HR_DECLARE_ACTOR(beta);
HR_DECLARE_ACTOR(gamma);
HR_DECLARE_ACTOR(delta);

/* ---- looking at a message ---- */

struct seen {
    enum type type;
    int depth, value, serial;
};

static struct seen look(const hr_received *m)
{
    if (hr_is(*m, Tick)) {
        return (struct seen){ .type = TICK };
    }
    const struct Poke *fields = m->data; /* the other types begin with the same fields */
    enum type type = hr_is(*m, Poke) ? POKE : hr_is(*m, Ask) ? ASK : hr_is(*m, Get) ? GET : PUSH;
    return (struct seen){ type, fields->depth, fields->value, fields->serial };
}

static bool passes(const struct filter *f, const hr_received *m)
{
    struct seen s = look(m);
    if (f->gate != 0 && cells[f->gate - 1] >= 2) {
        return false;
    }
    return (f->types >> s.type & 1) && !(f->small && s.value >= 2) && !(f->not_main && m->sender == HR_DRIVER);
}

/* ---- handlers ---- */

#define HANDLER(name, CLASS, Type, TYPE)                                        \
    static void name##_##Type(struct name *self, const struct Type *m)          \
    {                                                                           \
        react((struct body *)self, CLASS, TYPE, m->depth, m->value, m->serial); \
    }
#define HANDLERS(name, CLASS)                                                   \
    HANDLER(name, CLASS, Poke, POKE)                                            \
    HANDLER(name, CLASS, Push, PUSH)                                            \
    HANDLER(name, CLASS, Ask, ASK)                                              \
    HANDLER(name, CLASS, Get, GET)                                              \
    static void name##_init(struct name *self)                                  \
    {                                                                           \
        begin((struct body *)self, CLASS);                                      \
    }                                                                           \
    static void name##_Tick(struct name *self, const struct Tick *m)            \
    {                                                                           \
        react((struct body *)self, CLASS, TICK, 0, 0, 0);                       \
    }                                                                           \
    static void name##_Parcel(struct name *self, const struct Parcel *m)        \
    {                                                                           \
        check_parcel(m);                                                        \
        react((struct body *)self, CLASS, PUSH, m->depth, m->value, m->serial); \
    }                                                                           \
    static bool name##_accepts(const struct name *self, const hr_received *m)   \
    {                                                                           \
        return passes(&program.table.filters[CLASS][self->state], m);           \
    }

HANDLERS(alpha, ALPHA)
HANDLERS(beta, BETA)

HR_ACTOR(alpha, HR_INIT(alpha_init), HR_ACCEPTS(alpha_accepts), HR_ON(Poke, alpha_Poke), HR_ON(Push, alpha_Push),
         HR_ON(Parcel, alpha_Parcel), HR_ON(Tick, alpha_Tick), HR_ON(Ask, alpha_Ask), HR_ON(Get, alpha_Get));
HR_BEHAVIOUR(alpha_shy, HR_ON(Poke, alpha_Poke), HR_ON(Ask, alpha_Ask));
HR_ACTOR(beta, HR_INIT(beta_init), HR_ON(Poke, beta_Poke), HR_ON(Push, beta_Push), HR_ON(Parcel, beta_Parcel), HR_ON(Ask, beta_Ask),
         HR_ON(Get, beta_Get));
HR_BEHAVIOUR(beta_strict, HR_ACCEPTS(beta_accepts), HR_ON(Poke, beta_Poke), HR_ON(Tick, beta_Tick), HR_ON(Ask, beta_Ask));

/* ---- processes ---- */

struct receiver {
    struct body *self;
    enum class class;
};

static bool predicate(void *context, const hr_received *m)
{
    const struct receiver *r = context;
    return passes(&program.table.filters[r->class][r->self->state], m);
}

/* One message taken and reacted to; false when the function shall return. */
static bool receive_one(struct receiver *r)
{
    hr_received m;
    switch (program.table.filters[r->class][r->self->state].taking) {
    case TAKE_POKE: m = hr_receive(Poke); break;
    case TAKE_CALLS: m = hr_receive(Ask, Get); break;
    case TAKE_SENDS: m = hr_receive(Tick, Push, Poke, Parcel); break;
    case TAKE_IF: m = hr_receive_if(predicate, r); break;
    default: m = hr_receive(); break;
    }
    if (hr_is(m, Parcel)) {
        check_parcel(hr_as(m, Parcel));
    }
    struct seen s = look(&m);
    return react(r->self, r->class, s.type, s.depth, s.value, s.serial);
}

static void run_gamma(struct gamma *self)
{
    struct receiver r = { (struct body *)self, GAMMA };
    if (begin(r.self, GAMMA)) {
        while (receive_one(&r)) {}
    }
}

/* Counts on the heap, so that something besides struct and stack has to be kept. */
static void run_delta(struct delta *self)
{
    struct receiver r = { (struct body *)self, DELTA };
    int *left = malloc(sizeof *left);
    *left = program.table.receives;
    if (begin(r.self, DELTA)) {
        while (--*left >= 0 && receive_one(&r)) {}
    }
    free(left);
}

HR_PROCESS(gamma, run_gamma);
HR_PROCESS(delta, run_delta);

/* ---- where epitaphs go: nobody reads them, and it is no part of what is checked ---- */

struct grave {
    int unused;
};
HR_DECLARE_ACTOR(grave);
static bool grave_accepts(const struct grave *self, const hr_received *m)
{
    return false;
}
static void grave_epitaph(struct grave *self, const struct Epitaph *m) {}
HR_ACTOR(grave, HR_ACCEPTS(grave_accepts), HR_ON(Epitaph, grave_epitaph), HR_ENVIRONMENT, HR_MAILBOX_LIMIT(0));

hr_ref create_grave(void)
{
    return hr_spawn(grave);
}

/* ---- types with the clauses that the table wants ---- */

enum { CLAUSES_MAX = 16 };

static struct types {
    struct hr_actor_type first[CLASSES];
    struct hr_behaviour other[CLASSES];
    struct hr_clause clauses[CLASSES][2][CLAUSES_MAX];
} types;

/* The clauses of a behaviour, and what its manner says besides. */
static void copy_clauses(struct hr_behaviour *b, struct hr_clause *to, const struct manner *m, int which)
{
    static const enum hr_unhandled unhandled[UNHANDLEDS] = { HR_UNHANDLED_DEFAULT, HR_UNHANDLED_ERROR, HR_UNHANDLED_KEEP,
                                                             HR_UNHANDLED_DROP };
    const struct hr_clause *from = b->clauses;
    b->clauses = to;
    while (from->kind != HR_CLAUSE_END) {
        *to++ = *from++;
    }
    if (m->unhandled[which] != UNHANDLED_UNSAID) {
        *to++ = (struct hr_clause){ .kind = HR_CLAUSE_UNHANDLED, .value = unhandled[m->unhandled[which]] };
    }
    if (m->outside && which == 0) {
        *to++ = (struct hr_clause)HR_ENVIRONMENT;
    }
    if (m->limited && which == 0) {
        *to++ = m->drops ? (struct hr_clause)HR_MAILBOX_LIMIT(m->limit, drop) : (struct hr_clause)HR_MAILBOX_LIMIT(m->limit);
    }
    *to = (struct hr_clause){ .kind = HR_CLAUSE_END };
}

void make_types(void)
{
    const struct hr_actor_type *const written[CLASSES] = { &hr_actor_alpha, &hr_actor_beta, &hr_actor_gamma, &hr_actor_delta };
    const struct hr_behaviour *const others[CLASSES] = { &hr_behaviour_alpha_shy, &hr_behaviour_beta_strict };
    for (int c = 0; c < CLASSES; c++) {
        types.first[c] = *written[c];
        copy_clauses(&types.first[c].behaviour, types.clauses[c][0], &program.table.manners[c], 0);
        if (others[c] != NULL) {
            types.other[c] = *others[c];
            copy_clauses(&types.other[c], types.clauses[c][1], &program.table.manners[c], 1);
        }
    }
}

hr_ref create(enum class class, int id, int level, int depth, bool quiet)
{
    struct body b;
    memset(&b, 0, sizeof b); /* padding too */
    b.id = id;
    b.level = level;
    b.depth = depth;
    b.quiet = quiet;
    return hr_spawn_(&types.first[class], &b, sizeof b);
}

void become_other(struct body *self, enum class class)
{
    if (class == ALPHA || class == BETA) {
        self->changed = !self->changed;
        hr_become_(self->changed ? &types.other[class] : NULL);
    }
}

const struct body *peek(hr_ref ref, enum class class)
{
    return hr_peek_(ref, &types.first[class]);
}
