/* The checker against brute force, on generated programs:
 *
 *     differential [-n PROGRAMS] [-f FIRST] [-m MUTANT] [-o FILE] [-p] HARRIER PROGRAM
 *
 * For each seed the plain enumerator runs every execution. Every reduction, with and without sleep sets, must then see the same
 * classes of orders, the same ends and the same kinds of violation, and so must two of the searches. The channel and the message
 * order change from seed to seed: over sixteen seeds every combination of reduction, sleep setting, order and channel occurs once.
 *
 * A program on which something differs is shrunk and printed as C (-o: to a file). With -m the checker has one of its
 * rules switched off (src/base/mutant.h; it needs the checker built for that), and what is expected is a difference. With -p
 * the program of the first seed is printed as C, after its seed and draw, and that is all. */
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
#include "trial.h"

enum { PROGRAMS = 500, WORKERS = 2, DRAWS_MAX = 1000, MANY_CLASSES = 20, PLAIN_EVERY = 5, THROUGH_COMMAND = 17, WHY_MAX = 8000 };
enum { COMBINATIONS = REDUCTIONS * ORDERS * 2 };

/* What the generated programs must show between them, or the test tests nothing: words that stand in some end. */
static const char *const features[] = { "/", "destroyed", "failed", "terminated", "waiting for a reply", "pending",
                                        "changed=true", "got=-", "caller=gamma" };
enum { FEATURES = sizeof features / sizeof *features };

/* The first thing that is wrong with a program. */
struct failure {
    enum fault fault;
    struct trial trial;
};

struct tally {
    unsigned programs, failed, runs;
    unsigned many, assertions, deadlocks, rings, shared;
    unsigned features[FEATURES];
    unsigned combinations[REDUCTIONS][ORDERS][2]; /* runs of each, under either channel */
    uint64_t executions, classes;
};

/* What the workers share. */
struct common {
    atomic_uint next;       /* seed to be taken */
    atomic_uint first_lost; /* lowest seed that failed */
    struct tally tallies[WORKERS];
};

static struct site site;
static struct common *common;
static unsigned first_seed = 1, program_count = PROGRAMS;
static const char *mutant, *output;
static bool only_print;

/* ---- one program ---- */

/* The first draw that is small enough and, for most seeds, has enough orders to be worth the run. */
static unsigned find_draw(unsigned seed, bool pairwise, struct table *t, struct enumeration *e)
{
    size_t classes_min = seed % PLAIN_EVERY == 0 ? 1 : MANY_CLASSES;
    for (unsigned draw = 0; draw < DRAWS_MAX; draw++) {
        generate(t, seed, draw);
        *e = enumerate(t, pairwise);
        if (!e->too_large && e->classes >= classes_min) {
            return draw;
        }
        enumeration_free(e);
    }
    fprintf(stderr, "seed %u: no usable program in %d draws\n", seed, DRAWS_MAX);
    exit(2);
}

/* Orders and channels change from seed to seed; what else depends on the seed does so in other rhythms. */
static bool is_pairwise(unsigned seed)
{
    return seed / ORDERS % 2 == 0;
}

static void try(const struct trial *t, const struct enumeration *e, uint64_t *states, struct failure *first)
{
    char why[WHY_MAX], command[COMMAND_MAX];
    enum fault fault = trial_run(&site, t, e, states, why, sizeof why);
    if (fault == FAULT_NONE) {
        return;
    }
    if (first->fault == FAULT_NONE && mutant == NULL) {
        trial_command(&site, t, command);
        printf("seed %u, %s, %s: %s\n    %s\n", t->seed, t->pairwise ? "pairwise" : "unordered", t->mode->name, why, command);
        fflush(stdout);
    }
    if (first->fault == FAULT_NONE) {
        *first = (struct failure){ fault, *t };
    }
}

static struct failure check_modes(struct trial t, const struct enumeration *e, struct tally *tally)
{
    struct failure failure = { 0 };
    uint64_t states = 0;
    const struct mode *in_turn[] = { &searches[0], &searches[1 + t.seed % (SEARCHES - 1)] };
    for (size_t i = 0; i < 2 && mutant == NULL; i++) { /* the rules that mutants lack are those of reductions */
        t.mode = in_turn[i];
        try(&t, e, &states, &failure);
        tally->runs++;
    }
    for (unsigned i = 0; i < REDUCTIONS && (mutant == NULL || failure.fault == FAULT_NONE); i++) {
        unsigned order = (t.seed + i) % ORDERS;
        t.mode = &reductions[i];
        t.order = orders[order];
        try(&t, e, &states, &failure);
        tally->combinations[i][order][t.pairwise]++;
        tally->runs++;
    }
    return failure;
}

