/* Whether critical steps are right, on generated programs that fail:
 *
 *     critical [-n PROGRAMS] [-f FIRST] PROGRAM
 *
 * The checker finds a violation and explains it. The schedule is then followed by the reference of test/differential, which shares nothing with
 * the engine, and brute force says from there whether any continuation passes: from the state before the critical step one must, from the
 * state after it none. The passing schedule must be one for the reference too, and share all steps before the critical one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "enumerate.h"
#include "harrier_run.h"
#include "reference.h"
#include "trace/schedule.h"
#include "trial.h"

enum { PROGRAMS = 500, DRAWS = 400, LINES_MAX = 2000 };

/* ---- schedules in the reference's world ---- */

/* A letter by the names that a schedule has: its number among those of the same names. */
struct named {
    char key[200];
    int sequence, n;
};

struct following {
    const struct table *table;
    enum channel channel;
    struct world world;
    struct named named[SENT_MAX];
    int count;
    bool over;       /* a step went wrong */
    unsigned wrongs; /* of the states so far */
};

static void key_of(const struct following *f, const struct letter *l, char *out)
{
    out[0] = '\0';
    world_name(&f->world, l->from, out);
    strcat(out, " ");
    world_name(&f->world, l->to, out);
    sprintf(out + strlen(out), " %s%s", l->kind == REPLY || l->kind == FAILURE ? "reply " : "", letter_type(l, f->table));
}

/* Numbers the letters that are new. */
static void number_letters(struct following *f)
{
    for (int i = 0; i < f->world.letter_count; i++) {
        const struct letter *l = &f->world.letters[i];
        bool known = false;
        for (int k = 0; k < f->count; k++) {
            known = known || f->named[k].sequence == l->sequence;
        }
        if (known) {
            continue;
        }
        struct named *n = &f->named[f->count++];
        *n = (struct named){ .sequence = l->sequence, .n = 1 };
        key_of(f, l, n->key);
        for (int k = 0; k < f->count - 1; k++) {
            n->n += strcmp(f->named[k].key, n->key) == 0;
        }
    }
}

static bool at_end(const struct following *f)
{
    for (int i = 0; i < f->world.letter_count; i++) {
        if (world_offers(&f->world, f->table, i, f->channel)) {
            return false;
        }
    }
    return true;
}

static void begin(struct following *f, const struct table *t, enum channel channel)
{
    unsigned ignored = 0;
    memset(f, 0, sizeof *f);
    f->table = t;
    f->channel = channel;
    world_start(&f->world, t, &ignored);
    number_letters(f);
}

/* Delivers what a line means; false when there is no such letter. */
static bool follow_line(struct following *f, const struct schedule_step *want)
{
    char key[600];
    snprintf(key, sizeof key, "%s %s %s%s", want->from, want->to, want->reply ? "reply " : "", want->type);
    for (int i = 0; i < f->world.letter_count; i++) {
        for (int k = 0; k < f->count; k++) {
            const struct named *n = &f->named[k];
            if (n->sequence != f->world.letters[i].sequence || n->n != (int)want->n || strcmp(n->key, key) != 0) {
                continue;
            }
            struct script script = { .count = (int)want->choice_count };
            for (size_t c = 0; c < want->choice_count; c++) {
                script.picks[c] = (int)want->choices[c].value;
            }
            bool offered = world_offers(&f->world, f->table, i, f->channel);
            struct step step = world_deliver(&f->world, f->table, i, &script);
            f->over = step.over;
            if (!f->over) {
                number_letters(f);
                f->wrongs |= world_wrongs(&f->world, f->table, at_end(f));
            }
            return offered;
        }
    }
    return false;
}

/* Follows the first `steps` lines; false when one does not fit. */
static bool follow_text(struct following *f, const char *text, size_t size, size_t steps)
{
    const char *at = text;
    struct schedule_step want;
    char error[300];
    struct text t = text_in(error, sizeof error);
    for (size_t i = 0; i < steps && schedule_read_step(&at, text + size, &want, &t) == 1; i++) {
        if (f->over || !follow_line(f, &want)) {
            return false;
        }
    }
    return true;
}

/* ---- brute force ---- */

static bool next_script(struct script *s)
{
    while (s->count > 0 && ++s->picks[s->count - 1] >= s->of[s->count - 1]) {
        s->count--;
    }
    return s->count > 0;
}

