/* harrier.h - actors in C that can be checked.
 *
 * The words used here, one meaning each:
 *   actor      a struct that only its own handlers touch; it reacts to one message at a time
 *   message    a typed struct, copied when it is sent
 *   step       one message delivered to one actor, and everything its handler does until it ends or waits
 *   behaviour  which messages an actor reacts to, and how; hr_become() changes it
 *   process    an actor that is one function with its own control flow, which asks for messages with hr_receive()
 *   driver     main() before hr_run(): it creates the first actors and sends the first messages
 *   end        a situation in which nothing can be delivered any more
 *
 * Started by itself a program runs live. `harrier check ./program` explores every order in which its messages can be
 * delivered. Nothing in the program changes. */
/* clang-format off */
#ifndef HARRIER_H
#define HARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- references ------------------------------------------------------------------------------------------------- */

/* An actor's name. Its value does not depend on the order of deliveries: the n-th child of a parent always has the same.
 * References may be copied, stored, sent in messages and compared with ==. */
typedef uint64_t hr_ref;

#define HR_NOBODY ((hr_ref)0)
#define HR_DRIVER (~(hr_ref)0) /* sender of what main() sends; what is sent to it is delivered and forgotten */

/* ---- messages --------------------------------------------------------------------------------------------------- */

struct hr_part;

struct hr_type {
    const char *name;
    size_t size;
    const char *file;
    int line;
    const struct hr_part *parts; /* what its pointers carry, see HR_CARRIES; NULL: no pointers */
};

/* Declares a message type: `HR_MESSAGE(Set, int value;);` or, without fields, `HR_MESSAGE(Start);` A type that several files use is
 * declared in a header. In C++ the struct must be trivially copyable; an empty one has another size there than in C, so a type without
 * fields cannot be used in both languages of one program. */
#define HR_MESSAGE(Name, ...)                                                                                         \
    struct Name {                                                                                                     \
        __VA_ARGS__                                                                                                   \
    };                                                                                                                \
    HR_BYTES_ONLY_(Name)                                                                                              \
    extern const struct hr_part hr_parts_##Name[] __attribute__((weak, visibility("hidden")));                        \
    extern const struct hr_type hr_type_##Name __attribute__((weak));                                                 \
    const struct hr_type hr_type_##Name = { #Name, sizeof(struct Name), __FILE__, __LINE__, hr_parts_##Name }

/* Says what the pointers of a message (or of a struct inside one) point to. That is copied with the message, to any depth, and
 * the copy is valid while the receiver handles the message:
 *
 *     HR_MESSAGE(Sort, int count; int *items; char *label;);
 *     HR_CARRIES(Sort, HR_ARRAY(Sort, items, count), HR_STRING(Sort, label));
 */
