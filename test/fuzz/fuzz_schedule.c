/* A schedule's file with anything in it. A step that is read and written and read again is the same step. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/commands.h"
#include "trace/schedule.h"

static void same_again(const struct schedule_step *step)
{
    char line[3 * SCHEDULE_NAME + ANSWERS_MAX * 12], error[300];
    struct text out = text_in(line, sizeof line), why = text_in(error, sizeof error);
    struct schedule_step again;
    schedule_write_step(step, &out);
    assert(!out.cut);
    const char *at = line;
    if (schedule_read_step(&at, line + out.length, &again, &why) == 1) { /* what reads like a setting is one */
        assert(strcmp(again.to, step->to) == 0 && strcmp(again.type, step->type) == 0 && strcmp(again.from, step->from) == 0);
        assert(again.n == step->n && again.choice_count == step->choice_count);
        assert(memcmp(again.choices, step->choices, step->choice_count * sizeof *step->choices) == 0);
    }
}

/* As the command reads it: from a file, with its settings. */
static void open_file(const char *bytes, size_t size)
{
    static struct options o;
    char path[40];
    int file = memfd_create("schedule", 0);
    size_t length;
    if (file < 0 || write(file, bytes, size) != (ssize_t)size) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    options_defaults(&o);
    free(schedule_open(&o, path, &length));
    close(file);
}

int LLVMFuzzerTestOneInput(const unsigned char *input, size_t size)
{
    char *text = malloc(size); /* of just this size: nothing ends it */
    memcpy(text, input, size);
    const char *at = text;
    struct schedule_step step;
    char error[300];
    struct text why = text_in(error, sizeof error);
    while (schedule_read_step(&at, text + size, &step, &why) == 1) {
        same_again(&step);
    }
    if (schedule_is_one(text, size)) {
        open_file(text, size);
    }
    free(text);
    return 0;
}
