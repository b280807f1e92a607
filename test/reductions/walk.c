/* How likely is a bug when messages are delivered at random? This library is preloaded into a program, in place of the live
 * runtime and of the engine; it shares no code that schedules with either:
 *
 *     LD_PRELOAD=libwalk.so WALK="CHANNEL EXECUTIONS SEED" ./program ARGUMENTS
 *
 * It runs the program that often, each time delivering any of the deliverable messages with equal probability, and prints
 * "EXECUTIONS FAILED". An execution fails when an assertion does, a message has no handler or goes to nobody, a predicate does
 * not hold at its end, or messages are left there. Actors with plain handlers only: a constraint, a call or a process is
 * refused. */
#include <harrier.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/pack.h"

enum { ACTORS_MAX = 64, PENDING_MAX = 256, PREDICATES_MAX = 8, PACKED_MAX = 4096, MEMORY_MAX = 1 << 20 };

struct actor {
    const struct hr_actor_type *type;
    const struct hr_behaviour *behaviour;
    void *state;
    size_t size;
    bool stopped;
};

struct pending {
    hr_ref to, sender;
    const struct hr_type *type;
    unsigned char *block; /* packed */
    size_t size;
    bool timer; /* of hr_after(): in no order */
};

/* Where an execution is. */
struct situation {
    struct actor actors[ACTORS_MAX];
    size_t actor_count;
    struct pending pending[PENDING_MAX]; /* oldest first */
    size_t pending_count;
};

enum outcome { GOES_ON, STOPS, FAILS };

static struct situation now;
static hr_ref self, sender = HR_DRIVER; /* self is 0 in main() */
static bool initialising;               /* in the init function of `self` */
static bool delivering;
static jmp_buf step; /* where a step ends, while delivering */
static bool (*predicates[PREDICATES_MAX])(void);
static size_t predicate_count;

static __attribute__((noreturn)) void refuse(const char *what)
{
    fprintf(stderr, "walk: %s\n", what);
    exit(2);
}

/* ---- memory: given back at the end of an execution ---- */

static _Alignas(16) unsigned char memory[MEMORY_MAX];
static size_t used;

static void *keep(const void *data, size_t size)
{
    size_t rounded = (size + 15) & ~(size_t)15;
    if (rounded > sizeof memory - used) {
        refuse("an execution needs too much memory");
    }
    used += rounded;
    return memcpy(memory + used - rounded, data, size);
}

/* ---- random numbers: splitmix64 ---- */

static uint64_t random_state;

static size_t random_below(size_t n)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (size_t)((unsigned __int128)(z ^ z >> 31) * n >> 64);
}

/* ---- what the program calls ---- */

static __attribute__((noreturn)) void fails(void)
{
    if (!delivering) {
        refuse("a failure before the first message");
    }
    initialising = false;
    longjmp(step, FAILS);
}

static const struct hr_clause *clause(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type)
{
    for (const struct hr_clause *c = b->clauses; c->kind != HR_CLAUSE_END; c++) {
        if (c->kind == kind && (kind != HR_CLAUSE_ON || c->type == type)) {
            return c;
        }
    }
    return NULL;
}

static struct actor *actor_of(hr_ref ref)
{
    return ref >= 1 && ref <= now.actor_count ? &now.actors[ref - 1] : NULL;
}

hr_ref hr_spawn_(const struct hr_actor_type *type, const void *state, size_t size)
{
    bool plain = type->run == NULL && type->adapter == NULL && clause(&type->behaviour, HR_CLAUSE_ACCEPTS, NULL) == NULL;
    if (!plain || now.actor_count == ACTORS_MAX) {
        refuse("an actor that has more than handlers, or too many");
    }
    struct actor *a = &now.actors[now.actor_count++];
    *a = (struct actor){ .type = type, .behaviour = &type->behaviour, .state = keep(state, size), .size = size };
    hr_ref ref = now.actor_count, creator = self;
    const struct hr_clause *init = clause(a->behaviour, HR_CLAUSE_INIT, NULL);
    if (init != NULL) {
        self = ref;
        initialising = true;
        ((void (*)(void *))init->function)(a->state);
        initialising = false;
        self = creator;
    }
    return ref;
}

void hr_send_(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    unsigned char packed[PACKED_MAX];
    const char *problem = NULL;
    (void)place;
    if (to == HR_DRIVER) {
        return;
    }
    if (actor_of(to) == NULL) {
        fails();
    }
    if (type->parts != NULL) {
        size = pack(type, data, packed, sizeof packed, &problem);
        data = packed;
    }
    if (now.pending_count == PENDING_MAX || problem != NULL) {
        refuse("too many messages, or one that cannot be packed");
    }
    now.pending[now.pending_count++] =
        (struct pending){ .to = to, .sender = self == 0 ? HR_DRIVER : self, .type = type, .block = keep(data, size), .size = size };
}

