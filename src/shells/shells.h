/* Completion of command lines in a user's shell, made from the tables of options and commands. */
#ifndef HARRIER_SHELLS_SHELLS_H
#define HARRIER_SHELLS_SHELLS_H

#include <stdio.h>

#include "options/table.h"

/* harrier completion SHELL; returns the exit status. */
int shells_command(int argc, char **argv);

/* What stands behind an option. */
enum shells_value {
    VALUE_NONE,
    VALUE_WORD,
    VALUE_LIST /* of words, with commas */,
    VALUE_OUTPUT,
    VALUE_FILE,
    VALUE_FOLDER,
    VALUE_TEST /* of the program on the line */,
    VALUE_OTHER
};
enum shells_value shells_value(const struct option *p);
/* The words that such a value can be or begin with, one after the other: *at begins with 0; NULL after the last. Those of VALUE_OUTPUT are
 * followed by a colon and the name of a file. */
const char *shells_word(const struct option *p, int command, size_t *at, const char **help);
/* The options of a command, one after the other: *at begins with 0; NULL after the last. */
const struct option *shells_option(int command, size_t *at);
/* Whether an option can be given several times. */
bool shells_repeatable(const struct option *p);

void shells_bash(FILE *out);
void shells_zsh(FILE *out);
void shells_fish(FILE *out);

#endif
