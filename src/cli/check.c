/* harrier check */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/watching.h"
#include "page/timeline.h"
#include "report/coverage.h"
#include "report/print.h"
#include "report/say.h"
#include "report/steps.h"
#include "report/terminal.h"

/* ---- one check ---- */

static enum verdict verdict_of(const struct board *b)
{
    for (uint32_t i = 0; i < b->finding_count; i++) {
        if (b->findings[i].kind == KIND_NONDETERMINISM) {
            return VERDICT_NONDETERMINISTIC;
        }
    }
    return b->finding_count != 0 ? VERDICT_VIOLATION : b->state == RUN_COMPLETE ? VERDICT_PASS : VERDICT_INCONCLUSIVE;
}

static int status_of(enum verdict v)
{
    static const int statuses[] = { EXIT_PASSED, EXIT_VIOLATION, EXIT_INCONCLUSIVE, EXIT_NONDETERMINISTIC };
    return statuses[v];
}

/* Runs the program once more along the schedule to record it. */
static bool record(const struct result *r, const struct options *o, char **argv, const struct shortened *s, struct run *run)
{
    struct job job = o->job;
    job.mode = JOB_FOLLOW;
    /* A step that depends on another one through the C library: the other one may come later. */
    job.stop_after = r->verdict != VERDICT_NONDETERMINISTIC;
    job.channel = r->board->channel;
    job.channel_given = true;
    bool good = run_program(run, argv, &job, s->schedule, s->size, NULL, NULL);
    if (!good) {
        say_error("the schedule could not be run again: %s", run->error);
    } else if (run->board->state == RUN_UNUSABLE) {
        say_error("%s", run->board->why);
    }
    return good;
}

static void tell(const struct result *r, const struct options *o, const struct board *recorded, const struct story_style *style)
{
    fputc('\n', o->human);
    story_print(o->human, r, recorded, style);
}

/* What grows in an actor's memory has a name in the program: runs it along a schedule whose last step shows it, and takes over what that step
 * changes. */
static void growth_describe(struct result *r, const struct options *o, char **argv)
{
    const struct board *b = r->board;
    const struct growth *g = &b->autos.growth;
    struct shortened s = { .schedule = (char *)(uintptr_t)b->log + g->schedule, .size = g->schedule_size };
    struct run run;
    if (r->verdict != VERDICT_INCONCLUSIVE || g->kind != GROWTH_MEMORY || s.size == 0 || run_interrupted()) {
        return;
    }
    struct told_steps *steps = record(r, o, argv, &s, &run) ? steps_read(run.board, r->debug, false) : NULL;
    const struct told_step *last = steps != NULL && steps->count > 1 ? &steps->list[steps->count - 1] : NULL;
    for (size_t i = 0; last != NULL && i < last->told_count && r->grows[0] == '\0'; i++) {
        if (last->told[i].kind == TOLD_CHANGE) {
            snprintf(r->grows, sizeof r->grows, "%.*s", (int)last->told[i].size, last->told[i].text);
        }
    }
    steps_free(&steps);
    run_close(&run);
}

/* `again` is the run that records the violation, and `why` those that explain it: they are closed by the caller, after the outputs were
 * written. */
