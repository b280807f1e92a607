/* The live world: what its parts share. Each function stands under the name of the file that has it.
 *
 * A worker is a thread that runs actors. An activation is a worker's turn with one actor: it delivers some of its messages.
 * A coroutine (`struct co`) is a stack. Workers run on coroutines, and handlers run right there; when a handler waits, the
 * coroutine becomes its actor's and the worker goes on with another one. So an actor that waits for nothing has no stack. */
#ifndef HARRIER_LIVE_RUNTIME_H
#define HARRIER_LIVE_RUNTIME_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/predicate.h"
#include "harrier.h"
#include "model/message.h"

enum live_status { LIVE_WAITING, LIVE_CALLING, LIVE_ENDED, LIVE_STOPPED, LIVE_FAILED, LIVE_CRASHED /* and will be restarted */ };

/* A flag besides those of model/message.h: not a message, but a request to look at all pending ones again. */
enum { MESSAGE_NUDGE = MESSAGE_FLAGS_END };

struct envelope {
    struct envelope *next;
    const struct hr_type *type; /* NULL: a failure (the content is its reason), a restart or a nudge */
    hr_ref sender;
    uint32_t size;  /* of the content */
    uint16_t timer; /* slot of the sender, 0: no timer */
    uint8_t flags;
    uint8_t class; /* of its memory block */
    _Alignas(16) unsigned char data[];
};

/* Follows the content when schedules are recorded or forced: the receiver, and the number among messages of its kind. */
struct stamp {
    hr_ref to;
    uint32_t n;
    uint32_t step; /* of the schedule that is forced; NO_STEP: it is not in there */
    uint32_t life; /* of a call: which life of its sender asks; of a reply: which life of its receiver asked */
};
enum { NO_STEP = UINT32_MAX };

/* Where a name comes from. Kept while anybody below it lives. */
struct name {
    struct name *parent; /* NULL: the driver */
    const struct hr_actor_type *type;
    uint32_t ordinal; /* among its parent's children; of the driver's: among those of its type */
    atomic_uint users;
    int reason; /* once it has ended: 0 stopped, else what it failed with */
    hr_ref ref;
    bool crashed; /* for good: what is left for it is not told */
};

struct delayed;
struct lives;

/* A caller whose message was handled, but not answered so far. */
struct owed {
    hr_ref caller;
    uint32_t life; /* which life of it asked */
};

/* What few actors need. */
struct extra {
    struct owed *owed;
    uint32_t owed_count, owed_capacity;
    struct delayed **timers; /* by slot */
    uint32_t timer_slots;
    atomic_uint queued; /* plain messages that were not taken yet; counted only where there is a limit */
    uint32_t limit;     /* 0: none */
    enum hr_limit at_limit;
    struct lives *lives; /* where actors may crash: there from its creation on */
};

/* All fields but `inbox`, `waiting_for` and `calls` are used only by the worker that activates the actor. */
struct actor {
    _Atomic(struct envelope *) inbox; /* newest first; MAILBOX_IDLE: nobody looks; MAILBOX_CLOSED: it has ended */
    hr_ref ref;
    const struct hr_actor_type *type;
    const struct hr_behaviour *behaviour;
    struct envelope *pending, **last; /* taken from the inbox, oldest first */
    union {
        struct envelope **cursor; /* those before it were refused in the present state */
        uint64_t retired;         /* it has ended: the epoch (live/epoch.c) */
    };
    struct co *co; /* where its code waits; NULL: no code is under way */
    struct extra *extra;
    struct name *parent, *name;  /* its own: NULL until a child needs it */
    struct actor *limbo_next;    /* it has ended */
    _Atomic(hr_ref) waiting_for; /* the callee, until its reply is sent; HR_NOBODY: none */
    atomic_uint calls;           /* begun so far */
    uint32_t ordinal, children;
    uint8_t status, class;
    bool takes_all; /* its behaviour refuses nothing */
    bool limited;
    _Alignas(16) unsigned char state[];
};
#define MAILBOX_IDLE ((struct envelope *)1)
#define MAILBOX_CLOSED ((struct envelope *)2)

