#include "trace/recording.h"

#include <string.h>

#include "base/board.h"

struct head {
    uint32_t kind, total;
    uint64_t a, b, c, d, resumes_at, struct_size, address, size;
    uint32_t lengths[3]; /* of the texts, terminators included */
    uint32_t unused;
};

static size_t padded(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

void recording_add(struct board *board, const struct record *r)
{
    const char *texts[3] = { r->text1, r->text2, r->text3 };
    struct head h = { .kind = r->kind,
                      .a = r->a,
                      .b = r->b,
                      .c = r->c,
                      .d = r->d,
                      .resumes_at = r->resumes_at,
                      .struct_size = r->struct_size,
                      .address = r->address,
                      .size = r->size };
    size_t total = sizeof h;
    for (int i = 0; i < 3; i++) {
        texts[i] = texts[i] != NULL ? texts[i] : "";
        h.lengths[i] = (uint32_t)strlen(texts[i]) + 1;
        total += h.lengths[i];
    }
    total = padded(total) + padded(r->size);
    board->log_size = padded(board->log_size);
    if (total > UINT32_MAX || total > BOARD_BYTES - sizeof *board - board->log_size) {
        board->log_dropped++; /* a recording that does not fit is cut, and that is told */
        return;
    }
    h.total = (uint32_t)total;
    unsigned char *out = board->log + board->log_size;
    memcpy(out, &h, sizeof h);
    size_t at = sizeof h;
    for (int i = 0; i < 3; i++) {
        memcpy(out + at, texts[i], h.lengths[i]);
        at += h.lengths[i];
    }
    if (r->size != 0) {
        memcpy(out + padded(at), r->bytes, r->size);
    }
    board->log_size += total; /* last: a reader after a crash sees whole records only */
}

const unsigned char *recording_start(const struct board *board)
{
    size_t behind = padded(board->job.schedule_size + 1); /* a text ends with a zero */
    return board->log + (behind < board->log_size ? behind : board->log_size);
}

bool recording_next(const unsigned char **at, const unsigned char *end, struct record *out)
{
    struct head h;
    if (*at >= end || (size_t)(end - *at) < sizeof h) {
        return false;
    }
    memcpy(&h, *at, sizeof h);
    if (h.total < sizeof h || h.total > (size_t)(end - *at)) {
        return false;
    }
    /* A process that was killed, or ran wild, may have left anything behind. */
    const char *text = (const char *)*at + sizeof h;
    size_t texts = 0;
    for (int i = 0; i < 3; i++) {
        if (h.lengths[i] == 0 || h.lengths[i] > h.total || texts + h.lengths[i] > h.total - sizeof h ||
            text[texts + h.lengths[i] - 1] != '\0') {
            return false;
        }
        texts += h.lengths[i];
    }
    if (h.size > h.total || padded(sizeof h + texts) + padded(h.size) != h.total) {
        return false;
    }
    *out = (struct record){ .kind = h.kind,
                            .a = h.a,
                            .b = h.b,
                            .c = h.c,
                            .d = h.d,
                            .resumes_at = h.resumes_at,
                            .struct_size = h.struct_size,
                            .address = h.address,
                            .size = h.size };
    out->text1 = text;
    out->text2 = text + h.lengths[0];
    out->text3 = text + h.lengths[0] + h.lengths[1];
    out->bytes = *at + h.total - padded(h.size);
    *at += h.total;
    return true;
}
