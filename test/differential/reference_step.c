/* What may be delivered, and what a delivery does. */
#include "reference.h"

#include <string.h>

/* ---- what a receiver takes ---- */

static bool is_handler(const struct actor *a)
{
    return a->class == ALPHA || a->class == BETA;
}

/* The types that a handler has a handler for. */
static unsigned handled(const struct actor *a)
{
    if (a->class == ALPHA) {
        return a->changed ? 1u << POKE | 1u << ASK : (1u << TYPES) - 1;
    }
    return a->changed ? 1u << POKE | 1u << TICK | 1u << ASK : ((1u << TYPES) - 1) & ~(1u << TICK);
}

/* What happens to the others: its behaviour says so, else its first one, else the command, else it is an error. */
static enum unhandled policy(const struct table *t, const struct actor *a)
{
    const enum unhandled said[] = { t->manners[a->class].unhandled[a->changed], t->manners[a->class].unhandled[0], t->settings.unhandled };
    for (int i = 0; i < 3; i++) {
        if (said[i] != UNHANDLED_UNSAID) {
            return said[i];
        }
    }
    return UNHANDLED_IS_ERROR;
}

static bool passes(const struct world *w, const struct filter *f, const struct letter *l)
{
    return (f->gate == 0 || w->cells[f->gate - 1] < 2) && (f->types & 1u << l->type) != 0 && (!f->small || l->value < 2) &&
           (!f->not_main || l->from != MAIN);
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

/* An alpha has a constraint at first, a beta afterwards. */
static bool handler_takes(const struct world *w, const struct table *t, const struct actor *a, const struct letter *l)
{
    bool constrained = a->class == ALPHA ? !a->changed : a->changed;
    if (constrained && !passes(w, &t->filters[a->class][a->state], l)) {
        return false;
    }
    return (handled(a) >> l->type & 1) || policy(t, a) != UNHANDLED_IS_KEPT;
}

static bool accepts(const struct world *w, const struct table *t, const struct letter *l)
{
    if (l->to == GRAVE || l->to == MAIN) {
        return l->to == MAIN;
    }
    const struct actor *a = &w->actors[l->to];
    if (l->kind == REPLY || l->kind == FAILURE) {
        return l->life != a->life ? a->status <= TERMINATED : a->status == CALLING && a->waiting_for == l->from;
    }
    if (l->kind == REVIVAL) {
        return a->status == CRASHED;
    }
    if (l->kind == RESTART) {
        return a->status == TERMINATED;
    }
    if (a->status != WAITING) {
        return a->status == FAILED && l->kind == CALL;
    }
    return is_handler(a) ? handler_takes(w, t, a, l) : takes(w, &t->filters[a->class][a->state], l);
}

/* ---- what the channel allows ---- */

static bool in_past(const struct letter *earlier, const struct letter *l)
{
    return l->past.bits[earlier->sequence / 64] >> earlier->sequence % 64 & 1;
}

/* Whether `earlier`, which was sent before and goes to the same receiver, has to be delivered before `l`. */
static bool goes_first(const struct letter *earlier, const struct letter *l, const struct table *t, enum channel channel)
{
    if (earlier->kind == TIMER && l->kind == TIMER) {
        return !t->settings.any_timers && earlier->delay <= l->delay;
    }
    if (earlier->kind == TIMER || l->kind == TIMER || earlier->kind == REVIVAL || l->kind == REVIVAL) {
        return false;
    }
    switch (channel) {
    case PAIRWISE: return earlier->from == l->from;
    case CAUSAL: return in_past(earlier, l);
    case MAILBOX: return true;
    default: return false;
    }
}

bool world_offers(const struct world *w, const struct table *t, int i, enum channel channel)
{
    const struct letter *l = &w->letters[i];
    if (!accepts(w, t, l)) {
        return false;
    }
    for (int before = 0; before < i; before++) {
        const struct letter *b = &w->letters[before];
        if (b->to == l->to && goes_first(b, l, t, channel) && accepts(w, t, b)) {
            return false;
        }
    }
    return true;
}

/* ---- deliveries ---- */

static void begin_reaction(struct step *s, int self, const struct letter *l)
{
    struct actor *a = &s->world->actors[self];
    const struct reaction *r = &s->table->reactions[a->class][a->state][l->type];
    note(a, 10u * (unsigned)l->serial + (unsigned)l->type);
    a->state = (int8_t)r->next;
    if (r->mixes) {
        a->sum = (int8_t)(((r->adds ? 1 : 2) * a->sum + l->value + l->type) % 8);
    }
    a->frame = (struct frame){ .reaction = r,
                               .sender = l->from,
                               .depth = l->depth,
                               .value = l->value,
                               .life = l->life,
                               .may_reply = l->kind == CALL,
                               .owing = l->kind == CALL };
    a->left -= a->class == DELTA;
    actor_go_on(s, self);
}

/* Its function begins again; its struct is as it was. */
static void begin_again(struct step *s, int self, const struct letter *l)
{
    struct actor *a = &s->world->actors[self];
    a->left = (int8_t)s->table->receives;
    a->frame = (struct frame){ .reaction = &s->table->init[a->class], .sender = l->from, .depth = a->depth, .init = true };
    a->state = (int8_t)s->table->init[a->class].next;
    actor_go_on(s, self);
}

static void get_answer(struct step *s, int self, const struct letter *l)
{
    struct actor *a = &s->world->actors[self];
    a->got = (int16_t)(l->kind == REPLY ? l->value : -l->value);
    note(a, 5000u + (unsigned)(a->got + 10));
    a->waiting_for = NOBODY;
    actor_go_on(s, self);
}

static void miss(struct step *s, struct actor *a, const struct letter *l)
{
    if (policy(s->table, a) == UNHANDLED_IS_ERROR) {
        s->over = true;
        s->what = BAD_UNHANDLED;
    } else if (l->kind == CALL) { /* dropped, and its caller with it */
        a->owes_lives[a->owes_count] = l->life;
        a->owes[a->owes_count++] = l->from;
    }
}

/* A clock that was looked at counts what is received, answers excepted. Any letter brings it to what its sender knows of time, a timer to
 * when it is due. */
static void move_clock(struct actor *a, const struct letter *l)
{
    a->clock = (int16_t)(a->clock + (a->looked && l->kind != REPLY && l->kind != FAILURE));
    if (l->clock != 0) {
        actor_learns_time(a, l->clock);
    }
}

static void receive(struct step *s, int self, const struct letter *l)
{
    struct world *w = s->world;
    struct actor *a = &w->actors[self];
    if (self == MAIN) {
        return;
    }
    bool answer = l->kind == REPLY || l->kind == FAILURE;
    if (answer && l->life != a->life) {
        return; /* to what it asked before it crashed */
    }
    if (a->status == FAILED) {
        world_post(w, (struct letter){
                          .kind = FAILURE, .from = (int8_t)self, .to = l->from, .life = l->life, .value = a->reason, .clock = l->clock });
        return;
    }
    actor_sync(a);
    if (l->kind == REVIVAL) {
        begin_again(s, self, &(struct letter){ .from = NOBODY });
    } else if (l->kind == REPLY || l->kind == FAILURE) {
        move_clock(a, l);
        get_answer(s, self, l);
    } else {
        move_clock(a, l);
        if (l->kind == TIMER) {
            a->timers &= ~((uint64_t)1 << (l->timer - 1));
        }
        if (l->kind == RESTART) {
            begin_again(s, self, l);
        } else if (is_handler(a) && !(handled(a) >> l->type & 1)) {
            miss(s, a, l);
        } else {
            begin_reaction(s, self, l);
        }
    }
    if (!s->over && !s->crashed && (a->status == WAITING || a->status == CALLING)) {
        actor_sync(a);
        may_crash(s, self);
    }
    if (!s->over && s->crashed) {
        actor_crash(s, self);
    }
}

/* What a receiver does next comes after all that came before the letter, and after the letter. */
static void learn(struct actor *a, const struct letter *l)
{
    for (int i = 0; i < SENT_MAX / 64; i++) {
        a->past.bits[i] |= l->past.bits[i];
    }
}

static bool is_about(const struct claim *c, int index)
{
    return c->used && (c->actor == index || c->other == index);
}

/* Invariants see the order of deliveries to the actors that they name. */
static void note_line(struct world *w, const struct table *t, int actor, uint64_t history)
{
    const struct claim *one = &t->always[0], *two = &t->always[1];
    bool together = two->used && (is_about(one, two->actor) || is_about(one, two->other));
    for (int i = 0; i < t->actor_count + t->twins.count && has(t, WITH_NAMED); i++) {
        if (actor_of_main(w, i) != actor) {
            continue;
        }
        if (is_about(one, i) || (together && is_about(two, i))) {
            w->lines[0] = mix(w->lines[0], mix(history, (uint64_t)i));
        } else if (is_about(two, i)) {
            w->lines[1] = mix(w->lines[1], mix(history, (uint64_t)i));
        }
    }
}

struct step world_deliver(struct world *w, const struct table *t, int i, struct script *script)
{
    struct letter l = w->letters[i];
    struct step s = { .table = t, .world = w, .script = script, .self = l.to };
    script->used = 0;
    script->faults = 0;
    memmove(&w->letters[i], &w->letters[i + 1], (size_t)(w->letter_count - i - 1) * sizeof l);
    w->letter_count--;
    learn(&w->actors[l.to], &l);
    receive(&s, l.to, &l);
    script->count = script->used;
    uint64_t *h = &w->actors[l.to].history, letter = mix(w->actors[l.from].id, (uint64_t)l.number);
    *h = mix(*h, letter);
    for (int k = 0; k < script->count; k++) {
        *h = script->of_fault[k] ? *h : mix(*h, 1 + (uint64_t)script->picks[k]);
    }
    *h = script->faults != 0 ? mix(*h, script->faults) : *h;
    note_line(w, t, l.to, *h);
    if (has(t, WITH_SHARED)) {
        w->order = mix(w->order, *h);
    }
    return s;
}

/* ---- main ---- */

static void send_first(struct world *w, int to, const struct first_message *m, int serial)
{
    struct letter l = { .kind = PLAIN, .type = (int8_t)m->type, .from = MAIN, .to = (int8_t)to };
    if (m->type != TICK) {
        l.depth = (int8_t)m->depth;
        l.value = (int8_t)m->value;
        l.serial = serial;
    }
    world_post(w, l);
}

/* main() goes on after what actors did in set-up: looks at the clock, and timers that have come. */
static void main_learns_time(struct world *w)
{
    for (int a = 0; a < w->actor_count; a++) {
        w->main_clock = w->actors[a].clock > w->main_clock ? w->actors[a].clock : w->main_clock;
    }
}

/* hr_settle(): always the oldest that is accepted, whatever the channel, timers like all others. */
static void deliver_all(struct step *s)
{
    for (int i = 0; i < s->world->letter_count;) {
        if (world_offers(s->world, s->table, i, UNORDERED)) {
            s->reached |= world_deliver(s->world, s->table, i, s->script).reached;
            main_learns_time(s->world);
            i = 0;
        } else {
            i++;
        }
    }
}

void world_start(struct world *w, const struct table *t, unsigned *reached)
{
    struct script none = { .setting_up = true };
    struct step s = { .table = t, .world = w, .script = &none };
    int twins[TWINS_MAX];
    *w = (struct world){ .actor_count = 1 };
    w->actors[MAIN] = (struct actor){ .parent = NOBODY };
    for (int i = 0; i < t->actor_count; i++) {
        actor_create(&s, MAIN, t->actors[i], 0, 2, true);
        main_learns_time(w);
        w->known = i + 1;
    }
    for (int i = 0; i < t->settled; i++) {
        send_first(w, actor_named(w, t->first[i].to), &t->first[i], i + 1);
    }
    if (has(t, WITH_SETTLED)) {
        deliver_all(&s);
    }
    for (int i = 0; i < t->twins.count; i++) {
        twins[i] = actor_create(&s, MAIN, t->twins.class, 0, 2, true);
        main_learns_time(w);
    }
    for (int i = 0; i < t->twins.count; i++) {
        send_first(w, twins[i], &t->twins.message, 0);
    }
    for (int i = t->settled; i < t->first_count; i++) {
        send_first(w, actor_named(w, t->first[i].to), &t->first[i], i + 1);
    }
    *reached = s.reached;
}