/* Whether some continuation violates nothing; the state itself has been looked at. */
static bool some_passes(const struct world *w, const struct table *t, enum channel channel)
{
    bool end = true;
    for (int i = 0; i < w->letter_count; i++) {
        if (!world_offers(w, t, i, channel)) {
            continue;
        }
        end = false;
        struct script script = { 0 };
        do {
            struct world next;
            world_copy(&next, w);
            if (!world_deliver(&next, t, i, &script).over && world_wrongs(&next, t, false) == 0 && some_passes(&next, t, channel)) {
                return true;
            }
        } while (next_script(&script));
    }
    return end && world_wrongs(w, t, true) == 0;
}

static bool passes_after(const struct trial *t, const struct table *table, const char *text, size_t size, size_t steps, bool *fits)
{
    static struct following f;
    begin(&f, table, t->channel);
    *fits = follow_text(&f, text, size, steps);
    return *fits && !f.over && f.wrongs == 0 && some_passes(&f.world, table, t->channel);
}

/* ---- one program ---- */

struct judged {
    unsigned programs, steps, at_once, last, earlier, answered;
    bool good;
};

static size_t common_lines(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t lines = 0;
    for (size_t i = 0; i < a_size && i < b_size && a[i] == b[i]; i++) {
        lines += a[i] == '\n';
    }
    return lines;
}

static const char *judge_passing(const struct trial *t, const struct table *table, const struct board *b, const char *text, size_t size)
{
    static struct following f;
    const struct explained *e = &b->explained;
    const char *passing = (const char *)b->log + e->passing;
    if (e->passing_size == 0 || e->endless) {
        return "no schedule that passes is given";
    }
    if (common_lines(text, size, passing, e->passing_size) + 1 != e->critical) {
        return "the passing schedule departs at another step";
    }
    begin(&f, table, t->channel);
    bool fits = follow_text(&f, passing, e->passing_size, LINES_MAX);
    return !fits || f.over || f.wrongs != 0 || !at_end(&f) ? "the passing schedule does not pass" : NULL;
}

/* What is wrong with an explanation; NULL: nothing. */
static const char *judge(const struct trial *t, const struct table *table, const struct board *b, const char *text, size_t size,
                         uint64_t steps, struct judged *judged)
{
    const struct explained *e = &b->explained;
    bool fits, fits_too;
    if (e->kind == EXPLAINED_AT_ONCE) {
        judged->at_once++;
        return passes_after(t, table, text, size, 0, &fits) ? "not every execution fails" : NULL;
    }
    if (e->kind != EXPLAINED_STEP) {
        return e->kind == EXPLAINED_NOT ? "not explained" : "unknown within the budget";
    }
    bool before = passes_after(t, table, text, size, e->critical - 1, &fits);
    bool after = passes_after(t, table, text, size, e->critical, &fits_too);
    judged->steps++;
    judged->last += e->critical == steps;
    judged->earlier += e->critical < steps;
    judged->answered += e->instead == 0;
    return !fits || !fits_too ? "the reference cannot follow the schedule"
           : !before          ? "every continuation fails before the critical step already"
           : after            ? "after the critical step a continuation passes"
                              : judge_passing(t, table, b, text, size);
}

static bool starts_well(const struct trial *t, const struct table *table)
{
    struct world w;
    unsigned ignored = 0;
    world_start(&w, table, &ignored);
    return world_wrongs(&w, table, false) == 0 && some_passes(&w, table, t->channel);
}

/* A program that fails in some execution, and for most seeds not in all. */
static bool find_program(struct trial *t, struct table *table)
{
    static const unsigned never = 1u << BAD_SITE | 1u << BAD_SITE_TOO;
    for (t->draw = 0; t->draw < DRAWS; t->draw++) {
        trial_table(t, table);
        struct enumeration e = enumerate(table, t->channel);
        bool fails = !e.too_large && (e.wrongs & ~never) != 0 && e.paths > 1;
        enumeration_free(&e);
        if (fails && (t->seed % 10 == 0 || starts_well(t, table))) {
            return true;
        }
    }
    return false;
}

