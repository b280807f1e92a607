#include "explore/kept.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "actor/sites.h"
#include "check/check.h"

enum { LOOK_NS = 1000000 };

struct journal *kept_journal(const struct search *s)
{
    struct journal *j = board_journal(s->board);
    return j->wanted || j->resumed ? j : NULL;
}

void kept_ring(void)
{
    syscall(SYS_write, QUESTION_BELL_FD, &(uint64_t){ 1 }, sizeof(uint64_t));
}

void kept_pause(void)
{
    syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = LOOK_NS }, NULL);
}

static void note_site(void *user, const struct hr_site *site, bool reached)
{
    uint8_t **next = user;
    (void)site;
    *(*next)++ |= reached;
}

/* When a search is rebuilt, steps reach again what they reached; not so predicates, which are not asked again, nor what was sampled. */
static void note_sites(const struct search *s, struct journal *j, uint64_t *asked)
{
    uint8_t *next = j->sites;
    bool may_have_changed = s->board->sampling.on || *asked != s->checks->predicate_runs;
    if (may_have_changed && sites_count() <= JOURNAL_SITES) {
        *asked = s->checks->predicate_runs;
        sites_each(note_site, &next);
    }
}

void kept_take(const struct search *s, struct journal_mark *m)
{
    const struct board *b = s->board;
    m->tally = s->tally;
    m->undeliverable_ends = b->counts.undeliverable_ends;
    m->runs = b->counts.runs;
    m->runs_cut = b->counts.runs_cut;
    m->digest = b->sampling.digest;
    m->findings_beyond = b->findings_beyond;
    m->finding_count = b->finding_count;
    m->cut = s->cut;
    m->looked = b->looked;
    m->faults_struck = b->faults_struck;
    m->choices_left = b->choices_left;
    for (uint32_t i = 0; i < b->finding_count && i < FINDINGS_MAX; i++) {
        m->times[i] = b->findings[i].times;
    }
}

void kept_mark(const struct search *s, uint64_t position, uint64_t *asked)
{
    struct journal *j = board_journal(s->board);
    struct journal_mark *m = &j->marks[(j->marked + 1) % 2];
    note_sites(s, j, asked);
    if (s->settled != NULL) {
        *m = *s->settled;
    } else {
        kept_take(s, m);
    }
    m->position = position;
    __atomic_store_n(&j->marked, j->marked + 1, __ATOMIC_RELEASE);
}

bool kept_confirmed(struct search *s)
{
    const struct journal *j = board_journal(s->board);
    while (!__atomic_load_n(&j->confirmed, __ATOMIC_ACQUIRE)) {
        if (__atomic_load_n(&j->refused[0], __ATOMIC_ACQUIRE) != '\0') {
            guard_unusable(j->refused);
        }
        if (s->board->stop) {
            search_stop(s, LIMIT_INTERRUPT);
            return false;
        }
        kept_pause();
    }
    return true;
}

void kept_take_over(struct search *s)
{
    struct board *b = s->board;
    const struct journal_mark *m = &board_journal(b)->begin;
    s->tally = m->tally;
    s->cut = m->cut;
    b->counts.undeliverable_ends = m->undeliverable_ends;
    b->counts.runs = m->runs;
    b->counts.runs_cut = m->runs_cut;
    b->sampling.digest = m->digest;
    b->findings_beyond = m->findings_beyond;
    b->looked |= m->looked;
    b->faults_struck |= m->faults_struck;
    b->choices_left |= m->choices_left;
    for (uint32_t i = 0; i < b->finding_count && i < FINDINGS_MAX; i++) {
        b->findings[i].times = m->times[i];
    }
    if (s->tally.deliveries >= s->job->deliveries_max) {
        search_stop(s, LIMIT_DELIVERIES);
    }
}

/* ---- the text ---- */

void kept_write(struct search *s, uint64_t *position, const void *from, size_t size)
{
    struct journal *j = board_journal(s->board);
    const unsigned char *at = from;
    while (size != 0) {
        uint64_t waiting = *position - __atomic_load_n(&j->head, __ATOMIC_ACQUIRE), room = JOURNAL_BYTES - waiting;
        size_t part = size < room ? size : (size_t)room;
        journal_put(j, *position, at, part);
        *position += part;
        at += part;
        size -= part;
        __atomic_store_n(&j->tail, *position, __ATOMIC_RELEASE);
        if (waiting < JOURNAL_BYTES / 2 && waiting + part >= JOURNAL_BYTES / 2) {
            kept_ring();
        }
        if (size != 0) {
            kept_pause();
        }
    }
}

/* Waits until the command has written something; false when there will be nothing. */
static bool await(struct search *s, uint64_t position)
{
    const struct journal *j = board_journal(s->board);
    if (position < j->end && __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE) == position) {
        kept_ring();
    }
    while (position < j->end && __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE) == position) {
        if (!kept_confirmed(s) || s->board->stop) {
            search_stop(s, LIMIT_INTERRUPT);
            return false;
        }
        if (j->refused[0] != '\0') {
            guard_unusable(j->refused);
        }
        kept_pause();
    }
    return position < j->end;
}

bool kept_read(struct search *s, uint64_t *position, void *to, size_t size)
{
    struct journal *j = board_journal(s->board);
    unsigned char *at = to;
    while (size != 0) {
        if (!await(s, *position)) {
            return false;
        }
        uint64_t there = __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE) - *position;
        size_t part = size < there ? size : (size_t)there;
        journal_get(j, *position, at, part);
        *position += part;
        at += part;
        size -= part;
        __atomic_store_n(&j->head, *position, __ATOMIC_RELEASE);
    }
    return true;
}

void kept_add_number(struct pool *text, uint64_t number)
{
    do {
        unsigned char *at = text->base + text->used;
        pool_account(text, 1);
        *at = (unsigned char)((number & 127) | (number > 127 ? 128 : 0));
        number >>= 7;
    } while (number != 0);
}

uint64_t kept_read_number(struct search *s, uint64_t *position, bool *over)
{
    enum { LONGEST = 63 };
    uint64_t number = 0;
    for (unsigned shift = 0; shift <= LONGEST; shift += 7) {
        unsigned char byte;
        if (!kept_read(s, position, &byte, 1)) {
            *over = true;
            return 0;
        }
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            break;
        }
    }
    return number;
}

void kept_refuse(void)
{
    guard_unusable("the program does not do what it did when the checkpoint was written: it depends on something that has changed "
                   "since (a file, the environment, the clock), or it is not deterministic; start anew without --resume");
}
