/* Which options go with each other, why some do not, and the defaults that depend on others. */
#include "cli/options.h"
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include "cli/say.h"

enum { COVER_DEPTH = 1000, /* of an execution, unless --depth says otherwise: pairs of receives grow with its square */
       LIVE_TIME_MS = 10000 }; /* of one forced run */

/* Outputs that a command has nothing to write to. */
static bool outputs_fit(const struct options *o, int command)
{
    for (size_t i = 0; i < o->output_count; i++) {
        if (command != FOR_REPLAY && o->outputs[i].kind == OUTPUT_JUNIT) {
            say_error("--output junit goes with harrier replay; a check's result is --output json");
            return false;
        }
    }
    if (o->job.record_ends && command == FOR_REPLAY) {
        say_error("--output ends is of a search: harrier check or cover");
        return false;
    }
    if (o->job.record_coverage && command == FOR_REPLAY) {
        say_error("--output coverage is of a search: schedules are measured by harrier cover --rounds 0 --initial FILE");
        return false;
    }
    return true;
}

/* What goes with --reduction ample: it must be able to come back to its states, and to tell each from all others. */
static bool ample_fits(const struct options *o)
{
    const char *why = NULL;
    if (o->job.search != SEARCH_DFS && o->job.search != SEARCH_BFS) {
        why = "--reduction ample is for searches that store states: it goes with --search dfs or bfs";
    } else if (o->job.sleep) {
        why = "--sleep does not go with ample: a state that is met again with fewer messages asleep would have to be explored again";
    } else if (o->job.store != STORE_EXACT) {
        why = "--reduction ample goes with --store exact: states are looked up again to repair what was left out too early, "
              "and a state taken for another would hide such a mistake";
    } else if (o->job.on_full != ON_FULL_STOP) {
        why = "--reduction ample goes with --on-full stop: what it repairs must be kept whole";
    } else if (o->job.identity != IDENTITY_EXACT) {
        why = "--reduction ample goes with --identity exact: the others count arrivals at an end, of which it leaves out some, or take "
              "actors for each other that it tells apart";
    } else if (o->job.step != STEP_LITTLE) {
        why = "--reduction ample goes with --step little: a big step has deliveries to several actors";
    }
    if (why != NULL) {
        say_error("%s", why);
    }
    return why == NULL;
}

/* The options of sampling searches: where they have a meaning, and their defaults. */
static bool finish_sampling(struct options *o)
{
    struct job *j = &o->job;
    bool priorities = j->search == SEARCH_PCT || j->search == SEARCH_PCTCP;
    if ((o->runs_given || o->seed_given) && !search_may_sample(j->search)) {
        say_error("--%s goes with a search that samples: random, pos, pct, pctcp, delay or auto", o->runs_given ? "runs" : "seed");
        return false;
    }
    if (o->bug_depth_given && !priorities) {
        say_error("--bug-depth goes with --search pct or pctcp");
        return false;
    }
    if (search_samples(j->search) && (o->store_given || j->identity != IDENTITY_EXACT)) {
        say_error("--search %s stores no states: --store and --identity have no meaning with it", axis_search.values[j->search].name);
        return false;
    }
    if (j->search == SEARCH_AUTO && j->identity != IDENTITY_EXACT) {
        say_error("--search auto goes on with samples of exact states: use --identity exact, or --search dfs");
        return false;
    }
    if (j->search == SEARCH_AUTO && j->time_max_ms == UINT64_MAX) {
        say_error("--search auto shares --time out to its searches: there must be some");
        return false;
    }
    /* A time or a number of deliveries says by itself how much to sample. */
    bool budget = (o->time_given && j->time_max_ms != UINT64_MAX) || j->deliveries_max != UINT64_MAX || j->search == SEARCH_AUTO;
    if (!o->runs_given && search_may_sample(j->search) && budget) {
        j->runs_max = UINT64_MAX;
    }
    if (!o->seed_given && search_may_sample(j->search)) {
        uint32_t seed; /* short enough to be typed */
        j->seed = getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed : (uint64_t)getpid();
    }
    return true;
}

/* Several workers explore the same states as one, or not at all. */
static bool workers_go_with(const struct options *o)
{
    const struct job *j = &o->job;
    if (j->workers == 0 || j->workers > WORKERS_MAX) {
        say_error("--workers takes a number from 1 to %d", WORKERS_MAX);
    } else if (j->workers == 1) {
        return true;
    } else if ((j->search != SEARCH_DFS && j->search != SEARCH_BFS)) {
        say_error("--workers shares out states: it goes with a stateful search, without a reduction that follows paths");
    } else if (j->search == SEARCH_BFS) {
        say_error("--search bfs finds shortest schedules, several workers find states in no order: leave out one of them");
    } else if (j->reduction == REDUCTION_AMPLE) {
        say_error("--reduction ample must know which states are on the path or open, of which a worker sees only its own: with --workers "
                  "leave it out");
    } else if (j->record_coverage) {
        say_error("--output coverage counts in one process: with --workers leave it out");
    } else if (j->on_full != ON_FULL_STOP) {
        say_error("--on-full fingerprint changes the store on the way, each worker's at another time: with --workers use --store fingerprint "
                  "from the start");
    } else if (j->identity == IDENTITY_SYMMETRIC) {
        say_error("--identity symmetric numbers the shapes that it compares in each process by itself: with --workers use jacco");
    } else if (j->depth_max != UINT64_MAX) {
        say_error("--depth cuts off by the length of the path, which with --workers is not always the shortest: leave out one of them");
    } else if (j->deliveries_max != UINT64_MAX) {
        say_error("--deliveries stops after exactly so many, which several --workers cannot: leave out one of them");
    } else {
        return true;
    }
    return false;
}

