#include "cover/finished.h"

#include <string.h>

#include "cover/told.h"
#include "explore/kept.h"

enum { PIECE = 1 << 16 }; /* bytes of a chapter in one piece: more than its head, and much less than the journal has room for */

/* ---- what is resumed ---- */

static void damaged(void) __attribute__((noreturn));
static void damaged(void)
{
    guard_unusable("the checkpoint makes no sense: it is damaged; start anew without --resume");
}

/* A piece as it was read; its bytes follow. */
struct piece {
    uint64_t number, size;
};
enum { USED = UINT32_MAX };

static struct piece *piece_at(const struct pool *pieces, size_t at)
{
    return (struct piece *)(pieces->base + at);
}

static size_t piece_bytes(const struct piece *p)
{
    return sizeof *p + ((p->size + 7) & ~(uint64_t)7);
}

static void read_pieces(struct finished *f, struct pool *pieces)
{
    uint64_t position = 0;
    bool over = false;
    while (position < f->journal->end && !over) {
        struct piece p = { .number = kept_read_number(f->s, &position, &over) };
        p.size = over ? 0 : kept_read_number(f->s, &position, &over);
        if (!over && (p.number >= USED || p.size == 0 || p.size > PIECE)) {
            damaged();
        }
        struct piece *kept = pool_take(pieces, piece_bytes(&p));
        *kept = p;
        over = over || !kept_read(f->s, &position, kept + 1, p.size);
    }
    if (over && !f->s->stopped) {
        damaged();
    }
}

/* Puts the pieces of one chapter together, from the first one on. */
static void add_chapter(struct finished *f, const struct pool *pieces, size_t at)
{
    uint64_t number = piece_at(pieces, at)->number;
    const struct chapter *t = (const struct chapter *)(f->told.base + f->told.used);
    size_t begin = f->told.used;
    bool whole = false;
    for (; at < pieces->used && !whole; at += piece_bytes(piece_at(pieces, at))) {
        struct piece *p = piece_at(pieces, at);
        if (p->number == number) {
            memcpy(f->told.base + f->told.used, p + 1, p->size);
            pool_account(&f->told, p->size);
            p->number = USED;
            whole = f->told.used - begin >= sizeof *t && f->told.used - begin == t->bytes;
        }
    }
    if (!whole || t->number != number || map_get(&f->before, number + 1) != 0) {
        damaged();
    }
    map_put(&f->before, number + 1, 1);
    if (f->s->job->rank != 0) { /* the first rank puts all together; others need not know what they came to */
        pool_give_back(&f->told, f->told.used - begin);
    }
}

static void resume(struct finished *f)
{
    struct pool pieces;
    pool_init(&pieces, (size_t)1 << 40);
    read_pieces(f, &pieces);
    for (size_t at = 0; at < pieces.used && !f->s->stopped; at += piece_bytes(piece_at(&pieces, at))) {
        if (piece_at(&pieces, at)->number != USED) {
            add_chapter(f, &pieces, at);
        }
    }
    pool_close(&pieces);
    f->resumed = true;
    f->mark = f->journal->begin;
    f->position = f->journal->end;
    f->whole = f->told.used;
    f->written = f->s->crew == NULL ? f->told.used : 0; /* each run of ranks writes it anew */
}

/* Nothing has to be made again now. */
static void resumed(struct finished *f)
{
    kept_take_over(f->s);
    search_start_clock(f->s); /* what is resumed takes no time of what --time allows */
    f->journal->repeats = 0;
}

void finished_init(struct finished *f, struct search *s)
{
    *f = (struct finished){ .s = s, .journal = kept_journal(s) };
    pool_init(&f->told, (size_t)1 << 40);
    pool_init(&f->text, (size_t)1 << 20);
    map_init(&f->before);
    if (f->journal != NULL && f->journal->resumed && kept_confirmed(s)) {
        resume(f);
        f->journal->repeats = 1;
        __atomic_store_n(&f->journal->rebuilt, 1, __ATOMIC_RELEASE);
        if (!s->stopped && (s->job->rank != 0 || !finished_before(f, 0))) {
            resumed(f);
        }
    }
    s->settled = f->journal != NULL ? &f->mark : NULL;
}

/* ---- which ones ---- */

bool finished_before(const struct finished *f, uint64_t number)
{
    return map_get(&f->before, number + 1) != 0;
}

bool finished_next(struct finished *f, uint64_t *number)
{
    const struct job *j = f->s->job;
    uint64_t ranks = j->ranks == 0 ? 1 : j->ranks;
    while (f->next < j->runs_max) {
        *number = f->next++;
        if (!finished_before(f, *number) && f->left++ % ranks == j->rank) {
            return true;
        }
    }
    return false;
}

/* ---- checkpoints ---- */

static bool writes(const struct finished *f)
{
    return f->journal != NULL && f->journal->wanted;
}

/* Writes what is new, chapter by chapter, piece by piece. */
static void write_text(struct finished *f)
{
    struct search *s = f->s;
    while (f->written < f->whole) {
        const struct chapter *t = (const struct chapter *)(f->told.base + f->written);
        for (size_t at = 0, size; at < t->bytes; at += size) {
            size = t->bytes - at < PIECE ? t->bytes - at : PIECE;
            pool_empty(&f->text);
            kept_add_number(&f->text, t->number);
            kept_add_number(&f->text, size);
            memcpy(f->text.base + f->text.used, (const unsigned char *)t + at, size);
            pool_account(&f->text, size);
            if (s->crew != NULL) {
                s->crew->keeps_piece(s, &f->text);
            } else {
                kept_write(s, &f->position, f->text.base, f->text.used);
            }
        }
        f->written += t->bytes;
    }
}

/* From here one could go on: one process says so at once, ranks when they are asked. */
static void is_settled(struct finished *f)
{
    f->whole = f->told.used;
    if (f->journal != NULL) {
        kept_take(f->s, &f->mark);
    }
    if (f->s->crew == NULL && writes(f)) {
        write_text(f);
        kept_mark(f->s, f->position, &(uint64_t){ UINT64_MAX });
    }
}

void finished_first(struct finished *f)
{
    struct search *s = f->s;
    if (finished_before(f, 0)) {
        resumed(f);
        return;
    }
    s->board->counts.runs += !s->stopped;
    if (!s->stopped && f->journal != NULL) {
        *(struct chapter *)pool_take(&f->told, sizeof(struct chapter)) = (struct chapter){ .bytes = sizeof(struct chapter) };
        is_settled(f);
    }
}

void finished_one(struct finished *f)
{
    f->s->board->counts.runs += !f->s->stopped;
    if (!f->s->stopped) {
        is_settled(f);
    }
}

void finished_forget(struct finished *f)
{
    pool_empty(&f->told);
    f->whole = f->written = 0;
}

void finished_look(struct finished *f)
{
    struct search *s = f->s;
    if (f->journal != NULL && f->journal->repeats) {
        s->started = 0; /* so that it is not late */
    }
    if (s->crew != NULL && writes(f) && s->crew->asks(s)) {
        if (!s->stopped) {
            write_text(f);
        }
        s->crew->keeps(s, NULL, true); /* also where a violation has ended it: others may want to stop */
    }
}
