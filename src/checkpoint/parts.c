#include "checkpoint/parts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zstd.h>

#include "checkpoint/snapshot.h"

enum { PIECE = 1 << 20 };

void parts_open(struct parts *p, uint32_t rank, uint32_t ranks)
{
    *p = (struct parts){ .rank = rank, .ranks = ranks, .good = true };
    p->all = rank == 0 && ranks != 0 ? calloc(ranks, sizeof *p->all) : NULL;
}

void parts_close(struct parts *p)
{
    for (uint32_t r = 0; r < p->ranks && p->all != NULL; r++) {
        free(p->all[r].snapshot);
    }
    free(p->all);
    *p = (struct parts){ .all = NULL };
}

/* ---- of a rank ---- */

bool parts_send_text(struct parts *p, const struct journal *j, uint64_t from, uint64_t to)
{
    size_t size = (size_t)(to - from), room = ZSTD_compressBound(size);
    struct part_head head = { .journal_bytes = size };
    unsigned char *text = malloc(size + 1), *out = malloc(sizeof head + room);
    journal_get(j, from, text, size);
    memcpy(out, &head, sizeof head);
    size_t n = ZSTD_compress(out + sizeof head, room, text, size, ZSTD_CLEVEL_DEFAULT);
    bool good = !ZSTD_isError(n) && p->send(p->user, PART_TEXT, out, sizeof head + n);
    free(text);
    free(out);
    return good;
}

bool parts_send_end(struct parts *p, struct board *b, const struct journal_mark *m, uint64_t number)
{
    struct part_head end = { .number = number, .states = m->tally.states };
    size_t size = 0;
    unsigned char *snapshot = snapshot_take(b, m, &size);
    bool good = snapshot != NULL;
    for (size_t at = 0; at < size && good; at += PIECE) {
        good = p->send(p->user, PART_SNAPSHOT, snapshot + at, size - at < PIECE ? size - at : PIECE);
    }
    free(snapshot);
    return good && p->send(p->user, PART_END, &end, sizeof end);
}

/* ---- of the first rank ---- */

static void add_snapshot(struct rank_part *part, const void *bytes, size_t size)
{
    if (part->number != 0) { /* of the checkpoint before */
        part->number = part->snapshot_size = 0;
    }
    part->snapshot = realloc(part->snapshot, part->snapshot_size + size + 1);
    memcpy(part->snapshot + part->snapshot_size, bytes, size);
    part->snapshot_size += size;
}

void parts_take(struct parts *p, struct data_file *out, uint32_t from, enum part_kind kind, const void *bytes, size_t size)
{
    struct part_head head;
    if (p->all == NULL || from == 0 || from >= p->ranks || (kind != PART_SNAPSHOT && size < sizeof head)) {
        p->good = false;
        return;
    }
    struct rank_part *part = &p->all[from];
    if (kind == PART_SNAPSHOT) {
        add_snapshot(part, bytes, size);
        return;
    }
    memcpy(&head, bytes, sizeof head);
    if (kind == PART_TEXT && part->number == p->all[0].number) {
        p->good = false; /* its part is complete: what comes after that would be in the file, and not in what it has found */
    } else if (kind == PART_TEXT) {
        p->journal_bytes += head.journal_bytes;
        p->good = data_file_add(out, (const unsigned char *)bytes + sizeof head, size - sizeof head) && p->good;
    } else {
        part->number = head.number;
        part->states = head.states;
    }
}

void parts_take_own(struct parts *p, struct board *b, const struct journal_mark *m, uint64_t number)
{
    struct rank_part *part = &p->all[0];
    free(part->snapshot);
    part->snapshot = snapshot_take(b, m, &part->snapshot_size);
    part->number = number;
    part->states = m->tally.states;
}

bool parts_are_whole(const struct parts *p, uint64_t number)
{
    for (uint32_t r = 0; r < p->ranks; r++) {
        if (p->all[r].number != number) {
            return false;
        }
    }
    return true;
}

/* Puts all of them on a board that nobody else has. */
unsigned char *parts_join(const struct parts *p, size_t *size, uint64_t *states)
{
    struct board *b = mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bool good = b != MAP_FAILED;
    *states = 0;
    for (uint32_t r = 0; r < p->ranks && good; r++) {
        good = p->all[r].snapshot != NULL && snapshot_put(b, p->all[r].snapshot, p->all[r].snapshot_size);
        *states += p->all[r].states;
    }
    unsigned char *all = good ? snapshot_take(b, &board_journal(b)->begin, size) : NULL;
    if (b != MAP_FAILED) {
        munmap(b, SHARED_BYTES);
    }
    return all;
}
