#include "checkpoint/checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "checkpoint/files.h"
#include "report/say.h"

enum { CHUNK = 1 << 16 };

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

bool checkpoint_begin(struct checkpoint *c, struct board *b)
{
    struct journal *j = board_journal(b);
    j->wanted = c->writes;
    j->resumed = c->resumes;
    c->due = now_seconds() + (double)c->o->every_ms / 1000;
    if (c->resumes) {
        j->end = c->from.journal_bytes;
        c->kept = c->same_file || c->on_demand ? j->end : 0;
        c->begin = c->on_demand ? j->end : 0;
        if (c->parts.rank == 0 && !snapshot_put(b, c->from.snapshot, c->from.snapshot_size)) {
            return false; /* of a cluster, the first rank goes on with what was found and counted */
        }
        j->made = snapshot_runs(c->from.snapshot, c->from.snapshot_size);
        c->mark = j->begin;
    }
    return true;
}

/* ---- resuming ---- */

static void refuse(const struct checkpoint *c, struct journal *j, const char *why)
{
    if (c->resumes && j->refused[0] == '\0') {
        snprintf(j->refused + 1, sizeof j->refused - 1, "annot resume %.300s: %.600s", c->o->resume, why);
        __atomic_store_n(&j->refused[0], 'c', __ATOMIC_RELEASE); /* the engine reads it when it is complete */
    }
}

/* Once the engine has listed the program's files: looks whether they are those of the checkpoint. Code addresses are part of findings, of what a
 * store of fixed size knows states by, and of the tables of several processes: then the files must be where they were, too. */
static void identify(struct checkpoint *c, struct board *b)
{
    struct journal *j = board_journal(b);
    char unread[PATH_MAX + 1], why[3 * PATH_MAX];
    char *objects = strndup(j->objects, sizeof j->objects - 1);
    c->identified = true;
    if (!identity_add_files(&c->to.identity, c->program, objects, unread, sizeof unread)) {
        snprintf(why, sizeof why, "%s cannot be read", unread);
        refuse(c, j, why);
        say_error("no checkpoints are written: %s cannot be read", unread);
        c->failed = true;
    }
    identity_add_places(&c->to.identity, objects);
    free(objects);
    bool placed = b->finding_count != 0 || c->o->job.store == STORE_BITSTATE || (c->on_demand && c->o->job.search == SEARCH_DFS);
    char what[2 * PATH_MAX];
    if (c->resumes && identity_differs(&c->from.identity, &c->to.identity, "file ", what, sizeof what)) {
        snprintf(why, sizeof why, "it is of another program: %s", what);
        refuse(c, j, why);
    } else if (c->resumes && placed && identity_differs(&c->from.identity, &c->to.identity, "place ", what, sizeof what)) {
        snprintf(why, sizeof why, "the program is at other addresses than then, since the system chooses them at random: %s", what);
        refuse(c, j, why);
    }
    if (c->parts.ranks == 0) { /* ranks of a cluster must also agree */
        __atomic_store_n(&j->confirmed, j->refused[0] == '\0', __ATOMIC_RELEASE);
    }
}

static void fail(struct checkpoint *c)
{
    int why = errno;
    say_error("cannot write the checkpoint %s: %s; the search goes on without", c->o->checkpoint, strerror(why));
    c->failed = true;
}

/* Gives the engine what was kept, as far as there is room. */
static void feed(struct checkpoint *c, struct journal *j)
{
    unsigned char chunk[CHUNK];
    uint64_t tail = j->tail;
    while (!c->fed && j->refused[0] == '\0') {
        uint64_t head = __atomic_load_n(&j->head, __ATOMIC_ACQUIRE), room = JOURNAL_BYTES - (tail - head);
        if (tail == j->end || head > tail || room == 0) {
            c->fed = tail == j->end;
            return;
        }
        size_t n = data_file_read(&c->in, chunk, room < sizeof chunk ? (size_t)room : sizeof chunk);
        if (n == SIZE_MAX || n == 0 || n > j->end - tail) {
            refuse(c, j, "the checkpoint is damaged");
            return;
        }
        if (c->writes && !c->same_file && !c->on_demand && !c->failed && !data_file_write(&c->out, chunk, n)) {
            fail(c);
        }
        journal_put(j, tail, chunk, n);
        tail += n;
        c->kept = c->same_file || c->on_demand ? c->kept : tail;
        __atomic_store_n(&j->tail, tail, __ATOMIC_RELEASE);
    }
}

bool checkpoint_rebuilds(const struct checkpoint *c, struct board *b)
{
    const struct journal *j = board_journal(b);
    return c->resumes && (!j->rebuilt || j->repeats);
}

/* ---- writing ---- */

/* The last mark, as it was at one moment; returns its number, 0: there is none. */
static uint64_t take_mark(const struct journal *j, struct journal_mark *m)
{
    for (;;) {
        uint64_t marked = __atomic_load_n(&j->marked, __ATOMIC_ACQUIRE);
        *m = j->marks[marked % 2];
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(&j->marked, __ATOMIC_RELAXED) == marked) {
            return marked;
        }
    }
}

