/* What actors do in a step. */
#include "reference.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const channel_names[CHANNELS] = { "pairwise", "unordered", "causal", "mailbox" };

uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ a >> 32 ^ b * 0xbf58476d1ce4e5b9u) * 0x9e3779b97f4a7c15u + 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

void world_copy(struct world *to, const struct world *from)
{
    memcpy(to, from, offsetof(struct world, actors) + (size_t)from->actor_count * sizeof to->actors[0]);
    memcpy(to->letters, from->letters, (size_t)from->letter_count * sizeof to->letters[0]);
}

/* A letter comes after all that its sender had received or sent, and so does what that sender does next. */
void world_post(struct world *w, struct letter l)
{
    struct actor *sender = &w->actors[l.from];
    if (w->letter_count == LETTERS_MAX || w->sent == SENT_MAX) {
        w->overfull = true;
        return;
    }
    l.number = sender->sent++;
    l.sequence = (int16_t)w->sent++;
    l.past = sender->past;
    if (l.kind != TIMER && l.kind != REVIVAL && sender->clock > l.clock) {
        l.clock = sender->clock;
    }
    if (l.kind != TIMER && l.kind != REVIVAL) { /* a timer holds back nothing */
        sender->past.bits[l.sequence / 64] |= (uint64_t)1 << l.sequence % 64;
    }
    w->letters[w->letter_count++] = l;
}

void note(struct actor *a, unsigned what)
{
    a->own_history = (a->own_history ^ (what + 1)) * 16777619u;
}

/* Main's actors are its children in order; others may stand between them, created by their initialisation. */
int actor_of_main(const struct world *w, int index)
{
    for (int i = 1; i < w->actor_count; i++) {
        if (w->actors[i].parent == MAIN && index-- == 0) {
            return i;
        }
    }
    return NOBODY;
}

int actor_named(const struct world *w, int index)
{
    return index < w->known ? actor_of_main(w, index) : NOBODY;
}

/* ---- ops ---- */

enum flow { GOES_ON, WAITS, ENDS, LEAVES };

static enum flow go_wrong(struct step *s, enum violation what)
{
    s->over = true;
    s->what = what;
    return ENDS;
}

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

static int target_of(const struct world *w, int self, const struct op *o)
{
    switch (o->target) {
    case TO_SELF: return self;
    case TO_SENDER: return w->actors[self].frame.sender;
    case TO_CHILD: return w->actors[self].child;
    default: return actor_named(w, o->index);
    }
}

static struct letter write_letter(struct actor *a, int self, const struct op *o, enum letter_kind kind, int to)
{
    struct letter l = {
        .kind = (int8_t)kind, .type = (int8_t)o->type, .from = (int8_t)self, .to = (int8_t)to, .serial = a->own_id * 1000 + ++a->own_sent
    };
    if (o->type == TICK) {
        l.serial = 0; /* it has no field for it */
    } else {
        l.depth = (int8_t)(a->frame.depth - 1);
        l.value = (int8_t)value_of(a, o);
    }
    return l;
}

/* ---- faults ---- */

static int choose(struct script *s, int n)
{
    int i = s->used++;
    if (i == SCRIPT_MAX) {
        fprintf(stderr, "too many choices in a step\n");
        abort();
    }
    if (i >= s->count) {
        s->picks[i] = 0;
        s->count = i + 1;
    }
    s->of[i] = n;
    s->of_fault[i] = false;
    return s->picks[i];
}

static bool may_be_apart(const struct step *s, int actor)
{
    int class = s->world->actors[actor].class;
    return !s->table->settings.faults.some || class == ALPHA || class == GAMMA;
}

static bool may_go_wrong(const struct step *s, int self)
{
    return has(s->table, WITH_FAULTS) && !s->script->setting_up && may_be_apart(s, self);
}

/* Whether a fault strikes here, if there may be one more of them. */
static bool strikes(struct step *s, enum mishap kind)
{
    const struct faults_allowed *f = &s->table->settings.faults;
    const int most[MISHAPS] = { f->loss, f->twice, f->crash - f->restart, f->restart, f->partitions, INT8_MAX };
    s->places[kind]++;
    if (s->world->faults[kind] == most[kind]) {
        return false;
    }
    bool does = choose(s->script, 2) == 1;
    s->script->of_fault[s->script->used - 1] = true;
    if (does) {
        s->world->faults[kind]++;
        s->script->faults = mix(s->script->faults, (uint64_t)(100 * s->places[kind] + kind));
    }
    return does;
}

