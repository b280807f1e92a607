#include "ends_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of strings ---- */

struct list {
    char **at;
    size_t count;
};

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Cuts the text where `between` stands. */
static struct list split(char *text, const char *between)
{
    struct list l = { 0 };
    while (text != NULL && *text != '\0') {
        char *next = strstr(text, between);
        if (next != NULL) {
            *next = '\0';
            next += strlen(between);
        }
        l.at = realloc(l.at, (l.count + 1) * sizeof *l.at);
        l.at[l.count++] = text;
        text = next;
    }
    return l;
}

/* Sorted, and each but the first with `between` before it; `last` ends the text. Frees the list. */
static char *join(struct list l, const char *between, const char *last, bool once)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    qsort(l.at, l.count, sizeof *l.at, compare);
    for (size_t i = 0; i < l.count; i++) {
        if (!once || i == 0 || strcmp(l.at[i], l.at[i - 1]) != 0) {
            fprintf(out, "%s%s", i == 0 ? "" : between, l.at[i]);
        }
    }
    fprintf(out, "%s", l.count == 0 ? "" : last);
    fclose(out);
    free(l.at);
    return text;
}

/* ---- what is excluded ---- */

static void forget_visits(char *text)
{
    static const char name[] = "visits=";
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        if (strncmp(from, name, sizeof name - 1) != 0) {
            *to++ = *from++;
            continue;
        }
        to = mempcpy(to, "visits=0", 8);
        from += sizeof name - 1;
        from += strspn(from, "0123456789");
    }
    *to = '\0';
}

char *ends_tidy(char *ends)
{
    forget_visits(ends);
    char *tidy = join(split(ends, "\n"), "\n", "\n", true);
    free(ends);
    return tidy;
}

/* ---- alike actors ---- */

/* Which of the twins is called like which: `to[0][i]` is the number in the name of the one that is called `first + i`. Who created whom is no part
 * of a state, so what twins created may be exchanged without them: `to[k]` is for names with the k-th of the endings. */
enum { ENDINGS_MAX = 5 };
struct renaming {
    const char *class;
    int first, count;
    struct ending {
        const char *at; /* "/delta.2", in some line; the first one is empty */
        size_t length;
    } endings[ENDINGS_MAX];
    int ending_count;
    int to[ENDINGS_MAX][TWINS_MAX];
};

/* The number in a twin's name that stands here, and the name's length; 0: there is none. */
static int twin_at(const struct renaming *r, const char *text, const char *at, size_t *length)
{
    size_t n = strlen(r->class);
    if ((at != text && (isalnum((unsigned char)at[-1]) || at[-1] == '/')) || strncmp(at, r->class, n) != 0 || at[n] != '.') {
        return 0;
    }
    int number = atoi(at + n + 1);
    *length = n + 1 + strspn(at + n + 1, "0123456789");
    return number >= r->first && number < r->first + r->count ? number : 0;
}

/* Which ending a twin's name has that goes on here. One that is not listed goes with the twin. */
static int ending_at(const struct renaming *r, const char *at)
{
    size_t length = strspn(at, "/.0123456789abcdefghijklmnopqrstuvwxyz");
    for (int k = 1; k < r->ending_count && *at == '/'; k++) {
        if (r->endings[k].length == length && strncmp(at, r->endings[k].at, length) == 0) {
            return k;
        }
    }
    return 0;
}

/* Lists the endings of twins' names in a line. */
static void find_endings(struct renaming *r, const char *line)
{
    size_t length;
    r->ending_count = 1;
    for (const char *at = line; *at != '\0' && r->ending_count < ENDINGS_MAX; at++) {
        if (twin_at(r, line, at, &length) != 0 && at[length] == '/' && ending_at(r, at + length) == 0) {
            at += length;
            r->endings[r->ending_count++] = (struct ending){ at, strspn(at, "/.0123456789abcdefghijklmnopqrstuvwxyz") };
        }
    }
}

static char *rename_line(const char *line, const struct renaming *r)
{
    char *text = NULL;
    size_t size, length;
    FILE *out = open_memstream(&text, &size);
    for (const char *at = line; *at != '\0';) {
        int number = twin_at(r, line, at, &length);
        if (number == 0) {
            fputc(*at++, out);
        } else {
            fprintf(out, "%s.%d", r->class, r->to[ending_at(r, at + length)][number - r->first]);
            at += length;
        }
    }
    fclose(out);
    char *sorted = join(split(text, "; "), "; ", "", false);
    free(text);
    return sorted;
}

