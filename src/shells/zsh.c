/* Completion for zsh: a list for _arguments of each command's options, and a function for each set of words. */
#include <string.h>

#include "report/print.h"
#include "shells/shells.h"

/* Between single quotes. What _arguments looks for in an explanation gets a backslash. */
static void quoted(FILE *out, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            print(out, "'\\''");
        } else {
            print(out, strchr(special, *text) != NULL ? "\\%c" : "%c", *text);
        }
    }
}

static void write_word(FILE *out, const char *word, const char *help)
{
    print(out, "        '%s%s", word, help[0] != '\0' ? ":" : "");
    quoted(out, help, "");
    print(out, "'\n");
}

static void write_words(FILE *out, const struct command *command, const struct option *p)
{
    const char *word, *help;
    print(out, "(( $+functions[_harrier_%s_%s] )) ||\n_harrier_%s_%s() {\n    local -a known=(\n", command->name, p->name, command->name,
          p->name);
    for (size_t at = 0; (word = shells_word(p, command->bit, &at, &help)) != NULL;) {
        write_word(out, word, help);
    }
    print(out, "    )\n");
    switch (shells_value(p)) {
    case VALUE_LIST: print(out, "    _sequence -s , _describe -t values %s known\n}\n\n", p->name); break;
    case VALUE_OUTPUT: print(out, "    if compset -P '*:'; then _files; else compadd -S : -- $known; fi\n}\n\n"); break;
    default: print(out, "    _describe -t values %s known\n}\n\n", p->name); break;
    }
}

static void write_option(FILE *out, const struct command *command, const struct option *p)
{
    bool many = shells_repeatable(p);
    enum shells_value value = shells_value(p);
    print(out, "            ");
    if (many) {
        print(out, "'*'");
    } else {
        print(out, "'(");
        if (p->letter != 0) {
            print(out, "-%c ", p->letter);
        }
        print(out, "--%s)'", p->name);
    }
    if (p->letter != 0) {
        print(out, value == VALUE_NONE ? "{-%c,--%s}'[" : "{-%c+,--%s=}'[", p->letter, p->name);
    } else {
        print(out, value == VALUE_NONE ? "--%s'[" : "--%s='[", p->name);
    }
    quoted(out, p->help, "[]:\\");
    print(out, "]");
    if (value != VALUE_NONE) {
        print(out, ":");
        quoted(out, p->argument, ":\\");
    }
    switch (value) {
    case VALUE_NONE: break;
    case VALUE_FILE: print(out, ":_files"); break;
    case VALUE_FOLDER: print(out, ":_files -/"); break;
    case VALUE_TEST: print(out, ":_harrier_tests"); break;
    case VALUE_OTHER: print(out, ": "); break;
    default: print(out, ":_harrier_%s_%s", command->name, p->name); break;
    }
    print(out, "' \\\n");
}

static void write_operands(FILE *out, const struct command *c)
{
    switch (c->takes) {
    case TAKES_PROGRAM: print(out, "            '1:PROGRAM:_files -g \"*(*)\"' '*::ARGS:_files'\n"); break;
    case TAKES_SCHEDULES: print(out, "            '*::FILE:_files'\n"); break;
    case TAKES_FOLDER: print(out, "            '1:DIR:_files -/'\n"); break;
    case TAKES_LIST:
        print(out, "            '1:WHAT:(");
        for (size_t k = 0; k < lists_table_size; k++) {
            print(out, "%s ", lists_table[k].name);
        }
        print(out, "tests)' '2:PROGRAM:_files'\n");
        break;
    case TAKES_SHELL:
        print(out, "            '1:SHELL:(");
        for (size_t k = 0; k < shells_table_size; k++) {
            print(out, "%s ", shells_table[k]);
        }
        print(out, ")'\n");
        break;
    case TAKES_COMMAND: print(out, "            '1:COMMAND:_harrier_commands'\n"); break;
    }
}

static void write_commands(FILE *out)
{
    print(out, "(( $+functions[_harrier_commands] )) ||\n_harrier_commands() {\n    local -a known=(\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        write_word(out, commands_table[i].name, commands_table[i].help);
    }
    print(out, "    )\n    _describe -t commands command known\n}\n\n");
}

void shells_zsh(FILE *out)
{
    print(out, "#compdef harrier\n# Completion of harrier's command lines in zsh. Made by: harrier completion zsh\n\n");
    write_commands(out);
    print(out, "(( $+functions[_harrier_tests] )) ||\n_harrier_tests() { # of the program on the line, which may be behind the cursor\n"
               "    local word\n"
               "    local -a known\n"
               "    for word in ${words[2,-1]}; do\n"
               "        [[ -f $word && -x $word ]] && known=(${(f)\"$($_harrier_self list tests $word 2> /dev/null)\"}) && break\n"
               "    done\n"
               "    compadd -- $known\n}\n\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        const struct option *p;
        for (size_t at = 0; (p = shells_option(commands_table[i].bit, &at)) != NULL;) {
            enum shells_value value = shells_value(p);
            if (value == VALUE_WORD || value == VALUE_LIST || value == VALUE_OUTPUT) {
                write_words(out, &commands_table[i], p);
            }
        }
    }
    print(out, "_harrier() {\n"
               "    local curcontext=$curcontext state line _harrier_self=$words[1]\n"
               "    _arguments -C '(- *)'{-h,--help}'[show the commands]' '(- *)'{-V,--version}'[show the version]' \\\n"
               "        '1:COMMAND:_harrier_commands' '*:: :->rest'\n"
               "    [[ $state == rest ]] || return\n"
               "    case $words[1] in\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        const struct option *p;
        print(out, "    %s)\n        _arguments -A '-*' : \\\n", commands_table[i].name);
        for (size_t at = 0; (p = shells_option(commands_table[i].bit, &at)) != NULL;) {
            write_option(out, &commands_table[i], p);
        }
        write_operands(out, &commands_table[i]);
        print(out, "        ;;\n");
    }
    print(out, "    esac\n}\n\nif [[ $funcstack[1] == _harrier ]]; then _harrier \"$@\"; else compdef _harrier harrier; fi\n");
}
