/* One result out of the boards of all ranks. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/omission.h"
#include "cluster/cluster.h"

static void add_counts(volatile struct counts *a, const volatile struct counts *b)
{
    volatile struct tally *to = &a->tally;
    const volatile struct tally *from = &b->tally;
    to->states += from->states;
    to->deliveries += from->deliveries;
    to->paths += from->paths;
    to->end_states += from->end_states;
    to->depth = from->depth > to->depth ? from->depth : to->depth;
    to->blocked += from->blocked;
    to->classes += from->classes;
    to->state_bytes += from->state_bytes;
    to->slack_bytes += from->slack_bytes;
    to->pending += from->pending;
    to->omissions += from->omissions;
    a->handler_runs += b->handler_runs;
    a->predicate_runs += b->predicate_runs;
    a->audited += b->audited;
    a->local_states = b->local_states > a->local_states ? b->local_states : a->local_states;
    a->messages = b->messages > a->messages ? b->messages : a->messages;
    a->actors = b->actors > a->actors ? b->actors : a->actors;
    a->components = b->components > a->components ? b->components : a->components;
    a->peak_bytes = b->peak_bytes > a->peak_bytes ? b->peak_bytes : a->peak_bytes;
    a->undeliverable_ends += b->undeliverable_ends;
    a->runs += b->runs;
    a->runs_cut += b->runs_cut;
    a->runs_guided += b->runs_guided;
    a->seconds = b->seconds > a->seconds ? b->seconds : a->seconds;
    a->cpu_seconds += b->cpu_seconds;
}

/* ---- findings ---- */

/* Where the log of the first board gets longer, the board moves. */
static struct board *with_schedule(struct board *into, size_t *size, struct finding *f, const struct board *from)
{
    size_t longer = *size + f->schedule_size;
    struct board *b = mmap(NULL, longer, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED) {
        f->schedule = f->schedule_size = 0;
        return into;
    }
    memcpy((void *)b, into, *size);
    memcpy(b->log + b->log_size, from->log + f->schedule, f->schedule_size);
    f->schedule = b->log_size;
    b->log_size += f->schedule_size;
    munmap(into, *size);
    *size = longer;
    return b;
}

static bool same(const struct finding *a, const struct finding *b)
{
    bool one_each = a->kind == b->kind && (a->kind == KIND_OVERFLOW || a->kind == KIND_HANG); /* however it reads */
    return a->kind == b->kind && strcmp(a->actor, b->actor) == 0 &&
           (one_each || (a->line == b->line && a->pc == b->pc && a->address == b->address && strcmp(a->file, b->file) == 0 &&
                         strcmp(a->text, b->text) == 0));
}

/* Which of two comes first: samples have an order, and else the shorter one is better. */
static bool is_before(const struct finding *a, const struct finding *b)
{
    return a->execution != b->execution ? a->execution < b->execution : a->steps < b->steps;
}

static struct board *add_finding(struct board *into, size_t *size, const struct finding *given, const struct board *from)
{
    struct finding f = *given;
    uint32_t at = 0;
    while (at < into->finding_count && !same(&into->findings[at], &f)) {
        at++;
    }
    if (at < into->finding_count) {
        uint64_t times = into->findings[at].times + f.times;
        if (is_before(&f, &into->findings[at])) {
            into = with_schedule(into, size, &f, from);
            into->findings[at] = f;
        }
        into->findings[at].times = times;
    } else if (at < FINDINGS_MAX) {
        into = with_schedule(into, size, &f, from);
        into->findings[at] = f;
        into->finding_count++;
    } else {
        into->findings_beyond++;
    }
    return into;
}

static struct board *add_warning(struct board *into, size_t *size, const struct board *from)
{
    struct finding f = from->warning;
    if (f.kind != KIND_NONE && (into->warning.kind == KIND_NONE || is_before(&f, &into->warning))) {
        into = with_schedule(into, size, &f, from);
        into->warning = f;
    }
    return into;
}

/* ---- how it ended ---- */

