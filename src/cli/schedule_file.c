/* A schedule's file, both ways: what was run and under which settings comes before the steps, and is taken over when the file is read. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"
#include "trace/schedule.h"

/* ---- writing ---- */

/* A test is named by the program: its name must not lead to another folder. */
void schedule_owner(const struct result *r, char *out, size_t size)
{
    snprintf(out, size, "%s", r->test[0] != '\0' ? r->test : basename(r->program));
    for (char *c = out; *c != '\0'; c++) {
        *c = *c == '/' || (*c == '.' && c == out) ? '_' : *c;
    }
}

void schedule_head(FILE *out, const struct result *r)
{
    print(out, SCHEDULE_HEAD "\n# %s", r->program);
    for (size_t i = 0; r->arguments[i] != NULL; i++) {
        print(out, " %s", r->arguments[i]);
    }
    fputc('\n', out);
}

void schedule_settings(FILE *out, const struct result *r)
{
    print(out, "channel %s\n", axis_channel.values[r->board->channel].name);
    const struct job *j = &r->board->job;
    if (j->environment != ENV_DEFAULT) {
        print(out, "env %s\n", axis_environment.values[j->environment].name);
    }
    if (j->unhandled != UNHANDLED_ERROR) {
        print(out, "unhandled %s\n", axis_unhandled.values[j->unhandled].name);
    }
    if (j->undeliverable != UNDELIVERABLE_WARN) {
        print(out, "undeliverable %s\n", axis_undeliverable.values[j->undeliverable].name);
    }
    if (j->mailbox_limit != 0) {
        print(out, "mailbox-limit %lu\n", j->mailbox_limit);
    }
    if (j->timers != TIMERS_ORDERED) {
        print(out, "timers %s\n", axis_timers.values[j->timers].name);
    }
    if (j->late_ms != LATE_MS) {
        print(out, "late %lums\n", j->late_ms);
    }
    if (j->late_looks != LATE_LOOKS) {
        print(out, "late-looks %lu\n", j->late_looks);
    }
    if (r->board->faults[0] != '\0') {
        print(out, "faults %s\n", r->board->faults);
    }
    if (j->libraries[0] != '\0') {
        print(out, "library %s\n", j->libraries);
    }
    if (j->after_run) {
        print(out, "after-run yes\n");
    }
    if (r->test[0] != '\0') {
        print(out, "test %s\n", r->test);
    }
}

static void write_violation(FILE *out, const struct result *r, const struct finding *f)
{
    char place[300], text[600];
    finding_place(r, f, place, sizeof place, NULL, 0);
    finding_text(r, f, text, sizeof text);
    print(out, "# %s%s%s\nkind %s\n", place, place[0] != '\0' ? ": " : "", text, axis_check.values[f->kind].name);
}

char *schedule_content(const struct result *r, const struct finding *f, const char *steps, size_t steps_size, size_t *size)
{
    char *content = NULL;
    FILE *out = open_memstream(&content, size);
    if (out != NULL) {
        schedule_head(out, r);
        write_violation(out, r, f);
        schedule_settings(out, r);
        fwrite(steps, 1, steps_size, out);
        fclose(out);
    }
    return content;
}

static bool same_content(const char *path, const char *content, size_t size)
{
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return false;
    }
    char *old = malloc(size + 1);
    bool same = old != NULL && fread(old, 1, size + 1, in) == size && memcmp(old, content, size) == 0;
    free(old);
    fclose(in);
    return same;
}

bool make_dirs(char *dir)
{
    for (char *slash = strchr(dir + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(dir, 0777);
        *slash = '/';
    }
    return mkdir(dir, 0777) == 0 || errno == EEXIST;
}

bool schedule_keep(const char *stem, int first, const char *content, size_t size, char *path, size_t path_size)
{
    for (int n = first; n < 100000; n++) {
        snprintf(path, path_size, "%s%d.schedule", stem, n);
        if (same_content(path, content, size)) {
            return true;
        }
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) {
            return false;
        }
        if (fd < 0) {
            continue;
        }
        errno = ENOSPC; /* where only a part is written, nothing else says why */
        bool written = write(fd, content, size) == (ssize_t)size;
        written = close(fd) == 0 && written;
        if (!written) {
            int why = errno;
            unlink(path);
            errno = why;
        }
        return written;
    }
    errno = EMFILE;
    return false;
}

bool schedule_save(const struct result *r, const char *outdir, const struct finding *f, const char *steps, size_t steps_size,
                   char path[PATH_MAX])
{
    size_t size;
    char *content = schedule_content(r, f, steps, steps_size, &size);
    path[0] = '\0';
    if (content == NULL) {
        return false;
    }
    char dir[PATH_MAX], stem[PATH_MAX];
    bool fits = snprintf(dir, sizeof dir, "%s/", outdir) < (int)sizeof dir - SCHEDULE_PATH_REST;
    schedule_owner(r, dir + strlen(dir), SCHEDULE_PATH_REST / 2);
    snprintf(stem, sizeof stem, "%.*s/", (int)sizeof stem - 2, dir);
    errno = ENAMETOOLONG;
    if (!fits || !make_dirs(dir)) {
        say_error("the schedule cannot be kept: %s: %s (--outdir DIR names another place)", dir, strerror(errno));
        free(content);
        return false;
    }
    bool kept = schedule_keep(stem, 1, content, size, path, PATH_MAX);
    if (!kept) {
        say_error("the schedule cannot be kept: %s: %s", path, strerror(errno));
        path[0] = '\0';
    }
    free(content);
    return kept;
}

