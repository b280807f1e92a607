/* The program under test: `program SEED DRAW` is the generated program of that number, as actors; `program FILE` one that was
 * saved. With `history` as a further argument every message has a serial number and every actor remembers in which order it
 * received what, so that executions which differ in the order of some receiver have different ends. With `first` nothing is chosen:
 * every hr_choose is taken to be 0.
 *
 * Built with TIMERS it has what the enumerator does not know: what an actor sends to itself is a timer, and an actor that settles
 * without owing an answer cancels its last one. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

HR_MESSAGE(Poke, int depth; int value; int serial;);
HR_MESSAGE(Push, int depth; int value; int serial;);
HR_MESSAGE(Tick);
HR_MESSAGE(Ask, int depth; int value; int serial;);
HR_MESSAGE(Get, int depth; int value; int serial;);
HR_MESSAGE(Answer, int value;);
HR_MESSAGE(Epitaph, unsigned history;); /* of one that ends: its state is gone */

#ifdef TIMERS
#define TIMER hr_timer timer; /* the last one */
#else
#define TIMER
#endif

/* One layout for all, so that one interpreter serves all; a struct each, because a struct's name is its actor's name. */
#define BODY                                                                                                          \
    int id;        /* main's first is 1, its second child 12, ... */                                                  \
    unsigned history; /* 0 unless asked for */                                                                        \
    int sent;      /* how many messages it sent, likewise */                                                          \
    int state, sum, got;                                                                                              \
    int level;     /* 0: created by main */                                                                           \
    int depth;     /* of its initialisation */                                                                        \
    int children;                                                                                                     \
    hr_ref child;  /* the last one */                                                                                 \
    hr_ref caller; /* whose answer was put off */                                                                     \
    bool changed;  /* has the second behaviour */                                                                     \
    bool quiet;    /* created before the search begins: its initialisation must neither choose nor go wrong */ \
    TIMER
struct body { BODY };
struct alpha { BODY };
struct beta { BODY };
struct gamma { BODY };
struct delta { BODY };
HR_DECLARE_ACTOR(alpha);
HR_DECLARE_ACTOR(beta);
HR_DECLARE_ACTOR(gamma);
HR_DECLARE_ACTOR(delta);

static struct table table;
static hr_ref actors[ACTORS_MAX], grave; /* written by main only */
static bool keeps_history, takes_first;
static int cells[CELLS]; /* shared, if the table says so */

/* What is being handled. */
struct input {
    enum class class;
    bool is_call, is_init;
    int depth, value;
};

static hr_ref find_target(const struct body *self, const struct op *o)
{
    switch (o->target) {
    case TO_ACTOR: return actors[o->index];
    case TO_SELF: return hr_self();
    case TO_SENDER: return hr_sender();
    case TO_CHILD: return self->child;
    }
    return HR_NOBODY;
}

static int find_value(const struct body *self, const struct op *o, const struct input *in)
{
    int base = o->source == FROM_SUM ? self->sum : o->source == FROM_VALUE ? in->value : o->source == FROM_GOT ? self->got : 0;
    return (o->number + base + 4) % 4;
}

static void note(struct body *self, unsigned what)
{
    if (keeps_history) {
        self->history = (self->history ^ (what + 1)) * 16777619u;
    }
}

/* The same for the same message in every execution. */
static int serial(struct body *self)
{
    return keeps_history ? self->id * 1000 + ++self->sent : 0;
}

static void send(hr_ref to, enum type type, int depth, int value, int serial)
{
    switch (type) {
    case POKE: hr_send(to, Poke, .depth = depth, .value = value, .serial = serial); break;
    case PUSH: hr_send(to, Push, .depth = depth, .value = value, .serial = serial); break;
    default: hr_send(to, Tick); break;
    }
}

#ifdef TIMERS
static void set_timer(struct body *self, enum type type, int depth, int value)
{
    switch (type) {
    case POKE: self->timer = hr_after(5, Poke, .depth = depth, .value = value); break;
    case PUSH: self->timer = hr_after(5, Push, .depth = depth, .value = value); break;
    default: self->timer = hr_after(5, Tick); break;
    }
}
#endif

