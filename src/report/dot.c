#include "report/dot.h"

#include <stdlib.h>
#include <string.h>

#include "report/print.h"
#include "trace/recording.h"

enum { WRAP = 46 }; /* characters of a finding's line */

/* In a string between quotes. */
static void put_quoted(FILE *out, const char *text)
{
    char *shown = visible(text);
    for (const char *c = shown; c != NULL && *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fputc('\\', out);
        }
        fputc(*c, out);
    }
    free(shown);
}

static void put_row(FILE *out, const char *text, size_t length, const char *color)
{
    fputs("<tr><td align=\"left\">", out);
    if (color != NULL) {
        print(out, "<font color=\"%s\">", color);
    }
    print_xml(out, text, length);
    print(out, color != NULL ? "</font></td></tr>" : "</td></tr>");
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

/* A node of a tree: what matters is where it hangs. What a reduction left out is grey; a path given up, because everything was asleep, ends
 * in a square. */
static void put_bare(FILE *out, const struct graph_state *s, size_t number)
{
    bool end = s->marks & NODE_END, blocked = s->marks & NODE_BLOCKED, left_out = s->marks & NODE_LEFT_OUT;
    print(out, "  s%zu [label=\"\", shape=%s, width=0.16, fixedsize=true", number, blocked ? "square" : end ? "doublecircle" : "circle");
    print(out, "%s",
          left_out             ? ", color=\"#b8b8b8\""
          : s->finding != NULL ? ", color=\"#b00020\", fillcolor=\"#fdeaea\""
                               : ", fillcolor=\"#222222\"");
    fputs(", tooltip=\"", out);
    put_quoted(out, s->finding != NULL ? s->finding
                    : blocked          ? "everything is asleep"
                    : end              ? "an end"
                    : left_out         ? "left out"
                                       : "explored");
    fputs("\"];\n", out);
}

static void put_cut(FILE *out, const struct graph_state *s, size_t number)
{
    if (s->marks & NODE_CUT) {
        print(out, "  c%zu [label=\"...\", shape=plaintext, style=\"\"];\n  s%zu -> c%zu [style=dashed];\n", number, number, number);
    }
}

static void put_state(FILE *out, const struct graph_state *s, size_t number)
{
    static const char red[] = "#b00020", blue[] = "#1f4e9c";
    print(out, "  s%zu [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">", number);
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
    print(out, s->marks & NODE_END ? ", peripheries=2" : "");
    print(out, "%s", s->finding != NULL ? ", color=\"#b00020\", fillcolor=\"#fdeaea\"" : number == 0 ? ", fillcolor=\"#eaf3e6\"" : "");
    print(out, ", tooltip=\"state %zu\"];\n", number);
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

/* Of a tree: the place in the choice set, and how it came there. */
static void put_place(FILE *out, const struct graph_state *to)
{
    if (to->rank != 0) {
        print(out, " (%lu%s)", to->rank, to->marks & NODE_REQUESTED ? ", requested" : "");
    } else if (to->marks & NODE_ASLEEP) {
        fputs(" (asleep)", out);
    }
}

static void put_edge(FILE *out, const struct graph *g, size_t i)
{
    const struct graph_edge *e = &g->edges[i];
    bool bad = e->finding != NULL || g->states[e->to].finding != NULL;
    if (e->finding != NULL) {
        print(out, "  f%zu [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">", i);
        put_wrapped(out, e->finding, "#b00020");
        fputs("</table>>, color=\"#b00020\", fillcolor=\"#fdeaea\"];\n", out);
        print(out, "  s%zu -> f%zu", e->from, i);
    } else {
        print(out, "  s%zu -> s%zu", e->from, e->to);
    }
    fputs(" [label=\"", out);
    put_quoted(out, e->label);
    put_place(out, &g->states[e->to]);
    bool left_out = g->states[e->to].marks & NODE_LEFT_OUT;
    print(out, left_out ? "\", color=\"#b8b8b8\", fontcolor=\"#999999\"];\n" : bad ? "\", color=\"#b00020\"];\n" : "\"];\n");
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
          "  start -> s0;\n",
          out);
    for (size_t i = 0; i < g->state_count; i++) {
        (g->states[i].marks & NODE_BARE ? put_bare : put_state)(out, &g->states[i], i);
        put_cut(out, &g->states[i], i);
    }
    for (size_t i = 0; i < g->edge_count; i++) {
        if (!drawn_before(g, i)) {
            put_edge(out, g, i);
        }
    }
    fputs("}\n", out);
    return ferror(out) == 0;
}
