#include "workers/cluster.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "actor/sites.h"
#include "check/check.h"
#include "step/execute.h"
#include "workers/gather.h"
#include "workers/keep_ranks.h"
#include "workers/replicate.h"
#include "workers/transport_ranks.h"

enum { PAUSE_LEAST_NS = 20000, PAUSE_MOST_NS = 1000000 };

static struct workers *of(const struct crew *crew)
{
    return (struct workers *)crew;
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    syscall(SYS_clock_gettime, clock, &t); /* the clock functions are interposed for the program */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- frames ---- */

/* Waits a moment, longer each time. */
static void pause_longer(long *ns)
{
    syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = *ns }, NULL);
    *ns = *ns < PAUSE_MOST_NS ? *ns * 2 : *ns;
}

void cluster_pause(void)
{
    pause_longer(&(long){ PAUSE_LEAST_NS });
}

const struct link_frame *cluster_wait(struct workers *w, bool (*must_stop)(void *user), void *user)
{
    long ns = PAUSE_LEAST_NS;
    double since = seconds(CLOCK_MONOTONIC);
    const struct link_frame *f;
    w->link->waiting = 1;
    while ((f = link_next(&w->link->in[LINK_CONTROL])) == NULL && !must_stop(user)) {
        pause_longer(&ns);
    }
    w->link->waiting = 0;
    w->link->rows[w->me].waited += seconds(CLOCK_MONOTONIC) - since;
    return f;
}

void cluster_tell(struct workers *w, enum link_kind kind, const void *bytes, size_t length)
{
    long ns = PAUSE_LEAST_NS;
    while (!link_write(&w->link->out[LINK_CONTROL], kind, 0, bytes, (uint32_t)length)) {
        pause_longer(&ns);
    }
}

/* ---- the crew ---- */

static enum limit_kind stopping(const struct crew *crew)
{
    return (enum limit_kind)__atomic_load_n(&of(crew)->link->stop, __ATOMIC_ACQUIRE);
}

/* An execution that is sampled is not needed any more when an earlier one violates something. */
static bool is_beyond(const struct crew *crew, uint64_t execution)
{
    return execution > of(crew)->link->stop_execution;
}

/* This rank stops: so must all others. */
static void stopped(struct search *s, enum limit_kind why)
{
    struct workers *w = workers_of(s);
    bool sampled = (s->board->sampling.on || s->job->search == SEARCH_COVER) && why == LIMIT_VIOLATION; /* numbered: the first one counts */
    if (w->keep != NULL && w->keep->stops) {
        return;
    }
    struct link_stop stop = { .limit = (uint32_t)why, .execution = sampled ? s->execution : UINT64_MAX };
    if (stopping(s->crew) == LIMIT_NONE && !(sampled && is_beyond(s->crew, s->execution))) {
        cluster_tell(w, LINK_STOP, &stop, sizeof stop);
    }
}

static void look(struct search *s)
{
    enum limit_kind why = stopping(s->crew);
    if (why != LIMIT_NONE) {
        search_stop(s, why);
    }
    keep_ranks_look(s);
}

/* Says how far this rank is. On the first one, what is shown while the search runs is of all together. */
static void totals(const struct crew *crew, volatile struct counts *c)
{
    const struct workers *w = of(crew);
    struct link_row *row = &w->link->rows[w->me];
    row->tally = c->tally;
    row->handler_runs = c->handler_runs;
    row->runs = c->runs;
    row->busy = c->seconds;
    for (uint32_t r = 1; r < w->count && w->me == 0 && !w->link->ended; r++) {
        const struct link_row *other = &w->link->rows[r];
        c->tally.states += other->tally.states;
        c->tally.deliveries += other->tally.deliveries;
        c->tally.paths += other->tally.paths;
        c->tally.end_states += other->tally.end_states;
        c->tally.pending += other->tally.pending;
        c->handler_runs += other->handler_runs;
        if (other->tally.depth > c->tally.depth) {
            c->tally.depth = other->tally.depth;
        }
    }
}

bool cluster_is_there(void)
{
    return syscall(SYS_fcntl, LINK_FD, F_GETFD) >= 0;
}

