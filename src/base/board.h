/* The board: memory shared by the `harrier` command and the process that runs the program under test. The command writes the job, the
 * engine writes what it finds, as it finds it; the board survives whatever happens to the engine's process. */
#ifndef HARRIER_BASE_BOARD_H
#define HARRIER_BASE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/axes.h"
#include "base/question.h"
#include "base/tally.h"

enum { BOARD_FAULTS = 400 }; /* characters */
enum { BOARD_FD = 198, BOARD_VERSION = 12, FINDINGS_MAX = 64, TESTS_MAX = 256, LIBRARIES_MAX = 24, BUG_DEPTH_MAX = 64 };
enum { LATE_MS = 3600000, LATE_LOOKS = 1 }; /* unless the user says otherwise */
#define BOARD_BYTES ((size_t)1 << 32)       /* sparse: what is not written costs nothing */
#define JOURNAL_OFFSET (BOARD_BYTES + (sizeof(struct questions) + 4095) / 4096 * 4096)
#define SHARED_BYTES (JOURNAL_OFFSET + ((size_t)1 << 21)) /* the board, the questions after it, and the journal (base/journal.h) */
#define BOARD_ENV "HARRIER_BOARD"                         /* set to BOARD_FD in the checked program's environment */

enum job_mode {
    JOB_EXPLORE,
    JOB_FOLLOW, /* deliver along a given schedule and record everything */
    JOB_GRAPH,  /* explore, and write all states and what leads from one to the other to the log */
    JOB_EXPLAIN /* find the step of a given schedule from which on every continuation violates something */
};

/* What the command asks for. */
struct job {
    enum job_mode mode;
    enum search_kind search;
    enum reduction_kind reduction;
    enum order_kind order;
    bool order_given;
    enum step_kind step;
    bool sleep, commute;
    enum channel_kind channel;
    bool channel_given; /* on the command line: overrides the program's own */
    enum identity_kind identity;
    enum store_kind store;
    enum on_full_kind on_full;
    enum environment_kind environment;
    enum unhandled_kind unhandled;
    enum undeliverable_kind undeliverable;
    enum finding_kind only_kind; /* KIND_NONE: any violation; else only one of this kind, line and code address, for shortening */
    int only_line;
    uint64_t only_pc;
    char only_actor[120]; /* for KIND_OVERFLOW, the mailbox's owner; for KIND_HANG, the actor whose step does not end */
    uint64_t deliveries_max, depth_max, memory_max, time_max_ms;
    uint64_t states_max; /* JOB_GRAPH */
    bool memory_given;
    uint64_t runs_max; /* executions to sample; UINT64_MAX: until a limit */
    uint64_t seed, bug_depth;
    uint64_t watchdog_cpu_ms, watchdog_wall_ms;
    uint64_t arena_bytes, stack_bytes;
    uint64_t mailbox_limit; /* messages pending for one actor; 0: any number */
    enum timers_kind timers;
    uint64_t late_ms, late_looks; /* how much later a late look at the clock is; how many late looks of each actor are explored */
    uint32_t audit_every;         /* every n-th executed step is run again; 0: none */
    bool keep_going, guards, memo;
    bool from_start; /* every sampled execution begins in the first state */
    uint32_t workers;
    uint32_t rank, ranks;                                           /* of a cluster (base/link.h); 0 ranks: it is none */
    uint32_t rank_workers;                                          /* how many of these are workers of one process of MPI */
    bool after_run;                                                 /* at each distinct end a copy of the process returns from hr_run() */
    bool record_ends;                                               /* write every distinct end to the log */
    bool record_coverage;                                           /* write what the executions covered to the log */
    uint32_t criteria;                                              /* SEARCH_COVER: bits by criterion_kind */
    uint64_t rounds_max;                                            /* SEARCH_COVER: how many executions to generate schedules from */
    enum schedules_kept { KEEP_NONE, KEEP_FAILING, KEEP_ALL } keep; /* SEARCH_COVER: which of its schedules go to the log */
    bool literal;                                                   /* SEARCH_COVER: exactly the paper's algorithms */
    bool explain;                                                   /* SEARCH_COVER: also write the constraints on the first schedule */
    bool gdb;                                                       /* a debugger is attached: leave signals and the watchdog alone */
    bool stop_after;                                                /* JOB_FOLLOW: do not go on beyond the schedule */
    bool any_order;            /* JOB_FOLLOW: beyond the schedule, deliver in an order drawn from `seed` */
    bool start_from;           /* JOB_EXPLORE: the search begins in the state that the schedule leads to */
    bool adapt;                /* JOB_FOLLOW: leave out lines that mean no message that can be delivered */
    char faults[BOARD_FAULTS]; /* --faults; empty: the program's own */
    char libraries[400];       /* what the data of libraries are: "NAME=own,NAME=restored" */
    char test[128];            /* which HR_TEST; empty: the only one, or ask */
    uint64_t schedule_size;    /* JOB_FOLLOW, JOB_EXPLAIN, SEARCH_COVER, start_from: text at the start of the log */
};

