/* A soak for the live runtime: many actors send to each other, stop and are replaced at random, and at the end every message is
 * accounted for.
 *
 *     soak [messages] [actors] [stop every] [seed]
 *
 * Workers sit in a ring of places; each sends to PEERS fixed other places. A worker works in bursts: a Tick to itself, a few Work
 * messages to random peers, the next Tick. After a Work it may stop. It then tells the registry, which creates a successor with the
 * rest of its share and tells those who send there. Until they know, they go on sending to the one that stopped.
 *
 * Every Work and Tick carries its number on its lane (sender, receiver) and a content that follows from the lane and the number. The
 * receiver demands that each lane brings 1, 2, 3, ... So nothing is lost, doubled, reordered or altered before it stops; what was sent
 * on a lane and not handled is dead, and only a lane to a stopped actor may have any. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harrier.h"
#include "result.h"

enum { PEERS = 8, BURST = 4 };

/* One lane as one of its two ends sees it. */
struct lane {
    hr_ref peer;
    uint64_t count, sum;
};
struct lanes {
    uint32_t count, capacity;
    struct lane *all;
};
struct peers {
    hr_ref at[PEERS];
};

HR_MESSAGE(Start);
HR_MESSAGE(Tick, uint64_t number, content;);
HR_MESSAGE(Work, uint64_t number, content;);
HR_MESSAGE(Moved, uint32_t peer; hr_ref to;);
HR_MESSAGE(Stopping, uint32_t place, outgoing, incoming; int64_t share; uint64_t moves; struct lane * sent, *handled;);
HR_CARRIES(Stopping, HR_ARRAY(Stopping, sent, outgoing), HR_ARRAY(Stopping, handled, incoming));

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t content(hr_ref from, hr_ref to, uint64_t number)
{
    return mix(from * 0x9e3779b97f4a7c15u ^ mix(to + number));
}

/* The newest lanes are the busy ones. */
static struct lane *lane_of(struct lanes *l, hr_ref peer)
{
    for (uint32_t i = l->count; i-- > 0;) {
        if (l->all[i].peer == peer) {
            return &l->all[i];
        }
    }
    if (l->count == l->capacity) {
        l->capacity = l->capacity == 0 ? 16 : 2 * l->capacity;
        l->all = realloc(l->all, l->capacity * sizeof *l->all);
        hr_assert(l->all != NULL);
    }
    l->all[l->count] = (struct lane){ .peer = peer };
    return &l->all[l->count++];
}

/* ---- workers ---- */

struct worker {
    hr_ref registry;
    uint32_t place, known; /* peers that it has heard of */
    uint64_t random, stop_every, moves;
    int64_t share; /* messages that it still has to send */
    struct peers peers;
    struct lanes sent, handled;
};

static uint32_t draw(struct worker *self, uint64_t n)
{
    self->random = self->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((self->random >> 33) % n);
}

static struct lane *next_on_lane(struct worker *self, hr_ref to)
{
    struct lane *l = lane_of(&self->sent, to);
    l->sum += content(hr_self(), to, ++l->count);
    self->share--;
    return l;
}

static void tick(struct worker *self)
{
    if (self->share > 0) {
        uint64_t number = next_on_lane(self, hr_self())->count;
        hr_send(hr_self(), Tick, .number = number, .content = content(hr_self(), hr_self(), number));
    }
}

static void take(struct worker *self, uint64_t number, uint64_t value)
{
    struct lane *l = lane_of(&self->handled, hr_sender());
    hr_assert(number == l->count + 1);
    hr_assert(value == content(hr_sender(), hr_self(), number));
    l->count++;
    l->sum += value;
}

static void on_tick(struct worker *self, const struct Tick *m)
{
    take(self, m->number, m->content);
    for (int i = 0; i < BURST && self->share > 0; i++) {
        hr_ref to = self->peers.at[draw(self, PEERS)];
        uint64_t number = next_on_lane(self, to)->count;
        hr_send(to, Work, .number = number, .content = content(hr_self(), to, number));
    }
    tick(self);
}

static void on_work(struct worker *self, const struct Work *m)
{
    take(self, m->number, m->content);
    if (self->known < PEERS || draw(self, self->stop_every) != 0) {
        return;
    }
    hr_send(self->registry, Stopping, .place = self->place, .share = self->share, .moves = self->moves, .outgoing = self->sent.count,
            .sent = self->sent.all, .incoming = self->handled.count, .handled = self->handled.all);
    free(self->sent.all);
    free(self->handled.all);
    hr_stop();
}

static void on_moved(struct worker *self, const struct Moved *m)
{
    self->moves++;
    self->peers.at[m->peer] = m->to;
    if (self->known < PEERS && ++self->known == PEERS) {
        tick(self);
    }
}

