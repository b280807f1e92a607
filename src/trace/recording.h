/* A recording: a list of records in the board's log, from the engine to the command. It describes one execution step by step, a graph
 * of states, or what a search covered. Each kind of record has a struct of its own. */
#ifndef HARRIER_TRACE_RECORDING_H
#define HARRIER_TRACE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"

struct board;

/* ---- what records consist of: numbers, texts (never NULL when read; NULL is written as ""), and these ---- */

/* Bytes of the program's memory, and their address there. */
struct record_bytes {
    const unsigned char *at;
    uint64_t size;
    uint64_t address;
};

enum { RECORD_REPLY = 2 }; /* the same as MESSAGE_REPLY, for code that must not include model/ */

struct record_message {
    const char *to, *from, *type; /* names */
    uint64_t flags;               /* enum message_flags of model/message.h; the command knows only RECORD_REPLY */
    uint64_t n;                   /* its number among messages with the same receiver, sender and type, from 1; 0: not known */
    uint64_t struct_size;         /* size of the message's own struct, with which its content begins */
    struct record_bytes content;
    struct record_bytes arrays; /* struct record_array[]: the arrays that it carries */
};
/* How long an array in a message's content is. */
struct record_array {
    uint64_t pointer; /* the address of the pointer to it */
    uint64_t size;    /* in bytes */
};

/* ---- an execution ---- */

struct record_actor {
    uint64_t ref;
    const char *name, *type;
};

struct record_step {
    struct record_message message; /* the message that is delivered */
    uint64_t number;               /* from 1 */
    uint64_t handler;              /* the handler's address; 0: not known */
    uint64_t resumes_at;           /* where the actor's waiting code goes on; 0: a handler begins */
};

enum { STATE_FAILING = 2, STATE_AT_END = 3 };

struct record_state {
    const char *actor, *type, *status;
    uint64_t after;         /* 1: after the step, 0: before it, STATE_FAILING: when the step failed, STATE_AT_END: after the last step */
    uint64_t address, size; /* the actor's struct, in its heap */
    struct record_bytes heap;
    struct record_bytes shown; /* how its library describes it, `name=value` a line; empty: by its fields */
    struct record_bytes stack; /* of one that is inside its code: it begins with what context_switch() saved */
    uint64_t message;          /* the address of the message that it may look at, in its heap or stack; 0: none */
    uint64_t message_size;     /* of that message's own struct */
    uint64_t called_with;      /* its outermost function was called with so many of: its struct, that message. 0: not known */
};

struct record_created {
    const char *name;
};

struct record_choice {
    uint64_t chosen, of;
};

/* A look at the clock that came late. */
struct record_late {
    uint64_t look; /* the step's n-th look, from 1 */
    uint64_t ms;   /* by how much; 0: not known */
};

/* A fault that struck. */
struct record_fault {
    uint64_t answer;       /* what and where, see answer_of_fault() */
    const char *from, *to; /* of a message that is lost or comes twice; of a crash: who */
    const char *type;      /* of the message */
};

struct record_text {
    struct record_bytes text;
};

struct record_failed {
    const char *why; /* why the step failed */
};

/* ---- a state space ---- */

enum node_marks {
    NODE_END = 1,  /* nothing can be delivered */
    NODE_CUT = 2,  /* something can be delivered that is not shown */
    NODE_LAST = 4, /* the search did not go on from here */
    /* of a tree of executions: */
    NODE_BARE = 8,       /* no state is shown */
    NODE_LEFT_OUT = 16,  /* the reduction did not go here */
    NODE_REQUESTED = 32, /* it did, because something further down asked for it */
    NODE_ASLEEP = 64,    /* it did not, because the message was asleep */
    NODE_BLOCKED = 128,  /* everything that could be delivered here was asleep */
};

/* A state. Its RECORD_FINDING, RECORD_STATE and RECORD_PENDING follow. */
struct record_node {
    uint64_t number;
    uint64_t marks; /* enum node_marks */
    uint64_t rank;  /* of a tree: its place in the choice set of its parent, from 1; 0: it is not in it */
};

/* A delivery that leads from one state to another. Its RECORD_CHOICE, RECORD_LATE, RECORD_FAULT and RECORD_FINDING follow. */
struct record_edge {
    struct record_message message;
    uint64_t from, to; /* numbers of states */
};

struct record_finding {
    struct record_bytes finding; /* the bytes of a struct finding */
};

/* ---- what a search covered (cover/report.c); criteria by their number in base/axes.h ---- */

struct record_coverage {
    uint64_t executions;
    uint64_t schedules, unfit; /* how many schedules were generated, and how many could not be followed */
    uint64_t rounds;
    uint64_t along_paths; /* 1: coverage was measured along the paths of a search over states */
    uint64_t beyond;      /* deliveries that were too deep in these paths to be measured */
};

struct record_criterion {
    uint64_t criterion, covered, total;
    const char *actor, *type; /* both empty: all actors */
};

struct record_reached {
    const char *actor, *message; /* types */
    uint64_t deliveries;
};