bool may_crash(struct step *s, int self)
{
    if (self == s->self && !s->crashed && may_go_wrong(s, self)) {
        s->restarts = strikes(s, CRASH_AND_RESTART);
        s->crashed = s->restarts || strikes(s, CRASH_FOR_GOOD);
    }
    return s->crashed;
}

void actor_sync(struct actor *a)
{
    a->disk = (struct disk){
        .sum = a->sum, .children = a->children, .restarts = a->restarts, .own_sent = a->own_sent, .own_history = a->own_history
    };
}

static void forget_timers(struct world *w, int self)
{
    int kept = 0;
    for (int i = 0; i < w->letter_count; i++) {
        if (w->letters[i].kind != TIMER || w->letters[i].to != self) {
            w->letters[kept++] = w->letters[i];
        }
    }
    w->letter_count = kept;
    w->actors[self].timers = 0;
}

/* Calls are kept: their callers learn of the crash by them. */
static void lose_pending(struct step *s, int self)
{
    struct world *w = s->world;
    int kept = 0;
    for (int i = 0; i < w->letter_count; i++) {
        const struct letter *l = &w->letters[i];
        if (l->to != self || (l->kind != PLAIN && l->kind != RESTART)) {
            w->letters[kept++] = *l;
        } else {
            s->script->faults = mix(s->script->faults, mix(w->actors[l->from].id, (uint64_t)l->number));
        }
    }
    w->letter_count = kept;
}

static void fail_callers(struct world *w, int self, int reason)
{
    const struct actor *a = &w->actors[self];
    struct letter l = { .kind = FAILURE, .from = (int8_t)self, .value = (int16_t)reason };
    if (a->frame.owing) {
        l.to = a->frame.sender;
        l.life = a->frame.life;
        world_post(w, l);
    }
    for (int i = 0; i < a->owes_count; i++) {
        l.to = a->owes[i];
        l.life = a->owes_lives[i];
        world_post(w, l);
    }
}

void actor_crash(struct step *s, int self)
{
    struct world *w = s->world;
    struct actor *a = &w->actors[self];
    bool wait = s->table->settings.faults.callers_wait;
    forget_timers(w, self);
    if (s->table->settings.faults.pending_lost) {
        lose_pending(s, self);
    }
    if (!wait) {
        fail_callers(w, self, CRASH_REASON);
    }
    a->status = s->restarts ? CRASHED : wait ? DESTROYED : FAILED;
    a->reason = CRASH_REASON;
    if (!s->restarts) {
        return;
    }
    /* As it was created, but for what is on the disk. Names, numbers and time go on. */
    a->life++;
    a->state = a->got = 0;
    a->child = a->caller = a->waiting_for = NOBODY;
    a->changed = false;
    a->timer = 0;
    a->kept = NOTHING_KEPT;
    a->owes_count = 0;
    a->frame = (struct frame){ .sender = NOBODY };
    a->sum = a->disk.sum;
    a->children = a->disk.children;
    a->restarts = a->disk.restarts;
    a->own_sent = a->disk.own_sent;
    a->own_history = a->disk.own_history;
    world_post(w, (struct letter){ .kind = REVIVAL, .from = (int8_t)self, .to = (int8_t)self });
}

/* Which of main's actors it is, or descends from; -1: one that no split takes away from the others. */
static int place_of(const struct step *s, int actor)
{
    const struct world *w = s->world;
    while (actor != MAIN && w->actors[actor].parent != MAIN) {
        actor = w->actors[actor].parent;
    }
    int at = 0;
    for (int i = 1; i < actor; i++) {
        at += w->actors[i].parent == MAIN && may_be_apart(s, i);
    }
    return actor != MAIN && may_be_apart(s, actor) ? at : -1;
}

static int place_count(const struct step *s)
{
    int count = 0;
    for (int i = 1; i < s->world->actor_count; i++) {
        count += s->world->actors[i].parent == MAIN && may_be_apart(s, i);
    }
    return count;
}

static bool separates(unsigned apart, int one, int other)
{
    return (apart >> one & 1) != (apart >> other & 1);
}

