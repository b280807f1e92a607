#include "tally.h"

#include <stdio.h>
#include <string.h>

enum { ENOUGH = 200, ENOUGH_FOR_MODES = 500 };

/* What the programs must show between them: words that stand in some end. */
static const char *const words[WORDS] = { "/",       "destroyed",    "failed", "terminated",  "waiting for a reply",
                                          "pending", "changed=true", "got=-",  "caller=gamma" };

static unsigned all_compared(const struct compared *c)
{
    return c->ends + c->verdicts + c->counts + c->replays + c->lengths;
}

void tally_program(struct tally *t, const struct tally *before, const struct table *table, enum channel channel,
                   const struct enumeration *e)
{
    t->programs++;
    t->many += e->classes >= MANY_CLASSES;
    t->executions += e->paths + e->aborted;
    t->classes += e->classes;
    t->per_channel[channel]++;
    for (int f = 0; f < FEATURES; f++) {
        if (has(table, (enum feature)f)) {
            t->per_feature[f]++;
            t->runs_per_feature[f] += t->runs - before->runs;
            t->compared_per_feature[f] += all_compared(&t->compared) - all_compared(&before->compared);
        }
    }
    for (int v = 0; v < VIOLATIONS; v++) {
        t->wrongs[v] += e->wrongs >> v & 1;
    }
    for (int k = 0; k < MISHAPS; k++) {
        t->faulty[k] += e->faulty[k] != 0;
        t->executions_faulty[k] += e->faulty[k];
    }
    for (int k = 0; k < WORDS; k++) {
        t->words[k] += strstr(e->ends, words[k]) != NULL;
    }
}

void tally_run(struct tally *t, const struct trial *trial, const struct enumeration *e)
{
    size_t mode = (size_t)(trial->mode - modes);
    t->runs++;
    t->modes[mode][trial->channel]++;
    for (int k = 0; k < MISHAPS; k++) {
        t->modes_faulty[mode][k] += e->faulty[k] != 0;
    }
    for (int o = 0; o < ORDERS && mode < REDUCTIONS; o++) {
        t->orders[mode][o][trial->channel] += trial->order == orders[o];
    }
}

static void add_numbers(unsigned *sum, const unsigned *one, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sum[i] += one[i];
    }
}

void tally_add(struct tally *sum, const struct tally *one)
{
    add_numbers(&sum->programs, &one->programs, offsetof(struct tally, executions) / sizeof(unsigned));
    sum->executions += one->executions;
    sum->classes += one->classes;
    for (int k = 0; k < MISHAPS; k++) {
        sum->executions_faulty[k] += one->executions_faulty[k];
    }
    add_numbers(&sum->compared.ends, &one->compared.ends, sizeof one->compared / sizeof(unsigned));
}

/* ---- reporting ---- */

static bool report_features(const struct tally *t, unsigned allowed)
{
    bool good = true;
    for (int f = 0; f < FEATURES; f++) {
        printf("%s%s %u (%u, %u)", f == 0 ? "programs with (their runs, comparisons): " : ", ", feature_names[f], t->per_feature[f],
               t->runs_per_feature[f], t->compared_per_feature[f]);
        good = good && (t->per_feature[f] != 0 || !(allowed >> f & 1));
    }
    putchar('\n');
    return good;
}

static bool report_wrongs(const struct tally *t, unsigned allowed)
{
    bool good = true;
    for (int v = 0; v < VIOLATIONS; v++) {
        printf("%s%s %u", v == 0 ? "programs that go wrong by: " : ", ", violation_names[v], t->wrongs[v]);
        good = good && (t->wrongs[v] != 0 || allowed == 0);
    }
    for (int k = 0; k < WORDS; k++) {
        printf("%s'%s' %u", k == 0 ? "\nwith in some end: " : ", ", words[k], t->words[k]);
        good = good && t->words[k] != 0;
    }
    putchar('\n');
    return good;
}

