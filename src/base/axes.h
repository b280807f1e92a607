/* The axes along which a check can vary: one list each. The parser, --help, `harrier list`, the JSON result and the tables of the
 * engine are made from these lists, so a new value is a line here and a new file. A value is X(enumerator, name on the command line,
 * what it is). On an axis whose values have code of their own, a fourth argument ends the name of that code: X(CHANNEL_CAUSAL,
 * "causal", ..., causal) is implemented by channel_causal. */
#ifndef HARRIER_BASE_AXES_H
#define HARRIER_BASE_AXES_H

#include <stdbool.h>
enum { WORKERS_MAX = 64 };

/* clang-format off */
/* Searches of every order, within the limits. The code of each is explorer_NAME. */
#define AXIS_EXHAUSTIVE(X)                                                                                            \
    X(SEARCH_DFS, "dfs", "depth first, every state once", stateful)                                                   \
    X(SEARCH_BFS, "bfs", "breadth first, every state once: shortest schedules", stateful)                             \
    X(SEARCH_STATELESS, "stateless", "every path, nothing stored", stateless)

/* Searches that run single executions. The code of each is sampler_NAME. */
#define AXIS_SAMPLER(X)                                                                                               \
    X(SEARCH_RANDOM, "random", "sampling: any deliverable message, each with the same probability", random)           \
    X(SEARCH_POS, "pos", "sampling: partial order sampling, a random priority per message, drawn anew after races", pos) \
    X(SEARCH_PCT, "pct", "sampling: random priorities of lanes and --bug-depth - 1 drops; a bound for rare bugs", pct) \
    X(SEARCH_PCTCP, "pctcp", "sampling: PCT over causal chains; the bound holds on every channel", pctcp)             \
    X(SEARCH_DELAY, "delay", "executions in sending order with 0, 1, 2, ... delays, each once", delay)

/* Searches that choose executions by a plan, neither all nor at random. The code of each is explorer_NAME. */
#define AXIS_GUIDED(X)                                                                                                \
    X(SEARCH_AUTO, "auto", "dfs with ample sets, bfs, optimal, samples and cover in turn, as the program needs it", auto)    \
    X(SEARCH_COVER, "cover", "schedules that bring pairs of receives into orders not seen yet (Bita); no proof", cover)

#define AXIS_SEARCH(X) AXIS_EXHAUSTIVE(X) AXIS_SAMPLER(X) AXIS_GUIDED(X)

/* Reductions of the set of executions. The code of each is reduction_NAME. */
#define AXIS_PATH_REDUCTION(X)                                                                                        \
    X(REDUCTION_NONE, "none", "all deliverable messages, everywhere", none)                                           \
    X(REDUCTION_DCUTE, "dcute", "dCUTE: another receiver only after a race", dcute)                                   \
    X(REDUCTION_PERSISTENT, "persistent", "dynamic partial-order reduction with persistent sets", persistent)         \
    X(REDUCTION_TRANSDPOR, "transdpor", "TransDPOR: uses that races are transitive; the rule of its tables, repaired", transdpor) \
    X(REDUCTION_FIG2, "transdpor-fig2", "TransDPOR: its Figure 2, taken literally", fig2)

#define AXIS_REDUCTION(X)                                                                                             \
    AXIS_PATH_REDUCTION(X)                                                                                            \
    X(REDUCTION_OPTIMAL, "optimal", "exactly one execution of each class of equivalent orders")                       \
    X(REDUCTION_AMPLE, "ample", "stateful: one actor's messages where no other pending one can lead to that actor")

#define AXIS_ORDER(X)                                                                                                 \
    X(ORDER_FIFO, "fifo", "the receiver of the oldest message first")                                                 \
    X(ORDER_ECA, "eca", "the earliest created receiver first; good for pipelines")                                    \
    X(ORDER_LCA, "lca", "the latest created receiver first; good for trees")                                          \
    X(ORDER_LIFO, "lifo", "the receiver of the newest message first")                                                 \
    X(ORDER_LDM, "ldm", "the receiver with the fewest deliverable messages first")                                    \
    X(ORDER_HDM, "hdm", "the receiver with the most deliverable messages first")                                      \
    X(ORDER_HMS, "hms", "the receiver that sends most per message first")                                             \
    X(ORDER_SGR, "sgr", "the receiver from which the other can be reached by sends first")

/* Criteria of coverage, in the order in which they are tried: the cheapest first. */
#define AXIS_CRITERION(X)                                                                                             \
    X(CRITERION_PR, "pr", "pairs of receives: one before the other, in the same actor")                               \
    X(CRITERION_PBR, "pbr", "pairs of behaviour change and receive: no other change between them")                    \
    X(CRITERION_PCR, "pcr", "pairs of consecutive receives")

#define AXIS_STEP(X)                                                                                                  \
    X(STEP_LITTLE, "little", "every delivery is a step, and leads to a state")                                        \
    X(STEP_BIG, "big", "deliveries without a choice belong to the step before; states only where there is a choice")