static bool time_fits(const struct options *o)
{
    if (o->job.late_ms == 0) {
        say_error("--late says how much later a late look at the clock is: more than nothing; without late looks: --late-looks 0");
        return false;
    }
    return true;
}

bool options_fit(struct options *o, int command)
{
    o->human = o->command == FOR_GRAPH && o->output_count == 0 ? stderr : stdout;
    for (size_t i = 0; i < o->output_count; i++) {
        o->human = strcmp(o->outputs[i].file, "-") == 0 ? stderr : o->human;
    }
    if (command == FOR_REPLAY && !o->live && o->time_given) {
        say_error("--time limits a run of replay --live; under the checker --watchdog limits a handler");
        return false;
    }
    if (o->job.time_max_ms == 0) {
        o->job.time_max_ms = UINT64_MAX;
    }
    if (o->live && !o->time_given) {
        o->job.time_max_ms = LIVE_TIME_MS;
    }
    o->job.watchdog_wall_ms = o->job.watchdog_cpu_ms * 10;
    o->job.guards = !o->no_guards;
    o->job.memo = !o->no_memo;
    if (strcmp(o->color, "auto") != 0 && strcmp(o->color, "always") != 0 && strcmp(o->color, "never") != 0) {
        say_error("--color takes auto, always or never, not '%s'", o->color);
        return false;
    }
    bool ample = o->job.reduction == REDUCTION_AMPLE;
    bool reduced = o->job.reduction != REDUCTION_NONE && !ample;
    if (ample && !ample_fits(o)) {
        return false;
    }
    if (reduced && !o->search_given) {
        o->job.search = SEARCH_STATELESS;
    }
    if (reduced && o->job.search != SEARCH_STATELESS) {
        say_error("--reduction %s follows paths: it goes with --search stateless; a state met again would hide races from it",
                  axis_reduction.values[o->job.reduction].name);
        return false;
    }
    if (o->job.sleep && (!reduced || o->job.reduction == REDUCTION_DCUTE)) {
        say_error(reduced ? "--sleep does not go with dcute: it explores receivers one after the other by a flag, and a sleeping "
                            "message would stop it short"
                          : "--sleep goes with a reduction: persistent, transdpor or transdpor-fig2");
        return false;
    }
    if (o->job.order_given && o->job.search != SEARCH_STATELESS) {
        say_error("--order goes with --search stateless: %s", search_samples(o->job.search) ? "samplers draw theirs"
                                                                                  : "a stateful search visits every state anyway");
        return false;
    }
    if (o->job.on_full == ON_FULL_FINGERPRINT && (o->job.search == SEARCH_STATELESS || o->job.store == STORE_FINGERPRINT || o->job.store == STORE_BITSTATE)) {
        say_error("--on-full fingerprint goes with searches that keep whole states: --search dfs or bfs with --store exact or tree");
        return false;
    }
    if (o->job.search == SEARCH_STATELESS && (o->store_given || o->job.identity != IDENTITY_EXACT)) {
        say_error("--search stateless stores no states: --store and --identity have no meaning with it");
        return false;
    }
    if (o->job.step != STEP_LITTLE && o->job.search != SEARCH_DFS && o->job.search != SEARCH_BFS) {
        say_error("--step %s goes with searches that store states: --search dfs or bfs", axis_step.values[o->job.step].name);
        return false;
    }
    if (!time_fits(o) || !workers_go_with(o) || !finish_sampling(o)) {
        return false;
    }
    if (!outputs_fit(o, command)) {
        return false;
    }
    if (o->job.break_step != 0 && !o->gdb) {
        say_error("--break goes with --gdb");
        return false;
    }
    if (o->save_all && o->save == NULL) {
        say_error("--save-all goes with --save DIR");
        return false;
    }
    if (o->job.search == SEARCH_COVER) {
        o->job.keep = o->save == NULL ? KEEP_NONE : o->save_all ? KEEP_ALL : KEEP_FAILING;
        o->job.depth_max = o->job.depth_max == UINT64_MAX ? COVER_DEPTH : o->job.depth_max;
        o->job.explain = o->verbose;
        o->job.rounds_max = o->job.literal && o->job.rounds_max > 1 ? 1 : o->job.rounds_max;
        if (o->store_given || o->job.identity != IDENTITY_EXACT || reduced) {
            say_error("--search cover stores no states and reduces nothing: --store, --identity and --reduction have no meaning with it");
            return false;
        }
    }
    if (o->job.stack_bytes < 32 << 10 || o->job.arena_bytes < 16 << 10) {
        say_error("--stack must be at least 32K, --arena at least 16K");
        return false;
    }
    return true;
}