static void report_violation(struct result *r, const struct options *o, char **argv, struct board *b, const struct story_style *style,
                             struct run *again, struct explaining *why)
{
    struct finding *f = &b->findings[0];
    struct shortened s = { .size = f->schedule_size, .steps = f->steps };
    s.schedule = malloc(s.size + 1);
    memcpy(s.schedule, b->log + f->schedule, s.size);
    r->found_steps = f->steps;
    struct job job = o->job;
    job.channel = b->channel;
    job.channel_given = true;
    s.shortest = (b->job.search == SEARCH_BFS || (b->job.search == SEARCH_AUTO && b->autos.shortest)) && b->start.steps == 0;
    if (!o->no_shorten && !s.shortest && f->kind != KIND_SOMETIMES && !run_interrupted()) {
        shorten(&s, f, argv, &job);
    }
    r->shortest = s.shortest;
    f->steps = s.steps;
    if (f->kind != KIND_SOMETIMES) {
        schedule_save(r, o->outdir, f, s.schedule, s.size, r->trace);
    }
    bool shown = f->kind != KIND_SOMETIMES && !o->quiet;
    bool explained = outputs_explain(o, f);
    if (f->kind != KIND_SOMETIMES && (shown || outputs_need_steps(o) || explained)) {
        r->recorded = record(r, o, argv, &s, again) ? again->board : NULL;
    }
    terminal_finding(o->human, r, f, style);
    fflush(o->human);
    if (r->recorded != NULL && explained) {
        explain(r, why, f, argv, &o->job, s.schedule, s.size);
    }
    if (shown && r->recorded != NULL) {
        tell(r, o, r->recorded, style);
    }
    if (shown) {
        terminal_next(o->human, r, style);
    }
    schedules_save_further(r, o->outdir);
    terminal_further(o->human, r, !o->quiet, style);
    free(s.schedule);
}

static void report_warning(const struct result *r, const struct options *o, char **argv, struct story_style style)
{
    const struct board *b = r->board;
    if (b->warning.kind == KIND_NONE || b->counts.undeliverable_ends == 0) {
        return;
    }
    terminal_finding(o->human, r, &b->warning, &style);
    if (o->verbose) {
        struct shortened s = { .schedule = (char *)(uintptr_t)b->log + b->warning.schedule, .size = b->warning.schedule_size };
        struct run again;
        if (record(r, o, argv, &s, &again)) {
            tell(r, o, again.board, &style);
        }
        run_close(&again);
    }
}

/* Reports the result of a run. */
static int finish(struct options *o, char **argv, struct run *run, const char *test, const struct timeline *timeline, bool append,
                  const struct cluster *cluster)
{
    int status = run_without_verdict(run, o->arguments[0]);
    if (status >= 0) {
        outputs_case(o, o->arguments[0],
                     &(struct junit_case){ .name = (char *)(uintptr_t)(test[0] != '\0' ? test : o->arguments[0]),
                                           .text = run->board->why[0] != '\0' ? run->board->why : "the program gave no result",
                                           .outcome = status == EXIT_SKIPPED ? JUNIT_SKIPPED : JUNIT_ERROR });
        return status;
    }
    struct story_style style = terminal_style(o->color, o->human);
    struct run again = { .board = NULL };
    struct explaining why = { .begun = false };
    struct result r = {
        .self = o->self,
        .typed = o->typed,
        .program = o->arguments[0],
        .arguments = o->arguments + 1,
        .test = test,
        .board = run->board,
        .timeline = timeline,
    };
    r.verdict = verdict_of(run->board);
    r.debug = program_debug(argv[0], run->board);
    growth_describe(&r, o, argv);
    terminal_verdict(o->human, &r, &style);
    if (cluster != NULL) {
        ranked_table(o, cluster);
    }
    if (o->show_coverage || (!o->quiet && o->job.search == SEARCH_COVER)) {
        coverage_print(o->human, &r, o->verbose);
    }
    if (run->board->finding_count != 0) {
        report_violation(&r, o, argv, run->board, &style, &again, &why);
    }
    if (!o->quiet) {
        report_warning(&r, o, argv, style);
    }
    fflush(o->human);
    bool kept = o->save == NULL || cover_save(&r, o);
    status = status_of(r.verdict);
    if (o->known != NULL) {
        bool all = known_all(o, &r);
        r.known = all && r.verdict == VERDICT_VIOLATION;
        status = !r.known ? status : run->board->state == RUN_COMPLETE ? EXIT_PASSED : EXIT_INCONCLUSIVE;
    }
    outputs_case_of(o, &r);
    if (!outputs_write(o, &r, append) || !kept) {
        status = status_unwritten(status);
    }
    if (again.program != NULL) {
        run_close(&again);
    }
    explain_close(&why);
    result_forget_traces(&r);
    debuginfo_close(&r.debug);
    return status;
}

