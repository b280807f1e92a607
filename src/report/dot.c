#include "report/dot.h"

#include <string.h>

#include "trace/recording.h"

enum { WRAP = 46 }; /* characters of a finding's line */

/* In an HTML-like label. What XML does not know becomes a space. */
static void put_html(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc((unsigned char)text[i] < 0x20 ? ' ' : text[i], out);
        }
    }
}

/* In a string between quotes. */
static void put_quoted(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', out);
        }
        fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
    }
}

static void put_row(FILE *out, const char *text, size_t length, const char *color)
{
    fputs("<tr><td align=\"left\">", out);
    if (color != NULL) {
        fprintf(out, "<font color=\"%s\">", color);
    }
    put_html(out, text, length);
    fputs(color != NULL ? "</font></td></tr>" : "</td></tr>", out);
}

/* Over several rows, broken between words. */
static void put_wrapped(FILE *out, const char *text, const char *color)
{
    while (*text != '\0') {
        size_t length = strlen(text);
        if (length > WRAP) {
            size_t at = WRAP;
            while (at > 0 && text[at] != ' ') {
                at--;
            }
            length = at > 0 ? at : strcspn(text, " ");
        }
        put_row(out, text, length, color);
        text += length;
        text += strspn(text, " ");
    }
}

static void put_state(FILE *out, const struct graph_state *s, size_t number)
{
    static const char red[] = "#b00020", blue[] = "#1f4e9c";
    fprintf(out, "  s%zu [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">", number);
    for (size_t i = 0; i < s->actor_count; i++) {
        put_row(out, s->actors[i], strlen(s->actors[i]), NULL);
    }
    if (s->actor_count != 0 && s->pending_count != 0) {
        fputs("<hr/>", out);
    }
    for (size_t i = 0; i < s->pending_count; i++) {
        put_row(out, s->pending[i], strlen(s->pending[i]), blue);
    }
    if (s->actor_count == 0 && s->pending_count == 0) {
        put_row(out, "nothing pending", strlen("nothing pending"), blue);
    }
    if (s->finding != NULL) {
        fputs("<hr/>", out);
        put_wrapped(out, s->finding, red);
    }
    fputs("</table>>", out);
    fputs(s->marks & NODE_END ? ", peripheries=2" : "", out);
    fputs(s->finding != NULL ? ", color=\"#b00020\", fillcolor=\"#fdeaea\"" : number == 0 ? ", fillcolor=\"#eaf3e6\"" : "", out);
    fprintf(out, ", tooltip=\"state %zu\"];\n", number);
    if (s->marks & NODE_CUT) {
        fprintf(out, "  c%zu [label=\"...\", shape=plaintext, style=\"\"];\n  s%zu -> c%zu [style=dashed];\n", number, number, number);
    }
}

/* Whether an edge before this one, from the same state, looks the same. */
static bool drawn_before(const struct graph *g, size_t i)
{
    const struct graph_edge *e = &g->edges[i];
    for (size_t k = i; k > 0 && g->edges[k - 1].from == e->from; k--) {
        const struct graph_edge *o = &g->edges[k - 1];
        bool same_finding = e->finding != NULL && o->finding != NULL && strcmp(e->finding, o->finding) == 0;
        bool same_end = e->finding == NULL && o->finding == NULL && e->to == o->to;
        if ((same_finding || same_end) && strcmp(e->label, o->label) == 0) {
            return true;
        }
    }
    return false;
}

static void put_edge(FILE *out, const struct graph *g, size_t i)
{
    const struct graph_edge *e = &g->edges[i];
    bool bad = e->finding != NULL || g->states[e->to].finding != NULL;
    if (e->finding != NULL) {
        fprintf(out, "  f%zu [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">", i);
        put_wrapped(out, e->finding, "#b00020");
        fputs("</table>>, color=\"#b00020\", fillcolor=\"#fdeaea\"];\n", out);
        fprintf(out, "  s%zu -> f%zu", e->from, i);
    } else {
        fprintf(out, "  s%zu -> s%zu", e->from, e->to);
    }
    fputs(" [label=\"", out);
    put_quoted(out, e->label);
    fputs(bad ? "\", color=\"#b00020\"];\n" : "\"];\n", out);
}

bool dot_write(FILE *out, const struct graph *g, const struct result *r)
{
    fputs("digraph \"", out);
    put_quoted(out, basename(r->program));
    for (size_t i = 0; r->arguments[i] != NULL; i++) {
        fputc(' ', out);
        put_quoted(out, r->arguments[i]);
    }
    fputs("\" {\n"
          "  graph [ranksep=0.4, nodesep=0.3, fontname=\"Helvetica\"];\n"
          "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=10, margin=\"0.06,0.03\"];\n"
          "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.6];\n"
          "  start [shape=point, tooltip=\"start\"];\n"
          "  start -> s0;\n", out);
    for (size_t i = 0; i < g->state_count; i++) {
        put_state(out, &g->states[i], i);
    }
    for (size_t i = 0; i < g->edge_count; i++) {
        if (!drawn_before(g, i)) {
            put_edge(out, g, i);
        }
    }
    fputs("}\n", out);
    return ferror(out) == 0;
}
