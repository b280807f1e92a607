#include "explore/search.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/text.h"
#include "check/check.h"
#include "guard/guard.h"
#include "model/local.h"
#include "model/message.h"
#include "step/execute.h"

const struct move *state_move(const uint32_t *state, uint32_t ordinal)
{
    struct walk w = walk_moves(state);
    uint32_t i;
    do {
        i = walk_next(&w);
    } while (i != UINT32_MAX && ordinal-- != 0);
    return i == UINT32_MAX ? NULL : move_at(i);
}

/* ---- limits ---- */

/* A system call, because the clock functions are interposed for the program. */
static double clock_seconds(clockid_t clock)
{
    struct timespec t;
    syscall(SYS_clock_gettime, clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool is_member(const struct search *s)
{
    return s->crew != NULL && s->crew->member;
}

void search_stop(struct search *s, enum limit_kind why)
{
    if (!s->stopped) {
        s->stopped = true;
        if (is_member(s)) {
            s->crew->stop(s->crew, why);
        } else {
            s->board->limit = why;
        }
        if (s->crew != NULL && s->crew->stopped != NULL) {
            s->crew->stopped(s, why);
        }
    }
}

void search_start_clock(struct search *s)
{
    s->started = clock_seconds(CLOCK_MONOTONIC);
    s->started_cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

void search_publish(struct search *s)
{
    volatile struct counts *c = &s->board->counts;
    if (is_member(s)) {
        s->crew->report(s);
        return;
    }
    if (s->started == 0) {
        search_start_clock(s);
    }
    __atomic_add_fetch(&c->published, 1, __ATOMIC_SEQ_CST);
    c->tally = s->tally;
    c->handler_runs = execute_runs;
    c->predicate_runs = s->checks->predicate_runs;
    c->local_states = locals_count();
    c->messages = messages_count();
    c->actors = names_count() - 1;
    c->components = components_count();
    if (pool_bytes() > c->peak_bytes) {
        c->peak_bytes = pool_bytes();
    }
    c->seconds = clock_seconds(CLOCK_MONOTONIC) - s->started;
    c->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - s->started_cpu;
    if (s->crew != NULL) {
        s->crew->totals(s->crew, c);
    }
    __atomic_add_fetch(&c->published, 1, __ATOMIC_SEQ_CST);
}

bool search_is_late(const struct search *s)
{
    enum { GRACE_MS = 1000 };
    return !s->pausing && s->started != 0 && (clock_seconds(CLOCK_MONOTONIC) - s->started) * 1000 > (double)s->job->time_max_ms + GRACE_MS;
}

static enum limit_kind limit_reached(const struct search *s)
{
    return s->board->stop                                                  ? LIMIT_INTERRUPT
           : s->board->counts.seconds * 1000 > (double)s->job->time_max_ms ? LIMIT_TIME
           : pool_bytes() > s->job->memory_max                             ? LIMIT_MEMORY
                                                                           : LIMIT_NONE;
}

void search_look(struct search *s)
{
    guard.heartbeat = false;
    search_publish(s);
    if (s->crew != NULL && s->crew->look != NULL) {
        s->crew->look(s);
    }
    if (is_member(s)) {
        s->stopped = s->stopped || s->crew->stopping(s->crew) != LIMIT_NONE; /* the coordinator watches the limits */
        return;
    }
    enum limit_kind why = limit_reached(s);
    bool defers = s->crew != NULL && s->crew->defers != NULL;
    if (why != LIMIT_NONE && !s->stopped && !(defers && s->crew->defers(s, why))) {
        search_stop(s, why);
    }
}

/* ---- findings ---- */

/* Whether the job asks for this finding. */
static bool wanted(const struct job *j, const struct finding *f)
{
    bool here = f->kind == KIND_HANG || (f->line == j->only_line && f->pc == j->only_pc); /* a loop is stopped anywhere in it */
    bool its_own = (f->kind != KIND_OVERFLOW && f->kind != KIND_HANG) || strcmp(f->actor, j->only_actor) == 0;
    return j->only_kind == KIND_NONE || (f->kind == j->only_kind && here && its_own);
}

/* False when the finding is known already. */
static bool put_on_board(struct search *s, const struct finding *f, struct path path, uint32_t last)
{
    struct board *b = s->board;
    for (uint32_t i = 0; i < b->finding_count && i < FINDINGS_MAX; i++) {
        struct finding *known = &b->findings[i];
        if (finding_is_same(known, f)) {
            known->times++;
            if (b->sampling.on && s->execution < known->execution) { /* after ranks of a cluster that were further */
                known->execution = s->execution;
                path_write(s, path, last, known);
            }
            return false;
        }
    }
    if (b->finding_count >= FINDINGS_MAX) { /* not ==: the program may have overwritten it */
        b->findings_beyond++;
    } else {
        struct finding *kept = &b->findings[b->finding_count];
        *kept = *f;
        kept->times = 1;
        kept->execution = s->execution;
        path_write(s, path, last, kept);
        b->finding_count++; /* increased last, because the command may look at any time */
    }
    return true;
}

/* Reports a finding. KIND_SOMETIMES does not stop the search: it is reported when everything was explored. */
void search_found(struct search *s, const struct finding *f, struct path path, uint32_t last)
{
    if (!wanted(s->job, f)) {
        return;
    }
    lock_take(LOCK_BOARD);
    /* Without --keep-going one violation is reported, even if a state has several, or several workers find one at the same time. */
    bool late = (is_member(s) ? s->crew->stopping(s->crew) : s->board->limit) == LIMIT_VIOLATION;
    bool fresh = !late && put_on_board(s, f, path, last);
    if (late) {
        s->stopped = true;
    } else if (fresh && guard.untrusted) {
        search_stop(s, s->job->keep_going ? LIMIT_UNTRUSTED : LIMIT_VIOLATION);
    } else if (fresh && f->kind != KIND_SOMETIMES && !s->job->keep_going) {
        search_stop(s, LIMIT_VIOLATION);
    }
    lock_give(LOCK_BOARD);
}

/* Collects the violations of one state. */
struct reached {
    struct search *s;
    struct way way;
    bool wrong;
};

static void tell_reached(void *user, const struct finding *f)
{
    struct reached *r = user;
    r->wrong = true;
    search_found(r->s, f, r->way.path != NULL ? r->way.path(r->way.user) : (struct path){ .stops = 1 }, r->way.last);
}

bool search_check_state(struct search *s, const uint32_t *state, bool waits, struct way way)
{
    struct reached r = { .s = s, .way = way };
    check_state(s->checks, state, state_actors(), waits, &(struct teller){ tell_reached, &r });
    return !r.wrong;
}

void search_check_rings(struct search *s, const uint32_t *state, struct way way)
{
    struct reached r = { .s = s, .way = way };
    check_rings(state, state_actors(), &(struct teller){ tell_reached, &r });
}

void search_check_named(struct search *s, const uint32_t *state, uint32_t actor, struct way way)
{
    struct reached r = { .s = s, .way = way };
    check_named(s->checks, actor, state, state_actors(), &(struct teller){ tell_reached, &r });
}

static struct path path_given(void *path)
{
    return *(struct path *)path;
}

void search_end(struct search *s, const uint32_t *state, struct path path)
{
    struct reached r = { .s = s, .way = { path_given, &path, UINT32_MAX } };
    struct finding f;
    ends_note(s, state);
    check_end(s->checks, state, state_actors(), &(struct teller){ tell_reached, &r });
    if (s->job->undeliverable == UNDELIVERABLE_WARN && check_undeliverable(state, state_actors(), &f)) {
        lock_take(LOCK_BOARD);
        bool first = s->board->counts.undeliverable_ends++ == 0;
        if (first || (s->board->sampling.on && s->execution < s->board->warning.execution)) {
            s->board->warning = f;
            s->board->warning.execution = s->execution;
            path_write(s, path, UINT32_MAX, &s->board->warning);
        }
        lock_give(LOCK_BOARD);
    }
}

void search_reached(struct search *s, const uint32_t *state, const struct move *move, struct path path, uint32_t last)
{
    search_check_state(s, state, move->waits, (struct way){ path_given, &path, last });
}
