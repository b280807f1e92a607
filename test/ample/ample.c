/* --reduction ample against full search, on generated programs:
 *     ample [-n PROGRAMS] [-f FIRST] [-j WORKERS] [-N] CYCLIC ACYCLIC  they must not differ
 *     ample -m RULE [-n PROGRAMS] ... CYCLIC ACYCLIC                   without this rule they must, somewhere
 * CYCLIC SEED 0 and ACYCLIC SEED 0 are the programs; two of three seeds are cyclic ones. With -N all are CYCLIC SEED named, with invariants
 * of which those must be broken that the full search finds broken. Compared are the ends, the violations, and how
 * many different steps (local state, message, choices) were explored: a reduced search can explore only steps that the full one
 * does, so as many are the same. The schedule of the violation found last, often by repair, is followed: it must
 * lead there. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "report/ends.h"

enum { PROCESSES_MAX = 64, WORDS_MAX = 24 };

static const char *const channels[] = { "unordered", "pairwise" };
static const char *const searches[] = { "dfs", "bfs" };

/* What all workers add to. */
struct totals {
    unsigned long compared, too_large, reduced, endless, violating, differing;
    unsigned long long full_states, reduced_states;
    bool found; /* with -m: one difference is enough */
};
static struct totals *totals;

struct settings {
    unsigned long programs, first;
    int workers;
    const char *rule; /* NULL: none is left out */
    const char *cyclic, *acyclic;
    bool named;
};

/* ---- one run ---- */

struct said {
    bool complete;
    uint64_t states, steps, end_states;
    char *violations; /* sorted lines */
    char *ends;
    bool replays;
};

static struct debuginfo *debug_of(const char *program, const struct board *b)
{
    static struct {
        const char *program;
        struct debuginfo *debug;
    } opened[2];
    int i = opened[0].program == NULL || opened[0].program == program ? 0 : 1;
    if (opened[i].program == NULL) {
        opened[i].program = program;
        opened[i].debug = program_debug(program, b);
    }
    debuginfo_bias(opened[i].debug, b->bias);
    return opened[i].debug;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_deadlock(const struct finding *f)
{
    return f->kind == KIND_DEADLOCK;
}

/* Callers that wait for each other in a ring. */
static bool is_ring(const struct finding *f)
{
    return is_deadlock(f) && strstr(f->text, "nothing can be delivered") == NULL;
}

/* Which actors a deadlock names first depends on when they were created, so only its kind counts. */
static char *violations_of(const struct board *b)
{
    char *lines[FINDINGS_MAX], *text = NULL;
    size_t size;
    for (uint32_t i = 0; i < b->finding_count; i++) {
        const struct finding *f = &b->findings[i];
        const char *what = f->kind != KIND_DEADLOCK ? f->text : is_ring(f) ? "ring" : "end";
        if (asprintf(&lines[i], "%s %s %d %s\n", axis_check.values[f->kind].name, f->kind != KIND_DEADLOCK ? f->actor : "", f->line, what) <
            0) {
            abort();
        }
    }
    qsort(lines, b->finding_count, sizeof *lines, by_text);
    FILE *out = open_memstream(&text, &size);
    for (uint32_t i = 0; i < b->finding_count; i++) {
        if (i == 0 || strcmp(lines[i], lines[i - 1]) != 0) {
            fputs(lines[i], out);
        }
    }
    fclose(out);
    for (uint32_t i = 0; i < b->finding_count; i++) {
        free(lines[i]);
    }
    return text;
}

static char *ends_of(const struct board *b, const char *program)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ends_write(out, &(struct result){ .board = b, .debug = debug_of(program, b) });
    fclose(out);
    return text;
}

