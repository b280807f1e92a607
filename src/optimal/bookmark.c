#include "optimal/bookmark.h"

#include <string.h>

#include "base/mutant.h"

enum { LEVEL_MOST = 36 }; /* bytes: three numbers of ten digits, and what is between them */

size_t bookmark_most(const struct levels *v)
{
    return (levels_count(v) + 1) * LEVEL_MOST;
}

void bookmark_write(const struct levels *v, struct text *out)
{
    const struct visit_level *levels = (const struct visit_level *)v->stack.base;
    text_printf(out, "%u|", v->floor);
    for (size_t i = 0; i < levels_count(v); i++) {
        const struct visit_level *l = &levels[i];
        text_printf(out, i == 0 ? "%u.%u" : " %u.%u", l->next, l->tried);
        if (l->event != 0) {
            text_printf(out, "+%u", l->revisited);
        }
    }
}

/* ---- going there ---- */

struct mark {
    uint32_t next, tried, revisited;
    bool event;
};

static bool read_mark(const char **text, struct mark *m)
{
    *m = (struct mark){ .event = false };
    bool good = text_number(text, &m->next) && text_skip(text, '.') && text_number(text, &m->tried);
    if (good && text_skip(text, '+')) {
        m->event = true;
        good = text_number(text, &m->revisited);
    }
    return good && (**text == '\0' || text_skip(text, ' '));
}

/* Brings the top level, of which nothing was tried, to its candidate, and past the outcomes that were delivered; adds the event if it is in the
 * graph. */
static bool advance(struct levels *v, const struct mark *m)
{
    struct visit_level *l = levels_top(v);
    if (m->next == 0) {
        return m->tried == 0 && m->event == (l->event != 0); /* of the lowest level, the event is there */
    }
    if (m->next > l->count || (m->event && m->tried == 0)) {
        return false;
    }
    l->next = m->next - 1;
    levels_take(v);
    while (l->tried < m->tried - m->event && l->outcome != 0) {
        l->outcome = outcome_next(l->outcome, v->g.spent);
        l->first = l->first && !RULE("fault-default");
        l->tried++;
    }
    if (m->event && l->outcome != 0) {
        levels_add(v);
    }
    return l->tried == m->tried;
}

/* Passes so many revisits of the event. */
static bool pass_revisits(struct levels *v, uint32_t count)
{
    struct visit_level *l = levels_top(v);
    while (l->revisited < count && revisits_next(&v->g, &l->revisits)) {
        l->revisited++;
    }
    return l->revisited == count;
}

/* To the level above the top one: in the revisit that was begun last, or else in the VISIT. */
static bool descend(struct levels *v, const struct mark *m, enum order_kind order)
{
    if (m->revisited != 0) {
        return pass_revisits(v, m->revisited - 1) && levels_revisit(v);
    }
    uint32_t actor = pick(&v->g, order);
    if (actor != NO_ACTOR) {
        levels_visit(v, actor);
    }
    return actor != NO_ACTOR;
}

bool bookmark_go(struct levels *v, const char *text, enum order_kind order)
{
    struct mark m = { .event = true };
    uint32_t floor;
    text = bookmark_marks(text, &floor);
    levels_begin(v);
    bool good = text != NULL && (levels_count(v) != 0 || descend(v, &m, order));
    while (good) {
        good = read_mark(&text, &m) && advance(v, &m);
        if (good && *text == '\0') {
            v->floor = floor;
            return floor < levels_count(v) && (m.revisited == 0 || pass_revisits(v, m.revisited));
        }
        good = good && m.event && descend(v, &m, order);
    }
    return false;
}

const char *bookmark_marks(const char *text, uint32_t *floor)
{
    return text_number(&text, floor) && text_skip(&text, '|') ? text : NULL;
}

const char *bookmark_end(const char *marks, uint32_t level)
{
    const char *end = strchrnul(marks, ' ');
    for (; level > 0 && *end != '\0'; level--) {
        end = strchrnul(end + 1, ' ');
    }
    return end;
}