/* Takes the journal up to the last mark; more only when the ring is full of one expansion. */
static void drain(struct checkpoint *c, struct journal *j)
{
    unsigned char chunk[CHUNK];
    struct journal_mark m;
    uint64_t marked = take_mark(j, &m), tail = __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE), to = c->kept;
    if (marked != 0 && m.position > c->kept && m.position <= tail) {
        to = m.position;
    } else if (tail - c->kept == JOURNAL_BYTES) {
        to = tail;
    }
    while (c->kept < to) {
        size_t n = to - c->kept < sizeof chunk ? (size_t)(to - c->kept) : sizeof chunk;
        journal_get(j, c->kept, chunk, n);
        if (!c->failed && !data_file_write(&c->out, chunk, n)) {
            fail(c);
        }
        c->kept += n;
        __atomic_store_n(&j->head, c->kept, __ATOMIC_RELEASE);
    }
    if (marked != 0 && m.position == c->kept) {
        c->fresh = c->fresh || marked != c->marked;
        c->marked = marked;
        c->mark = m;
    }
}

/* The files, for what is in the manifest already. */
static void write_files(struct checkpoint *c)
{
    struct manifest *m = &c->to;
    bool good = data_file_settle(&c->out);
    m->data_bytes = c->out.bytes;
    m->data_hash = data_file_hash(&c->out);
    m->journal_bytes = c->kept - c->begin + c->parts.journal_bytes;
    if (!good || !manifest_write(m, c->o->checkpoint)) {
        fail(c);
        return;
    }
    files_remove_other(c);
    c->written++;
    c->fresh = false;
}

static void write_checkpoint(struct checkpoint *c, struct board *b)
{
    struct manifest *m = &c->to;
    free(m->snapshot);
    m->snapshot = snapshot_take(b, &c->mark, &m->snapshot_size);
    m->states = c->mark.tally.states;
    if (m->snapshot != NULL &&
        c->mark.position == c->kept) { /* else the board makes no sense, which is told at the end; or an expansion is half taken */
        write_files(c);
    }
}

/* ---- clusters ---- */

/* Of a rank but the first: sends what there is. */
static void give_part(struct checkpoint *c, struct board *b)
{
    struct journal *j = board_journal(b);
    struct journal_mark m;
    uint64_t whole = __atomic_load_n(&j->whole, __ATOMIC_ACQUIRE), tail = __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE);
    bool sane = whole <= tail && tail - c->kept <= JOURNAL_BYTES;
    if (sane && whole > c->kept) {
        c->failed = c->failed || !parts_send_text(&c->parts, j, c->kept, whole);
        c->kept = whole;
        __atomic_store_n(&j->head, c->kept, __ATOMIC_RELEASE);
    }
    uint64_t marked = take_mark(j, &m);
    if (marked != c->marked && m.position == c->kept) {
        c->marked = marked;
        c->failed = c->failed || !parts_send_end(&c->parts, b, &m, marked);
    }
}

/* Of the first one: its own part is first in the file. */
static void begin_parts(struct checkpoint *c, struct board *b)
{
    if (c->fresh && c->parts.all[0].number != c->marked) {
        parts_take_own(&c->parts, b, &c->mark, c->marked);
        if (!c->failed && !data_file_settle(&c->out)) {
            fail(c);
        }
    }
}

bool checkpoint_takes_parts(const struct checkpoint *c)
{
    return c->fresh && c->parts.all[0].number == c->marked;
}

void checkpoint_take_part(struct checkpoint *c, uint32_t from, enum part_kind kind, const void *bytes, size_t size)
{
    if (!c->failed) {
        parts_take(&c->parts, &c->out, from, kind, bytes, size);
    }
    if (!c->parts.good && !c->failed) {
        fail(c);
    }
}

void checkpoint_gathered(struct checkpoint *c)
{
    struct manifest *m = &c->to;
    if (c->failed || !checkpoint_takes_parts(c) || !parts_are_whole(&c->parts, c->marked)) {
        return;
    }
    free(m->snapshot);
    m->snapshot = parts_join(&c->parts, &m->snapshot_size, &m->states);
    if (m->snapshot != NULL) {
        write_files(c);
        c->due = now_seconds() + (double)c->o->every_ms / 1000;
    }
}

void checkpoint_look(struct checkpoint *c, struct board *b)
{
    struct journal *j = board_journal(b);
    if (!c->identified && __atomic_load_n(&j->listed, __ATOMIC_ACQUIRE)) {
        identify(c, b);
    }
    if (!c->fed && c->identified) {
        feed(c, j);
    }
    if (!c->writes || (c->resumes && !j->rebuilt)) {
        return;
    }
    if (c->parts.rank != 0) {
        give_part(c, b);
        return;
    }
    drain(c, j);
    if (c->parts.ranks != 0) {
        begin_parts(c, b);
        checkpoint_gathered(c);
    }
    bool due = now_seconds() >= c->due;
    if (c->failed) {
        j->wanted = 0;
    } else if (c->fresh && c->parts.ranks == 0 && (due || c->on_demand)) {
        write_checkpoint(c, b);
        c->due = now_seconds() + (double)c->o->every_ms / 1000;
    } else if (due && !c->fresh) {
        __atomic_store_n(&j->asked, (uint32_t)j->marked + 1, __ATOMIC_RELEASE); /* one process makes a mark at each state anyway */
    }
}

bool checkpoint_leaves(const struct board *b)
{
    bool stopped = b->state == RUN_STOPPED && b->limit != LIMIT_VIOLATION;
    return b->state == RUN_EXPLORING || stopped || b->sampling.until != LIMIT_NONE;
}

void checkpoint_end(struct checkpoint *c, struct board *b)
{
    c->unfinished = checkpoint_leaves(b);
    checkpoint_look(c, b);
    if (c->writes && c->unfinished && !c->failed && c->fresh && c->parts.ranks == 0) {
        write_checkpoint(c, b);
    }
}
