/* Bytes where the records of one execution should be: read as far as they make sense, and never beyond their end. */
#include <stdlib.h>
#include <string.h>

#include "base/board.h"
#include "trace/cone.h"
#include "trace/recording.h"

static volatile size_t seen;

/* Touches all that a record says is there. */
static void touch(const struct record *r)
{
    seen += strlen(r->text1) + strlen(r->text2) + strlen(r->text3);
    for (size_t i = 0; i < r->size; i++) {
        seen += r->bytes[i];
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *input, size_t size)
{
    struct board *b = calloc(1, sizeof *b + size);
    memcpy(b->log, input, size);
    b->log_size = size;
    b->job.mode = JOB_FOLLOW;
    const unsigned char *at = recording_start(b);
    struct record r;
    while (recording_next(&at, b->log + b->log_size, &r)) {
        touch(&r);
    }
    size_t length;
    uint64_t steps;
    free(cone_of(b, &length, &steps));
    free(b);
    return 0;
}