/* Whether the letter is lost because the network is split: a split begins with the first letter that it takes. */
static bool split_takes(struct step *s, struct letter l)
{
    struct world *w = s->world;
    int one = place_of(s, l.from), other = place_of(s, l.to);
    if (one < 0 || other < 0 || one == other) {
        return false;
    }
    for (unsigned apart = 2; apart < 1u << place_count(s); apart += 2) { /* the first one is always on the same side */
        if (apart != w->apart && separates(apart, one, other) && strikes(s, SPLIT)) {
            w->apart = (uint8_t)apart;
            return true;
        }
    }
    if (!separates(w->apart, one, other)) {
        return false;
    }
    bool healed = strikes(s, HEALED);
    w->apart = healed ? 0 : w->apart;
    s->script->faults = mix(s->script->faults, (uint64_t)(10000 + s->places[HEALED]));
    return !healed;
}

/* A letter that may get lost or come twice. */
static void post(struct step *s, struct letter l)
{
    const struct faults_allowed *f = &s->table->settings.faults;
    bool call = l.kind == CALL || l.kind == REPLY, exposed = l.to != l.from && l.to != MAIN && (!call || f->calls);
    if (exposed && f->partitions != 0 && !s->script->setting_up && split_takes(s, l)) {
        return;
    }
    if (!may_go_wrong(s, l.from) || !exposed) {
        world_post(s->world, l);
        return;
    }
    if (!strikes(s, LOST)) {
        world_post(s->world, l);
        if (strikes(s, TWICE)) {
            world_post(s->world, l);
        }
    }
}

/* ---- answers, timers ---- */

static void answer(struct step *s, int self, const struct op *o, int caller, int life)
{
    post(s, (struct letter){ .kind = REPLY,
                             .from = (int8_t)self,
                             .to = (int8_t)caller,
                             .life = (int8_t)life,
                             .value = (int16_t)value_of(&s->world->actors[self], o) });
}

/* The number is the lowest that is free. */
static void set_timer(struct world *w, int self, const struct op *o)
{
    struct actor *a = &w->actors[self];
    struct letter l = write_letter(a, self, o, TIMER, self);
    int number = 1;
    while (a->timers >> (number - 1) & 1) {
        number++;
    }
    a->timers |= (uint64_t)1 << (number - 1);
    a->timer = l.timer = (int8_t)number;
    l.delay = (int16_t)(3 * o->number);
    l.clock = (int16_t)(a->clock != 0 ? a->clock + l.delay : 0);
    world_post(w, l);
}

/* Whichever timer has the number now. */
static void cancel_timer(struct world *w, int self)
{
    struct actor *a = &w->actors[self];
    int kept = 0;
    for (int i = 0; i < w->letter_count; i++) {
        const struct letter *l = &w->letters[i];
        if (l->kind == TIMER && l->to == self && l->timer == a->timer) {
            a->timers &= ~((uint64_t)1 << (l->timer - 1));
        } else {
            w->letters[kept++] = *l;
        }
    }
    w->letter_count = kept;
    a->timer = 0;
}

/* The oldest debt to a caller is struck off; returns which of its lives asked, or NO_DEBT. */
enum { NO_DEBT = -1 };
static int strike_off(struct actor *a, int caller)
{
    int at = 0;
    while (at < a->owes_count && a->owes[at] != caller) {
        at++;
    }
    if (at == a->owes_count) {
        return NO_DEBT;
    }
    int life = a->owes_lives[at];
    a->owes_count--;
    memmove(a->owes + at, a->owes + at + 1, (size_t)(a->owes_count - at));
    memmove(a->owes_lives + at, a->owes_lives + at + 1, (size_t)(a->owes_count - at));
    return life;
}

/* A debt to a caller that is answered by name; returns which of its lives asked. If what is handled is a call of its, that one; who asked twice is
 * owed the other answer then, in its place. */
static int pay(struct actor *a, int caller)
{
    int before = strike_off(a, caller), life = a->frame.life;
    if (!a->frame.owing || a->frame.sender != caller) {
        return before;
    }
    a->frame.owing = before != NO_DEBT;
    a->frame.life = before != NO_DEBT ? (int8_t)before : 0;
    return life;
}

static void settle(struct step *s, int self, const struct op *o)
{
    struct actor *a = &s->world->actors[self];
    int caller = a->caller;
    if (caller == NOBODY) {
        if (has(s->table, WITH_TIMERS)) {
            cancel_timer(s->world, self);
        }
        return;
    }
    if (may_crash(s, self)) {
        return;
    }
    answer(s, self, o, caller, pay(a, caller));
    a->caller = NOBODY;
}