/* Whether the program is covered several times, from executions that are drawn. */
static inline bool covers_several(const struct job *j)
{
    return j->search == SEARCH_COVER && j->runs_max > 1;
}

/* How many processes MPI has started, of a cluster. */
static inline uint32_t mpi_processes(const struct job *j)
{
    return j->rank_workers > 1 ? j->ranks / j->rank_workers : j->ranks;
}

enum run_state {
    RUN_STARTED, /* the program has not called hr_run() */
    RUN_EXPLORING,
    RUN_COMPLETE, /* everything asked for was explored */
    RUN_STOPPED,  /* a limit, an interrupt, or the first violation */
    RUN_LISTED,   /* several tests, none named: their names are on the board */
    RUN_SKIPPED,
    RUN_UNUSABLE, /* the reason is in `why` */
    RUN_BROKEN,   /* an internal error; the reason is in `why` */
};

enum limit_kind {
    LIMIT_NONE,
    LIMIT_TIME,
    LIMIT_MEMORY,
    LIMIT_DEPTH,
    LIMIT_DELIVERIES,
    LIMIT_STATES,
    LIMIT_INTERRUPT,
    LIMIT_VIOLATION,
    LIMIT_UNTRUSTED,
    LIMIT_ROOM,     /* the system gave no more memory, although --memory allows more */
    LIMIT_ACTORS,   /* more actors than there is room for */
    LIMIT_CHOICES,  /* some answers to hr_choose() or looks at the clock were left out */
    LIMIT_UNSUITED, /* the search turned out not to suit the program; the reason is in `why` */
    LIMIT_WORKER    /* one of several workers died; how is in `why` */
};

/* Random descents into the tree of a search, to estimate the number of its ends. */
struct estimated {
    uint64_t descents; /* 0: none */
    uint64_t cut;      /* how many of them were given up */
    double sum, squares;
};

struct counts {
    uint64_t published; /* how often the search began and ended writing what follows: odd while it writes */
    struct tally tally;
    struct estimated estimated;
    uint64_t handler_runs, predicate_runs, audited;
    uint64_t local_states, messages, actors, components;
    uint64_t peak_bytes;
    uint64_t undeliverable_ends; /* ends with messages left */
    uint64_t runs, runs_cut;     /* sampled executions, and how many of them were cut at the depth limit */
    uint64_t runs_guided;        /* how many of them began with a beginning that had reached an hr_sometimes() */
    double seconds, cpu_seconds;
    double worker_cpu_seconds[WORKERS_MAX];
};

/* What a sample was. */
struct sampling {
    bool on;                 /* something was sampled, or would have been */
    enum limit_kind until;   /* the limit that ended it, where no number of executions was asked for */
    enum limit_kind instead; /* auto: the limit that stopped the exhaustive part */
    uint64_t depth;          /* where executions are cut */
    uint64_t digest;         /* equal for equal samples */
    uint64_t delays_done;    /* delay: all executions with fewer delays were run */
    bool all_delays;         /* and no execution has more delays */
};

/* What `auto` explores with. Samples and cover are no exploring, but are parts of it all the same. */
enum auto_part {
    AUTO_DFS,
    AUTO_AMPLE, /* depth first with ample sets */
    AUTO_BFS,
    AUTO_OPTIMAL,
    AUTO_SAMPLES,
    AUTO_COVER, /* orders of messages that were not seen yet */
    AUTO_PARTS
};

/* Something that gets larger and larger along an execution. */
enum growth_kind { GROWTH_NONE, GROWTH_MAILBOX, GROWTH_ACTORS, GROWTH_MEMORY, GROWTH_KINDS };
struct growth {
    enum growth_kind kind;
    char actor[120];        /* GROWTH_MAILBOX: whose; GROWTH_MEMORY: who never is in the same local state again */
    uint64_t deliveries;    /* the length of the execution */
    uint64_t amount;        /* messages, actors or local states at its end */
    uint64_t schedule;      /* GROWTH_MEMORY: offset in the log of the schedule of a beginning of it, whose last step changes the actor */
    uint64_t schedule_size; /* 0: none */
};

/* What `auto` did. */
struct auto_run {
    uint32_t used;           /* bits by auto_part */
    enum auto_part finished; /* the part that explored everything; AUTO_PARTS: none did */
    bool shortest;           /* a violation was found breadth first */
    uint64_t covering;       /* executions along schedules of cover's */
    uint64_t level;          /* breadth first: all within so many deliveries was explored */
    struct growth growth;
};

/* Where a search began, if not where main() ended. */
struct started {
    uint64_t steps;
    uint64_t size; /* of its deliveries, as text at the start of the log */
};

struct finding {
    enum finding_kind kind;
    int line; /* 0: look up `pc` */
    int signal;
    char file[200];
    char text[400];      /* what happened, without the place */
    char actor[120];     /* the actor that ran; empty: none */
    uint64_t pc;         /* code address, 0: unknown */
    uint64_t callers[8]; /* return addresses inside the program above it, nearest first */
    uint64_t address;    /* the memory address that was accessed, 0: none */
    uint64_t allocated;  /* the code that allocated the block in question, 0: none, or not known */
    bool address_is_tls;
    uint64_t schedule; /* offset of the finding's schedule in the log, as text */
    uint64_t schedule_size;
    uint64_t steps;
    uint64_t times;     /* how often it was met */
    uint64_t execution; /* the number of the one that was sampled when it was first met */
};