static bool start(struct options *o, char **argv, struct run *run, const char *test, struct watching *w, struct run_beside beside)
{
    struct ranked ranked = { .cluster = beside.cluster, .o = o, .program = argv[0], .watching = w };
    bool alone = beside.cluster == NULL;
    w->test = test;
    w->timeline = (struct timeline){ .count = 0 };
    snprintf(o->job.test, sizeof o->job.test, "%s", test);
    bool started = run_program_beside(run, argv, &o->job, o->schedule, o->schedule_size, alone ? watching_look : ranked_look,
                                      alone ? (void *)w : &ranked, beside);
    if (!alone) {
        if (run->board != NULL) {
            ranked_look(run->board, &ranked); /* what was found last */
        }
        cluster_gather(beside.cluster, &run->board, &run->board_size);
        if (beside.cluster->told) {
            ranked_told(&ranked);
        }
    }
    terminal_progress_clear(stderr);
    if (started) {
        watching_ended(w, run->board);
    } else {
        say_error("%s", run->error);
    }
    return started;
}

/* Several tests: the gravest status wins; skipped ones do not count unless all are. */
static int graver(int a, int b)
{
    static const int order[] = { EXIT_SKIPPED,          EXIT_PASSED,   EXIT_INCONCLUSIVE, EXIT_VIOLATION,
                                 EXIT_NONDETERMINISTIC, EXIT_UNUSABLE, EXIT_BROKEN };
    int rank_a = 0, rank_b = 0;
    for (int i = 0; i < (int)(sizeof order / sizeof *order); i++) {
        rank_a = order[i] == a ? i : rank_a;
        rank_b = order[i] == b ? i : rank_b;
    }
    return rank_a > rank_b ? a : b;
}

/* One line that a runner can read; kinds of outcome that did not occur are left out, but for passed and failed. */
static void tell_sum(const struct options *o, const int *statuses, uint32_t count, uint32_t left)
{
    static const struct {
        int status;
        const char *word;
        bool always;
    } kinds[] = {
        { EXIT_PASSED, "passed", true },         { EXIT_VIOLATION, "failed", true },
        { EXIT_INCONCLUSIVE, "unknown", false }, { EXIT_NONDETERMINISTIC, "erratic", false },
        { EXIT_UNUSABLE, "not run", false },     { EXIT_BROKEN, "broken", false },
        { EXIT_SKIPPED, "skipped", false },
    };
    print(o->human, "%u tests:", count + left);
    const char *comma = "";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            sum += statuses[i] == kinds[k].status;
        }
        if (sum != 0 || kinds[k].always) {
            print(o->human, "%s %u %s", comma, sum, kinds[k].word);
            comma = ",";
        }
    }
    print(o->human, left != 0 ? ", %u not started: interrupted\n" : "\n", left);
}

static int check_tests(struct options *o, char **argv, const struct board *listed, struct watching *w)
{
    int status = EXIT_SKIPPED;
    int statuses[sizeof listed->tests / sizeof *listed->tests];
    uint32_t done = 0;
    for (uint32_t i = 0; i < listed->test_count && !run_interrupted(); i++, done++) {
        struct run run;
        bool started = start(o, argv, &run, listed->tests[i], w, (struct run_beside){ NULL, NULL });
        statuses[i] = started ? finish(o, argv, &run, listed->tests[i], &w->timeline, i != 0, NULL) : EXIT_UNUSABLE;
        run_close(&run);
        status = graver(status, statuses[i]);
    }
    tell_sum(o, statuses, done, listed->test_count - done);
    return done < listed->test_count ? graver(status, EXIT_INCONCLUSIVE) : status;
}