/* A rank whose process was killed, or that could not go on, ends the run. What the first one found is told all the same. */
static void add_state(struct board *into, const struct board *from, const struct cluster_link *l, const struct link_row *row)
{
    static const char *const words[] = { [RUN_STARTED] = "the program ended before it began to search",
                                         [RUN_EXPLORING] = "the program was killed",
                                         [RUN_LISTED] = "the program has other tests there",
                                         [RUN_SKIPPED] = "the test is skipped there" };
    bool searched = from->state == RUN_COMPLETE || from->state == RUN_STOPPED;
    bool searched_here = into->state == RUN_COMPLETE || into->state == RUN_STOPPED;
    if (!searched && searched_here) {
        const char *why = from->state == RUN_UNUSABLE || from->state == RUN_BROKEN ? from->why : words[from->state];
        char name[60];
        snprintf(into->why, sizeof into->why, "%s (%s) is lost: %.250s", cluster_name(l, from->job.rank, name, sizeof name), row->host,
                 why);
        into->state = from->state == RUN_BROKEN ? RUN_BROKEN : RUN_STOPPED;
        into->limit = LIMIT_WORKER;
        into->exhaustive = false;
    } else if (searched && searched_here && from->state == RUN_STOPPED && into->state == RUN_COMPLETE) {
        into->state = RUN_STOPPED;
        into->limit = from->limit;
        into->exhaustive = false;
    }
}

struct board *cluster_merge(struct board *into, size_t *size, const struct board *from, const struct cluster_link *l,
                            const struct link_row *row)
{
    add_counts(&into->counts, &from->counts);
    into->sampling.digest += from->sampling.digest;
    if (from->sampling.delays_done < into->sampling.delays_done) { /* of its own executions */
        into->sampling.delays_done = from->sampling.delays_done;
    }
    into->sampling.all_delays &= from->sampling.all_delays;
    into->sampling.until = into->sampling.until != LIMIT_NONE ? into->sampling.until : from->sampling.until;
    into->ends_awaited |= from->ends_awaited;
    into->choices_left |= from->choices_left;
    into->choices_first |= from->choices_first;
    into->rounds_left |= from->rounds_left;
    into->looked |= from->looked;
    into->faults_struck |= from->faults_struck;
    into->findings_beyond += from->findings_beyond;
    into->log_dropped += from->log_dropped;
    for (uint32_t i = 0; i < from->finding_count; i++) {
        into = add_finding(into, size, &from->findings[i], from);
    }
    into = add_warning(into, size, from);
    add_state(into, from, l, row);
    return into;
}

void cluster_merged(struct board *b, const struct cluster_link *l)
{
    char name[60];
    for (uint32_t i = 1; i < b->finding_count; i++) {
        struct finding f = b->findings[i];
        uint32_t at = i;
        for (; at > 0 && f.execution < b->findings[at - 1].execution; at--) {
            b->findings[at] = b->findings[at - 1];
        }
        b->findings[at] = f;
    }
    bool first_only = !b->job.keep_going && b->limit == LIMIT_VIOLATION;
    for (uint32_t i = 1; i < b->finding_count && first_only; i++) {
        if (is_before(&b->findings[i], &b->findings[0])) {
            b->findings[0] = b->findings[i];
        }
    }
    b->finding_count = first_only && b->finding_count > 1 ? 1 : b->finding_count;
    if (b->store == STORE_FINGERPRINT && !b->sampling.on && b->job.search == SEARCH_DFS) {
        b->counts.tally.omissions = fingerprint_omission(b->counts.tally.states); /* as if all were in one store */
    }
    for (uint32_t r = 0; r < l->ranks; r++) {
        if (l->rows[r].lost && (b->state == RUN_COMPLETE || b->state == RUN_STOPPED)) {
            snprintf(b->why, sizeof b->why, "%s (%s) is lost: %s", cluster_name(l, r, name, sizeof name), l->rows[r].host, l->rows[r].why);
            b->state = RUN_STOPPED;
            b->limit = b->limit == LIMIT_VIOLATION ? b->limit : LIMIT_WORKER;
            b->exhaustive = false;
            return;
        }
    }
    if (b->state == RUN_EXPLORING) {
        snprintf(b->why, sizeof b->why, "%s (%s) is lost: the program was killed", cluster_name(l, 0, name, sizeof name), l->rows[0].host);
        b->state = RUN_STOPPED;
        b->limit = LIMIT_WORKER;
    }
}