#define HR_CARRIES(Name, ...) const struct hr_part hr_parts_##Name[] = { __VA_ARGS__, { .kind = HR_PART_END } }
#define HR_STRING(Name, field) { .kind = HR_PART_STRING, .pointer = offsetof(struct Name, field), .element = 1 }
#define HR_ARRAY(Name, field, count) HR_PART_ARRAY_(Name, field, count, NULL)
#define HR_ARRAY_OF(Name, field, count, Element) HR_PART_ARRAY_(Name, field, count, hr_parts_##Element)
#define HR_STRUCT(Name, field, Element)                                                                               \
    { .kind = HR_PART_STRUCT, .pointer = offsetof(struct Name, field), .element = sizeof(*((struct Name *)0)->field), \
      .parts = hr_parts_##Element }
#define HR_PART_ARRAY_(Name, field, count_, parts_)                                                                   \
    { .kind = HR_PART_ARRAY, .pointer = offsetof(struct Name, field), .element = sizeof(*((struct Name *)0)->field),  \
      .count = offsetof(struct Name, count_), .count_size = sizeof(((struct Name *)0)->count_),                \
      .count_signed = (__typeof__(((struct Name *)0)->count_))-1 < (__typeof__(((struct Name *)0)->count_))1,         \
      .parts = parts_ }

enum hr_part_kind { HR_PART_END, HR_PART_STRING, HR_PART_ARRAY, HR_PART_STRUCT };
struct hr_part {
    enum hr_part_kind kind;
    size_t pointer;              /* offset of the pointer field */
    size_t element;              /* size of one element */
    size_t count, count_size;    /* offset and size of the integer field that counts the elements */
    bool count_signed;
    const struct hr_part *parts; /* of each element; NULL: plain bytes */
};

/* ---- actors ----------------------------------------------------------------------------------------------------- */

/* One clause of a behaviour; written with the macros below. */
enum hr_clause_kind {
    HR_CLAUSE_END, HR_CLAUSE_ON, HR_CLAUSE_ACCEPTS, HR_CLAUSE_INIT, HR_CLAUSE_RUN, HR_CLAUSE_UNHANDLED,
    HR_CLAUSE_ENVIRONMENT, HR_CLAUSE_MAILBOX_LIMIT
};
enum hr_unhandled { HR_UNHANDLED_DEFAULT, HR_UNHANDLED_ERROR, HR_UNHANDLED_KEEP, HR_UNHANDLED_DROP };
enum hr_limit { HR_LIMIT_FAIL, HR_LIMIT_DROP };
struct hr_clause {
    enum hr_clause_kind kind;
    const struct hr_type *type;
    void (*function)(void);
    size_t value;
};

struct hr_behaviour {
    const char *name;
    const struct hr_clause *clauses;
    const char *file;
    int line;
};

struct hr_adapter;
struct hr_actor_type {
    struct hr_behaviour behaviour; /* the first one */
    size_t size;                   /* of its struct */
    void (*run)(void);             /* a process's function; NULL: handlers */
    const struct hr_adapter *adapter; /* of another library's actors, see harrier/adapter.h; NULL: one of the two styles here */
};

/* HR_ACTOR(server, HR_ON(Set, on_set), ...): actors whose state is `struct server`. Clauses, in any order:
 *   HR_ON(Type, function)      void function(struct server *self, const struct Type *m) handles Type
 *   HR_ACCEPTS(function)       bool function(const struct server *self, const struct hr_received *m): a constraint; what it
 *                              refuses stays in the mailbox until it is accepted. It must not change anything.
 *   HR_INIT(function)          void function(struct server *self) runs once, in the step that creates the actor
 *   HR_UNHANDLED(error|keep|drop)  what happens to a type without HR_ON, whatever --unhandled says
 *   HR_ENVIRONMENT             stands for the outside world: exempt from the checks at an end
 *   HR_MAILBOX_LIMIT(n)        more than n messages pending for it are a violation, whatever --mailbox-limit says, and end the
 *                              program when it runs live; 0: any number may be
 *   HR_MAILBOX_LIMIT(n, drop)  live, what is sent to it beyond n is dropped; the checker explores as if there were no limit */
#define HR_ACTOR(Name, ...) HR_DEFINE_(Name, NULL, __VA_ARGS__)
/* HR_PROCESS(worker, run): a process, `void run(struct worker *self)`. HR_UNHANDLED, HR_ENVIRONMENT, HR_MAILBOX_LIMIT may follow. */
#define HR_PROCESS(Name, run, ...)                                                                                    \
    HR_DEFINE_(Name, HR_FUNCTION_(run),                                                                               \
               { .kind = HR_CLAUSE_RUN, .value = sizeof((run(HR_NULL_), 0)) } __VA_OPT__(, ) __VA_ARGS__)
/* A further behaviour of some actor, for hr_become(Name). */
#define HR_BEHAVIOUR(Name, ...)                                                                                       \
    static const struct hr_clause hr_clauses_of_##Name[] = { HR_CLAUSES_(__VA_ARGS__) };                              \
    HR_DECLARE_BEHAVIOUR(Name);                                                                                       \
    const struct hr_behaviour hr_behaviour_##Name = { #Name, hr_clauses_of_##Name, __FILE__, __LINE__ }
/* For a header, when an actor or behaviour is used in another file than the one that defines it. */
#define HR_DECLARE_ACTOR(Name) extern const struct hr_actor_type hr_actor_##Name
#define HR_DECLARE_BEHAVIOUR(Name) extern const struct hr_behaviour hr_behaviour_##Name

/* The call inside sizeof is never made; it lets the compiler check the types of the handler's parameters. */
#define HR_ON(Type, handler)                                                                                          \
    { .kind = HR_CLAUSE_ON, .type = &hr_type_##Type, .function = HR_FUNCTION_(handler),                               \
      .value = sizeof((handler(HR_NULL_, (const struct Type *)0), 0)) }
#define HR_ACCEPTS(predicate)                                                                                         \
    { .kind = HR_CLAUSE_ACCEPTS, .function = HR_FUNCTION_(predicate),                                                 \
      .value = sizeof(predicate(HR_NULL_, (const struct hr_received *)0)) }
#define HR_INIT(init)                                                                                                 \
    { .kind = HR_CLAUSE_INIT, .function = HR_FUNCTION_(init), .value = sizeof((init(HR_NULL_), 0)) }
#define HR_UNHANDLED(what) { .kind = HR_CLAUSE_UNHANDLED, .value = HR_UNHANDLED_##what }
#define HR_UNHANDLED_error HR_UNHANDLED_ERROR
#define HR_UNHANDLED_keep HR_UNHANDLED_KEEP
#define HR_UNHANDLED_drop HR_UNHANDLED_DROP
#define HR_ENVIRONMENT { .kind = HR_CLAUSE_ENVIRONMENT }
#define HR_MAILBOX_LIMIT(n, ...)                                                                                      \
    { .kind = HR_CLAUSE_MAILBOX_LIMIT, .value = (size_t)(n) << 2 | HR_LIMIT_(__VA_ARGS__ __VA_OPT__(, ) fail, ) }
#define HR_LIMIT_(what, ...) HR_LIMIT_##what
#define HR_LIMIT_fail HR_LIMIT_FAIL
#define HR_LIMIT_drop HR_LIMIT_DROP
#define HR_FUNCTION_(f) (void (*)(void))(f)
#define HR_DEFINE_(Name, run_, ...)                                                                                   \
    HR_BYTES_ONLY_(Name)                                                                                              \
    static const struct hr_clause hr_clauses_##Name[] = { HR_CLAUSES_(__VA_ARGS__) };                                 \
    HR_DECLARE_ACTOR(Name);                                                                                           \
    const struct hr_actor_type hr_actor_##Name = { { #Name, hr_clauses_##Name, __FILE__, __LINE__ },                  \
                                                   sizeof(struct Name), run_, NULL }
