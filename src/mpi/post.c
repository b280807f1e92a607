#include "mpi/post.h"

#include <stdlib.h>
#include <string.h>

enum { UNDER_WAY_MOST = 1 << 22, AT_ONCE = 64 };

void post_open(struct post *p, uint32_t process, uint32_t processes)
{
    p->me = process * p->workers;
    p->count = processes * p->workers;
    for (int c = 0; c < LINK_CHANNELS; c++) {
        for (uint32_t w = 0; w < p->workers; w++) {
            p->queues[w][c].last = &p->queues[w][c].first;
        }
        p->last_received[c] = &p->receiving[c];
    }
}

static bool is_here(const struct post *p, uint32_t rank)
{
    return rank >= p->me && rank < p->me + p->workers;
}

/* ---- what arrives ---- */

/* Whether nobody wants the frames of this channel any more: states, once the search has ended; what commands say, once this one has said goodbye. */
static bool is_of_no_use(const struct cluster_link *l, enum link_channel c)
{
    return (c == LINK_STATES && (l->bye || l->engine_gone)) || (c == LINK_COMMAND && l->bye) || l->command_gone;
}

/* Puts what waits into its ring, as far as there is room. */
static bool put_waiting(const struct post *p, struct post_queue *q, uint32_t worker, enum link_channel c)
{
    bool any = false;
    struct cluster_link *l = p->links[worker];
    for (struct unsent *w; (w = q->first) != NULL; any = true) {
        if (!is_of_no_use(l, c) && !link_write(&l->in[c], w->frame.kind, w->frame.peer, &w->frame + 1, w->frame.length)) {
            break;
        }
        q->first = w->next;
        q->last = q->first == NULL ? &q->first : q->last;
        free(w);
    }
    return any;
}

/* Whether a rank of this process has no room for more. Of control there is little: it never waits. */
static bool is_full(const struct post *p, enum link_channel c)
{
    bool full = false;
    for (uint32_t w = 0; w < p->workers && c != LINK_CONTROL; w++) {
        full = full || p->queues[w][c].first != NULL;
    }
    return full;
}

/* Kinds up to LINK_TO_SERVER_END, and those from LINK_WANTED to LINK_MPI_END, are for this process. */
static bool is_for_mpi(enum link_kind kind)
{
    return kind < LINK_TO_SERVER_END || (kind >= LINK_WANTED && kind < LINK_MPI_END);
}

static void deliver(struct post *p, enum link_channel c, uint32_t from, uint32_t to, const struct link_frame *f)
{
    if (is_for_mpi(f->kind)) {
        p->take(p->user, from, to, f->kind, f + 1, f->length);
        return;
    }
    struct cluster_link *l = post_link(p, to);
    struct post_queue *q = &p->queues[to - p->me][c];
    if (q->first == NULL && (is_of_no_use(l, c) || link_write(&l->in[c], f->kind, from, f + 1, f->length))) {
        return;
    }
    struct unsent *w = malloc(sizeof *w + f->length);
    w->next = NULL;
    w->frame = (struct link_frame){ .length = f->length, .kind = f->kind, .peer = (uint16_t)from };
    memcpy(&w->frame + 1, f + 1, f->length);
    *q->last = w;
    q->last = &w->next;
}

/* Begins to receive a message of a channel. All but control, of which there is little, wait where they are while there is no room for them. */
static bool receive(struct post *p, enum link_channel c)
{
    int there = 0, bytes = 0;
    MPI_Message message;
    MPI_Status status;
    if (is_full(p, c) || p->receiving_count[c] == AT_ONCE ||
        MPI_Improbe(MPI_ANY_SOURCE, (int)c, MPI_COMM_WORLD, &there, &message, &status) != MPI_SUCCESS || !there) {
        return false;
    }
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    struct receiving *r = malloc(sizeof *r + (size_t)bytes);
    *r = (struct receiving){ .from = (uint32_t)status.MPI_SOURCE, .bytes = (uint32_t)bytes };
    if (MPI_Imrecv(&r->frame, bytes, MPI_BYTE, &message, &r->request) != MPI_SUCCESS) {
        free(r);
        return true;
    }
    *p->last_received[c] = r;
    p->last_received[c] = &r->next;
    p->receiving_count[c]++;
    return true;
}

/* Of a message between processes, `peer` says from and to which of their ranks it is. */
static uint16_t address(const struct post *p, uint32_t from, uint32_t to)
{
    return (uint16_t)(from % p->workers << 8 | to % p->workers);
}

static void deliver_from(struct post *p, enum link_channel c, const struct receiving *r)
{
    uint32_t from = r->frame.peer >> 8, to = r->frame.peer & 0xff;
    if (r->bytes >= sizeof r->frame && r->frame.length == r->bytes - sizeof r->frame && from < p->workers && to < p->workers) {
        p->links[to]->rows[p->me + to].received++;
        deliver(p, c, r->from * p->workers + from, p->me + to, &r->frame);
    }
}