/* Whether the schedule of the violation found last leads to it, or has come to a ring before, where following stops. */
static bool replays(const struct board *b, const struct options *o)
{
    if (b->finding_count == 0) {
        return true;
    }
    const struct finding *f = &b->findings[b->finding_count - 1];
    struct job job = o->job;
    struct run r;
    job.mode = JOB_FOLLOW;
    job.record_ends = false;
    bool good = run_program(&r, o->arguments, &job, (const char *)b->log + f->schedule, f->schedule_size, NULL, NULL) &&
                r.board->finding_count != 0;
    bool there = false;
    for (uint32_t i = 0; good && i < r.board->finding_count; i++) {
        const struct finding *met = &r.board->findings[i]; /* an invariant may be broken on the way to another */
        there =
            there || (is_ring(met) && met->steps < f->steps) ||
            (met->kind == f->kind && met->line == f->line && met->steps == f->steps && (is_deadlock(f) || strcmp(met->text, f->text) == 0));
    }
    run_close(&r);
    return there;
}

/* Does what the command does, without starting it. */
static struct said run(const char *search, const char *channel, const char *reduction, const char *program, char *seed, bool named)
{
    struct said said = { 0 };
    struct options o;
    char *words[WORDS_MAX] = { "--keep-going",
                               "--undeliverable",
                               "off",
                               "--deliveries",
                               "60000",
                               "--search",
                               (char *)(uintptr_t)search,
                               "--channel",
                               (char *)(uintptr_t)channel,
                               "--reduction",
                               (char *)(uintptr_t)reduction,
                               (char *)(uintptr_t)program,
                               seed,
                               named ? "named" : "0" };
    int count = 14;
    words[count] = NULL;
    options_defaults(&o);
    if (!options_parse(&o, FOR_CHECK, count, words)) {
        exit(2);
    }
    o.job.record_ends = true;
    struct run r;
    if (!run_program(&r, o.arguments, &o.job, NULL, 0, NULL, NULL) || (r.board->state != RUN_COMPLETE && r.board->state != RUN_STOPPED)) {
        fprintf(stderr, "%s %s (%s, %s): %s\n", program, seed, search, channel, r.error[0] != '\0' ? r.error : r.board->why);
        exit(2);
    }
    const struct board *b = r.board;
    said.complete = b->state == RUN_COMPLETE && b->findings_beyond == 0;
    said.states = b->counts.tally.states;
    said.steps = b->counts.tally.steps;
    said.end_states = b->counts.tally.end_states;
    said.violations = violations_of(b);
    said.ends = ends_of(b, program);
    said.replays = strcmp(reduction, "ample") != 0 || replays(b, &o);
    run_close(&r);
    return said;
}

static void forget(struct said *s)
{
    free(s->violations);
    free(s->ends);
}

/* ---- comparing ---- */

static const char *difference(const struct said *full, const struct said *ample)
{
    return !ample->complete                                   ? "not complete"
           : strcmp(full->violations, ample->violations) != 0 ? "violations"
           : strcmp(full->ends, ample->ends) != 0             ? "ends"
           : full->end_states != ample->end_states            ? "number of ends"
           : full->steps != ample->steps                      ? "steps"
           : !ample->replays                                  ? "a schedule that does not lead to its violation"
           : full->states < ample->states                     ? "more states"
                                                              : NULL;
}

static void compare(const struct settings *c, const struct said *full, const char *search, const char *channel, const char *program,
                    char *seed)
{
    struct said ample = run(search, channel, "ample", program, seed, c->named);
    const char *what = difference(full, &ample);
    if (what != NULL) {
        __atomic_add_fetch(&totals->differing, 1, __ATOMIC_RELAXED);
        totals->found = true;
        printf("%s %s (%s, %s): %s; states %lu and %lu, steps %lu and %lu, ends %lu and %lu\n", program, seed, search, channel, what,
               (unsigned long)full->states, (unsigned long)ample.states, (unsigned long)full->steps, (unsigned long)ample.steps,
               (unsigned long)full->end_states, (unsigned long)ample.end_states);
        if (c->rule == NULL) {
            printf("--- violations, full\n%s--- violations, ample\n%s--- ends, full\n%.1000s\n--- ends, ample\n%.1000s\n", full->violations,
                   ample.violations, full->ends, ample.ends);
        }
        fflush(stdout);
    }
    __atomic_add_fetch(&totals->reduced, ample.states < full->states, __ATOMIC_RELAXED);
    __atomic_add_fetch(&totals->full_states, full->states, __ATOMIC_RELAXED);
    __atomic_add_fetch(&totals->reduced_states, ample.states, __ATOMIC_RELAXED);
    __atomic_add_fetch(&totals->compared, 1, __ATOMIC_RELAXED);
    forget(&ample);
}

