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

/* Adds what was counted. */
static void add_mark(struct journal_mark *to, const struct journal_mark *from)
{
    tally_add(&to->tally, &from->tally);
    to->undeliverable_ends += from->undeliverable_ends;
    to->findings_beyond += from->findings_beyond;
    to->runs += from->runs;
    to->runs_cut += from->runs_cut;
    to->digest += from->digest;
    to->cut |= from->cut;
    to->looked |= from->looked;
    to->faults_struck |= from->faults_struck;
    to->choices_left |= from->choices_left;
}

/* Adds a finding, whose schedule is next in the bytes, unless it is there already. */
static bool put_finding(struct board *b, struct finding f, uint64_t times, const unsigned char **at, const unsigned char *end)
{
    uint64_t *counted = board_journal(b)->begin.times;
    uint32_t i = 0;
    while (i < b->finding_count && !finding_is_same(&b->findings[i], &f)) {
        i++;
    }
    if (!put_schedule(b, &f, at, end)) {
        return false;
    }
    if (i == FINDINGS_MAX) {
        board_journal(b)->begin.findings_beyond++;
        return true;
    }
    if (i == b->finding_count) {
        b->findings[b->finding_count++] = f;
        board_journal(b)->begin.finding_count = b->finding_count;
    } else if (f.execution < b->findings[i].execution) { /* of samples, the first one counts */
        b->findings[i] = f;
    }
    counted[i] += times;
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
    struct journal *j = board_journal(b);
    struct finding f;
    const unsigned char *findings = at;
    at += head.findings * sizeof f;
    bool good = put_schedule(b, &head.warning, &at, end);
    if (b->warning.kind == KIND_NONE || (head.warning.kind != KIND_NONE && head.warning.execution < b->warning.execution)) {
        b->warning = head.warning;
    }
    for (uint32_t i = 0; i < head.findings && good; i++) {
        memcpy(&f, findings + i * sizeof f, sizeof f);
        good = put_finding(b, f, head.mark.times[i], &at, end);
    }
    add_mark(&j->begin, &head.mark);
    b->counts.undeliverable_ends = j->begin.undeliverable_ends;
    for (size_t i = 0; i < JOURNAL_SITES; i++) {
        j->sites[i] |= head.sites[i];
    }
    return good && at == end;
}

/* Expands it; NULL when it is damaged. */
static unsigned char *expanded(const unsigned char *bytes, size_t size, size_t *whole)
{
    unsigned long long room = ZSTD_getFrameContentSize(bytes, size);
    if (room > SNAPSHOT_MAX) {
        return NULL;
    }
    unsigned char *out = malloc((size_t)room + 1);
    *whole = (size_t)room;
    if (ZSTD_decompress(out, *whole, bytes, size) != room) {
        free(out);
        return NULL;
    }
    return out;
}

bool snapshot_put(struct board *b, const unsigned char *bytes, size_t size)
{
    size_t whole = 0;
    unsigned char *out = expanded(bytes, size, &whole);
    bool good = out != NULL && put(b, out, whole);
    free(out);
    return good;
}

uint64_t snapshot_runs(const unsigned char *bytes, size_t size)
{
    struct snapshot_head head = { .findings = 0 };
    size_t whole = 0;
    unsigned char *out = expanded(bytes, size, &whole);
    if (out != NULL && whole >= sizeof head) {
        memcpy(&head, out, sizeof head);
    }
    free(out);
    return head.mark.runs;
}