#define HR_CLAUSES_(...) __VA_ARGS__ __VA_OPT__(, ){ .kind = HR_CLAUSE_END }

/* A pointer whose target is not looked at: compilers need not warn when nothing was written there yet. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 11
#define HR_ONLY_ITS_ADDRESS_ __attribute__((access(none, 1)))
#else
#define HR_ONLY_ITS_ADDRESS_
#endif

/* Any pointer; and structs whose bytes are copied, which in C++ not every struct may be. */
#ifdef __cplusplus
#define HR_NULL_ nullptr
#define HR_BYTES_ONLY_(Name)                                                                                          \
    static_assert(__is_trivially_copyable(struct Name), "struct " #Name " is copied byte by byte: it must be trivially copyable");
#else
#define HR_NULL_ ((void *)0)
#define HR_BYTES_ONLY_(Name)
#endif

/* A message as a constraint, a predicate or hr_receive() sees it. */
typedef struct hr_received {
    const struct hr_type *type;
    const void *data; /* valid until the next hr_receive() or the end of the handler */
    hr_ref sender;
} hr_received;
#define hr_is(m, Type) ((m).type == &hr_type_##Type)
#define hr_as(m, Type) ((const struct Type *)hr_as_(m, &hr_type_##Type)) /* a finding if it is another type */

/* ---- what an actor does ----------------------------------------------------------------------------------------- */

/* Creates an actor; fields of its struct may be given: hr_spawn(client, .server = s). */
#define hr_spawn(Name, ...)                                                                                           \
    (__extension__({                                                                                                  \
        struct Name hr_new_ = { __VA_ARGS__ };                                                                        \
        HR_CLEAR_PADDING_(&hr_new_);                                                                                  \
        hr_spawn_(&hr_actor_##Name, &hr_new_, sizeof hr_new_);                                                        \
    }))

/* Sends a copy: hr_send(server, Set, .value = 5). Never blocks. */
#define hr_send(to, Type, ...) HR_WITH_(Type, hr_send_((to), &hr_type_##Type, &hr_new_, sizeof hr_new_, HR_HERE_), __VA_ARGS__)

/* Sends and waits for the reply, whose struct it returns: hr_call(server, Value, Get).value
 * If the callee has failed, the result is all zero and hr_call_error() is its reason. */
#define hr_call(to, Reply, Type, ...)                                                                                 \
    (__extension__({                                                                                                  \
        struct Reply hr_answer_;                                                                                      \
        HR_WITH_(Type,                                                                                                \
                 hr_call_((to), &hr_type_##Type, &hr_new_, sizeof hr_new_, &hr_type_##Reply, &hr_answer_, HR_HERE_),  \
                 __VA_ARGS__);                                                                                        \
        hr_answer_;                                                                                                   \
    }))
int hr_call_error(void); /* of this actor's last hr_call: 0, or what the callee passed to hr_fail() */

/* Answers the caller of the message being handled. */
#define hr_reply(Type, ...) hr_reply_to(HR_NOBODY, Type, __VA_ARGS__)
/* Answers a caller (its hr_sender() at the time) whose message was handled earlier without an answer. */
#define hr_reply_to(caller, Type, ...) HR_WITH_(Type, hr_reply_((caller), &hr_type_##Type, &hr_new_, sizeof hr_new_, HR_HERE_), __VA_ARGS__)

hr_ref hr_self(void);
hr_ref hr_sender(void);                              /* of the message being handled */
void hr_stop(void) __attribute__((noreturn));                                 /* this actor ends; what is still sent to it cannot be delivered */
void hr_fail(int reason) __attribute__((noreturn));                           /* ends it too, and answers its present and later callers with `reason` (not 0) */
void hr_restart(hr_ref process);                     /* a process whose function has returned begins again, its struct kept */
#define hr_become(Name) hr_become_(&hr_behaviour_##Name)
#define hr_become_first() hr_become_(NULL)           /* back to the behaviour it was created with */

/* In a process: waits for a message: any, or of the named types (up to eight). What does not match stays in the mailbox. */
#define hr_receive(...) HR_RECEIVE_(0 __VA_OPT__(, ) __VA_ARGS__)
/* In a process: waits for a message that the predicate accepts. The predicate must not change anything. */
hr_received hr_receive_if(bool (*predicate)(void *context, const hr_received *m), void *context);

/* ---- nondeterminism, time --------------------------------------------------------------------------------------- */

unsigned hr_choose(unsigned n); /* any of 0 .. n-1: all are explored */

/* The time, in milliseconds. Under the checker it is logical: each actor has a clock of its own, which also time(), clock_gettime() and
 * the like show in a handler. It moves by one with every look; once it was looked at, with every message that the actor handles (replies
 * do not count); when a timer fires, to the time it was set for; when a message comes, to what its sender had seen. Each look is explored
 * twice: as soon as possible, and late, by an hour or behind all timers of the actor (--late, --late-looks). */
uint64_t hr_now(void);
typedef uint32_t hr_timer; /* 0: none */
/* Sets a timer: sends a message to this actor itself, later. The checker lets it come at any time from now on, but not before a timer of this
 * actor that was set earlier with the same or a shorter delay. */
#define hr_after(ms, Type, ...) HR_WITH_(Type, hr_after_((ms), &hr_type_##Type, &hr_new_, sizeof hr_new_, HR_HERE_), __VA_ARGS__)
/* Cancels a timer. Nothing happens if no timer has this number. Numbers are used again, as those of open files are: forget the number of a
 * timer that was cancelled or has come, or a later timer may be cancelled instead. */
void hr_cancel(hr_timer timer);

/* ---- what must hold --------------------------------------------------------------------------------------------- */

#define hr_assert(condition) ((condition) ? (void)0 : (hr_assert_failed_(#condition, HR_HERE_), hr_stay_()))
/* The driver declares predicates, bool p(void), that must hold in every state, or at every end. They look at actors with hr_peek().
 *
 * A predicate may have parameters, up to eight: the driver then says which actors it is about, and it must look at no others.
 *
 *     static bool agree(hr_ref a, hr_ref b) { return hr_peek(a, replica)->value == hr_peek(b, replica)->value; }
 *     ...
 *     hr_always(agree, first, second);
 *
 * So the checker knows which steps it can see, and most others may come in one order only: --reduction optimal and ample go with it.
 * (Actors may also be named for a predicate without parameters.) */
#define hr_always(predicate, ...) HR_PREDICATE_(HR_ALWAYS, #predicate, predicate __VA_OPT__(, ) __VA_ARGS__)
#define hr_at_end(predicate, ...) HR_PREDICATE_(HR_AT_END, #predicate, predicate __VA_OPT__(, ) __VA_ARGS__)
/* An environment of your own: an end where it says false is a deadlock (unless --env says otherwise). */
#define hr_environment(predicate) hr_predicate_(HR_OWN_ENVIRONMENT, #predicate, predicate, HR_HERE_)
/* Inside predicates: the struct of an actor. That of a process whose function has returned is still there; NULL when the actor was stopped,
 * has failed or crashed (and is not back yet), or is of another type. */
#define hr_peek(ref, Name) ((const struct Name *)hr_peek_((ref), &hr_actor_##Name))
/* The condition must be true at least once, in some execution. (The alignment is given because compilers align large constants more
 * strictly, which would leave gaps between the sites of a file.) */
#define hr_sometimes(condition)                                                                                       \
    do {                                                                                                              \
        static const struct hr_site hr_site_                                                                          \
            __attribute__((section("hr_sites"), used, aligned(__alignof__(struct hr_site)))) = { #condition, __FILE__, \
                                                                                                 __LINE__ };          \
        if (condition) {                                                                                              \
            hr_reached_(&hr_site_);                                                                                   \
        }                                                                                                             \
    } while (0)
void hr_note(const char *format, ...) __attribute__((format(printf, 1, 2))); /* a line in the trace */

/* Excludes bytes of this actor from its state (statistics, say): states that differ only there count as one. The bytes are inside its struct,
 * or inside a block that it allocated; freeing the block ends the exclusion. */
void hr_exclude(const void *from, size_t size) HR_ONLY_ITS_ADDRESS_;
#define hr_exclude_field(field) hr_exclude(&(field), sizeof(field))
/* The driver declares a global that actors share. It becomes part of the state. */
void hr_shared(void *from, size_t size);
#define hr_shared_global(variable) hr_shared(&(variable), sizeof(variable))

/* ---- faults ----------------------------------------------------------------------------------------------------- */

/* Without faults every message comes and no actor ends unless it wants to. The driver, or the option --faults, which has the last word,
 * says what may go wrong, and how often in one execution; every place where it can go wrong is explored. docs/faults.md explains it.
 *
 *     hr_faults("loss=1,dup=1,crash=2,restart=1,messages=Vote+Append,actors=node");
 *
 *   loss=N      up to N messages are lost            dup=N       up to N messages come twice
 *   crash=N     up to N times an actor crashes: in a step, before it sends or in hr_sync(), or when the step is over
 *   restart=N   so many of these crashes are followed by a restart, at any time (the actor's memory is gone, what it declared persistent is
 *               not, and its init function runs again); after the others it stays away. At most as many as crashes
 *   partition=N up to N times the network falls into two parts; what is sent from one to the other is lost until it is whole again
 *   messages=A+B  only these types are lost or come twice. Calls and replies do so only if they are named here
 *   actors=A+B  only actors of these types crash, or are separated; and only what they send is lost or comes twice
 *   callers=error|wait  callers that a crash leaves without an answer go on, with hr_call_error() == HR_CRASHED (error), or wait for ever
 *   pending=kept|lost   messages that wait for an actor when it crashes are kept, or lost with it
 *
 * A message of an actor to itself is never lost, nor does it come twice. What main() does before hr_run() goes well. Live there are no faults but
 * those of a schedule that is forced. */
void hr_faults(const char *what);
#define HR_CRASHED (-1000) /* hr_call_error(), when the callee crashed before it answered */

/* Says that these bytes of the actor's own struct outlive a crash: think of them as being on a disk. To be called in its init function (or
 * later). After a crash the struct is as hr_spawn() was told, but for these bytes. They are what they were when the last step that
 * was completed ended, or at the last hr_sync() after that. Pointers to what the actor allocated mean nothing after a crash. */
void hr_persist(const void *from, size_t size) HR_ONLY_ITS_ADDRESS_;
#define hr_persist_field(field) hr_persist(&(field), sizeof(field))
/* Writes what is persistent to the disk now, in the middle of a step. */
void hr_sync(void);
/* In any step of an actor: whether it crashed before, and was restarted. In its init function: whether this is a restart. */
bool hr_restarted(void);

/* ---- the driver ------------------------------------------------------------------------------------------------- */

/* Which orders are possible: "pairwise" (default), "unordered", "causal" or "mailbox". The command line overrides it. */
void hr_channel(const char *name);

/* Says what the data of a library are ("sqlite3" for libsqlite3.so.0). The option --library does the same and has the last word:
 *     "own"       each actor has a copy: for libraries with global lists or settings
 *     "restored"  put back after each step: for caches
 *     "shared"    part of the state, for all actors
 * Live a library has one copy of its data, whatever this says. */
void hr_library(const char *name, const char *what);
void hr_settle(void);           /* delivers in order of sending, without exploring, until nothing can be delivered any more */
int hr_run(void);               /* live: runs until nothing can be delivered any more; under the checker: explores, and does not return */
void hr_skip(const char *why);  /* this test does not apply here: exit status 77 */

/* A file of tests needs no main(): HR_TEST(name) { ... the driver's part; hr_run() follows by itself ... } */
#define HR_TEST(Name)                                                                                                 \
    static void hr_test_##Name(void);                                                                                 \
    static __attribute__((constructor)) void hr_register_##Name(void)                                                 \
    {                                                                                                                 \
        static struct hr_test test = { #Name, hr_test_##Name, NULL };                                                 \
        hr_test_(&test);                                                                                              \
    }                                                                                                                 \
    static void hr_test_##Name(void)

/* ---- behind the macros ------------------------------------------------------------------------------------------ */

struct hr_place {
    const char *file;
    int line;
};
struct hr_site {
    const char *condition, *file;
    int line;
};
struct hr_test {
    const char *name;
    void (*body)(void);
    struct hr_test *next;
};
enum hr_when { HR_ALWAYS, HR_AT_END, HR_OWN_ENVIRONMENT };

#define HR_HERE_ ((struct hr_place){ __FILE__, __LINE__ })
#define HR_WITH_(Type, expression, ...)                                                                               \
    (__extension__({                                                                                                  \
        struct Type hr_new_ = { __VA_ARGS__ };                                                                        \
        HR_CLEAR_PADDING_(&hr_new_);                                                                                  \
        expression;                                                                                                   \
    }))

/* Padding must not carry what happened to be on the stack into a state. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define HR_CLEAR_PADDING_(p) __builtin_clear_padding(p)
#endif
#endif
#ifndef HR_CLEAR_PADDING_
#define HR_CLEAR_PADDING_(p) ((void)(p))
#endif

#define HR_RECEIVE_(...) HR_RECEIVE_N_(__VA_ARGS__, R8, R7, R6, R5, R4, R3, R2, R1, R0)(__VA_ARGS__)
#define HR_RECEIVE_N_(z, a, b, c, d, e, f, g, h, n, ...) HR_##n##_
#define HR_TYPES_(...) hr_receive_((const struct hr_type *const[]){ __VA_ARGS__, NULL })
#define HR_R0_(z) hr_receive_(NULL)
#define HR_R1_(z, a) HR_TYPES_(&hr_type_##a)
#define HR_R2_(z, a, b) HR_TYPES_(&hr_type_##a, &hr_type_##b)
#define HR_R3_(z, a, b, c) HR_TYPES_(&hr_type_##a, &hr_type_##b, &hr_type_##c)
#define HR_R4_(z, a, b, c, d) HR_TYPES_(&hr_type_##a, &hr_type_##b, &hr_type_##c, &hr_type_##d)
#define HR_R5_(z, a, b, c, d, e) HR_TYPES_(&hr_type_##a, &hr_type_##b, &hr_type_##c, &hr_type_##d, &hr_type_##e)
#define HR_R6_(z, a, b, c, d, e, f)                                                                                   \
    HR_TYPES_(&hr_type_##a, &hr_type_##b, &hr_type_##c, &hr_type_##d, &hr_type_##e, &hr_type_##f)
#define HR_R7_(z, a, b, c, d, e, f, g)                                                                                \
    HR_TYPES_(&hr_type_##a, &hr_type_##b, &hr_type_##c, &hr_type_##d, &hr_type_##e, &hr_type_##f, &hr_type_##g)
#define HR_R8_(z, a, b, c, d, e, f, g, h)                                                                             \
    HR_TYPES_(&hr_type_##a, &hr_type_##b, &hr_type_##c, &hr_type_##d, &hr_type_##e, &hr_type_##f, &hr_type_##g, &hr_type_##h)

/* A predicate, and the actors that are named for it. Its type is checked here: it has no parameters, or one for each of them. */
#define HR_PREDICATE_(when, name, ...) HR_PREDICATE_N_(__VA_ARGS__, P8, P7, P6, P5, P4, P3, P2, P1, P0, 0)(when, name, __VA_ARGS__)
#define HR_PREDICATE_N_(p, a, b, c, d, e, f, g, h, n, ...) HR_##n##_
#define HR_P0_(when, name, p) hr_predicate_(when, name, p, HR_HERE_)
#define HR_P1_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref), __VA_ARGS__)
#define HR_P2_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref, hr_ref), __VA_ARGS__)
#define HR_P3_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref, hr_ref, hr_ref), __VA_ARGS__)
#define HR_P4_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref, hr_ref, hr_ref, hr_ref), __VA_ARGS__)
#define HR_P5_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref, hr_ref, hr_ref, hr_ref, hr_ref), __VA_ARGS__)
#define HR_P6_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref, hr_ref, hr_ref, hr_ref, hr_ref, hr_ref), __VA_ARGS__)
#define HR_P7_(when, name, p, ...) HR_NAMED_(when, name, p, (hr_ref, hr_ref, hr_ref, hr_ref, hr_ref, hr_ref, hr_ref), __VA_ARGS__)
#define HR_P8_(when, name, p, ...)                                                                                    \
    HR_NAMED_(when, name, p, (hr_ref, hr_ref, hr_ref, hr_ref, hr_ref, hr_ref, hr_ref, hr_ref), __VA_ARGS__)
#define HR_NAMED_(when, name, p, parameters, ...)                                                                     \
    (__extension__({                                                                                                  \
        HR_STATIC_ASSERT_(HR_IS_A_(p, bool(*)(void)) || HR_IS_A_(p, bool(*) parameters),                              \
                          "a predicate returns bool and has no parameters, or an hr_ref for each actor that is named"); \
        const hr_ref hr_named_[] = { __VA_ARGS__ };                                                                   \
        hr_named_predicate_(when, name, HR_FUNCTION_(p), !HR_IS_A_(p, bool(*)(void)), HR_HERE_, hr_named_,            \
                            sizeof hr_named_ / sizeof *hr_named_);                                                    \
    }))
#ifdef __cplusplus
#define HR_IS_A_(function, Type) __is_same(decltype(&*(function)), Type)
#define HR_STATIC_ASSERT_ static_assert
#else
#define HR_IS_A_(function, Type) __builtin_types_compatible_p(__typeof__(&*(function)), Type)
#define HR_STATIC_ASSERT_ _Static_assert
#endif

hr_ref hr_spawn_(const struct hr_actor_type *type, const void *state, size_t size);
void hr_send_(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place);
void hr_call_(hr_ref to, const struct hr_type *type, const void *data, size_t size, const struct hr_type *reply_type,
              void *reply, struct hr_place place);
void hr_reply_(hr_ref caller, const struct hr_type *type, const void *data, size_t size, struct hr_place place);
hr_timer hr_after_(uint64_t ms, const struct hr_type *type, const void *data, size_t size, struct hr_place place);
void hr_become_(const struct hr_behaviour *behaviour);
hr_received hr_receive_(const struct hr_type *const *types);
const void *hr_as_(hr_received m, const struct hr_type *type);
void hr_assert_failed_(const char *condition, struct hr_place place);
/* Follows a call that must not be the last thing that a function does: otherwise the compiler may jump there, and the function's variables, which reports show, are gone. */
static inline void hr_stay_(void)
{
    __asm__ volatile("");
}
void hr_predicate_(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place);
void hr_named_predicate_(enum hr_when when, const char *name, void (*predicate)(void), bool has_parameters, struct hr_place place,
                         const hr_ref *named, size_t count);
const void *hr_peek_(hr_ref ref, const struct hr_actor_type *type);
void hr_reached_(const struct hr_site *site);
void hr_sites_(const struct hr_site *from, const struct hr_site *to);
void hr_test_(struct hr_test *test);
int hr_test_main_(int argc, char **argv);

#ifndef HARRIER_INTERNAL
/* Every file that includes this names its hr_sometimes() sites, so that those never reached are known. */
extern const struct hr_site __start_hr_sites[] __attribute__((weak, visibility("hidden")));
extern const struct hr_site __stop_hr_sites[] __attribute__((weak, visibility("hidden")));
static __attribute__((constructor, unused)) void hr_register_sites_(void)
{
    if (&__start_hr_sites[0] != &__stop_hr_sites[0]) {
        hr_sites_(__start_hr_sites, __stop_hr_sites);
    }
}
#endif

#ifdef __cplusplus
}
#endif

#endif
