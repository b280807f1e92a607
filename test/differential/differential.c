/* The checker against brute force, on generated programs:
 *
 *     differential HARRIER PROGRAM [SEEDS [FIRST]]
 *
 * For each seed the plain enumerator runs every execution; every mode of the command must then see the same end states and
 * the same kinds of violation, and those that visit every execution the same number of them. */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "enumerate.h"
#include "harrier_run.h"

enum { SEEDS = 500, WORKERS = 2, DRAWS_MAX = 1000, SELDOM = 5, MANY_CLASSES = 20 };

static const struct mode modes[] = {
    { .name = "dfs", .options = { "--search", "dfs" }, .same_states = true },
    { .name = "bfs", .options = { "--search", "bfs" }, .same_states = true },
    { .name = "stateless", .options = { "--search", "stateless" }, .counts_paths = true },
    { .name = "dfs no-memo", .options = { "--search", "dfs", "--no-memo" }, .seldom = true, .same_states = true },
    { .name = "bfs no-guards", .options = { "--search", "bfs", "--no-guards" }, .seldom = true, .same_states = true },
    { .name = "dfs fingerprint", .options = { "--search", "dfs", "--store", "fingerprint" }, .seldom = true, .same_states = true,
      .inexact = true },
    { .name = "bfs fingerprint", .options = { "--search", "bfs", "--store", "fingerprint" }, .seldom = true, .same_states = true,
      .inexact = true },
    { .name = "dfs basset", .options = { "--search", "dfs", "--identity", "basset" }, .seldom = true },
    { .name = "bfs basset", .options = { "--search", "bfs", "--identity", "basset" }, .seldom = true },
    { .name = "stateless no-memo", .options = { "--search", "stateless", "--no-memo", "--no-guards" }, .seldom = true,
      .counts_paths = true },
    { .name = "workers", .options = { "--workers", "2" }, .seldom = true, .same_states = true },
    { .name = "big steps", .options = { "--search", "dfs", "--step", "big" }, .seldom = true },
    { .name = "dcute", .options = { "--reduction", "dcute", "--order", "eca" }, .covers_classes = true },
    { .name = "persistent", .options = { "--reduction", "persistent", "--order", "fifo" }, .covers_classes = true },
    { .name = "persistent sleep", .options = { "--reduction", "persistent", "--sleep", "--order", "lca" }, .one_per_class = true },
    { .name = "transdpor", .options = { "--reduction", "transdpor", "--order", "fifo" }, .covers_classes = true },
    { .name = "transdpor sleep", .options = { "--reduction", "transdpor", "--sleep", "--order", "eca" }, .one_per_class = true },
    { .name = "transdpor hms", .options = { "--reduction", "transdpor", "--order", "hms" }, .covers_classes = true, .seldom = true },
    { .name = "transdpor sleep sgr", .options = { "--reduction", "transdpor", "--sleep", "--order", "sgr" }, .one_per_class = true,
      .seldom = true },
    { .name = "figure 2", .options = { "--reduction", "transdpor-fig2", "--order", "lifo" }, .covers_classes = true },
    { .name = "figure 2 sleep", .options = { "--reduction", "transdpor-fig2", "--sleep", "--order", "hdm" }, .one_per_class = true },
};
enum { MODES = sizeof modes / sizeof *modes };

/* What the generated programs must show between them, or the test tests nothing: words that stand in some end. */
static const char *const features[] = { "/", "destroyed", "failed", "terminated", "waiting for a reply", "pending",
                                        "changed=true", "got=-", "caller=gamma" };
enum { FEATURES = sizeof features / sizeof *features };

struct tally {
    unsigned passed, failed, runs;
    unsigned many, assertions, deadlocks, rings;
    unsigned features[FEATURES];
    uint64_t executions;
};

struct check {
    const struct site *site;
    unsigned seed, draw;
    const char *channel;
    const struct mode *mode;
    bool failed;
};

