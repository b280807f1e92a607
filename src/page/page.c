#include "page/page.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "page/article.h"
#include "page/assets.h"
#include "page/html.h"

struct page {
    struct entry {
        enum verdict verdict;
        char *subject;
        char *finding; /* "" when nothing was found */
    } * entries;
    size_t count;
    FILE *articles;
    char *text;
    size_t size;
};

struct page *page_new(void)
{
    struct page *p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->articles = open_memstream(&p->text, &p->size);
        if (p->articles == NULL) {
            page_free(&p);
        }
    }
    return p;
}

void page_free(struct page **page)
{
    struct page *p = *page;
    if (p != NULL && p->articles != NULL) {
        fclose(p->articles);
    }
    for (size_t i = 0; p != NULL && i < p->count; i++) {
        free(p->entries[i].subject);
        free(p->entries[i].finding);
    }
    if (p != NULL) {
        free(p->entries);
        free(p->text);
    }
    free(p);
    *page = NULL;
}

bool page_add(struct page *p, const struct result *r)
{
    struct entry *larger = realloc(p->entries, (p->count + 1) * sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    p->entries = larger;
    char id[24], text[600] = "";
    if (r->board->finding_count != 0) {
        finding_text(r, &r->board->findings[0], text, sizeof text);
    }
    larger[p->count] = (struct entry){ .verdict = r->verdict, .subject = result_subject(r), .finding = strdup(text) };
    bool good = larger[p->count].subject != NULL && larger[p->count].finding != NULL;
    p->count++;
    snprintf(id, sizeof id, "r%zu-", p->count);
    article_write(p->articles, id, r);
    return fflush(p->articles) == 0 && good;
}

bool page_is_empty(const struct page *p)
{
    return p->count == 0;
}

/* ---- the whole file ---- */

void page_begin(FILE *out, const char *title)
{
    html(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src '%s'; "
        "base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\"><title>%s</title>\n",
        page_script_hash, title);
}

/* When the page was made; SOURCE_DATE_EPOCH makes equal pages of equal results. */
static time_t now(void)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    return fixed != NULL && fixed[0] >= '0' && fixed[0] <= '9' ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
}

void page_body(FILE *out)
{
    time_t when = now();
    struct tm utc;
    char date[40] = "";
    if (gmtime_r(&when, &utc) != NULL) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    }
    html(out, "<meta name=\"harrier-date\" content=\"%ld\">\n<style>\n", (long)when);
    fwrite(page_style, 1, strlen(page_style), out);
    html(out,
         "</style></head><body>\n<header class=\"bar\"><h1>harrier</h1><span class=\"date\">%s, version %s</span>"
         "<span class=\"tools\"></span></header><main>\n",
         date, HARRIER_VERSION);
}

void page_end(FILE *out)
{
    html(out, "<script>");
    fwrite(page_script, 1, strlen(page_script), out);
    html(out, "</script></body></html>\n");
}

/* The gravest verdict: that of the whole page. */
static const struct entry *gravest(const struct page *p)
{
    static const int ranks[] = { [VERDICT_PASS] = 0, [VERDICT_INCONCLUSIVE] = 1, [VERDICT_VIOLATION] = 2, [VERDICT_NONDETERMINISTIC] = 3 };
    const struct entry *e = &p->entries[0];
    for (size_t i = 1; i < p->count; i++) {
        e = ranks[p->entries[i].verdict] > ranks[e->verdict] ? &p->entries[i] : e;
    }
    return e;
}

static void write_overview(FILE *out, const struct page *p)
{
    html(out, "<nav class=\"overview\" aria-label=\"Results\"><ol>");
    for (size_t i = 0; i < p->count; i++) {
        const struct entry *e = &p->entries[i];
        html(out, "<li class=\"%s\"><a href=\"#r%zu-result\"><span class=\"word\">%s</span> %s</a> <span class=\"why\">%s</span></li>",
             article_verdict(e->verdict), i + 1, article_verdict(e->verdict), e->subject, e->finding);
    }
    html(out, "</ol></nav>");
}

/* Arrow heads, in the colour of their lines. */
static void write_markers(FILE *out)
{
    html(
        out,
        "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
        "markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"10\" orient=\"auto\"><path d=\"M0 1L10 5L0 9z\" fill=\"context-stroke\"/>"
        "</marker></defs></svg>\n");
}

bool page_write(FILE *out, const struct page *p)
{
    static const struct entry nothing = { .verdict = VERDICT_INCONCLUSIVE, .subject = "", .finding = "" };
    const struct entry *e = p->count != 0 ? gravest(p) : &nothing;
    char title[600];
    snprintf(title, sizeof title, "%s: %.500s - harrier", article_verdict(e->verdict), e->subject);
    page_begin(out, title);
    /* for the index of a folder of reports */
    html(out, "<meta name=\"harrier-verdict\" content=\"%s\">\n<meta name=\"harrier-subject\" content=\"%s\">\n",
         article_verdict(e->verdict), e->subject);
    html(out, "<meta name=\"harrier-finding\" content=\"%s\">\n<meta name=\"harrier-results\" content=\"%zu\">\n", e->finding, p->count);
    page_body(out);
    write_markers(out);
    if (p->count > 1) {
        write_overview(out, p);
    }
    fwrite(p->text, 1, p->size, out);
    html(out, "</main>\n");
    page_end(out);
    return !ferror(out);
}
