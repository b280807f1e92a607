#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* The step that is being made. */
static const struct table *table;
static struct world *world;
static struct script *script;
static bool asserted;

uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ a >> 32 ^ b * 0xbf58476d1ce4e5b9u) * 0x9e3779b97f4a7c15u + 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

void world_copy(struct world *to, const struct world *from)
{
    to->actor_count = from->actor_count;
    to->letter_count = from->letter_count;
    to->known = from->known;
    to->overfull = from->overfull;
    memcpy(to->cells, from->cells, sizeof to->cells);
    to->order = from->order;
    memcpy(to->actors, from->actors, (size_t)from->actor_count * sizeof to->actors[0]);
    memcpy(to->letters, from->letters, (size_t)from->letter_count * sizeof to->letters[0]);
}

static void post(struct letter l)
{
    if (world->letter_count == LETTERS_MAX) {
        world->overfull = true;
        return;
    }
    l.number = world->actors[l.from].sent++;
    world->letters[world->letter_count++] = l;
}

static void note(int self, unsigned what)
{
    uint32_t *h = &world->actors[self].own_history;
    *h = (*h ^ (what + 1)) * 16777619u;
}

/* ---- ops ---- */

enum flow { GOES_ON, WAITS, ENDS, LEAVES };

static int value_of(const struct actor *a, const struct op *o)
{
    int base = 0;
    if (o->source == FROM_SUM) {
        base = a->sum;
    } else if (o->source == FROM_VALUE) {
        base = a->frame.value;
    } else if (o->source == FROM_GOT) {
        base = a->got;
    }
    return (o->number + base + 4) % 4;
}

static int target_of(int self, const struct op *o)
{
    const struct actor *a = &world->actors[self];
    if (o->target == TO_SELF) {
        return self;
    }
    if (o->target == TO_SENDER) {
        return a->frame.sender;
    }
    if (o->target == TO_CHILD) {
        return a->child;
    }
    if (o->index >= world->known) {
        return NOBODY;
    }
    /* Main's actors are its children in order; others may stand between them, created by their initialisation. */
    int left = o->index;
    for (int i = 1; i < world->actor_count; i++) {
        if (world->actors[i].parent == MAIN && left-- == 0) {
            return i;
        }
    }
    return NOBODY;
}

static void send(int self, const struct op *o, enum letter_kind kind, int to)
{
    struct actor *a = &world->actors[self];
    struct letter l = { .kind = (int8_t)kind, .type = (int8_t)o->type, .from = (int8_t)self, .to = (int8_t)to ,
                        .serial = a->own_id * 1000 + ++a->own_sent };
    if (o->type == TICK) {
        l.serial = 0; /* it has no field for it */
    } else {
        l.depth = (int8_t)(a->frame.depth - 1);
        l.value = (int8_t)value_of(a, o);
    }
    post(l);
}

static void answer(int self, const struct op *o, int caller)
{
    post((struct letter){ .kind = REPLY, .from = (int8_t)self, .to = (int8_t)caller,
                          .value = (int8_t)value_of(&world->actors[self], o) });
}

static void settle(int self, const struct op *o)
{
    struct actor *a = &world->actors[self];
    int caller = a->caller;
    if (caller == NOBODY) {
        return;
    }
    answer(self, o, caller);
    a->caller = NOBODY;
    if (a->frame.owing && a->frame.sender == caller) {
        a->frame.owing = false;
        return;
    }
    int kept = 0;
    for (int i = 0; i < a->owes_count; i++) {
        if (a->owes[i] != caller) {
            a->owes[kept++] = a->owes[i];
        }
    }
    a->owes_count = (int8_t)kept;
}

static void bury(int self)
{
    post((struct letter){ .kind = EPITAPH, .from = (int8_t)self, .to = GRAVE, .serial = (int)world->actors[self].own_history });
}

static void fail(int self, int reason)
{
    struct actor *a = &world->actors[self];
    a->status = FAILED;
    bury(self);
    a->reason = (int8_t)reason;
    if (a->frame.owing) {
        a->owes[a->owes_count++] = a->frame.sender;
    }
    for (int i = 0; i < a->owes_count; i++) {
        post((struct letter){ .kind = FAILURE, .from = (int8_t)self, .to = a->owes[i], .value = (int8_t)reason });
    }
}

static int create(int parent, enum class class, int level, int depth, bool quiet);

static void spawn(int self, const struct op *o)
{
    struct actor *a = &world->actors[self];
    if (a->children < 2 - a->level) {
        a->children++;
        a->child = (int8_t)create(self, o->class, a->level + 1, a->frame.depth - 1, a->frame.init && a->quiet);
    }
}

