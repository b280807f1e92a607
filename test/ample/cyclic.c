/* The program under test: `cyclic SEED 0` is the generated program of that number; with `cyclic SEED named` it has invariants over two of
 * its actors. Its actors are small state machines that run for
 * ever, so that most state spaces have cycles; they are finite, because nobody can send more than was received: a message that is
 * taken is a credit, and each send costs one. Calls and their replies cost nothing, they come in pairs. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 5, CHILD = CLASSES - 1, STATES = 3, OPS = 3, CREDIT_MAX = 2, FIRST_MAX = 4 };
enum type { RED, GREEN, BLUE, ASK, TICK, TYPES };

HR_MESSAGE(Red, int value;);
HR_MESSAGE(Green, int value;);
HR_MESSAGE(Blue);
HR_MESSAGE(Ask);
HR_MESSAGE(Tick);
HR_MESSAGE(Answer, int value;);

enum op_kind { NOTHING, SEND, CALL, CHOOSE, TIMER, CANCEL, SPAWN, ASSERT, STOP, FAIL };
struct op {
    enum op_kind kind;
    int target; /* an actor of main's; CHILD: its own child */
    enum type type;
    int number;
};
struct reaction {
    int next;
    bool replies; /* to ASK */
    struct op ops[OPS];
};

static struct {
    int actors;
    bool may_send[CLASSES][CLASSES];
    unsigned accepts[CLASSES][STATES]; /* a bit per type */
    struct reaction reactions[CLASSES][STATES][TYPES];
    struct {
        int to;
        enum type type;
    } first[FIRST_MAX];
    int first_count;
} table;
static hr_ref actors[CLASSES]; /* written by main only */

/* ---- the actors ---- */

struct node {
    int class, state, credit;
    bool has_child;
    hr_ref child;
    hr_timer timer;
};
HR_DECLARE_ACTOR(node);

static hr_ref target_of(const struct node *self, const struct op *o)
{
    return o->target == CHILD ? self->child : actors[o->target];
}

static void send(hr_ref to, enum type type, int value)
{
    switch (type) {
    case RED: hr_send(to, Red, .value = value); break;
    case GREEN: hr_send(to, Green, .value = value); break;
    default: hr_send(to, Blue); break;
    }
}

static bool pays(struct node *self)
{
    bool can = self->credit > 0;
    self->credit -= can;
    return can;
}

static void perform(struct node *self, const struct op *o)
{
    hr_ref to = target_of(self, o);
    switch (o->kind) {
    case NOTHING: break;
    case SEND:
        if (to != HR_NOBODY && pays(self)) {
            send(to, o->type, o->number);
        }
        break;
    case CALL:
        if (to != HR_NOBODY && to != hr_self()) {
            struct Answer a = hr_call(to, Answer, Ask);
            self->state = (self->state + a.value + hr_call_error()) % STATES;
        }
        break;
    case CHOOSE: self->state = (self->state + (int)hr_choose(2)) % STATES; break;
    case TIMER:
        if (pays(self)) {
            self->timer = hr_after(10, Tick);
        }
        break;
    case CANCEL: hr_cancel(self->timer); break;
    case SPAWN:
        if (!self->has_child && self->class != CHILD) {
            self->has_child = true;
            self->child = hr_spawn(node, .class = CHILD, .state = o->number);
        }
        break;
    case ASSERT: hr_assert(self->state != o->number); break;
    case STOP: hr_stop();
    case FAIL: hr_fail(1 + o->number);
    }
}

static void react(struct node *self, enum type type, int value)
{
    const struct reaction *r = &table.reactions[self->class][self->state][type];
    self->credit += type != ASK && self->credit < CREDIT_MAX;
    self->state = (r->next + value) % STATES;
    for (int i = 0; i < OPS; i++) {
        perform(self, &r->ops[i]);
    }
    if (type == ASK && r->replies) {
        hr_reply(Answer, .value = self->state);
    }
}

static void on_red(struct node *self, const struct Red *m)
{
    react(self, RED, m->value);
}
static void on_green(struct node *self, const struct Green *m)
{
    react(self, GREEN, m->value);
}
static void on_blue(struct node *self, const struct Blue *m)
{
    react(self, BLUE, 0);
}
static void on_ask(struct node *self, const struct Ask *m)
{
    react(self, ASK, 0);
}
static void on_tick(struct node *self, const struct Tick *m)
{
    react(self, TICK, 0);
}

