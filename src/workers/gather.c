#include "workers/gather.h"

#include <string.h>

enum { PIECE = LINK_FRAME_MOST / 2 };

static bool is_gone(const struct workers *w, uint32_t rank)
{
    return w->link->rows[rank].lost || w->link->rows[rank].gone;
}

/* Waiting has no limit but that this rank or the first one is gone: all others come here sooner or later, whatever stops them. */
static bool gives_up(void *search)
{
    struct search *s = search;
    const struct workers *w = workers_of(s);
    if (guard.heartbeat) {
        guard.heartbeat = false;
        search_publish(s);
    }
    if (s->waits != NULL) {
        s->waits(s, s->waits_user);
    }
    return is_gone(w, 0) || is_gone(w, w->me);
}

/* ---- of the other ranks ---- */

static bool is_asked(struct search *s)
{
    struct workers *w = workers_of(s);
    for (const struct link_frame *f; (f = cluster_wait(w, gives_up, s)) != NULL;) {
        bool asked = f->kind == LINK_GATHER;
        link_taken(&w->link->in[LINK_CONTROL], f);
        if (asked) {
            return true;
        }
    }
    return false;
}

static bool give_piece(struct search *s, const void *bytes, size_t size)
{
    while (!link_write(&workers_of(s)->link->out[LINK_STATES], LINK_FOUND, 0, bytes, (uint32_t)size)) {
        if (gives_up(s)) {
            return false;
        }
        cluster_pause();
    }
    return true;
}

static void give(struct search *s, const struct pool *mine)
{
    bool good = is_asked(s);
    for (size_t at = 0; at < mine->used && good; at += PIECE) {
        good = give_piece(s, mine->base + at, mine->used - at < PIECE ? mine->used - at : PIECE);
    }
    if (good) {
        give_piece(s, "", 0);
    }
}

/* ---- of the first one ---- */

/* The next piece; NULL: there will be none, because its rank, or the program under it, is gone. */
static const struct link_frame *next_piece(struct search *s, uint32_t rank)
{
    const struct workers *w = workers_of(s);
    const struct link_frame *f;
    while ((f = link_next(&w->link->in[LINK_STATES])) == NULL && !is_gone(w, rank) && !gives_up(s)) {
        cluster_pause();
    }
    return f;
}

/* All or nothing. */
static void take_from(struct search *s, uint32_t rank, struct pool *mine)
{
    struct workers *w = workers_of(s);
    const struct link_frame *f;
    size_t before = mine->used;
    bool last = false;
    while (!link_write(&w->link->out[LINK_CONTROL], LINK_GATHER, rank, "", 0)) {
        cluster_pause();
    }
    while (!last && (f = next_piece(s, rank)) != NULL) {
        last = f->peer == rank && f->length == 0;
        if (f->peer == rank && !last) { /* the rest of what came from one that is gone means nothing */
            memcpy(pool_take(mine, f->length), f + 1, f->length);
        }
        link_taken(&w->link->in[LINK_STATES], f);
    }
    if (!last) {
        pool_give_back(mine, mine->used - before);
    }
}

void gather_ranks(struct search *s, struct pool *mine)
{
    const struct workers *w = workers_of(s);
    s->pausing = true; /* it is not late while it waits */
    if (w->me != 0) {
        give(s, mine);
    }
    for (uint32_t r = 1; r < w->count && w->me == 0; r++) {
        take_from(s, r, mine);
    }
    s->pausing = false;
}