static void explain_one(const struct trial *t, const struct table *table, char **words, int count, struct judged *judged)
{
    struct options o;
    struct run run;
    options_defaults(&o);
    o.quiet = false;
    if (!options_parse(&o, FOR_CHECK, count, words) || !run_program(&run, o.arguments, &o.job, NULL, 0, NULL, NULL)) {
        fprintf(stderr, "seed %u: no run\n", t->seed);
        judged->good = false;
        return;
    }
    const struct finding *f = &run.board->findings[0];
    if (run.board->finding_count != 0 && f->steps != 0) { /* samplers may miss what fails; and the first state may be wrong */
        struct explaining x = { .begun = false };
        struct result r = { .board = run.board };
        const char *text = (const char *)run.board->log + f->schedule, *wrong = "not explained";
        explain(&r, &x, f, o.arguments, &o.job, text, f->schedule_size);
        if (r.explained != NULL) {
            wrong = judge(t, table, r.explained, text, f->schedule_size, f->steps, judged);
        }
        if (wrong == NULL && r.explained->explained.kind == EXPLAINED_STEP && r.passing == NULL) {
            wrong = "the passing schedule violates something when it is followed";
        }
        if (wrong != NULL) {
            printf("seed %u, draw %u, %s, critical step %lu of %lu: %s\n%.*s", t->seed, t->draw, channel_names[t->channel],
                   r.explained != NULL ? (unsigned long)r.explained->explained.critical : 0, (unsigned long)f->steps, wrong,
                   (int)f->schedule_size, text);
            judged->good = false;
        }
        judged->programs++;
        explain_close(&x);
    }
    run_close(&run);
}

static void try_seed(const char *program, unsigned seed, struct judged *judged)
{
    static const unsigned features =
        1u << WITH_ALWAYS | 1u << WITH_AT_END | 1u << WITH_ENVIRONMENT | 1u << WITH_UNHANDLED | 1u << WITH_SHARED;
    static const char *const searches[] = { "dfs", "random", "bfs", "pos" };
    static const struct mode plain = { .name = "plain" };
    static struct table table;
    struct trial t = {
        .seed = seed, .channel = (enum channel)(seed / 4 % CHANNELS), .allowed = seed % 3 == 0 ? 0 : features, .mode = &plain
    };
    const char *search = searches[t.channel == CAUSAL ? seed % 2 * 2 : seed % 4]; /* samplers know no causal channel */
    if (!find_program(&t, &table)) {
        return;
    }
    struct option_words options;
    char numbers[3][20];
    char *words[WORDS_MAX + 16];
    int count = 0;
    trial_options(&t, &table, &options);
    for (int i = 0; i < options.words.count; i++) {
        words[count++] = (char *)(uintptr_t)options.words.at[i];
    }
    snprintf(numbers[0], 20, "%u", seed);
    snprintf(numbers[1], 20, "%u", t.draw);
    snprintf(numbers[2], 20, "%u", t.allowed);
    const char *rest[] = { "--time", "0",     "--undeliverable", "off",      "--search", search,    "--seed",
                           "5",      program, numbers[0],        numbers[1], "varied",   numbers[2] };
    bool samples = strcmp(search, "random") == 0 || strcmp(search, "pos") == 0;
    for (size_t i = 0; i < (t.allowed != 0 ? 13 : 11); i++) {
        if (samples || i < 6 || i > 7) {
            words[count++] = (char *)(uintptr_t)rest[i];
        }
    }
    words[count] = NULL;
    explain_one(&t, &table, words, count, judged);
}

int main(int argc, char **argv)
{
    unsigned programs = PROGRAMS, first = 1;
    for (int option; (option = getopt(argc, argv, "n:f:")) != -1;) {
        if (option == 'n') {
            programs = (unsigned)atoi(optarg);
        } else if (option == 'f') {
            first = (unsigned)atoi(optarg);
        } else {
            return 2;
        }
    }
    if (optind + 1 != argc) {
        fprintf(stderr, "critical [-n PROGRAMS] [-f FIRST] PROGRAM\n");
        return 2;
    }
    struct judged judged = { .good = true };
    for (unsigned seed = first; judged.programs < programs && seed < first + 4 * programs; seed++) {
        try_seed(argv[optind], seed, &judged);
    }
    printf(
        "%u programs that fail: %u critical steps, of which %u are the last one, %u an earlier one, %u an answer; in %u every execution fails\n",
        judged.programs, judged.steps, judged.last, judged.earlier, judged.answered, judged.at_once);
    bool all_kinds = programs < 100 || (judged.last != 0 && judged.earlier != 0 && judged.answered != 0 && judged.at_once != 0);
    return judged.good && judged.programs == programs && all_kinds ? 0 : 1;
}