#define AXIS_CHANNEL(X)                                                                                                \
    X(CHANNEL_PAIRWISE, "pairwise", "first in, first out between each two actors (Erlang, Akka, TCP)", pairwise)       \
    X(CHANNEL_UNORDERED, "unordered", "any pending message may come next (the actor model, UDP)", unordered)           \
    X(CHANNEL_CAUSAL, "causal", "no message overtakes one that was sent in its past to the same actor (ISIS)", causal) \
    X(CHANNEL_MAILBOX, "mailbox", "one queue per actor, in order of sending (event loops, message queues)", mailbox)

#define AXIS_IDENTITY(X)                                                                                              \
    X(IDENTITY_EXACT, "exact", "states are equal when all their bytes are; the cloud is a multiset")                  \
    X(IDENTITY_BASSET, "basset", "as Basset counts: pending messages in sending order, ends never merged")            \
    X(IDENTITY_NUMBERED, "numbered", "as basset, and actors are called by their number in order of creation")         \
    X(IDENTITY_CONCRETE, "concrete", "as JPF counts: lists in order of sending and creation, and the last message")   \
    X(IDENTITY_CANONICAL, "canonical", "heap objects by shape and content; assumes that no handler looks at addresses") \
    X(IDENTITY_JACCO, "jacco", "as canonical, and an actor's own name is no part of its local state")                  \
    X(IDENTITY_SYMMETRIC, "symmetric", "as jacco, and alike actors merge; assumes that names are only compared for equality")

/* Stores that are inlined in the search, and stores behind the functions of store/hash_store.h. */
#define AXIS_INLINED_STORE(X)                                                                                         \
    X(STORE_EXACT, "exact", "whole states: a pass is a proof")                                                        \
    X(STORE_TREE, "tree", "whole states that share their common parts: mostly much smaller; a pass is a proof")     \
    X(STORE_FINGERPRINT, "fingerprint", "64 bits per state: may omit states, with the probability printed")
#define AXIS_HASH_STORE(X)                                                                                            \
    X(STORE_BITSTATE, "bitstate", "3 bits per state in an array of fixed size: omits states, how many is estimated", bitstate)
#define AXIS_STORE(X)                                                                                                 \
    AXIS_INLINED_STORE(X)                                                                                             \
    AXIS_HASH_STORE(X)

#define AXIS_ON_FULL(X)                                                                                               \
    X(ON_FULL_STOP, "stop", "the search stops, and the verdict is inconclusive")                                      \
    X(ON_FULL_FINGERPRINT, "fingerprint", "stored states become 64-bit fingerprints, and the search goes on")

#define AXIS_ENVIRONMENT(X)                                                                                           \
    X(ENV_DEFAULT, "default", "own if the program declares one, else total")                                          \
    X(ENV_TOTAL, "total", "the outside may still send anything: only blocked callers are stuck")                      \
    X(ENV_EMPTY, "empty", "nothing comes from outside: any actor alive at an end is stuck")                           \
    X(ENV_OWN, "own", "the program's own hr_environment predicate decides")

#define AXIS_UNHANDLED(X)                                                                                             \
    X(UNHANDLED_ERROR, "error", "a message without a handler is a violation")                                         \
    X(UNHANDLED_KEEP, "keep", "it stays in the mailbox until some behaviour handles it")                              \
    X(UNHANDLED_DROP, "drop", "it is delivered and ignored")

#define AXIS_UNDELIVERABLE(X)                                                                                         \
    X(UNDELIVERABLE_WARN, "warn", "messages left at an end are shown as a warning")                                   \
    X(UNDELIVERABLE_ERROR, "error", "they are a violation")                                                           \
    X(UNDELIVERABLE_OFF, "off", "they are not mentioned")

#define AXIS_TIMERS(X)                                                                                                \
    X(TIMERS_ORDERED, "ordered", "of two of one actor, the one set earlier with no longer a delay comes first")       \
    X(TIMERS_ANY, "any", "they come in any order")

/* Every kind of violation. X(enumerator, name, what it is) */
#define AXIS_CHECK(X)                                                                                                 \
    X(KIND_NONE, "none", "nothing")                                                                                   \
    X(KIND_ASSERTION, "assertion", "an hr_assert or assert that does not hold")                                       \
    X(KIND_INVARIANT, "invariant", "an hr_always or hr_at_end predicate that does not hold")                          \
    X(KIND_DEADLOCK, "deadlock", "callers that wait for each other, or an end that the environment does not allow")   \
    X(KIND_UNDELIVERABLE, "undeliverable", "messages left at an end")                                                 \
    X(KIND_OVERFLOW, "overflow", "more messages pending for an actor than its mailbox may hold (--mailbox-limit, HR_MAILBOX_LIMIT)") \
    X(KIND_UNHANDLED, "unhandled", "a message that its receiver has no handler for")                                  \
    X(KIND_CRASH, "crash", "a fatal signal in a handler")                                                             \
    X(KIND_STACK, "stack", "a handler that overflows its stack")                                                      \
    X(KIND_EXIT, "exit", "a handler that ends the process")                                                           \
    X(KIND_HANG, "hang", "a handler that does not come to an end")                                                    \
    X(KIND_MEMORY, "memory", "memory beyond a block, after it was freed, or before it was written; too much of it")  \
    X(KIND_ISOLATION, "isolation", "memory shared between actors behind the messages' back")                          \
    X(KIND_SYSCALL, "syscall", "a system call in a handler: the outside world is no part of the model")               \
    X(KIND_MISUSE, "misuse", "an API call that makes no sense where it is made")                                      \
    X(KIND_SOMETIMES, "sometimes", "an hr_sometimes condition that no execution reaches")                             \
    X(KIND_NONDETERMINISM, "nondeterminism", "a step whose result depends on more than its state and message")

