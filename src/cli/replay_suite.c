/* harrier replay with several schedules: a regression suite, one line each. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "formats/junit.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"

/* A run without a result. */
static int judge_lost(const struct board *b, struct junit_case *c, char *text, size_t size)
{
    c->outcome = b->state == RUN_SKIPPED ? JUNIT_SKIPPED : JUNIT_ERROR;
    if (b->state == RUN_LISTED && b->job.test[0] != '\0') {
        snprintf(text, size, "the program has no test '%s'", b->job.test);
    } else {
        snprintf(text, size, "%s",
                 b->why[0] != '\0'         ? b->why
                 : b->state == RUN_LISTED  ? "the program has several tests, choose one with --test"
                 : b->state == RUN_STARTED ? "the program ended without calling hr_run()"
                                           : "the program ended before the schedule did");
    }
    switch (b->state) {
    case RUN_SKIPPED: return EXIT_SKIPPED;
    case RUN_UNUSABLE:
    case RUN_STARTED:
    case RUN_LISTED: return EXIT_UNUSABLE;
    default: return EXIT_BROKEN;
    }
}

/* How a schedule came out, as one line, and the exit status that it alone would have. */
static int judge(const struct result *r, struct junit_case *c)
{
    const struct board *b = r->board;
    char text[1000] = "";
    int status = EXIT_PASSED;
    if (b->state != RUN_COMPLETE && b->state != RUN_STOPPED) {
        status = judge_lost(b, c, text, sizeof text);
    } else if (b->limit == LIMIT_INTERRUPT) {
        c->outcome = JUNIT_SKIPPED;
        status = EXIT_INCONCLUSIVE;
        snprintf(text, sizeof text, "interrupted");
    } else if (b->finding_count != 0) {
        finding_in_a_line(r, &b->findings[0], text, sizeof text);
        c->outcome = JUNIT_FAILED;
        status = b->findings[0].kind == KIND_NONDETERMINISM ? EXIT_NONDETERMINISTIC : EXIT_VIOLATION;
    } else if (b->limit == LIMIT_DEPTH) {
        snprintf(text, sizeof text, "no end in sight after it");
    }
    c->text = strdup(text);
    return status;
}

static int replay_one(const struct options *given, int which, int count, char **argv, struct junit_case *c)
{
    const char *schedule = given->arguments[which];
    struct options o = *given; /* each schedule brings its own settings */
    size_t size;
    int status = EXIT_UNUSABLE;
    c->name = strdup(schedule);
    char *text = schedule_open(&o, schedule, &size);
    o.job.mode = JOB_FOLLOW;
    struct run run;
    if (text == NULL) {
        c->outcome = JUNIT_ERROR;
        c->text = strdup("not a schedule that can be read");
        return EXIT_UNUSABLE;
    }
    if (run_program(&run, argv, &o.job, text, size, NULL, NULL)) {
        struct result r = { .self = o.self,
                            .program = o.arguments[count],
                            .arguments = o.arguments + count + 1,
                            .test = o.job.test,
                            .board = run.board,
                            .recorded = run.board,
                            .verdict = replay_verdict(run.board),
                            .debug = program_debug(argv[0], run.board) };
        snprintf(r.trace, sizeof r.trace, "%s", schedule);
        c->seconds = run.board->counts.seconds;
        status = judge(&r, c);
        if (run.board->state == RUN_UNUSABLE && strcmp(o.unfit, "ok") == 0) {
            c->outcome = JUNIT_SKIPPED;
            status = EXIT_PASSED;
        }
        if (c->outcome != JUNIT_ERROR && c->outcome != JUNIT_SKIPPED && !outputs_write(&o, &r, which != 0)) {
            status = status_unwritten(status);
        }
        debuginfo_close(&r.debug);
    } else {
        c->outcome = JUNIT_ERROR;
        c->text = strdup(run.error);
    }
    run_close(&run);
    free(text);
    return status;
}