static bool accepts(const struct node *self, const hr_received *m)
{
    enum type type = hr_is(*m, Red) ? RED : hr_is(*m, Green) ? GREEN : hr_is(*m, Blue) ? BLUE : hr_is(*m, Ask) ? ASK : TICK;
    return table.accepts[self->class][self->state] >> type & 1;
}

HR_ACTOR(node, HR_ACCEPTS(accepts), HR_ON(Red, on_red), HR_ON(Green, on_green), HR_ON(Blue, on_blue), HR_ON(Ask, on_ask),
         HR_ON(Tick, on_tick));

/* ---- the generator ---- */

static uint64_t seed;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static unsigned draw(unsigned n)
{
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)((z ^ z >> 31) % n);
}

static struct op draw_op(int class)
{
    static const enum op_kind kinds[] = { SEND, SEND,    SEND,    SEND, SEND, SEND,   SEND,  SEND,   SEND,  SEND, SEND,
                                          SEND, NOTHING, NOTHING, CALL, CALL, CHOOSE, TIMER, CANCEL, SPAWN, SPAWN };
    struct op o = { .kind = kinds[draw(sizeof kinds / sizeof *kinds)], .type = (enum type)draw(ASK), .number = (int)draw(STATES) };
    if (draw(60) == 0) {
        static const enum op_kind rare[] = { ASSERT, STOP, FAIL };
        o.kind = rare[draw(3)];
    }
    o.target = (int)draw(CLASSES);
    bool possible = o.target == CHILD || (o.target < table.actors && table.may_send[class][o.target]);
    if (!possible && (o.kind == SEND || o.kind == CALL)) {
        o.kind = NOTHING;
    }
    return o;
}

static void generate(void)
{
    table.actors = 2 + (int)draw(CLASSES - 2);
    unsigned density = 2 + draw(6);
    for (int i = 0; i < CLASSES * CLASSES; i++) {
        table.may_send[i / CLASSES][i % CLASSES] = draw(10) < density;
    }
    for (int c = 0; c < CLASSES; c++) {
        for (int s = 0; s < STATES; s++) {
            table.accepts[c][s] = draw(3) == 0 ? draw(1u << TYPES) : ~0u;
            for (int t = 0; t < TYPES; t++) {
                struct reaction *r = &table.reactions[c][s][t];
                *r = (struct reaction){ .next = (int)draw(STATES), .replies = draw(6) != 0 };
                for (int i = 0; i < OPS; i++) {
                    r->ops[i] = draw_op(c);
                }
            }
        }
    }
    table.first_count = 2 + (int)draw(FIRST_MAX - 1);
    for (int i = 0; i < table.first_count; i++) {
        table.first[i].to = (int)draw((unsigned)table.actors);
        table.first[i].type = (enum type)draw(ASK);
    }
}

/* ---- invariants ---- Two actors are never in these two states: for each two that they can be in, one is broken. Which ones are is what
 * a reduction must not change. */

static bool never(hr_ref a, hr_ref b, int one, int other)
{
    const struct node *first = hr_peek(a, node), *second = hr_peek(b, node);
    return first == NULL || second == NULL || first->state != one || second->state != other;
}

#define PAIRS(X) X(0, 0) X(0, 1) X(0, 2) X(1, 0) X(1, 1) X(1, 2) X(2, 0) X(2, 1) X(2, 2)
#define PAIR_NEVER(one, other)                            \
    static bool never_##one##_##other(hr_ref a, hr_ref b) \
    {                                                     \
        return never(a, b, one, other);                   \
    }
PAIRS(PAIR_NEVER)
#define PAIR_DECLARE(one, other) hr_always(never_##one##_##other, a, b);

/* How much somebody has left: this changes more often than states do, and one actor is enough. */
static bool has_credit(hr_ref a)
{
    return hr_peek(a, node) == NULL || hr_peek(a, node)->credit < CREDIT_MAX;
}

static void declare(void)
{
    hr_ref a = actors[draw((unsigned)table.actors)], b = actors[draw((unsigned)table.actors)];
    PAIRS(PAIR_DECLARE)
    if (draw(3) == 0) {
        hr_always(has_credit, actors[draw((unsigned)table.actors)]);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return 2;
    }
    seed = strtoull(argv[1], NULL, 10);
    generate();
    for (int i = 0; i < table.actors; i++) {
        actors[i] = hr_spawn(node, .class = i);
    }
    for (int i = 0; i < table.first_count; i++) {
        send(actors[table.first[i].to], table.first[i].type, (int)draw(2));
    }
    if (argc > 2 && strcmp(argv[2], "named") == 0) {
        declare();
    }
    return hr_run();
}
