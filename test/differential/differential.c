/* The checker against brute force, on generated programs:
 *
 *     differential [-n PROGRAMS] [-f FIRST] [-F FEATURE,...|none] [-m MUTANT] [-o FILE] [-p] HARRIER PROGRAM
 *
 * For each seed the plain enumerator runs every execution. Plain dfs, all reductions that the channel and the program allow, and some
 * of the other searches in turn must then see the same ends, the same violations and, where they promise it, the same classes of
 * orders. The channel and the message order change from seed to seed.
 *
 * A program on which something differs is shrunk and printed as C (-o: to a file). With -F programs have no other features than
 * these. With -m the checker has one of its rules switched off (src/base/mutant.h; it needs the checker built for that), and what is
 * expected is a difference. With -p the program of the first seed is printed as C, after its arguments and channel, and that is all. */
#include "differential.h"

#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "print_program.h"
#include "shrink.h"
#include "tally.h"

enum { PROGRAMS = 500, WORKERS = 2, DRAWS_MAX = 1000, PATIENCE = 100, PLAIN_EVERY = 5, THROUGH_COMMAND = 17, WHY_MAX = 8000 };

/* What is asked for. */
struct request {
    struct site site;
    unsigned first, count;
    unsigned allowed; /* features, a bit each; 0: plain programs */
    const char *mutant, *output;
    bool only_print;
};

/* The first thing that is wrong with a program. */
struct failure {
    enum fault fault;
    struct trial trial;
};

/* What the workers share. */
struct common {
    atomic_uint next;       /* seed to be taken */
    atomic_uint first_lost; /* lowest seed that failed */
    struct tally tallies[WORKERS];
};

/* ---- one program ---- */

/* Channels take turns, eight seeds each, so that every order of messages meets every channel. The rules that mutants lack are those of
 * reductions, which know two channels. */
static enum channel channel_of(const struct request *q, unsigned seed)
{
    return (enum channel)(seed / ORDERS % (q->mutant != NULL || q->allowed == 0 ? 2 : CHANNELS));
}

/* The seeds of one channel, counted. */
static unsigned turn_of(unsigned seed)
{
    return seed / (ORDERS * CHANNELS) * ORDERS + seed % ORDERS;
}

static struct trial trial_of(const struct request *q, unsigned seed)
{
    return (struct trial){ .seed = seed, .channel = channel_of(q, seed), .allowed = q->allowed,
                           .fast = q->mutant != NULL || seed % THROUGH_COMMAND != 0 };
}

/* The first draw that is small enough and, for most seeds, has enough orders to be worth the run; with some features there are few. */
static void find_draw(struct trial *trial, struct table *t, struct enumeration *e)
{
    size_t classes_min = trial->seed % PLAIN_EVERY == 0 ? 1 : MANY_CLASSES;
    for (trial->draw = 0; trial->draw < DRAWS_MAX; trial->draw++) {
        trial_table(trial, t);
        *e = enumerate(t, trial->channel);
        if (!e->too_large && e->classes >= classes_min) {
            return;
        }
        enumeration_free(e);
        classes_min -= trial->draw >= PATIENCE && classes_min > 1;
    }
    fprintf(stderr, "seed %u: no usable program in %d draws\n", trial->seed, DRAWS_MAX);
    exit(2);
}

/* A program and what is known of it. */
struct subject {
    const struct request *request;
    struct table table;
    struct enumeration expected;
    uint64_t states; /* of plain dfs, 0: not run */
    struct failure failure;
    struct tally *tally;
};

static void try(struct subject *s, const struct trial *t)
{
    char why[WHY_MAX], command[COMMAND_MAX];
    const struct site *site = &s->request->site;
    tally_run(s->tally, t);
    enum fault fault = trial_run(site, t, &s->table, &s->expected, &s->states, &s->tally->compared, why, sizeof why);
    if (fault == FAULT_NONE || s->failure.fault != FAULT_NONE) {
        return;
    }
    s->failure = (struct failure){ fault, *t };
    if (s->request->mutant == NULL) {
        trial_command(site, t, &s->table, command);
        printf("seed %u, %s, %s: %s\n    %s\n", t->seed, channel_names[t->channel], t->mode->name, why, command);
        fflush(stdout);
    }
}