static void call(struct body *self, hr_ref to, enum type type, int depth, int value)
{
    int number = serial(self);
    struct Answer a = type == ASK ? hr_call(to, Answer, Ask, .depth = depth, .value = value, .serial = number)
                                  : hr_call(to, Answer, Get, .depth = depth, .value = value, .serial = number);
    self->got = hr_call_error() != 0 ? -hr_call_error() : a.value;
    note(self, 5000u + (unsigned)(self->got + 10));
}

static hr_ref create(enum class class, int id, int level, int depth, bool quiet)
{
    switch (class) {
    case ALPHA: return hr_spawn(alpha, .id = id, .level = level, .depth = depth, .quiet = quiet);
    case BETA: return hr_spawn(beta, .id = id, .level = level, .depth = depth, .quiet = quiet);
    case GAMMA: return hr_spawn(gamma, .id = id, .level = level, .depth = depth, .quiet = quiet);
    default: return hr_spawn(delta, .id = id, .level = level, .depth = depth, .quiet = quiet);
    }
}

static void spawn(struct body *self, enum class class, int depth, bool quiet)
{
    if (self->children < 2 - self->level) {
        self->children++;
        self->child = create(class, self->id * 10 + self->children, self->level + 1, depth, quiet);
    }
}

static void become_other(struct body *self, enum class class);

static void communicate(struct body *self, const struct op *o, const struct input *in)
{
    hr_ref to = find_target(self, o);
    int value = find_value(self, o, in);
    if (in->depth == 0 || (o->kind != OP_SPAWN && to == HR_NOBODY)) {
        return;
    }
#ifdef TIMERS
    if (o->kind == OP_SEND && o->target == TO_SELF && !in->is_init) {
        set_timer(self, o->type, in->depth - 1, value);
        return;
    }
#endif
    switch (o->kind) {
    case OP_SEND: send(to, o->type, in->depth - 1, value, serial(self)); break;
    case OP_CALL: call(self, to, o->type, in->depth - 1, value); break;
    default: spawn(self, o->class, in->depth - 1, in->is_init && self->quiet); break;
    }
}

/* Gives the answer that is due now. */
static void reply(struct body *self, const struct op *o, struct input *in)
{
    if (in->is_call) {
        hr_reply(Answer, .value = find_value(self, o, in));
        in->is_call = false;
    }
}

static void defer(struct body *self, struct input *in)
{
    if (in->is_call && self->caller == HR_NOBODY) {
        self->caller = hr_sender();
        in->is_call = false;
    }
}

static void settle(struct body *self, const struct op *o, const struct input *in)
{
    if (self->caller != HR_NOBODY) {
        hr_reply_to(self->caller, Answer, .value = find_value(self, o, in));
        self->caller = HR_NOBODY;
        return;
    }
#ifdef TIMERS
    hr_cancel(self->timer);
    self->timer = 0;
#endif
}

/* One of `n`, remembered. */
static bool chooses_none(struct body *self, int n)
{
    unsigned pick = takes_first ? 0 : hr_choose((unsigned)n);
    note(self, 6000u + pick);
    return pick == 0;
}

static void leave_epitaph(const struct body *self)
{
    if (keeps_history) {
        hr_send(grave, Epitaph, .history = self->history);
    }
}

/* Runs a reaction; false when its actor leaves it. */
static bool perform(struct body *self, const struct reaction *r, struct input in)
{
    bool quiet = in.is_init && self->quiet;
    for (int i = 0; i < OPS_MAX; i++) {
        const struct op *o = &r->ops[i];
        switch (o->kind) {
        case OP_NONE: break;
        case OP_SEND:
        case OP_CALL:
        case OP_SPAWN: communicate(self, o, &in); break;
        case OP_REPLY: reply(self, o, &in); break;
        case OP_DEFER: defer(self, &in); break;
        case OP_SETTLE: settle(self, o, &in); break;
        case OP_CHOOSE: i += !quiet && chooses_none(self, o->number); break;
        case OP_BECOME: become_other(self, in.class); break;
        case OP_ASSERT: hr_assert(quiet || self->sum % 4 != o->number); break;
        case OP_LEAVE: return false;
        case OP_STOP: leave_epitaph(self); hr_stop();
        case OP_FAIL: leave_epitaph(self); hr_fail(o->number);
        case OP_STORE: cells[o->number % CELLS] = find_value(self, o, &in); break;
        case OP_LOAD: self->got = cells[o->number % CELLS]; break;
        }
    }
    return true;
}