static enum flow communicate(int self, const struct op *o)
{
    struct actor *a = &world->actors[self];
    if (a->frame.depth == 0) {
        return GOES_ON;
    }
    if (o->kind == OP_SPAWN) {
        spawn(self, o);
        return asserted ? ENDS : GOES_ON;
    }
    int to = target_of(self, o);
    if (to == NOBODY) {
        return GOES_ON;
    }
    send(self, o, o->kind == OP_CALL ? CALL : PLAIN, to);
    if (o->kind == OP_SEND) {
        return GOES_ON;
    }
    a->status = CALLING;
    a->waiting_for = (int8_t)to;
    return WAITS;
}

static int choose(int n)
{
    int i = script->used++;
    if (i == SCRIPT_MAX) {
        fprintf(stderr, "too many choices in a step\n");
        abort();
    }
    if (i >= script->count) {
        script->picks[i] = 0;
        script->count = i + 1;
    }
    script->of[i] = n;
    return script->picks[i];
}

static enum flow perform_op(int self, const struct op *o)
{
    struct actor *a = &world->actors[self];
    bool quiet = a->frame.init && a->quiet;
    switch (o->kind) {
    case OP_NONE: break;
    case OP_SEND:
    case OP_CALL:
    case OP_SPAWN: return communicate(self, o);
    case OP_REPLY:
        if (a->frame.may_reply) {
            answer(self, o, a->frame.sender);
            a->frame.may_reply = a->frame.owing = false;
        }
        break;
    case OP_DEFER:
        if (a->frame.may_reply && a->caller == NOBODY) {
            a->caller = a->frame.sender;
            a->frame.may_reply = false;
        }
        break;
    case OP_SETTLE: settle(self, o); break;
    case OP_CHOOSE:
        if (!quiet) {
            int pick = choose(o->number);
            note(self, 6000u + (unsigned)pick);
            a->frame.at += pick == 0;
        }
        break;
    case OP_BECOME: a->changed ^= a->class == ALPHA || a->class == BETA; break;
    case OP_ASSERT:
        if (!quiet && a->sum % 4 == o->number) {
            asserted = true;
            return ENDS;
        }
        break;
    case OP_LEAVE: return LEAVES;
    case OP_STOP:
        a->status = DESTROYED;
        bury(self);
        return ENDS;
    case OP_FAIL: fail(self, o->number); return ENDS;
    case OP_STORE: world->cells[o->number % CELLS] = value_of(a, o); break;
    case OP_LOAD: a->got = (int8_t)world->cells[o->number % CELLS]; break;
    }
    return GOES_ON;
}

/* The reaction is over: an unanswered caller goes to the debts, and the actor to what it does next. */
static void finish(int self, bool left_early)
{
    struct actor *a = &world->actors[self];
    if (a->frame.owing) {
        a->owes[a->owes_count++] = a->frame.sender;
    }
    bool is_process = a->class == GAMMA || a->class == DELTA;
    a->status = is_process && (left_early || (a->class == DELTA && a->left == 0)) ? TERMINATED : WAITING;
    a->frame = (struct frame){ .sender = NOBODY };
}

static void go_on(int self)
{
    enum flow flow = GOES_ON;
    struct frame *f = &world->actors[self].frame;
    while (flow == GOES_ON && f->at < OPS_MAX) {
        flow = perform_op(self, &f->reaction->ops[f->at++]);
    }
    if (flow == GOES_ON || flow == LEAVES) {
        finish(self, flow == LEAVES);
    }
}

static int create(int parent, enum class class, int level, int depth, bool quiet)
{
    int self = world->actor_count++, ordinal = ++world->actors[parent].ordinals;
    struct actor *a = &world->actors[self];
    *a = (struct actor){ .class = (int8_t)class, .parent = (int8_t)parent, .ordinal = (int8_t)ordinal, .level = (int8_t)level,
                         .depth = (int8_t)depth, .child = NOBODY, .caller = NOBODY, .quiet = quiet,
                         .left = (int8_t)table->receives };
    a->id = mix(world->actors[parent].id, (uint64_t)ordinal);
    a->own_id = world->actors[parent].own_id * 10 + ordinal;
    a->frame = (struct frame){ .reaction = &table->init[class], .sender = NOBODY, .depth = (int8_t)depth, .init = true };
    a->state = (int8_t)table->init[class].next;
    go_on(self);
    return self;
}

/* ---- deliveries ---- */

static void begin_reaction(int self, const struct letter *l)
{
    struct actor *a = &world->actors[self];
    const struct reaction *r = &table->reactions[a->class][a->state][l->type];
    note(self, 10u * (unsigned)l->serial + (unsigned)l->type);
    a->state = (int8_t)r->next;
    if (r->mixes) {
        a->sum = (int8_t)((2 * a->sum + l->value + l->type) % 8);
    }
    a->frame = (struct frame){ .reaction = r, .sender = l->from, .depth = l->depth, .value = l->value,
                               .may_reply = l->kind == CALL, .owing = l->kind == CALL };
    a->left -= a->class == DELTA;
    go_on(self);
}

