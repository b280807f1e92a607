#include "checkpoint/identity.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "options/table.h"

void identity_add(struct identity *i, const char *key, const char *value)
{
    size_t length = strlen(key) + strlen(value) + 2;
    i->lines = realloc(i->lines, i->size + length + 1);
    char *at = i->lines + i->size;
    snprintf(at, length + 1, "%s %s\n", key, value);
    for (char *c = at + strlen(key); c < at + length - 1; c++) {
        *c = *c == '\n' ? ' ' : *c; /* one value is one line; a name with a newline differs by its hash or its length */
    }
    i->size += length;
}

void identity_free(struct identity *i)
{
    free(i->lines);
    *i = (struct identity){ 0 };
}

/* ---- options ---- */

/* Limits, which may be others later, and what only says how results are shown. */
static bool matters(const struct options *o, const struct option *p)
{
    static const char *const free_to_change[] = { "time",   "memory", "deliveries", "runs",    "checkpoint", "every",
                                                  "resume", "test",   "workers",    "cluster", "silence" };
    bool fixed_size = o->job.store == STORE_BITSTATE && strcmp(p->name, "memory") == 0; /* its answers depend on its size */
    for (size_t i = 0; i < sizeof free_to_change / sizeof *free_to_change; i++) {
        if (strcmp(p->name, free_to_change[i]) == 0) {
            return fixed_size;
        }
    }
    return (p->commands & (o->job.search == SEARCH_COVER ? FOR_COVER : FOR_CHECK)) != 0 && strcmp(p->group, "Output") != 0;
}

static void add_option(struct identity *i, const struct options *o, const struct option *p)
{
    const char *field = (const char *)o + p->field;
    char key[60], value[500];
    snprintf(key, sizeof key, "option --%s", p->name);
    switch (p->type) {
    case FLAG: snprintf(value, sizeof value, "%s", *(const bool *)field ? "yes" : "no"); break;
    case AXIS: snprintf(value, sizeof value, "%s", p->axis->values[*(const int *)field].name); break;
    case CRITERIA:
    case SHORT_NUMBER: snprintf(value, sizeof value, "%u", *(const uint32_t *)field); break;
    case NUMBER:
    case SIZE:
    case DURATION: snprintf(value, sizeof value, "%lu", *(const uint64_t *)field); break;
    case TEXT: snprintf(value, sizeof value, "%s", p->field == FIELD(job.libraries) || p->field == FIELD(job.faults) ? field : ""); break;
    default: return;
    }
    identity_add(i, key, value);
}

void identity_add_options(struct identity *i, const struct options *o)
{
    char key[40];
    if (o->job.search == SEARCH_COVER) {
        char given[20];
        snprintf(given, sizeof given, "%016lx", o->schedule_size == 0 ? 0 : hash_bytes(o->schedule, o->schedule_size, 0));
        identity_add(i, "option --search", "cover");
        identity_add(i, "option --initial", given);
    }
    for (size_t k = 0; k < options_table_size; k++) {
        if (matters(o, &options_table[k])) {
            add_option(i, o, &options_table[k]);
        }
    }
    if (o->job.search == SEARCH_DFS ||
        o->job.search == SEARCH_BFS) { /* how many does not matter; of other searches, nor whether there are several */
        identity_add(i, "option --workers", o->job.workers > 1 || o->cluster ? "several" : "one");
    }
    identity_add(i, "option --test", o->job.test);
    for (int k = 1; k < o->argument_count; k++) {
        snprintf(key, sizeof key, "argument %d", k);
        char hashed[600];
        snprintf(hashed, sizeof hashed, "%016lx %.500s", hash_bytes(o->arguments[k], strlen(o->arguments[k]), 0), o->arguments[k]);
        identity_add(i, key, hashed);
    }
}

/* ---- files ---- */

static bool add_file(struct identity *i, const char *path, const char *name)
{
    struct stat s;
    char key[4200], value[20];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &s) == 0 && s.st_size > 0) {
        bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    if (fd >= 0) {
        close(fd);
    }
    if (bytes == MAP_FAILED) {
        return false;
    }
    snprintf(key, sizeof key, "file %s", name);
    snprintf(value, sizeof value, "%016lx", hash_bytes(bytes, (size_t)s.st_size, 0));
    munmap(bytes, (size_t)s.st_size);
    identity_add(i, key, value);
    return true;
}