static void print_case(const struct options *o, const struct junit_case *c, const struct story_style *style)
{
    static const char *const words[] = { "PASS", "FAIL", "UNFIT", "SKIP" };
    bool bad = c->outcome == JUNIT_FAILED || c->outcome == JUNIT_ERROR;
    print(o->human, "%s%s%-7s%s  %s%s%s\n", style->strong, bad ? style->red : "", words[c->outcome], style->plain, c->name,
          c->text[0] != '\0' ? "   " : "", c->text);
    fflush(o->human);
}

/* The status of the whole suite: a violation counts more than a schedule that does not fit. */
static int worse(int a, int b)
{
    static const int order[] = { EXIT_SKIPPED,          EXIT_PASSED,    EXIT_UNUSABLE, EXIT_INCONCLUSIVE,
                                 EXIT_NONDETERMINISTIC, EXIT_VIOLATION, EXIT_BROKEN };
    size_t rank_a = 0, rank_b = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        rank_a = order[i] == a ? i : rank_a;
        rank_b = order[i] == b ? i : rank_b;
    }
    return rank_a > rank_b ? a : b;
}

int replay_suite(struct options *o, int count)
{
    if (o->gdb) {
        say_error(o->live ? "--gdb runs the checker: leave out --live, or set HARRIER_SCHEDULE and start the program in gdb"
                          : "--gdb takes one schedule");
        return EXIT_UNUSABLE;
    }
    for (size_t i = 0; i < o->output_count; i++) {
        enum output_kind kind = o->outputs[i].kind;
        if (kind != OUTPUT_JUNIT && kind != OUTPUT_TAP && (o->live || (kind != OUTPUT_HTML && kind != OUTPUT_SARIF && count > 1))) {
            say_error(o->live ? "forced runs: only --output junit and tap can be written"
                              : "several schedules: only --output html, junit, sarif and tap can be written");
            return EXIT_UNUSABLE;
        }
    }
    if (count >= o->argument_count) {
        say_error("replay needs a program after the schedules: harrier replay TRACE... PROGRAM [ARGS]...");
        return EXIT_UNUSABLE;
    }
    char **argv = program_arguments(o, count);
    if (argv == NULL) {
        return EXIT_UNUSABLE;
    }
    struct junit_case *cases = calloc((size_t)count, sizeof *cases);
    struct story_style style = terminal_style(o->color, o->human);
    int status = EXIT_SKIPPED;
    unsigned outcomes[4] = { 0 };
    int done = 0;
    int one = EXIT_PASSED;
    for (int i = 0; i < count && one != EXIT_INCONCLUSIVE && !(o->fail_fast && outcomes[JUNIT_FAILED] != 0); i++) {
        one = o->live ? replay_live(o, o->arguments[i], argv, &cases[i]) : replay_one(o, i, count, argv, &cases[i]);
        status = worse(status, one);
        done++;
        outcomes[cases[i].outcome]++;
        if (!o->quiet || cases[i].outcome != JUNIT_PASSED) {
            print_case(o, &cases[i], &style);
        }
    }
    print(o->human, "%d schedule%s: %u passed, %u failed", done, done == 1 ? "" : "s", outcomes[JUNIT_PASSED], outcomes[JUNIT_FAILED]);
    if (outcomes[JUNIT_ERROR] != 0) {
        print(o->human, ", %u did not fit", outcomes[JUNIT_ERROR]);
    }
    if (outcomes[JUNIT_SKIPPED] != 0) {
        print(o->human, ", %u skipped", outcomes[JUNIT_SKIPPED]);
    }
    print(o->human, done < count ? ", %d not run\n" : "\n", count - done);
    for (int i = 0; i < done; i++) {
        outputs_case(o, o->arguments[count], &cases[i]);
        free(cases[i].name);
        free(cases[i].text);
    }
    free(cases);
    program_arguments_free(argv);
    return status;
}
