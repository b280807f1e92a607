#include "features.h"

#include <string.h>

#include "dice.h"

const char *const feature_names[FEATURES] = {
    [WITH_SHARED] = "shared",   [WITH_TIMERS] = "timers",       [WITH_RESTARTS] = "restarts",
    [WITH_ALWAYS] = "always",   [WITH_AT_END] = "at_end",       [WITH_ENVIRONMENT] = "environment",
    [WITH_LIMITS] = "limits",   [WITH_UNHANDLED] = "unhandled", [WITH_SETTLED] = "settled",
    [WITH_PARCELS] = "parcels", [WITH_EXCLUDED] = "excluded",   [WITH_CLOCKS] = "clocks",
    [WITH_SITES] = "sites",     [WITH_NOTES] = "notes",         [WITH_TWINS] = "twins",
    [WITH_BIRTHS] = "births",   [WITH_NAMED] = "named",         [WITH_SUMS] = "sums",
    [WITH_FAULTS] = "faults",
};

/* Of a hundred seeds. The first are those that reductions refuse or that make every order matter: with them there is less to
 * compare. */
static const int shares[FEATURES] = {
    [WITH_SHARED] = 11,      [WITH_ALWAYS] = 10,    [WITH_LIMITS] = 10,  [WITH_TIMERS] = 24,  [WITH_RESTARTS] = 18, [WITH_AT_END] = 15,
    [WITH_ENVIRONMENT] = 18, [WITH_UNHANDLED] = 15, [WITH_SETTLED] = 15, [WITH_PARCELS] = 15, [WITH_EXCLUDED] = 15, [WITH_CLOCKS] = 15,
    [WITH_SITES] = 15,       [WITH_NOTES] = 5,      [WITH_TWINS] = 15,   [WITH_BIRTHS] = 15,  [WITH_NAMED] = 8,     [WITH_SUMS] = 35,
};

unsigned features_of(unsigned seed)
{
    struct dice d = { (uint64_t)seed << 32 | 0xfea70e5u };
    unsigned features = 0;
    dice_next(&d);
    for (int f = 0; f < FEATURES; f++) {
        features |= percent(&d, shares[f]) ? 1u << f : 0;
    }
    if (features >> WITH_SETTLED & 1) {
        features &= ~(1u << WITH_UNHANDLED); /* nothing may go wrong before the search begins */
    }
    return features;
}

/* ---- ops ---- */

/* The ops that come with a feature, each as often as it stands here. */
static const struct {
    enum feature feature;
    enum op_kind kind;
} additions[] = {
    { WITH_TIMERS, OP_AFTER },     { WITH_TIMERS, OP_AFTER },    { WITH_TIMERS, OP_CANCEL },    { WITH_RESTARTS, OP_RESTART },
    { WITH_RESTARTS, OP_RESTART }, { WITH_CLOCKS, OP_CLOCK },    { WITH_EXCLUDED, OP_KEEP },    { WITH_EXCLUDED, OP_KEEP },
    { WITH_EXCLUDED, OP_RECALL },  { WITH_EXCLUDED, OP_DROP },   { WITH_EXCLUDED, OP_SCRATCH }, { WITH_EXCLUDED, OP_SCRATCH },
    { WITH_SITES, OP_SOMETIMES },  { WITH_SITES, OP_SOMETIMES }, { WITH_NOTES, OP_NOTE },       { WITH_UNHANDLED, OP_BECOME },
    { WITH_UNHANDLED, OP_BECOME }, { WITH_UNHANDLED, OP_SEND },  { WITH_UNHANDLED, OP_SEND },   { WITH_FAULTS, OP_SYNC },
};
enum { ADDITIONS = sizeof additions / sizeof *additions };

static struct op draw_addition(struct dice *d, const struct table *t, enum op_kind kind)
{
    struct op o = { .kind = kind, .type = percent(d, 50) ? POKE : percent(d, 75) ? PUSH : TICK };
    if (kind == OP_SEND) {
        o.type = TICK; /* has the fewest handlers */
    }
    o.target = (kind == OP_RESTART || kind == OP_SEND) && percent(d, 70) ? TO_ACTOR : (enum target)below(d, 4);
    o.index = below(d, t->actor_count);
    o.number = below(d, 4);
    o.source = (enum source)below(d, 4);
    return o;
}

/* In front of the op at some place; the last one goes if there is no room, unless it answers a call. */
static void insert(struct dice *d, struct reaction *r, struct op o)
{
    enum op_kind last = r->ops[OPS_MAX - 1].kind;
    int at = below(d, OPS_MAX);
    if (last == OP_REPLY || last == OP_DEFER) {
        return;
    }
    memmove(&r->ops[at + 1], &r->ops[at], (size_t)(OPS_MAX - 1 - at) * sizeof r->ops[0]);
    r->ops[at] = o;
}