/* Whether a name stands in the text anywhere but at `own`. */
static bool is_mentioned(const char *text, const char *name, size_t length, const char *own)
{
    for (const char *at = text; (at = memmem(at, strlen(at), name, length)) != NULL; at++) {
        bool whole = (at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '/')) && !isalnum((unsigned char)at[length]) &&
                     at[length] != '.' && at[length] != '/';
        if (whole && at != own) {
            return true;
        }
    }
    return false;
}

/* Whether a part of the line says of an actor that may be renamed only that it has ended. */
static bool says_how_it_ended(const char *line, const char *part, size_t size, const struct renaming *r)
{
    static const char *const words[] = { " destroyed", " failed" };
    size_t name = strcspn(part, " "), twin;
    if (memchr(part, '/', name) == NULL && twin_at(r, line, part, &twin) == 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (size == name + strlen(words[i]) && strncmp(part + name, words[i], strlen(words[i])) == 0) {
            return !is_mentioned(line, part, name, part);
        }
    }
    return false;
}

/* An actor that has ended, has no messages pending, and that nobody can address, makes no difference any more, however it ended; nor, if it is
 * forgotten altogether, whoever created it, and whether it ever was there. */
static char *forget_how_they_ended(const char *line, const struct renaming *r, bool altogether)
{
    char *text = NULL;
    size_t whole;
    FILE *out = open_memstream(&text, &whole);
    const char *between = "";
    for (const char *part = line, *next; part != NULL; part = next) {
        next = strstr(part, "; ");
        size_t size = next != NULL ? (size_t)(next - part) : strlen(part);
        bool forget = says_how_it_ended(line, part, size, r);
        if (!forget || !altogether) {
            fprintf(out, "%s%.*s%s", between, (int)(forget ? strcspn(part, " ") : size), part, forget ? " ended" : "");
            between = "; ";
        }
        next = next != NULL ? next + 2 : NULL;
    }
    fclose(out);
    return text;
}

/* Which child of a kind it is that has this name: what nobody knows, once its creator has crashed, of children that it created again. Names only
 * become shorter. */
static void forget_which_child(char *line)
{
    char *to = line;
    for (const char *from = line; *from != '\0';) {
        if (*from != '/') {
            *to++ = *from++;
            continue;
        }
        size_t kind = strcspn(from, ".");
        memmove(to, from, kind);
        to += kind;
        from += kind;
        from += strspn(from, ".0123456789");
    }
    *to = '\0';
}

/* The first in the alphabet of all that the line may read. */
static void choose_names(const char *line, struct renaming *r, int given, char **best)
{
    if (given == r->count * r->ending_count) {
        char *candidate = rename_line(line, r);
        if (*best == NULL || strcmp(candidate, *best) < 0) {
            free(*best);
            *best = candidate;
        } else {
            free(candidate);
        }
        return;
    }
    int *to = r->to[given / r->count];
    for (int name = r->first; name < r->first + r->count; name++) {
        bool taken = false;
        for (int i = 0; i < given % r->count; i++) {
            taken = taken || to[i] == name;
        }
        if (!taken) {
            to[given % r->count] = name;
            choose_names(line, r, given + 1, best);
        }
    }
}

char *ends_renamed(const char *ends, const struct table *t, enum alike alike)
{
    static const char *const class_names[CLASSES] = { "alpha", "beta", "gamma", "delta" };
    struct renaming r = { .class = class_names[t->twins.class], .first = 1, .count = t->twins.count, .ending_count = 1 };
    for (int i = 0; i < t->actor_count; i++) {
        r.first += t->actors[i] == t->twins.class;
    }
    char *copy = strdup(ends);
    struct list lines = split(copy, "\n"), renamed = { calloc(lines.count + 1, sizeof(char *)), lines.count };
    for (size_t i = 0; i < lines.count; i++) {
        char *line = forget_how_they_ended(lines.at[i], &r, alike != ALIKE_TWINS);
        if (alike == ALIKE_SIBLINGS) {
            forget_which_child(line);
        }
        if (alike != ALIKE_TWINS) {
            find_endings(&r, line);
        }
        choose_names(line, &r, 0, &renamed.at[i]);
        free(line);
    }
    char **owned = malloc((lines.count + 1) * sizeof *owned);
    memcpy(owned, renamed.at, lines.count * sizeof *owned);
    char *text = join(renamed, "\n", "\n", true);
    for (size_t i = 0; i < lines.count; i++) {
        free(owned[i]);
    }
    free(owned);
    free(lines.at);
    free(copy);
    return text;
}
