#include "report/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/text.h"
#include "report/autos.h"
#include "report/print.h"

const char *verdict_name(enum verdict v)
{
    static const char *const names[] = { "pass", "violation", "inconclusive", "nondeterministic" };
    return names[v];
}

/* Code of the checked program: not of libc, where a crash may surface, nor inlined from the system's headers. */
static bool in_program(const struct source_place *p)
{
    return p->line != 0 && strncmp(p->file, "/usr/", 5) != 0;
}

const char *result_trace(const struct result *r, uint32_t i)
{
    bool all = i == 0 || r->board->job.mode == JOB_FOLLOW; /* of one schedule that is followed, whatever goes wrong on the way */
    return !all ? r->traces[i] : r->trace[0] != '\0' ? r->trace : NULL;
}

void result_forget_traces(struct result *r)
{
    for (size_t i = 0; i < FINDINGS_MAX; i++) {
        free(r->traces[i]);
        r->traces[i] = NULL;
    }
}

bool result_all_known(const struct result *r)
{
    return r->board->job.mode == JOB_FOLLOW || r->board->exhaustive;
}

bool finding_source(const struct result *r, const struct finding *f, struct source_place *out)
{
    *out = (struct source_place){ .line = f->line };
    if (f->line != 0) {
        snprintf(out->file, sizeof out->file, "%s", f->file);
        return true;
    }
    bool known = f->pc != 0 && debuginfo_place(r->debug, f->pc, out) && in_program(out);
    for (size_t i = 0; !known && i < sizeof f->callers / sizeof *f->callers && f->callers[i] != 0; i++) {
        known = debuginfo_place(r->debug, f->callers[i], out) && in_program(out);
    }
    return known;
}

void finding_place(const struct result *r, const struct finding *f, char *place, size_t size, char *function, size_t function_size)
{
    struct source_place where;
    bool known = finding_source(r, f, &where);
    place[0] = '\0';
    if (known) {
        snprintf(place, size, "%s:%d", basename(where.file), where.line);
    }
    if (function != NULL) {
        snprintf(function, function_size, "%s", known ? where.function : "");
    }
}

char *result_subject(const struct result *r)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    print(out, "%s", r->test[0] != '\0' ? r->test : basename(r->program));
    for (size_t i = 0; r->arguments[i] != NULL && r->test[0] == '\0'; i++) {
        print(out, " %s", r->arguments[i]);
    }
    fclose(out);
    return text;
}

void finding_text(const struct result *r, const struct finding *f, char *out, size_t size)
{
    struct text t = text_in(out, size);
    char name[128];
    uint64_t offset;
    const char *advice = strstr(f->text, "; say what"); /* after the name */
    text_add_bytes(&t, f->text, advice != NULL ? (size_t)(advice - f->text) : strlen(f->text));
    struct source_place where;
    if (f->allocated != 0 && debuginfo_place(r->debug, f->allocated, &where) && in_program(&where)) {
        text_printf(&t, " (allocated at %s:%d)", basename(where.file), where.line);
    }
    bool object = f->kind == KIND_ISOLATION && f->address != 0 && !f->address_is_tls &&
                  debuginfo_object(r->debug, f->address, name, sizeof name, &offset, NULL);
    if (f->kind == KIND_ISOLATION && f->address_is_tls) {
        object = debuginfo_tls_object(r->debug, f->address, name, sizeof name, &offset);
    }
    if (object) {
        text_printf(&t, ": '%s'", name);
    }
    if (advice != NULL) {
        text_add(&t, advice);
    } else if (f->kind == KIND_ISOLATION && (object || strstr(f->text, "global") != NULL)) {
        text_add(&t, "; actors share nothing: send it in a message, or declare it with hr_shared()");
    }
}

void finding_in_a_line(const struct result *r, const struct finding *f, char *out, size_t size)
{
    char place[300], what[600];
    finding_place(r, f, place, sizeof place, NULL, 0);
    finding_text(r, f, what, sizeof what);
    snprintf(out, size, "%s%s%s  [%s]", place, place[0] != '\0' ? ": " : "", what, axis_check.values[f->kind].name);
}