static struct failure check_seed(unsigned seed, struct tally *tally)
{
    struct table table;
    struct enumeration e;
    struct trial t = { .seed = seed, .pairwise = is_pairwise(seed), .fast = mutant != NULL || seed % THROUGH_COMMAND != 0 };
    t.draw = find_draw(seed, t.pairwise, &table, &e);
    struct failure failure = check_modes(t, &e, tally);
    tally->executions += e.paths + e.aborted;
    tally->classes += e.classes;
    for (size_t k = 0; k < FEATURES; k++) {
        tally->features[k] += strstr(e.ends, features[k]) != NULL;
    }
    tally->many += e.classes >= MANY_CLASSES;
    tally->assertions += e.assertion;
    tally->deadlocks += e.deadlock;
    tally->rings += e.ring;
    tally->shared += table.shared;
    tally->programs++;
    tally->failed += failure.fault != FAULT_NONE;
    enumeration_free(&e);
    return failure;
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

static void make_directory(void)
{
    const char *where = getenv("TMPDIR");
    snprintf(site.directory, sizeof site.directory, "%s/harrier-differential-XXXXXX", where != NULL ? where : "/tmp");
    if (mkdtemp(site.directory) == NULL) {
        perror(site.directory);
        exit(2);
    }
}

static void note_lost(unsigned seed)
{
    unsigned lowest = common->first_lost;
    while (seed < lowest && !atomic_compare_exchange_weak(&common->first_lost, &lowest, seed)) {
    }
}

/* Seeds are taken in order, and with a mutant none above a lost one: so the lowest that is lost is the same in every run. */
static void work(struct tally *tally)
{
    make_directory();
    for (;;) {
        unsigned seed = atomic_fetch_add(&common->next, 1);
        if (seed - first_seed >= program_count || (mutant != NULL && seed > common->first_lost)) {
            break;
        }
        if (check_seed(seed, tally).fault != FAULT_NONE) {
            note_lost(seed);
        }
    }
    remove_directory(site.directory);
}

static struct tally add_up(void)
{
    struct tally sum = { 0 };
    for (int i = 0; i < WORKERS; i++) {
        const struct tally *t = &common->tallies[i];
        sum.programs += t->programs;
        sum.failed += t->failed;
        sum.runs += t->runs;
        sum.many += t->many;
        sum.assertions += t->assertions;
        sum.deadlocks += t->deadlocks;
        sum.rings += t->rings;
        sum.shared += t->shared;
        sum.executions += t->executions;
        sum.classes += t->classes;
        for (size_t k = 0; k < FEATURES; k++) {
            sum.features[k] += t->features[k];
        }
        for (size_t k = 0; k < COMBINATIONS; k++) {
            (&sum.combinations[0][0][0])[k] += (&t->combinations[0][0][0])[k];
        }
    }
    return sum;
}

/* Whether the programs were worth the trouble; a few seeds need not show everything. */
static bool worthwhile(const struct tally *t)
{
    printf("%u programs, %u with %d or more classes of orders, %u with shared memory, %u with an assertion that fails, "
           "%u with a deadlock, %u with callers in a ring\n", t->programs, t->many, MANY_CLASSES, t->shared, t->assertions,
           t->deadlocks, t->rings);
    bool good = 2 * t->many >= t->programs && t->shared != 0;
    for (size_t k = 0; k < FEATURES; k++) {
        printf("%s'%s' in %u", k == 0 ? "in their ends: " : ", ", features[k], t->features[k]);
        good = good && t->features[k] != 0;
    }
    unsigned least = UINT32_MAX, most = 0;
    for (size_t k = 0; k < COMBINATIONS; k++) {
        unsigned runs = (&t->combinations[0][0][0])[k];
        least = runs < least ? runs : least;
        most = runs > most ? runs : most;
    }
    good = good && least + 1 >= most;
    printf("\n%lu executions enumerated, %lu classes; %u runs of the checker, %u to %u of each reduction, sleep setting, order and channel\n",
           (unsigned long)t->executions, (unsigned long)t->classes, t->runs, least, most);
    return good || t->programs < PROGRAMS;
}

/* ---- what is lost, made small ---- */

struct suspect {
    struct trial trial;
    enum fault fault;
    char file[300];
};

static bool fails_likewise(void *user, const struct table *t)
{
    struct suspect *s = user;
    char why[WHY_MAX];
    uint64_t states = 0;
    struct enumeration e = enumerate(t, s->trial.pairwise);
    bool likewise = !e.too_large && table_save(t, s->file) &&
                    trial_run(&site, &s->trial, &e, &states, why, sizeof why) == s->fault;
    enumeration_free(&e);
    return likewise;
}

static void print_smallest(unsigned seed)
{
    static struct tally ignored;
    make_directory();
    struct failure failure = check_seed(seed, &ignored);
    struct suspect s = { .trial = failure.trial, .fault = failure.fault };
    struct table table;
    snprintf(s.file, sizeof s.file, "%s/table", site.directory);
    generate(&table, seed, failure.trial.draw);
    s.trial.file = s.file;
    int before = table_weight(&table);
    if (failure.fault == FAULT_NONE || !fails_likewise(&s, &table)) {
        printf("seed %u does not fail a second time\n", seed);
    } else {
        unsigned attempts = shrink(&table, fails_likewise, &s);
        printf("seed %u: %s; shrunk from %d parts to %d in %u attempts\n", seed, fault_name(failure.fault), before, table_weight(&table),
               attempts);
        FILE *out = output != NULL ? fopen(output, "w") : stdout;
        if (out == NULL) {
            perror(output);
        } else {
            print_program(out, &table, &s.trial, fault_name(failure.fault));
        }
        if (out != NULL && out != stdout) {
            fclose(out);
        }
    }
    remove_directory(site.directory);
}

static int print_only(void)
{
    struct table t;
    struct enumeration e;
    printf("/* %u %u */\n", first_seed, find_draw(first_seed, is_pairwise(first_seed), &t, &e));
    print_program(stdout, &t, NULL, NULL);
    return 0;
}

static bool run_workers(void)
{
    bool good = true;
    for (unsigned i = 0; i < WORKERS; i++) {
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM); /* a long run that is interrupted leaves nothing behind */
            work(&common->tallies[i]);
            exit(0);
        }
    }
    for (int status; wait(&status) > 0;) {
        good = good && status == 0;
    }
    return good;
}

