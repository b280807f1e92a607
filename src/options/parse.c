#include "options/options.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/text.h"
#include "options/table.h"
#include "report/print.h"
#include "report/result.h"
#include "report/say.h"

void options_defaults(struct options *o)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    *o = (struct options){
        .job = { .search = SEARCH_DFS,
                 .channel = CHANNEL_DEFAULT,
                 .store = STORE_EXACT,
                 .environment = ENV_DEFAULT,
                 .time_max_ms = 60000,
                 .memory_max = (uint64_t)pages * (uint64_t)page / 2,
                 .depth_max = UINT64_MAX,
                 .deliveries_max = UINT64_MAX,
                 .states_max = 1000,
                 .watchdog_cpu_ms = DEFAULT_WATCHDOG_MS,
                 .arena_bytes = DEFAULT_ARENA,
                 .stack_bytes = DEFAULT_STACK,
                 .audit_every = 16,
                 .guards = true,
                 .memo = true,
                 .workers = 1,
                 .runs_max = 1000,
                 .bug_depth = 3,
                 .late_ms = LATE_MS,
                 .late_looks = LATE_LOOKS,
                 .criteria = (1u << CRITERION_COUNT) - 1,
                 .rounds_max = UINT64_MAX },
        .every_ms = 600000,
        .silence_ms = 30000,
        .outdir = ".harrier",
        .color = "auto",
        .unfit = "fail",
    };
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
    return *out != 0 || value == 0; /* a time below 1 ms must not become 0, which has a meaning of its own */
}

