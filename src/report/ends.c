#include "report/ends.h"

#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "report/actors.h"
#include "report/describe.h"
#include "report/print.h"
#include "trace/recording.h"

struct list {
    char **lines;
    size_t count, capacity;
};

static void add(struct list *l, char *line)
{
    if (l->count == l->capacity) {
        l->capacity = l->capacity == 0 ? 64 : l->capacity * 2;
        l->lines = realloc(l->lines, l->capacity * sizeof *l->lines);
    }
    l->lines[l->count++] = line;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(struct list *l)
{
    if (l->count != 0) {
        qsort(l->lines, l->count, sizeof *l->lines, by_text);
    }
}

static void clear(struct list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->lines[i]);
    }
    l->count = 0;
}

/* What a record reads like, in full: ends that differ must not read alike. Ends are combinations of few states and messages: the same bytes
 * are described once. */
static char *describe(const struct result *r, struct actors *names, const struct record *record)
{
    enum { FIRST = 4000, MOST = 64 << 20 };
    char *room = NULL;
    struct text t = { .cut = true };
    for (size_t size = FIRST; t.cut && size <= MOST; size *= 4) {
        room = realloc(room, size);
        t = text_in(room, size);
        if (record->kind == RECORD_STATE) {
            describe_state(r->debug, names, &record->state, true, &t);
        } else {
            text_add(&t, "pending ");
            describe_message(r->debug, names, &record->pending, true, &t);
            text_printf(&t, " from %s to %s", record->pending.from, record->pending.to);
        }
    }
    return room;
}

/* The parts of one end, sorted and joined. */
static char *join(struct list *parts)
{
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    sort(parts);
    for (size_t i = 0; i < parts->count; i++) {
        print(out, "%s%s", i == 0 ? "" : "; ", parts->lines[i]);
    }
    fclose(out);
    parts->count = 0;
    return line;
}

bool ends_write(FILE *out, const struct result *r)
{
    const struct board *b = r->board;
    if (b->ends == 0) {
        return true;
    }
    struct list lines = { 0 }, parts = { 0 }, described = { 0 };
    struct intern known;
    intern_init(&known, (size_t)1 << 32);
    struct actors *names = actors_new();
    const unsigned char *at = b->log + b->ends, *end = b->log + b->log_size;
    struct record record;
    for (const unsigned char *from = at; recording_next(&at, end, &record); from = at) {
        switch (record.kind) {
        case RECORD_ACTOR: actors_add(names, &record.actor); break;
        case RECORD_STATE:
        case RECORD_PENDING: {
            bool fresh;
            uint32_t id = intern_put(&known, 0, from, (size_t)(at - from), &fresh);
            if (fresh) {
                add(&described, describe(r, names, &record));
            }
            add(&parts, described.lines[id - 1]);
            break;
        }
        case RECORD_END: add(&lines, join(&parts)); break;
        default: break;
        }
    }
    sort(&lines);
    for (size_t i = 0; i < lines.count; i++) {
        if (i == 0 || strcmp(lines.lines[i], lines.lines[i - 1]) != 0) {
            print(out, "%s\n", lines.lines[i]);
        }
    }
    intern_close(&known);
    clear(&described);
    free(described.lines);
    clear(&lines);
    free(lines.lines);
    free(parts.lines);
    actors_free(&names);
    return ferror(out) == 0;
}
