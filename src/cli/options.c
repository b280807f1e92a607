#include "cli/options.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/say.h"

enum option_type { FLAG, AXIS, CRITERIA, NUMBER, SIZE, DURATION, TEXT, FILES, OUTPUT };

struct option {
    const char *name;
    char letter; /* 0: none */
    enum option_type type;
    int commands;
    size_t field;  /* in struct options */
    const struct axis *axis;
    const char *argument;
    const char *group;
    const char *help;
    const char *default_text;
    size_t given;  /* a bool in struct options to set, 0: none */
};

#define FIELD(f) offsetof(struct options, f)

static const struct option table[] = {
    { "search", 's', AXIS, FOR_CHECK, FIELD(job.search), &axis_search, "NAME", "Search", "how to explore", "dfs", FIELD(search_given) },
    { "reduction", 'r', AXIS, FOR_CHECK, FIELD(job.reduction), &axis_reduction, "NAME", "Search", "what may be left out because it is equivalent", "none", 0 },
    { "sleep", 0, FLAG, FOR_CHECK, FIELD(job.sleep), NULL, NULL, "Search", "with a reduction: sleep sets", NULL, 0 },
    { "order", 0, AXIS, FOR_CHECK, FIELD(job.order), &axis_order, "NAME", "Search", "of a stateless search: which message first", "fifo", FIELD(job.order_given) },
    { "store", 0, AXIS, FOR_CHECK, FIELD(job.store), &axis_store, "NAME", "Search", "how visited states are kept", "exact", FIELD(store_given) },
    { "identity", 0, AXIS, FOR_CHECK | FOR_GRAPH, FIELD(job.identity), &axis_identity, "NAME", "Search", "which states are the same", "exact", 0 },
    { "workers", 'w', NUMBER, FOR_CHECK, FIELD(job.workers), NULL, "N", "Search", "of a stateful search: explore with N processes at once", "1", 0 },
    { "runs", 0, NUMBER, FOR_CHECK, FIELD(job.runs_max), NULL, "N", "Search", "of a sampling search: how many executions", "1000; with --time or --deliveries until then", FIELD(runs_given) },
    { "seed", 0, NUMBER, FOR_CHECK, FIELD(job.seed), NULL, "N", "Search", "of a sampling search: the same seed samples the same executions", "another one each time, printed", FIELD(seed_given) },
    { "bug-depth", 0, NUMBER, FOR_CHECK, FIELD(job.bug_depth), NULL, "N", "Search", "of pct and pctcp: how many orderings make the bug", "3", FIELD(bug_depth_given) },
    { "criterion", 0, CRITERIA, FOR_COVER, FIELD(job.criteria), &axis_criterion, "LIST", "Search", "which pairs of receives to bring into both orders, with commas", "all", 0 },
    { "rounds", 0, NUMBER, FOR_COVER, FIELD(job.rounds_max), NULL, "N", "Search", "executions to generate schedules from: the first, then those with new receives", "all", 0 },
    { "initial", 0, FILES, FOR_COVER, FIELD(initial), NULL, "FILE", "Search", "a schedule to begin with, such as a recorded run; repeatable", "none: order of sending", 0 },
    { "literal", 0, FLAG, FOR_COVER, FIELD(job.literal), NULL, NULL, "Search", "as published: one round, and only what schedules order themselves counts", NULL, 0 },
    { "keep-going", 'k', FLAG, FOR_CHECK | FOR_COVER, FIELD(job.keep_going), NULL, NULL, "Search", "do not stop at the first violation", NULL, 0 },
    { "test", 0, TEXT, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.test), NULL, "NAME", "Search", "only this HR_TEST of the program", NULL, 0 },

    { "channel", 'c', AXIS, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.channel), &axis_channel, "NAME", "Semantics", "which orders are possible", "the program's own, else pairwise", FIELD(job.channel_given) },
    { "step", 0, AXIS, FOR_CHECK, FIELD(job.step), &axis_step, "NAME", "Semantics", "how much is one step of a stateful search", "little", 0 },
    { "env", 'e', AXIS, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.environment), &axis_environment, "NAME", "Semantics", "who may wait at an end", NULL, 0 },
    { "unhandled", 0, AXIS, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.unhandled), &axis_unhandled, "NAME", "Semantics", "messages without a handler", "error", 0 },
    { "undeliverable", 0, AXIS, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.undeliverable), &axis_undeliverable, "NAME", "Semantics", "messages left at an end", "warn", 0 },
    { "mailbox-limit", 0, NUMBER, FOR_CHECK | FOR_REPLAY | FOR_GRAPH, FIELD(job.mailbox_limit), NULL, "N", "Semantics", "more than N messages pending for an actor are a violation; 0: any number", "0", 0 },

    { "time", 't', DURATION, FOR_CHECK | FOR_GRAPH | FOR_COVER, FIELD(job.time_max_ms), NULL, "DURATION", "Limits", "stop after this time (90s, 5m, 2h)", "60s", FIELD(time_given) },
    { "time", 't', DURATION, FOR_REPLAY, FIELD(job.time_max_ms), NULL, "DURATION", "Limits", "with --live: end a run that takes longer", "10s", FIELD(time_given) },
    { "memory", 'm', SIZE, FOR_CHECK | FOR_GRAPH | FOR_COVER, FIELD(job.memory_max), NULL, "SIZE", "Limits", "most that the search may need (500M, 2G)", "half of the machine's", FIELD(job.memory_given) },
    { "on-full", 0, AXIS, FOR_CHECK, FIELD(job.on_full), &axis_on_full, "NAME", "Limits", "what to do when --memory is reached", "stop", 0 },
    { "depth", 0, NUMBER, FOR_CHECK | FOR_GRAPH | FOR_COVER, FIELD(job.depth_max), NULL, "N", "Limits", "give up executions after N deliveries", "none; 10000 when sampling", 0 },
    { "deliveries", 'n', NUMBER, FOR_CHECK | FOR_COVER, FIELD(job.deliveries_max), NULL, "N", "Limits", "stop after exactly N deliveries in all", "none", 0 },
    { "states", 0, NUMBER, FOR_GRAPH, FIELD(job.states_max), NULL, "N", "Limits", "leave out what is beyond N states", "1000", 0 },
    { "watchdog", 0, DURATION, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.watchdog_cpu_ms), NULL, "DURATION", "Limits", "CPU time of one handler (10 times as much wall time); 0 is none", "1s", 0 },
    { "arena", 0, SIZE, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.arena_bytes), NULL, "SIZE", "Limits", "heap of each actor", "1M", 0 },
    { "stack", 0, SIZE, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(job.stack_bytes), NULL, "SIZE", "Limits", "stack of each actor", "256K", 0 },

    { "no-guards", 0, FLAG, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(no_guards), NULL, NULL, "Trust", "leave memory unprotected and system calls alone", NULL, 0 },
    { "no-memo", 0, FLAG, FOR_CHECK | FOR_COVER, FIELD(no_memo), NULL, NULL, "Trust", "run the handler for every delivery (slow; to check the checker)", NULL, 0 },
    { "audit", 0, NUMBER, FOR_CHECK | FOR_COVER, FIELD(job.audit_every), NULL, "N", "Trust", "after the first 500, re-run one step in N to find hidden inputs; 0 re-runs none", "16", 0 },

    { "output", 'o', OUTPUT, FOR_CHECK | FOR_REPLAY | FOR_COVER, 0, NULL, "KIND:FILE", "Output", "also write the result (json), all distinct ends (ends), what was covered (coverage; without FILE as a table) or a report on replayed schedules (junit); FILE - is standard output; repeatable", NULL, 0 },
    { "output", 'o', OUTPUT, FOR_GRAPH, 0, NULL, "KIND:FILE", "Output", "write the graph in Graphviz's language (dot) or drawn by it (svg); FILE - is standard output; repeatable", "dot:-", 0 },
    { "outdir", 0, TEXT, FOR_CHECK | FOR_COVER, FIELD(outdir), NULL, "DIR", "Output", "where schedules are kept", ".harrier", 0 },
    { "save", 0, TEXT, FOR_COVER, FIELD(save), NULL, "DIR", "Output", "keep each failing schedule as a file, for harrier replay DIR/* PROGRAM", NULL, 0 },
    { "save-all", 0, FLAG, FOR_COVER, FIELD(save_all), NULL, NULL, "Output", "with --save: the others too", NULL, 0 },
    { "no-shorten", 0, FLAG, FOR_CHECK | FOR_COVER, FIELD(no_shorten), NULL, NULL, "Output", "show a violation's schedule as the search met it", NULL, 0 },
    { "live", 0, FLAG, FOR_REPLAY, FIELD(live), NULL, NULL, "Output", "start the program itself for each schedule and force it to follow", NULL, 0 },
    { "fail-fast", 0, FLAG, FOR_REPLAY, FIELD(fail_fast), NULL, NULL, "Output", "of several schedules: stop after the first that fails", NULL, 0 },
    { "gdb", 0, FLAG, FOR_REPLAY, FIELD(gdb), NULL, NULL, "Output", "run under gdb", NULL, 0 },
    { "break", 0, NUMBER, FOR_REPLAY, FIELD(job.break_step), NULL, "STEP", "Output", "with --gdb: stop before this step (the last one otherwise)", NULL, 0 },
    { "quiet", 'q', FLAG, FOR_CHECK | FOR_REPLAY | FOR_GRAPH | FOR_COVER, FIELD(quiet), NULL, NULL, "Output", "only the verdict", NULL, 0 },
    { "verbose", 'v', FLAG, FOR_CHECK | FOR_REPLAY | FOR_COVER, FIELD(verbose), NULL, NULL, "Output", "more about the search", NULL, 0 },
    { "color", 0, TEXT, FOR_CHECK | FOR_REPLAY | FOR_COVER, FIELD(color), NULL, "WHEN", "Output", "auto, always or never (NO_COLOR is honoured)", "auto", 0 },
    { "help", 'h', FLAG, FOR_ALL, FIELD(help), NULL, NULL, "Output", "show the options", NULL, 0 },
};
enum { TABLE_SIZE = sizeof table / sizeof *table };