/* Findings are the same when they would read the same to a user. */
static inline bool finding_is_same(const struct finding *a, const struct finding *b)
{
    if (a->kind == KIND_OVERFLOW && b->kind == KIND_OVERFLOW) {
        return strcmp(a->actor, b->actor) == 0; /* however many messages are pending */
    }
    if (a->kind == KIND_HANG && b->kind == KIND_HANG) { /* the place does not count: a loop is stopped anywhere in it */
        return strcmp(a->actor, b->actor) == 0 && memcmp(a->callers, b->callers, sizeof a->callers) == 0;
    }
    return a->kind == b->kind && a->line == b->line && a->pc == b->pc && a->address == b->address && strcmp(a->file, b->file) == 0 &&
           strcmp(a->text, b->text) == 0 && strcmp(a->actor, b->actor) == 0;
}

/* JOB_EXPLAIN: what was found out about a schedule that leads to a violation. */
struct explained {
    enum explained_kind {
        EXPLAINED_NOT,     /* the schedule could not be followed to a violation, or not even its last step was looked at */
        EXPLAINED_STEP,    /* `critical` is the first step after which every continuation violates something */
        EXPLAINED_AT_ONCE, /* every execution does */
        EXPLAINED_LATEST,  /* a limit came first: it is `critical`, or an earlier step, down to `departs` */
    } kind;
    bool sampled;      /* the passing schedule is a random one: its order says little */
    bool endless;      /* the passing schedule leads into a cycle: it goes on for ever without a violation */
    uint64_t critical; /* from 1 */
    /* A schedule without a violation that shares all steps before `departs`; 0: none was found. EXPLAINED_STEP: that is the critical one. */
    uint64_t departs;
    uint64_t passing, passing_size; /* its text, in the log */
    uint64_t passing_steps;
    uint64_t instead; /* the last of its steps that was taken where step `departs` could have been; 0: it is that one, answered otherwise */
    uint64_t delivered; /* the step of it that delivers what step `departs` delivers; 0: none */
    /* How many of `chances_of` random continuations violate something: a uint32_t for the state before each step; UINT32_MAX: not tried. */
    uint64_t chances, chances_count; /* offset in the log; 0: none */
    uint32_t chances_of;
};

/* A library of the program's, for what its debug information says of types and places. */
struct loaded_library {
    uint64_t bias;
    char path[232];
};

struct board {
    uint32_t version;
    uint32_t ready; /* the engine has taken over */
    struct job job;
    bool rounds_left;  /* SEARCH_COVER: it stopped after --rounds, with executions left to generate from */
    volatile int stop; /* the command asks the engine to come to an end */
    volatile enum run_state state;
    enum limit_kind limit;
    bool exhaustive;
    bool ends_awaited;         /* the program declared an hr_at_end() */
    bool choices_first;        /* SEARCH_COVER: a step calls hr_choose(), and only one answer was tried */
    bool choices_left;         /* for some step, not all answers to hr_choose() and to looks at the clock were tried */
    bool looked;               /* an actor looked at the clock */
    char faults[BOARD_FAULTS]; /* those in force, as the user wrote them; empty: none */
    struct started start;
    uint32_t faults_struck; /* bits by fault_kind: which struck in some step */
    char why[400];
    enum channel_kind channel; /* in force */
    enum environment_kind environment;
    enum store_kind store; /* in force at the end */
    uint64_t degraded_at;  /* states when a full store became `store`; 0: it did not */
    uint64_t records_at;   /* states when a tree store gave up trees for whole records; 0: it did not */
    uint64_t bias;         /* load bias of the program */
    uint32_t library_count;
    struct loaded_library libraries[LIBRARIES_MAX];
    struct loaded_library engine; /* the checker's own library */
    volatile struct counts counts;
    struct sampling sampling;
    struct auto_run autos; /* SEARCH_AUTO */
    uint32_t finding_count;
    uint64_t findings_beyond; /* how often others were met that did not fit */
    struct finding findings[FINDINGS_MAX];
    struct finding warning; /* the first end with undeliverable messages, when only warned of */
    uint32_t sometimes_count, sometimes_reached;
    uint32_t test_count;
    char tests[TESTS_MAX][128];
    uint64_t ends;        /* offset in the log of the ends, as records, one RECORD_END after each; 0: none */
    uint64_t graph;       /* offset in the log of the graph, as records; 0: none */
    uint64_t coverage;    /* offset in the log of the records on coverage, up to RECORD_END; 0: none */
    uint64_t log_dropped; /* how many records and schedules did not fit into the log */
    struct explained explained;
    uint64_t left_out; /* JOB_FOLLOW with adapt: how many lines of the schedule were left out, or mean another message now */
    uint64_t log_size;
    unsigned char log[]; /* schedules, recordings */
};

static inline struct questions *board_questions(struct board *b)
{
    return (struct questions *)((unsigned char *)b + BOARD_BYTES);
}

#endif
