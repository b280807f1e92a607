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

static int tell(struct options *o, char **argv, struct run *run)
{
    struct board *b = run->board;
    int status = run_without_verdict(run, o->arguments[1]);
    if (status >= 0) {
        return status;
    }
    struct story_style style = terminal_style(o->color, o->human);
    struct result r = { .program = o->arguments[1], .arguments = o->arguments + 2, .test = o->job.test, .board = b };
    r.debug = program_debug(argv[0], b);
    r.verdict = b->finding_count == 0                        ? VERDICT_PASS
                : b->findings[0].kind == KIND_NONDETERMINISM ? VERDICT_NONDETERMINISTIC
                                                             : VERDICT_VIOLATION;
    if (!o->quiet) {
        story_print(o->human, &r, b, &style);
        fputc('\n', o->human);
    }
    if (b->finding_count != 0) {
        for (uint32_t i = 0; i < b->finding_count; i++) {
            terminal_finding(o->human, &r, &b->findings[i], &style);
        }
    } else {
        print(o->human, b->limit == LIMIT_INTERRUPT ? "interrupted: no violation so far\n"
                        : b->limit == LIMIT_DEPTH   ? "followed: no violation, and no end in sight after it\n"
                                                    : "followed to the end: no violation\n");
    }
    bool written = outputs_write(o, &r, false);
    debuginfo_close(&r.debug);
    status = r.verdict == VERDICT_VIOLATION          ? EXIT_VIOLATION
             : r.verdict == VERDICT_NONDETERMINISTIC ? EXIT_NONDETERMINISTIC
             : b->limit == LIMIT_INTERRUPT           ? EXIT_INCONCLUSIVE
                                                     : EXIT_PASSED;
    return written ? status : status_unwritten(status);
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
            } else if (r.step.handler != 0 && debuginfo_function(debug, r.step.handler, &where) && where.line != 0) {
                snprintf(out, out_size, "-source \"%s\" -line %d", where.file, where.line);
                found = true;
            }
        }
        debuginfo_close(&debug);
    }
    run_close(&run);
    return found;
}

static int in_gdb(struct options *o, char **argv, const char *text, size_t size)
{
    uint32_t step = o->job.break_step != 0 ? o->job.break_step : count_steps(text, size);
    char place[400];
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

/* How many of the arguments are schedules: files that begin as one. What follows is the program. */
static int schedule_arguments(const struct options *o)
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

static bool wants_junit(const struct options *o)
{
    bool wanted = false;
    for (size_t i = 0; i < o->output_count; i++) {
        wanted = wanted || o->outputs[i].kind == OUTPUT_JUNIT;
    }
    return wanted;
}

int command_replay(struct options *o)
{
    if (o->argument_count < 2) {
        say_error("replay needs a schedule and a program: harrier replay TRACE... PROGRAM [ARGS]...");
        return EXIT_UNUSABLE;
    }
    int schedules = schedule_arguments(o);
    if (schedules > 1 || o->live || wants_junit(o)) {
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
