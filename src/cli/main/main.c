/* The harrier command. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/place.h"
#include "report/print.h"
#include "report/say.h"
#include "supervise/limits.h"

static void usage(FILE *out)
{
    fputs("Usage: harrier COMMAND [OPTION]... PROGRAM [ARGS]...\n"
          "\n"
          "  check    explore every order in which the program's messages can be delivered\n"
          "  cover    run schedules that bring pairs of messages into every order, where checking all orders takes too long\n"
          "  replay   run schedules again: harrier replay TRACE... PROGRAM [ARGS]...\n"
          "  graph    show all states of a small program, and what leads from one to the other, in Graphviz's language or as SVG\n"
          "  list     searches, reductions, orders, criteria, channels, identities, stores, environments, checks, or: tests PROGRAM\n"
          "\n"
          "The program is an ordinary executable linked with libharrier.\n"
          "'harrier COMMAND --help' shows a command's options. Exit status: 0 passed, 1 a violation, 2 not usable\n"
          "(options, program, schedule), 3 inconclusive, 4 the program is not deterministic, 77 skipped, 99 a bug in harrier.\n",
          out);
}

static int with_options(int command, int (*run)(struct options *), const char *synopsis, int argc, char **argv)
{
    struct options o;
    options_defaults(&o);
    if (!options_parse(&o, command, argc, argv)) {
        return EXIT_UNUSABLE;
    }
    if (o.help) {
        print(stdout, "Usage: harrier %s\n\n", synopsis);
        options_help(stdout, command);
        return EXIT_PASSED;
    }
    if (o.argument_count == 0) {
        say_error("nothing to run given: harrier %s", synopsis);
        return EXIT_UNUSABLE;
    }
    return places_writable(&o) ? run(&o) : EXIT_UNUSABLE;
}

static int run_command(int argc, char **argv)
{
    static const char *const commands[] = { "check", "cover", "replay", "graph", "list", "help" };
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "check") == 0) {
        return with_options(FOR_CHECK, command_check, "check [OPTION]... PROGRAM [ARGS]...", argc - 2, argv + 2);
    }
    if (strcmp(command, "cover") == 0) {
        return with_options(FOR_COVER, command_cover, "cover [OPTION]... PROGRAM [ARGS]...", argc - 2, argv + 2);
    }
    if (strcmp(command, "replay") == 0) {
        return with_options(FOR_REPLAY, command_replay, "replay [OPTION]... TRACE... PROGRAM [ARGS]...", argc - 2, argv + 2);
    }
    if (strcmp(command, "graph") == 0) {
        return with_options(FOR_GRAPH, command_graph, "graph [OPTION]... PROGRAM [ARGS]...", argc - 2, argv + 2);
    }
    if (strcmp(command, "list") == 0) {
        return command_list(argc - 2, argv + 2);
    }
    if (strcmp(command, "--version") == 0 || strcmp(command, "-V") == 0) {
        print(stdout, "harrier %s\n", HARRIER_VERSION);
        return EXIT_PASSED;
    }
    if (strcmp(command, "--man") == 0) { /* for the build: the options part of harrier(1) */
        options_man(stdout);
        return EXIT_PASSED;
    }
    bool asked = strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 || strcmp(command, "help") == 0;
    if (asked || command[0] == '\0') {
        usage(asked ? stdout : stderr);
        return asked ? EXIT_PASSED : EXIT_UNUSABLE;
    }
    const char *near = nearest(command, commands, sizeof commands / sizeof *commands);
    if (near != NULL) {
        say_error("unknown command '%s'; did you mean '%s'?", command, near);
    } else {
        say_error("unknown command '%s'", command);
    }
    fputs("Try 'harrier --help'.\n", stderr);
    return EXIT_UNUSABLE;
}

/* If a standard stream is closed, the first file that is opened would get its number, and output for the stream would go into that file. So
 * closed streams are opened in the wrong direction: using them fails, as it should. */
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv)
{
    limits_raise();
    hold_standard_streams();
    signal(SIGCHLD, SIG_DFL); /* if the parent process ignored it, waitpid() would not work here */
    int status = run_command(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        say_error("cannot write to standard output: %s", strerror(errno));
        status = status_unwritten(status);
    }
    return status;
}
