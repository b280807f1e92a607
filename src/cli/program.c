/* What check and replay share: finding the program, and runs that gave no verdict. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "supervise/limits.h"
#include "supervise/program_kind.h"

char *program_path(const char *name)
{
    if (strchr(name, '/') != NULL || access(name, X_OK) == 0) {
        char *path = NULL;
        if (asprintf(&path, "%s%s", strchr(name, '/') != NULL ? "" : "./", name) < 0) {
            return NULL;
        }
        return path;
    }
    const char *from = getenv("PATH");
    for (const char *p = from; p != NULL && *p != '\0'; p = strchr(p, ':') != NULL ? strchr(p, ':') + 1 : NULL) {
        char *path = NULL;
        if (asprintf(&path, "%.*s/%s", (int)strcspn(p, ":"), p, name) >= 0 && access(path, X_OK) == 0) {
            return path;
        }
        free(path);
    }
    say_error("%s: no such program", name);
    return NULL;
}

/* Options behind the program's name are the program's own, which is easily forgotten. */
static void hint(const struct options *o, int first)
{
    for (int i = first + 1; i < o->argument_count && !o->separated && !o->quiet; i++) {
        if (options_have(o->command, o->arguments[i])) {
            say_error("note: '%s' is handed to %s; options of harrier come before the program (and after --, nothing is taken for one)",
                      o->arguments[i], o->arguments[first]);
            return;
        }
    }
}

char **program_arguments(const struct options *o, int first)
{
    hint(o, first);
    char *path = program_path(o->arguments[first]);
    if (path == NULL) {
        return NULL;
    }
    size_t given = (size_t)(o->argument_count - first);
    char **argv = calloc(given + 1, sizeof *argv);
    memcpy(argv, o->arguments + first, given * sizeof *argv);
    argv[0] = path;
    return argv;
}

void program_arguments_free(char **argv)
{
    if (argv != NULL) {
        free(argv[0]);
    }
    free(argv);
}

struct debuginfo *program_debug(const char *path, const struct board *b)
{
    struct debuginfo *d = debuginfo_open(path);
    debuginfo_bias(d, b->bias);
    for (uint32_t i = 0; i < b->library_count; i++) {
        debuginfo_library(d, b->libraries[i].path, b->libraries[i].bias);
    }
    debuginfo_engine(d, b->engine.path, b->engine.bias);
    return d;
}

static int unlisted(const struct board *b)
{
    char names[TESTS_MAX * (sizeof b->tests[0] + 2)] = "";
    struct text t = text_in(names, sizeof names);
    for (uint32_t i = 0; i < b->test_count; i++) {
        text_printf(&t, "%s%s", i == 0 ? "" : ", ", b->tests[i]);
    }
    if (b->job.test[0] == '\0') {
        say_error("the program has several tests, choose one with --test: %s", names);
    } else {
        say_error("the program has no test '%s'; it has: %s", b->job.test, names);
    }
    return EXIT_UNUSABLE;
}

static void say_what_it_printed(const struct run *r)
{
    print_lines(stderr, "", r->output.text, r->output.size, SIZE_MAX);
}

static int exit_code(const struct run *r)
{
    return WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 128 + WTERMSIG(r->status);
}

/* The engine has not begun. */
static void say_not_begun(const struct run *r, const char *program)
{
    const char *why = program_refuses_preload(r->program);
    if (strstr(r->output.text, "ASan") != NULL) {
        say_error("%s: built with AddressSanitizer, whose own malloc and shadow memory leave no place for the checker's; build it without "
                  "for 'harrier check' (run live, sanitizers work)",
                  program);
    } else if (why != NULL) {
        say_error("%s: the checker was not loaded into it: %s", program, why);
    } else if (exit_code(r) == 127 && r->output.size != 0) { /* the loader's own words, such as those on a library that it does not find */
        say_error("%s could not be started:", program);
        say_what_it_printed(r);
    } else {
        say_error("%s ended (status %d) before its main(), when one of its libraries was set up", program, exit_code(r));
        say_what_it_printed(r);
    }
}

/* The process is gone, and main() had not come to hr_run(). */
static int lost_in_main(const struct run *r, const char *program)
{
    if (run_interrupted()) {
        say_error("interrupted before main() came to hr_run()");
        return EXIT_INCONCLUSIVE;
    }
    if (r->error[0] != '\0') {
        say_error("%s", r->error);
    } else if (!r->board->ready) {
        say_not_begun(r, program);
    } else {
        say_error("%s ended (status %d) without calling hr_run(): is it linked with libharrier, and are its arguments right?", program,
                  exit_code(r));
        say_what_it_printed(r);
    }
    return EXIT_UNUSABLE;
}

/* The process is gone and left no result. */
static int lost(const struct run *r, const char *program)
{
    const struct board *b = r->board;
    if (b->state == RUN_STARTED) {
        return lost_in_main(r, program);
    }
    if (WIFSIGNALED(r->status) && limits_end_by(WTERMSIG(r->status))) {
        say_error("the process that explored was ended after %lu states by a limit on CPU time (ulimit -t)", b->counts.tally.states);
        return b->finding_count != 0 ? -1 : EXIT_INCONCLUSIVE;
    }
    if (WIFSIGNALED(r->status) && WTERMSIG(r->status) == SIGKILL) {
        say_error("the process that explored was killed after %lu states (out of memory? --memory sets a limit)", b->counts.tally.states);
        return b->finding_count != 0 ? -1 : EXIT_INCONCLUSIVE;
    }
    say_error("internal error: the process that explored ended unexpectedly (status %x) after %lu states", (unsigned)r->status,
              b->counts.tally.states);
    return b->finding_count != 0 ? -1 : EXIT_BROKEN;
}

int run_without_verdict(const struct run *r, const char *program)
{
    const struct board *b = r->board;
    switch (b->state) {
    case RUN_COMPLETE:
    case RUN_STOPPED: return -1;
    case RUN_SKIPPED: print(stderr, "SKIP     %s   %s\n", b->job.test[0] != '\0' ? b->job.test : program, b->why); return EXIT_SKIPPED;
    case RUN_LISTED: return unlisted(b);
    case RUN_UNUSABLE: say_error("%s: %s", program, b->why); return EXIT_UNUSABLE;
    case RUN_BROKEN: say_error("internal error: %s", b->why); return b->finding_count != 0 ? -1 : EXIT_BROKEN;
    default: return lost(r, program);
    }
}
