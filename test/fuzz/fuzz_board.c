/* A board with anything on it: what passes the border can be reported in every way. */
#include <stdlib.h>

#include "board_input.h"
#include "report/coverage.h"
#include "report/dot.h"
#include "report/ends.h"
#include "report/graph.h"
#include "report/json.h"
#include "report/story.h"
#include "report/terminal.h"
#include "supervise/board_check.h"
#include "trace/cone.h"

static struct debuginfo *debug;
static FILE *nowhere;

/* The program that the seeds are of: FUZZ_PROGRAM. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    const char *program = getenv("FUZZ_PROGRAM");
    debug = debuginfo_open(program != NULL ? program : "/proc/self/exe");
    nowhere = fopen("/dev/null", "w");
    return 0;
}

static void report_graph(const struct result *r)
{
    struct graph g;
    if (graph_read(r, &g)) {
        dot_write(nowhere, &g, r);
    }
    graph_free(&g);
}

static void report_all(const struct result *r)
{
    const struct board *b = r->board;
    struct story_style style = terminal_style("always", nowhere);
    terminal_verdict(nowhere, r, &style);
    for (uint32_t i = 0; i < b->finding_count; i++) {
        terminal_finding(nowhere, r, &b->findings[i], &style);
    }
    terminal_finding(nowhere, r, &b->warning, &style);
    terminal_next(nowhere, r, &style);
    terminal_progress(nowhere, b);
    coverage_print(nowhere, r, true);
    json_write(nowhere, r);
    ends_write(nowhere, r);
    coverage_write(nowhere, r);
    report_graph(r);
    if (b->job.mode == JOB_FOLLOW) {
        size_t size;
        uint64_t steps;
        story_print(nowhere, r, b, &style);
        free(cone_of(b, &size, &steps));
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *input, size_t size)
{
    static char *const arguments[] = { NULL };
    struct board *b = board_from_input(input, size);
    if (b != NULL && board_check(b) == NULL) {
        struct result r = { .program = "program", .arguments = arguments, .test = "", .board = b, .debug = debug };
        debuginfo_bias(debug, b->bias);
        r.verdict = b->finding_count != 0 ? VERDICT_VIOLATION : VERDICT_PASS;
        report_all(&r);
    }
    free(b);
    return 0;
}
