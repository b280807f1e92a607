/* harrier replay --minimise and --adapt: schedules that are changed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"
#include "trace/cone.h"

/* ---- --minimise ---- */

/* Half of the time to leave out what is not needed, the other half to look whether there is a shorter one at all. */
static void make_small(struct shortened *s, struct finding *f, char **argv, const struct job *job, bool search)
{
    uint64_t ms = job->time_max_ms == UINT64_MAX ? UINT64_MAX / 4 : job->time_max_ms;
    minimise(s, f, argv, job, search ? ms / 2 : ms);
    s->shortest = s->steps <= 1 || (search && !run_interrupted() && shorten_breadth_first(s, f, argv, *job, ms / 2));
}

static bool keep(struct result *r, const char *from, const struct finding *f, const struct shortened *s)
{
    char stem[sizeof r->trace - 32];
    size_t size, length = strlen(from);
    char *content = schedule_content(r, f, s->schedule, s->size, &size);
    length -= length > 9 && strcmp(from + length - 9, ".schedule") == 0 ? 9 : 0;
    errno = ENAMETOOLONG;
    bool kept = content != NULL && snprintf(stem, sizeof stem, "%.*s-minimised-", (int)length, from) < (int)sizeof stem &&
                schedule_keep(stem, 1, content, size, r->trace, sizeof r->trace);
    if (!kept) {
        say_error("the schedule cannot be kept: %s: %s", r->trace, strerror(errno));
        r->trace[0] = '\0';
    }
    free(content);
    return kept;
}

int replay_minimise(struct options *o, char **argv, const char *text, size_t size)
{
    struct run run, again = { .board = NULL };
    int status = EXIT_UNUSABLE;
    if (!run_program(&run, argv, &o->job, text, size, NULL, NULL)) {
        say_error("%s", run.error);
    } else if ((status = run_without_verdict(&run, o->arguments[1])) < 0 && run.board->finding_count == 0) {
        say_error("%s leads to no violation: there is nothing to keep while it is minimised", o->arguments[0]);
        status = EXIT_UNUSABLE;
    } else if (status < 0) {
        struct finding *f = &run.board->findings[0];
        struct shortened s = { .steps = f->steps };
        struct explaining why = { .begun = false };
        struct result r = { .self = o->self,
                            .program = o->arguments[1],
                            .arguments = o->arguments + 2,
                            .test = o->job.test,
                            .board = run.board,
                            .verdict = replay_verdict(run.board),
                            .debug = program_debug(argv[0], run.board) };
        struct story_style style = terminal_style(o->color, o->human);
        r.found_steps = f->steps;
        s.schedule = schedule_of(run.board, f->steps, &s.size);
        if (s.schedule != NULL && f->steps != 0) {
            make_small(&s, f, argv, &o->job, !o->no_shorten);
        }
        f->steps = s.steps;
        r.shortest = s.shortest;
        bool kept = s.schedule != NULL && keep(&r, o->arguments[0], f, &s);
        terminal_finding(o->human, &r, f, &style);
        o->job.stop_after = true;
        if (s.schedule != NULL && run_program(&again, argv, &o->job, s.schedule, s.size, NULL, NULL)) {
            r.recorded = again.board;
            if (outputs_explain(o, f)) {
                explain(&r, &why, f, argv, &o->job, s.schedule, s.size);
            }
            fputc('\n', o->human);
            story_print(o->human, &r, again.board, &style);
        }
        terminal_next(o->human, &r, &style);
        status = replay_status(r.verdict, run.board);
        status = outputs_write(o, &r, false) && kept ? status : status_unwritten(status);
        run_close(&again);
        explain_close(&why);
        debuginfo_close(&r.debug);
        free(s.schedule);
    }
    run_close(&run);
    return status;
}

/* ---- --adapt ---- */

/* The file with these steps in place of its own: what comes before them stays as it is. */
static bool rewrite(const char *path, const char *old, size_t old_size, const char *steps, size_t size)
{
    FILE *out = fopen(path, "w");
    for (const char *at = old, *end = old + old_size; out != NULL && at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop != NULL ? stop : end) - at);
        if (*at == '#' || memmem(at, length, " <- ", 4) == NULL) {
            fwrite(at, 1, length, out);
            fputc('\n', out);
        }
        at += length + 1;
    }
    bool written = out != NULL && fwrite(steps, 1, size, out) == size;
    if (out != NULL) {
        written = fclose(out) == 0 && written;
    }
    if (!written) {
        say_error("cannot write %s: %s", path, strerror(errno));
    }
    return written;
}

static int adapt_one(const struct options *given, const char *path, char **argv, const char *program)
{
    struct options o = *given; /* each schedule brings its own settings */
    size_t old_size, size = 0;
    char *old = schedule_open(&o, path, &old_size);
    if (old == NULL) {
        return EXIT_UNUSABLE;
    }
    o.job.mode = JOB_FOLLOW;
    o.job.adapt = true;
    o.job.stop_after = true;
    struct run run;
    int status = EXIT_UNUSABLE;
    if (!run_program(&run, argv, &o.job, old, old_size, NULL, NULL)) {
        say_error("%s", run.error);
    } else if ((status = run_without_verdict(&run, program)) < 0) {
        const struct board *b = run.board;
        char *steps = schedule_of(b, UINT64_MAX, &size);
        status = EXIT_PASSED;
        if (b->left_out == 0) {
            print(o.human, "FITS     %s\n", path);
        } else if (steps == NULL) {
            print(o.human, "UNFIT    %s   none of its messages exists any more; it stays as it is\n", path);
            status = EXIT_UNUSABLE;
        } else if (rewrite(path, old, old_size, steps, size)) {
            print(o.human, "ADAPTED  %s   %lu of its lines left out, or changed to a message of the same names\n", path, b->left_out);
        } else {
            status = EXIT_UNUSABLE;
        }
        free(steps);
    }
    run_close(&run);
    free(old);
    return status;
}

int replay_adapt(struct options *o, int count)
{
    char **argv = count < o->argument_count ? program_arguments(o, count) : NULL;
    if (argv == NULL) {
        say_error("replay --adapt needs schedules and a program: harrier replay --adapt TRACE... PROGRAM [ARGS]...");
        return EXIT_UNUSABLE;
    }
    int status = EXIT_PASSED;
    for (int i = 0; i < count && !run_interrupted(); i++) {
        int one = adapt_one(o, o->arguments[i], argv, o->arguments[count]);
        status = one != EXIT_PASSED ? one : status;
    }
    program_arguments_free(argv);
    return status;
}
