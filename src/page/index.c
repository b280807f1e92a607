#include "page/index.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "page/html.h"
#include "page/page.h"

enum { HEAD = 8192, DEEP = 8 };

struct run {
    char *path; /* below the folder */
    char verdict[12], subject[600], finding[1200];
    unsigned long results;
    long date;
};

struct runs {
    struct run *list;
    size_t count;
    size_t skip; /* how much of a path is the folder */
    bool good;
};

/* The text that html() has escaped, up to the closing quote. */
static void unescape(const char *from, char *out, size_t size)
{
    static const struct {
        const char *name;
        char is;
    } entities[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' } };
    size_t n = 0;
    while (*from != '\0' && *from != '"' && n + 1 < size) {
        size_t k = 0;
        while (k < 4 && strncmp(from, entities[k].name, strlen(entities[k].name)) != 0) {
            k++;
        }
        out[n++] = k < 4 ? entities[k].is : *from;
        from += k < 4 ? strlen(entities[k].name) : 1;
    }
    out[n] = '\0';
}

/* What a report says about itself under a name; "" when it says nothing. */
static void read_meta(const char *head, const char *name, char *out, size_t size)
{
    char tag[80];
    snprintf(tag, sizeof tag, "<meta name=\"harrier-%s\" content=\"", name);
    const char *at = strstr(head, tag);
    unescape(at != NULL ? at + strlen(tag) : "", out, size);
}

static bool is_verdict(const char *word)
{
    return strcmp(word, "pass") == 0 || strcmp(word, "fail") == 0 || strcmp(word, "unknown") == 0 || strcmp(word, "erratic") == 0;
}

static void look_at(struct runs *found, const char *path)
{
    size_t length = strlen(path);
    char head[HEAD + 1], number[40];
    FILE *in = length > 5 && strcmp(path + length - 5, ".html") == 0 ? fopen(path, "r") : NULL;
    if (in == NULL) {
        return;
    }
    head[fread(head, 1, HEAD, in)] = '\0';
    fclose(in);
    struct run run = { .path = NULL };
    read_meta(head, "verdict", run.verdict, sizeof run.verdict);
    if (!is_verdict(run.verdict)) {
        return;
    }
    read_meta(head, "subject", run.subject, sizeof run.subject);
    read_meta(head, "finding", run.finding, sizeof run.finding);
    read_meta(head, "results", number, sizeof number);
    run.results = strtoul(number, NULL, 10);
    read_meta(head, "date", number, sizeof number);
    run.date = strtol(number, NULL, 10);
    run.path = strdup(path + found->skip);
    struct run *larger = realloc(found->list, (found->count + 1) * sizeof run);
    found->list = larger != NULL ? larger : found->list;
    if (run.path == NULL || larger == NULL) {
        free(run.path);
        found->good = false;
        return;
    }
    larger[found->count++] = run;
}

/* Symbolic links are not followed: they may lead in a circle. */
static void look_into(struct runs *found, const char *folder, int deep)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    found->good = found->good && dir != NULL;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char *path = NULL;
        struct stat s;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        bool known = asprintf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", entry->d_name) >= 0;
        if (known && lstat(path, &s) == 0 && S_ISDIR(s.st_mode) && deep > 0) {
            look_into(found, path, deep - 1);
        } else if (known && lstat(path, &s) == 0 && S_ISREG(s.st_mode)) {
            look_at(found, path);
        }
        if (known) {
            free(path);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
}

static int newest_first(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    return x->date != y->date ? (x->date < y->date) - (x->date > y->date) : strcmp(x->path, y->path);
}

/* A path as an address: what has a meaning there is written as a number. */
static void write_address(FILE *out, const char *path)
{
    html(out, "./");
    for (; *path != '\0'; path++) {
        bool plain = (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') || strchr("0123456789-_./", *path) != NULL;
        if (plain) {
            fputc(*path, out);
        } else {
            html(out, "%%%02x", (unsigned)(unsigned char)*path);
        }
    }
}

static void write_run(FILE *out, const struct run *r)
{
    char date[40] = "";
    time_t when = r->date;
    struct tm utc;
    if (gmtime_r(&when, &utc) != NULL) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &utc);
    }
    html(out, "<tr class=\"%s\"><td><span class=\"word\">%s</span></td><td>%s</td><td><a href=\"", r->verdict, r->verdict, date);
    write_address(out, r->path);
    html(out, "\">%s</a>", r->subject[0] != '\0' ? r->subject : r->path);
    if (r->results > 1) {
        html(out, " and %lu more", r->results - 1);
    }
    html(out, "</td><td class=\"why\">%s</td><td class=\"path\">%s</td></tr>\n", r->finding, r->path);
}

bool index_write(FILE *out, const char *folder, size_t *count)
{
    struct runs runs = { .skip = strlen(folder) + (folder[strlen(folder) - 1] != '/'), .good = true };
    look_into(&runs, folder, DEEP);
    if (runs.count != 0) {
        qsort(runs.list, runs.count, sizeof *runs.list, newest_first);
    }
    page_begin(out, "reports - harrier");
    page_body(out);
    html(
        out,
        "<h2>%zu report%s</h2><div class=\"scroll\"><table class=\"plain runs\"><thead><tr><th scope=\"col\">verdict</th><th scope=\"col\">when (UTC)</th>"
        "<th scope=\"col\">what</th><th scope=\"col\">why</th><th scope=\"col\">file</th></tr></thead><tbody>\n",
        runs.count, runs.count == 1 ? "" : "s");
    for (size_t i = 0; i < runs.count; i++) {
        write_run(out, &runs.list[i]);
        free(runs.list[i].path);
    }
    html(out, "</tbody></table></div></main>\n");
    page_end(out);
    free(runs.list);
    *count = runs.count;
    return runs.good && !ferror(out);
}