/* In programs with faults there are no epitaphs: see interpret.c. */
static void bury(struct step *s, int self)
{
    if (has(s->table, WITH_FAULTS)) {
        return;
    }
    struct world *w = s->world;
    world_post(w, (struct letter){ .kind = EPITAPH, .from = (int8_t)self, .to = GRAVE, .serial = (int)w->actors[self].own_history });
}

static void fail(struct step *s, int self, int reason)
{
    struct world *w = s->world;
    struct actor *a = &w->actors[self];
    a->status = FAILED;
    bury(s, self);
    a->reason = (int16_t)reason;
    fail_callers(w, self, reason);
}

static void spawn(struct step *s, int self, const struct op *o)
{
    struct actor *a = &s->world->actors[self];
    if (a->children < 2 - a->level) {
        a->children++;
        a->child = (int8_t)actor_create(s, self, o->class, a->level + 1, a->frame.depth - 1, a->frame.init && a->quiet);
    }
}

static enum flow call(struct step *s, int self, const struct op *o, int to)
{
    struct actor *a = &s->world->actors[self];
    struct letter l = write_letter(a, self, o, CALL, to);
    l.life = a->life;
    if (may_crash(s, self)) {
        return ENDS;
    }
    post(s, l);
    a->status = CALLING;
    a->waiting_for = (int8_t)to;
    return WAITS;
}

static enum flow communicate(struct step *s, int self, const struct op *o)
{
    struct world *w = s->world;
    struct actor *a = &w->actors[self];
    int to = o->kind == OP_SPAWN || o->kind == OP_AFTER ? self : target_of(w, self, o);
    if (a->frame.depth == 0 || to == NOBODY) {
        return GOES_ON;
    }
    switch (o->kind) {
    case OP_SPAWN: spawn(s, self, o); return s->over ? ENDS : GOES_ON;
    case OP_CALL: return call(s, self, o, to);
    case OP_AFTER: set_timer(w, self, o); break;
    case OP_RESTART:
        if (a->restarts < 2 && to != MAIN) {
            a->restarts++;
            world_post(w, (struct letter){ .kind = RESTART, .from = (int8_t)self, .to = (int8_t)to });
        }
        break;
    default: {
        struct letter l = write_letter(a, self, o, PLAIN, to);
        if (may_crash(s, self)) {
            return ENDS;
        }
        post(s, l);
        break;
    }
    }
    return GOES_ON;
}

void actor_learns_time(struct actor *a, int clock)
{
    a->since = a->clock == 0 ? (int16_t)clock : a->since;
    a->clock = clock > a->clock ? (int16_t)clock : a->clock;
}

/* When the last of its timers is due. Of one that was set before it had a clock nobody knows more than that it was before that. */
static int last_due(const struct world *w, int self)
{
    int last = 0;
    for (int i = 0; i < w->letter_count; i++) {
        const struct letter *l = &w->letters[i];
        int due = l->clock != 0 ? l->clock : w->actors[self].since + l->delay;
        last = l->kind == TIMER && l->to == self && due > last ? due : last;
    }
    return last;
}

/* Moves by one with every look. A late one is beyond all timers. */
static int look_at_clock(struct step *s, int self)
{
    struct world *w = s->world;
    struct actor *a = &w->actors[self];
    actor_learns_time(a, w->main_clock);
    if (!s->script->setting_up && a->late < s->table->settings.late_looks && choose(s->script, 2) == 1) {
        int beyond = last_due(w, self) + 1;
        a->late++;
        a->clock = (int16_t)(a->clock + s->table->settings.late_ms);
        a->clock = beyond > a->clock ? (int16_t)beyond : a->clock;
    }
    a->looked = true;
    return a->clock++;
}

/* Ops that only change the actor itself, or the shared memory. */
static void remember(struct step *s, int self, const struct op *o)
{
    struct actor *a = &s->world->actors[self];
    int *cell = &s->world->cells[o->number % CELLS];
    switch (o->kind) {
    case OP_STORE: *cell = value_of(a, o); break;
    case OP_LOAD: a->got = (int8_t)*cell; break;
    case OP_CLOCK: a->got = (int8_t)(look_at_clock(s, self) % 8); break;
    case OP_KEEP: a->kept = (int8_t)value_of(a, o); break;
    case OP_RECALL: a->got = a->kept == NOTHING_KEPT ? 0 : a->kept; break;
    case OP_DROP: a->kept = NOTHING_KEPT; break;
    case OP_SOMETIMES: s->reached |= a->sum % 4 == o->number ? 1u << o->number % SITES : 0; break;
    default: break;
    }
}

