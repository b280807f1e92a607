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

/* Which of the twins is called like which: `to[i]` is the number in the name of the one that is called `first + i`. */
struct renaming {
    const char *class;
    int first, count;
    int to[TWINS_MAX];
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
            fprintf(out, "%s.%d", r->class, r->to[number - r->first]);
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

/* An actor that has ended, has no messages pending, and that nobody can address, makes no difference any more, however it ended. */
static char *forget_how_they_ended(const char *line, const struct renaming *r)
{
    char *text = NULL;
    size_t whole;
    FILE *out = open_memstream(&text, &whole);
    for (const char *part = line, *next; part != NULL; part = next) {
        next = strstr(part, "; ");
        size_t size = next != NULL ? (size_t)(next - part) : strlen(part);
        bool forget = says_how_it_ended(line, part, size, r);
        fprintf(out, "%.*s%s%s", (int)(forget ? strcspn(part, " ") : size), part, forget ? " ended" : "", next != NULL ? "; " : "");
        next = next != NULL ? next + 2 : NULL;
    }
    fclose(out);
    return text;
}

/* The first in the alphabet of all that the line may read. */
static void choose_names(const char *line, struct renaming *r, int given, char **best)
{
    if (given == r->count) {
        char *candidate = rename_line(line, r);
        if (*best == NULL || strcmp(candidate, *best) < 0) {
            free(*best);
            *best = candidate;
        } else {
            free(candidate);
        }
        return;
    }
    for (int name = r->first; name < r->first + r->count; name++) {
        bool taken = false;
        for (int i = 0; i < given; i++) {
            taken = taken || r->to[i] == name;
        }
        if (!taken) {
            r->to[given] = name;
            choose_names(line, r, given + 1, best);
        }
    }
}

char *ends_renamed(const char *ends, const struct table *t)
{
    static const char *const class_names[CLASSES] = { "alpha", "beta", "gamma", "delta" };
    struct renaming r = { .class = class_names[t->twins.class], .first = 1, .count = t->twins.count };
    for (int i = 0; i < t->actor_count; i++) {
        r.first += t->actors[i] == t->twins.class;
    }
    char *copy = strdup(ends);
    struct list lines = split(copy, "\n"), renamed = { calloc(lines.count + 1, sizeof(char *)), lines.count };
    for (size_t i = 0; i < lines.count; i++) {
        char *line = forget_how_they_ended(lines.at[i], &r);
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
