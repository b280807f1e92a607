#include "mpi/post.h"

#include <stdlib.h>
#include <string.h>

enum { UNDER_WAY_MOST = 1 << 22, AT_ONCE = 64 };

void post_open(struct post *p, struct cluster_link *link, uint32_t me, uint32_t count)
{
    *p = (struct post){ .link = link, .me = me, .count = count };
    for (int c = 0; c < LINK_CHANNELS; c++) {
        p->last[c] = &p->first[c];
        p->last_received[c] = &p->receiving[c];
    }
}

/* ---- what arrives ---- */

/* Whether nobody wants the frames of this channel any more: states, once the search has ended; what commands say, once this one has said goodbye. */
static bool is_of_no_use(const struct post *p, enum link_channel c)
{
    return (c == LINK_STATES && (p->link->bye || p->link->engine_gone)) || (c == LINK_COMMAND && p->link->bye);
}

/* Puts what waits into its ring, as far as there is room. */
static bool put_waiting(struct post *p, enum link_channel c)
{
    bool any = false;
    for (struct unsent *w; (w = p->first[c]) != NULL; any = true) {
        if (!is_of_no_use(p, c) && !link_write(&p->link->in[c], w->frame.kind, w->frame.peer, &w->frame + 1, w->frame.length)) {
            break;
        }
        p->first[c] = w->next;
        p->last[c] = p->first[c] == NULL ? &p->first[c] : p->last[c];
        free(w);
    }
    return any;
}

/* Kinds up to LINK_TO_SERVER_END, and those from LINK_WANTED to LINK_MPI_END, are for this process. */
static bool is_for_mpi(enum link_kind kind)
{
    return kind < LINK_TO_SERVER_END || (kind >= LINK_WANTED && kind < LINK_MPI_END);
}

static void deliver(struct post *p, enum link_channel c, uint32_t from, const struct link_frame *f)
{
    if (is_for_mpi(f->kind)) {
        p->take(p->user, from, f->kind, f + 1, f->length);
        return;
    }
    bool first = p->first[c] == NULL;
    if (first && (is_of_no_use(p, c) || link_write(&p->link->in[c], f->kind, from, f + 1, f->length))) {
        return;
    }
    struct unsent *w = malloc(sizeof *w + f->length);
    w->next = NULL;
    w->frame = (struct link_frame){ .length = f->length, .kind = f->kind, .peer = (uint16_t)from };
    memcpy(&w->frame + 1, f + 1, f->length);
    *p->last[c] = w;
    p->last[c] = &w->next;
}

/* Begins to receive a message of a channel. All but control, of which there is little, wait where they are while there is no room for them. */
static bool receive(struct post *p, enum link_channel c)
{
    int there = 0, bytes = 0;
    MPI_Message message;
    MPI_Status status;
    if ((c != LINK_CONTROL && p->first[c] != NULL) || p->receiving_count[c] == AT_ONCE ||
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

/* Delivers what is there, in order. What a rank that is lost has not sent whole will not come; its memory is MPI's. */
static bool complete(struct post *p, enum link_channel c)
{
    bool any = false;
    for (struct receiving *r; (r = p->receiving[c]) != NULL && !(c != LINK_CONTROL && p->first[c] != NULL); any = true) {
        int done = 0;
        bool lost = p->link->rows[r->from].lost != 0, good = MPI_Test(&r->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        if (good && !done && !lost) {
            break;
        }
        p->receiving[c] = r->next;
        p->last_received[c] = r->next == NULL ? &p->receiving[c] : p->last_received[c];
        p->receiving_count[c]--;
        if (good && done && r->bytes >= sizeof r->frame && r->frame.length == r->bytes - sizeof r->frame) {
            p->link->rows[p->me].received++;
            deliver(p, c, r->from, &r->frame);
        }
        if (done) {
            free(r);
        }
    }
    return any;
}

/* ---- what is sent ---- */

void post_send(struct post *p, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct sending *s = malloc(sizeof *s + length);
    s->channel = c;
    s->frame = (struct link_frame){ .length = length, .kind = (uint16_t)kind };
    memcpy(&s->frame + 1, bytes, length);
    if (to == p->me) {
        deliver(p, c, to, &s->frame);
        free(s);
        return;
    }
    size_t whole = sizeof s->frame + length;
    /* Synchronous, so that at the end it is known that everything has arrived. */
    if (p->link->rows[to].lost ||
        MPI_Issend(&s->frame, (int)whole, MPI_BYTE, (int)to, (int)c, MPI_COMM_WORLD, &s->request) != MPI_SUCCESS) {
        free(s);
        return;
    }
    s->next = p->sending;
    p->sending = s;
    p->under_way[c] += whole;
    p->link->rows[p->me].sent++;
    p->link->rows[p->me].sent_bytes += whole;
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

static bool take_out(struct post *p, enum link_channel c)
{
    struct link_ring *r = &p->link->out[c];
    const struct link_frame *f;
    bool any = false;
    for (int i = 0; i < AT_ONCE && !(c != LINK_CONTROL && p->under_way[c] > UNDER_WAY_MOST) && (f = link_next(r)) != NULL; i++) {
        if (f->length > LINK_FRAME_MOST || f->peer >= p->count) {
            p->broken = true;
            return any;
        }
        if (c == LINK_COMMAND || !is_of_no_use(p, c)) { /* the last that it says is still sent */
            post_send(p, f->peer, c, f->kind, f + 1, f->length);
        }
        link_taken(r, f);
        any = true;
    }
    return any;
}

unsigned post_turn(struct post *p)
{
    unsigned moved = sweep(p) ? 1u << LINK_STATES : 0;
    for (int c = 0; c < LINK_CHANNELS && !p->broken; c++) {
        bool any = put_waiting(p, c);
        any = take_out(p, c) || any;
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
        empty = empty && p->link->out[c].head == p->link->out[c].tail && p->receiving[c] == NULL;
    }
    return empty;
}
