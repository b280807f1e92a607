#include "workers/replicate.h"

#include "guard/guard.h"
#include "model/ledger.h"
#include "model/replica.h"
#include "workers/keep_ranks.h"

enum { ORDINALS_AT_ONCE = 16384 };

/* A part of the way to a state, from its end: as long as it is on one rank. */
struct trail_answer {
    uint64_t number; /* of the state from which the rest leads on, on `rank` */
    uint32_t rank;   /* UINT32_MAX: that is the first state */
    uint32_t count;
    uint32_t ordinals[];
};

static struct link_ring *control(const struct workers *w)
{
    return &w->link->in[LINK_CONTROL];
}

/* Only a rank that is lost ends a wait for an answer: the others answer even when they have stopped. */
static bool is_lost(void *workers)
{
    const struct workers *w = workers;
    bool lost = w->link->rows[0].lost || w->link->rows[w->me].lost || w->link->stop == LIMIT_WORKER; /* or the program of one is gone */
    for (uint32_t r = 0; r < w->count && w->asked != 0 && !lost; r++) {
        lost = r + 1 == w->asked && w->link->rows[r].lost;
    }
    return lost;
}

/* Waits for a frame of this kind, and deals with others; NULL: it will not come. */
static const struct link_frame *await(struct workers *w, enum link_kind kind)
{
    const struct link_frame *f;
    while ((f = cluster_wait(w, is_lost, w)) != NULL && f->kind != kind) {
        replicate_take(w, f);
    }
    return f;
}

/* ---- the log ---- */

static void apply(struct workers *w, const struct link_frame *f, bool *last)
{
    struct link_log head;
    const unsigned char *at = (const unsigned char *)(f + 1), *end = at + f->length;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    for (uint64_t i = head.from; i < head.from + head.count && at < end; i++) {
        struct link_entry e;
        memcpy(&e, at, sizeof e);
        if (i == w->applied) {
            keep_note(w, &e, at + sizeof e);
            if (!replica_apply((enum replica_op)e.op, at + sizeof e, e.size)) {
                guard_broken("an entry of the log that ranks share makes no sense");
            }
            w->applied++;
        }
        at += link_entry_bytes(e.size);
    }
    *last = head.last;
}

/* Asks for the log from here on, with an entry that is to be appended if there is one, and applies it. */
static void ask(struct workers *w, enum link_kind kind, const struct link_put *head, const void *bytes)
{
    struct link_ring *out = &w->link->out[LINK_CONTROL];
    struct link_frame *f;
    bool last = false;
    while ((f = link_room(out, (uint32_t)(sizeof *head + head->entry.size))) == NULL) {
        cluster_pause();
    }
    *f = (struct link_frame){ .length = (uint32_t)(sizeof *head + head->entry.size), .kind = (uint16_t)kind };
    memcpy(f + 1, head, sizeof *head);
    if (head->entry.size != 0) {
        memcpy((unsigned char *)(f + 1) + sizeof *head, bytes, head->entry.size);
    }
    link_publish(out, f);
    while (!last) {
        const struct link_frame *answer = await(w, LINK_LOG);
        if (answer == NULL) {
            search_stop(w->search, LIMIT_WORKER); /* nothing that is found from now on counts */
            return;
        }
        apply(w, answer, &last);
        link_taken(control(w), answer);
    }
}

static void append(void *workers, enum replica_op op, const void *bytes, size_t size)
{
    struct workers *w = workers;
    if (size > LINK_ENTRY_MOST) {
        guard_unusable("an actor's memory, or a message, is too large to be sent to other ranks: leave out --cluster");
    }
    ask(w, LINK_LOG_PUT, &(struct link_put){ .since = w->applied, .entry = { .op = (uint32_t)op, .size = (uint32_t)size } }, bytes);
}

void replicate_up_to(struct workers *w, uint64_t position)
{
    if (w->applied < position) {
        ask(w, LINK_LOG_ASK, &(struct link_put){ .since = w->applied }, NULL);
    }
}

const char *replicate_begin(struct workers *w, struct search *s)
{
    if (ledger_in_force != NULL) {
        return "what the causal channel, and the identities basset, numbered and concrete, keep of messages is not known to other ranks: with "
               "--cluster and --search dfs use another channel and --identity exact, canonical or jacco";
    }
    if (w->count > WORKERS_MAX) {
        return "with --search dfs at most 64 ranks can tell each other where a state was found from: start fewer";
    }
    w->search = s;
    pool_init(&replica.paper, (size_t)1 << 34);
    replica.user = w;
    replica.append = append;
    return NULL;
}