static void on_created(struct worker *self)
{
    if (self->known == PEERS) {
        tick(self);
    }
}

HR_ACTOR(worker, HR_INIT(on_created), HR_ON(Tick, on_tick), HR_ON(Work, on_work), HR_ON(Moved, on_moved));

/* ---- the registry: who sits where; what the stopped ones left ---- */

/* A lane with both ends. */
struct entry {
    hr_ref from, to;
    uint64_t count, sum;
};
struct entries {
    size_t count, capacity;
    struct entry *all;
};

struct registry {
    uint32_t places;
    int64_t messages;
    uint64_t stop_every, seed;
    hr_ref *now;        /* the worker in each place */
    uint64_t *moves_to; /* Moved messages sent to it */
    uint64_t stopped, moves_sent, moves_handled, moves_dead;
    struct entries sent, handled; /* by those that stopped */
};

static void append(struct entries *e, hr_ref from, hr_ref to, const struct lane *l)
{
    if (e->count == e->capacity) {
        e->capacity = e->capacity == 0 ? 1024 : 2 * e->capacity;
        e->all = realloc(e->all, e->capacity * sizeof *e->all);
        hr_assert(e->all != NULL);
    }
    e->all[e->count++] = (struct entry){ from, to, l->count, l->sum };
}

static uint32_t place_of_peer(const struct registry *self, uint32_t place, uint32_t peer)
{
    return (place + 1 + peer * (self->places / PEERS)) % self->places;
}

static void tell(struct registry *self, uint32_t place, uint32_t peer)
{
    hr_send(self->now[place], Moved, .peer = peer, .to = self->now[place_of_peer(self, place, peer)]);
    self->moves_to[place]++;
    self->moves_sent++;
}

static void on_start(struct registry *self, const struct Start *m)
{
    self->now = calloc(self->places, sizeof *self->now);
    self->moves_to = calloc(self->places, sizeof *self->moves_to);
    hr_assert(self->now != NULL && self->moves_to != NULL);
    for (uint32_t i = 0; i < self->places; i++) {
        int64_t share = self->messages / self->places + (i < self->messages % self->places);
        self->now[i] = hr_spawn(worker, .registry = hr_self(), .place = i, .random = mix(mix(self->seed) + i),
                                .stop_every = self->stop_every, .share = share);
    }
    for (uint32_t i = 0; i < self->places; i++) {
        for (uint32_t peer = 0; peer < PEERS; peer++) {
            tell(self, i, peer);
        }
    }
}

static void on_stopping(struct registry *self, const struct Stopping *m)
{
    hr_assert(hr_sender() == self->now[m->place]);
    hr_assert(m->moves <= self->moves_to[m->place]);
    for (uint32_t i = 0; i < m->outgoing; i++) {
        append(&self->sent, hr_sender(), m->sent[i].peer, &m->sent[i]);
    }
    for (uint32_t i = 0; i < m->incoming; i++) {
        append(&self->handled, m->handled[i].peer, hr_sender(), &m->handled[i]);
    }
    self->stopped++;
    self->moves_handled += m->moves;
    self->moves_dead += self->moves_to[m->place] - m->moves;
    self->moves_to[m->place] = 0;

    /* What it never heard because it stopped, its successor knows from the start. */
    struct peers peers;
    for (uint32_t peer = 0; peer < PEERS; peer++) {
        peers.at[peer] = self->now[place_of_peer(self, m->place, peer)];
    }
    self->now[m->place] = hr_spawn(worker, .registry = hr_self(), .place = m->place, .known = PEERS, .peers = peers, .share = m->share,
                                   .random = mix(mix(self->seed) + self->places + self->stopped), .stop_every = self->stop_every);
    for (uint32_t peer = 0; peer < PEERS; peer++) {
        uint32_t distance = 1 + peer * (self->places / PEERS);
        tell(self, (m->place + self->places - distance % self->places) % self->places, peer);
    }
}

HR_ACTOR(registry, HR_ON(Start, on_start), HR_ON(Stopping, on_stopping));

/* ---- the account ---- */

static hr_ref registry;
static struct mark begun;

static int by_lane(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->to != y->to ? (x->to < y->to ? -1 : 1) : 0;
}

static void collect(struct entries *into, const struct entries *stopped, const struct registry *r, bool sent)
{
    for (size_t i = 0; i < stopped->count; i++) {
        const struct entry *e = &stopped->all[i];
        append(into, e->from, e->to, &(struct lane){ 0, e->count, e->sum });
    }
    for (uint32_t i = 0; i < r->places; i++) {
        const struct worker *w = hr_peek(r->now[i], worker);
        const struct lanes *l = sent ? &w->sent : &w->handled;
        for (uint32_t k = 0; k < l->count; k++) {
            append(into, sent ? r->now[i] : l->all[k].peer, sent ? l->all[k].peer : r->now[i], &l->all[k]);
        }
    }
    qsort(into->all, into->count, sizeof *into->all, by_lane);
}