static void try_program(const struct settings *c, unsigned long number)
{
    char seed[30];
    const char *program = number % 3 == 0 && !c->named ? c->acyclic : c->cyclic;
    snprintf(seed, sizeof seed, "%lu", number);
    for (size_t i = 0; i < 2 && !(c->rule != NULL && totals->found); i++) {
        struct said full = run("dfs", channels[i], "none", program, seed, c->named);
        __atomic_add_fetch(&totals->too_large, !full.complete, __ATOMIC_RELAXED);
        __atomic_add_fetch(&totals->endless, full.complete && full.end_states == 0, __ATOMIC_RELAXED);
        __atomic_add_fetch(&totals->violating, full.complete && full.violations[0] != '\0', __ATOMIC_RELAXED);
        for (size_t j = 0; full.complete && j < 2; j++) {
            compare(c, &full, searches[j], channels[i], program, seed);
        }
        forget(&full);
    }
}

static void work(const struct settings *c, int worker)
{
    for (unsigned long i = (unsigned long)worker; i < c->programs && !(c->rule != NULL && totals->found); i += (unsigned long)c->workers) {
        try_program(c, c->first + i);
    }
}

/* ---- all of it ---- */

static bool run_workers(const struct settings *c)
{
    bool good = true;
    pid_t children[PROCESSES_MAX];
    for (int i = 0; i < c->workers; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            work(c, i);
            exit(0);
        }
    }
    for (int i = 0; i < c->workers; i++) {
        int status;
        good = waitpid(children[i], &status, 0) == children[i] && status == 0 && good;
    }
    return good;
}

static bool read_arguments(struct settings *c, int argc, char **argv)
{
    int option;
    *c = (struct settings){ .programs = 200, .first = 1, .workers = (int)sysconf(_SC_NPROCESSORS_ONLN) };
    while ((option = getopt(argc, argv, "n:f:j:m:N")) != -1) {
        switch (option) {
        case 'n': c->programs = strtoul(optarg, NULL, 10); break;
        case 'f': c->first = strtoul(optarg, NULL, 10); break;
        case 'j': c->workers = atoi(optarg); break;
        case 'N': c->named = true; break;
        case 'm': c->rule = optarg; break;
        default: return false;
        }
    }
    if (optind + 2 != argc || c->workers < 1 || c->workers > PROCESSES_MAX) {
        return false;
    }
    c->cyclic = argv[optind];
    c->acyclic = argv[optind + 1];
    return true;
}

int main(int argc, char **argv)
{
    struct settings c;
    if (!read_arguments(&c, argc, argv)) {
        fprintf(stderr, "usage: ample [-n PROGRAMS] [-f FIRST] [-j WORKERS] [-m RULE] [-N] CYCLIC ACYCLIC\n");
        return 2;
    }
    totals = mmap(NULL, sizeof *totals, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c.rule != NULL) {
        setenv("HARRIER_MUTANT", c.rule, 1);
    }
    bool good = run_workers(&c);
    const struct totals *t = totals;
    printf("%lu programs under both channels, %lu too large, %lu without an end, %lu with violations\n", c.programs, t->too_large,
           t->endless, t->violating);
    printf("%lu comparisons, %lu with fewer states (%llu instead of %llu in all), %lu differ\n", t->compared, t->reduced, t->reduced_states,
           t->full_states, t->differing);
    if (c.rule != NULL) {
        printf(t->found ? "without %s: noticed\n" : "without %s: not noticed\n", c.rule);
    }
    return good && t->compared != 0 && t->found == (c.rule != NULL) ? 0 : 1;
}
