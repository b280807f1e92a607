#include "report/autos.h"

#include "report/json.h"

static const char *part_name(enum auto_part part)
{
    static const char *const names[AUTO_PARTS] = { "dfs", "ample", "bfs", "optimal", "samples", "cover" };
    return names[part];
}

void autos_parts(const struct board *b, struct text *out)
{
    const char *comma = "";
    for (enum auto_part p = 0; p < AUTO_PARTS; p++) {
        if (b->autos.used >> p & 1) {
            text_add(out, comma);
            text_add(out, part_name(p));
            comma = ", ";
        }
    }
}

void autos_reach(const struct board *b, struct text *out)
{
    if (b->autos.level > 1) {
        text_printf(out, "all orders of up to %lu deliveries explored", b->autos.level);
    }
}

void autos_growth(const struct result *r, struct text *out)
{
    const struct growth *g = &r->board->autos.growth;
    switch (r->verdict == VERDICT_INCONCLUSIVE ? g->kind : GROWTH_NONE) {
    case GROWTH_MAILBOX:
        text_printf(out,
                    "the mailbox of %s: %lu messages are pending after %lu deliveries; --mailbox-limit N makes more than N of them a "
                    "violation, ",
                    g->actor, g->amount, g->deliveries);
        break;
    case GROWTH_ACTORS: text_printf(out, "the number of actors: %lu after %lu deliveries; ", g->amount, g->deliveries); break;
    case GROWTH_MEMORY:
        text_printf(out, "what %s remembers%s%s%s: %lu local states in %lu deliveries; ", g->actor, r->grows[0] != '\0' ? " (" : "",
                    r->grows, r->grows[0] != '\0' ? ")" : "", g->amount, g->deliveries);
        break;
    default: return;
    }
    text_add(out, "--depth N explores all orders of up to N deliveries");
}

json_t *autos_json(const struct result *r)
{
    const struct board *b = r->board;
    if (b->job.search != SEARCH_AUTO) {
        return json_null();
    }
    json_t *o = json_object(), *parts = json_array();
    for (enum auto_part p = 0; p < AUTO_PARTS; p++) {
        if (b->autos.used >> p & 1) {
            json_array_append_new(parts, json_text(part_name(p)));
        }
    }
    char text[600] = "";
    struct text t = text_in(text, sizeof text);
    autos_growth(r, &t);
    json_object_set_new(o, "parts", parts);
    bool finished = b->autos.finished < AUTO_PARTS && b->autos.used >> b->autos.finished & 1;
    json_object_set_new(o, "finished", finished ? json_text(part_name(b->autos.finished)) : json_null());
    json_object_set_new(o, "explored_up_to", b->autos.level > 1 ? json_number(b->autos.level) : json_null());
    json_object_set_new(o, "covering", json_number(b->autos.covering));
    json_object_set_new(o, "grows", text[0] != '\0' ? json_text(text) : json_null());
    return o;
}