struct co {
    void *sp;
    struct co *next;     /* in the pool */
    struct co *creator;  /* whose code goes on when this one waits or ends; NULL: the worker does */
    struct actor *actor; /* whose code is under way here */
    void (*entry)(struct co *self);
    struct envelope *current;   /* being handled */
    struct envelope *delivered; /* what its actor was woken with */
    struct envelope *loans;     /* replies whose parts are still in use */
    const struct hr_type *reply_type;
    const struct hr_type *const *wanted;
    bool (*predicate)(void *context, const hr_received *m);
    void *context;
    int call_error;
    bool owes_current;    /* `current` is a call without a reply so far */
    uint32_t caller_life; /* ... by this life of its sender */
    uint32_t event;       /* of the recording: the step under way */
    bool inside;          /* ... is its creator's */
    bool forced;          /* ... is the one that the schedule asks for */
    unsigned char *bottom;
    size_t size;
    void *fiber, *fake; /* of the thread and the address sanitizer */
};

enum { RING = 256, STACK = 64, BLOCK_CLASSES = 10 };

struct worker {
    struct co *co;              /* on which it runs */
    struct co home;             /* the thread's own stack */
    struct co *parted_co;       /* left for good: goes to the pool once nobody stands on it */
    struct actor *parted_actor; /* waits: may be activated again once its stack is saved */
    struct co *spare;           /* pooled coroutines */
    unsigned spare_count;
    int budget; /* messages left in this activation */
    unsigned number, streak;
    _Atomic(struct actor *) lifo; /* the actor that was woken last */
    struct actor *stack[STACK];   /* those woken before it */
    atomic_uint stacked;
    atomic_bool stack_locked;
    struct {
        void *first;
        unsigned count;
    } cache[BLOCK_CLASSES];
    unsigned char *slab, *slab_end;
    void *limbo;         /* blocks that others may still read ... */
    struct actor *ended; /* ... and actors */
    unsigned retired;
    uint64_t random;
    unsigned char *scratch; /* for packing */
    void *signal_stack;     /* a crash is told on it */
    bool searching, woken;
    pthread_t thread;
    pthread_cond_t wake;
    atomic_uint tick, tick_seen;
    _Alignas(64) _Atomic(uint64_t) seen; /* the epoch it was last quiet in; OFFLINE: it sleeps */
    _Alignas(64) _Atomic(uint64_t) head;
    _Alignas(64) _Atomic(uint64_t) tail;
    _Atomic(struct actor *) ring[RING];
};

/* ---- worker.c ---- */
enum { THREADS_MAX = 256 };
extern struct worker *live_workers[THREADS_MAX];
extern unsigned live_worker_count; /* while running; 1 before */
extern _Atomic(unsigned) live_sleeping;
extern bool live_running;    /* hr_run() is under way */
extern bool live_one_thread; /* actors share memory: steps must not overlap */
/* The calling thread's worker. Not inlined, so that it is asked anew after every switch: code may go on on another thread. */
struct worker *live_me(void);
void live_workers_begin(void); /* idempotent: main() is the first worker */
void live_workers_run(void);   /* until nothing is left */
void live_loop(struct co *self) __attribute__((noreturn));

/* ---- queue.c: who runs next ---- */
void live_schedule(struct actor *a);      /* soon, here: it was woken by what runs now */
void live_schedule_last(struct actor *a); /* behind the others */
struct actor *live_take(struct worker *w);
struct actor *live_steal(struct worker *w);
bool live_work_visible(void);
void live_share(struct worker *w);               /* lets other workers take what only it could take */
struct actor *live_take_stuck(struct worker *w); /* an actor whose waker has been busy for long */
void live_notify(void);                          /* there is work: wakes somebody if all others sleep (worker.c) */

/* ---- block.c: memory ---- */
void *live_block(size_t size, uint8_t *class);
void live_block_free(void *block, uint8_t class);
void *live_need(void *memory); /* ends the program when there is none */
enum { BLOCK_PLAIN = 255 };    /* the class of what comes from malloc */
extern bool live_plain_memory; /* a sanitizer or valgrind watches: every block from malloc */

/* ---- epoch.c: blocks that others may still read ---- */
void live_quiet(struct worker *w); /* it holds no pointer to anybody's block */
void live_offline(struct worker *w);
void live_online(struct worker *w);
void live_retire(void *block); /* from malloc */
void live_retire_actor(struct actor *a);

