/* A board as the input of a fuzzer. A real one has tens of thousands of bytes, nearly all zero, so only the others are listed:
 *     how it was asked for   a few bytes, see board_input_job
 *     u16 count              of patches, each: u24 offset, u8 size, bytes
 *     the log                all the rest */
#ifndef TEST_FUZZ_BOARD_INPUT_H
#define TEST_FUZZ_BOARD_INPUT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/board.h"

enum { INPUT_JOB = 6, PATCH_MOST = 255 };

/* The job is the command's own, and always makes sense; the first bytes of the input choose among what there is. */
static inline void board_input_job(struct job *j, const unsigned char bytes[INPUT_JOB], size_t log_size)
{
    j->mode = (enum job_mode)(bytes[0] % (JOB_GRAPH + 1));
    j->search = (enum search_kind)(bytes[1] % SEARCH_COUNT);
    j->undeliverable = (enum undeliverable_kind)(bytes[2] % UNDELIVERABLE_COUNT);
    j->workers = 1 + bytes[3] % WORKERS_MAX;
    j->criteria = bytes[4];
    j->explain = bytes[4] & 128;
    j->schedule_size = bytes[5] < log_size ? bytes[5] : log_size;
    j->depth_max = j->deliveries_max = UINT64_MAX;
}

/* A board of just the size that the command would have mapped; NULL when the input is too short. */
static inline struct board *board_from_input(const unsigned char *input, size_t size)
{
    if (size < INPUT_JOB + 2) {
        return NULL;
    }
    const unsigned char *at = input + INPUT_JOB + 2, *end = input + size;
    size_t count = input[INPUT_JOB] | (size_t)input[INPUT_JOB + 1] << 8;
    struct board head = { .version = BOARD_VERSION };
    for (; count > 0 && end - at >= 4; count--) {
        size_t offset = at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16, bytes = at[3];
        at += 4;
        bytes = bytes < (size_t)(end - at) ? bytes : (size_t)(end - at);
        if (offset < sizeof head && bytes <= sizeof head - offset) {
            memcpy((char *)&head + offset, at, bytes);
        }
        at += bytes;
    }
    size_t log_size = (size_t)(end - at);
    head.log_size = head.log_size < log_size ? head.log_size : log_size; /* no more than is mapped */
    memset(&head.job, 0, sizeof head.job);
    board_input_job(&head.job, input, head.log_size);
    struct board *b = malloc(sizeof *b + head.log_size);
    memcpy(b, &head, sizeof head);
    memcpy(b->log, at, head.log_size);
    return b;
}

/* The other way round, for the seeds. */
static inline void board_to_input(FILE *out, const struct board *b)
{
    const unsigned char *bytes = (const unsigned char *)b;
    unsigned char job[INPUT_JOB] = {
        (unsigned char)b->job.mode,          (unsigned char)b->job.search,
        (unsigned char)b->job.undeliverable, (unsigned char)(b->job.workers - 1),
        (unsigned char)b->job.criteria,      (unsigned char)(b->job.schedule_size < 256 ? b->job.schedule_size : 0)
    };
    size_t count = 0;
    fwrite(job, 1, sizeof job, out);
    for (int writing = 0; writing < 2; writing++) {
        if (writing) {
            fputc((int)(count & 255), out);
            fputc((int)(count >> 8), out);
        }
        for (size_t i = sizeof(uint32_t); i < sizeof *b;) {
            size_t n = 0;
            while (i + n < sizeof *b && n < PATCH_MOST && bytes[i + n] != 0) {
                n++;
            }
            if (n != 0 && writing) {
                fputc((int)(i & 255), out);
                fputc((int)(i >> 8 & 255), out);
                fputc((int)(i >> 16), out);
                fputc((int)n, out);
                fwrite(bytes + i, 1, n, out);
            }
            count += n != 0 && !writing;
            i += n != 0 ? n : 1;
        }
    }
    fwrite(b->log, 1, b->log_size, out);
}

#endif
