#include "shells/shells.h"

#include <string.h>

#include "report/print.h"
#include "report/say.h"

enum shells_value shells_value(const struct option *p)
{
    switch (p->type) {
    case FLAG: return VALUE_NONE;
    case AXIS:
    case WORD: return VALUE_WORD;
    case CRITERIA: return VALUE_LIST;
    case OUTPUT: return VALUE_OUTPUT;
    case FILES: return VALUE_FILE;
    case TEXT:
        return p->field == FIELD(job.test)        ? VALUE_TEST
               : strcmp(p->argument, "FILE") == 0 ? VALUE_FILE
               : strcmp(p->argument, "DIR") == 0  ? VALUE_FOLDER
                                                  : VALUE_OTHER;
    default: return VALUE_OTHER;
    }
}

const char *shells_word(const struct option *p, int command, size_t *at, const char **help)
{
    *help = "";
    if (p->type == OUTPUT) {
        const char *name = NULL;
        while (name == NULL && *at < OUTPUT_KINDS) {
            name = options_output_kind((*at)++, command);
        }
        return name;
    }
    if (p->axis == NULL || *at >= (size_t)p->axis->count) {
        return NULL;
    }
    *help = p->axis->values[*at].help;
    return p->axis->values[(*at)++].name;
}

const struct option *shells_option(int command, size_t *at)
{
    while (*at < options_table_size) {
        const struct option *p = &options_table[(*at)++];
        if (p->commands & command) {
            return p;
        }
    }
    return NULL;
}

bool shells_repeatable(const struct option *p)
{
    return p->type == OUTPUT || p->type == FILES || p->field == FIELD(job.libraries);
}

int shells_command(int argc, char **argv)
{
    static void (*const writers[])(FILE *) = { shells_bash, shells_zsh, shells_fish }; /* in the order of shells_table */
    const struct command *self = commands_find("completion");
    const char *shell = argc > 0 ? argv[0] : "";
    if (strcmp(shell, "--help") == 0 || strcmp(shell, "-h") == 0) {
        print(stdout, "Usage: harrier %s\n\n", self->synopsis);
        options_help(stdout, self->bit);
        return EXIT_PASSED;
    }
    for (size_t i = 0; i < shells_table_size && argc == 1; i++) {
        if (strcmp(shell, shells_table[i]) == 0) {
            writers[i](stdout);
            return EXIT_PASSED;
        }
    }
    say_error("completion for which shell? harrier completion bash, zsh or fish");
    return EXIT_UNUSABLE;
}
