/* Completion for fish: one line for each command, and for each option of each command. */
#include <string.h>

#include "report/print.h"
#include "shells/shells.h"

/* Between single quotes. */
static void quoted(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        print(out, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    }
}

/* As an item of a list that fish expands once more: the word, and what it is between double quotes. */
static void write_item(FILE *out, const char *word, const char *after, const char *help)
{
    print(out, "%s%s", word, after);
    if (help[0] != '\0') {
        print(out, "\\t\"");
        quoted(out, help);
        print(out, "\"");
    }
    print(out, " ");
}

static void write_option(FILE *out, const struct command *c, const struct option *p)
{
    enum shells_value value = shells_value(p);
    const char *word, *help;
    print(out, "complete -c harrier -n '__harrier_is %s' -l %s", c->name, p->name);
    if (p->letter != 0) {
        print(out, " -s %c", p->letter);
    }
    print(out, value == VALUE_NONE ? "" : value == VALUE_FILE ? " -rF" : " -x");
    if (value == VALUE_TEST) {
        print(out, " -a '(__harrier_tests)'");
    } else if (value == VALUE_FOLDER) {
        print(out, " -a '(__fish_complete_directories)'");
    } else if (value == VALUE_WORD || value == VALUE_LIST || value == VALUE_OUTPUT) {
        print(out, " -a '");
        for (size_t at = 0; (word = shells_word(p, c->bit, &at, &help)) != NULL;) {
            write_item(out, word, value == VALUE_OUTPUT ? ":" : "", help);
        }
        print(out, "'");
    }
    print(out, " -d '");
    quoted(out, p->help);
    print(out, "'\n");
}

static void write_operands(FILE *out, const struct command *c)
{
    print(out, "complete -c harrier -n '__harrier_is %s'", c->name);
    switch (c->takes) {
    case TAKES_PROGRAM:
    case TAKES_SCHEDULES: print(out, " -F\n"); break;
    case TAKES_FOLDER: print(out, " -a '(__fish_complete_directories)'\n"); break;
    case TAKES_LIST:
        print(out, " -a '");
        for (size_t k = 0; k < lists_table_size; k++) {
            print(out, "%s ", lists_table[k].name);
        }
        print(out, "tests'\ncomplete -c harrier -n '__harrier_is %s tests' -F\n", c->name);
        break;
    case TAKES_SHELL:
        print(out, " -a '");
        for (size_t k = 0; k < shells_table_size; k++) {
            print(out, "%s ", shells_table[k]);
        }
        print(out, "'\n");
        break;
    case TAKES_COMMAND:
        print(out, " -a '");
        for (size_t k = 0; k < commands_table_size; k++) {
            print(out, "%s ", commands_table[k].name);
        }
        print(out, "'\n");
        break;
    }
}

void shells_fish(FILE *out)
{
    print(out, "# Completion of harrier's command lines in fish. Made by: harrier completion fish\n"
               "function __harrier_is # whether the line begins with these words\n"
               "    set -l typed (commandline -opc)\n"
               "    set -l last (math 1 + (count $argv))\n"
               "    test (count $typed) -ge $last; and test \"$typed[2..$last]\" = \"$argv\"\n"
               "end\n"
               "function __harrier_tests # of the program on the line, which may be behind the cursor\n"
               "    set -l typed (commandline -op)\n"
               "    for word in $typed[3..-1]\n"
               "        if test -f $word -a -x $word\n"
               "            $typed[1] list tests $word 2> /dev/null\n"
               "            return\n"
               "        end\n"
               "    end\n"
               "end\n"
               "complete -c harrier -f\n"
               "complete -c harrier -n 'test (count (commandline -opc)) -eq 1' -l help -s h -d 'show the commands'\n"
               "complete -c harrier -n 'test (count (commandline -opc)) -eq 1' -l version -s V -d 'show the version'\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        print(out, "complete -c harrier -n 'test (count (commandline -opc)) -eq 1' -a %s -d '", commands_table[i].name);
        quoted(out, commands_table[i].help);
        print(out, "'\n");
    }
    for (size_t i = 0; i < commands_table_size; i++) {
        const struct option *p;
        for (size_t at = 0; (p = shells_option(commands_table[i].bit, &at)) != NULL;) {
            write_option(out, &commands_table[i], p);
        }
        write_operands(out, &commands_table[i]);
    }
}