/* Each fault must have struck in programs that each search and reduction was run on. */
static bool report_faults(const struct tally *t)
{
    static const char *const names[MISHAPS] = { "loss", "dup", "crash", "restart", "split", "heal" };
    bool good = true;
    for (int k = 0; k < MISHAPS; k++) {
        unsigned least = UINT32_MAX, most = 0;
        for (int m = 0; m < MODES; m++) {
            if (k >= SPLIT && modes[m].reduces) {
                continue; /* refused */
            }
            least = t->modes_faulty[m][k] < least ? t->modes_faulty[m][k] : least;
            most = t->modes_faulty[m][k] > most ? t->modes_faulty[m][k] : most;
        }
        printf("%s%s in %u programs, %lu of their executions (each mode %u to %u times)", k == 0 ? "" : ", ", names[k], t->faulty[k],
               (unsigned long)t->executions_faulty[k], least, most);
        good = good && t->faulty[k] != 0 && (least != 0 || t->programs < ENOUGH_FOR_MODES);
    }
    putchar('\n');
    return good;
}

/* Combinations that are never refused for the channel alone. */
static bool report_modes(const struct tally *t)
{
    static const struct table plain;
    bool good = true;
    for (int c = 0; c < CHANNELS; c++) {
        unsigned least = UINT32_MAX, most = 0;
        for (int m = REDUCTIONS + 1; m < MODES; m++) { /* those that are run in turn */
            if (mode_fits(&modes[m], &plain, (enum channel)c)) {
                least = t->modes[m][c] < least ? t->modes[m][c] : least;
                most = t->modes[m][c] > most ? t->modes[m][c] : most;
            }
        }
        printf("%s%s %u (each search %u to %u times)", c == 0 ? "programs by channel: " : ", ", channel_names[c], t->per_channel[c], least,
               most);
        good = good && least != 0;
    }
    unsigned least = UINT32_MAX, most = 0;
    for (int k = 0; k < REDUCTIONS * ORDERS * 3; k++) {
        static const enum channel reduced[] = { PAIRWISE, UNORDERED, CAUSAL };
        if (!mode_fits(&modes[k / (ORDERS * 3)], &plain, reduced[k % 3])) {
            continue;
        }
        unsigned runs = t->orders[k / (ORDERS * 3)][k / 3 % ORDERS][reduced[k % 3]];
        least = runs < least ? runs : least;
        most = runs > most ? runs : most;
    }
    printf("; each reduction, sleep setting and order under pairwise, unordered and causal %u to %u times\n", least, most);
    return good && least != 0;
}

/* Without programs in which messages commute nothing would be tested. */
static bool report_commuting(const struct compared *c)
{
    if (c->commuting != 0) {
        printf("with messages that commute in one order: %u times, %u paths where there are %u classes\n", c->commuting, c->paths,
               c->classes);
    }
    return c->paths < c->classes;
}

void tally_report_only(const struct tally *t, const char *mode)
{
    printf("%s: %u programs, %lu executions enumerated, %lu classes; %u runs", mode, t->programs, (unsigned long)t->executions,
           (unsigned long)t->classes, t->runs);
    for (int c = 0; c < CHANNELS; c++) {
        printf(", %s %u", channel_names[c], t->per_channel[c]);
    }
    for (int f = 0; f < FEATURES; f++) {
        printf("%s%s %u", f == 0 ? "; programs with: " : ", ", feature_names[f], t->per_feature[f]);
    }
    putchar('\n');
    report_commuting(&t->compared);
}

bool tally_report(const struct tally *t, unsigned allowed)
{
    const struct compared *c = &t->compared;
    bool good = 2 * t->many >= t->programs;
    printf("%u programs, %u with %d or more classes of orders; %lu executions enumerated, %lu classes\n", t->programs, t->many,
           MANY_CLASSES, (unsigned long)t->executions, (unsigned long)t->classes);
    good = report_features(t, allowed) && good;
    good = report_wrongs(t, allowed) && good;
    good = (report_modes(t) || t->programs < ENOUGH_FOR_MODES) && good;
    printf("%u runs of the checker; compared: ends of %u, verdicts of %u, numbers of %u, lengths of %u shortest schedules, "
           "ends of %u up to names; %u schedules replayed\n",
           t->runs, c->ends, c->verdicts, c->counts, c->lengths, c->renamings, c->replays);
    printf("TransDPOR against persistent sets: %u times no more paths, %u of them with more deliveries\n", c->bounds, c->longer);
    good = report_commuting(c) && good;
    if (allowed >> ALL_FAULTS & 1 && !report_faults(t) && t->programs > 1) { /* one by its seed is what it is */
        return false;
    }
    good = good && (allowed == 0 || (c->lengths != 0 && c->renamings != 0 && c->replays != 0));
    return good || t->programs < ENOUGH;
}