hr_timer hr_after_(uint64_t ms, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    (void)ms;
    hr_send_(self, type, data, size, place);
    now.pending[now.pending_count - 1].timer = true;
    return 0;
}
void hr_cancel(hr_timer timer)
{
    (void)timer;
    refuse("hr_cancel()");
}

hr_ref hr_self(void)
{
    return self;
}
hr_ref hr_sender(void)
{
    return sender;
}
void hr_become_(const struct hr_behaviour *b)
{
    actor_of(self)->behaviour = b != NULL ? b : &actor_of(self)->type->behaviour;
}

void hr_stop(void)
{
    if (initialising) {
        refuse("hr_stop() in an init function");
    }
    longjmp(step, STOPS);
}

void hr_assert_failed_(const char *condition, struct hr_place place)
{
    (void)condition, (void)place;
    fails();
}

void hr_predicate_(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place)
{
    (void)name, (void)place;
    if (predicate_count == PREDICATES_MAX || when != HR_AT_END) {
        refuse("too many predicates, or another than hr_at_end()");
    }
    predicates[predicate_count++] = predicate;
}

const void *hr_peek_(hr_ref ref, const struct hr_actor_type *type)
{
    const struct actor *a = actor_of(ref);
    return a != NULL && a->type == type && !a->stopped ? a->state : NULL;
}

/* ---- one execution ---- */

/* In a function of its own, so that no variable of its caller's lives in a register that longjmp() forgets. */
__attribute__((noinline)) static enum outcome run(void (*handler)(void), void *state, const void *content)
{
    enum outcome outcome = (enum outcome)setjmp(step);
    if (outcome == GOES_ON) {
        delivering = true;
        ((void (*)(void *, const void *))handler)(state, content);
    }
    delivering = false;
    return outcome;
}

/* Delivers the message at this place. */
static enum outcome deliver(size_t at)
{
    struct pending m = now.pending[at];
    memmove(&now.pending[at], &now.pending[at + 1], (--now.pending_count - at) * sizeof m);
    struct actor *a = actor_of(m.to);
    const struct hr_clause *on = clause(a->behaviour, HR_CLAUSE_ON, m.type);
    if (on == NULL) {
        return FAILS;
    }
    unsigned char *content = keep(m.block, m.size); /* main()'s messages are delivered once in each execution */
    if (m.type->parts != NULL) {
        unpack(m.type, content);
    }
    self = m.to;
    sender = m.sender;
    enum outcome outcome = run(on->function, a->state, content);
    a->stopped = outcome == STOPS;
    self = 0;
    return outcome;
}

/* Whether the message may come next: its receiver is there and, under pairwise, no older one of its sender waits there too. */
static bool deliverable(size_t at, bool pairwise)
{
    const struct pending *m = &now.pending[at];
    for (size_t i = 0; pairwise && i < at; i++) {
        if (now.pending[i].to == m->to && now.pending[i].sender == m->sender && !now.pending[i].timer && !m->timer) {
            return false;
        }
    }
    return !actor_of(m->to)->stopped;
}

static bool deliver_at_random(bool pairwise, enum outcome *outcome)
{
    size_t from[PENDING_MAX], count = 0;
    for (size_t i = 0; i < now.pending_count; i++) {
        if (deliverable(i, pairwise)) {
            from[count++] = i;
        }
    }
    if (count == 0) {
        return false;
    }
    *outcome = deliver(from[random_below(count)]);
    return true;
}

static bool execution_fails(bool pairwise)
{
    enum outcome outcome = GOES_ON;
    while (deliver_at_random(pairwise, &outcome)) {
        if (outcome == FAILS) {
            return true;
        }
    }
    bool fails = now.pending_count != 0;
    for (size_t i = 0; i < predicate_count; i++) {
        fails = fails || !predicates[i]();
    }
    return fails;
}

/* ---- all executions ---- */

void hr_settle(void)
{
    while (now.pending_count != 0) {
        if (deliver(0) == FAILS) {
            refuse("a failure before the first execution");
        }
    }
}

/* Goes back to where main() had come. */
static void begin(const struct situation *first, size_t memory_used)
{
    used = memory_used;
    now = *first;
    for (size_t i = 0; i < now.actor_count; i++) {
        now.actors[i].state = keep(first->actors[i].state, now.actors[i].size);
    }
}

int hr_run(void)
{
    static struct situation first;
    const char *walk = getenv("WALK");
    char channel[16] = "";
    unsigned long executions = 0, failed = 0, seed;
    if (walk == NULL || sscanf(walk, "%15s %lu %lu", channel, &executions, &seed) != 3) {
        refuse("WALK is not \"CHANNEL EXECUTIONS SEED\"");
    }
    first = now;
    random_state = seed;
    size_t memory_used = used;
    for (unsigned long i = 0; i < executions; i++) {
        begin(&first, memory_used);
        failed += execution_fails(strcmp(channel, "pairwise") == 0);
    }
    printf("%lu %lu\n", executions, failed);
    return 0;
}
