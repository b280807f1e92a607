/* Completion for bash. Two functions are made from the tables: which options a command has, and what stands behind an option. */
#include "report/print.h"
#include "shells/shells.h"

static const char *const kinds[] = { [VALUE_WORD] = "words",     [VALUE_LIST] = "list",  [VALUE_OUTPUT] = "output", [VALUE_FILE] = "files",
                                     [VALUE_FOLDER] = "folders", [VALUE_TEST] = "tests", [VALUE_OTHER] = "other" };

static void write_options(FILE *out)
{
    print(out, "_harrier_options() # of a command\n{\n    case $1 in\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        const struct option *p;
        print(out, "    %s) words='", commands_table[i].name);
        for (size_t at = 0; (p = shells_option(commands_table[i].bit, &at)) != NULL;) {
            if (p->letter != 0) {
                print(out, "-%c ", p->letter);
            }
            print(out, "--%s ", p->name);
        }
        print(out, "' ;;\n");
    }
    print(out, "    esac\n}\n\n");
}

static void write_value(FILE *out, const struct command *command, const struct option *p)
{
    const char *word, *help;
    print(out, "    '%s --%s'", command->name, p->name);
    if (p->letter != 0) {
        print(out, " | '%s -%c'", command->name, p->letter);
    }
    print(out, ") kind=%s words='", kinds[shells_value(p)]);
    for (size_t at = 0; (word = shells_word(p, command->bit, &at, &help)) != NULL;) {
        print(out, "%s%s ", word, p->type == OUTPUT ? ":" : "");
    }
    print(out, "' ;;\n");
}

static void write_values(FILE *out)
{
    print(out, "_harrier_value() # of an option of a command\n{\n    kind= words=\n    case \"$1 $2\" in\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        const struct option *p;
        for (size_t at = 0; (p = shells_option(commands_table[i].bit, &at)) != NULL;) {
            if (shells_value(p) != VALUE_NONE) {
                write_value(out, &commands_table[i], p);
            }
        }
    }
    print(out, "    esac\n    [ -n \"$kind\" ]\n}\n\n");
}

/* What a command takes besides options. */
static void write_operands(FILE *out)
{
    print(out, "_harrier_operand() # of a command, the first or a later one\n{\n    kind=files words=\n    case \"$1 $2\" in\n");
    for (size_t i = 0; i < commands_table_size; i++) {
        const struct command *c = &commands_table[i];
        switch (c->takes) {
        case TAKES_PROGRAM: print(out, "    '%s first') kind=programs ;;\n", c->name); break;
        case TAKES_SCHEDULES: break;
        case TAKES_FOLDER: print(out, "    '%s '*) kind=folders ;;\n", c->name); break;
        case TAKES_LIST:
            print(out, "    '%s first') kind=words words='", c->name);
            for (size_t k = 0; k < lists_table_size; k++) {
                print(out, "%s ", lists_table[k].name);
            }
            print(out, "tests' ;;\n    '%s '*) kind=programs ;;\n", c->name);
            break;
        case TAKES_SHELL:
        case TAKES_COMMAND:
            print(out, "    '%s '*) kind=words words='", c->name);
            for (size_t k = 0; k < shells_table_size && c->takes == TAKES_SHELL; k++) {
                print(out, "%s ", shells_table[k]);
            }
            for (size_t k = 0; k < commands_table_size && c->takes == TAKES_COMMAND; k++) {
                print(out, "%s ", commands_table[k].name);
            }
            print(out, "' ;;\n");
            break;
        }
    }
    print(out, "    esac\n}\n\n");
}

/* The words are taken from the line, because bash splits COMP_WORDS at = and : too. What is offered replaces only what stands behind the last
 * of those characters in COMP_WORDBREAKS, so the part before is put in front where the user has removed them. */
