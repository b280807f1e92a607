/* The board: memory shared by the `harrier` command and the process that runs the program under test. The command writes the job, the
 * engine writes what it finds, as it finds it; the board survives whatever happens to the engine's process. */
#ifndef HARRIER_BASE_BOARD_H
#define HARRIER_BASE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"
#include "base/question.h"
#include "base/tally.h"

enum { BOARD_FD = 198, BOARD_VERSION = 6, FINDINGS_MAX = 64, TESTS_MAX = 256, BUG_DEPTH_MAX = 64 };
enum { LATE_MS = 3600000, LATE_LOOKS = 1 };                   /* unless the user says otherwise */
#define BOARD_BYTES ((size_t)1 << 32)                         /* sparse: what is not written costs nothing */
#define SHARED_BYTES (BOARD_BYTES + sizeof(struct questions)) /* the board, and the questions after it */
#define BOARD_ENV "HARRIER_BOARD"                             /* set to BOARD_FD in the checked program's environment */

enum job_mode {
    JOB_EXPLORE,
    JOB_FOLLOW, /* deliver along a given schedule and record everything */
    JOB_GRAPH,  /* explore, and write all states and what leads from one to the other to the log */
};

/* What the command asks for. */
struct job {
    enum job_mode mode;
    enum search_kind search;
    enum reduction_kind reduction;
    enum order_kind order;
    bool order_given;
    enum step_kind step;
    bool sleep;
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
    uint32_t workers;
    bool after_run;                                                 /* at each distinct end a copy of the process returns from hr_run() */
    bool record_ends;                                               /* write every distinct end to the log */
    bool record_coverage;                                           /* write what the executions covered to the log */
    uint32_t criteria;                                              /* SEARCH_COVER: bits by criterion_kind */
    uint64_t rounds_max;                                            /* SEARCH_COVER: how many executions to generate schedules from */
    enum schedules_kept { KEEP_NONE, KEEP_FAILING, KEEP_ALL } keep; /* SEARCH_COVER: which of its schedules go to the log */
    bool literal;                                                   /* SEARCH_COVER: exactly the paper's algorithms */
    bool explain;                                                   /* SEARCH_COVER: also write the constraints on the first schedule */
    bool gdb;                                                       /* a debugger is attached: leave signals and the watchdog alone */
    uint32_t break_step;
    bool stop_after;        /* JOB_FOLLOW: do not go on beyond the schedule */
    char libraries[400];    /* what the data of libraries are: "NAME=own,NAME=restored" */
    char test[128];         /* which HR_TEST; empty: the only one, or ask */
    uint64_t schedule_size; /* JOB_FOLLOW, SEARCH_COVER: text at the start of the log */
};

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

struct counts {
    struct tally tally;
    uint64_t handler_runs, audited;
    uint64_t local_states, messages, actors, components;
    uint64_t peak_bytes;
    uint64_t undeliverable_ends; /* ends with messages left */
    uint64_t runs, runs_cut;     /* sampled executions, and how many of them were cut at the depth limit */
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
    uint64_t times; /* how often it was met */
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
    bool ends_awaited;  /* the program declared an hr_at_end() */
    bool choices_first; /* SEARCH_COVER: a step calls hr_choose(), and only one answer was tried */
    bool choices_left;  /* for some step, not all answers to hr_choose() and to looks at the clock were tried */
    bool looked;        /* an actor looked at the clock */
    char why[400];
    enum channel_kind channel; /* in force */
    enum environment_kind environment;
    enum store_kind store; /* in force at the end */
    uint64_t degraded_at;  /* states when a full store became `store`; 0: it did not */
    uint64_t bias;         /* load bias of the program */
    volatile struct counts counts;
    struct sampling sampling;
    uint32_t finding_count;
    uint64_t findings_beyond; /* how many different findings did not fit */
    struct finding findings[FINDINGS_MAX];
    struct finding warning; /* the first end with undeliverable messages, when only warned of */
    uint32_t sometimes_count, sometimes_reached;
    uint32_t test_count;
    char tests[TESTS_MAX][128];
    uint64_t ends;        /* offset in the log of the ends, as records, one RECORD_END after each; 0: none */
    uint64_t graph;       /* offset in the log of the graph, as records; 0: none */
    uint64_t coverage;    /* offset in the log of the records on coverage, up to RECORD_END; 0: none */
    uint64_t log_dropped; /* how many records and schedules did not fit into the log */
    uint64_t log_size;
    unsigned char log[]; /* schedules, recordings */
};

static inline struct questions *board_questions(struct board *b)
{
    return (struct questions *)((unsigned char *)b + BOARD_BYTES);
}

#endif
