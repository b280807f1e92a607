/* The commands, one row each, and the words that some of them take. */
#include <string.h>

#include "options/table.h"
#include "report/print.h"

/* clang-format off */
const struct command commands_table[] = {
    { "check", FOR_CHECK, TAKES_PROGRAM, "check [OPTION]... PROGRAM [ARGS]...", "explore every order in which the program's messages can be delivered" },
    { "cover", FOR_COVER, TAKES_PROGRAM, "cover [OPTION]... PROGRAM [ARGS]...", "run schedules that bring pairs of messages into every order, where checking all orders takes too long" },
    { "replay", FOR_REPLAY, TAKES_SCHEDULES, "replay [OPTION]... TRACE... PROGRAM [ARGS]...", "run schedules again: harrier replay TRACE... PROGRAM [ARGS]..." },
    { "graph", FOR_GRAPH, TAKES_PROGRAM, "graph [OPTION]... PROGRAM [ARGS]...", "show all states of a small program, and what leads from one to the other, in Graphviz's language or as SVG" },
    { "report", FOR_REPORT, TAKES_SCHEDULES, "report SCHEDULE... [OPTION]... PROGRAM [ARGS]...", "make a page for a browser of schedules: harrier report SCHEDULE... [--output html:FILE] PROGRAM [ARGS]..." },
    { "run", FOR_RUN, TAKES_PROGRAM, "run [OPTION]... PROGRAM [ARGS]...", "tell one execution step by step: messages in order of sending, or in an order that --seed decides" },
    { "list", FOR_LIST, TAKES_LIST, "list WHAT", "searches, reductions, orders, criteria, channels, identities, stores, environments, checks, or: tests PROGRAM" },
    { "init", FOR_INIT, TAKES_FOLDER, "init [DIR]", "write a first test, and a CMakeLists.txt that builds it" },
    { "completion", FOR_COMPLETION, TAKES_SHELL, "completion SHELL", "print what completes command lines in bash, zsh or fish: source <(harrier completion bash)" },
    { "help", FOR_HELP, TAKES_COMMAND, "help [COMMAND]", "this, or the options of a command; help progress: what the line shown during a search says" },
};

const struct listing lists_table[] = {
    { "searches", "search", &axis_search },
    { "reductions", "reduction", &axis_reduction },
    { "orders", "order", &axis_order },
    { "criteria", "criteria", &axis_criterion },
    { "steps", "step", &axis_step },
    { "channels", "channel", &axis_channel },
    { "identities", "identity", &axis_identity },
    { "stores", "store", &axis_store },
    { "environments", "env", &axis_environment },
    { "unhandled", "unhandled", &axis_unhandled },
    { "undeliverable", "undeliverable", &axis_undeliverable },
    { "timers", "timers", &axis_timers },
    { "libraries", "library", &axis_library },
    { "checks", "check", &axis_check },
};
/* clang-format on */
const size_t commands_table_size = sizeof commands_table / sizeof *commands_table;
const size_t lists_table_size = sizeof lists_table / sizeof *lists_table;
const char *const shells_table[] = { "bash", "zsh", "fish" };
const size_t shells_table_size = sizeof shells_table / sizeof *shells_table;

const struct command *commands_find(const char *name)
{
    for (size_t i = 0; i < commands_table_size; i++) {
        if (strcmp(commands_table[i].name, name) == 0) {
            return &commands_table[i];
        }
    }
    return NULL;
}

const struct command *commands_first(int bits)
{
    size_t i = 0;
    while (i + 1 < commands_table_size && !(commands_table[i].bit & bits)) {
        i++;
    }
    return &commands_table[i];
}

void commands_help(FILE *out)
{
    for (size_t i = 0; i < commands_table_size; i++) {
        print(out, "  %-11s %s\n", commands_table[i].name, commands_table[i].help);
    }
}