static bool wrong(const char *what, uint64_t is, uint64_t should)
{
    if (is != should) {
        fprintf(stderr, "soak: error: %s: %" PRIu64 ", should be %" PRIu64 "\n", what, is, should);
    }
    return is != should;
}

static bool accounted(void)
{
    const struct registry *r = hr_peek(registry, registry);
    struct mark ended = mark_now();
    struct entries sent = { 0 }, handled = { 0 };
    struct lane total_sent = { 0 }, total_handled = { 0 }, dead = { 0 };
    uint64_t moves_alive = 0;
    bool bad = false;

    for (uint32_t i = 0; i < r->places; i++) {
        const struct worker *w = hr_peek(r->now[i], worker);
        if (w == NULL) {
            fprintf(stderr, "soak: error: the worker in place %" PRIu32 " has stopped and nobody replaced it\n", i);
            return false;
        }
        bad |= wrong("messages that a worker has not sent", (uint64_t)w->share, 0);
        bad |= wrong("Moved handled by a living worker", w->moves, r->moves_to[i]);
        moves_alive += w->moves;
    }
    bad |= wrong("Moved in all", r->moves_handled + r->moves_dead + moves_alive, r->moves_sent);

    collect(&sent, &r->sent, r, true);
    collect(&handled, &r->handled, r, false);
    size_t h = 0;
    for (size_t s = 0; s < sent.count; s++) {
        const struct entry *e = &sent.all[s];
        struct entry got = { 0 };
        if (h < handled.count && by_lane(&handled.all[h], e) == 0) {
            got = handled.all[h++];
        }
        total_sent.count += e->count;
        total_sent.sum += e->sum;
        total_handled.count += got.count;
        total_handled.sum += got.sum;
        if (got.count > e->count || (got.count < e->count && hr_peek(e->to, worker) != NULL)) {
            bad |= wrong("handled on a lane to a living worker", got.count, e->count);
        }
        for (uint64_t n = got.count + 1; n <= e->count; n++) {
            dead.count++;
            dead.sum += content(e->from, e->to, n);
        }
    }
    bad |= wrong("lanes on which something was handled and nothing sent", handled.count - h, 0);
    bad |= wrong("messages sent", total_sent.count, (uint64_t)r->messages);
    bad |= wrong("checksum of handled and dead", total_handled.sum + dead.sum, total_sent.sum);

    printf("soak: %" PRIu32 " places, seed %" PRIu64 ", %" PRIu64 " actors created, %" PRIu64 " stopped, %zu lanes, %.1f s\n", r->places,
           r->seed, r->places + r->stopped, r->stopped, sent.count, ended.seconds - begun.seconds);
    printf("             %14s %14s %14s   %s\n", "sent", "handled", "undeliverable", "checksums");
    printf("  Work, Tick %14" PRIu64 " %14" PRIu64 " %14" PRIu64 "   %016" PRIx64 " = %016" PRIx64 " + %016" PRIx64 "\n", total_sent.count,
           total_handled.count, dead.count, total_sent.sum, total_handled.sum, dead.sum);
    printf("  Moved      %14" PRIu64 " %14" PRIu64 " %14" PRIu64 "\n", r->moves_sent, r->moves_handled + moves_alive, r->moves_dead);
    /* One that is lost leaves a place without a living worker: seen above. */
    printf("  Stopping   %14" PRIu64 " %14" PRIu64 " %14d\n", r->stopped, r->stopped, 0);
    puts(bad ? "soak: NOT accounted for" : "soak: every message accounted for");
    free(sent.all);
    free(handled.all);
    return !bad;
}

int main(int argc, char **argv)
{
    int64_t messages = argument(argc, argv, 1, 100000000, 1), places = argument(argc, argv, 2, 10000, 2 * PEERS);
    uint64_t stop_every = (uint64_t)argument(argc, argv, 3, 4096, 2), seed = (uint64_t)argument(argc, argv, 4, 1, 0);
    if (places > 1000000) {
        fprintf(stderr, "soak: error: at most 1000000 actors\n");
        return 2;
    }
    registry = hr_spawn(registry, .places = (uint32_t)places, .messages = messages, .stop_every = stop_every, .seed = seed);
    hr_at_end(accounted);
    begun = mark_now();
    hr_send(registry, Start);
    return hr_run();
}