void schedules_save_further(struct result *r, const char *outdir)
{
    const struct board *b = r->board;
    char path[PATH_MAX];
    for (uint32_t i = 1; i < b->finding_count; i++) {
        const struct finding *f = &b->findings[i];
        bool leads_there = f->kind != KIND_SOMETIMES; /* nothing leads to what never happens */
        if (leads_there && schedule_save(r, outdir, f, (const char *)b->log + f->schedule, f->schedule_size, path)) {
            r->traces[i] = strdup(path);
        }
    }
}

/* ---- reading ---- */

static char *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    *size = 0;
    if (in == NULL) {
        say_error("%s: %s", path, strerror(errno));
        return NULL;
    }
    FILE *out = open_memstream(&text, size);
    char part[4096];
    size_t n;
    while (out != NULL && (n = fread(part, 1, sizeof part, in)) > 0) {
        fwrite(part, 1, n, out);
    }
    fclose(in);
    if (out != NULL) {
        fclose(out);
    }
    return text;
}

/* Takes a setting from the schedule where the command line (which leaves `unset`) does not say otherwise. */
static bool setting(const char *path, const char *text, size_t size, const char *key, const struct axis *axis, int unset, void *field)
{
    char value[SCHEDULE_NAME];
    int now;
    memcpy(&now, field, sizeof now);
    if (now != unset || !schedule_setting(text, size, key, value, sizeof value)) {
        return true;
    }
    int wanted = axis_find(axis, value);
    if (wanted < 0) {
        say_error("%s: unknown %s '%s'", path, key, value);
        return false;
    }
    memcpy(field, &wanted, sizeof wanted);
    return true;
}

/* A number, behind which may be a unit. */
static bool setting_number(const char *path, const char *text, size_t size, const char *key, const char *unit, bool given, uint64_t *field)
{
    char value[SCHEDULE_NAME];
    if (given || !schedule_setting(text, size, key, value, sizeof value)) {
        return true;
    }
    char *rest;
    errno = 0;
    *field = strtoull(value, &rest, 10);
    if (value[0] < '0' || value[0] > '9' || strcmp(rest, unit) != 0 || errno != 0) {
        say_error("%s: %s takes a number%s%s, not '%s'", path, key, unit[0] != '\0' ? " and " : "", unit, value);
        return false;
    }
    return true;
}

/* The schedule says under which semantics and test it was made. */
static bool take_settings(struct options *o, const char *path, const char *text, size_t size)
{
    char value[SCHEDULE_NAME];
    if (!schedule_is_one(text, size)) {
        say_error("%s: not a schedule (its first line must be '%s')", path, SCHEDULE_HEAD);
        return false;
    }
    if (!o->job.channel_given) {
        if (!setting(path, text, size, "channel", &axis_channel, (int)o->job.channel, &o->job.channel)) {
            return false;
        }
        o->job.channel_given = schedule_setting(text, size, "channel", value, sizeof value);
    }
    if (o->job.test[0] == '\0' && schedule_setting(text, size, "test", value, sizeof value)) {
        snprintf(o->job.test, sizeof o->job.test, "%.127s", value);
    }
    if (schedule_setting(text, size, "after-run", value, sizeof value)) {
        o->job.after_run = true;
    }
    if (o->job.faults[0] == '\0') {
        char what[BOARD_FAULTS];
        if (schedule_setting(text, size, "faults", what, sizeof what) && !faults_set(o, what)) {
            return false;
        }
    }
    if (o->job.libraries[0] == '\0' && schedule_setting(text, size, "library", value, sizeof value)) {
        snprintf(o->job.libraries, sizeof o->job.libraries, "%s", value);
    }
    return setting_number(path, text, size, "mailbox-limit", "", o->job.mailbox_limit != 0, &o->job.mailbox_limit) &&
           setting_number(path, text, size, "late", "ms", o->late_given, &o->job.late_ms) &&
           setting_number(path, text, size, "late-looks", "", o->late_looks_given, &o->job.late_looks) &&
           (o->timers_given || setting(path, text, size, "timers", &axis_timers, (int)o->job.timers, &o->job.timers)) &&
           setting(path, text, size, "env", &axis_environment, ENV_DEFAULT, &o->job.environment) &&
           setting(path, text, size, "unhandled", &axis_unhandled, UNHANDLED_ERROR, &o->job.unhandled) &&
           setting(path, text, size, "undeliverable", &axis_undeliverable, UNDELIVERABLE_WARN, &o->job.undeliverable);
}

char *schedule_open(struct options *o, const char *path, size_t *size)
{
    char *text = read_file(path, size);
    if (text != NULL && !take_settings(o, path, text, *size)) {
        free(text);
        text = NULL;
    }
    return text;
}