/* What the user gave as --memory and --time, in the largest unit that leaves nothing out. */
static void add_size(struct text *t, uint64_t bytes)
{
    bool small = bytes < 1 << 20;
    text_printf(t, "--memory %lu%s", bytes >> (small ? 10 : 20), small ? "K" : "M");
}

static void add_duration(struct text *t, uint64_t ms)
{
    bool whole = ms % 1000 == 0;
    text_printf(t, "--time %lu%s", whole ? ms / 1000 : ms, whole ? "s" : "ms");
}

/* How much a store that does not keep whole states may have left out. */
static void add_omissions(struct text *t, const struct board *b)
{
    char number[40];
    if (b->store == STORE_FINGERPRINT) {
        snprintf(number, sizeof number, "%.1g", b->counts.tally.omissions);
        text_printf(t, ", up to an omission of probability %s (64-bit fingerprints", number);
        if (b->degraded_at != 0) {
            text_add(t, " since ");
            add_size(t, b->job.memory_max);
            text_printf(t, " was reached at %lu states", b->degraded_at);
        }
        text_add(t, ")");
    } else if (!store_is_exact(b->store)) {
        snprintf(number, sizeof number, "%.2g", b->counts.tally.omissions);
        text_printf(t, " but for about %s states, and what follows them, that were taken for visited (%s)", number,
                    axis_store.values[b->store].name);
    }
}

/* A limit as the user set it. */
static void add_limit(struct text *t, const struct job *j, enum limit_kind limit)
{
    switch (limit) {
    case LIMIT_TIME: add_duration(t, j->time_max_ms); break;
    case LIMIT_MEMORY: add_size(t, j->memory_max); break;
    case LIMIT_DELIVERIES: text_printf(t, "--deliveries %lu", j->deliveries_max); break;
    default: break;
    }
}

/* How much was sampled, and what that is worth. */
static void add_sample(struct text *t, const struct board *b)
{
    const struct sampling *s = &b->sampling;
    uint64_t runs = b->counts.runs, cut = b->counts.runs_cut;
    if (s->instead != LIMIT_NONE && b->limit == LIMIT_NONE) {
        text_add(t, "exhaustive search stopped by its share of ");
        add_limit(t, &b->job, s->instead);
        text_add(t, ", then ");
    }
    text_printf(t, "%lu execution%s", runs, runs == 1 ? "" : "s");
    if (b->job.search != SEARCH_DELAY) {
        text_printf(t, " sampled%s, seed %lu", b->job.search == SEARCH_AUTO ? " by random, pos, pctcp and pct in turn" : "", b->job.seed);
        if (b->counts.runs_guided != 0) {
            text_printf(t, ", %lu of them from where an hr_sometimes was true", b->counts.runs_guided);
        }
    } else if (s->all_delays) {
        text_printf(t, " with up to %lu delay%s: there are no others", s->delays_done - 1, s->delays_done == 2 ? "" : "s");
    } else if (s->delays_done != 0) {
        text_printf(t, ", among them all with at most %lu delay%s", s->delays_done - 1, s->delays_done == 2 ? "" : "s");
    }
    if (s->until != LIMIT_NONE && b->limit == LIMIT_NONE) {
        text_add(t, " within ");
        add_limit(t, &b->job, s->until);
    }
    if (cut != 0) {
        text_printf(t, "; %lu of them cut off at %s%lu deliveries", cut, b->job.depth_max == UINT64_MAX ? "" : "--depth: ", s->depth);
    }
    if (b->job.search == SEARCH_AUTO && b->autos.covering != 0) {
        text_printf(t, "; %lu by cover, which brings messages into new orders", b->autos.covering);
    }
    text_add(t, " (not exhaustive)");
}