static unsigned handled(const struct actor *a)
{
    if (a->class == ALPHA) {
        return a->changed ? 1u << POKE | 1u << ASK : (1u << TYPES) - 1;
    }
    return a->changed ? 1u << POKE | 1u << TICK | 1u << ASK : ((1u << TYPES) - 1) & ~(1u << TICK);
}

static void receive(int self, const struct letter *l)
{
    struct actor *a = &world->actors[self];
    if (l->to == MAIN) {
        return;
    }
    if (a->status == FAILED) {
        post((struct letter){ .kind = FAILURE, .from = (int8_t)self, .to = l->from, .value = a->reason });
    } else if (l->kind == REPLY || l->kind == FAILURE) {
        a->got = l->kind == REPLY ? l->value : (int8_t)-l->value;
        note(self, 5000u + (unsigned)(a->got + 10));
        a->waiting_for = NOBODY;
        go_on(self);
    } else if ((a->class == ALPHA || a->class == BETA) && !(handled(a) >> l->type & 1)) {
        if (l->kind == CALL) { /* dropped, and its caller with it */
            a->owes[a->owes_count++] = l->from;
        }
    } else {
        begin_reaction(self, l);
    }
}

bool world_deliver(struct world *w, const struct table *t, int i, struct script *s)
{
    struct letter l = w->letters[i];
    world = w;
    table = t;
    script = s;
    script->used = 0;
    asserted = false;
    memmove(&w->letters[i], &w->letters[i + 1], (size_t)(w->letter_count - i - 1) * sizeof l);
    w->letter_count--;
    receive(l.to, &l);
    script->count = script->used;
    uint64_t *h = &w->actors[l.to].history, letter = mix(w->actors[l.from].id, (uint64_t)l.number);
    *h = mix(*h, letter);
    for (int k = 0; k < s->count; k++) {
        *h = mix(*h, 1 + (uint64_t)s->picks[k]);
    }
    if (t->shared) {
        w->order = mix(w->order, *h);
    }
    return !asserted;
}

static bool passes(const struct world *w, const struct filter *f, const struct letter *l)
{
    return (f->gate == 0 || w->cells[f->gate - 1] < 2) && (f->types & 1u << l->type) != 0 && (!f->small || l->value < 2) && (!f->not_main || l->from != MAIN);
}

static bool takes(const struct world *w, const struct filter *f, const struct letter *l)
{
    switch (f->taking) {
    case TAKE_POKE: return l->type == POKE;
    case TAKE_CALLS: return l->type == ASK || l->type == GET;
    case TAKE_SENDS: return l->type == POKE || l->type == PUSH || l->type == TICK;
    case TAKE_IF: return passes(w, f, l);
    default: return true;
    }
}

static bool accepts(const struct world *w, const struct table *t, const struct letter *l)
{
    const struct actor *a = &w->actors[l->to == GRAVE ? MAIN : l->to];
    if (l->to == GRAVE) {
        return false;
    }
    if (l->to == MAIN) {
        return true;
    }
    if (l->kind == REPLY || l->kind == FAILURE) {
        return a->status == CALLING && a->waiting_for == l->from;
    }
    if (a->status != WAITING) {
        return a->status == FAILED && l->kind == CALL;
    }
    const struct filter *f = &t->filters[a->class][a->state];
    if (a->class == ALPHA) { /* constrained at first; then it keeps what it does not handle */
        return a->changed ? handled(a) >> l->type & 1 : passes(w, f, l);
    }
    if (a->class == BETA) { /* the other way round, and it drops what it does not handle */
        return !a->changed || passes(w, f, l);
    }
    return takes(w, f, l);
}

bool world_offers(const struct world *w, const struct table *t, int i, bool pairwise)
{
    const struct letter *l = &w->letters[i];
    for (int before = 0; pairwise && before < i; before++) {
        const struct letter *b = &w->letters[before];
        if (b->from == l->from && b->to == l->to && accepts(w, t, b)) {
            return false;
        }
    }
    return accepts(w, t, l);
}

void world_start(struct world *w, const struct table *t)
{
    static struct script none;
    *w = (struct world){ .actor_count = 1 };
    w->actors[MAIN] = (struct actor){ .parent = NOBODY };
    world = w;
    table = t;
    script = &none;
    asserted = false; /* of the last step of the program before */
    for (int i = 0; i < t->actor_count; i++) {
        create(MAIN, t->actors[i], 0, 2, true);
        w->known = i + 1;
    }
    for (int i = 0; i < t->first_count; i++) {
        const struct first_message *m = &t->first[i];
        struct op o = { .kind = OP_SEND, .target = TO_ACTOR, .index = m->to };
        bool empty = m->type == TICK;
        post((struct letter){ .type = (int8_t)m->type, .from = MAIN, .to = (int8_t)target_of(MAIN, &o),
                              .depth = (int8_t)(empty ? 0 : m->depth), .value = (int8_t)(empty ? 0 : m->value), .serial = empty ? 0 : i + 1 });
    }
}
