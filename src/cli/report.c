/* harrier report: schedules, run again, as a page for a browser; and a page that lists such pages. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands.h"
#include "cli/place.h"
#include "page/index.h"
#include "report/print.h"
#include "report/say.h"

/* One schedule. The status says whether it could be followed; a violation is what a report is made for, and no failure. */
static int report_one(const struct options *given, const char *schedule, char **argv, char **arguments, bool further)
{
    struct options o = *given; /* each schedule brings its own settings */
    size_t size;
    char *text = schedule_open(&o, schedule, &size);
    if (text == NULL) {
        return EXIT_UNUSABLE;
    }
    o.job.mode = JOB_FOLLOW;
    struct run run;
    int status = EXIT_UNUSABLE;
    if (!run_program(&run, argv, &o.job, text, size, NULL, NULL)) {
        say_error("%s: %s", schedule, run.error);
    } else if ((status = run_without_verdict(&run, arguments[0])) < 0) {
        struct result r = { .self = o.self,
                            .program = arguments[0],
                            .arguments = arguments + 1,
                            .test = o.job.test,
                            .board = run.board,
                            .recorded = run.board,
                            .verdict = replay_verdict(run.board),
                            .debug = program_debug(argv[0], run.board) };
        struct explaining why = { .begun = false };
        snprintf(r.trace, sizeof r.trace, "%s", schedule);
        if (run.board->finding_count != 0 && outputs_explain(&o, &run.board->findings[0])) {
            explain_followed(&r, &why, argv, &o.job);
        }
        bool written = outputs_write(&o, &r, further);
        status = written ? EXIT_PASSED : EXIT_UNUSABLE;
        explain_close(&why);
        debuginfo_close(&r.debug);
    }
    run_close(&run);
    free(text);
    return status;
}

/* Options may also come between the schedules and the program. */
static bool parse_rest(struct options *o, int schedules)
{
    int count = o->argument_count;
    char **words = o->arguments;
    if (schedules == count || words[schedules][0] != '-') {
        return true;
    }
    if (!options_parse(o, FOR_REPORT, count - schedules, words + schedules)) {
        return false;
    }
    int taken = count - schedules - o->argument_count;
    memmove(words + taken, words, (size_t)schedules * sizeof *words);
    o->arguments = words + taken;
    o->argument_count = count - taken;
    return places_writable(o);
}

/* A folder of reports: its index, in the folder itself unless --output says otherwise. */
static int report_index(const struct options *o)
{
    const char *folder = o->arguments[0];
    char beside[PATH_MAX];
    const char *file = o->output_count != 0 ? o->outputs[0].file : beside;
    if (o->argument_count != 1 || o->output_count > 1) {
        say_error("a folder of reports is all that an index needs: harrier report FOLDER [--output html:FILE]");
        return EXIT_UNUSABLE;
    }
    errno = ENAMETOOLONG;
    bool fits = snprintf(beside, sizeof beside, "%s/index.html", folder) < (int)sizeof beside;
    FILE *out = !fits ? NULL : strcmp(file, "-") == 0 ? stdout : fopen(file, "w");
    size_t count = 0;
    bool written = out != NULL && index_write(out, folder, &count);
    if (out != NULL && out != stdout) {
        written = fclose(out) == 0 && written;
    }
    if (!written) {
        say_error("cannot write %s: %s", file, strerror(errno));
        return EXIT_UNUSABLE;
    }
    if (!o->quiet) {
        print(o->human, "%zu report%s listed in %s\n", count, count == 1 ? "" : "s", file);
    }
    return EXIT_PASSED;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static void write_by_default(struct options *o, const char *file)
{
    if (o->output_count == 0) {
        o->outputs[o->output_count].kind = OUTPUT_HTML;
        o->outputs[o->output_count++].file = file;
    }
}

int command_report(struct options *o)
{
    int schedules = is_folder(o->arguments[0]) ? 1 : schedule_arguments(o);
    if (!parse_rest(o, schedules)) {
        return EXIT_UNUSABLE;
    }
    if (is_folder(o->arguments[0])) {
        return report_index(o);
    }
    if (schedules == 0 || schedules >= o->argument_count) {
        say_error("report needs schedules and a program: harrier report SCHEDULE... [OPTION]... PROGRAM [ARGS]... (%s is %s)",
                  o->arguments[0], schedules == 0 ? "no schedule" : "a schedule");
        return EXIT_UNUSABLE;
    }
    write_by_default(o, "report.html");
    char **argv = program_arguments(o, schedules);
    int status = argv != NULL ? EXIT_PASSED : EXIT_UNUSABLE;
    for (int i = 0; argv != NULL && i < schedules && !run_interrupted(); i++) {
        int one = report_one(o, o->arguments[i], argv, o->arguments + schedules, i != 0);
        status = one != EXIT_PASSED ? one : status;
    }
    if (outputs_any(o) && !o->quiet) {
        print(o->human, "%d schedule%s in %s\n", schedules, schedules == 1 ? "" : "s", o->outputs[0].file);
    }
    program_arguments_free(argv);
    return run_interrupted() ? EXIT_INCONCLUSIVE : status;
}