/* Plain dfs, then others in turn: more where there are no reductions to run. */
static void try_searches(struct subject *s, struct trial t)
{
    bool reducible = mode_fits(&modes[1], &s->table, t.channel);
    const struct mode *symmetric = &modes[MODE_SYMMETRIC];
    unsigned others = SEARCHES - 1, count = reducible ? 2 : 5, first = turn_of(t.seed) * count;
    t.mode = &modes[REDUCTIONS];
    t.replays = t.fast && t.seed % 4 == 0;
    try(s, &t);
    t.replays = t.fast;
    if (s->table.twins.count != 0 && mode_fits(symmetric, &s->table, t.channel)) {
        t.mode = symmetric;
        try(s, &t);
    }
    for (unsigned i = 0; i < count; i++) {
        t.mode = &modes[REDUCTIONS + 1 + (first + i) % others];
        if (mode_fits(t.mode, &s->table, t.channel)) {
            try(s, &t);
        }
    }
}

static void try_reductions(struct subject *s, struct trial t)
{
    for (unsigned i = 0; i < REDUCTIONS && (s->request->mutant == NULL || s->failure.fault == FAULT_NONE); i++) {
        t.mode = &modes[i];
        t.order = orders[(t.seed + i) % ORDERS];
        t.replays = t.fast && s->request->mutant == NULL && i == t.seed / ORDERS % REDUCTIONS;
        if (mode_fits(t.mode, &s->table, t.channel)) {
            try(s, &t);
        }
    }
}

static struct failure check_seed(const struct request *q, unsigned seed, struct tally *tally)
{
    static struct subject subject;
    struct tally before = *tally;
    struct trial t = trial_of(q, seed);
    subject = (struct subject){ .request = q, .tally = tally };
    find_draw(&t, &subject.table, &subject.expected);
    if (q->mutant == NULL) {
        try_searches(&subject, t);
    }
    try_reductions(&subject, t);
    tally_program(tally, &before, &subject.table, t.channel, &subject.expected);
    tally->failed += subject.failure.fault != FAULT_NONE;
    enumeration_free(&subject.expected);
    return subject.failure;
}

/* ---- workers ---- */

static void remove_directory(const char *path)
{
    DIR *d = opendir(path);
    for (struct dirent *entry; d != NULL && (entry = readdir(d)) != NULL;) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && unlink(name) != 0) {
            remove_directory(name);
        }
    }
    if (d != NULL) {
        closedir(d);
    }
    rmdir(path);
}

static void make_directory(struct site *site)
{
    const char *where = getenv("TMPDIR");
    snprintf(site->directory, sizeof site->directory, "%s/harrier-differential-XXXXXX", where != NULL ? where : "/tmp");
    if (mkdtemp(site->directory) == NULL) {
        perror(site->directory);
        exit(2);
    }
}

static void note_lost(struct common *common, unsigned seed)
{
    unsigned lowest = common->first_lost;
    while (seed < lowest && !atomic_compare_exchange_weak(&common->first_lost, &lowest, seed)) {
    }
}

/* Seeds are taken in order, and with a mutant none above a lost one: so the lowest that is lost is the same in every run. */
static void work(struct request *q, struct common *common, struct tally *tally)
{
    make_directory(&q->site);
    for (;;) {
        unsigned seed = atomic_fetch_add(&common->next, 1);
        if (seed - q->first >= q->count || (q->mutant != NULL && seed > common->first_lost)) {
            break;
        }
        if (check_seed(q, seed, tally).fault != FAULT_NONE) {
            note_lost(common, seed);
        }
    }
    remove_directory(q->site.directory);
}