void options_defaults(struct options *o)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    *o = (struct options){
        .job = { .search = SEARCH_DFS, .channel = CHANNEL_PAIRWISE, .store = STORE_EXACT, .environment = ENV_DEFAULT,
                 .time_max_ms = 60000, .memory_max = (uint64_t)pages * (uint64_t)page / 2, .depth_max = UINT64_MAX,
                 .deliveries_max = UINT64_MAX, .states_max = 1000, .watchdog_cpu_ms = 1000, .arena_bytes = 1 << 20, .stack_bytes = 256 << 10,
                 .audit_every = 16, .guards = true, .memo = true, .workers = 1, .runs_max = 1000, .bug_depth = 3,
                 .criteria = (1u << CRITERION_COUNT) - 1, .rounds_max = UINT64_MAX },
        .outdir = ".harrier",
        .color = "auto",
    };
}

/* ---- suggestions ---- */

/* Edits between two words, swapped neighbours counting as one (Damerau and Levenshtein, restricted). */
static size_t distance(const char *a, const char *b)
{
    enum { MOST = 64 };
    size_t rows[3][MOST + 1], la = strlen(a), lb = strlen(b);
    if (la > MOST || lb > MOST) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= lb; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= la; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best) {
                best = before[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[la % 3][lb];
}

const char *nearest(const char *word, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t least = strlen(word) / 2 + 1;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(word, names[i]);
        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}

static void complain(const char *what, const char *word, const char *const *names, size_t count, const char *more)
{
    const char *near = nearest(word, names, count);
    if (near != NULL) {
        say_error("unknown %s '%s'; did you mean '%s'?%s", what, word, near, more);
    } else {
        say_error("unknown %s '%s'%s", what, word, more);
    }
}

/* ---- values ---- */

static bool parse_scaled(const char *text, const char *units, const uint64_t *factors, uint64_t *out)
{
    char *rest;
    if (text[0] < '0' || text[0] > '9' || strpbrk(text, "eExXpP") != NULL) {
        return false;
    }
    double value = strtod(text, &rest);
    uint64_t factor = factors[0];
    if (*rest != '\0') {
        const char *unit = strchr(units, *rest);
        if (unit == NULL) {
            return false;
        }
        factor = factors[1 + (unit - units)];
        rest++;
        bool time = factors[0] == 1000;
        if (time && strcmp(rest, "s") == 0 && rest[-1] == 'm') {
            factor = 1; /* ms */
            rest++;
        } else if (!time && (strcmp(rest, "iB") == 0 || strcmp(rest, "B") == 0)) {
            rest = "";
        }
    }
    if (*rest != '\0' || value * (double)factor >= 9e18) {
        return false;
    }
    *out = (uint64_t)(value * (double)factor);
    return true;
}

static bool set_axis(const struct option *p, struct options *o, const char *value)
{
    int i = axis_find(p->axis, value);
    if (i < 0) {
        const char *names[32];
        char more[200];
        for (int k = 0; k < p->axis->count; k++) {
            names[k] = p->axis->values[k].name;
        }
        snprintf(more, sizeof more, " ('harrier list %s' shows all)", p->axis->name);
        complain(p->axis->name, value, names, (size_t)p->axis->count, more);
        return false;
    }
    memcpy((char *)o + p->field, &i, sizeof i);
    return true;
}

/* A list of values of an axis, with commas, as bits. */
static bool set_criteria(const struct option *p, struct options *o, const char *value)
{
    uint32_t bits = 0;
    for (const char *at = value; *at != '\0';) {
        size_t length = strcspn(at, ",");
        char word[40];
        int i = -1;
        if (length < sizeof word) {
            snprintf(word, sizeof word, "%.*s", (int)length, at);
            i = axis_find(p->axis, word);
        }
        if (i < 0) {
            say_error("unknown criterion '%.*s': --criterion takes pr, pbr and pcr, with commas between", (int)length, at);
            return false;
        }
        bits |= 1u << i;
        at += length + (at[length] == ',');
    }
    if (bits == 0) {
        say_error("--criterion takes pr, pbr and pcr, with commas between, not nothing");
        return false;
    }
    memcpy((char *)o + p->field, &bits, sizeof bits);
    return true;
}

static bool set_output(struct options *o, const char *value)
{
    static const char *const kinds[OUTPUT_KINDS] = { "json", "ends", "dot", "svg", "coverage", "junit" };
    bool graph = o->command == FOR_GRAPH;
    if (!graph && strcmp(value, "coverage") == 0) { /* without a file: as a table, in the report */
        o->show_coverage = true;
        o->job.record_coverage = true;
        return true;
    }
    const char *file = strchr(value, ':');
    size_t kind = 0, length = file != NULL ? (size_t)(file - value) : 0;
    while (kind < OUTPUT_KINDS && (strlen(kinds[kind]) != length || strncmp(value, kinds[kind], length) != 0)) {
        kind++;
    }
    bool of_graph = kind == OUTPUT_DOT || kind == OUTPUT_SVG;
    if (kind == OUTPUT_KINDS || of_graph != graph || file[1] == '\0') {
        say_error("--output takes KIND:FILE, with the kind %s, not '%s'", graph ? "dot or svg" : "json, ends, coverage or junit", value);
        return false;
    }
    if (o->output_count == OUTPUTS_MAX) {
        say_error("more than %d --output", OUTPUTS_MAX);
        return false;
    }
    o->outputs[o->output_count].kind = (enum output_kind)kind;
    o->job.record_ends = o->job.record_ends || kind == OUTPUT_ENDS;
    o->job.record_coverage = o->job.record_coverage || kind == OUTPUT_COVERAGE;
    o->outputs[o->output_count++].file = file + 1;
    return true;
}

static bool set(const struct option *p, struct options *o, const char *value)
{
    static const uint64_t sizes[] = { 1, 1 << 10, 1 << 20, 1 << 30, 1 << 10, 1 << 20, 1 << 30 };
    static const uint64_t times[] = { 1000, 1000, 60000, 3600000 };
    char *field = (char *)o + p->field, *rest;
    uint64_t number = 0;
    bool good = true;
    switch (p->type) {
    case FLAG: *(bool *)field = true; break;
    case AXIS: return set_axis(p, o, value) && (p->given == 0 || (*(bool *)((char *)o + p->given) = true));
    case OUTPUT: return set_output(o, value);
    case CRITERIA: return set_criteria(p, o, value);
    case FILES:
        if (o->initial_count == INITIAL_MAX) {
            say_error("more than %d --%s", INITIAL_MAX, p->name);
            return false;
        }
        o->initial[o->initial_count++] = value;
        return true;
    case TEXT:
        if (p->field == FIELD(job.test)) {
            good = strlen(value) < sizeof o->job.test;
            snprintf(o->job.test, sizeof o->job.test, "%s", value);
        } else {
            *(const char **)field = value;
        }
        break;
    case NUMBER:
        errno = 0;
        number = strtoull(value, &rest, 10);
        good = value[0] >= '0' && value[0] <= '9' && *rest == '\0' && errno == 0;
        if (p->field == FIELD(job.audit_every) || p->field == FIELD(job.break_step) ||
            p->field == FIELD(job.workers)) {
            good = good && number <= UINT32_MAX;
            *(uint32_t *)field = (uint32_t)number;
        } else {
            good = good && (number != 0 || (p->field != FIELD(job.deliveries_max) && p->field != FIELD(job.states_max) && p->field != FIELD(job.runs_max)));
            good = good && (p->field != FIELD(job.seed) || number <= INT64_MAX); /* JSON has signed numbers */
            good = good && (p->field != FIELD(job.bug_depth) || (number >= 1 && number <= BUG_DEPTH_MAX));
            *(uint64_t *)field = number;
        }
        break;
    case SIZE:
        good = parse_scaled(value, "KMGkmg", sizes, (uint64_t *)field);
        if (p->given != 0) {
            *(bool *)((char *)o + p->given) = true;
        }
        break;
    case DURATION:
        good = parse_scaled(value, "smh", times, (uint64_t *)field);
        break;
    }
    if (!good) {
        static const char *const wants[] = { [NUMBER] = "number", [SIZE] = "size such as 500M", [DURATION] = "duration such as 90s",
                                             [TEXT] = "shorter name" };
        say_error("--%s takes a %s, not '%s'", p->name, wants[p->type], value);
    }
    if (good && p->given != 0) {
        *(bool *)((char *)o + p->given) = true;
    }
    return good;
}

/* ---- parsing ---- */

static const struct option *find(const char *name, size_t length, int command)
{
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        if ((table[i].commands & command) && strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

static const struct option *find_letter(char letter, int command)
{
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        if ((table[i].commands & command) && table[i].letter == letter && letter != 0) {
            return &table[i];
        }
    }
    return NULL;
}

static void unknown(const char *word, int command)
{
    const char *names[TABLE_SIZE];
    char shown[TABLE_SIZE][40];
    size_t count = 0;
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        if (table[i].commands & command) {
            snprintf(shown[count], sizeof shown[0], "--%s", table[i].name);
            names[count] = shown[count];
            count++;
        }
    }
    char bare[60];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word, "="), word);
    const struct option *elsewhere = strncmp(bare, "--", 2) == 0 ? find(bare + 2, strlen(bare + 2), FOR_ALL) : NULL;
    if (elsewhere != NULL) {
        say_error("%s is an option of harrier %s", bare, elsewhere->commands & FOR_CHECK ? "check" : elsewhere->commands & FOR_COVER ? "cover" :
                  elsewhere->commands & FOR_REPLAY ? "replay" : "graph");
    } else {
        complain("option", bare, names, count, "");
    }
    fprintf(stderr, "Try 'harrier --help'.\n");
}

