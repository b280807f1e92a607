/* The generated programs of test/differential, run live, many times each:
 *
 *     generated [SEEDS [RUNS [FIRST]]]
 *
 * Every run is a process with other delays. Its end must be one of those that the plain enumerator found under `pairwise`; and
 * where there are only a few of them, nearly all must be seen. Linked with the runtime's parts, because an end is told by what
 * no public function shows: statuses and mailboxes. */
#define main generated_main
#include "../differential/program.c"
#undef main

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../differential/enumerate.h"
#include "base/text.h"
#include "live/runtime.h"

enum { SEEDS = 60, RUNS = 60, ENDS_FEW = 8, DRAWS_MAX = 1000, LINE = 32768, PARTS = 200, PART = 400, NO_END = 1000, MORE = 20 };

/* ---- an end as one line, as reference_end.c writes it ---- */

static char parts[PARTS][PART];
static size_t part_count;

static const char *name_of(hr_ref ref, char *out)
{
    struct text t = text_in(out, PART);
    live_ref_label(ref, &t);
    return out;
}

static void add_message(const struct envelope *e, hr_ref to)
{
    char name[PART];
    struct text t = text_in(parts[part_count++], PART);
    if (e->flags & MESSAGE_FAILURE) {
        text_printf(&t, "pending failure(%d)", *(const int *)e->data);
    } else if (e->flags & MESSAGE_REPLY) {
        text_printf(&t, "pending reply Answer{value=%d}", ((const struct Answer *)e->data)->value);
    } else if (e->type == &hr_type_Tick) {
        text_add(&t, "pending Tick");
    } else {
        const struct Poke *m = (const struct Poke *)e->data;
        text_printf(&t, "pending %s{depth=%d, value=%d, serial=%d}", e->type->name, m->depth, m->value, m->serial);
    }
    text_printf(&t, " from %s", name_of(e->sender, name));
    text_printf(&t, " to %s", name_of(to, name));
}

static const char *boolean(bool b)
{
    return b ? "true" : "false";
}

static void add_actor(struct actor *a, void *user)
{
    static const char *const statuses[] = { "waiting", "waiting for a reply", "terminated" };
    const struct body *b = (const struct body *)a->state;
    char name[PART], child[PART], caller[PART];
    struct text t = text_in(parts[part_count++], PART);
    text_printf(&t,
                "%s %s {id=%d, history=%u, sent=%d, state=%d, sum=%d, got=%d, level=%d, depth=%d, children=%d, restarts=0, child=%s, "
                "caller=%s, changed=%s, quiet=%s, timer=0, kept=NULL, visits=0}",
                name_of(a->ref, name), statuses[a->status], b->id, b->history, b->sent, b->state, b->sum, b->got, b->level, b->depth,
                b->children, name_of(b->child, child), name_of(b->caller, caller), boolean(b->changed), boolean(b->quiet));
    for (const struct envelope *e = a->pending; e != NULL; e = e->next) {
        add_message(e, a->ref);
    }
    (void)user;
}

/* The runtime forgets who has ended and what was sent to them: the reference has lines for both, which are left out of the
 * comparison. */