static void add_ops(struct dice *d, const struct table *t, struct reaction *r, int chance)
{
    for (int i = 0; i < ADDITIONS; i++) {
        if (has(t, additions[i].feature) && percent(d, chance)) {
            insert(d, r, draw_addition(d, t, additions[i].kind));
        }
    }
}

/* Something sent, then somebody created who begins with sending to the same one. */
static void add_birth(struct dice *d, struct table *t)
{
    int class = below(d, CLASSES), child = below(d, CLASSES), index = below(d, t->actor_count);
    struct reaction *r = &t->reactions[class][below(d, STATES)][below(d, 2)], *init = &t->init[child];
    r->ops[0] = (struct op){ .kind = OP_SEND, .type = POKE, .target = TO_ACTOR, .index = index, .number = below(d, 4) };
    r->ops[1] = (struct op){ .kind = OP_SPAWN, .class = (enum class)child };
    init->ops[0] = r->ops[0];
    init->ops[0].type = percent(d, 70) ? POKE : PUSH;
}

/* Set-up can neither choose nor fail. */
static void calm(struct reaction *r)
{
    for (int i = 0; i < OPS_MAX; i++) {
        if (r->ops[i].kind == OP_CHOOSE || r->ops[i].kind == OP_ASSERT) {
            r->ops[i] = (struct op){ .kind = OP_NONE };
        }
    }
}

static void change_reactions(struct dice *d, struct table *t)
{
    for (int c = 0; c < CLASSES; c++) {
        add_ops(d, t, &t->init[c], 25);
        for (int i = 0; i < STATES * TYPES; i++) {
            struct reaction *r = &t->reactions[c][i / TYPES][i % TYPES];
            add_ops(d, t, r, 12);
            if (has(t, WITH_RESTARTS) && (c == GAMMA || c == DELTA) && percent(d, 20)) {
                insert(d, r, (struct op){ .kind = OP_LEAVE }); /* who has not left cannot be restarted */
            }
            if (has(t, WITH_SETTLED)) {
                calm(r);
            }
        }
        if (has(t, WITH_SETTLED)) {
            calm(&t->init[c]);
        }
    }
}

/* Reactions that add up, go to no other state and send the same whatever the sum is. */
static void add_up(struct dice *d, struct table *t)
{
    for (int i = 0; i < CLASSES * STATES * TYPES; i++) {
        int state = i / TYPES % STATES;
        struct reaction *r = &t->reactions[i / (STATES * TYPES)][state][i % TYPES];
        r->adds = percent(d, 80);
        r->next = percent(d, 70) ? state : r->next;
        for (int k = 0; k < OPS_MAX; k++) {
            r->ops[k].source = percent(d, 70) ? FROM_NUMBER : r->ops[k].source;
        }
    }
}

/* ---- the rest ---- */

static struct claim draw_claim(struct dice *d, const struct table *t)
{
    struct claim c = { .used = true, .actor = below(d, t->actor_count), .other = below(d, t->actor_count) };
    c.sum = below(d, 4);
    c.state = percent(d, 60) ? ANY_STATE : below(d, STATES);
    c.gate = has(t, WITH_SHARED) && percent(d, 40) ? 1 + below(d, CELLS) : 0;
    return c;
}

static void draw_claims(struct dice *d, struct table *t)
{
    for (int i = 0; i < ALWAYS_MAX && (has(t, WITH_ALWAYS) || has(t, WITH_NAMED)); i++) {
        if (i == 0 || percent(d, 50)) {
            t->always[i] = draw_claim(d, t);
        }
    }
    if (has(t, WITH_AT_END)) {
        t->at_end = draw_claim(d, t);
    }
    if (has(t, WITH_ENVIRONMENT) && percent(d, 60)) {
        t->environment = draw_claim(d, t);
    }
}

static void draw_manner(struct dice *d, const struct table *t, struct manner *m, bool is_handler)
{
    if (has(t, WITH_UNHANDLED) && is_handler) {
        m->unhandled[0] = percent(d, 60) ? UNHANDLED_UNSAID : (enum unhandled)below(d, UNHANDLEDS);
        m->unhandled[1] = percent(d, 60) ? UNHANDLED_UNSAID : (enum unhandled)below(d, UNHANDLEDS);
    }
    if (has(t, WITH_ENVIRONMENT)) {
        m->outside = percent(d, 35);
    }
    if (has(t, WITH_LIMITS) && percent(d, 50)) {
        m->limited = true;
        m->drops = percent(d, 30);
        m->limit = m->drops ? 1 + below(d, 2) : below(d, 4);
    }
}

