#include "checkpoint/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

struct snapshot_head {
    struct journal_mark mark;
    uint8_t sites[JOURNAL_SITES];
    struct finding warning;
    uint32_t findings; /* that follow, and then the schedules: the warning's, and of each finding */
};
enum { SNAPSHOT_MAX = 1 << 30 };

static bool in_log(const struct board *b, const struct finding *f)
{
    uint64_t size = b->log_size;
    return size <= BOARD_BYTES - sizeof *b && f->schedule <= size && f->schedule_size <= size - f->schedule;
}

static unsigned char *compressed(const unsigned char *bytes, size_t size, size_t *out_size)
{
    size_t room = ZSTD_compressBound(size);
    unsigned char *out = malloc(room);
    *out_size = ZSTD_compress(out, room, bytes, size, ZSTD_CLEVEL_DEFAULT);
    if (ZSTD_isError(*out_size)) {
        free(out);
        out = NULL;
    }
    return out;
}

unsigned char *snapshot_take(struct board *b, const struct journal_mark *m, size_t *size)
{
    struct snapshot_head head = { .mark = *m };
    uint32_t count = __atomic_load_n(&b->finding_count, __ATOMIC_ACQUIRE);
    memcpy(head.sites, board_journal(b)->sites, sizeof head.sites);
    head.findings = count < FINDINGS_MAX ? count : FINDINGS_MAX;
    if (m->undeliverable_ends != 0) { /* else it may be half written */
        head.warning = b->warning;
    }
    for (uint32_t i = m->finding_count; i < FINDINGS_MAX; i++) {
        head.mark.times[i] = 0; /* found since then: it will be found again */
    }
    char *bytes = NULL;
    size_t whole = 0;
    FILE *out = open_memstream(&bytes, &whole);
    fwrite(&head, sizeof head, 1, out);
    fwrite(b->findings, sizeof *b->findings, head.findings, out);
    bool sane = in_log(b, &head.warning);
    fwrite(b->log + head.warning.schedule, 1, sane ? head.warning.schedule_size : 0, out);
    for (uint32_t i = 0; i < head.findings && sane; i++) {
        sane = in_log(b, &b->findings[i]);
        fwrite(b->log + b->findings[i].schedule, 1, sane ? b->findings[i].schedule_size : 0, out);
    }
    fclose(out);
    unsigned char *result = sane ? compressed((unsigned char *)bytes, whole, size) : NULL;
    free(bytes);
    return result;
}

/* Puts the schedule of a finding, which is next in the bytes, into the log. */
static bool put_schedule(struct board *b, struct finding *f, const unsigned char **at, const unsigned char *end)
{
    if (f->schedule_size > (size_t)(end - *at) || f->schedule_size > BOARD_BYTES - sizeof *b - b->log_size) {
        return false;
    }
    memcpy(b->log + b->log_size, *at, f->schedule_size);
    f->schedule = b->log_size;
    b->log_size += f->schedule_size;
    *at += f->schedule_size;
    return true;
}

static bool put(struct board *b, const unsigned char *bytes, size_t size)
{
    struct snapshot_head head;
    const unsigned char *at = bytes + sizeof head, *end = bytes + size;
    if (size < sizeof head) {
        return false;
    }
    memcpy(&head, bytes, sizeof head);
    if (head.findings > FINDINGS_MAX || (size_t)(end - at) < head.findings * sizeof *b->findings) {
        return false;
    }
    memcpy(b->findings, at, head.findings * sizeof *b->findings);
    at += head.findings * sizeof *b->findings;
    b->warning = head.warning;
    bool good = put_schedule(b, &b->warning, &at, end);
    for (uint32_t i = 0; i < head.findings && good; i++) {
        good = put_schedule(b, &b->findings[i], &at, end);
    }
    b->finding_count = head.findings;
    b->counts.undeliverable_ends = head.mark.undeliverable_ends;
    board_journal(b)->begin = head.mark;
    memcpy(board_journal(b)->sites, head.sites, sizeof head.sites);
    return good && at == end;
}

bool snapshot_put(struct board *b, const unsigned char *bytes, size_t size)
{
    unsigned long long whole = ZSTD_getFrameContentSize(bytes, size);
    if (whole > SNAPSHOT_MAX) {
        return false;
    }
    unsigned char *out = malloc((size_t)whole + 1);
    bool good = ZSTD_decompress(out, (size_t)whole, bytes, size) == whole && put(b, out, (size_t)whole);
    free(out);
    return good;
}