static void add_unlimited(struct text *t, const struct board *b)
{
    if (b->sampling.on) {
        return;
    }
    if (covers_several(&b->job)) {
        text_printf(t, "covered %lu times, seed %lu: ", b->counts.runs, b->job.seed);
    }
    if (b->job.search == SEARCH_COVER && b->rounds_left) {
        text_printf(t, "ended after --rounds %lu (not a proof)", (unsigned long)b->job.rounds_max);
        return;
    }
    if (b->job.search == SEARCH_COVER) {
        text_add(t, "no more schedules to generate (not a proof)");
        return;
    }
    bool guessed = !store_is_exact(b->store) && b->store != STORE_FINGERPRINT; /* so many states may be missing that it is no "all" */
    text_add(t, guessed && b->job.search != SEARCH_STATELESS ? "explored"
                : b->job.guards                              ? "all orders explored"
                                : "all orders explored, without guards: what handlers do outside their actors was not seen");
    if (b->job.search != SEARCH_STATELESS) {
        add_omissions(t, b);
    }
}

/* How far it came. */
static void add_extent(struct text *t, const struct board *b)
{
    switch (b->limit) {
    case LIMIT_NONE: add_unlimited(t, b); break;
    case LIMIT_TIME:
    case LIMIT_MEMORY:
    case LIMIT_DELIVERIES:
        text_add(t, "stopped by ");
        add_limit(t, &b->job, b->limit);
        break;
    case LIMIT_DEPTH: text_printf(t, "executions cut off at --depth %lu", b->job.depth_max); break;
    case LIMIT_STATES: text_printf(t, "stopped by --states %lu", b->job.states_max); break;
    case LIMIT_INTERRUPT: text_add(t, "interrupted"); break;
    case LIMIT_VIOLATION:
        text_printf(t, "stopped at the first violation (--keep-going %s)", b->job.search == SEARCH_COVER ? "goes on" : "explores the rest");
        if (covers_several(&b->job)) {
            text_printf(t, "; seed %lu", b->job.seed);
        }
        break;
    case LIMIT_WORKER: text_printf(t, "stopped: %s; what was found until then is kept", b->why); break;
    case LIMIT_UNTRUSTED: text_add(t, "stopped: a step was abandoned inside a library, whose locks may be held"); break;
    case LIMIT_ROOM: {
        char used[60];
        snprintf(used, sizeof used, "stopped: no more memory was to be had at %.1f GB", (double)b->counts.peak_bytes / (1 << 30));
        text_add(t, used);
        break;
    }
    case LIMIT_ACTORS:
        text_add(t,
                 "stopped: the program creates more actors than there is room for (at most 15,000, fewer with a large --arena or --stack)");
        break;
    case LIMIT_CHOICES:
        text_add(t,
                 "not all orders: of a step that hangs, or asks hr_choose() or looks at the clock too often, not all answers were tried");
        break;
    case LIMIT_UNSUITED: text_printf(t, "not all orders: %s", b->why); break;
    }
}

static double square_root(double x)
{
    double root = x > 1 ? x : 1;
    for (int i = 0; i < 1000 && root * root > x * (1 + 1e-9); i++) { /* Newton, from above */
        root = (root + x / root) / 2;
    }
    return root;
}

static void add_about(struct text *t, double n)
{
    static const char *const names[] = { "", " thousand", " million", " billion", " trillion" };
    char number[40];
    int unit = 0;
    while (n >= (unit == 0 ? 10000 : 1000) && unit < 4) {
        n /= 1000;
        unit++;
    }
    snprintf(number, sizeof number, n >= 1000 && unit == 4 ? "%.1e" : unit < 2 ? "%.0f" : "%.1f", n);
    text_add(t, number);
    text_add(t, names[unit]);
}

void result_estimate(const struct board *b, char *out, size_t size)
{
    const volatile struct estimated *e = &b->counts.estimated;
    struct text t = text_in(out, size);
    double n = (double)e->descents, mean = n == 0 ? 0 : e->sum / n, seen = (double)b->counts.tally.paths;
    if (n < 2 || mean == 0) {
        return;
    }
    double variance = (e->squares - e->sum * mean) / (n - 1) / n, error = variance <= 0 ? 0 : square_root(variance) / mean;
    char numbers[80];
    text_add(&t, e->cut != 0 || seen > mean ? "at least about " : "about ");
    add_about(&t, seen > mean ? seen : mean);
    snprintf(numbers, sizeof numbers, " classes of orders (\xc2\xb1 %.0f %%), %.*f %% seen", error * 100, seen * 10 < mean ? 2 : 0,
             seen > mean ? 99.0 : seen / mean * 100);
    text_add(&t, numbers);
}