static bool set_axis(const struct option *p, struct options *o, const char *value)
{
    int i = axis_find(p->axis, value);
    if (i < 0) {
        const char *names[p->axis->count];
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

/* The kinds of output, and the commands that have them. */
static const struct {
    const char *name;
    int commands;
} kinds[OUTPUT_KINDS] = {
    [OUTPUT_HTML] = { "html", FOR_CHECK | FOR_COVER | FOR_REPLAY | FOR_REPORT | FOR_RUN },
    [OUTPUT_JSON] = { "json", FOR_CHECK | FOR_COVER | FOR_REPLAY | FOR_RUN },
    [OUTPUT_JUNIT] = { "junit", FOR_CHECK | FOR_COVER | FOR_REPLAY },
    [OUTPUT_TAP] = { "tap", FOR_CHECK | FOR_COVER | FOR_REPLAY },
    [OUTPUT_SARIF] = { "sarif", FOR_CHECK | FOR_COVER | FOR_REPLAY | FOR_REPORT | FOR_RUN },
    [OUTPUT_MERMAID] = { "mermaid", FOR_CHECK | FOR_COVER | FOR_REPLAY | FOR_REPORT | FOR_RUN },
    [OUTPUT_SHIVIZ] = { "shiviz", FOR_CHECK | FOR_COVER | FOR_REPLAY | FOR_REPORT | FOR_RUN },
    [OUTPUT_ENDS] = { "ends", FOR_CHECK | FOR_COVER | FOR_REPLAY },         /* of replay, refused with a reason (fit.c) */
    [OUTPUT_COVERAGE] = { "coverage", FOR_CHECK | FOR_COVER | FOR_REPLAY }, /* the same */
    [OUTPUT_PROGRESS] = { "progress", FOR_CHECK | FOR_COVER | FOR_REPLAY }, /* the same */
    [OUTPUT_DOT] = { "dot", FOR_GRAPH },
    [OUTPUT_SVG] = { "svg", FOR_GRAPH },
};

const char *options_output_kind(size_t kind, int command)
{
    bool hidden = command == FOR_REPLAY && (kind == OUTPUT_ENDS || kind == OUTPUT_COVERAGE || kind == OUTPUT_PROGRESS);
    return (kinds[kind].commands & command) && !hidden ? kinds[kind].name : NULL;
}

static void complain_of_output(const struct options *o, const char *value)
{
    char names[200] = "";
    struct text t = text_in(names, sizeof names);
    size_t left = 0;
    for (size_t k = 0; k < OUTPUT_KINDS; k++) {
        left += options_output_kind(k, o->command) != NULL;
    }
    for (size_t k = 0; k < OUTPUT_KINDS; k++) {
        if (options_output_kind(k, o->command) != NULL) {
            text_printf(&t, "%s%s", names[0] == '\0' ? "" : left == 1 ? " or " : ", ", kinds[k].name);
            left--;
        }
    }
    say_error("--output takes KIND:FILE, with the kind %s, not '%s'", names, value);
}

static bool set_output(const struct option *p, struct options *o, const char *value)
{
    (void)p;
    if (o->command != FOR_GRAPH && strcmp(value, "coverage") == 0) { /* without a file: as a table, in the report */
        o->show_coverage = true;
        o->job.record_coverage = true;
        return true;
    }
    const char *file = strchr(value, ':');
    size_t kind = 0, length = file != NULL ? (size_t)(file - value) : 0;
    while (kind < OUTPUT_KINDS && (strlen(kinds[kind].name) != length || strncmp(value, kinds[kind].name, length) != 0)) {
        kind++;
    }
    if (kind == OUTPUT_KINDS || !(kinds[kind].commands & o->command) || file[1] == '\0') {
        complain_of_output(o, value);
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

static bool set_text(const struct option *p, struct options *o, const char *value)
{
    if (p->field == FIELD(job.libraries)) {
        return library_set(o, value);
    }
    if (p->field == FIELD(job.faults)) {
        return faults_set(o, value);
    }
    if (p->field != FIELD(job.test)) {
        *(const char **)((char *)o + p->field) = value;
        return true;
    }
    if (strlen(value) >= sizeof o->job.test) {
        say_error("--%s takes a shorter name, not '%s'", p->name, value);
        return false;
    }
    snprintf(o->job.test, sizeof o->job.test, "%s", value);
    return true;
}

/* One of a few words that an axis names, kept as text. */
static bool set_word(const struct option *p, struct options *o, const char *value)
{
    if (axis_find(p->axis, value) < 0) {
        char names[200] = "";
        struct text t = text_in(names, sizeof names);
        for (int k = 0; k < p->axis->count; k++) {
            text_printf(&t, "%s%s", k == 0 ? "" : k + 1 == p->axis->count ? " or " : ", ", p->axis->values[k].name);
        }
        say_error("--%s takes %s, not '%s'", p->name, names, value);
        return false;
    }
    *(const char **)((char *)o + p->field) = value;
    return true;
}

static bool set_files(const struct option *p, struct options *o, const char *value)
{
    if (o->initial_count == INITIAL_MAX) {
        say_error("more than %d --%s", INITIAL_MAX, p->name);
        return false;
    }
    o->initial[o->initial_count++] = value;
    return true;
}

static bool set_number(const struct option *p, struct options *o, const char *value)
{
    char *field = (char *)o + p->field, *rest;
    uint64_t most = p->most != 0 ? p->most : p->type == SHORT_NUMBER ? UINT32_MAX : UINT64_MAX;
    errno = 0;
    uint64_t number = strtoull(value, &rest, 10);
    bool is_number = value[0] >= '0' && value[0] <= '9' && *rest == '\0' && errno == 0;
    if (!is_number || number < p->least || number > most) {
        if (is_number && p->least != 0 && p->most != 0) {
            say_error("--%s takes a number from %lu to %lu, not '%s'", p->name, p->least, p->most, value);
        } else {
            say_error("--%s takes a number, not '%s'", p->name, value);
        }
        return false;
    }
    if (p->type == SHORT_NUMBER) {
        *(uint32_t *)field = (uint32_t)number;
    } else {
        *(uint64_t *)field = number;
    }
    return true;
}

static bool set_amount(const struct option *p, struct options *o, const char *value)
{
    static const uint64_t sizes[] = { 1, 1 << 10, 1 << 20, 1 << 30, 1 << 10, 1 << 20, 1 << 30 };
    static const uint64_t times[] = { 1000, 1000, 60000, 3600000 };
    bool size = p->type == SIZE;
    bool good = parse_scaled(value, size ? "KMGkmg" : "smh", size ? sizes : times, (uint64_t *)((char *)o + p->field));
    if (!good) {
        say_error("--%s takes a %s, not '%s'", p->name, size ? "size such as 500M" : "duration such as 90s", value);
    }
    return good;
}

static bool set_flag(const struct option *p, struct options *o, const char *value)
{
    (void)value;
    *(bool *)((char *)o + p->field) = true;
    return true;
}

static bool set(const struct option *p, struct options *o, const char *value)
{
    static bool (*const setters[])(const struct option *p, struct options *o, const char *value) = {
        [FLAG] = set_flag,           [AXIS] = set_axis,   [CRITERIA] = set_criteria, [NUMBER] = set_number,
        [SHORT_NUMBER] = set_number, [SIZE] = set_amount, [DURATION] = set_amount,   [TEXT] = set_text,
        [WORD] = set_word,           [FILES] = set_files, [OUTPUT] = set_output,
    };
    bool good = setters[p->type](p, o, value);
    if (good && p->given != 0) {
        *(bool *)((char *)o + p->given) = true;
    }
    return good;
}

/* ---- parsing ---- */

static const struct option *find(const char *name, size_t length, int command)
{
    for (size_t i = 0; i < options_table_size; i++) {
        if ((options_table[i].commands & command) && strlen(options_table[i].name) == length &&
            strncmp(options_table[i].name, name, length) == 0) {
            return &options_table[i];
        }
    }
    return NULL;
}

static const struct option *find_letter(char letter, int command)
{
    for (size_t i = 0; i < options_table_size; i++) {
        if ((options_table[i].commands & command) && options_table[i].letter == letter && letter != 0) {
            return &options_table[i];
        }
    }
    return NULL;
}

bool options_have(int command, const char *word)
{
    const struct option *letter = word[0] == '-' && word[1] != '-' && strlen(word) == 2 ? find_letter(word[1], command) : NULL;
    return letter != NULL || (strncmp(word, "--", 2) == 0 && find(word + 2, strcspn(word + 2, "="), command) != NULL);
}

static void unknown(const char *word, int command)
{
    const char *names[options_table_size];
    char shown[options_table_size][40];
    size_t count = 0;
    for (size_t i = 0; i < options_table_size; i++) {
        if (options_table[i].commands & command) {
            snprintf(shown[count], sizeof shown[0], "--%s", options_table[i].name);
            names[count] = shown[count];
            count++;
        }
    }
    char bare[60];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word, "="), word);
    const struct option *elsewhere = strncmp(bare, "--", 2) == 0 ? find(bare + 2, strlen(bare + 2), FOR_ALL) : NULL;
    if (elsewhere != NULL) {
        say_error("%s is an option of harrier %s", bare, commands_first(elsewhere->commands)->name);
    } else {
        complain("option", bare, names, count, "");
    }
    print(stderr, "Try 'harrier --help'.\n");
}

bool options_parse(struct options *o, int command, int argc, char **argv)
{
    int i = 0;
    o->command = command;
    o->job.search = command == FOR_COVER ? SEARCH_COVER : command == FOR_RUN ? SEARCH_RANDOM : o->job.search;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            o->separated = true;
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
    return o->help || options_fit(o);
}
