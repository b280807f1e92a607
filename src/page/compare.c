#include "page/compare.h"

#include "page/html.h"

enum { COMMON = 2, AFTER = 8 }; /* steps that both share, shown before they part; after the last that matters, at least */

void compare_words(FILE *out, const struct explanation *why)
{
    const char *sentences[] = { why->step, why->likely, why->pair };
    html(out, "<ul class=\"why\">");
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (sentences[i][0] != '\0') {
            html(out, "<li>%s.</li>", sentences[i]);
        }
    }
    html(out, "</ul>");
}

/* A step of one of the two. Those of the failing one are links. */
static void write_cell(FILE *out, const char *id, const struct told_steps *all, size_t i, const char *class)
{
    if (i >= all->count) {
        html(out, "<td></td>");
        return;
    }
    const struct told_step *s = &all->list[i];
    html(out, "<td class=\"%s\">", class);
    html(out, id != NULL ? "<a href=\"#%ss%zu\">%zu</a> " : "%s<span class=\"n\">%zu</span> ", id != NULL ? id : "", i, i);
    html(out, "<b>%s</b> &#8592; <code>%s</code>", s->to != NO_ACTOR ? all->actors[s->to].name : "?", s->message);
    if (s->from != NO_ACTOR) {
        html(out, " <span class=\"from\">from %s</span>", all->actors[s->from].name);
    }
    for (size_t k = 0; k < s->told_count; k++) {
        if (s->told[k].kind == TOLD_CHANGE || s->told[k].kind == TOLD_CHOOSES || s->told[k].kind == TOLD_WRONG) {
            html(out, "<div class=\"%s\">%s</div>", s->told[k].kind == TOLD_WRONG ? "wrong" : "change", s->told[k].text);
        }
    }
    html(out, "</td>");
}

static void write_rows(FILE *out, const char *id, const struct explanation *why, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        html(out, "<tr class=\"%s\">", i < why->departs ? "common" : i == why->departs ? "departs" : "");
        write_cell(out, id, why->given, i, i == why->departs || i == why->rival ? "racing" : "");
        bool racing = i == why->found->instead || i == why->found->delivered;
        write_cell(out, NULL, why->passing, i, racing ? "racing" : "");
        html(out, "</tr>\n");
    }
}

/* Where the part ends that everybody wants to see: some steps behind all that is marked. */
static size_t end_of_interest(const struct explanation *why, size_t end)
{
    size_t marked[] = { why->departs, why->rival, why->found->instead, why->found->delivered }, last = 0;
    for (size_t i = 0; i < sizeof marked / sizeof *marked; i++) {
        last = marked[i] > last && marked[i] < end ? marked[i] : last;
    }
    return last + 2 * AFTER < end ? last + AFTER : end;
}

void compare_section(FILE *out, const char *id, const struct explanation *why)
{
    if (why == NULL || why->passing == NULL) {
        return;
    }
    size_t first = why->departs > COMMON ? why->departs - COMMON : 1;
    size_t end = why->given->count > why->passing->count ? why->given->count : why->passing->count;
    html(out, "<section class=\"compared\"><h3>Compared with %s schedule that passes</h3>", why->critical != 0 ? "the nearest" : "a");
    html(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Two schedules\"><table class=\"two\"><thead><tr>");
    html(out, "<th scope=\"col\">this one, which fails</th><th scope=\"col\">one that passes</th></tr></thead><tbody>");
    if (first > 1) {
        html(out, "<tr class=\"common\"><td colspan=\"2\">%zu step%s in common</td></tr>", first - 1, first == 2 ? "" : "s");
    }
    size_t shown = end_of_interest(why, end);
    write_rows(out, id, why, first, shown);
    if (shown < end) {
        html(out, "</tbody></table></div><details class=\"rest\"><summary>%zu more steps</summary>", end - shown);
        html(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The rest\"><table class=\"two\"><tbody>");
        write_rows(out, id, why, shown, end);
    }
    if (why->found->endless) {
        html(out, "<tr><td></td><td>and so on for ever</td></tr>");
    }
    html(out, shown < end ? "</tbody></table></div></details></section>" : "</tbody></table></div></section>");
}