const char *cluster_join(struct workers *w, struct search *s)
{
    if (sites_count() > LINK_SITES) {
        return "the program has more hr_sometimes() than ranks of a cluster tell each other of: leave out --cluster";
    }
    w->link = mmap(NULL, sizeof *w->link, PROT_READ | PROT_WRITE, MAP_SHARED, LINK_FD, 0);
    if (w->link == MAP_FAILED) {
        w->link = NULL;
        return "the memory that ranks of a cluster speak through cannot be mapped";
    }
    w->crew = (struct crew){ .stopping = stopping,
                             .stopped = stopped,
                             .look = look,
                             .defers = keep_ranks_defer,
                             .is_beyond = is_beyond,
                             .totals = totals,
                             .asks = keep_ranks_asks,
                             .keeps = keep_ranks_keeps,
                             .keeps_piece = keep_ranks_keeps_piece,
                             .gather = gather_ranks };
    w->count = s->job->ranks;
    w->me = s->job->rank;
    w->deliveries_max = UINT64_MAX;
    s->crew = &w->crew;
    if (s->job->search != SEARCH_DFS) {
        w->search = s;
        return keep_ranks_open(w, s);
    }
    ranks_open(&w->exchange.transport, w);
    exchange_init(&w->exchange, !store_is_exact(s->job->store), SENT_BY_RANKS);
    pool_init(&w->paper, (size_t)1 << 30);
    pool_init(&w->trails.lists[w->me], (size_t)1 << 36);
    w->trails.rank = w;
    const char *refused = replicate_begin(w, s);
    return refused != NULL ? refused : keep_ranks_open(w, s);
}

/* ---- the end ---- */

static void note_site(void *user, const struct hr_site *site, bool reached)
{
    uint8_t **next = user;
    (void)site;
    *(*next)++ = reached;
}

static void reach_site(void *user, const struct hr_site *site, bool reached)
{
    const uint8_t **next = user;
    if (*(*next)++ && !reached) {
        sites_reach(site);
    }
}

/* Waiting has no limit here but that this rank or the first one is lost, or that the user is impatient. Where another rank is lost, the first one
 * answers. */
static bool gives_up(void *search)
{
    struct search *s = search;
    if (guard.heartbeat) {
        guard.heartbeat = false;
        search_publish(s);
    }
    const struct workers *w = workers_of(s);
    if (s->board->sampling.on && keep_ranks_asks(s)) {
        keep_ranks_keeps(s, NULL, true); /* its part is what it has made */
    }
    if (s->waits != NULL) {
        s->waits(s, s->waits_user);
    }
    return s->board->stop != 0 || w->link->rows[0].lost || w->link->rows[w->me].lost;
}

void cluster_end(struct search *s)
{
    struct workers *w = workers_of(s);
    struct link_end mine = { .stopped = s->stopped, .cut = s->cut, .choices_left = s->board->choices_left };
    uint8_t *next = mine.reached;
    const uint8_t *reached;
    const struct link_frame *f;
    mine.sites = (uint32_t)sites_count();
    sites_each(note_site, &next);
    search_publish(s);
    cluster_tell(w, LINK_END, &mine, sizeof mine);
    w->link->ended = 1;
    while ((f = cluster_wait(w, gives_up, s)) != NULL && f->kind != LINK_ENDED) {
        if (!replicate_serve(w, f)) { /* others may still be writing down paths */
            link_taken(&w->link->in[LINK_CONTROL], f);
        }
    }
    struct link_end all = { .stopped = 1 };
    if (f != NULL && f->length == sizeof all) {
        memcpy(&all, f + 1, sizeof all);
        link_taken(&w->link->in[LINK_CONTROL], f);
    }
    reached = all.reached;
    sites_each(reach_site, &reached);
    s->cut = s->cut || all.cut;
    s->board->choices_left = s->board->choices_left || all.choices_left;
    if (all.stopped && !s->stopped) {
        enum limit_kind why = stopping(s->crew);
        search_stop(s, why != LIMIT_NONE ? why : f == NULL ? LIMIT_INTERRUPT : LIMIT_VIOLATION);
    }
}