static bool run_workers(struct request *q, struct common *common)
{
    bool good = true;
    for (unsigned i = 0; i < WORKERS; i++) {
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM); /* a long run that is interrupted leaves nothing behind */
            work(q, common, &common->tallies[i]);
            exit(0);
        }
    }
    for (int status; wait(&status) > 0;) {
        good = good && status == 0;
    }
    return good;
}

/* ---- what is lost, made small ---- */

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
    uint64_t states = 0;
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
        trial_run(&s->request->site, &plain, t, &e, &states, &ignored, why, sizeof why);
    }
    likewise = likewise && trial_run(&s->request->site, &s->trial, t, &e, &states, &ignored, why, sizeof why) == s->fault;
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

static void print_smallest(struct request *q, unsigned seed)
{
    static struct tally ignored;
    static struct table table;
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

static int print_only(const struct request *q)
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
    return 0;
}

/* ---- the command line ---- */

static bool read_features(char *list, unsigned *out)
{
    *out = 0;
    for (char *name = strtok(list, ","); name != NULL; name = strtok(NULL, ",")) {
        int f = 0;
        while (f < FEATURES && strcmp(name, feature_names[f]) != 0) {
            f++;
        }
        if (f == FEATURES && strcmp(name, "none") != 0) {
            return false;
        }
        *out |= f == FEATURES ? 0 : 1u << f;
    }
    return true;
}

static bool read_arguments(struct request *q, int argc, char **argv)
{
    for (int c; (c = getopt(argc, argv, "n:f:F:m:o:p")) != -1;) {
        switch (c) {
        case 'n': q->count = (unsigned)atoi(optarg); break;
        case 'f': q->first = (unsigned)atoi(optarg); break;
        case 'F':
            if (!read_features(optarg, &q->allowed)) {
                return false;
            }
            break;
        case 'm': q->mutant = optarg; break;
        case 'o': q->output = optarg; break;
        case 'p': q->only_print = true; break;
        default: return false;
        }
    }
    if (argc - optind != 2) {
        return false;
    }
    q->site.harrier = argv[optind];
    q->site.program = argv[optind + 1];
    return true;
}

static int tell_of_mutant(const struct request *q, unsigned first_lost)
{
    bool lost = first_lost != UINT32_MAX;
    printf("without '%s': %s\n", q->mutant, lost ? "noticed" : "nothing noticed");
    if (lost) {
        printf("at program %u\n", first_lost - q->first + 1);
    }
    return lost ? 0 : 1;
}

int differential(int argc, char **argv)
{
    static struct request request = { .first = 1, .count = PROGRAMS, .allowed = (1u << FEATURES) - 1 };
    struct request *q = &request;
    if (!read_arguments(q, argc, argv)) {
        fprintf(stderr, "usage: %s [-n PROGRAMS] [-f FIRST] [-F FEATURE,...|none] [-m MUTANT] [-o FILE] [-p] HARRIER PROGRAM\n", argv[0]);
        return 2;
    }
    if (q->only_print) {
        return print_only(q);
    }
    struct common *common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (common == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    common->next = q->first;
    common->first_lost = UINT32_MAX;
    if (q->mutant != NULL) {
        setenv("HARRIER_MUTANT", q->mutant, 1);
    }
    if (!run_workers(q, common)) {
        fprintf(stderr, "a worker broke down\n");
        return 2;
    }
    static struct tally sum;
    for (int i = 0; i < WORKERS; i++) {
        tally_add(&sum, &common->tallies[i]);
    }
    bool good = q->mutant != NULL || tally_report(&sum, q->allowed);
    if (common->first_lost != UINT32_MAX) {
        print_smallest(q, common->first_lost);
    }
    if (q->mutant != NULL) {
        return tell_of_mutant(q, common->first_lost);
    }
    if (!good) {
        printf("the generated programs are too plain\n");
    }
    printf("%u passed, %u failed\n", sum.programs - sum.failed, sum.failed);
    return sum.failed == 0 && good ? 0 : 1;
}
