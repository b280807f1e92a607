/* A recording: one execution in full, as the engine's process writes it to the board's log and the command reads it. A list
 * of records, each a kind and a few fields. */
#ifndef HARRIER_TRACE_RECORDING_H
#define HARRIER_TRACE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct board;

/* X(kind, what its fields mean). text: address 0. bytes: at `address` in the program. */
enum record_kind {
    RECORD_ACTOR, /* a: reference; text1: name; text2: struct */
    RECORD_STEP, /* a: number; b: flags (model/message.h); c: n; d: handler's code address; text1: to; text2: from; text3: type; bytes: content */
    RECORD_STATE, /* a: address of the struct; b: 0 before, 1 after; c: its size; text1: actor; text2: struct; text3: status; bytes: its heap */
    RECORD_SENT,     /* b: flags; c: n; text1: to; text3: type; bytes: content */
    RECORD_CREATED,  /* text1: name */
    RECORD_CHOICE,   /* a: chosen; b: of */
    RECORD_LATE,     /* a look at the clock that came late; a: which of the step, from 1; b: by how many ms, 0: not told */
    RECORD_NOTE,     /* bytes: text */
    RECORD_OUTPUT,   /* bytes: text */
    RECORD_PENDING,  /* b: flags; c: n; text1: to; text2: from; text3: type; bytes: content; d: 1 if it could still be delivered */
    RECORD_FOLLOWED, /* the schedule was followed to its end; what comes after is in order of sending */
    RECORD_FAILED,   /* text1: why the step did not come to its end */
    RECORD_NODE,     /* a: number; c: enum node_marks; its RECORD_FINDING, RECORD_STATE and RECORD_PENDING follow */
    RECORD_EDGE, /* a: from; c: to; b: flags; text1: to; text2: from; text3: type; bytes: content; its RECORD_CHOICE, RECORD_LATE and RECORD_FINDING follow */
    RECORD_FINDING, /* bytes: a struct finding */
    RECORD_END,
    /* what a search covered (cover/report.c); criteria by their number in base/axes.h */
    RECORD_COVERAGE,  /* a: executions; b: schedules handed out; c: schedules that did not fit; d: rounds; text1: not empty when paths of a
                         search over states count too; resumes_at: deliveries too far down these */
    RECORD_CRITERION, /* a: criterion; b: goals covered; c: goals; text1: actor, text2: its type, both empty: all actors */
    RECORD_REACHED,   /* a: deliveries; text1: type of actor; text2: type of message */
    RECORD_MISSED,    /* a: criterion; text1: to be received before text2; text3: why it was not; b, c: their hashes */
    RECORD_SCHEDULE, /* a: number; b: offset in the log; c: size; d: steps; resumes_at: enum schedule_fate; text1 before text2; text3: criterion */
    RECORD_GIVEN,  /* a: number of a schedule that the user gave; b, c, d: goals of each criterion that it added */
    RECORD_BEFORE, /* text1 must happen before text2; text3: by what */
};

/* How a schedule that was handed out ended. */
enum schedule_fate {
    SCHEDULE_PASSED,
    SCHEDULE_FAILED,
    SCHEDULE_FAILED_EARLY, /* before it reached its goal */
};

enum node_marks {
    NODE_END = 1,  /* nothing can be delivered */
    NODE_CUT = 2,  /* something can that is not shown */
    NODE_LAST = 4, /* what comes behind it is of no interest */
};

struct record {
    enum record_kind kind;
    uint64_t a, b, c, d;
    uint64_t resumes_at;               /* RECORD_STEP: where the actor's code goes on, 0: a handler begins */
    uint64_t struct_size;              /* of a message's own struct, at the start of its bytes */
    const char *text1, *text2, *text3; /* "" when unused */
    const unsigned char *bytes;
    size_t size;
    uint64_t address; /* where the bytes were */
};

/* Appends to the log. */
void recording_add(struct board *board, const struct record *r);
/* Where the records of one execution begin (JOB_FOLLOW): behind its schedule. */
const unsigned char *recording_start(const struct board *board);
/* Reads the record at *at and moves on; false at the end or when the rest is cut off. */
bool recording_next(const unsigned char **at, const unsigned char *end, struct record *out);

#endif