/* ---- registry.c: references ---- */
struct found {
    struct actor *actor;
    struct name *ended; /* its name, where that is still known */
    int reason;         /* 0: stopped, or never existed */
};
struct found live_find(hr_ref ref);
void live_register(struct actor *a);
void live_unregister(struct actor *a, int reason);
/* Calls for every actor; while others run, those that they create meanwhile may be left out. */
void live_each(void (*f)(struct actor *a, void *user), void *user);

/* ---- label.c: names ---- */
struct text;
uint32_t live_driver_child(const struct hr_actor_type *type, hr_ref *ref);
bool live_given_out(hr_ref ref);         /* false: no actor can ever have had it */
struct name *live_name(struct actor *a); /* borrowed */
void live_name_use(struct name *n);
void live_name_drop(struct name *n);
void live_label(struct actor *a, struct text *out);
void live_name_label(const struct name *n, struct text *out);
void live_ref_label(hr_ref ref, struct text *out);

/* ---- co.c: coroutines and their stacks ---- */
extern size_t live_stack_bytes;                                      /* of each */
bool live_stack_guard_has(const struct co *co, const void *address); /* just beyond its stack */
struct co *live_co(void (*entry)(struct co *self));
void live_switch(struct co *to);                          /* returns when somebody switches back */
void live_leave(struct co *to) __attribute__((noreturn)); /* the present coroutine goes to the pool */
void live_co_home(struct worker *w);                      /* the thread's own stack becomes its first coroutine */
void live_arrived(void);
void live_sanitizer_release(void *at);
void live_sanitizer_acquire(void *at);

/* ---- mailbox.c ---- */
bool live_push(struct actor *a, struct envelope *e); /* false: it has ended */
struct envelope *live_next(struct actor *a);         /* one that may be delivered now; NULL: none so far */
bool live_go_idle(struct actor *a);                  /* false: something came meanwhile */
bool live_accepts(struct actor *a, const struct envelope *e);
const struct hr_clause *live_clause(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type);
enum hr_unhandled live_unhandled(const struct actor *a);
void live_behave(struct actor *a, const struct hr_behaviour *b);
void live_look_again(struct actor *a); /* everything pending is examined anew */
void live_remove_timer(struct actor *a, uint16_t timer);
struct envelope *live_withdraw(struct actor *a); /* the oldest one that was refused; nobody else may run */
void live_lose_pending(struct actor *a);         /* what is lost when it crashes */

/* ---- send.c ---- */
struct envelope *live_envelope(const struct hr_type *type, const void *data, size_t size, unsigned flags);
struct envelope *live_bare(unsigned flags, const void *data, size_t size);
void live_free(struct envelope *e);
struct stamp *live_stamp(const struct envelope *e);
void live_send(hr_ref to, struct envelope *e);   /* takes e */
void live_arrive(hr_ref to, struct envelope *e); /* after all delays */
void live_answer_failure(hr_ref failed, int reason, struct owed to);
void live_answered(struct owed to);           /* an answer is on its way: see live_check_ring() */
void live_close(struct actor *a, int reason); /* it has ended: what is in its mailbox is settled */

/* ---- setup.c: the driver's messages ---- */
void live_wait_for_run(hr_ref to, struct envelope *e); /* the driver has not called hr_run() yet */
void live_take_back(struct actor *a, uint16_t timer);  /* a timer that came, but was not taken */
void live_settle(void);
void live_begin_deliveries(void); /* what the driver sent is on its way from here on */

/* ---- activate.c: running actors ---- */
hr_ref live_create(const struct hr_actor_type *type, const void *state, size_t size);
void live_activate(struct actor *a);
void live_deliver_here(struct actor *a, struct envelope *e); /* on a coroutine of its own; returns when it waits or ends */
struct envelope *live_wait(struct co *co);                   /* the next message that its actor accepts */
void live_end_actor(struct co *co, enum live_status status, int reason) __attribute__((noreturn));
void live_actor_free(struct actor *a);
struct extra *live_extra(struct actor *a);
void live_owe(struct co *co);
void live_fail_callers(struct co *co, int reason); /* those that its actor owes an answer */
void live_free_current(struct co *co);

