/* The checker against brute force, on generated programs:
 *
 *     differential [-n PROGRAMS] [-f FIRST] [-F FEATURE,...|none] [-m MUTANT] [-M MODE [-1]] [-t] [-N] [-X] [-j WORKERS] [-o FILE] [-c CHANNEL] [-p]
 *                  HARRIER PROGRAM
 *
 * For each seed the plain enumerator runs every execution. Plain dfs, all reductions that the channel and the program allow, and some
 * of the other searches in turn must then see the same ends, the same violations and, where they promise it, the same classes of
 * orders. The channel and the message order change from seed to seed.
 *
 * A program on which something differs is shrunk and printed as C (-o: to a file). With -F programs have no other features than
 * these. With -m the checker has one of its rules switched off (src/base/mutant.h; it needs the checker built for that), and what is
 * expected is a difference. With -M only this
 * search or reduction is run (modes.c), a reduction with every order of messages or, with -1, with one of them in turn. With -t two of the
 * reductions are run on each program, in turn: fewer comparisons of more programs in the same time. With -N all programs have
 * invariants that name their actors, with -X faults, with -XX several kinds of them. With -p the program of the first seed is printed as C, after its arguments and channel, and that is all. */
#include "differential.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAMS = 500, WORKERS = 2, WORKERS_MAX = 16 };

/* What the workers share. */
struct common {
    atomic_uint next;       /* seed to be taken */
    atomic_uint first_lost; /* lowest seed that failed */
    struct tally tallies[WORKERS_MAX];
};

/* ---- workers ---- */

static void note_lost(struct common *common, unsigned seed)
{
    unsigned lowest = common->first_lost;
    while (seed < lowest && !atomic_compare_exchange_weak(&common->first_lost, &lowest, seed)) {}
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
    for (unsigned i = 0; i < q->workers; i++) {
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

static bool read_channel(const char *name, enum channel *out)
{
    for (int c = 0; c < CHANNELS; c++) {
        if (strcmp(name, channel_names[c]) == 0) {
            *out = (enum channel)c;
            return true;
        }
    }
    return false;
}

static bool read_arguments(struct request *q, int argc, char **argv)
{
    bool all_named = false, all_faults = false, many_faults = false;
    for (int c; (c = getopt(argc, argv, "n:f:F:m:M:1tNXj:o:c:p")) != -1;) {
        switch (c) {
        case 'n': q->count = (unsigned)atoi(optarg); break;
        case 'f': q->first = (unsigned)atoi(optarg); break;
        case 'F':
            if (!read_features(optarg, &q->allowed)) {
                return false;
            }
            break;
        case 'm': q->mutant = optarg; break;
        case 'M':
            q->only = optarg;
            if (mode_named(optarg) == MODES) {
                return false;
            }
            break;
        case '1': q->one_order = true; break;
        case 't': q->in_turn = true; break;
        case 'N': all_named = true; break;
        case 'X':
            many_faults = all_faults; /* given twice */
            all_faults = true;
            break;
        case 'j': q->workers = (unsigned)atoi(optarg); break;
        case 'o': q->output = optarg; break;
        case 'p': q->only_print = true; break;
        case 'c':
            q->one_channel = read_channel(optarg, &q->channel);
            if (!q->one_channel) {
                return false;
            }
            break;
        default: return false;
        }
    }
    if (argc - optind != 2 || q->workers == 0 || q->workers > WORKERS_MAX) {
        return false;
    }
    q->allowed |= all_named ? 1u << ALL_NAMED : 0;
    q->allowed |= all_faults ? 1u << ALL_FAULTS : 0;
    q->allowed |= many_faults ? 1u << MANY_FAULTS : 0;
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
    static struct request request = {
        .first = 1, .count = PROGRAMS, .workers = WORKERS, .allowed = ((1u << FEATURES) - 1) & ~(1u << WITH_FAULTS)
    };
    struct request *q = &request;
    if (!read_arguments(q, argc, argv)) {
        fprintf(
            stderr,
            "usage: %s [-n PROGRAMS] [-f FIRST] [-F FEATURE,...|none] [-m MUTANT] [-M MODE [-1]] [-t] [-N] [-X] [-j WORKERS] [-o FILE] [-c CHANNEL] [-p] HARRIER PROGRAM\n",
            argv[0]);
        return 2;
    }
    if (q->only_print) {
        print_first(q);
        return 0;
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
    for (unsigned i = 0; i < q->workers; i++) {
        tally_add(&sum, &common->tallies[i]);
    }
    bool good = q->mutant != NULL || q->only != NULL || q->one_channel || q->allowed >> ALL_NAMED & 1 || tally_report(&sum, q->allowed);
    if (q->only != NULL && q->mutant == NULL) {
        tally_report_only(&sum, q->only);
    }
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