static bool react(struct body *self, enum class class, enum type type, int depth, int value, int serial)
{
    note(self, 10u * (unsigned)serial + type);
    const struct reaction *r = &table.reactions[class][self->state][type];
    self->state = r->next;
    if (r->mixes) {
        self->sum = (2 * self->sum + value + (int)type) % 8;
    }
    struct input in = { .class = class, .is_call = type == ASK || type == GET, .depth = depth, .value = value };
    return perform(self, r, in);
}

static bool begin(struct body *self, enum class class)
{
    self->state = table.init[class].next;
    return perform(self, &table.init[class], (struct input){ .class = class, .is_init = true, .depth = self->depth });
}

/* ---- looking at a message ---- */

static enum type type_of(const hr_received *m, int *depth, int *value, int *serial)
{
    *depth = *value = *serial = 0;
    if (hr_is(*m, Tick)) {
        return TICK;
    }
    const struct Poke *fields = m->data; /* the other types have the same fields */
    *depth = fields->depth;
    *value = fields->value;
    *serial = fields->serial;
    return hr_is(*m, Poke) ? POKE : hr_is(*m, Push) ? PUSH : hr_is(*m, Ask) ? ASK : GET;
}

static bool passes(const struct filter *f, const hr_received *m)
{
    int depth, value, serial;
    enum type type = type_of(m, &depth, &value, &serial);
    if (f->gate != 0 && cells[f->gate - 1] >= 2) {
        return false;
    }
    return (f->types >> type & 1) && !(f->small && value >= 2) && !(f->not_main && m->sender == HR_DRIVER);
}

/* ---- handlers ---- */

#define HANDLERS(name, CLASS)                                                                                         \
    static void name##_init(struct name *self) { begin((struct body *)self, CLASS); }                                 \
    static void name##_poke(struct name *self, const struct Poke *m)                                                  \
    {                                                                                                                 \
        react((struct body *)self, CLASS, POKE, m->depth, m->value, m->serial);                                                  \
    }                                                                                                                 \
    static void name##_push(struct name *self, const struct Push *m)                                                  \
    {                                                                                                                 \
        react((struct body *)self, CLASS, PUSH, m->depth, m->value, m->serial);                                                  \
    }                                                                                                                 \
    static void name##_tick(struct name *self, const struct Tick *m) { react((struct body *)self, CLASS, TICK, 0, 0, 0); } \
    static void name##_ask(struct name *self, const struct Ask *m)                                                    \
    {                                                                                                                 \
        react((struct body *)self, CLASS, ASK, m->depth, m->value, m->serial);                                                   \
    }                                                                                                                 \
    static void name##_get(struct name *self, const struct Get *m)                                                    \
    {                                                                                                                 \
        react((struct body *)self, CLASS, GET, m->depth, m->value, m->serial);                                                   \
    }                                                                                                                 \
    static bool name##_accepts(const struct name *self, const hr_received *m)                                         \
    {                                                                                                                 \
        return passes(&table.filters[CLASS][self->state], m);                                                         \
    }

HANDLERS(alpha, ALPHA)
HANDLERS(beta, BETA)

HR_ACTOR(alpha, HR_INIT(alpha_init), HR_ACCEPTS(alpha_accepts), HR_ON(Poke, alpha_poke), HR_ON(Push, alpha_push),
         HR_ON(Tick, alpha_tick), HR_ON(Ask, alpha_ask), HR_ON(Get, alpha_get));
