#include "page/waiting.h"

#include "page/html.h"
#include "report/waiting.h"

enum { OPEN = 20 }; /* of more actors, one has to ask for the list */

static void write_frame(FILE *out, const struct waiting_actor *a, const struct local_frame *f)
{
    char place[400];
    struct text p = text_in(place, sizeof place);
    waiting_place(f, &p);
    html(out, "<li>%s <code>%s</code>", f == a->locals->frames ? "in" : "called by", place);
    for (size_t i = f->first; i < f->first + f->count; i++) {
        const struct local_variable *v = &a->locals->variables[i];
        char value[2000];
        struct text t = text_in(value, sizeof value);
        locals_print_value(a->locals, v, &t);
        if (local_is_shown(v)) {
            html(out, v->lost ? " <span class=\"local lost\">%s <i>%s</i></span>" : " <span class=\"local\">%s = <code>%s</code></span>",
                 v->name, value);
        }
    }
    html(out, "</li>");
}

void waiting_section(FILE *out, const struct result *r)
{
    struct waiting *w = r->recorded != NULL ? waiting_read(r->recorded, r->debug) : NULL;
    if (w != NULL && w->count != 0) {
        html(out, "<details class=\"waiting\"%s><summary>Who waits at the end: %zu actor%s</summary><dl>", w->count <= OPEN ? " open" : "",
             w->count, w->count == 1 ? "" : "s");
        for (size_t i = 0; i < w->count; i++) {
            const struct waiting_actor *a = &w->list[i];
            html(out, "<dt>%s</dt><dd><ul><li>%s</li>", a->name, a->status);
            for (size_t k = 0; a->locals != NULL && k < a->locals->frame_count; k++) {
                write_frame(out, a, &a->locals->frames[k]);
            }
            html(out, "</ul></dd>");
        }
        html(out, "</dl></details>");
    }
    waiting_free(&w);
}
