/* harrier replay */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"
#include "trace/recording.h"
#include "trace/schedule.h"

enum verdict replay_verdict(const struct board *b)
{
    return b->finding_count == 0 ? VERDICT_PASS : b->findings[0].kind == KIND_NONDETERMINISM ? VERDICT_NONDETERMINISTIC : VERDICT_VIOLATION;
}

int replay_status(enum verdict v, const struct board *b)
{
    return v == VERDICT_VIOLATION          ? EXIT_VIOLATION
           : v == VERDICT_NONDETERMINISTIC ? EXIT_NONDETERMINISTIC
           : b->limit == LIMIT_INTERRUPT   ? EXIT_INCONCLUSIVE
                                           : EXIT_PASSED;
}

int tell_execution(struct options *o, struct result *r)
{
    const struct board *b = r->board;
    struct story_style style = terminal_style(o->color, o->human);
    if (!o->quiet) {
        story_print(o->human, r, b, &style);
        fputc('\n', o->human);
    }
    if (b->finding_count != 0) {
        for (uint32_t i = 0; i < b->finding_count; i++) {
            terminal_finding(o->human, r, &b->findings[i], &style);
        }
    } else {
        print(o->human, b->limit == LIMIT_INTERRUPT ? "interrupted: no violation so far\n"
                        : b->limit == LIMIT_DEPTH   ? "followed: no violation, and no end in sight after it\n"
                                                    : "followed to the end: no violation\n");
    }
    bool written = outputs_write(o, r, false);
    int status = replay_status(r->verdict, b);
    return written ? status : status_unwritten(status);
}

static int tell(struct options *o, char **argv, struct run *run)
{
    int status = run_without_verdict(run, o->arguments[1]);
    if (status >= 0) {
        return status;
    }
    struct result r = { .self = o->self,
                        .program = o->arguments[1],
                        .arguments = o->arguments + 2,
                        .test = o->job.test,
                        .board = run->board,
                        .recorded = run->board,
                        .verdict = replay_verdict(run->board),
                        .debug = program_debug(argv[0], run->board) };
    struct explaining why = { .patient = o->time_given };
    snprintf(r.trace, sizeof r.trace, "%s", o->arguments[0]);
    if (run->board->finding_count != 0 && outputs_explain(o, &run->board->findings[0])) {
        explain_followed(&r, &why, argv, &o->job);
    }
    status = tell_execution(o, &r);
    explain_close(&why);
    debuginfo_close(&r.debug);
    return status;
}

static uint32_t count_steps(const char *text, size_t size)
{
    const char *at = text;
    struct schedule_step step;
    char error[300];
    struct text t = text_in(error, sizeof error);
    uint32_t n = 0;
    while (schedule_read_step(&at, text + size, &step, &t) == 1) {
        n++;
    }
    return n;
}

/* Where a step's code begins, as gdb understands it: found by running the schedule once without gdb. */
static bool step_place(char **argv, const struct job *job, const char *text, size_t size, uint32_t step, char *out, size_t out_size)
{
    struct run run;
    bool found = false;
    if (run_program(&run, argv, job, text, size, NULL, NULL) && run.board->ready) {
        struct debuginfo *debug = program_debug(argv[0], run.board);
        const unsigned char *at = recording_start(run.board);
        const unsigned char *end = run.board->log + run.board->log_size;
        struct record r;
        struct source_place where;
        while (!found && recording_next(&at, end, &r)) {
            if (r.kind != RECORD_STEP || r.step.number != step) {
                continue;
            }
            if (r.step.resumes_at != 0) {
                snprintf(out, out_size, "*0x%lx", r.step.resumes_at);
                found = true;
            } else if (r.step.handler != 0 && debuginfo_function(debug, r.step.handler, &where) && where.function[0] != '\0') {
                /* Its beginning, behind what sets up its parameters: gdb knows where that is. The line of its head may have code elsewhere. */
                snprintf(out, out_size, "-source \"%s\" -function %s", where.file, where.function);
                found = true;
            }
        }
        debuginfo_close(&debug);
    }
    run_close(&run);
    return found;
}

