/* Which options go with each other, and why some do not: a table of rules. And the values that follow from others. */
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "options/table.h"
#include "report/say.h"

enum {
    COVER_DEPTH = 1000, /* of an execution, unless --depth says otherwise: pairs of receives grow with its square */
    LIVE_TIME_MS = 10000
}; /* of one forced run */

/* ---- what rules are about ---- */

/* Subjects of the rules. Each has a value: that of its axis, or, for other options, 1 when it was given. */
/* clang-format off */
enum subject {
    ANYTHING, COMMAND_REPLAY, COMMAND_GRAPH, SEARCH, REDUCTION, STORE, IDENTITY, STEP, ON_FULL, SLEEP, COMMUTE, ORDER, STORE_GIVEN, SEVERAL_WORKERS, DEPTH, DELIVERIES,
    TIME, RUNS, FROM_START, SEED, BUG_DEPTH, ENDS, COVERAGE, PROGRESS, LIVE, TIMED, MINIMISE, NO_SHORTEN, ADAPT, UNFIT, GDB, EXEC, BREAK, SAVE, SAVE_ALL,
    KEPT, EVERY, CHECKPOINT, NO_MEMO, AFTER_RUN
};
/* clang-format on */

bool options_write(const struct options *o, enum output_kind kind)
{
    for (size_t i = 0; i < o->output_count; i++) {
        if (o->outputs[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static unsigned value_of(const struct options *o, enum subject s)
{
    const struct job *j = &o->job;
    switch (s) {
    case ANYTHING: return 0;
    case COMMAND_REPLAY: return o->command == FOR_REPLAY;
    case COMMAND_GRAPH: return o->command == FOR_GRAPH;
    case SEARCH: return j->search;
    case REDUCTION: return j->reduction;
    case STORE: return j->store;
    case IDENTITY: return j->identity;
    case STEP: return j->step;
    case ON_FULL: return j->on_full;
    case SLEEP: return j->sleep;
    case COMMUTE: return j->commute;
    case ORDER: return j->order_given;
    case STORE_GIVEN: return o->store_given;
    case SEVERAL_WORKERS: return j->workers > 1 && !o->cluster; /* there they are ranks */
    case DEPTH: return j->depth_max != UINT64_MAX;
    case DELIVERIES: return j->deliveries_max != UINT64_MAX;
    case TIME: return o->time_given;
    case RUNS: return o->runs_given;
    case FROM_START: return j->from_start;
    case SEED: return o->seed_given;
    case BUG_DEPTH: return o->bug_depth_given;
    case ENDS: return j->record_ends;
    case COVERAGE: return j->record_coverage;
    case PROGRESS: return options_write(o, OUTPUT_PROGRESS);
    case LIVE: return o->live;
    case TIMED: return !o->gdb && !o->exec && !o->adapt;
    case MINIMISE: return o->minimise;
    case NO_SHORTEN: return o->no_shorten;
    case ADAPT: return o->adapt;
    case UNFIT: return o->unfit_given;
    case GDB: return o->gdb;
    case EXEC: return o->exec;
    case BREAK: return o->break_at != NULL;
    case SAVE: return o->save != NULL;
    case SAVE_ALL: return o->save_all;
    case KEPT: return o->checkpoint != NULL || o->resume != NULL;
    case EVERY: return o->every_given;
    case CHECKPOINT: return o->checkpoint != NULL;
    case NO_MEMO: return o->no_memo;
    case AFTER_RUN: return j->after_run;
    }
    return 0;
}

static const struct axis *axis_of(enum subject s)
{
    return s == SEARCH ? &axis_search : s == REDUCTION ? &axis_reduction : s == STEP ? &axis_step : NULL;
}

/* ---- the rules ---- */

/* Some values of a subject, as bits. */
struct values {
    enum subject of;
    uint32_t bits;
};
#define ONE(value) (1u << (value))
#define NOT(bits) (~(uint32_t)(bits))
#define ASKED ONE(1)
#define NOT_ASKED ONE(0)
#define STATEFUL (ONE(SEARCH_DFS) | ONE(SEARCH_BFS))
#define SAMPLING (ONE(SEARCH_DELAY + 1) - ONE(SEARCH_RANDOM)) /* all that search_samples() */
#define OPTIMAL ONE(REDUCTION_OPTIMAL)
#define ALONG_PATHS NOT(ONE(REDUCTION_NONE) | ONE(REDUCTION_AMPLE))

/* If the first two conditions hold, the third must hold too. A %s in the reason stands for the value of the first one's subject. */
struct rule {
    struct values when, and, must;
    const char *why;
};

/* clang-format off */
static const struct rule rules[] = {
    { { COMMAND_REPLAY, ASKED }, { TIME, ASKED }, { TIMED, ASKED },
      "--gdb, --exec and --adapt have no limit of time: leave out --time" },

    { { COMMAND_GRAPH, ASKED }, { 0, 0 }, { SEARCH, STATEFUL | ONE(SEARCH_STATELESS) },
      "a graph shows all states (--search dfs or bfs) or the tree of executions (--search stateless, or a reduction that follows paths)" },
    { { COMMAND_GRAPH, ASKED }, { 0, 0 }, { REDUCTION, NOT(ONE(REDUCTION_AMPLE)) },
      "harrier graph shows what reductions leave out that follow paths; what ample leaves out are states" },

    /* ample comes back to its states, so each must be stored as it is */
    { { REDUCTION, ONE(REDUCTION_AMPLE) }, { 0, 0 }, { SEARCH, STATEFUL },
      "--reduction ample is for searches that store states: it goes with --search dfs or bfs" },
    { { REDUCTION, ONE(REDUCTION_AMPLE) }, { 0, 0 }, { SLEEP, NOT_ASKED },
      "--sleep does not go with ample: a state that is met again with fewer messages asleep would have to be explored again" },
    { { REDUCTION, ONE(REDUCTION_AMPLE) }, { 0, 0 }, { STORE, ONE(STORE_EXACT) },
      "--reduction ample goes with --store exact: states are looked up again to repair what was left out too early, "
      "and a state taken for another would hide such a mistake" },
    { { REDUCTION, ONE(REDUCTION_AMPLE) }, { 0, 0 }, { ON_FULL, ONE(ON_FULL_STOP) },
      "--reduction ample goes with --on-full stop: what it repairs must be kept whole" },
    { { REDUCTION, ONE(REDUCTION_AMPLE) }, { 0, 0 }, { IDENTITY, ONE(IDENTITY_EXACT) },
      "--reduction ample goes with --identity exact: the others count arrivals at an end, of which it leaves out some, or take "
      "actors for each other that it tells apart" },
    { { REDUCTION, ONE(REDUCTION_AMPLE) }, { 0, 0 }, { STEP, ONE(STEP_LITTLE) },
      "--reduction ample goes with --step little: a big step has deliveries to several actors" },

    { { REDUCTION, ALONG_PATHS }, { 0, 0 }, { SEARCH, ONE(SEARCH_STATELESS) },
      "--reduction %s follows paths: it goes with --search stateless; a state met again would hide races from it" },
    { { SLEEP, ASKED }, { REDUCTION, OPTIMAL }, { ANYTHING, 0 },
      "--sleep does not go with optimal: there is no second order of a class that would have to be put to sleep" },
    { { COVERAGE, ASKED }, { REDUCTION, OPTIMAL }, { ANYTHING, 0 },
      "--output coverage follows executions delivery by delivery, which optimal puts together from parts of others: "
      "use --reduction transdpor --sleep" },
    { { SLEEP, ASKED }, { REDUCTION, ONE(REDUCTION_DCUTE) }, { ANYTHING, 0 },
      "--sleep does not go with dcute: it explores receivers one after the other by a flag, and a sleeping message would stop it short" },
    { { SLEEP, ASKED }, { 0, 0 }, { REDUCTION, ALONG_PATHS },
      "--sleep goes with a reduction: persistent, transdpor or transdpor-fig2" },
    { { COMMUTE, ASKED }, { REDUCTION, OPTIMAL }, { ANYTHING, 0 },
      "--commute does not go with optimal: it knows a delivery by all that its actor received before, in order, so two orders that come to the same are "
      "two classes for it; use --reduction transdpor --sleep" },
    { { COMMUTE, ASKED }, { 0, 0 }, { REDUCTION, ONE(REDUCTION_TRANSDPOR) },
      "--commute keeps messages asleep that others would wake: it goes with --reduction transdpor --sleep, with which it is tested" },
    { { COMMUTE, ASKED }, { 0, 0 }, { SLEEP, ASKED },
      "--commute keeps messages asleep that others would wake: it goes with --sleep" },
    { { COMMUTE, ASKED }, { 0, 0 }, { COVERAGE, NOT_ASKED },
      "--output coverage counts orders, of which --commute leaves out those that come to the same: leave out one of them" },
    { { ORDER, ASKED }, { SEARCH, SAMPLING }, { ANYTHING, 0 },
      "--order goes with --search stateless: samplers draw theirs" },
    { { ORDER, ASKED }, { 0, 0 }, { SEARCH, ONE(SEARCH_STATELESS) },
      "--order goes with --search stateless: a stateful search visits every state anyway" },

    { { ON_FULL, ONE(ON_FULL_FINGERPRINT) }, { 0, 0 }, { SEARCH, NOT(ONE(SEARCH_STATELESS)) },
      "--on-full fingerprint goes with searches that keep whole states: --search dfs or bfs with --store exact or tree" },
    { { ON_FULL, ONE(ON_FULL_FINGERPRINT) }, { 0, 0 }, { STORE, ONE(STORE_EXACT) | ONE(STORE_TREE) },
      "--on-full fingerprint goes with searches that keep whole states: --search dfs or bfs with --store exact or tree" },
    { { STORE_GIVEN, ASKED }, { SEARCH, ONE(SEARCH_STATELESS) }, { ANYTHING, 0 },
      "--search stateless stores no states: --store and --identity have no meaning with it" },
    { { SEARCH, ONE(SEARCH_STATELESS) }, { 0, 0 }, { IDENTITY, ONE(IDENTITY_EXACT) },
      "--search stateless stores no states: --store and --identity have no meaning with it" },
    { { STEP, NOT(ONE(STEP_LITTLE)) }, { 0, 0 }, { SEARCH, STATEFUL },
      "--step %s goes with searches that store states: --search dfs or bfs" },

    /* several workers explore the same states as one, or not at all */
    { { SEVERAL_WORKERS, ASKED }, { SEARCH, ONE(SEARCH_COVER) }, { ANYTHING, 0 },
      "harrier cover is made by one process, but for ranks of a cluster, which share out --runs: --workers goes with --cluster" },
    { { SEVERAL_WORKERS, ASKED }, { REDUCTION, NOT(OPTIMAL) }, { SEARCH, STATEFUL },
      "--workers shares out states: it goes with a stateful search, without a reduction that follows paths other than optimal" },
    { { SEVERAL_WORKERS, ASKED }, { 0, 0 }, { SEARCH, NOT(ONE(SEARCH_BFS)) },
      "--search bfs finds shortest schedules, several workers find states in no order: leave out one of them" },
    { { SEVERAL_WORKERS, ASKED }, { 0, 0 }, { REDUCTION, NOT(ONE(REDUCTION_AMPLE)) },
      "--reduction ample must know which states are on the path or open, of which a worker sees only its own: with --workers leave it out" },
    { { SEVERAL_WORKERS, ASKED }, { 0, 0 }, { COVERAGE, NOT_ASKED },
      "--output coverage counts in one process: with --workers leave it out" },
    { { SEVERAL_WORKERS, ASKED }, { 0, 0 }, { ON_FULL, ONE(ON_FULL_STOP) },
      "--on-full fingerprint changes the store on the way, each worker's at another time: with --workers use --store fingerprint "
      "from the start" },
    { { SEVERAL_WORKERS, ASKED }, { 0, 0 }, { IDENTITY, NOT(ONE(IDENTITY_SYMMETRIC)) },
      "--identity symmetric numbers the shapes that it compares in each process by itself: with --workers use jacco" },
    { { SEVERAL_WORKERS, ASKED }, { 0, 0 }, { DEPTH, NOT_ASKED },
      "--depth cuts off by the length of the path, which with --workers is not always the shortest: leave out one of them" },
    { { SEVERAL_WORKERS, ASKED }, { DELIVERIES, ASKED }, { CHECKPOINT, ASKED },
      "--deliveries stops after exactly so many, which several --workers cannot: leave out one of them, or let a checkpoint be written soon after so many" },

    /* sampling */
    { { RUNS, ASKED }, { 0, 0 }, { SEARCH, SAMPLING | ONE(SEARCH_AUTO) | ONE(SEARCH_COVER) },
      "--runs goes with a search that samples: random, pos, pct, pctcp, delay or auto" },
    { { FROM_START, ASKED }, { 0, 0 }, { SEARCH, (SAMPLING & NOT(ONE(SEARCH_DELAY))) | ONE(SEARCH_AUTO) },
      "--from-start goes with a search that samples and may begin elsewhere: random, pos, pct, pctcp or auto" },
    { { SEED, ASKED }, { SEARCH, ONE(SEARCH_COVER) }, { RUNS, ASKED },
      "--seed says which executions harrier cover draws, to cover from each: say how many with --runs" },
    { { SEED, ASKED }, { 0, 0 }, { SEARCH, SAMPLING | ONE(SEARCH_AUTO) | ONE(SEARCH_COVER) },
      "--seed goes with a search that samples: random, pos, pct, pctcp, delay or auto" },
    { { BUG_DEPTH, ASKED }, { 0, 0 }, { SEARCH, ONE(SEARCH_PCT) | ONE(SEARCH_PCTCP) },
      "--bug-depth goes with --search pct or pctcp" },
    { { SEARCH, SAMPLING }, { 0, 0 }, { STORE_GIVEN, NOT_ASKED },
      "--search %s stores no states: --store and --identity have no meaning with it" },
    { { SEARCH, SAMPLING }, { 0, 0 }, { IDENTITY, ONE(IDENTITY_EXACT) | ONE(IDENTITY_CANONICAL) },
      "--search %s stores no states: of the identities exact and canonical go with it, by which it knows steps again" },
    { { SEARCH, ONE(SEARCH_AUTO) }, { 0, 0 }, { IDENTITY, ONE(IDENTITY_EXACT) | ONE(IDENTITY_CANONICAL) },
      "--search auto goes on with samples: use --identity exact or canonical, or --search dfs" },
    { { SEARCH, ONE(SEARCH_COVER) }, { 0, 0 }, { STORE_GIVEN, NOT_ASKED },
      "--search cover stores no states and reduces nothing: --store, --identity and --reduction have no meaning with it" },
    { { SEARCH, ONE(SEARCH_COVER) }, { 0, 0 }, { IDENTITY, ONE(IDENTITY_EXACT) },
      "--search cover stores no states and reduces nothing: --store, --identity and --reduction have no meaning with it" },

    /* checkpoints */
    { { KEPT, ASKED }, { REDUCTION, NOT(OPTIMAL) }, { SEARCH, STATEFUL | SAMPLING | ONE(SEARCH_COVER) },
      "--checkpoint and --resume go with --search dfs, bfs, random, pos, pct, pctcp or delay, or with --reduction optimal: of the others is not kept what they would need to go on" },
    { { KEPT, ASKED }, { SEARCH, SAMPLING & NOT(ONE(SEARCH_DELAY)) }, { SEED, ASKED },
      "--checkpoint and --resume of a sampling search need --seed, so that the same command can go on with the same executions" },
    { { KEPT, ASKED }, { SEARCH, ONE(SEARCH_COVER) }, { RUNS, ASKED },
      "--checkpoint and --resume of harrier cover keep which covers are finished: say how many there are with --runs" },
    { { KEPT, ASKED }, { SEARCH, ONE(SEARCH_COVER) }, { SEED, ASKED },
      "--checkpoint and --resume of harrier cover need --seed, so that the same command can go on with the same covers" },
    { { KEPT, ASKED }, { 0, 0 }, { REDUCTION, ONE(REDUCTION_NONE) | OPTIMAL },
      "--checkpoint and --resume go without --reduction, or with optimal: which messages the others left out, and why, is not kept" },
    { { KEPT, ASKED }, { 0, 0 }, { NO_MEMO, NOT_ASKED },
      "--checkpoint and --resume rebuild a search from what is remembered of each step: leave out --no-memo" },
    { { KEPT, ASKED }, { 0, 0 }, { ON_FULL, ONE(ON_FULL_STOP) },
      "--on-full fingerprint changes the store on the way: with --checkpoint and --resume use --store fingerprint from the start" },
    { { KEPT, ASKED }, { 0, 0 }, { AFTER_RUN, NOT_ASKED },
      "--after-run knows again the ends where main() went on, which is not kept: leave it out with --checkpoint and --resume" },
    { { KEPT, ASKED }, { 0, 0 }, { ENDS, NOT_ASKED },
      "--output ends is a list of all ends, which is not kept: leave it out with --checkpoint and --resume" },
    { { KEPT, ASKED }, { SEARCH, NOT(ONE(SEARCH_COVER)) }, { COVERAGE, NOT_ASKED },
      "--output coverage follows every delivery, which is not kept: leave it out with --checkpoint and --resume" },
    { { EVERY, ASKED }, { 0, 0 }, { CHECKPOINT, ASKED }, "--every says how often checkpoints are written: it goes with --checkpoint FILE" },

    /* what comes out */
    { { ENDS, ASKED }, { 0, 0 }, { COMMAND_REPLAY, NOT_ASKED },
      "--output ends is of a search: harrier check or cover" },
    { { PROGRESS, ASKED }, { 0, 0 }, { COMMAND_REPLAY, NOT_ASKED },
      "--output progress is of a search: harrier check or cover" },
    { { COVERAGE, ASKED }, { 0, 0 }, { COMMAND_REPLAY, NOT_ASKED },
      "--output coverage is of a search: schedules are measured by harrier cover --rounds 0 --initial FILE" },
    { { BREAK, ASKED }, { 0, 0 }, { GDB, ASKED }, "--break goes with --gdb" },
    { { EXEC, ASKED }, { 0, 0 }, { GDB, NOT_ASKED }, "--gdb starts the debugger, and --exec is for one that runs: leave one out" },
    { { EXEC, ASKED }, { 0, 0 }, { LIVE, NOT_ASKED }, "--exec runs the checker: leave out --live" },
    { { EXEC, ASKED }, { 0, 0 }, { MINIMISE, NOT_ASKED }, "--minimise runs the program many times: --exec takes the schedule that comes out" },
    { { EXEC, ASKED }, { 0, 0 }, { ADAPT, NOT_ASKED }, "--adapt rewrites schedules: --exec takes one that fits" },
    { { NO_SHORTEN, ASKED }, { COMMAND_REPLAY, ASKED }, { MINIMISE, ASKED }, "--no-shorten goes with replay --minimise" },
    { { MINIMISE, ASKED }, { 0, 0 }, { LIVE, NOT_ASKED }, "--minimise runs the checker: leave out --live" },
    { { MINIMISE, ASKED }, { 0, 0 }, { GDB, NOT_ASKED }, "--minimise runs the program many times: --gdb takes the schedule that comes out" },
    { { MINIMISE, ASKED }, { 0, 0 }, { ADAPT, NOT_ASKED }, "--adapt and --minimise both write schedules: one after the other" },
    { { ADAPT, ASKED }, { 0, 0 }, { LIVE, NOT_ASKED }, "--adapt runs the checker: leave out --live" },
    { { ADAPT, ASKED }, { 0, 0 }, { GDB, NOT_ASKED }, "--adapt rewrites schedules: --gdb takes one that fits" },
    { { ADAPT, ASKED }, { 0, 0 }, { UNFIT, NOT_ASKED }, "--unfit is about schedules that are left as they are: without --adapt" },
    { { SAVE_ALL, ASKED }, { 0, 0 }, { SAVE, ASKED }, "--save-all goes with --save DIR" },
};
/* clang-format on */

static bool holds(const struct options *o, struct values v)
{
    return v.bits >> value_of(o, v.of) & 1;
}

static bool rules_hold(const struct options *o)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct rule *r = &rules[i];
        bool concerns = holds(o, r->when) && (r->and.bits == 0 || holds(o, r->and));
        if (concerns && !holds(o, r->must)) {
            const struct axis *axis = axis_of(r->when.of);
            const char *name = axis != NULL ? axis->values[value_of(o, r->when.of)].name : "";
            const char *at = strstr(r->why, "%s");
            size_t before = at != NULL ? (size_t)(at - r->why) : strlen(r->why);
            say_error("%.*s%s%s", (int)before, r->why, at != NULL ? name : "", at != NULL ? at + 2 : "");
            return false;
        }
    }
    return true;
}

/* Sizes must not be below their least value. (Numbers were checked when they were read.) */
static bool sizes_fit(const struct options *o)
{
    for (size_t i = 0; i < options_table_size; i++) {
        const struct option *p = &options_table[i];
        if (p->type == SIZE && *(const uint64_t *)((const char *)o + p->field) < p->least) {
            say_error("--%s must be at least %luK", p->name, p->least >> 10);
            return false;
        }
    }
    return true;
}

/* ---- what follows from what ---- */

static void set_times(struct options *o)
{
    if (o->job.time_max_ms == 0) {
        o->job.time_max_ms = UINT64_MAX;
    }
    if (o->live && !o->time_given) {
        o->job.time_max_ms = LIVE_TIME_MS;
    }
    o->job.watchdog_wall_ms = o->job.watchdog_cpu_ms * 10;
}

static void set_seed(struct options *o)
{
    struct job *j = &o->job;
    if (!o->seed_given && (j->search == SEARCH_AUTO || j->search == SEARCH_DELAY)) {
        j->seed = 1; /* so that the same check has the same result, as long as no limit of time ends it; delay draws nothing */
    } else if (!o->seed_given) {
        uint32_t seed; /* short enough to be typed */
        j->seed = getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed : (uint64_t)getpid();
    }
}

static void set_sampling(struct options *o)
{
    struct job *j = &o->job;
    if (!search_may_sample(j->search)) {
        return;
    }
    /* A time or a number of deliveries says by itself how much to sample. */
    bool budget = (o->time_given && j->time_max_ms != UINT64_MAX) || j->deliveries_max != UINT64_MAX || j->search == SEARCH_AUTO;
    if (!o->runs_given && budget) {
        j->runs_max = UINT64_MAX;
    }
    set_seed(o);
}

static void set_cover(struct options *o)
{
    struct job *j = &o->job;
    if (j->search == SEARCH_COVER) {
        j->keep = o->save == NULL ? KEEP_NONE : o->save_all ? KEEP_ALL : KEEP_FAILING;
        j->depth_max = j->depth_max == UINT64_MAX ? COVER_DEPTH : j->depth_max;
        j->explain = o->verbose;
        j->rounds_max = j->literal && j->rounds_max > 1 ? 1 : j->rounds_max;
        j->runs_max = o->runs_given ? j->runs_max : 1;
        set_seed(o);
    }
}

/* The report goes to standard error when a machine reads standard output. */
static void set_human(struct options *o)
{
    o->human = o->command == FOR_GRAPH && o->output_count == 0 ? stderr : stdout;
    for (size_t i = 0; i < o->output_count; i++) {
        o->human = strcmp(o->outputs[i].file, "-") == 0 ? stderr : o->human;
    }
}

static bool lateness_fits(const struct options *o)
{
    if (o->job.late_ms == 0) {
        say_error("--late says how much later a late look at the clock is: more than nothing; without late looks: --late-looks 0");
    }
    return o->job.late_ms != 0;
}

/* Without --search: auto, unless an option says how to explore that auto decides itself, or that it cannot follow. */
static void set_search(struct options *o)
{
    struct job *j = &o->job;
    bool along_paths = j->reduction != REDUCTION_NONE && j->reduction != REDUCTION_AMPLE;
    bool decided = j->reduction != REDUCTION_NONE || j->sleep || j->commute || j->order_given || o->store_given ||
                   j->identity != IDENTITY_EXACT || j->step != STEP_LITTLE || j->workers > 1 || j->on_full != ON_FULL_STOP ||
                   j->record_coverage || o->cluster || o->checkpoint != NULL || o->resume != NULL;
    if (o->search_given) {
        return;
    }
    if (along_paths) {
        j->search = SEARCH_STATELESS;
    } else if (o->command == FOR_CHECK && !decided) {
        j->search = SEARCH_AUTO;
    }
}

bool options_fit(struct options *o)
{
    set_human(o);
    set_times(o);
    o->job.guards = !o->no_guards;
    o->job.memo = !o->no_memo;
    o->job.keep_going = o->job.keep_going || o->known != NULL; /* one that is known must not hide one that is new */
    set_search(o);
    if (!cluster_fits(o) || !rules_hold(o) || !sizes_fit(o) || !lateness_fits(o)) {
        return false;
    }
    set_sampling(o);
    set_cover(o);
    return true;
}