/* Delivers what is there, in order. What a rank that is lost has not sent whole will not come; its memory is MPI's. */
static bool complete(struct post *p, enum link_channel c)
{
    bool any = false;
    for (struct receiving *r; (r = p->receiving[c]) != NULL && !is_full(p, c); any = true) {
        int done = 0;
        bool lost = p->links[0]->rows[r->from * p->workers].lost != 0;
        bool good = MPI_Test(&r->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        if (good && !done && !lost) {
            break;
        }
        p->receiving[c] = r->next;
        p->last_received[c] = r->next == NULL ? &p->receiving[c] : p->last_received[c];
        p->receiving_count[c]--;
        if (good && done) {
            deliver_from(p, c, r);
        }
        if (done) {
            free(r);
        }
    }
    return any;
}

/* ---- what is sent ---- */

void post_send_as(struct post *p, uint32_t from, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct sending *s = malloc(sizeof *s + length);
    s->channel = c;
    s->frame = (struct link_frame){ .length = length, .kind = (uint16_t)kind, .peer = address(p, from, to) };
    memcpy(&s->frame + 1, bytes, length);
    if (is_here(p, to)) {
        deliver(p, c, from, to, &s->frame);
        free(s);
        return;
    }
    size_t whole = sizeof s->frame + length;
    /* Synchronous, so that at the end it is known that everything has arrived. */
    if (p->links[0]->rows[to].lost ||
        MPI_Issend(&s->frame, (int)whole, MPI_BYTE, (int)(to / p->workers), (int)c, MPI_COMM_WORLD, &s->request) != MPI_SUCCESS) {
        free(s);
        return;
    }
    s->next = p->sending;
    p->sending = s;
    p->under_way[c] += whole;
    post_link(p, from)->rows[from].sent++;
    post_link(p, from)->rows[from].sent_bytes += whole;
}

void post_send(struct post *p, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length)
{
    post_send_as(p, p->me, to, c, kind, bytes, length);
}

void post_send_all(struct post *p, enum link_kind kind, const void *bytes, uint32_t length)
{
    for (uint32_t to = 0; to < p->count; to++) {
        post_send(p, to, LINK_CONTROL, kind, bytes, length);
    }
}

/* Forgets what has arrived. */
static bool sweep(struct post *p)
{
    bool any = false;
    for (struct sending **at = &p->sending, *s; (s = *at) != NULL;) {
        int done = 0;
        if (MPI_Test(&s->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        p->under_way[s->channel] -= sizeof s->frame + s->frame.length;
        free(s);
        any = true;
    }
    return any;
}

/* Whether a frame must wait in the ring where it is: too much is on its way, or whoever it is for, in this process, has no room. */
static bool must_wait(const struct post *p, enum link_channel c, uint32_t to)
{
    bool here = is_here(p, to);
    return c != LINK_CONTROL && (here ? p->queues[to - p->me][c].first != NULL : p->under_way[c] > UNDER_WAY_MOST);
}

static bool take_out(struct post *p, uint32_t worker, enum link_channel c)
{
    struct cluster_link *l = p->links[worker];
    const struct link_frame *f;
    bool any = false;
    for (int i = 0; i < AT_ONCE && (f = link_next(&l->out[c])) != NULL; i++) {
        if (f->length > LINK_FRAME_MOST || f->peer >= p->count) {
            p->broken = true;
            return any;
        }
        if (must_wait(p, c, f->peer)) {
            return any;
        }
        if (c == LINK_COMMAND || !is_of_no_use(l, c)) { /* the last that it says is still sent */
            post_send_as(p, p->me + worker, f->peer, c, f->kind, f + 1, f->length);
        }
        link_taken(&l->out[c], f);
        any = true;
    }
    return any;
}

unsigned post_turn(struct post *p)
{
    unsigned moved = sweep(p) ? 1u << LINK_STATES : 0;
    for (int c = 0; c < LINK_CHANNELS && !p->broken; c++) {
        bool any = false;
        for (uint32_t w = 0; w < p->workers && !p->broken; w++) {
            any = put_waiting(p, &p->queues[w][c], w, c) || any;
            any = take_out(p, w, c) || any;
        }
        for (int i = 0; i < AT_ONCE && receive(p, c); i++) {
            any = true;
        }
        any = complete(p, c) || any;
        moved |= any ? 1u << c : 0;
    }
    return moved;
}

bool post_is_empty(const struct post *p)
{
    bool empty = p->sending == NULL;
    for (int c = 0; c < LINK_CHANNELS; c++) {
        for (uint32_t w = 0; w < p->workers; w++) {
            empty = empty && p->links[w]->out[c].head == p->links[w]->out[c].tail;
        }
        empty = empty && p->receiving[c] == NULL;
    }
    return empty;
}