/* In which orders actors of a type received messages of two types. They come row by row of a table that has the same types in rows and
 * columns, an actor type after the other. */
enum orders_seen { ORDER_BEFORE = 1, ORDER_AFTER = 2, ORDER_SAME = 4 };
struct record_order {
    const char *actor, *row, *column; /* types */
    uint64_t seen; /* whether the row's came before the column's, and after; ORDER_SAME: both are one type; 0: one actor never got both */
};

/* A goal that was not covered: that `before` is received before `after`. */
struct record_missed {
    uint64_t criterion;
    const char *before, *after, *why;
    uint64_t before_hash, after_hash;
};

enum schedule_fate {
    SCHEDULE_PASSED,
    SCHEDULE_FAILED,
    SCHEDULE_FAILED_EARLY, /* failed before it reached its goal */
};

/* A generated schedule, and its goal; for the first execution the texts are empty. */
struct record_schedule {
    uint64_t number;
    uint64_t offset, size; /* of its text in the log */
    uint64_t steps;
    uint64_t fate; /* enum schedule_fate */
    const char *before, *after, *criterion;
};

/* How many goals of each criterion one of the user's schedules added. */
struct record_given {
    uint64_t number;
    uint64_t added[CRITERION_COUNT];
};

/* One receive must happen before another one. */
struct record_before {
    const char *first, *second;
    const char *by; /* why */
};

/* ---- any of them ---- */

/* X(kind, struct, member): all kinds with content. */
#define RECORD_KINDS(X)                           \
    X(RECORD_ACTOR, record_actor, actor)          \
    X(RECORD_STEP, record_step, step)             \
    X(RECORD_STATE, record_state, state)          \
    X(RECORD_SENT, record_message, sent)          \
    X(RECORD_CREATED, record_created, created)    \
    X(RECORD_CHOICE, record_choice, choice)       \
    X(RECORD_LATE, record_late, late)             \
    X(RECORD_FAULT, record_fault, fault)          \
    X(RECORD_NOTE, record_text, note)             \
    X(RECORD_OUTPUT, record_text, output)         \
    X(RECORD_PENDING, record_message, pending)    \
    X(RECORD_FAILED, record_failed, failed)       \
    X(RECORD_NODE, record_node, node)             \
    X(RECORD_EDGE, record_edge, edge)             \
    X(RECORD_FINDING, record_finding, finding)    \
    X(RECORD_COVERAGE, record_coverage, coverage) \
    X(RECORD_CRITERION, record_criterion, goals)  \
    X(RECORD_REACHED, record_reached, reached)    \
    X(RECORD_MISSED, record_missed, missed)       \
    X(RECORD_SCHEDULE, record_schedule, schedule) \
    X(RECORD_GIVEN, record_given, given)          \
    X(RECORD_BEFORE, record_before, before)       \
    X(RECORD_ORDER, record_order, order)

#define RECORD_ENUMERATOR(kind, type, member) kind,
enum record_kind {
    RECORD_KINDS(RECORD_ENUMERATOR) RECORD_FOLLOWED, /* the schedule was followed to its end; what comes after is in order of sending */
    RECORD_END,                                      /* the end of a list of records, or of one end in a list of ends */
    RECORD_COUNT
};

#define RECORD_MEMBER(kind, type, member) struct type member;
struct record {
    enum record_kind kind; /* which member is valid */
    union {
        RECORD_KINDS(RECORD_MEMBER)
    };
};

/* Appends a record to the log. If it does not fit, it is left out and counted in the board's log_dropped. */
void recording_add(struct board *board, const struct record *r);

/* recording_actor(board, &(struct record_actor){ ... }), recording_step(...) and so on: a function for each kind of record; then
 * those without content. */
#define RECORD_CONSTRUCTOR(kind_, type, member)                                            \
    static inline void recording_##member(struct board *board, const struct type *content) \
    {                                                                                      \
        recording_add(board, &(struct record){ .kind = kind_, .member = *content });       \
    }
RECORD_KINDS(RECORD_CONSTRUCTOR)
static inline void recording_followed(struct board *board)
{
    recording_add(board, &(struct record){ .kind = RECORD_FOLLOWED });
}
static inline void recording_end(struct board *board)
{
    recording_add(board, &(struct record){ .kind = RECORD_END });
}

/* Where the records of one execution begin (JOB_FOLLOW): after its schedule. */
const unsigned char *recording_start(const struct board *board);
/* Reads the record at *at and moves *at on; false at the end, and when there is no complete record. All pointers of a record lead
 * into the memory before `end`. Of a record of an unknown kind only the kind is set. */
bool recording_next(const unsigned char **at, const unsigned char *end, struct record *out);
/* How many bytes of a kind's struct are written and read. The unit tests check that it is the whole struct. */
size_t recording_size_of(enum record_kind kind);
/* The message of a record that shows one (a step, a message sent or pending, an edge); NULL: another kind. */
const struct record_message *recording_message(const struct record *r);

#endif