/* Calls `visit` for each object that is a file of its own, with its place and name; an empty name is the program's. */
static bool each_object(const char *objects, bool (*visit)(struct identity *i, const char *place, const char *name), struct identity *i,
                        char *unread, size_t size)
{
    for (const char *line = objects, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        char place[40], name[4097] = "";
        const char *space = memchr(line, ' ', (size_t)(end - line));
        if (space == NULL || (size_t)(space - line) >= sizeof place || (size_t)(end - space) > sizeof name) {
            continue;
        }
        snprintf(place, sizeof place, "%.*s", (int)(space - line), line);
        snprintf(name, sizeof name, "%.*s", (int)(end - space - 1), space + 1);
        bool is_file = name[0] == '\0' || (strchr(name, '/') != NULL && strncmp(name, "/proc/", 6) != 0);
        if (is_file && !visit(i, place, name)) {
            snprintf(unread, size, "%s", name);
            return false;
        }
    }
    return true;
}

static bool visit_file(struct identity *i, const char *place, const char *name)
{
    (void)place;
    return name[0] == '\0' || add_file(i, name, name);
}

static bool visit_place(struct identity *i, const char *place, const char *name)
{
    char key[4200];
    snprintf(key, sizeof key, "place %s", name[0] == '\0' ? "of the program" : name);
    identity_add(i, key, place);
    return true;
}

bool identity_add_files(struct identity *i, const char *program, const char *objects, char *unread, size_t size)
{
    snprintf(unread, size, "%s", program);
    return add_file(i, "/proc/self/exe", "harrier") && add_file(i, program, "of the program") &&
           each_object(objects, visit_file, i, unread, size);
}

void identity_add_places(struct identity *i, const char *objects)
{
    char unread[1];
    each_object(objects, visit_place, i, unread, sizeof unread);
}

/* ---- comparing ---- */

/* Where the value of a line begins: behind its last space, or, of what the user wrote, behind the key's second word. */
static size_t key_length(const char *line, size_t length)
{
    size_t words = 0;
    bool is_file = strncmp(line, "file ", 5) == 0 || strncmp(line, "place ", 6) == 0;
    if (is_file) {
        const char *last = memrchr(line, ' ', length);
        return last != NULL ? (size_t)(last - line) : length;
    }
    for (size_t k = 0; k < length; k++) {
        if (line[k] == ' ' && ++words == 2) {
            return k;
        }
    }
    return length;
}

/* The line with this key; NULL: there is none. */
static const char *find(const struct identity *in, const char *key, size_t length, size_t *line_length)
{
    for (const char *at = in->lines, *end; at != NULL && at < in->lines + in->size; at = end + 1) {
        end = memchr(at, '\n', (size_t)(in->lines + in->size - at));
        *line_length = (size_t)(end - at);
        if (key_length(at, *line_length) == length && memcmp(at, key, length) == 0) {
            return at;
        }
    }
    return NULL;
}

/* What of `a` is not in `b`. */
static bool lacks(const struct identity *a, const struct identity *b, const char *key, bool now, char *why, size_t size)
{
    for (const char *at = a->lines, *end; at != NULL && at < a->lines + a->size; at = end + 1) {
        end = memchr(at, '\n', (size_t)(a->lines + a->size - at));
        size_t length = (size_t)(end - at), other_length = 0, part = key_length(at, length);
        if (strncmp(at, key, strlen(key)) != 0) {
            continue;
        }
        const char *other = find(b, at, part, &other_length);
        if (other != NULL && other_length == length && memcmp(at, other, length) == 0) {
            continue;
        }
        const char *value = part < length ? at + part + 1 : "", *its = other != NULL && part < other_length ? other + part + 1 : "none";
        size_t value_length = part < length ? length - part - 1 : 0;
        size_t its_length = other != NULL && part < other_length ? other_length - part - 1 : 4;
        snprintf(why, size, "%.*s was %.*s, now it is %.*s", (int)part, at, (int)(now ? its_length : value_length), now ? its : value,
                 (int)(now ? value_length : its_length), now ? value : its);
        return true;
    }
    return false;
}

bool identity_differs(const struct identity *then, const struct identity *now, const char *key, char *why, size_t size)
{
    return lacks(then, now, key, false, why, size) || lacks(now, then, key, true, why, size);
}
