#include "page/coverage.h"

#include <string.h>

#include "page/html.h"
#include "trace/recording.h"

enum { MISSED_SHOWN = 500 };

/* Calls `each` for all records of a kind. */
struct visit {
    FILE *out;
    const struct board *board;
    uint64_t count;
    const char *actor, *row; /* of the last record, where that matters */
    bool done;
};

static void visit(struct visit *v, enum record_kind kind, void (*each)(struct visit *v, const struct record *r))
{
    const unsigned char *at = v->board->log + v->board->coverage, *end = v->board->log + v->board->log_size;
    struct record r;
    while (recording_next(&at, end, &r) && r.kind != RECORD_END) {
        if (r.kind == kind) {
            each(v, &r);
        }
    }
}

static void write_summary(struct visit *v, const struct record *r)
{
    const struct record_coverage *c = &r->coverage;
    html(v->out, "<p class=\"lead\">%lu execution%s", c->executions, c->executions == 1 ? "" : "s");
    if (c->schedules != 0) {
        html(v->out, ", %lu schedules generated, %lu attempts did not fit", c->schedules, c->unfit);
    }
    html(v->out, c->along_paths != 0 ? "; measured along the paths of a search over states.</p>" : ".</p>");
}

static void write_criterion(struct visit *v, const struct record *r)
{
    const struct record_criterion *g = &r->goals;
    if (g->criterion == 0) {
        html(v->out, "<tr><th scope=\"row\">%s</th>", g->actor[0] == '\0' ? "all actors" : g->actor);
    }
    if (g->total == 0) {
        html(v->out, "<td>&#8211;</td>");
    } else {
        html(v->out, "<td>%lu of %lu <meter min=\"0\" max=\"%lu\" value=\"%lu\"></meter></td>", g->covered, g->total, g->total, g->covered);
    }
}

static void write_reached(struct visit *v, const struct record *r)
{
    html(v->out, r->reached.deliveries == 0 ? "<tr class=\"never\">" : "<tr>");
    html(v->out, "<th scope=\"row\">%s</th><td>%s</td><td>", r->reached.actor, r->reached.message);
    if (r->reached.deliveries == 0) {
        html(v->out, "never</td></tr>");
    } else {
        html_count(v->out, r->reached.deliveries);
        html(v->out, "</td></tr>");
    }
}

static void write_missed(struct visit *v, const struct record *r)
{
    const struct record_missed *m = &r->missed;
    if (v->board->job.search == SEARCH_COVER && !(v->board->job.criteria >> m->criterion & 1)) {
        return; /* nobody asked for it */
    }
    if (v->count++ < MISSED_SHOWN) {
        html(v->out, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>", axis_criterion.values[m->criterion].name, m->before, m->after,
             m->why);
    }
}

static void count_any(struct visit *v, const struct record *r)
{
    (void)r;
    v->count++;
}

/* ---- orders of messages, a table for each type of actor ---- */

/* The names of the columns are those of the first row. */
static void write_column(struct visit *v, const struct record *r)
{
    const struct record_order *o = &r->order;
    if (strcmp(o->actor, v->actor) != 0 || v->done) {
        return;
    }
    v->row = v->row != NULL ? v->row : o->row;
    v->done = strcmp(o->row, v->row) != 0;
    if (!v->done) {
        html(v->out, "<th scope=\"col\">%s</th>", o->column);
        v->count++;
    }
}

static void write_order(struct visit *v, const struct record *r)
{
    static const char *const words[] = { "never", "before", "after", "both" };
    const struct record_order *o = &r->order;
    if (strcmp(o->actor, v->actor) != 0) {
        return;
    }
    if (v->row == NULL || strcmp(o->row, v->row) != 0) {
        html(v->out, v->row != NULL ? "</tr><tr>" : "<tr>");
        html(v->out, "<th scope=\"row\">%s</th>", o->row);
        v->row = o->row;
    }
    const char *word = o->seen == ORDER_SAME ? "" : words[o->seen & (ORDER_BEFORE | ORDER_AFTER)];
    html(v->out, "<td class=\"%s\">%s</td>", word, word);
}

/* Each actor type of which there are records, once: they come one type after the other. */
static void write_orders_of(struct visit *v, const struct record *r)
{
    if (v->actor != NULL && strcmp(v->actor, r->order.actor) == 0) {
        return;
    }
    v->actor = r->order.actor;
    struct visit inner = { .out = v->out, .board = v->board, .actor = v->actor };
    html(v->out, "<div class=\"scroll\"><table class=\"plain orders\"><caption>to a <b>%s</b></caption>", v->actor);
    html(v->out, "<thead><tr><th></th>");
    visit(&inner, RECORD_ORDER, write_column);
    html(v->out, "</tr></thead><tbody>");
    inner.row = NULL;
    visit(&inner, RECORD_ORDER, write_order);
    html(v->out, "</tr></tbody></table></div>");
}

static void write_goals(struct visit *v)
{
    html(
        v->out,
        "<div class=\"scroll\"><table class=\"plain\"><caption>Pairs of receives that were seen in both orders</caption><thead><tr><th></th>");
    for (int c = 0; c < axis_criterion.count; c++) {
        html(v->out, "<th scope=\"col\" title=\"%s\">%s</th>", axis_criterion.values[c].help, axis_criterion.values[c].name);
    }
    html(v->out, "</tr></thead><tbody>");
    visit(v, RECORD_CRITERION, write_criterion);
    html(v->out, "</tbody></table></div>");
}

void coverage_section(FILE *out, const struct result *r)
{
    if (r->board->coverage == 0) {
        return;
    }
    struct visit v = { .out = out, .board = r->board };
    html(out, "<section><h3>Coverage</h3>");
    visit(&v, RECORD_COVERAGE, write_summary);
    write_goals(&v);
    visit(&v, RECORD_ORDER, count_any);
    if (v.count != 0) {
        html(
            out,
            "<p class=\"lead\">Which types of messages came to one actor before which: those in rows, before or after those in columns, in both "
            "orders, or never.</p><div class=\"grids\">");
        visit(&v, RECORD_ORDER, write_orders_of);
        html(out, "</div>");
        v.count = 0;
    }
    html(out, "<details><summary>Messages received, by type of actor</summary><div class=\"scroll\"><table class=\"plain\"><thead><tr>"
              "<th scope=\"col\">actor</th><th scope=\"col\">message</th><th scope=\"col\">deliveries</th></tr></thead><tbody>");
    visit(&v, RECORD_REACHED, write_reached);
    html(out, "</tbody></table></div></details>");
    visit(&v, RECORD_MISSED, count_any);
    if (v.count != 0) {
        v.count = 0;
        html(
            out,
            "<details><summary>Pairs seen in one order only</summary><div class=\"scroll\"><table class=\"plain\"><thead><tr><th scope=\"col\">criterion"
            "</th><th scope=\"col\">this</th><th scope=\"col\">was never before this</th><th scope=\"col\">why</th></tr></thead><tbody>");
        visit(&v, RECORD_MISSED, write_missed);
        html(out, "</tbody></table></div>");
        if (v.count > MISSED_SHOWN) {
            html(out, "<p>%lu more are left out here; <code>--output coverage:FILE</code> has all.</p>", v.count - MISSED_SHOWN);
        }
        html(out, "</details>");
    }
    html(out, "</section>");
}
