/* harrier cover: a check whose search generates schedules (src/cover/cover.c), and keeps them. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "trace/recording.h"
#include "trace/schedule.h"

/* One schedule's file: what it was made for, then its deliveries. */
static char *content_of(const struct result *r, const struct record_schedule *s, size_t *size)
{
    const struct board *b = r->board;
    char *content = NULL;
    FILE *out = open_memstream(&content, size);
    if (out == NULL) {
        return NULL;
    }
    schedule_head(out, r);
    if (s->before[0] == '\0') {
        print(out, "# the first execution\n");
    } else {
        print(out, "# %s%s: %s  before  %s\n", s->fate == SCHEDULE_FAILED_EARLY ? "fails on the way to " : "", s->criterion, s->before,
              s->after);
    }
    schedule_settings(out, r);
    fwrite(b->log + s->offset, 1, s->size, out);
    fclose(out);
    return content;
}

bool cover_save(const struct result *r, const struct options *o)
{
    const struct board *b = r->board;
    char dir[PATH_MAX], stem[PATH_MAX], path[PATH_MAX], owner[SCHEDULE_PATH_REST / 2];
    size_t kept = 0;
    bool good = true;
    schedule_owner(r, owner, sizeof owner);
    if (snprintf(dir, sizeof dir, "%s", o->save) >= (int)sizeof dir - SCHEDULE_PATH_REST) {
        say_error("the schedules cannot be kept in %s: %s", o->save, strerror(ENAMETOOLONG));
        return false;
    }
    snprintf(stem, sizeof stem, "%.*s/%s-", PATH_MAX - SCHEDULE_PATH_REST, dir, owner);
    snprintf(path, sizeof path, "%.*s1.schedule", PATH_MAX - 20, stem);
    bool fresh = access(path, F_OK) != 0; /* no files yet that a schedule could be equal to: number them without comparing */
    if (b->coverage == 0) {
        return true;
    }
    const unsigned char *at = b->log + b->coverage, *end = b->log + b->log_size;
    struct record record;
    while (good && recording_next(&at, end, &record) && record.kind != RECORD_END) {
        if (record.kind != RECORD_SCHEDULE) {
            continue;
        }
        size_t size;
        char *content = content_of(r, &record.schedule, &size);
        good = content != NULL && make_dirs(dir) && schedule_keep(stem, fresh ? (int)kept + 1 : 1, content, size, path, sizeof path);
        if (!good) {
            say_error("the schedules cannot be kept in %s: %s", dir, strerror(errno));
        }
        kept += good;
        free(content);
    }
    if (good && !o->quiet) {
        print(o->human, "  %zu schedule%s kept in %s\n", kept, kept == 1 ? "" : "s", dir);
    }
    return good;
}

int command_cover(struct options *o)
{
    FILE *all = open_memstream(&o->schedule, &o->schedule_size);
    bool good = all != NULL;
    for (size_t i = 0; good && i < o->initial_count; i++) {
        size_t size;
        char *text = schedule_open(o, o->initial[i], &size);
        good = text != NULL && fwrite(text, 1, size, all) == size && fputc('\n', all) != EOF;
        free(text);
    }
    if (all != NULL) {
        fclose(all);
    }
    int status = good ? command_check(o) : EXIT_UNUSABLE;
    free(o->schedule);
    return status;
}