void replicate_agree(struct workers *w, void (*decide)(struct search *s, uint32_t ranks))
{
    if (w->me == 0) {
        decide(w->search, w->count);
    }
    if (keep_ranks_meet(w)) {
        replicate_up_to(w, UINT64_MAX);
    }
}

/* ---- answers ---- */

/* Follows the way back as far as it is here. */
static void answer_trail(struct workers *w, uint32_t to, uint64_t number)
{
    static const size_t most = sizeof(struct trail_answer) + ORDINALS_AT_ONCE * sizeof(uint32_t);
    struct trail_answer *a = pool_take(&w->paper, most);
    *a = (struct trail_answer){ .rank = w->me, .number = number };
    while (a->rank == w->me && a->count < ORDINALS_AT_ONCE) {
        const struct trail_link *l = trail_at(&w->trails, w->me, a->number);
        if (l->worker == w->me && l->parent == a->number) {
            a->rank = UINT32_MAX;
            break;
        }
        a->ordinals[a->count++] = l->ordinal;
        a->rank = l->worker;
        a->number = l->parent;
    }
    uint32_t size = (uint32_t)(sizeof *a + a->count * sizeof(uint32_t));
    while (!link_write(&w->link->out[LINK_CONTROL], LINK_TRAIL, to, a, size)) {
        cluster_pause();
    }
    pool_give_back(&w->paper, most);
}

static void answer_probe(struct workers *w, uint32_t probe)
{
    struct link_idle idle = { .sent = w->exchange.transport.sent, .received = w->exchange.transport.received, .probe = probe };
    idle.idle = w->exchange.transport.idle;
    idle.paused = w->exchange.transport.paused;
    cluster_tell(w, LINK_IDLE, &idle, sizeof idle);
}

bool replicate_serve(struct workers *w, const struct link_frame *f)
{
    uint64_t number = 0;
    if (f->kind == LINK_TRAIL_ASK) {
        memcpy(&number, f + 1, sizeof number);
        uint32_t to = f->peer;
        link_taken(control(w), f);
        answer_trail(w, to, number);
        return true;
    }
    if (f->kind == LINK_PROBE) {
        memcpy(&number, f + 1, sizeof number);
        link_taken(control(w), f);
        answer_probe(w, (uint32_t)number);
        return true;
    }
    return false;
}

void replicate_take(struct workers *w, const struct link_frame *f)
{
    uint64_t number = 0;
    if (replicate_serve(w, f)) {
        return;
    }
    if (f->kind == LINK_OVER) {
        w->over = true;
    } else if (f->kind == LINK_MET) {
        w->met++;
    } else if (f->kind == LINK_SETTLED) {
        memcpy(&number, f + 1, sizeof number);
        w->settled = (uint32_t)number;
    }
    link_taken(control(w), f);
}

/* ---- paths ---- */

/* One part of the way, on another rank; appends its ordinals. False when that rank is lost. */
static bool ask_trail(struct workers *w, uint32_t *rank, uint64_t *number, uint32_t *out, size_t *count)
{
    struct trail_answer a;
    while (!link_write(&w->link->out[LINK_CONTROL], LINK_TRAIL_ASK, *rank, number, sizeof *number)) {
        cluster_pause();
    }
    w->asked = *rank + 1;
    const struct link_frame *f = await(w, LINK_TRAIL);
    w->asked = 0;
    if (f == NULL) {
        return false;
    }
    memcpy(&a, f + 1, sizeof a);
    memcpy(out + *count, (const unsigned char *)(f + 1) + sizeof a, a.count * sizeof *out);
    link_taken(control(w), f);
    *count += a.count;
    *rank = a.rank;
    *number = a.number;
    return true;
}

size_t replicate_path(struct workers *w, uint32_t rank, uint64_t number, uint32_t *out)
{
    size_t count = 0;
    while (rank != UINT32_MAX) {
        if (rank != w->me) {
            if (!ask_trail(w, &rank, &number, out, &count)) {
                return 0;
            }
        } else if (trail_back(&w->trails, &rank, &number, &out[count])) {
            count++;
        } else {
            break;
        }
    }
    trail_turn_round(out, count);
    return count;
}