void result_strength(const struct result *r, char *out, size_t size)
{
    const struct board *b = r->board;
    struct text t = text_in(out, size);
    if (b->state != RUN_COMPLETE && b->state != RUN_STOPPED) {
        text_add(&t, "the search broke off");
        return;
    }
    if (b->job.mode == JOB_FOLLOW) {
        text_add(&t, "one schedule followed");
        return;
    }
    add_extent(&t, b);
    if (b->state == RUN_STOPPED && b->limit != LIMIT_VIOLATION && b->counts.estimated.descents != 0) {
        char estimate[160] = "";
        result_estimate(b, estimate, sizeof estimate);
        text_add(&t, estimate[0] != '\0' ? "; " : "");
        text_add(&t, estimate);
    }
    if (b->job.search == SEARCH_AUTO && b->state == RUN_STOPPED && b->limit != LIMIT_VIOLATION && b->autos.level > 1) {
        text_add(&t, "; ");
        autos_reach(b, &t);
    }
    if (b->choices_first) {
        text_add(&t, covers_several(&b->job) ? "; hr_choose() has the first value, or one that was drawn for the first execution of a cover"
                                             : "; of each hr_choose() only one value was tried, the first unless --initial has another");
    }
    bool none = b->job.search == SEARCH_AUTO && b->counts.runs == 0 && b->limit != LIMIT_NONE; /* nothing worth telling */
    if (b->sampling.on && !none) {
        text_add(&t, b->limit == LIMIT_NONE ? "" : "; ");
        add_sample(&t, b);
    }
    if (b->start.steps != 0) {
        text_printf(&t, ", from the state after %lu deliveries (--start-from)", b->start.steps);
    }
}

void result_time(const struct result *r, char *out, size_t size)
{
    const struct board *b = r->board;
    struct text t = text_in(out, size);
    if (!b->looked || b->job.mode == JOB_FOLLOW) {
        return;
    }
    if (b->job.late_looks == 0) {
        text_add(&t, "no look at the clock comes late (--late-looks 0)");
    } else if (b->job.search == SEARCH_COVER) {
        text_add(&t, "looks at the clock come soon, but where an --initial schedule has them come late; harrier check explores both");
    } else {
        text_add(&t, "each actor looks late at most ");
        if (b->job.late_looks == 1) {
            text_add(&t, "once");
        } else {
            text_printf(&t, "%lu times", b->job.late_looks);
        }
        text_add(&t, ", by ");
        text_duration(&t, b->job.late_ms);
        text_add(&t, " (--late-looks, --late)");
    }
}

void result_faults(const struct result *r, char *out, size_t size)
{
    static const char *const never[] = { "lost a message", "had a message come twice", "had an actor crash for good",
                                         "had an actor crash and restart", "had its network split" };
    const struct board *b = r->board;
    struct faults f;
    char why[200];
    struct text t = text_in(out, size), error = text_in(why, sizeof why);
    if (b->faults[0] == '\0' || b->job.mode == JOB_FOLLOW || !faults_read(&f, b->faults, &error)) {
        return;
    }
    if (b->job.search == SEARCH_COVER) {
        text_printf(&t, "cover explores none%s; harrier check explores %s in an execution",
                    b->job.schedule_size != 0 ? " but those of --initial" : "", b->faults);
        return;
    }
    text_printf(&t, "%s in an execution", b->faults);
    for (unsigned kind = 0; kind <= FAULT_SPLIT; kind++) {
        bool asked = kind == FAULT_SPLIT ? f.partitions != 0 : fault_count(f.budget, (enum fault_kind)kind) != 0;
        if (asked && !(b->faults_struck >> kind & 1)) {
            text_printf(&t, "; no execution %s", never[kind]);
        }
    }
}
