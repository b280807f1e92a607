#include "cli/watching.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"

static bool cannot_write(const char *file)
{
    say_error("cannot write %s: %s", file, strerror(errno));
    return false;
}

bool watching_begin(struct watching *w, const struct options *o)
{
    *w = (struct watching){ .test = "" };
    for (size_t i = 0; i < o->output_count; i++) {
        if (o->outputs[i].kind != OUTPUT_PROGRESS) {
            continue;
        }
        w->names[w->count] = o->outputs[i].file;
        if (!progress_open(&w->files[w->count], o->outputs[i].file)) {
            cannot_write(o->outputs[i].file);
            watching_end(w);
            return false;
        }
        w->count++;
    }
    return true;
}

bool watching_end(struct watching *w)
{
    bool good = true;
    for (size_t i = 0; i < w->count; i++) {
        good = (progress_close(&w->files[i]) || cannot_write(w->names[i])) && good;
    }
    return good;
}

void watching_look(const struct board *b, void *user)
{
    struct watching *w = user;
    terminal_progress(stderr, b);
    timeline_take(&w->timeline, b, false);
    for (size_t i = 0; i < w->count; i++) {
        progress_row(&w->files[i], b, w->test);
    }
}

void watching_ended(struct watching *w, const struct board *b)
{
    timeline_take(&w->timeline, b, true);
    for (size_t i = 0; i < w->count; i++) {
        progress_last_row(&w->files[i], b, w->test);
    }
}

/* ---- a rank of a cluster ---- */

/* The file of a finding, made when it is found, and removed when the first rank has told it. */
static void kept_path(const struct ranked *k, uint32_t number, char *path, size_t size)
{
    char owner[SCHEDULE_PATH_REST / 2];
    struct result r = { .program = k->o->arguments[0], .test = k->o->job.test };
    schedule_owner(&r, owner, sizeof owner);
    snprintf(path, size, "%s/%s/rank-%u.%u.schedule", k->o->outdir, owner, k->cluster->rank, number + 1);
}

static void keep(struct ranked *k, const struct board *b, const struct finding *f)
{
    char path[PATH_MAX + SCHEDULE_PATH_REST];
    struct result r = {
        .self = k->o->self, .program = k->o->arguments[0], .arguments = k->o->arguments + 1, .test = k->o->job.test, .board = b
    };
    size_t size = 0;
    r.debug = program_debug(k->program, b);
    char *content = schedule_content(&r, f, (const char *)b->log + f->schedule, f->schedule_size, &size);
    kept_path(k, k->kept, path, sizeof path);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    make_dirs(path);
    *slash = '/';
    FILE *out = content != NULL ? fopen(path, "we") : NULL;
    bool good = out != NULL && fwrite(content, 1, size, out) == size && fflush(out) == 0 && fdatasync(fileno(out)) == 0;
    good = out != NULL && fclose(out) == 0 && good;
    if (!good) {
        char name[60];
        say_error("%s cannot write %s", cluster_name(k->cluster->link, k->cluster->rank, name, sizeof name), path);
    }
    free(content);
    debuginfo_close(&r.debug);
}

void ranked_look(const struct board *b, void *user)
{
    struct ranked *k = user;
    uint32_t count = __atomic_load_n(&b->finding_count, __ATOMIC_ACQUIRE);
    for (; k->kept < count && k->kept < FINDINGS_MAX; k->kept++) {
        struct finding f = b->findings[k->kept];
        bool sane = f.schedule <= b->log_size && f.schedule_size <= b->log_size - f.schedule && f.kind > KIND_NONE && f.kind < KIND_COUNT &&
                    b->log_size <= BOARD_BYTES - sizeof *b;
        if (sane) {
            keep(k, b, &f);
        }
    }
    if (k->cluster->rank == 0) {
        watching_look(b, k->watching);
    }
}

void ranked_told(const struct ranked *k)
{
    char path[PATH_MAX + SCHEDULE_PATH_REST];
    for (uint32_t i = 0; i < k->kept; i++) {
        kept_path(k, i, path, sizeof path);
        unlink(path);
    }
}

void ranked_table(const struct options *o, const struct cluster *c)
{
    uint32_t workers = c->link->workers;
    print(o->human, "         rank  %-16s %12s %12s %10s %10s  idle\n", "host", "states", "deliveries", "messages", "MB sent");
    for (uint32_t r = 0; r < c->ranks; r++) {
        const struct link_row *row = &c->link->rows[r];
        char name[30];
        snprintf(name, sizeof name, workers > 1 ? "%u/%u" : "%u", r / workers, r % workers);
        print(o->human, "         %4s  %-16s %12lu %12lu %10lu %10.1f  %3.0f %%%s\n", name, row->host, row->tally.states,
              row->tally.deliveries, row->sent, (double)row->sent_bytes / 1e6, cluster_idle(row) * 100, row->lost ? "  lost" : "");
    }
}