/* How the global data of a library are treated. */
#define AXIS_LIBRARY(X)                                                                                               \
    X(LIBRARY_OWN, "own", "each actor has a copy, part of its state: for global lists and settings")                  \
    X(LIBRARY_RESTORED, "restored", "put back after each step: for caches")                                           \
    X(LIBRARY_SHARED, "shared", "part of the state, for all actors")

/* Words of the command itself: when output has colours, and what a schedule is that does not fit its program any more. */
#define AXIS_COLOR(X)                                                                                                 \
    X(COLOR_AUTO, "auto", "on a terminal, unless NO_COLOR is set")                                                    \
    X(COLOR_ALWAYS, "always", "also into files, and whatever NO_COLOR says")                                          \
    X(COLOR_NEVER, "never", "none")

#define AXIS_UNFIT(X)                                                                                                 \
    X(UNFIT_OK, "ok", "no failure")                                                                                   \
    X(UNFIT_FAIL, "fail", "a failure")

#define AXIS_ENUMERATOR(name, ...) name,
/* clang-format on */
enum search_kind { AXIS_SEARCH(AXIS_ENUMERATOR) SEARCH_COUNT };
enum order_kind { AXIS_ORDER(AXIS_ENUMERATOR) ORDER_COUNT };
enum criterion_kind { AXIS_CRITERION(AXIS_ENUMERATOR) CRITERION_COUNT };
enum step_kind { AXIS_STEP(AXIS_ENUMERATOR) STEP_COUNT };
enum reduction_kind { AXIS_REDUCTION(AXIS_ENUMERATOR) REDUCTION_COUNT };
enum channel_kind { AXIS_CHANNEL(AXIS_ENUMERATOR) CHANNEL_COUNT, CHANNEL_DEFAULT = CHANNEL_PAIRWISE };
enum identity_kind { AXIS_IDENTITY(AXIS_ENUMERATOR) IDENTITY_COUNT };
enum store_kind { AXIS_STORE(AXIS_ENUMERATOR) STORE_COUNT };
enum on_full_kind { AXIS_ON_FULL(AXIS_ENUMERATOR) ON_FULL_COUNT };
enum environment_kind { AXIS_ENVIRONMENT(AXIS_ENUMERATOR) ENV_COUNT };
enum unhandled_kind { AXIS_UNHANDLED(AXIS_ENUMERATOR) UNHANDLED_COUNT };
enum undeliverable_kind { AXIS_UNDELIVERABLE(AXIS_ENUMERATOR) UNDELIVERABLE_COUNT };
enum timers_kind { AXIS_TIMERS(AXIS_ENUMERATOR) TIMERS_COUNT };
enum library_kind { AXIS_LIBRARY(AXIS_ENUMERATOR) LIBRARY_COUNT };
enum finding_kind { AXIS_CHECK(AXIS_ENUMERATOR) KIND_COUNT };

/* Whether a search runs single executions, and whether its result may be a sample. */
static inline bool search_samples(enum search_kind s)
{
#define AXIS_OR_SEARCH(kind, ...) || s == (kind)
    return false AXIS_SAMPLER(AXIS_OR_SEARCH);
}
static inline bool search_may_sample(enum search_kind s)
{
    return search_samples(s) || s == SEARCH_AUTO;
}

/* Whether pending messages are lists in order of sending, and ends are never merged: as the papers' tools count. */
static inline bool identity_lists_messages(enum identity_kind i)
{
    return i == IDENTITY_BASSET || i == IDENTITY_NUMBERED || i == IDENTITY_CONCRETE;
}

struct axis_value {
    const char *name, *help;
};
struct axis {
    const char *name;
    const struct axis_value *values;
    int count;
};
/* Whether a store keeps whole states, so that none is taken for another and a complete search is a proof. */
static inline bool store_is_exact(enum store_kind store)
{
    return store == STORE_EXACT || store == STORE_TREE;
}

extern const struct axis axis_search, axis_reduction, axis_order, axis_criterion, axis_step, axis_channel, axis_identity, axis_store,
    axis_on_full, axis_environment, axis_unhandled, axis_undeliverable, axis_timers, axis_library, axis_check, axis_color, axis_unfit;

/* The number of a value by its name, or -1. */
int axis_find(const struct axis *a, const char *name);

#endif