/* ---- lives.c: crashes and restarts, where a schedule that is forced has them ---- */
extern bool live_crashes;
void live_life_begin(struct actor *a); /* it was created */
uint32_t live_life(const struct actor *a);
bool live_life_over(const struct actor *a, const struct envelope *e); /* a reply to what it asked before it crashed */
void live_life_save(struct actor *a);                                 /* what is persistent is on the disk now */
void live_life_place(struct co *co);                                  /* its actor may crash here: does not return if it does */
void live_life_step_over(struct co *co);                              /* the same, when a step is completed */

/* ---- delay.c: messages that come later ---- */
extern _Atomic(uint64_t) live_next_due; /* ns; 0: none */
uint64_t live_now_ns(void);
struct delayed *live_delay(struct actor *owner, struct envelope *e, uint64_t ms, uint64_t due); /* a timer */
void live_delay_started(hr_ref to, struct envelope *e); /* of the driver's set-up: the time counts */
void live_delay_forget(struct delayed *d, bool *fired); /* of a timer: takes it back if it did not fire; frees it */
void live_fire(void);                                   /* what is due */
void live_perturb_begin(void);
extern bool live_perturbing;
void live_perturb(hr_ref to, struct envelope *e);
uint64_t live_random_seed(void);

/* ---- identity.c, record.c, force.c: schedules ---- */
extern bool live_stamping, live_recording;
extern _Atomic(bool) live_forcing;
void live_trace_begin(void);
void live_trace_run(void);                         /* names are final */
void live_identify(hr_ref to, struct envelope *e); /* numbers it */
void live_trace_delivery(struct actor *a, struct co *co, struct envelope *e);
void live_trace_without_code(struct envelope *e); /* a delivery that runs none: a failed actor answers, or nobody waits for the reply */
void live_trace_step_end(struct co *co);
void live_trace_violation(const char *kind, const char *place, const char *text); /* `place`: "" or FILE:LINE and a colon */
void live_trace_end(void);
void live_record_begin(const char *path);
void live_record_test(const char *name);
uint32_t live_record_delivery(const struct envelope *e);
void live_record_choice(uint32_t event, unsigned value);
void live_record_done(uint32_t event);
void live_record_finish(const char *kind, const char *text);
void live_force_begin(const char *path);
void live_tell(const char *word, const char *text); /* to the command that started a forced run, base/forced.h */
void live_force_resolve(struct envelope *e);        /* finds its step */
bool live_force_allows(struct actor *a, struct envelope *e);
void live_force_started(struct co *co);
void live_force_passed(const struct envelope *e); /* delivered without being held */
void live_force_done(void);
bool live_force_choice(unsigned n, unsigned *value); /* false: not forced */
bool live_force_answer(uint32_t place);              /* whether a fault strikes in the present step at this place, base/answer.h */
void live_force_misfit(const char *why);             /* the schedule cannot be followed any further */
bool live_force_stuck(void);                         /* nothing moves: false when nothing is held back either */
struct schedule_step;
void live_identity(const struct envelope *e, struct schedule_step *out);
unsigned live_choose(struct co *co, unsigned n);

/* ---- faults.c: those of the schedule that is forced ---- */
struct answer;
bool live_force_strikes(enum fault_kind kind);   /* whether it has a fault at this place, the next one of its kind in the step */
bool live_force_may_strike(const struct co *co); /* not if `actors=` leaves its actor out */
bool live_force_all_struck(const struct answer *answers, size_t count); /* in the step that ends: whether all its faults did */
/* Whether the message is lost there; *copy: it comes twice, and this is the second one. */
bool live_force_loses(hr_ref to, const struct envelope *e, struct envelope **copy);

/* ---- end.c: what is left ---- */
void live_undeliverable(hr_ref to, const struct name *name, const struct envelope *e);
void live_check_ring(struct actor *a);
int live_check_end(void);
void live_check_start(void);
void live_predicate(enum hr_when when, const char *name, const struct predicate_code *predicate, struct hr_place place);
void live_refuse_look(hr_ref ref); /* ends the program when the predicate that is asked now may not look at this actor */

/* ---- die.c ---- */
void live_signals_begin(void);  /* deadly ones */
void live_signals_thread(void); /* for each thread that runs actors */
/* A mistake of the program, or a violation: says it and ends the process with status 1. */
void live_die(const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));
void live_die_kind(const char *kind, const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 4, 5)));
/* The environment is wrong: exit status 2. */
void live_unusable(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
