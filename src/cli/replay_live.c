/* harrier replay --live: one schedule of a suite, forced on the program itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/commands.h"
#include "report/say.h"
#include "supervise/live_run.h"

/* What a forced live run came to. Whatever ends a program badly counts, also after it left its schedule. */
static int judge(const struct live_run *r, uint64_t limit_ms, struct junit_case *c)
{
    char bad[FORCED_LINE + 100] = "", text[2 * FORCED_LINE + 200] = "";
    int status = EXIT_PASSED, code = WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 0;
    if (r->violation[0] != '\0') {
        snprintf(bad, sizeof bad, "%s", r->violation);
    } else if (r->timed_out) {
        snprintf(bad, sizeof bad, "it did not end within %.3g s", (double)limit_ms / 1000);
    } else if (WIFSIGNALED(r->status)) {
        snprintf(bad, sizeof bad, "%s (signal %d)  [crash]", strsignal(WTERMSIG(r->status)), WTERMSIG(r->status));
    } else if (code != 0 && code != EXIT_SKIPPED && !(code == EXIT_UNUSABLE && r->misfit[0] != '\0')) {
        snprintf(bad, sizeof bad, "it ended with status %d", code);
    }
    if (bad[0] != '\0') {
        bool left = r->misfit[0] != '\0';
        snprintf(text, sizeof text, "%s%s%s", bad, left ? "; before that " : "", r->misfit);
        c->outcome = JUNIT_FAILED;
        status = EXIT_VIOLATION;
    } else if (r->misfit[0] != '\0' || (!r->followed && code == 0)) {
        snprintf(text, sizeof text, "%s", r->misfit[0] != '\0' ? r->misfit : "the program ended before the schedule did");
        c->outcome = JUNIT_ERROR;
        status = EXIT_UNUSABLE;
    } else if (code == EXIT_SKIPPED) {
        c->outcome = JUNIT_SKIPPED;
        status = EXIT_SKIPPED;
    }
    c->text = strdup(text);
    return status;
}

/* A test is named to a live program as its first argument. */
static char **live_arguments(char **argv, char *test)
{
    size_t count = 0, added = test[0] != '\0';
    while (argv[count] != NULL) {
        count++;
    }
    char **all = calloc(count + added + 1, sizeof *all);
    all[0] = argv[0];
    all[1] = added != 0 ? test : NULL;
    memcpy(all + 1 + added, argv + 1, (count - 1) * sizeof *all);
    return all;
}

int replay_live(const struct options *given, const char *schedule, char **argv, struct junit_case *c)
{
    struct options o = *given;
    size_t size;
    c->name = strdup(schedule);
    char *text = schedule_open(&o, schedule, &size);
    if (text == NULL) {
        c->outcome = JUNIT_ERROR;
        c->text = strdup("not a schedule that can be read");
        return EXIT_UNUSABLE;
    }
    free(text);
    struct live_run run;
    char **arguments = live_arguments(argv, o.job.test);
    live_run(&run, arguments, schedule, o.job.time_max_ms, !o.verbose);
    free(arguments);
    c->seconds = run.seconds;
    if (run.started) {
        return judge(&run, o.job.time_max_ms, c);
    }
    c->outcome = JUNIT_ERROR;
    c->text = strdup(run.error);
    return EXIT_UNUSABLE;
}