static int check(struct options *o, char **argv, struct watching *w, struct run_beside beside)
{
    char test[sizeof o->job.test];
    memcpy(test, o->job.test, sizeof test);
    int status = EXIT_UNUSABLE;
    struct run run;
    bool started = start(o, argv, &run, test, w, beside);
    if (beside.cluster != NULL && beside.cluster->rank != 0) {
        status = beside.cluster->thanked ? EXIT_PASSED : EXIT_INCONCLUSIVE; /* the first rank tells */
    } else if (started) {
        /* A program with several tests answers with their names. */
        bool several = run.board->state == RUN_LISTED && test[0] == '\0';
        if (several && (beside.kept != NULL || beside.cluster != NULL)) {
            say_error("%s of one test: choose it with --test", beside.kept != NULL ? "a checkpoint is" : "--cluster is");
        } else {
            status = several ? check_tests(o, argv, run.board, w) : finish(o, argv, &run, test, &w->timeline, false, beside.cluster);
        }
    }
    run_close(&run);
    return status;
}

/* The same with checkpoints, or resumed from one. Of a cluster, the other ranks hear of it if that is not possible. */
static int check_kept(struct options *o, char **argv, struct watching *w, struct cluster *cluster)
{
    struct checkpoint kept;
    int status = EXIT_UNUSABLE;
    bool opened = checkpoint_open(&kept, o, argv[0]);
    if (opened && cluster != NULL) {
        cluster_keep(cluster, &kept);
    }
    if (opened) {
        status = check(o, argv, w, (struct run_beside){ .kept = &kept, .cluster = cluster });
    } else if (cluster != NULL) {
        cluster_gather(cluster, &(struct board *){ NULL }, &(size_t){ 0 });
    }
    if (kept.written != 0 && kept.unfinished && !o->quiet) {
        print(o->human, "  checkpoint  %s has %lu states: the same command with --resume %s goes on from there\n", o->checkpoint,
              kept.to.states, o->checkpoint);
    }
    bool failed = kept.failed;
    checkpoint_close(&kept);
    return failed ? status_unwritten(status) : status;
}

static bool take_start(struct options *o)
{
    if (o->checkpoint != NULL || o->resume != NULL || o->cluster) {
        say_error("--start-from goes without --checkpoint and --resume, which do not keep where a search began, and without --cluster");
        return false;
    }
    o->schedule = schedule_open(o, o->start_from, &o->schedule_size);
    o->job.start_from = true;
    return o->schedule != NULL;
}

/* The same as one rank of a cluster. */
static int check_rank(struct options *o, char **argv, struct watching *w)
{
    struct cluster cluster;
    int status = EXIT_UNUSABLE;
    if (cluster_open(&cluster, o, argv[0])) {
        o->output_count = cluster.rank == 0 ? o->output_count : 0;
        if (!watching_begin(w, o)) {
            cluster_gather(&cluster, &(struct board *){ NULL }, &(size_t){ 0 });
        } else {
            bool kept = o->checkpoint != NULL || o->resume != NULL;
            status = kept ? check_kept(o, argv, w, &cluster) : check(o, argv, w, (struct run_beside){ .cluster = &cluster });
        }
    }
    cluster_close(&cluster);
    return status;
}

int command_check(struct options *o)
{
    char **argv = program_arguments(o, 0);
    struct watching watching = { .test = "" };
    bool kept = o->checkpoint != NULL || o->resume != NULL;
    if (argv == NULL || !known_readable(o) || (!o->cluster && !watching_begin(&watching, o))) {
        program_arguments_free(argv);
        return EXIT_UNUSABLE;
    }
    if (o->start_from != NULL && !take_start(o)) {
        program_arguments_free(argv);
        return EXIT_UNUSABLE;
    }
    int status = o->cluster ? check_rank(o, argv, &watching)
                 : kept     ? check_kept(o, argv, &watching, NULL)
                            : check(o, argv, &watching, (struct run_beside){ NULL, NULL });
    program_arguments_free(argv);
    return watching_end(&watching) ? status : status_unwritten(status);
}