static const char rest[] =
    "_harrier_tests() # the names of the tests of the program on the line, which may be behind the cursor\n"
    "{\n"
    "    local -a all\n"
    "    local word\n"
    "    read -ra all <<< \"$COMP_LINE\"\n"
    "    for word in \"${all[@]:2}\"; do\n"
    "        if [ -f \"$word\" ] && [ -x \"$word\" ]; then\n"
    "            \"$1\" list tests \"$word\" 2> /dev/null\n"
    "            return\n"
    "        fi\n"
    "    done\n"
    "}\n\n"
    "_harrier()\n"
    "{\n"
    "    local command kind words value before= operand=first i last\n"
    "    local -a typed\n"
    "    read -ra typed <<< \"${COMP_LINE:0:COMP_POINT}\"\n"
    "    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && typed+=('')\n"
    "    last=$((${#typed[@]} - 1)) value=${typed[last]} command=${typed[1]}\n"
    "    COMPREPLY=()\n"
    "    if [ \"$last\" -le 1 ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$_harrier_commands --help --version\" -- \"$value\")\n"
    "        return\n"
    "    fi\n"
    "    kind=\n"
    "    for ((i = 2; i < last; i++)); do\n"
    "        case ${typed[i]} in\n"
    "        --) [ $operand = first ] && operand=only ;;\n"
    "        --*=*) ;;\n"
    "        -?*) [ $operand = first ] && _harrier_value \"$command\" \"${typed[i]}\" && i=$((i + 1)) ;;\n"
    "        *) [ $operand = only ] && operand=first; [ $operand = first ] && operand=later ;;\n"
    "        esac\n"
    "    done\n"
    "    if [ $i -le $last ]; then # no option waits for its value\n"
    "        case $operand,$value in\n"
    "        first,--*=*)\n"
    "            _harrier_value \"$command\" \"${value%%=*}\" || return\n"
    "            [[ $COMP_WORDBREAKS == *=* ]] || before=${value%%=*}=\n"
    "            value=${value#*=}\n"
    "            ;;\n"
    "        first,-*) kind=words; _harrier_options \"$command\" ;;\n"
    "        only,*) _harrier_operand \"$command\" first ;;\n"
    "        *) _harrier_operand \"$command\" $operand ;;\n"
    "        esac\n"
    "    fi\n"
    "    case $kind in\n"
    "    words) mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"$value\") ;;\n"
    "    list)\n"
    "        [[ $value == *,* ]] && before=$before${value%,*},\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"${value##*,}\")\n"
    "        compopt -o nospace 2> /dev/null\n"
    "        ;;\n"
    "    output)\n"
    "        if [[ $value == *:* ]]; then\n"
    "            [[ $COMP_WORDBREAKS == *:* ]] && before= || before=$before${value%%:*}:\n"
    "            mapfile -t COMPREPLY < <(compgen -P \"$before\" -f -- \"${value#*:}\")\n"
    "        else\n"
    "            mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"$value\")\n"
    "            compopt -o nospace 2> /dev/null\n"
    "        fi\n"
    "        ;;\n"
    "    tests)\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$(_harrier_tests \"${typed[0]}\")\" -- \"$value\")\n"
    "        ;;\n"
    "    programs)\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$value\" | while IFS= read -r word; do [ -x \"$word\" ] && printf '%s\\n' \"$word\"; done)\n"
    "        compopt -o filenames 2> /dev/null\n"
    "        ;;\n"
    "    files | folders)\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$before\" $([ $kind = files ] && echo -f || echo -d) -- \"$value\")\n"
    "        compopt -o filenames 2> /dev/null\n"
    "        ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _harrier harrier\n";

void shells_bash(FILE *out)
{
    print(out, "# Completion of harrier's command lines in bash. Made by: harrier completion bash\n# shellcheck shell=bash\n\n");
    print(out, "_harrier_commands='");
    for (size_t i = 0; i < commands_table_size; i++) {
        print(out, "%s ", commands_table[i].name);
    }
    print(out, "'\n\n");
    write_options(out);
    write_values(out);
    write_operands(out);
    fwrite(rest, 1, sizeof rest - 1, out);
}
