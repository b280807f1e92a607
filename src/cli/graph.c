/* harrier graph */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "report/dot.h"
#include "report/print.h"
#include "report/say.h"
#include "trace/recording.h"

extern char **environ;

/* Runs Graphviz on one file to make another. False after saying why it failed. */
static bool draw(const char *text, size_t size, FILE *out)
{
    int in = memfd_create("harrier-dot", MFD_CLOEXEC);
    if (in < 0 || write(in, text, size) != (ssize_t)size || lseek(in, 0, SEEK_SET) != 0) {
        say_error("cannot hand the graph to Graphviz: %s", strerror(errno));
        return false;
    }
    char *argv[] = { "dot", "-Tsvg", NULL };
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    fflush(out);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
    int failed = posix_spawnp(&child, "dot", &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    close(in);
    if (failed != 0) {
        say_error(failed == ENOENT
                      ? "an SVG is drawn by Graphviz, whose 'dot' is not installed: install the package graphviz, or use -o dot:FILE"
                      : "cannot start Graphviz's 'dot'%s%s",
                  failed == ENOENT ? "" : ": ", failed == ENOENT ? "" : strerror(failed));
        return false;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        say_error("Graphviz's 'dot' could not draw the graph (status %x)", (unsigned)status);
        return false;
    }
    return true;
}

static bool write_one(enum output_kind kind, const char *file, const char *text, size_t size)
{
    bool standard = strcmp(file, "-") == 0;
    FILE *out = standard ? stdout : fopen(file, "w");
    if (out == NULL) {
        say_error("cannot write %s: %s", file, strerror(errno));
        return false;
    }
    bool drawn = kind != OUTPUT_SVG || draw(text, size, out);
    bool written = kind == OUTPUT_SVG || fwrite(text, 1, size, out) == size;
    written = (standard ? fflush(out) : fclose(out)) == 0 && written;
    if (!written) {
        say_error("cannot write %s: %s", file, strerror(errno));
    }
    struct stat s;
    if (!(drawn && written) && !standard && lstat(file, &s) == 0 && S_ISREG(s.st_mode)) {
        unlink(file); /* leave no incomplete picture; but never remove a device */
    }
    return drawn && written;
}

static bool write_all(const struct options *o, const struct graph *g, const struct result *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool good = memory != NULL && dot_write(memory, g, r);
    good = memory != NULL && fclose(memory) == 0 && good;
    if (!good) {
        say_error("no memory for the graph");
    }
    for (size_t i = 0; good && i < o->output_count; i++) {
        good = write_one(o->outputs[i].kind, o->outputs[i].file, text, size);
    }
    if (good && o->output_count == 0) {
        good = write_one(OUTPUT_DOT, "-", text, size);
    }
    free(text);
    return good;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void summarize_states(const struct board *b, const struct graph *g)
{
    print(stdout, "%zu state%s, %zu edge%s, %lu end%s, %u violation%s; channel %s, identity %s\n", g->state_count, plural(g->state_count),
          g->edge_count, plural(g->edge_count), b->counts.tally.end_states, plural(b->counts.tally.end_states), b->finding_count,
          plural(b->finding_count), axis_channel.values[b->channel].name, axis_identity.values[b->job.identity].name);
}

static void summarize_tree(const struct board *b, const struct graph *g)
{
    size_t left_out = 0;
    for (size_t i = 0; i < g->state_count; i++) {
        left_out += (g->states[i].marks & NODE_END) && (g->states[i].marks & NODE_LEFT_OUT);
    }
    print(stdout, "%lu path%s explored, %zu left out; %zu node%s drawn, %u violation%s; channel %s, reduction %s%s, order %s\n",
          b->counts.tally.paths, plural(b->counts.tally.paths), left_out, g->state_count, plural(g->state_count), b->finding_count,
          plural(b->finding_count), axis_channel.values[b->channel].name, axis_reduction.values[b->job.reduction].name,
          b->job.sleep ? " with sleep sets" : "", axis_order.values[b->job.order].name);
}

/* The exit status says whether the picture is complete, not whether the program is right. */
static int tell(const struct options *o, const struct result *r, const struct graph *g)
{
    const struct board *b = r->board;
    char strength[300];
    result_strength(r, strength, sizeof strength);
    if (!o->quiet && o->human == stdout) {
        (b->job.search == SEARCH_STATELESS ? summarize_tree : summarize_states)(b, g);
        fflush(stdout); /* before what may be said on standard error */
    }
    for (uint32_t i = 0; i < b->finding_count; i++) {
        if (b->findings[i].kind == KIND_NONDETERMINISM) {
            say_error("%s", b->findings[i].text);
            return EXIT_NONDETERMINISTIC;
        }
    }
    if (b->state == RUN_COMPLETE) {
        return EXIT_PASSED;
    }
    say_error("%s: the graph is not complete; '...' stands for what is left out", strength);
    return EXIT_INCONCLUSIVE;
}

static int finish(const struct options *o, char **argv, struct run *run)
{
    int status = run_without_verdict(run, o->arguments[0]);
    if (status >= 0) {
        return status;
    }
    struct result r = { .program = o->arguments[0], .arguments = o->arguments + 1, .test = o->job.test, .board = run->board };
    struct graph g;
    r.debug = program_debug(argv[0], run->board);
    if (!graph_read(&r, &g)) {
        /* Before the first state, or out of memory. */
        char strength[300];
        result_strength(&r, strength, sizeof strength);
        say_error("there is no graph: %s", run->board->finding_count != 0 ? run->board->findings[0].text : strength);
        status = run->board->finding_count != 0 ? EXIT_VIOLATION : EXIT_INCONCLUSIVE;
    } else {
        status = write_all(o, &g, &r) ? tell(o, &r, &g) : EXIT_UNUSABLE;
    }
    graph_free(&g);
    debuginfo_close(&r.debug);
    return status;
}

int command_graph(struct options *o)
{
    char **argv = program_arguments(o, 0);
    if (argv == NULL) {
        return EXIT_UNUSABLE;
    }
    o->job.mode = JOB_GRAPH;
    o->job.keep_going = true;
    int status = EXIT_UNUSABLE;
    struct run run;
    if (run_program(&run, argv, &o->job, NULL, 0, NULL, NULL)) {
        status = finish(o, argv, &run);
    } else {
        say_error("%s", run.error);
    }
    run_close(&run);
    program_arguments_free(argv);
    return status;
}
