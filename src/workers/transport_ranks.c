#include "workers/transport_ranks.h"

#include "guard/guard.h"
#include "workers/replicate.h"
#include "workers/squeeze.h"

enum { BOX_BYTES = 1 << 16, BOX_ENOUGH = 3 << 14, BOX_AGE = 16 };

/* What is before the parcels of a frame: the numbers in them are known to whoever has read the log up to there. */
struct box_head {
    uint64_t applied;
};

void ranks_open(struct transport *t, struct workers *w)
{
    *t = (struct transport){ .workers = w->count, .me = w->me, .rank = w };
    t->squeezed = table_new(squeeze_most(BOX_BYTES));
    t->opened = table_new(BOX_BYTES);
    for (uint32_t r = 0; r < w->count; r++) {
        t->boxes[r].bytes = table_new(BOX_BYTES);
    }
}

/* ---- sending ---- */

/* False: there is no room in the link yet. */
static bool flush(struct transport *t, uint32_t to)
{
    struct outbox *box = &t->boxes[to];
    if (box->count == 0) {
        return true;
    }
    struct link_ring *out = &t->rank->link->out[LINK_STATES];
    struct box_head head = { t->rank->applied };
    if (link_room(out, (uint32_t)squeeze_most(BOX_BYTES)) == NULL) { /* asked first: squeezing takes time */
        return false;
    }
    memcpy(t->squeezed, &head, sizeof head);
    size_t size = sizeof head + squeeze(box->bytes, box->used, t->squeezed + sizeof head);
    if (!link_write(out, LINK_PARCELS, to, t->squeezed, (uint32_t)size)) {
        return false;
    }
    t->sent += box->count;
    box->used = 0;
    box->count = box->age = 0;
    return true;
}

size_t ranks_largest(void)
{
    return BOX_BYTES;
}

struct parcel *ranks_room(struct transport *t, uint32_t to, size_t size)
{
    struct outbox *box = &t->boxes[to];
    if (box->used + size > BOX_BYTES && !flush(t, to)) {
        return NULL;
    }
    return (struct parcel *)(box->bytes + box->used);
}

void ranks_written(struct transport *t, uint32_t to, size_t size)
{
    t->boxes[to].used += size;
    t->boxes[to].count++;
}

static void serve_all(struct workers *w)
{
    const struct link_frame *f;
    while ((f = link_next(&w->link->in[LINK_CONTROL])) != NULL && replicate_serve(w, f)) {}
}

/* Not every time: small messages cost as much as large ones. */
void ranks_publish(struct transport *t)
{
    for (uint32_t r = 0; r < t->workers; r++) {
        struct outbox *box = &t->boxes[r];
        if (box->used >= BOX_ENOUGH || ++box->age >= BOX_AGE) {
            flush(t, r);
        }
    }
    serve_all(t->rank);
}

/* ---- receiving ---- */

static bool arrived(const struct transport *t)
{
    return t->frame != NULL || link_next(&t->rank->link->in[LINK_STATES]) != NULL;
}

/* At the end of a frame there is no next parcel until it is done with. */
const struct parcel *ranks_next(struct transport *t, uint32_t *from)
{
    if (t->frame == NULL) {
        struct box_head head;
        t->frame = link_next(&t->rank->link->in[LINK_STATES]);
        if (t->frame == NULL) {
            return NULL;
        }
        memcpy(&head, t->frame + 1, sizeof head);
        t->at = 0;
        t->opened_size =
            squeeze_undo((const unsigned char *)(t->frame + 1) + sizeof head, t->frame->length - sizeof head, t->opened, BOX_BYTES);
        if (t->opened_size == SIZE_MAX) {
            guard_broken("states that another rank sent make no sense");
        }
        replicate_up_to(t->rank, head.applied);
    }
    *from = t->frame->peer;
    return t->at < t->opened_size ? (const struct parcel *)(t->opened + t->at) : NULL;
}

void ranks_done(struct transport *t, uint32_t count)
{
    t->received += count;
    if (t->frame != NULL && t->at >= t->opened_size) {
        link_taken(&t->rank->link->in[LINK_STATES], t->frame);
        t->frame = NULL;
    }
}

/* ---- waiting ---- */

static bool flush_all(struct transport *t)
{
    bool all = true;
    for (uint32_t r = 0; r < t->workers; r++) {
        all = flush(t, r) && all;
    }
    return all;
}

/* Whether there is something to do, or nothing ever will be. */
struct waiting_rank {
    struct transport *t;
    bool (*must_stop)(void *user);
    void *user;
};

static bool has_news(void *waiting)
{
    struct waiting_rank *w = waiting;
    return arrived(w->t) || w->must_stop(w->user);
}

bool ranks_wait(struct transport *t, bool (*must_stop)(void *user), void *user)
{
    struct workers *w = t->rank;
    while (!flush_all(t)) {
        if (arrived(t)) {
            return true;
        }
        if (must_stop(user)) {
            return false;
        }
        cluster_pause();
    }
    if (arrived(t)) {
        return true;
    }
    t->idle = true;
    struct link_idle idle = { .sent = t->sent, .received = t->received, .idle = 1 };
    cluster_tell(w, LINK_IDLE, &idle, sizeof idle);
    const struct link_frame *f;
    while (!w->over && (f = cluster_wait(w, has_news, &(struct waiting_rank){ t, must_stop, user })) != NULL) {
        replicate_take(w, f);
    }
    t->idle = false;
    return !w->over && arrived(t);
}

void ranks_say_paused(struct transport *t, uint32_t pause)
{
    const struct link_frame *f;
    if (!flush_all(t) || arrived(t)) {
        return;
    }
    if (t->paused != pause || t->said != t->received) {
        t->paused = pause;
        t->idle = true;
        t->said = t->received;
        struct link_idle idle = { .sent = t->sent, .received = t->received, .idle = 1, .paused = pause };
        cluster_tell(t->rank, LINK_IDLE, &idle, sizeof idle);
    }
    while ((f = link_next(&t->rank->link->in[LINK_CONTROL])) != NULL) {
        replicate_take(t->rank, f);
    }
}

void ranks_go_on(struct transport *t)
{
    t->paused = 0;
    t->idle = false;
}