static bool is_of_ended(const char *part)
{
    size_t n = strcspn(part, ";");
    return (n > 10 && strncmp(part + n - 10, " destroyed", 10) == 0) || (n > 7 && strncmp(part + n - 7, " failed", 7) == 0);
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void join(char *line)
{
    qsort(parts, part_count, sizeof parts[0], compare);
    line[0] = '\0';
    for (size_t i = 0; i < part_count; i++) {
        line += sprintf(line, "%s%s", i == 0 ? "" : "; ", parts[i]);
    }
}

/* The reference's line without what the runtime forgets. */
static void reduce(const char *from, char *to)
{
    char ended[PARTS][PART];
    size_t ended_count = 0;
    for (const char *p = from; *p != '\0'; p += strcspn(p, ";"), p += *p == ';' ? 2 : 0) {
        if (is_of_ended(p)) {
            snprintf(ended[ended_count++], PART, " to %.*s;", (int)strcspn(p, " "), p);
        }
    }
    part_count = 0;
    for (const char *p = from; *p != '\0'; p += strcspn(p, ";"), p += *p == ';' ? 2 : 0) {
        char part[PART];
        snprintf(part, sizeof part, "%.*s;", (int)strcspn(p, ";"), p);
        bool gone = is_of_ended(p);
        for (size_t i = 0; i < ended_count && !gone && strncmp(p, "pending ", 8) == 0; i++) {
            size_t n = strlen(part), m = strlen(ended[i]);
            gone = n > m && strcmp(part + n - m, ended[i]) == 0;
        }
        if (!gone) {
            part[strlen(part) - 1] = '\0';
            strcpy(parts[part_count++], part);
        }
    }
    join(to);
}

/* ---- one program ---- */

struct ends {
    char **lines;
    bool *seen;
    size_t count;
};

static struct ends ends_of(const struct enumeration *e)
{
    size_t most = 1;
    for (const char *p = e->ends; *p != '\0'; p++) {
        most += *p == '\n';
    }
    struct ends s = { calloc(most, sizeof *s.lines), calloc(most, 1), 0 };
    char line[LINE], reduced[LINE];
    for (const char *p = e->ends; *p != '\0'; p += strcspn(p, "\n") + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        reduce(line, reduced);
        size_t i = 0;
        while (i < s.count && strcmp(s.lines[i], reduced) != 0) {
            i++;
        }
        if (i == s.count) {
            s.lines[s.count++] = strdup(reduced);
        }
    }
    return s;
}

/* In a child: runs the program and writes its end. Returns the exit status, and NO_END more when it did not come to one. */
static int run_live(unsigned seed, unsigned draw, unsigned run, char *line)
{
    int pipes[2];
    if (pipe(pipes) != 0) {
        exit(2);
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char perturb[40], number[2][20], threads[20];
        static const char *const delays[] = { "0", "0.05", "0.3", "1" };
        snprintf(perturb, sizeof perturb, "%u:%s", run + 1000 * seed, delays[run % 4]);
        snprintf(number[0], sizeof number[0], "%u", seed);
        snprintf(number[1], sizeof number[1], "%u", draw);
        snprintf(threads, sizeof threads, "%u", 1 + run % 3);
        setenv("HARRIER_THREADS", threads, 1);
        if (run % 8 != 7) {
            setenv("HARRIER_PERTURB", perturb, 1);
        }
        alarm(20); /* a run that hangs is told as signal 14 */
        if (freopen("/dev/null", "w", stderr) == NULL) {
            _exit(99);
        }
        char *argv[] = { "generated", number[0], number[1], NULL };
        int status = generated_main(3, argv);
        part_count = 0;
        live_each(add_actor, NULL);
        join(line);
        strcat(line, "\n"); /* all actors may have ended: still a line */
        size_t size = strlen(line);
        _exit(write(pipes[1], line, size) == (ssize_t)size ? status : 99);
    }
    close(pipes[1]);
    size_t got = 0;
    for (ssize_t n; (n = read(pipes[0], line + got, LINE - 1 - got)) > 0;) {
        got += (size_t)n;
    }
    line[got] = '\0';
    close(pipes[0]);
    bool ended = got != 0;
    line[ended ? got - 1 : 0] = '\0';
    int status;
    waitpid(child, &status, 0);
    return ended ? WEXITSTATUS(status) : WIFEXITED(status) ? NO_END + WEXITSTATUS(status) : NO_END + 100 + WTERMSIG(status);
}

struct tally {
    unsigned wrong, runs, ends, assertions, few, few_ends, few_seen;
};

static bool check_run(const struct enumeration *e, struct ends *s, int status, const char *line)
{
    if (status >= NO_END) {
        return status == NO_END + 1 && (e->wrongs & (1u << BAD_ASSERTION | 1u << BAD_RING)) != 0;
    }
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(s->lines[i], line) == 0) {
            s->seen[i] = true;
            return status == (strstr(line, "waiting for a reply") != NULL);
        }
    }
    return false;
}

static bool all_seen(const struct ends *s)
{
    for (size_t i = 0; i < s->count; i++) {
        if (!s->seen[i]) {
            return false;
        }
    }
    return true;
}

static void check_seed(unsigned seed, unsigned runs, struct tally *t)
{
    struct table table;
    struct enumeration e;
    unsigned draw = 0;
    for (;; draw++, free(e.ends)) {
        generate(&table, seed, draw);
        if (has(&table, WITH_SHARED)) {
            return; /* whether memory is shared depends on the seed; live such programs have one thread and one order */
        }
        e = enumerate(&table, PAIRWISE);
        if (!e.too_large && e.paths + e.aborted > (seed % 4 != 0 ? 20 : 1)) {
            break;
        }
    }
    struct ends s = ends_of(&e);
    static char line[LINE];
    bool few = s.count > 1 && s.count <= ENDS_FEW && (e.wrongs & (1u << BAD_ASSERTION | 1u << BAD_RING)) == 0;
    /* Some orders are rare: where all are to be seen, there are more runs until they are. */
    for (unsigned run = 0; run < runs || (few && run < MORE * runs && !all_seen(&s)); run++, t->runs++) {
        int status = run_live(seed, draw, run, line);
        t->ends += status < NO_END;
        t->assertions += status >= NO_END;
        if (!check_run(&e, &s, status, line)) {
            printf("seed %u draw %u run %u: status %d and an end that is not among the %zu explored ones\n    %s\n", seed, draw, run,
                   status, s.count, line);
            t->wrong++;
        }
    }
    for (size_t i = 0; i < s.count; i++) {
        t->few_seen += few && s.seen[i];
        t->few_ends += few;
        free(s.lines[i]);
    }
    t->few += few;
    free(s.lines);
    free(s.seen);
    free(e.ends);
}

int main(int argc, char **argv)
{
    unsigned seeds = argc > 1 ? (unsigned)atoi(argv[1]) : SEEDS, runs = argc > 2 ? (unsigned)atoi(argv[2]) : RUNS;
    unsigned first = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
    struct tally t = { 0 };
    for (unsigned seed = first; seed < first + seeds; seed++) {
        check_seed(seed, runs, &t);
    }
    unsigned percent = t.few_ends == 0 ? 0 : 100 * t.few_seen / t.few_ends;
    printf("%u programs, %u live runs: %u came to an end, %u stopped at an assertion or a ring of callers\n", seeds, t.runs, t.ends,
           t.assertions);
    printf("%u small programs have %u ends, of which %u (%u %%) were seen live\n", t.few, t.few_ends, t.few_seen, percent);
    bool good = t.wrong == 0 && percent >= 80 && t.few >= seeds / 10;
    printf("%u passed, %u failed\n", t.runs - t.wrong, t.wrong + !good);
    return good ? 0 : 1;
}
