#include "generator.h"

#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "features.h"

enum { SHARED_EVERY = 9 }; /* no divisor of what the modes rotate by */

static enum op_kind draw_kind(struct dice *d)
{
    static const struct {
        enum op_kind kind;
        int weight;
    } weights[] = {
        { OP_SEND, 42 },  { OP_CALL, 16 }, { OP_SPAWN, 6 }, { OP_CHOOSE, 5 }, { OP_BECOME, 5 },
        { OP_ASSERT, 6 }, { OP_LEAVE, 4 }, { OP_STOP, 3 },  { OP_FAIL, 5 },   { OP_SETTLE, 8 },
    };
    int left = below(d, 100);
    size_t i = 0;
    while (left >= weights[i].weight) {
        left -= weights[i++].weight;
    }
    return weights[i].kind;
}

static enum target draw_target(struct dice *d)
{
    int r = below(d, 100);
    return r < 60 ? TO_ACTOR : r < 72 ? TO_SELF : r < 86 ? TO_SENDER : TO_CHILD;
}

static enum type draw_sent(struct dice *d)
{
    return percent(d, 50) ? POKE : percent(d, 75) ? PUSH : TICK;
}

static struct op draw_op(struct dice *d, const struct table *t)
{
    struct op o = { .kind = has(t, WITH_SHARED) && percent(d, 25) ? (percent(d, 50) ? OP_STORE : OP_LOAD) : draw_kind(d) };
    o.type = o.kind == OP_CALL ? (percent(d, 60) ? ASK : GET) : draw_sent(d);
    o.target = draw_target(d);
    o.index = below(d, 1 + below(d, t->actor_count)); /* orders matter most where several send to one */
    o.number = o.kind == OP_CHOOSE ? 2 + below(d, 2) : o.kind == OP_FAIL ? 1 + below(d, 2) : below(d, 4);
    o.source = (enum source)below(d, 4);
    o.class = (enum class)below(d, CLASSES);
    return o;
}

/* A call that is never answered blocks its caller for good: most are. */
static void draw_answer(struct dice *d, struct reaction *r, int count)
{
    int roll = below(d, 100);
    if (roll < 90) {
        int at = below(d, count + 1);
        memmove(&r->ops[at + 1], &r->ops[at], (size_t)(count - at) * sizeof r->ops[0]);
        r->ops[at] = (struct op){ .kind = roll < 68 ? OP_REPLY : OP_DEFER, .number = below(d, 4), .source = (enum source)below(d, 4) };
        if (at < count && percent(d, 10)) { /* a call back, while the answer is on its way or still due */
            r->ops[at + 1] = (struct op){ .kind = OP_CALL, .type = GET, .target = TO_SENDER };
        }
    }
}

static struct reaction draw_reaction(struct dice *d, const struct table *t, int ops_max, bool is_call)
{
    struct reaction r = { .next = below(d, STATES), .mixes = percent(d, 70) };
    int count = 1 + below(d, ops_max);
    if (percent(d, 15)) {
        count = 0;
    }
    for (int i = 0; i < count; i++) {
        r.ops[i] = draw_op(d, t);
    }
    if (is_call) {
        draw_answer(d, &r, count);
    }
    return r;
}

static struct filter draw_filter(struct dice *d, const struct table *t)
{
    struct filter f = { .taking = (enum taking)below(d, TAKINGS),
                        .small = percent(d, 5),
                        .not_main = percent(d, 4),
                        .gate = has(t, WITH_SHARED) && percent(d, 15) ? 1 + below(d, CELLS) : 0 };
    for (int type = 0; type < TYPES; type++) {
        f.types |= percent(d, 85) ? 1u << type : 0;
    }
    if (f.taking != TAKE_IF && percent(d, 60)) {
        f.taking = TAKE_ANY;
    }
    return f;
}

static void draw_class(struct dice *d, struct table *t, enum class c)
{
    t->init[c] = percent(d, 30) ? draw_reaction(d, t, 2, false) : (struct reaction){ .next = below(d, STATES) };
    for (int state = 0; state < STATES; state++) {
        t->filters[c][state] = draw_filter(d, t);
        for (int type = 0; type < TYPES; type++) {
            t->reactions[c][state][type] = draw_reaction(d, t, OPS_MAX - 1, type == ASK || type == GET);
        }
    }
}

static void draw_table(struct table *t, unsigned seed, unsigned draw, unsigned features)
{
    struct dice dice = { (uint64_t)seed << 32 | draw }, *d = &dice;
    dice_next(d);
    *t = (struct table){ .features = features };
    t->actor_count = 2 + below(d, ACTORS_MAX - 1);
    t->receives = 1 + below(d, 4);
    for (int i = 0; i < t->actor_count; i++) {
        t->actors[i] = (enum class)below(d, CLASSES);
    }
    for (int c = 0; c < CLASSES; c++) {
        draw_class(d, t, (enum class)c);
    }
    t->first_count = percent(d, 10) ? 1 : 2 + below(d, FIRST_MAX - 1);
    for (int i = 0; i < t->first_count; i++) {
        t->first[i].to = below(d, 1 + below(d, t->actor_count));
        t->first[i].type = draw_sent(d);
        t->first[i].depth = 2 + below(d, 3);
        t->first[i].value = below(d, 4);
    }
    t->manners[ALPHA].unhandled[1] = UNHANDLED_IS_KEPT;
    t->manners[BETA].unhandled[0] = UNHANDLED_IS_DROPPED;
}

void generate(struct table *t, unsigned seed, unsigned draw)
{
    draw_table(t, seed, draw, seed % SHARED_EVERY == 0 ? 1u << WITH_SHARED : 0);
}

/* A timer of the plain programs, whatever else they do. */
static void time_own_sends(struct reaction *r)
{
    for (int i = 0; i < OPS_MAX; i++) {
        struct op *o = &r->ops[i];
        if (o->kind == OP_SEND && o->target == TO_SELF) {
            o->kind = OP_AFTER;
        }
    }
}

void generate_timed(struct table *t, unsigned seed, unsigned draw)
{
    generate(t, seed, draw);
    t->features |= 1u << WITH_TIMERS;
    for (int i = 0; i < CLASSES * STATES * TYPES; i++) {
        time_own_sends(&t->reactions[i / (STATES * TYPES)][i / TYPES % STATES][i % TYPES]);
    }
}

void generate_varied(struct table *t, unsigned seed, unsigned draw, unsigned allowed)
{
    unsigned features = (features_of(seed) & allowed) | (allowed >> ALL_NAMED & 1) << WITH_NAMED |
                        (allowed >> ALL_FAULTS & 1) << WITH_FAULTS | (allowed & 1u << MANY_FAULTS);
    draw_table(t, seed, draw, features & 1u << WITH_SHARED);
    features_add(t, seed, draw, features);
}

bool table_save(const struct table *t, const char *file)
{
    FILE *out = fopen(file, "w");
    bool written = out != NULL && fwrite(t, sizeof *t, 1, out) == 1;
    return out != NULL && fclose(out) == 0 && written;
}

bool table_load(struct table *t, const char *file)
{
    FILE *in = fopen(file, "r");
    bool read = in != NULL && fread(t, sizeof *t, 1, in) == 1;
    if (in != NULL) {
        fclose(in);
    }
    return read;
}
