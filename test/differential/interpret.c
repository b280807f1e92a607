/* What the actors do: one interpreter of reactions for all kinds. */
#include <stdlib.h>
#include <string.h>

#include "actors.h"

int cells[CELLS];

/* Named to the checker by main, and only where the table has ops that reach them: no hr_sometimes() here. */
const struct hr_site sites[SITES] = { { "first", __FILE__, __LINE__ }, { "second", __FILE__, __LINE__ } };

HR_CARRIES(Extra, HR_STRING(Extra, word));
HR_CARRIES(Parcel, HR_ARRAY(Parcel, items, count), HR_STRING(Parcel, label), HR_STRUCT(Parcel, extra, Extra));
HR_CARRIES(Packet, HR_STRING(Packet, word));

/* What is being handled. */
struct input {
    enum class class;
    bool is_call, is_init;
    int depth, value;
};

static void note(struct body *self, unsigned what)
{
    if (program.keeps_history) {
        self->history = (self->history ^ (what + 1)) * 16777619u;
    }
}

/* The same for the same message in every execution. */
static int serial(struct body *self)
{
    return program.keeps_history ? self->id * 1000 + ++self->sent : 0;
}

/* ---- messages ---- */

enum { ITEMS_MAX = 10 };

static const char *const labels[] = { "", "a", "ab", "abc" };

/* How many of what a value of 0 to 3 carries: up to ten numbers, a string, and mostly something with a string of its own. */
static struct Parcel pack(int value, int *items, struct Extra *extra)
{
    struct Parcel p = { .value = value, .count = 3 * value + 1, .items = items, .label = (char *)(uintptr_t)labels[value] };
    for (int i = 0; i < p.count; i++) {
        items[i] = value + i;
    }
    *extra = (struct Extra){ .twice = 2 * value, .word = p.label };
    p.extra = value == 3 ? NULL : extra;
    return p;
}

static void send_parcel(hr_ref to, int depth, int value, int serial)
{
    int items[ITEMS_MAX];
    struct Extra extra;
    struct Parcel p = pack(value, items, &extra);
    hr_send(to, Parcel, .depth = depth, .value = value, .serial = serial, .count = p.count, .items = items, .label = p.label,
            .extra = p.extra);
}

void check_parcel(const struct Parcel *m)
{
    int items[ITEMS_MAX];
    struct Extra extra;
    struct Parcel p = pack(m->value, items, &extra);
    hr_assert(m->count == p.count && memcmp(m->items, items, (size_t)p.count * sizeof *items) == 0);
    hr_assert(strcmp(m->label, p.label) == 0 && (m->extra == NULL) == (p.extra == NULL));
    hr_assert(m->extra == NULL || (m->extra->twice == extra.twice && strcmp(m->extra->word, extra.word) == 0));
}

void send_message(hr_ref to, enum type type, int depth, int value, int serial)
{
    if (type == POKE) {
        hr_send(to, Poke, .depth = depth, .value = value, .serial = serial);
    } else if (type == PUSH && has(&program.table, WITH_PARCELS)) {
        send_parcel(to, depth, value, serial);
    } else if (type == PUSH) {
        hr_send(to, Push, .depth = depth, .value = value, .serial = serial);
    } else {
        hr_send(to, Tick);
    }
}

/* The two kinds of calls, answered with a number alone or with more. */
static int ask_plainly(hr_ref to, enum type type, int depth, int value, int number)
{
    struct Answer a = type == ASK ? hr_call(to, Answer, Ask, .depth = depth, .value = value, .serial = number)
                                  : hr_call(to, Answer, Get, .depth = depth, .value = value, .serial = number);
    return a.value;
}

static int ask_for_packet(hr_ref to, enum type type, int depth, int value, int number)
{
    struct Packet a = type == ASK ? hr_call(to, Packet, Ask, .depth = depth, .value = value, .serial = number)
                                  : hr_call(to, Packet, Get, .depth = depth, .value = value, .serial = number);
    hr_assert(hr_call_error() != 0 ? a.word == NULL : strcmp(a.word, labels[a.value]) == 0);
    return a.value;
}