static enum flow perform_op(struct step *s, int self, const struct op *o)
{
    struct actor *a = &s->world->actors[self];
    bool quiet = a->frame.init && a->quiet;
    switch (o->kind) {
    case OP_SEND:
    case OP_CALL:
    case OP_AFTER:
    case OP_RESTART:
    case OP_SPAWN: return communicate(s, self, o);
    case OP_REPLY:
        if (a->frame.may_reply && !may_crash(s, self)) {
            answer(s, self, o, a->frame.sender, a->frame.life);
            a->frame.may_reply = a->frame.owing = false;
        }
        break;
    case OP_DEFER:
        if (a->frame.may_reply && a->caller == NOBODY) {
            a->caller = a->frame.sender;
            a->frame.may_reply = false;
        }
        break;
    case OP_SETTLE: settle(s, self, o); break;
    case OP_CANCEL: cancel_timer(s->world, self); break;
    case OP_CHOOSE:
        if (!quiet) {
            int pick = choose(s->script, o->number);
            note(a, 6000u + (unsigned)pick);
            a->frame.at += pick == 0;
        }
        break;
    case OP_BECOME: a->changed ^= a->class == ALPHA || a->class == BETA; break;
    case OP_ASSERT: return !quiet && a->sum % 4 == o->number ? go_wrong(s, BAD_ASSERTION) : GOES_ON;
    case OP_LEAVE: return LEAVES;
    case OP_STOP:
        a->status = DESTROYED;
        bury(s, self);
        return ENDS;
    case OP_FAIL: fail(s, self, o->number); return ENDS;
    case OP_SYNC:
        if (has(s->table, WITH_FAULTS) && !may_crash(s, self) && self == s->self) {
            actor_sync(a);
        }
        break;
    default: remember(s, self, o); break;
    }
    return s->crashed ? ENDS : GOES_ON;
}

/* The reaction is over: an unanswered caller goes to the debts, and the actor to what it does next. */
static void finish(struct actor *a, bool left_early)
{
    if (a->frame.owing) {
        a->owes_lives[a->owes_count] = a->frame.life;
        a->owes[a->owes_count++] = a->frame.sender;
    }
    bool is_process = a->class == GAMMA || a->class == DELTA;
    a->status = is_process && (left_early || (a->class == DELTA && a->left == 0)) ? TERMINATED : WAITING;
    a->frame = (struct frame){ .sender = NOBODY };
}

void actor_go_on(struct step *s, int self)
{
    enum flow flow = GOES_ON;
    struct frame *f = &s->world->actors[self].frame;
    while (flow == GOES_ON && f->at < OPS_MAX) {
        flow = perform_op(s, self, &f->reaction->ops[f->at++]);
    }
    if (flow == GOES_ON || flow == LEAVES) {
        finish(&s->world->actors[self], flow == LEAVES);
    }
}

/* What the new one sends comes after all that its creator sent before. What its creator sends then does not come after that: they are
 * two actors. */
int actor_create(struct step *s, int parent, enum class class, int level, int depth, bool quiet)
{
    struct world *w = s->world;
    int self = w->actor_count++, ordinal = ++w->actors[parent].ordinals;
    struct actor *a = &w->actors[self];
    *a = (struct actor){ .class = (int8_t) class,
                         .parent = (int8_t)parent,
                         .ordinal = (int8_t)ordinal,
                         .level = (int8_t)level,
                         .depth = (int8_t)depth,
                         .child = NOBODY,
                         .caller = NOBODY,
                         .quiet = quiet,
                         .kept = NOTHING_KEPT,
                         .left = (int8_t)s->table->receives,
                         .past = w->actors[parent].past,
                         .clock = w->actors[parent].clock,
                         .since = w->actors[parent].clock };
    a->id = mix(w->actors[parent].id, (uint64_t)ordinal);
    int number = parent == MAIN ? ordinal : w->actors[parent].children; /* as the program counts: it may forget some in a crash */
    a->own_id = parent == MAIN && ordinal > s->table->actor_count ? TWIN_ID : w->actors[parent].own_id * 10 + number;
    a->frame = (struct frame){ .reaction = &s->table->init[class], .sender = NOBODY, .depth = (int8_t)depth, .init = true };
    a->state = (int8_t)s->table->init[class].next;
    actor_go_on(s, self);
    if (parent != MAIN && a->clock != 0) {
        actor_learns_time(&w->actors[parent], a->clock); /* its creator goes on after it */
    }
    return self;
}