static __attribute__((format(printf, 2, 3))) void complain(struct check *c, const char *format, ...)
{
    char text[8000], command[COMMAND_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    harrier_command(c->site, c->mode, c->channel, c->seed, c->draw, command);
    printf("seed %u, %s, %s: %s\n    %s\n", c->seed, c->channel, c->mode->name, text, command);
    fflush(stdout);
    c->failed = true;
}

/* The first line in which two texts differ, cut to a readable size. */
static void compare_ends(struct check *c, const char *expected, const char *got)
{
    if (strcmp(expected, got) == 0) {
        return;
    }
    while (*expected != '\0' && *got != '\0' && strcspn(expected, "\n") == strcspn(got, "\n") &&
           strncmp(expected, got, strcspn(expected, "\n")) == 0) {
        expected += strcspn(expected, "\n") + 1;
        got += strcspn(got, "\n") + 1;
    }
    complain(c, "end states differ, first here\n    expected %.*s\n    got      %.*s", (int)strcspn(expected, "\n"), expected,
             (int)strcspn(got, "\n"), got);
}

/* With more findings than are kept (`beyond`), a kind may be among those that are not. */
static bool same(bool expected, bool got, bool beyond)
{
    return got == expected || (expected && beyond);
}

static void compare_kinds(struct check *c, const struct enumeration *e, const struct run *r)
{
    bool beyond = !r->all_findings;
    if (!same(e->assertion, r->assertion, beyond) || !same(e->deadlock, r->deadlock, beyond) ||
        !same(e->ring, r->ring, beyond)) {
        complain(c, "expected%s%s%s, got%s%s%s", e->assertion ? " assertion" : "", e->deadlock ? " deadlock" : "",
                 e->ring ? " ring" : "", r->assertion ? " assertion" : "", r->deadlock ? " deadlock" : "",
                 r->ring ? " ring" : "");
    }
    if (r->other) {
        complain(c, "a finding that is neither assertion nor deadlock");
    }
    if (r->exit_status != (e->assertion || e->deadlock)) {
        complain(c, "exit status %d", r->exit_status);
    }
}

/* One mode under one channel; `states` are those of the first mode that counts them the usual way. */
static void check_mode(struct check *c, const struct enumeration *e, uint64_t *states)
{
    struct run r = harrier_run(c->site, c->mode, c->channel, c->seed, c->draw);
    if (!r.readable) {
        complain(c, "exit status %d and no result", r.exit_status);
        free(r.ends);
        return;
    }
    compare_kinds(c, e, &r);
    compare_ends(c, e->ends, r.ends);
    if (!r.exhaustive && !c->mode->inexact) {
        complain(c, "not exhaustive");
    }
    if (c->mode->counts_paths && r.paths != e->paths) {
        complain(c, "%lu executions expected, got %lu", (unsigned long)e->paths, (unsigned long)r.paths);
    }
    if (c->mode->covers_classes && r.paths < e->classes) {
        complain(c, "%lu classes of orders, only %lu paths", (unsigned long)e->classes, (unsigned long)r.paths);
    }
    if (c->mode->one_per_class && r.paths != e->classes) {
        complain(c, "%lu classes of orders, %lu paths", (unsigned long)e->classes, (unsigned long)r.paths);
    }
    *states = *states == 0 && c->mode->same_states ? r.states : *states;
    if (c->mode->same_states && r.states != *states) {
        complain(c, "%lu states, where %s has %lu", (unsigned long)r.states, modes[0].name, (unsigned long)*states);
    }
    free(r.ends);
}

/* The first draw that is small enough and, for most seeds, has enough orders to be worth the run. */
static unsigned find_draw(unsigned seed, struct table *t, struct enumeration *pairwise, struct enumeration *unordered)
{
    size_t classes_min = seed % 4 == 0 ? 1 : MANY_CLASSES;
    for (unsigned draw = 0; draw < DRAWS_MAX; draw++) {
        generate(t, seed, draw);
        *pairwise = enumerate(t, true);
        if (!pairwise->too_large && pairwise->classes >= classes_min) {
            *unordered = enumerate(t, false);
            if (!unordered->too_large) {
                return draw;
            }
            free(unordered->ends);
        }
        free(pairwise->ends);
    }
    fprintf(stderr, "seed %u: no usable program in %d draws\n", seed, DRAWS_MAX);
    exit(2);
}

static void check_seed(const struct site *site, unsigned seed, struct tally *tally)
{
    struct table t;
    struct enumeration e[2];
    static const char *const channels[] = { "pairwise", "unordered" };
    struct check c = { .site = site, .seed = seed, .draw = find_draw(seed, &t, &e[0], &e[1]) };
    for (int i = 0; i < 2; i++) {
        uint64_t states = 0;
        c.channel = channels[i];
        for (size_t k = 0; k < MODES; k++) {
            c.mode = &modes[k];
            if (!c.mode->seldom || seed % SELDOM == 0) {
                check_mode(&c, &e[i], &states);
                tally->runs++;
            }
        }
        tally->executions += e[i].paths + e[i].aborted;
    }
    for (size_t k = 0; k < FEATURES; k++) {
        tally->features[k] += strstr(e[0].ends, features[k]) != NULL;
    }
    tally->many += e[0].classes >= MANY_CLASSES;
    tally->assertions += e[0].assertion;
    tally->deadlocks += e[0].deadlock;
    tally->rings += e[0].ring;
    *(c.failed ? &tally->failed : &tally->passed) += 1;
    free(e[0].ends);
    free(e[1].ends);
}

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

static void work(struct site site, unsigned first, unsigned end, struct tally *tally)
{
    const char *where = getenv("TMPDIR");
    snprintf(site.directory, sizeof site.directory, "%s/harrier-differential-XXXXXX", where != NULL ? where : "/tmp");
    if (mkdtemp(site.directory) == NULL) {
        perror(site.directory);
        exit(2);
    }
    for (unsigned seed = first; seed < end; seed += WORKERS) {
        check_seed(&site, seed, tally);
    }
    remove_directory(site.directory);
}

static struct tally add_up(const struct tally *tallies)
{
    struct tally sum = { 0 };
    for (int i = 0; i < WORKERS; i++) {
        sum.passed += tallies[i].passed;
        sum.failed += tallies[i].failed;
        sum.runs += tallies[i].runs;
        sum.many += tallies[i].many;
        sum.assertions += tallies[i].assertions;
        sum.deadlocks += tallies[i].deadlocks;
        sum.rings += tallies[i].rings;
        sum.executions += tallies[i].executions;
        for (size_t k = 0; k < FEATURES; k++) {
            sum.features[k] += tallies[i].features[k];
        }
    }
    return sum;
}

/* Whether the programs were worth the trouble. */
static bool worthwhile(const struct tally *t, unsigned seeds)
{
    printf("%u programs, %u with %d or more classes of orders, %u with an assertion that fails, %u with a deadlock, "
           "%u with callers in a ring\n", seeds, t->many, MANY_CLASSES, t->assertions, t->deadlocks, t->rings);
    bool good = seeds < SEEDS || 2 * t->many >= seeds; /* a few seeds need not show everything */
    for (size_t k = 0; k < FEATURES; k++) {
        printf("%s'%s' in %u", k == 0 ? "in their ends: " : ", ", features[k], t->features[k]);
        good = good && (t->features[k] != 0 || seeds < SEEDS);
    }
    printf("\n%lu executions enumerated, %u runs of the checker\n", (unsigned long)t->executions, t->runs);
    if (!good) {
        printf("the generated programs are too plain\n");
    }
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s HARRIER PROGRAM [SEEDS [FIRST]]\n", argv[0]);
        return 2;
    }
    struct site site = { .harrier = argv[1], .program = argv[2] };
    unsigned seeds = argc > 3 ? (unsigned)atoi(argv[3]) : SEEDS, first = argc > 4 ? (unsigned)atoi(argv[4]) : 1;
    struct tally *tallies = mmap(NULL, WORKERS * sizeof *tallies, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool broken = tallies == MAP_FAILED;
    for (unsigned i = 0; i < WORKERS && !broken; i++) {
        if (fork() == 0) {
            work(site, first + i, first + seeds, &tallies[i]);
            exit(0);
        }
    }
    for (int status; wait(&status) > 0;) {
        broken = broken || status != 0;
    }
    if (broken) {
        fprintf(stderr, "a worker broke down\n");
        return 2;
    }
    struct tally sum = add_up(tallies);
    bool good = worthwhile(&sum, seeds);
    printf("%u passed, %u failed\n", sum.passed, sum.failed);
    return sum.failed == 0 && good ? 0 : 1;
}
