/* Seeds of the fuzzers from real runs:    fuzz-seeds FOLDER PROGRAM [ARGS]...
 * FOLDER/board and FOLDER/recording get one file for each way of running the program, FOLDER/schedule the schedules. */
#include <string.h>
#include <sys/stat.h>

#include "board_input.h"
#include "options/options.h"
#include "supervise/supervise.h"
#include "trace/recording.h"
#include "trace/schedule.h"

static const char *folder;
static char **program;

static FILE *seed(const char *target, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        perror(path);
        exit(2);
    }
    return out;
}

/* Runs it; keeps its board, and a schedule if there is one, allocated. */
static char *run_as(const char *name, const struct job *job, const char *schedule, size_t *size)
{
    static struct run run;
    char *found = NULL;
    if (!run_program(&run, program, job, schedule, schedule != NULL ? *size : 0, NULL, NULL)) {
        fprintf(stderr, "fuzz-seeds: %s: %s\n", name, run.error);
        exit(2);
    }
    struct board *b = run.board;
    b->counts.seconds = b->counts.cpu_seconds = 1; /* the same seeds in every run */
    FILE *out = seed("board", name);
    board_to_input(out, b);
    fclose(out);
    if (job->mode == JOB_FOLLOW) {
        out = seed("recording", name);
        const unsigned char *from = recording_start(b);
        fwrite("\0\0\0\0\0\0\0", 1, 8, out); /* behind a schedule of no length */
        fwrite(from, 1, (size_t)(b->log + b->log_size - from), out);
        fclose(out);
    }
    if (b->finding_count != 0) {
        *size = b->findings[0].schedule_size;
        found = strndup((const char *)b->log + b->findings[0].schedule, *size);
        out = seed("schedule", name);
        fprintf(out, SCHEDULE_HEAD "\nchannel pairwise\nenv total\nmailbox-limit 3\n%s", found);
        fclose(out);
    }
    run_close(&run);
    return found;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: fuzz-seeds FOLDER PROGRAM [ARGS]...\n", stderr);
        return 2;
    }
    folder = argv[1];
    program = argv + 2;
    static struct options o;
    size_t size = 0;
    options_defaults(&o);
    struct job job = o.job;
    job.keep_going = job.record_ends = true;
    char *schedule = run_as("ends", &job, NULL, &size);
    job.mode = JOB_GRAPH;
    free(run_as("graph", &job, NULL, &size));
    job = o.job;
    job.search = SEARCH_COVER;
    job.keep = KEEP_ALL;
    job.explain = true;
    job.depth_max = 100;
    free(run_as("cover", &job, NULL, &size));
    job = o.job;
    job.mode = JOB_FOLLOW;
    if (schedule != NULL) {
        size = strlen(schedule);
        free(run_as("follow", &job, schedule, &size));
    }
    free(schedule);
    return 0;
}
