#include "live/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "actor/context.h"
#include "model/pack.h"

enum { STACK_BYTES = 256 << 10, PACKED_MAX = 64 << 20 };

struct actor *live_running;

static struct actor **actors;
static size_t actor_count, actor_capacity;
static struct envelope *first, **last = &first; /* everything pending, oldest first */
static void *scheduler_sp;

void live_die(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    if (file != NULL) {
        fprintf(stderr, "%s:%d: ", file, line);
    }
    fputs("error: ", stderr);
    vfprintf(stderr, format, args);
    if (live_running != NULL) {
        fprintf(stderr, " (in %s, %s)", live_running->type->behaviour.name,
                live_running->current != NULL && live_running->current->type != NULL ? live_running->current->type->name : "no message");
    }
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

static void *need(void *memory)
{
    if (memory == NULL) {
        live_die(NULL, 0, "out of memory");
    }
    return memory;
}

uint64_t live_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

struct actor *live_find(hr_ref ref)
{
    return ref >= 1 && ref <= actor_count ? actors[ref - 1] : NULL;
}

/* ---- messages ---- */

struct envelope *live_envelope(hr_ref to, const struct hr_type *type, const void *data, size_t size)
{
    static unsigned char *packed;
    const char *problem = NULL;
    size_t packed_size = size;
    if (type != NULL && type->parts != NULL) {
        packed = packed != NULL ? packed : need(malloc(PACKED_MAX));
        packed_size = pack(type, data, packed, PACKED_MAX, &problem);
        data = packed;
    }
    if (problem != NULL) {
        live_die(NULL, 0, "%s", problem);
    }
    struct envelope *e = need(aligned_alloc(16, (sizeof *e + packed_size + 15) & ~(size_t)15));
    *e = (struct envelope){ .type = type, .to = to, .size = packed_size, .sender = live_running == NULL ? HR_DRIVER : live_running->self };
    memcpy(e->data, data, packed_size);
    if (type != NULL && type->parts != NULL) {
        unpack(type, e->data);
    }
    return e;
}

void live_post(struct envelope *e)
{
    *last = e;
    last = &e->next;
}

static struct envelope *unlink_at(struct envelope **place)
{
    struct envelope *e = *place;
    *place = e->next;
    if (last == &e->next) {
        last = place;
    }
    e->next = NULL;
    return e;
}

void live_cancel(hr_ref owner, uint32_t timer)
{
    for (struct envelope **place = &first; *place != NULL; place = &(*place)->next) {
        if ((*place)->timer == timer && (*place)->sender == owner) {
            free(unlink_at(place));
            return;
        }
    }
}

/* ---- running ---- */

void live_yield(void)
{
    struct actor *self = live_running;
    context_switch(&self->sp, scheduler_sp);
}

static void finish(void)
{
    live_running->status = live_running->type->run != NULL ? LIVE_ENDED : LIVE_WAITING;
    void *dropped;
    struct actor *self = live_running;
    self->sp = NULL;
    context_switch(&dropped, scheduler_sp);
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

static void create_entry(void)
{
    struct actor *self = live_running;
    const struct hr_clause *init = clause(self->behaviour, HR_CLAUSE_INIT, NULL);
    if (self->type->run != NULL) {
        ((void (*)(void *))self->type->run)(self->state);
    } else if (init != NULL) {
        ((void (*)(void *))init->function)(self->state);
    }
    finish();
}

static enum hr_unhandled unhandled(const struct actor *a)
{
    const struct hr_clause *own = clause(a->behaviour, HR_CLAUSE_UNHANDLED, NULL);
    own = own != NULL ? own : clause(&a->type->behaviour, HR_CLAUSE_UNHANDLED, NULL);
    return own != NULL ? (enum hr_unhandled)own->value : HR_UNHANDLED_ERROR;
}

static void deliver_entry(void)
{
    struct actor *self = live_running;
    const struct hr_clause *on = clause(self->behaviour, HR_CLAUSE_ON, self->current->type);
    if (on != NULL) {
        ((void (*)(void *, const void *))on->function)(self->state, self->current->data);
    } else if (unhandled(self) == HR_UNHANDLED_ERROR) {
        live_die(self->behaviour->file, self->behaviour->line, "%s has no handler for %s", self->behaviour->name, self->current->type->name);
    }
    finish();
}

static void run_actor(struct actor *a, void (*entry)(void))
{
    if (a->stack == NULL) {
        a->stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (a->stack == MAP_FAILED) {
            live_die(NULL, 0, "no memory for a stack");
        }
        mprotect(a->stack, 4096, PROT_NONE);
    }
    if (a->sp == NULL) {
        a->sp = context_prepare((unsigned char *)a->stack + STACK_BYTES, entry);
    }
    struct actor *before = live_running;
    void *before_sp = scheduler_sp;
    live_running = a;
    context_switch(&scheduler_sp, a->sp);
    live_running = before;
    scheduler_sp = before_sp;
    bool ended = a->status == LIVE_STOPPED || a->status == LIVE_FAILED;
    if (a->sp == NULL || ended) {
        if (a->owes_current && !ended && a->owed_count < sizeof a->owed / sizeof *a->owed) {
            a->owed[a->owed_count++] = a->current->sender;
        }
        free(a->current);
        a->current = NULL;
        a->owes_current = false;
        munmap(a->stack, STACK_BYTES);
        a->stack = NULL;
        a->sp = NULL;
    }
}

hr_ref live_create(const struct hr_actor_type *type, const void *state, size_t size)
{
    if (actor_count == actor_capacity) {
        actor_capacity = actor_capacity == 0 ? 16 : actor_capacity * 2;
        actors = need(realloc(actors, actor_capacity * sizeof *actors));
    }
    if (type->adapter != NULL) {
        live_die(type->behaviour.file, type->behaviour.line, "%s is an actor of another library, which runs it live", type->behaviour.name);
    }
    struct actor *a = need(calloc(1, sizeof *a));
    a->self = actor_count + 1;
    a->type = type;
    a->behaviour = &type->behaviour;
    a->state = need(calloc(1, size + 1));
    memcpy(a->state, state, size);
    actors[actor_count++] = a;
    run_actor(a, create_entry);
    return a->self;
}

/* ---- delivering ---- */

static bool accepts(struct actor *a, const struct envelope *e)
{
    if (e->due > live_now_ms()) {
        return false;
    }
    if (e->reply) {
        return a->status == LIVE_CALLING && a->waiting_for == e->sender;
    }
    if (e->restart) {
        return a->status == LIVE_ENDED;
    }
    if (a->status == LIVE_FAILED) {
        return e->call;
    }
    if (a->status != LIVE_WAITING) {
        return false;
    }
    hr_received m = { .type = e->type, .data = e->data, .sender = e->sender };
    if (a->type->run != NULL) {
        if (a->predicate != NULL) {
            return a->predicate(a->context, &m);
        }
        for (const struct hr_type *const *t = a->wanted; t != NULL && *t != e->type; t++) {
            if (*t == NULL) {
                return false;
            }
        }
        return true;
    }
    const struct hr_clause *constraint = clause(a->behaviour, HR_CLAUSE_ACCEPTS, NULL);
    if (constraint != NULL && !((bool (*)(const void *, const hr_received *))constraint->function)(a->state, &m)) {
        return false;
    }
    return clause(a->behaviour, HR_CLAUSE_ON, e->type) != NULL || unhandled(a) != HR_UNHANDLED_KEEP;
}

static void answer_failure(const struct actor *a, hr_ref caller)
{
    struct envelope *e = live_envelope(caller, NULL, &a->fail_reason, sizeof a->fail_reason);
    e->sender = a->self;
    e->reply = true;
    live_post(e);
}

static void deliver(struct actor *a, struct envelope *e)
{
    if (a->status == LIVE_FAILED) {
        answer_failure(a, e->sender);
        free(e);
        return;
    }
    if (e->timer != 0) {
        a->timers &= ~((uint64_t)1 << (e->timer - 1));
    }
    if (e->reply) {
        a->call_error = 0;
        if (e->type == NULL) {
            memcpy(&a->call_error, e->data, sizeof a->call_error);
            memset(a->reply, 0, a->reply_type->size);
        } else if (e->type != a->reply_type) {
            live_die(NULL, 0, "a reply of type %s where the caller waits for %s", e->type->name, a->reply_type->name);
        } else {
            memcpy(a->reply, e->data, a->reply_type->size);
        }
        if (e->type == NULL || e->type->parts == NULL) {
            free(e); /* what a reply carries by pointer stays for the caller */
        }
        a->status = LIVE_WAITING;
        run_actor(a, NULL);
        return;
    }
    free(a->current);
    a->current = e;
    a->owes_current = e->call;
    a->status = LIVE_WAITING;
    run_actor(a, a->type->run != NULL ? create_entry : deliver_entry);
}

/* The oldest message that can be delivered; `soonest` is when the next timer is due, 0: none. */
static struct envelope **pick(uint64_t *soonest)
{
    *soonest = 0;
    for (struct envelope **place = &first; *place != NULL; place = &(*place)->next) {
        struct envelope *e = *place;
        struct actor *a = live_find(e->to);
        if (e->to == HR_DRIVER || (a != NULL && accepts(a, e))) {
            return place;
        }
        if (e->due != 0 && (*soonest == 0 || e->due < *soonest)) {
            *soonest = e->due;
        }
    }
    return NULL;
}

int live_run(void)
{
    uint64_t soonest;
    for (;;) {
        struct envelope **place = pick(&soonest);
        if (place != NULL) {
            struct envelope *e = unlink_at(place);
            if (e->to == HR_DRIVER) {
                free(e);
            } else {
                deliver(live_find(e->to), e);
            }
        } else if (soonest != 0) {
            uint64_t now = live_now_ms();
            uint64_t ms = soonest > now ? soonest - now : 1;
            nanosleep(&(struct timespec){ (time_t)(ms / 1000), (long)(ms % 1000) * 1000000 }, NULL);
        } else {
            break;
        }
    }
    int status = 0;
    for (size_t i = 0; i < actor_count; i++) {
        if (actors[i]->status == LIVE_CALLING) {
            const struct actor *callee = live_find(actors[i]->waiting_for);
            fprintf(stderr, "error: deadlock: %s waits for a reply of %s\n", actors[i]->type->behaviour.name,
                    callee != NULL ? callee->type->behaviour.name : "nobody");
            status = 1;
        }
    }
    return status;
}