bool options_parse(struct options *o, int command, int argc, char **argv)
{
    int i = 0;
    o->command = command;
    o->job.search = command == FOR_COVER ? SEARCH_COVER : o->job.search;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        const char *word = argv[i], *value = NULL;
        const struct option *p;
        if (word[1] == '-') {
            const char *equals = strchr(word, '=');
            p = find(word + 2, equals == NULL ? strlen(word + 2) : (size_t)(equals - word - 2), command);
            value = equals == NULL ? NULL : equals + 1;
        } else {
            p = find_letter(word[1], command);
            value = word[2] == '\0' ? NULL : word + 2 + (word[2] == '=');
        }
        if (p == NULL) {
            unknown(word, command);
            return false;
        }
        if (p->type == FLAG && value != NULL) {
            say_error("--%s takes no value", p->name);
            return false;
        }
        if (p->type != FLAG && value == NULL && (value = ++i < argc ? argv[i] : NULL) == NULL) {
            say_error("--%s needs a value: %s", p->name, p->argument);
            return false;
        }
        if (!set(p, o, value)) {
            return false;
        }
    }
    o->arguments = argv + i;
    o->argument_count = argc - i;
    return o->help || options_fit(o, command);
}

/* ---- help ---- */

static void axis_values(const struct option *p, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; p->axis != NULL && k < p->axis->count; k++) {
        if (p->axis == &axis_environment && k == ENV_DEFAULT) {
            continue;
        }
        used += (size_t)snprintf(out + used, used < size ? size - used : 0, "%s%s", used == 0 ? "" : " | ", p->axis->values[k].name);
    }
}