/* The critical step, found by running the schedule once without gdb; where it is not known, the first that it can be. 0: there is none. */
static uint32_t critical_step(char **argv, const struct job *job, const char *text, size_t size)
{
    struct run run;
    struct explaining why = { .begun = false };
    struct result r = { .board = NULL };
    const struct explained *found = NULL;
    if (run_program(&run, argv, job, text, size, NULL, NULL) && run.board->ready && run.board->finding_count != 0) {
        r.board = r.recorded = run.board;
        explain_followed(&r, &why, argv, job);
        found = r.explained != NULL ? &r.explained->explained : NULL;
    }
    uint32_t step = found == NULL                                          ? 0
                    : found->kind != EXPLAINED_STEP && found->departs != 0 ? (uint32_t)found->departs
                                                                           : (uint32_t)found->critical;
    if (found == NULL) {
        say_error("--break=critical: the schedule leads to no violation that can be explained; --break STEP stops before any step");
    } else if (found->kind == EXPLAINED_AT_ONCE) {
        step = 1;
        say_error("every execution fails: there is no critical step, and gdb stops before the first one");
    } else if (found->kind != EXPLAINED_STEP) {
        say_error("the critical step is unknown within the budget: it is not before step %u, where gdb stops", step);
    }
    explain_close(&why);
    run_close(&run);
    return step;
}

/* The step to stop before; 0 after saying why there is none. */
static uint32_t break_step(const struct options *o, char **argv, const char *text, size_t size)
{
    if (o->break_at == NULL) {
        return count_steps(text, size);
    }
    if (strcmp(o->break_at, "critical") == 0) {
        return critical_step(argv, &o->job, text, size);
    }
    size_t digits = strspn(o->break_at, "0123456789");
    uint32_t step = o->break_at[digits] == '\0' && digits <= 9 ? (uint32_t)strtoul(o->break_at, NULL, 10) : 0;
    if (step == 0) {
        say_error("--break takes the number of a step, or critical, not '%s'", o->break_at);
    }
    return step;
}

static int in_gdb(struct options *o, char **argv, const char *text, size_t size)
{
    uint32_t step = break_step(o, argv, text, size);
    char place[500];
    if (step == 0) {
        return EXIT_UNUSABLE;
    }
    bool known = step_place(argv, &o->job, text, size, step, place, sizeof place);
    o->job.gdb = true;
    struct run run;
    bool good = run_in_gdb(&run, argv, &o->job, text, size, step, known ? place : NULL);
    if (!good) {
        say_error("%s", run.error);
    }
    run_close(&run);
    return good ? EXIT_PASSED : EXIT_UNUSABLE;
}

int schedule_arguments(const struct options *o)
{
    int count = 0;
    for (bool more = true; more && count < o->argument_count;) {
        char head[sizeof SCHEDULE_HEAD + 8];
        FILE *in = fopen(o->arguments[count], "r");
        size_t size = in != NULL ? fread(head, 1, sizeof head, in) : 0;
        more = schedule_is_one(head, size);
        count += more;
        if (in != NULL) {
            fclose(in);
        }
    }
    return count;
}

int command_replay(struct options *o)
{
    if (o->argument_count < 2) {
        say_error("replay needs a schedule and a program: harrier replay TRACE... PROGRAM [ARGS]...");
        return EXIT_UNUSABLE;
    }
    int schedules = schedule_arguments(o);
    if (o->adapt) {
        return replay_adapt(o, schedules);
    }
    if (o->minimise && schedules != 1) {
        say_error("--minimise takes one schedule");
        return EXIT_UNUSABLE;
    }
    if (schedules > 1 && o->time_given && !o->live) {
        say_error("--time is for one schedule, which is explained, or goes with --live");
        return EXIT_UNUSABLE;
    }
    if (schedules > 1 || o->unfit_given || o->live || options_write(o, OUTPUT_JUNIT) || options_write(o, OUTPUT_TAP)) {
        return replay_suite(o, schedules > 1 ? schedules : 1);
    }
    size_t size;
    char *text = schedule_open(o, o->arguments[0], &size);
    char **argv = text == NULL ? NULL : program_arguments(o, 1);
    if (argv == NULL) {
        free(text);
        return EXIT_UNUSABLE;
    }
    o->job.mode = JOB_FOLLOW;
    int status = EXIT_UNUSABLE;
    if (o->gdb) {
        status = in_gdb(o, argv, text, size);
    } else if (o->exec) {
        struct run run;
        o->job.gdb = true;
        run_in_place(&run, argv, &o->job, text, size);
        say_error("%s", run.error);
        run_close(&run);
    } else if (o->minimise) {
        status = replay_minimise(o, argv, text, size);
    } else {
        struct run run;
        if (run_program(&run, argv, &o->job, text, size, NULL, NULL)) {
            status = tell(o, argv, &run);
        } else {
            say_error("%s", run.error);
        }
        run_close(&run);
    }
    program_arguments_free(argv);
    free(text);
    return status;
}
