/* The option table as --help and as the man page show it. */
#include <stdbool.h>
#include <string.h>

#include "options/table.h"
#include "report/print.h"

static void axis_values(const struct option *p, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; p->axis != NULL && k < p->axis->count; k++) {
        bool taken = p->values == 0 || (p->values >> k & 1) != 0;
        if (!taken || (p->axis == &axis_environment && k == ENV_DEFAULT)) {
            continue;
        }
        used += (size_t)snprintf(out + used, used < size ? size - used : 0, "%s%s", used == 0 ? "" : " | ", p->axis->values[k].name);
    }
}

void options_help(FILE *out, int command)
{
    const char *group = "";
    for (size_t i = 0; i < options_table_size; i++) {
        const struct option *p = &options_table[i];
        if (!(p->commands & command)) {
            continue;
        }
        if (strcmp(group, p->group) != 0) {
            print(out, group[0] == '\0' ? "%s\n" : "\n%s\n", p->group);
            group = p->group;
        }
        char left[80], values[300], letter[8] = "    ";
        if (p->letter != 0) {
            snprintf(letter, sizeof letter, "-%c, ", p->letter);
        }
        snprintf(left, sizeof left, "%s--%s%s%s", letter, p->name, p->argument != NULL ? " " : "", p->argument != NULL ? p->argument : "");
        print(out, "  %-27s %s", left, p->help);
        axis_values(p, values, sizeof values);
        if (values[0] != '\0') {
            print(out, ": %s", values);
        }
        print(out, p->default_text != NULL ? " [%s]\n" : "\n", p->default_text);
    }
}

/* A hyphen in a man page must be asked for. */
static void man_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        print(out, *text == '-' ? "\\-" : "%c", *text);
    }
}

/* "; with check and cover": whose option it is, where that are one or two commands. */
static void commands_text(FILE *out, int bits)
{
    const struct command *first = commands_first(bits), *second = commands_first(bits & ~first->bit);
    int rest = bits & ~first->bit;
    if (rest == 0) {
        print(out, "; with %s", first->name);
    } else if (rest == second->bit) {
        print(out, "; with %s and %s", first->name, second->name);
    }
}

void options_man(FILE *out)
{
    const char *group = "";
    for (size_t i = 0; i < options_table_size; i++) {
        const struct option *p = &options_table[i];
        if (strcmp(group, p->group) != 0) {
            print(out, ".SS %s\n", p->group);
            group = p->group;
        }
        print(out, ".TP\n");
        if (p->letter != 0) {
            print(out, "\\fB\\-%c\\fR, ", p->letter);
        }
        fputs("\\fB\\-\\-", out);
        man_text(out, p->name);
        print(out, "\\fR%s%s\n", p->argument != NULL ? " " : "", p->argument != NULL ? p->argument : "");
        man_text(out, p->help);
        if (p->default_text != NULL) {
            fputs(" (default: ", out);
            man_text(out, p->default_text);
            fputc(')', out);
        }
        commands_text(out, p->commands);
        print(out, ".\n");
        for (int k = 0; p->axis != NULL && k < p->axis->count; k++) {
            if (p->values == 0 || (p->values >> k & 1) != 0) {
                print(out, ".br\n\\fB%s\\fR: %s\n", p->axis->values[k].name, p->axis->values[k].help);
            }
        }
    }
}
