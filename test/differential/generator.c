#include "generator.h"

#include <stdio.h>
#include <string.h>

enum { SHARED_EVERY = 9 }; /* no divisor of what the modes rotate by */

static uint64_t random_state;

/* splitmix64 */
static uint64_t next(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(int n)
{
    return (int)(next() % (unsigned)n);
}

static bool percent(int p)
{
    return below(100) < p;
}

static enum op_kind draw_kind(void)
{
    static const struct {
        enum op_kind kind;
        int weight;
    } weights[] = {
        { OP_SEND, 42 }, { OP_CALL, 16 }, { OP_SPAWN, 6 }, { OP_CHOOSE, 5 }, { OP_BECOME, 5 }, { OP_ASSERT, 6 },
        { OP_LEAVE, 4 }, { OP_STOP, 3 },  { OP_FAIL, 5 },  { OP_SETTLE, 8 },
    };
    int left = below(100);
    size_t i = 0;
    while (left >= weights[i].weight) {
        left -= weights[i++].weight;
    }
    return weights[i].kind;
}

static enum target draw_target(void)
{
    int r = below(100);
    return r < 60 ? TO_ACTOR : r < 72 ? TO_SELF : r < 86 ? TO_SENDER : TO_CHILD;
}

static enum type draw_sent(void)
{
    return percent(50) ? POKE : percent(75) ? PUSH : TICK;
}

static struct op draw_op(const struct table *t)
{
    struct op o = { .kind = t->shared && percent(25) ? (percent(50) ? OP_STORE : OP_LOAD) : draw_kind() };
    o.type = o.kind == OP_CALL ? (percent(60) ? ASK : GET) : draw_sent();
    o.target = draw_target();
    o.index = below(1 + below(t->actor_count)); /* orders matter most where several send to one */
    o.number = o.kind == OP_CHOOSE ? 2 + below(2) : o.kind == OP_FAIL ? 1 + below(2) : below(4);
    o.source = (enum source)below(4);
    o.class = (enum class)below(CLASSES);
    return o;
}

/* A call that is never answered blocks its caller for good: most are. */
static void draw_answer(struct reaction *r, int count)
{
    int roll = below(100);
    if (roll < 90) {
        int at = below(count + 1);
        memmove(&r->ops[at + 1], &r->ops[at], (size_t)(count - at) * sizeof r->ops[0]);
        r->ops[at] = (struct op){ .kind = roll < 68 ? OP_REPLY : OP_DEFER, .number = below(4), .source = (enum source)below(4) };
        if (at < count && percent(10)) { /* a call back, while the answer is on its way or still due */
            r->ops[at + 1] = (struct op){ .kind = OP_CALL, .type = GET, .target = TO_SENDER };
        }
    }
}

static struct reaction draw_reaction(const struct table *t, int ops_max, bool is_call)
{
    struct reaction r = { .next = below(STATES), .mixes = percent(70) };
    int count = 1 + below(ops_max);
    if (percent(15)) {
        count = 0;
    }
    for (int i = 0; i < count; i++) {
        r.ops[i] = draw_op(t);
    }
    if (is_call) {
        draw_answer(&r, count);
    }
    return r;
}

static struct filter draw_filter(const struct table *t)
{
    struct filter f = { .taking = (enum taking)below(TAKINGS), .small = percent(5), .not_main = percent(4),
                        .gate = t->shared && percent(15) ? 1 + below(CELLS) : 0 };
    for (int type = 0; type < TYPES; type++) {
        f.types |= percent(85) ? 1u << type : 0;
    }
    if (f.taking != TAKE_IF && percent(60)) {
        f.taking = TAKE_ANY;
    }
    return f;
}

static void draw_class(struct table *t, enum class c)
{
    t->init[c] = percent(30) ? draw_reaction(t, 2, false) : (struct reaction){ .next = below(STATES) };
    for (int state = 0; state < STATES; state++) {
        t->filters[c][state] = draw_filter(t);
        for (int type = 0; type < TYPES; type++) {
            t->reactions[c][state][type] = draw_reaction(t, OPS_MAX - 1, type == ASK || type == GET);
        }
    }
}

void generate(struct table *t, unsigned seed, unsigned draw)
{
    random_state = (uint64_t)seed << 32 | draw;
    next();
    *t = (struct table){ .shared = seed % SHARED_EVERY == 0, .actor_count = 2 + below(ACTORS_MAX - 1), .receives = 1 + below(4) };
    for (int i = 0; i < t->actor_count; i++) {
        t->actors[i] = (enum class)below(CLASSES);
    }
    for (int c = 0; c < CLASSES; c++) {
        draw_class(t, (enum class)c);
    }
    t->first_count = percent(10) ? 1 : 2 + below(FIRST_MAX - 1);
    for (int i = 0; i < t->first_count; i++) {
        t->first[i] = (struct first_message){ .to = below(1 + below(t->actor_count)), .type = draw_sent(), .depth = 2 + below(3),
                                              .value = below(4) };
    }
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