HR_BEHAVIOUR(alpha_shy, HR_ON(Poke, alpha_poke), HR_ON(Ask, alpha_ask), HR_UNHANDLED(keep));
HR_ACTOR(beta, HR_INIT(beta_init), HR_ON(Poke, beta_poke), HR_ON(Push, beta_push), HR_ON(Ask, beta_ask), HR_ON(Get, beta_get),
         HR_UNHANDLED(drop));
HR_BEHAVIOUR(beta_strict, HR_ACCEPTS(beta_accepts), HR_ON(Poke, beta_poke), HR_ON(Tick, beta_tick), HR_ON(Ask, beta_ask));

static void become_other(struct body *self, enum class class)
{
    if (class != ALPHA && class != BETA) {
        return;
    }
    self->changed = !self->changed;
    if (!self->changed) {
        hr_become_first();
    } else if (class == ALPHA) {
        hr_become(alpha_shy);
    } else {
        hr_become(beta_strict);
    }
}

/* ---- processes ---- */

struct receiver {
    struct body *self;
    enum class class;
};

static bool predicate(void *context, const hr_received *m)
{
    const struct receiver *r = context;
    return passes(&table.filters[r->class][r->self->state], m);
}

/* One message taken and reacted to; false when the function shall return. */
static bool receive_one(struct receiver *r)
{
    hr_received m;
    int depth, value, serial;
    switch (table.filters[r->class][r->self->state].taking) {
    case TAKE_POKE: m = hr_receive(Poke); break;
    case TAKE_CALLS: m = hr_receive(Ask, Get); break;
    case TAKE_SENDS: m = hr_receive(Tick, Push, Poke); break;
    case TAKE_IF: m = hr_receive_if(predicate, r); break;
    default: m = hr_receive(); break;
    }
    enum type type = type_of(&m, &depth, &value, &serial);
    return react(r->self, r->class, type, depth, value, serial);
}

static void run_gamma(struct gamma *self)
{
    struct receiver r = { (struct body *)self, GAMMA };
    if (begin(r.self, GAMMA)) {
        while (receive_one(&r)) {
        }
    }
}

/* Counts on the heap, so that something besides struct and stack has to be kept. */
static void run_delta(struct delta *self)
{
    struct receiver r = { (struct body *)self, DELTA };
    int *left = malloc(sizeof *left);
    *left = table.receives;
    if (begin(r.self, DELTA)) {
        while (--*left >= 0 && receive_one(&r)) {
        }
    }
    free(left);
}

HR_PROCESS(gamma, run_gamma);
HR_PROCESS(delta, run_delta);

/* ---- where epitaphs go: nobody reads them ---- */

struct grave {
    int unused;
};
HR_DECLARE_ACTOR(grave);
static bool grave_accepts(const struct grave *self, const hr_received *m) { return false; }
static void grave_epitaph(struct grave *self, const struct Epitaph *m) {}
HR_ACTOR(grave, HR_ACCEPTS(grave_accepts), HR_ON(Epitaph, grave_epitaph));

/* ---- the driver ---- */

static bool read_arguments(int argc, char **argv)
{
    keeps_history = argc > 1 && strcmp(argv[argc - 1], "history") == 0;
    argc -= keeps_history;
    takes_first = argc > 1 && strcmp(argv[argc - 1], "first") == 0;
    argc -= takes_first;
    if (argc == 3) {
        generate(&table, (unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]));
    }
    return argc == 3 || (argc == 2 && table_load(&table, argv[1]));
}

int main(int argc, char **argv)
{
    if (!read_arguments(argc, argv)) {
        return 2;
    }
    if (table.shared) {
        hr_shared_global(cells);
    }
    if (keeps_history) {
        grave = hr_spawn(grave);
    }
    for (int i = 0; i < table.actor_count; i++) {
        actors[i] = create(table.actors[i], i + 1, 0, 2, true);
    }
    for (int i = 0; i < table.first_count; i++) {
        const struct first_message *m = &table.first[i];
        send(actors[m->to], m->type, m->depth, m->value, keeps_history ? i + 1 : 0);
    }
    return hr_run();
}