static bool read_arguments(int argc, char **argv)
{
    for (int c; (c = getopt(argc, argv, "n:f:m:o:p")) != -1;) {
        switch (c) {
        case 'n': program_count = (unsigned)atoi(optarg); break;
        case 'f': first_seed = (unsigned)atoi(optarg); break;
        case 'm': mutant = optarg; break;
        case 'o': output = optarg; break;
        case 'p': only_print = true; break;
        default: return false;
        }
    }
    if (argc - optind != 2) {
        return false;
    }
    site.harrier = argv[optind];
    site.program = argv[optind + 1];
    return true;
}

int differential(int argc, char **argv)
{
    if (!read_arguments(argc, argv)) {
        fprintf(stderr, "usage: %s [-n PROGRAMS] [-f FIRST] [-m MUTANT] [-o FILE] [-p] HARRIER PROGRAM\n", argv[0]);
        return 2;
    }
    if (only_print) {
        return print_only();
    }
    common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (common == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    common->next = first_seed;
    common->first_lost = UINT32_MAX;
    if (mutant != NULL) {
        setenv("HARRIER_MUTANT", mutant, 1);
    }
    if (!run_workers()) {
        fprintf(stderr, "a worker broke down\n");
        return 2;
    }
    struct tally sum = add_up();
    bool lost = common->first_lost != UINT32_MAX, good = mutant != NULL || worthwhile(&sum);
    if (lost) {
        print_smallest(common->first_lost);
    }
    if (mutant != NULL) {
        printf("without '%s': %s\n", mutant, lost ? "noticed" : "nothing noticed");
        if (lost) {
            printf("at program %u\n", common->first_lost - first_seed + 1);
        }
        return lost ? 0 : 1;
    }
    if (!good) {
        printf("the generated programs are too plain\n");
    }
    printf("%u passed, %u failed\n", sum.programs - sum.failed, sum.failed);
    return sum.failed == 0 && good ? 0 : 1;
}
