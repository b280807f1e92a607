/* harrier run: one execution, told in the same words as a violation's. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"
#include "trace/cone.h"
#include "trace/schedule.h"

/* A violation is kept, to be run again. */
static void keep(struct options *o, struct result *r)
{
    const struct finding *f = &r->board->findings[0];
    struct story_style style = terminal_style(o->color, o->human);
    size_t size;
    char *steps = schedule_of(r->board, f->steps, &size);
    if (steps != NULL) {
        schedule_save(r, o->outdir, f, steps, size, r->trace);
        free(steps);
    }
    if (!o->quiet) {
        terminal_next(o->human, r, &style);
    }
}

int command_run(struct options *o)
{
    static const char nothing[] = SCHEDULE_HEAD "\n"; /* so all is beyond it */
    char **argv = program_arguments(o, 0);
    if (argv == NULL) {
        return EXIT_UNUSABLE;
    }
    o->job.mode = JOB_FOLLOW;
    o->job.any_order = o->seed_given;
    struct run run;
    int status = EXIT_UNUSABLE;
    if (!run_program(&run, argv, &o->job, nothing, sizeof nothing - 1, NULL, NULL)) {
        say_error("%s", run.error);
    } else if ((status = run_without_verdict(&run, o->arguments[0])) < 0) {
        struct result r = { .self = o->self,
                            .program = o->arguments[0],
                            .arguments = o->arguments + 1,
                            .test = o->job.test,
                            .board = run.board,
                            .recorded = run.board,
                            .verdict = replay_verdict(run.board),
                            .debug = program_debug(argv[0], run.board) };
        status = tell_execution(o, &r);
        outputs_case_of(o, &r);
        if (run.board->finding_count != 0) {
            keep(o, &r);
        }
        debuginfo_close(&r.debug);
    }
    run_close(&run);
    program_arguments_free(argv);
    return status;
}