void options_help(FILE *out, int command)
{
    const char *group = "";
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        const struct option *p = &table[i];
        if (!(p->commands & command)) {
            continue;
        }
        if (strcmp(group, p->group) != 0) {
            fprintf(out, "%s%s\n", group[0] == '\0' ? "" : "\n", p->group);
            group = p->group;
        }
        char left[80], values[300], letter[8] = "    ";
        if (p->letter != 0) {
            snprintf(letter, sizeof letter, "-%c, ", p->letter);
        }
        snprintf(left, sizeof left, "%s--%s%s%s", letter, p->name, p->argument != NULL ? " " : "", p->argument != NULL ? p->argument : "");
        fprintf(out, "  %-27s %s", left, p->help);
        axis_values(p, values, sizeof values);
        if (values[0] != '\0') {
            fprintf(out, ": %s", values);
        }
        fprintf(out, p->default_text != NULL ? " [%s]\n" : "\n", p->default_text);
    }
}

/* A hyphen in a man page must be asked for. */
static void man_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        fprintf(out, *text == '-' ? "\\-" : "%c", *text);
    }
}

static const char *commands_text(int commands)
{
    switch (commands) {
    case FOR_REPLAY: return "; with replay";
    case FOR_COVER: return "; with cover";
    case FOR_CHECK: return "; with check";
    case FOR_GRAPH: return "; with graph";
    case FOR_CHECK | FOR_COVER: return "; with check and cover";
    default: return "";
    }
}

void options_man(FILE *out)
{
    const char *group = "";
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        const struct option *p = &table[i];
        if (strcmp(group, p->group) != 0) {
            fprintf(out, ".SS %s\n", p->group);
            group = p->group;
        }
        fprintf(out, ".TP\n");
        if (p->letter != 0) {
            fprintf(out, "\\fB\\-%c\\fR, ", p->letter);
        }
        fputs("\\fB\\-\\-", out);
        man_text(out, p->name);
        fprintf(out, "\\fR%s%s\n", p->argument != NULL ? " " : "", p->argument != NULL ? p->argument : "");
        man_text(out, p->help);
        if (p->default_text != NULL) {
            fputs(" (default: ", out);
            man_text(out, p->default_text);
            fputc(')', out);
        }
        fprintf(out, "%s.\n", commands_text(p->commands));
        for (int k = 0; p->axis != NULL && k < p->axis->count; k++) {
            fprintf(out, ".br\n\\fB%s\\fR: %s\n", p->axis->values[k].name, p->axis->values[k].help);
        }
    }
}
