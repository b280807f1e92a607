#include "page/table.h"

#include "page/html.h"

enum { PART = 100 }; /* rows of one table element: a browser draws only those in sight */

static void write_told(FILE *out, const char *id, const struct told *t)
{
    static const char *const classes[] = {
        [TOLD_CHANGE] = "change", [TOLD_SENDS] = "sends",   [TOLD_CREATES] = "creates", [TOLD_CHOOSES] = "chooses",
        [TOLD_NOTE] = "note",     [TOLD_PRINTS] = "prints", [TOLD_ENDS] = "ends",       [TOLD_WRONG] = "wrong",
    };
    html(out, "<li class=\"%s\">", classes[t->kind]);
    if (t->kind == TOLD_NOTE || t->kind == TOLD_PRINTS) {
        html(out, "<i>%s</i> ", t->kind == TOLD_NOTE ? "note" : "prints");
    }
    html_bytes(out, t->text, t->size);
    if (t->kind == TOLD_SENDS && t->delivered_by != 0) {
        html(out, " <a href=\"#%ss%zu\" title=\"delivered in step %zu\">&#8594;&#160;%zu</a>", id, t->delivered_by, t->delivered_by,
             t->delivered_by);
    } else if (t->kind == TOLD_SENDS) {
        html(out, " <em>not delivered</em>");
    }
    html(out, "</li>");
}

static void write_states(FILE *out, const struct told_step *s)
{
    if (s->before == NULL && s->after == NULL) {
        return;
    }
    html(out, "<details><summary>state</summary><dl>");
    if (s->before != NULL) {
        html(out, "<dt>before</dt><dd>%s</dd>", s->before);
    }
    if (s->after != NULL) {
        html(out, "<dt>after</dt><dd>%s</dd>", s->after);
    }
    html(out, "</dl></details>");
}

/* What is known about a step: whether it is critical, whether it is the other one of the pair, and how likely the violation is after it. */
static void write_marks(FILE *out, const char *id, const struct explanation *why, size_t i)
{
    int percent = why != NULL ? explanation_percent(why, i) : -1;
    if (percent >= 0) {
        html(out, "<div class=\"chance\" title=\"of the random continuations after this step, so many fail\">%d&#160;%%</div>", percent);
    }
    if (why != NULL && why->critical == i) {
        html(out, "<div class=\"mark\" title=\"%s\">critical</div>", why->step);
    }
    if (why != NULL && why->rival == i) {
        html(out, "<div class=\"mark\" title=\"%s\">races with <a href=\"#%ss%zu\">%zu</a></div>", why->pair, id, why->departs,
             why->departs);
    }
}

static void write_row(FILE *out, const char *id, const struct told_steps *all, const struct explanation *why, size_t i)
{
    const struct told_step *s = &all->list[i];
    char place[300];
    step_place(s, place, sizeof place);
    html(out, "<tr id=\"%ss%zu\" data-step=\"%zu\" class=\"%s\"><th scope=\"row\"><a href=\"#%ss%zu\">%zu</a>", id, i, i,
         step_is_wrong(s) ? "wrong"
         : s->beyond      ? "beyond"
                          : "",
         id, i, i);
    write_marks(out, id, why, i);
    html(out, "</th><td class=\"what\"><b>%s</b> &#8592; <code>%s</code>", s->to != NO_ACTOR ? all->actors[s->to].name : "?", s->message);
    html(out, "<div class=\"from\">");
    if (s->from != NO_ACTOR) {
        html(out, "from %s%s", all->actors[s->from].name, place[0] != '\0' ? ", " : "");
    }
    html(out, place[0] != '\0' ? "at <span class=\"at\">%s</span></div>" : "%s</div>", place);
    html(out, "</td><td class=\"did\"><ul>");
    for (size_t k = 0; k < s->told_count; k++) {
        write_told(out, id, &s->told[k]);
    }
    html(out, "</ul>");
    write_states(out, s);
    html(out, "</td></tr>\n");
}

static void write_part(FILE *out, const char *id, const struct told_steps *s, const struct explanation *why, size_t first, size_t end)
{
    html(out, "<div class=\"rows\"><table><colgroup><col class=\"n\"><col class=\"w\"><col class=\"d\"></colgroup>");
    html(
        out,
        "<thead class=\"%s\"><tr><th scope=\"col\">step</th><th scope=\"col\">delivery</th><th scope=\"col\">what it did</th></tr></thead><tbody>\n",
        first == 1 ? "" : "again");
    for (size_t i = first; i < end; i++) {
        write_row(out, id, s, why, i);
    }
    html(out, "</tbody></table></div>");
}

void table_write(FILE *out, const char *id, const struct told_steps *s, const struct explanation *why)
{
    html(out, "<div class=\"steps\" tabindex=\"0\" role=\"region\" aria-label=\"Steps\">");
    for (size_t first = 1; first < s->count; first += PART) {
        write_part(out, id, s, why, first, first + PART < s->count ? first + PART : s->count);
    }
    if (s->left_count != 0) {
        html(out, "<h3>Not delivered</h3><ul class=\"left\">");
        for (size_t i = 0; i < s->left_count; i++) {
            const struct step_left *l = &s->left[i];
            html(out, "<li><code>%s</code> to <b>%s</b>, from %s", l->message, l->to != NO_ACTOR ? s->actors[l->to].name : "?",
                 l->from != NO_ACTOR ? s->actors[l->from].name : "?");
            if (l->sent_by != 0) {
                html(out, " (sent in step <a href=\"#%ss%zu\">%zu</a>)", id, l->sent_by, l->sent_by);
            }
            html(out, "</li>");
        }
        html(out, "</ul>");
    }
    html(out, "</div>");
}
