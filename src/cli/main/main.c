/* The harrier command. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/place.h"
#include "options/table.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"
#include "shells/shells.h"
#include "starter/starter.h"
#include "supervise/limits.h"

static void usage(FILE *out)
{
    fputs("Usage: harrier COMMAND [OPTION]... PROGRAM [ARGS]...\n"
          "\n",
          out);
    commands_help(out);
    fputs("\n"
          "The program is an ordinary executable linked with libharrier.\n"
          "'harrier COMMAND --help' shows a command's options. Exit status: 0 passed, 1 a violation, 2 not usable\n"
          "(options, program, schedule), 3 inconclusive, 4 the program is not deterministic, 77 skipped, 99 a bug in harrier.\n",
          out);
}

static int (*command_of(int bit))(struct options *)
{
    static const struct {
        int bit;
        int (*run)(struct options *);
    } rows[] = { { FOR_CHECK, command_check },   { FOR_COVER, command_cover }, { FOR_REPLAY, command_replay }, { FOR_GRAPH, command_graph },
                 { FOR_REPORT, command_report }, { FOR_RUN, command_run },     { FOR_INIT, starter_init } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].bit == bit) {
            return rows[i].run;
        }
    }
    return NULL;
}

static int tell_options(const struct command *command)
{
    print(stdout, "Usage: harrier %s\n\n", command->synopsis);
    options_help(stdout, command->bit);
    return EXIT_PASSED;
}

static int with_options(const struct command *command, int argc, char **argv)
{
    struct options o;
    options_defaults(&o);
    o.self = argv[0];
    o.typed = argv;
    if (!options_parse(&o, command->bit, argc - 2, argv + 2)) {
        return EXIT_UNUSABLE;
    }
    if (o.help) {
        return tell_options(command);
    }
    if (o.argument_count == 0 && command->takes != TAKES_FOLDER) {
        say_error("nothing to run given: harrier %s", command->synopsis);
        return EXIT_UNUSABLE;
    }
    bool begun = places_writable(&o) && outputs_begin(&o);
    int status = begun ? command_of(command->bit)(&o) : EXIT_UNUSABLE;
    return outputs_finish(&o, begun && outputs_any(&o)) ? status : status_unwritten(status);
}

static int unknown_command(const char *name)
{
    const char *names[commands_table_size];
    for (size_t i = 0; i < commands_table_size; i++) {
        names[i] = commands_table[i].name;
    }
    const char *near = nearest(name, names, commands_table_size);
    if (near != NULL) {
        say_error("unknown command '%s'; did you mean '%s'?", name, near);
    } else {
        say_error("unknown command '%s'", name);
    }
    fputs("Try 'harrier --help'.\n", stderr);
    return EXIT_UNUSABLE;
}

static int help(const char *about)
{
    const struct command *command = about != NULL ? commands_find(about) : NULL;
    if (about != NULL && strcmp(about, "progress") == 0) {
        terminal_explain_progress(stdout);
        return EXIT_PASSED;
    }
    if (about != NULL && command == NULL) {
        return unknown_command(about);
    }
    if (command != NULL) {
        return tell_options(command);
    }
    usage(stdout);
    return EXIT_PASSED;
}

static int run_command(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    const struct command *command = commands_find(name);
    if (command != NULL && command_of(command->bit) != NULL) {
        return with_options(command, argc, argv);
    }
    if (strcmp(name, "list") == 0) {
        return command_list(argc - 2, argv + 2);
    }
    if (strcmp(name, "completion") == 0) {
        return shells_command(argc - 2, argv + 2);
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        print(stdout, "harrier %s\n", HARRIER_VERSION);
        return EXIT_PASSED;
    }
    if (strcmp(name, "--man") == 0) { /* for the build: the options part of harrier(1) */
        options_man(stdout);
        return EXIT_PASSED;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        return help(argc > 2 ? argv[2] : NULL);
    }
    if (name[0] == '\0') {
        usage(stderr);
        return EXIT_UNUSABLE;
    }
    return unknown_command(name);
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