static void call(struct body *self, hr_ref to, enum type type, int depth, int value)
{
    int number = serial(self);
    int answer =
        has(&program.table, WITH_PARCELS) ? ask_for_packet(to, type, depth, value, number) : ask_plainly(to, type, depth, value, number);
    self->got = hr_call_error() != 0 ? -hr_call_error() : answer;
    note(self, 5000u + (unsigned)(self->got + 10));
}

/* HR_NOBODY: to the caller of what is being handled. */
static void answer(hr_ref caller, int value)
{
    if (has(&program.table, WITH_PARCELS)) {
        hr_reply_to(caller, Packet, .value = value, .word = (char *)(uintptr_t)labels[value]);
    } else {
        hr_reply_to(caller, Answer, .value = value);
    }
}

static hr_timer set_parcel_timer(uint64_t ms, int depth, int value, int serial)
{
    int items[ITEMS_MAX];
    struct Extra extra;
    struct Parcel p = pack(value, items, &extra);
    return hr_after(ms, Parcel, .depth = depth, .value = value, .serial = serial, .count = p.count, .items = items, .label = p.label,
                    .extra = p.extra);
}

static void set_timer(struct body *self, const struct op *o, int depth, int value)
{
    uint64_t ms = 3 * (uint64_t)o->number;
    int number = serial(self);
    if (o->type == POKE) {
        self->timer = hr_after(ms, Poke, .depth = depth, .value = value, .serial = number);
    } else if (o->type == PUSH && has(&program.table, WITH_PARCELS)) {
        self->timer = set_parcel_timer(ms, depth, value, number);
    } else if (o->type == PUSH) {
        self->timer = hr_after(ms, Push, .depth = depth, .value = value, .serial = number);
    } else {
        self->timer = hr_after(ms, Tick);
    }
}

static void cancel_timer(struct body *self)
{
    hr_cancel(self->timer);
    self->timer = 0;
}

/* ---- ops ---- */

