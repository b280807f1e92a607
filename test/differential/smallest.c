/* What is lost, made small and printed. */
#include <stdio.h>

#include "differential.h"
#include "print_program.h"
#include "shrink.h"

enum { WHY_MAX = 8000 };

struct suspect {
    const struct request *request;
    struct trial trial;
    enum fault fault;
    char file[300];
};

static bool fails_likewise(void *user, const struct table *t)
{
    struct suspect *s = user;
    char why[WHY_MAX];
    struct counted before = { 0 };
    struct compared ignored = { 0 };
    if (!mode_fits(s->trial.mode, t, s->trial.channel)) {
        return false;
    }
    struct enumeration e = enumerate(t, s->trial.channel);
    bool likewise = !e.too_large && table_save(t, s->file);
    if (likewise && s->fault == FAULT_COUNT) { /* the states of plain dfs may be what it is compared with */
        struct trial plain = s->trial;
        plain.mode = &modes[REDUCTIONS];
        plain.order = NULL;
        trial_run(&s->request->site, &plain, t, &e, &before, &ignored, why, sizeof why);
        if (s->trial.mode->no_more_than != 0) { /* or the paths of another reduction */
            plain.mode = &modes[s->trial.mode->no_more_than];
            plain.order = s->trial.order;
            trial_run(&s->request->site, &plain, t, &e, &before, &ignored, why, sizeof why);
        }
    }
    likewise = likewise && trial_run(&s->request->site, &s->trial, t, &e, &before, &ignored, why, sizeof why) == s->fault;
    enumeration_free(&e);
    return likewise;
}

static void print_to(const char *name, const struct table *table, const struct trial *t, const char *wrong)
{
    FILE *out = name != NULL ? fopen(name, "w") : stdout;
    if (out == NULL) {
        perror(name);
        return;
    }
    print_program(out, table, t, wrong);
    if (out != stdout) {
        fclose(out);
    }
}

void print_smallest(const struct request *asked, unsigned seed)
{
    static struct tally ignored;
    static struct table table;
    struct request own = *asked, *q = &own;
    make_directory(&q->site);
    struct failure failure = check_seed(q, seed, &ignored);
    struct suspect s = { .request = q, .trial = failure.trial, .fault = failure.fault };
    snprintf(s.file, sizeof s.file, "%s/table", q->site.directory);
    trial_table(&failure.trial, &table);
    s.trial.file = s.file;
    int before = table_weight(&table);
    if (failure.fault == FAULT_NONE || !fails_likewise(&s, &table)) {
        printf("seed %u does not fail a second time\n", seed);
    } else {
        unsigned attempts = shrink(&table, fails_likewise, &s);
        printf("seed %u: %s; shrunk from %d parts to %d in %u attempts\n", seed, fault_name(failure.fault), before, table_weight(&table),
               attempts);
        print_to(q->output, &table, &s.trial, fault_name(failure.fault));
    }
    remove_directory(q->site.directory);
}

void print_first(const struct request *q)
{
    struct table table;
    struct enumeration e;
    struct trial t = trial_of(q, q->first);
    find_draw(&t, &table, &e);
    t.mode = &modes[REDUCTIONS];
    struct option_words options;
    trial_options(&t, &table, &options);
    printf("/* %u %u %s%u", t.seed, t.draw, t.allowed != 0 ? "varied " : "", t.allowed);
    for (int i = 0; i < options.words.count; i++) {
        printf(" %s", options.words.at[i]);
    }
    printf(" */\n");
    print_program(stdout, &table, NULL, NULL);
    enumeration_free(&e);
}