/* Each kind alone in one program of four, and all together in another. Partitions, and what reductions refuse, are in every fourth. */
static void draw_faults(struct dice *d, unsigned seed, struct faults_allowed *f)
{
    unsigned kind = seed % 4, unreduced = seed / 4 % 4;
    f->loss = kind == 0 || kind == 3 ? 1 + percent(d, 30) : 0;
    f->twice = kind == 1 || (kind == 3 && percent(d, 50)) ? 1 + percent(d, 20) : 0;
    f->crash = kind >= 2 ? 1 + percent(d, 25) : 0;
    f->restart = f->crash != 0 && percent(d, 70) ? 1 + (f->crash > 1 && percent(d, 50)) : 0;
    f->calls = percent(d, 30);
    f->some = percent(d, 25);
    f->callers_wait = percent(d, 30);
    if (unreduced == 3) {
        f->pending_lost = kind >= 2;
        f->partitions = kind < 2 || percent(d, 30) ? 1 + percent(d, 20) : 0;
        f->loss = kind == 0 && percent(d, 60) ? 0 : f->loss;
        f->twice = kind == 1 && percent(d, 60) ? 0 : f->twice;
    }
}

/* Several kinds in each program, and partitions in every other four: the fewest programs for many of each kind. Which ones is the seed's alone:
 * among draws those with the fewest faults would be the first that can be enumerated. */
static void draw_many_faults(struct dice *unused, unsigned seed, struct faults_allowed *f)
{
    struct dice own = { (uint64_t)seed << 32 | 0xfa0175u }, *d = &own;
    (void)unused;
    dice_next(d);
    f->loss = percent(d, 75);
    f->twice = percent(d, 75);
    f->restart = percent(d, 65);
    f->crash = f->restart + percent(d, 65); /* the first ones are those with a restart */
    f->calls = percent(d, 30);
    f->some = percent(d, 15);
    f->callers_wait = percent(d, 30);
    if (seed / 4 % 2 == 1) {
        f->pending_lost = percent(d, 30);
        f->partitions = 1;
    }
}

static void draw_settings(struct dice *d, struct table *t)
{
    if (has(t, WITH_ENVIRONMENT)) {
        t->settings.environment = (enum environment)below(d, ENVIRONMENTS);
    }
    if (has(t, WITH_UNHANDLED)) {
        t->settings.unhandled = percent(d, 60) ? UNHANDLED_UNSAID : (enum unhandled)below(d, UNHANDLEDS);
    }
    if (has(t, WITH_LIMITS)) {
        t->settings.mailbox_limit = below(d, 4);
    }
    if (has(t, WITH_TIMERS)) {
        t->settings.any_timers = percent(d, 30);
    }
    if (has(t, WITH_CLOCKS)) { /* timers are due in 0, 3, 6 or 9 ms: before and after that */
        t->settings.late_ms = 1 + below(d, 9);
        t->settings.late_looks = percent(d, 20) ? 0 : 1 + percent(d, 30);
    }
}

static void draw_twins(struct dice *d, struct twins *t)
{
    t->count = 2 + percent(d, 30);
    t->class = (enum class)below(d, CLASSES);
    t->message = (struct first_message){ .type = percent(d, 70) ? POKE : PUSH };
    t->message.depth = 1 + below(d, 3);
    t->message.value = below(d, 4);
}

void features_add(struct table *t, unsigned seed, unsigned draw, unsigned features)
{
    struct dice dice = { ((uint64_t)seed << 32 | draw) ^ 0xadd1717105u }, *d = &dice;
    dice_next(d);
    t->features |= features & ((1u << FEATURES) - 1);
    for (int i = 0; i < 4 && has(t, WITH_BIRTHS); i++) {
        add_birth(d, t);
    }
    change_reactions(d, t);
    if (has(t, WITH_SUMS)) {
        struct dice other = { dice.state ^ 0x50305u }; /* so that everything else is as it would be without */
        add_up(&other, t);
    }
    draw_claims(d, t);
    for (int c = 0; c < CLASSES; c++) {
        draw_manner(d, t, &t->manners[c], c == ALPHA || c == BETA);
    }
    draw_settings(d, t);
    if (has(t, WITH_FAULTS)) {
        (features >> MANY_FAULTS & 1 ? draw_many_faults : draw_faults)(d, seed, &t->settings.faults);
    }
    if (has(t, WITH_SETTLED)) {
        t->settled = below(d, t->first_count);
    }
    if (has(t, WITH_TWINS)) {
        draw_twins(d, &t->twins);
    }
    for (int i = 0; i < ALWAYS_MAX && has(t, WITH_TWINS) && has(t, WITH_NAMED); i++) {
        if (percent(d, 60)) {
            t->always[i] = draw_claim(d, t);
            t->always[i].actor = t->actor_count + below(d, t->twins.count);
            t->always[i].other = percent(d, 70) ? t->actor_count + below(d, t->twins.count) : t->always[i].other;
        }
    }
}