static hr_ref find_target(const struct body *self, const struct op *o)
{
    switch (o->target) {
    case TO_ACTOR: return program.actors[o->index];
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

static void spawn(struct body *self, enum class class, int depth, bool quiet)
{
    if (self->children < 2 - self->level) {
        self->children++;
        self->child = create(class, self->id * 10 + self->children, self->level + 1, depth, quiet);
    }
}

/* Twice at most: a process begins with fresh fuel. */
static void restart(struct body *self, hr_ref process)
{
    if (self->restarts < 2 && process != HR_DRIVER) {
        self->restarts++;
        hr_restart(process);
    }
}

static void communicate(struct body *self, const struct op *o, const struct input *in)
{
    hr_ref to = find_target(self, o);
    int value = find_value(self, o, in);
    if (in->depth == 0 || (o->kind != OP_SPAWN && o->kind != OP_AFTER && to == HR_NOBODY)) {
        return;
    }
    switch (o->kind) {
    case OP_SEND: send_message(to, o->type, in->depth - 1, value, serial(self)); break;
    case OP_CALL: call(self, to, o->type, in->depth - 1, value); break;
    case OP_AFTER: set_timer(self, o, in->depth - 1, value); break;
    case OP_RESTART: restart(self, to); break;
    default: spawn(self, o->class, in->depth - 1, in->is_init && self->quiet); break;
    }
}

/* Gives the answer that is due now. */
static void reply(struct body *self, const struct op *o, struct input *in)
{
    if (in->is_call) {
        answer(HR_NOBODY, find_value(self, o, in));
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
        answer(self->caller, find_value(self, o, in));
        self->caller = HR_NOBODY;
    } else if (has(&program.table, WITH_TIMERS)) {
        cancel_timer(self);
    }
}

/* One of `n`, remembered. */
static bool chooses_none(struct body *self, int n)
{
    unsigned pick = program.takes_first ? 0 : hr_choose((unsigned)n);
    note(self, 6000u + pick);
    return pick == 0;
}

static void leave_epitaph(const struct body *self)
{
    if (program.keeps_history && !has(&program.table, WITH_FAULTS)) { /* one more message would be one more place for a fault */
        hr_send(program.grave, Epitaph, .history = self->history);
    }
}

/* ---- memory of its own ---- */

static void keep(struct body *self, int value)
{
    if (self->kept == NULL) {
        self->kept = malloc(sizeof *self->kept);
    }
    *self->kept = value;
}

static void drop(struct body *self)
{
    free(self->kept);
    self->kept = NULL;
}

/* Of the size of what is kept, which may be in the same place later: it must not be excluded then. */
static void scratch(struct body *self)
{
    int *block = malloc(sizeof *block);
    hr_exclude(block, sizeof *block);
    *block = self->visits;
    free(block);
}

static void remember(struct body *self, const struct op *o, const struct input *in)
{
    switch (o->kind) {
    case OP_STORE: cells[o->number % CELLS] = find_value(self, o, in); break;
    case OP_LOAD: self->got = cells[o->number % CELLS]; break;
    case OP_CLOCK: self->got = (int)(hr_now() % 8); break;
    case OP_KEEP: keep(self, find_value(self, o, in)); break;
    case OP_RECALL: self->got = self->kept != NULL ? *self->kept : 0; break;
    case OP_DROP: drop(self); break;
    case OP_SCRATCH: scratch(self); break;
    case OP_SYNC: hr_sync(); break;
    default: break;
    }
}

/* ---- reactions ---- */

/* Runs a reaction; false when its actor leaves it. */
static bool perform(struct body *self, const struct reaction *r, struct input in)
{
    bool quiet = in.is_init && self->quiet;
    for (int i = 0; i < OPS_MAX; i++) {
        const struct op *o = &r->ops[i];
        switch (o->kind) {
        case OP_SEND:
        case OP_CALL:
        case OP_AFTER:
        case OP_RESTART:
        case OP_SPAWN: communicate(self, o, &in); break;
        case OP_REPLY: reply(self, o, &in); break;
        case OP_DEFER: defer(self, &in); break;
        case OP_SETTLE: settle(self, o, &in); break;
        case OP_CANCEL: cancel_timer(self); break;
        case OP_CHOOSE: i += !quiet && chooses_none(self, o->number); break;
        case OP_BECOME: become_other(self, in.class); break;
        case OP_ASSERT: hr_assert(quiet || self->sum % 4 != o->number); break;
        case OP_LEAVE: return false;
        case OP_STOP: leave_epitaph(self); hr_stop();
        case OP_FAIL: leave_epitaph(self); hr_fail(o->number);
        case OP_SOMETIMES:
            if (self->sum % 4 == o->number) {
                hr_reached_(&sites[o->number % SITES]);
            }
            break;
        case OP_NOTE: hr_note("sum is %d", self->sum); break;
        default: remember(self, o, &in); break;
        }
    }
    return true;
}

bool react(struct body *self, enum class class, enum type type, int depth, int value, int serial)
{
    note(self, 10u * (unsigned)serial + type);
    self->visits += has(&program.table, WITH_EXCLUDED);
    const struct reaction *r = &program.table.reactions[class][self->state][type];
    self->state = r->next;
    if (r->mixes) {
        self->sum = ((r->adds ? 1 : 2) * self->sum + value + (int)type) % 8;
    }
    struct input in = { .class = class, .is_call = type == ASK || type == GET, .depth = depth, .value = value };
    return perform(self, r, in);
}

/* What outlives a crash: what tells messages from each other, so that executions end, and something to go wrong. */
static void persist(struct body *self)
{
    hr_persist_field(self->history);
    hr_persist_field(self->sent);
    hr_persist_field(self->sum);
    hr_persist_field(self->children);
    hr_persist_field(self->restarts);
}

bool begin(struct body *self, enum class class)
{
    const struct reaction *r = &program.table.init[class];
    if (has(&program.table, WITH_FAULTS)) {
        persist(self);
    }
    if (has(&program.table, WITH_EXCLUDED) && self->visits == 0) {
        self->visits = 1;
        hr_exclude_field(self->visits);
    }
    self->state = r->next;
    return perform(self, r, (struct input){ .class = class, .is_init = true, .depth = self->depth });
}
