/* Any command line: the first byte chooses the command, the words are separated by zeros. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "options/options.h"

enum { WORDS = 40 };

static void check_values(const struct options *o)
{
    assert(o->job.search < SEARCH_COUNT && o->job.channel < CHANNEL_COUNT && o->job.store < STORE_COUNT);
    assert(o->job.workers >= 1 && o->job.workers <= WORKERS_MAX && o->output_count <= OUTPUTS_MAX);
    assert(memchr(o->job.test, '\0', sizeof o->job.test) != NULL && o->job.time_max_ms != 0);
    assert(o->job.bug_depth >= 1 && o->job.bug_depth <= BUG_DEPTH_MAX);
}

int LLVMFuzzerTestOneInput(const unsigned char *input, size_t size)
{
    static const int commands[] = { FOR_CHECK, FOR_REPLAY, FOR_GRAPH, FOR_COVER };
    static struct options o;
    if (size == 0) {
        return 0;
    }
    char *words = malloc(size), *argv[WORDS + 1];
    memcpy(words, input + 1, size - 1);
    words[size - 1] = '\0';
    int argc = 0;
    for (char *at = words; at < words + size && argc < WORDS; at += strlen(at) + 1) {
        argv[argc++] = at;
    }
    argv[argc] = NULL;
    options_defaults(&o);
    if (options_parse(&o, commands[input[0] % 4], argc, argv) && !o.help) {
        check_values(&o);
    }
    free(words);
    return 0;
}
