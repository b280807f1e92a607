#include "report/explanation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/json.h"
#include "report/print.h"

enum { SHOWN = 8, COLUMN = 46 }; /* of the comparison on a terminal: rows, and width of the first schedule */

static size_t same_message(const struct told_steps *other, const struct told_step *s)
{
    for (size_t i = 1; i < other->count; i++) {
        if (other->list[i].key == s->key) {
            return i;
        }
    }
    return 0;
}

/* ---- sentences ---- */

/* A delivery in words: "Write from action.1 (step 6)". */
static void name_delivery(const struct told_steps *all, const struct told_step *s, size_t number, char *out, size_t size)
{
    char step[40] = "";
    if (number != 0) {
        snprintf(step, sizeof step, " (step %zu)", number);
    }
    bool known = s->from != NO_ACTOR;
    snprintf(out, size, "%.160s%s%.160s%s", s->type, known ? " from " : "", known ? all->actors[s->from].name : "", step);
}

/* The n-th answer that a step got, in words; NULL: it got fewer. */
static const char *answer_of(const struct told_step *s, size_t n)
{
    for (size_t k = 0; k < s->told_count; k++) {
        if (s->told[k].kind == TOLD_CHOOSES && n-- == 0) {
            return s->told[k].text;
        }
    }
    return NULL;
}

/* The first answer in which two executions of a step differ. A look at the clock that does not come late is not told. */
static void say_answer(const struct told_step *fails, const struct told_step *passes, size_t number, struct text *t)
{
    size_t n = 0;
    const char *here, *there;
    do {
        here = answer_of(fails, n);
        there = answer_of(passes, n++);
    } while (here != NULL && there != NULL && strcmp(here, there) == 0);
    if (there != NULL && strncmp(there, "chooses", 7) == 0) {
        text_printf(t, "step %zu %s", number, there);
    } else if (there != NULL) {
        text_printf(t, "in step %zu %s", number, there);
    } else {
        bool late = here == NULL || strncmp(here, "time", 4) == 0;
        text_printf(t, late ? "no time passes in step %zu" : "that does not happen in step %zu", number);
    }
}

/* How many random continuations fail after a step, 0: the first state; -1: not known. */
static long failing_after(const struct explanation *e, size_t step)
{
    size_t known = e->failing != NULL ? e->found->chances_count : 0;
    bool tried = step < known && e->failing[step] <= e->found->chances_of;
    return tried ? (long)e->failing[step] : known != 0 && step >= known ? (long)e->found->chances_of : -1;
}

int explanation_percent(const struct explanation *e, size_t step)
{
    long failing = failing_after(e, step);
    return failing < 0 ? -1 : (int)(failing * 100 / (long)e->found->chances_of);
}

/* The step with which failure became likely: the one after which the most more of the random continuations fail, a fifth of them at least. */
static void say_likely(struct explanation *e, size_t steps)
{
    unsigned tried = e->found->chances_of;
    size_t step = 0;
    long most = 0, first = failing_after(e, 0);
    for (size_t i = 1; i <= steps; i++) {
        long before = failing_after(e, i - 1), after = failing_after(e, i);
        if (before >= 0 && after - before > most) {
            most = after - before;
            step = i;
        }
    }
    if (most * 5 >= (long)tried && step != 0) {
        snprintf(e->likely, sizeof e->likely,
                 "failure became likely with step %zu: before it %ld of %u random continuations fail, after it %ld", step,
                 failing_after(e, step - 1), tried, failing_after(e, step));
    } else if (first * 2 >= (long)tried) {
        snprintf(e->likely, sizeof e->likely, "failure is likely from the start: %ld of %u random executions fail", first, tried);
    }
}

static void say_step(struct explanation *e, size_t steps)
{
    const struct explained *x = e->found;
    struct text t = text_in(e->step, sizeof e->step);
    if (x->kind == EXPLAINED_AT_ONCE) {
        text_add(&t, "every execution fails, in whatever order messages are delivered");
    } else if (x->kind == EXPLAINED_LATEST && x->departs == 0) {
        text_printf(&t, "the critical step is unknown within the budget: step %zu, or one before it", (size_t)x->critical);
    } else if (x->kind == EXPLAINED_LATEST) {
        text_printf(&t, "the critical step is unknown within the budget: one of steps %zu to %zu", (size_t)x->departs, (size_t)x->critical);
    } else if (e->critical == steps) {
        text_printf(&t, "step %zu is the critical one: before it, another continuation passes", e->critical);
    } else {
        text_printf(&t, "from step %zu on every continuation fails", e->critical);
    }
}

/* What comes to the same receiver in the passing schedule, before the message of the step where it departs. */
static void say_overtaking(const struct explanation *e, const struct told_step *critical, size_t last, struct text *t)
{
    const struct told_steps *other = e->passing;
    const struct told_step *list[2] = { NULL, NULL };
    size_t count = 0;
    for (size_t i = e->departs; i <= last; i++) {
        if (other->list[i].to == critical->to) {
            list[0] = list[1];
            list[1] = &other->list[i];
            count++;
        }
    }
    char names[2][400];
    for (size_t i = 0; i < 2 && list[1] != NULL; i++) {
        const struct told_step *s = list[i] != NULL ? list[i] : list[1];
        name_delivery(other, s, same_message(e->given, s), names[i], sizeof names[i]);
    }
    if (count == 2) {
        text_printf(t, "%s and %s", names[0], names[1]);
    } else if (count > 2) {
        text_printf(t, "%zu messages up to %s", count, names[1]);
    } else {
        text_add(t, names[1]);
    }
}

/* The step of the passing schedule that decides. Of a random one that is the last one with the same receiver, if there is one: what else came
 * before is of no importance. */
static size_t decisive(const struct explanation *e, const struct told_step *critical)
{
    size_t i = e->found->instead;
    while (e->found->sampled && i >= e->departs && e->passing->list[i].to != critical->to) {
        i--;
    }
    return i >= e->departs ? i : e->found->instead;
}

/* The last step of the given schedule whose message overtakes. */
static size_t rival_of(const struct explanation *e, const struct told_step *critical, size_t last)
{
    size_t rival = same_message(e->given, &e->passing->list[last]);
    for (size_t i = last; rival == 0 && i >= e->departs; i--) {
        rival = e->passing->list[i].to == critical->to ? same_message(e->given, &e->passing->list[i]) : 0;
    }
    return rival;
}

static void say_pair(struct explanation *e)
{
    const struct explained *x = e->found;
    const struct told_steps *other = e->passing;
    const struct told_step *critical = &e->given->list[e->departs];
    struct text t = text_in(e->pair, sizeof e->pair);
    char first[400], second[400];
    name_delivery(e->given, critical, e->departs, second, sizeof second);
    if (x->kind == EXPLAINED_STEP) {
        text_add(&t, "in the nearest passing schedule, ");
    } else {
        text_printf(&t, "in a passing schedule that departs at step %zu, ", e->departs);
    }
    if (x->instead < e->departs || x->instead >= other->count) {
        say_answer(critical, &other->list[e->departs], e->departs, &t);
        return;
    }
    size_t last = decisive(e, critical);
    const struct told_step *instead = &other->list[last];
    const char *to = instead->to != NO_ACTOR ? other->actors[instead->to].name : "?";
    e->rival = rival_of(e, critical, last);
    if (x->delivered != 0 && instead->to != NO_ACTOR && instead->to == critical->to) {
        text_printf(&t, "%s receives ", to);
        say_overtaking(e, critical, last, &t);
        text_printf(&t, " before %s", second);
        return;
    }
    name_delivery(other, instead, same_message(e->given, instead), first, sizeof first);
    if (x->delivered != 0) {
        text_printf(&t, "%s is delivered to %s before %s", first, to, second);
    } else {
        text_printf(&t, "%s is delivered to %s, and %s never", first, to, second);
    }
}

struct explanation *explanation_read(const struct result *r, const struct told_steps *steps)
{
    const struct explained *x = r->explained != NULL ? &r->explained->explained : NULL;
    if (steps == NULL || x == NULL || x->kind == EXPLAINED_NOT || x->critical >= steps->count) {
        return NULL;
    }
    struct explanation *e = calloc(1, sizeof *e);
    if (e == NULL) {
        return NULL;
    }
    e->found = x;
    e->given = steps;
    e->failing = x->chances != 0 ? (const uint32_t *)(r->explained->log + x->chances) : NULL;
    e->critical = x->kind == EXPLAINED_STEP ? x->critical : 0;
    say_step(e, steps->count - 1);
    if (x->kind != EXPLAINED_AT_ONCE) {
        say_likely(e, steps->count - 1);
    }
    e->passing = r->passing != NULL && x->departs != 0 ? steps_read(r->passing, r->debug, false) : NULL;
    if (e->passing != NULL && e->passing->count > x->departs) {
        e->departs = x->departs;
        say_pair(e);
    } else if (e->passing != NULL) {
        steps_free(&e->passing);
    }
    return e;
}

void explanation_free(struct explanation **e)
{
    if (*e != NULL) {
        steps_free(&(*e)->passing);
        free(*e);
        *e = NULL;
    }
}

/* ---- on a terminal ---- */

static void cell_text(const struct told_steps *all, size_t i, char *out, size_t size)
{
    const struct told_step *s = i < all->count ? &all->list[i] : NULL;
    out[0] = '\0';
    if (s != NULL) {
        bool known = s->from != NO_ACTOR;
        snprintf(out, size, "%s <- %.60s%s%s", s->to != NO_ACTOR ? all->actors[s->to].name : "?", s->type, known ? " from " : "",
                 known ? all->actors[s->from].name : "");
    }
}

static void print_comparison(FILE *out, const struct explanation *e, const struct story_style *style)
{
    const struct told_steps *steps = e->given;
    size_t longest = steps->count > e->passing->count ? steps->count : e->passing->count;
    size_t end = longest > e->departs + SHOWN ? e->departs + SHOWN : longest;
    char left[400], right[400];
    print(out, "\n        %s%-*s %s passing schedule%s\n", style->dim, COLUMN, "this schedule", e->critical != 0 ? "nearest" : "a",
          style->plain);
    for (size_t i = e->departs; i < end; i++) {
        cell_text(steps, i, left, sizeof left);
        cell_text(e->passing, i, right, sizeof right);
        print(out, "  %s%4zu%s  %-*s %s\n", style->strong, i, style->plain, COLUMN, left, right);
    }
    if (end < longest) {
        print(out, "        ... and %zu more step%s\n", longest - end, longest - end == 1 ? "" : "s");
    } else if (e->found->endless) {
        print(out, "        %-*s and so on for ever\n", COLUMN, "");
    }
}

void explanation_print(FILE *out, const struct explanation *e, const struct story_style *style)
{
    const char *indent = e->critical != 0 ? "    " : "  ";
    bool longer = e->found->kind == EXPLAINED_LATEST; /* the command is among those that are printed next */
    print(out, "\n  %s%s%s\n", e->critical != 0 ? "* " : "", e->step, longer ? " (replay --time 60s looks longer)" : "");
    if (e->likely[0] != '\0') {
        print(out, "%s%s\n", indent, e->likely);
    }
    if (e->pair[0] != '\0') {
        print(out, "%s%s\n", indent, e->pair);
    }
    if (e->passing != NULL && e->found->instead != 0) {
        print_comparison(out, e, style);
    }
}

/* ---- JSON ---- */

/* The passing schedule as lines of a schedule's file. */
static json_t *lines_of(const struct board *explained)
{
    json_t *list = json_array();
    const char *at = (const char *)explained->log + explained->explained.passing, *end = at + explained->explained.passing_size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        char *line = strndup(at, (size_t)((stop != NULL ? stop : end) - at));
        json_array_append_new(list, json_text(line != NULL ? line : ""));
        free(line);
        at = stop != NULL ? stop + 1 : end;
    }
    return list;
}

/* After each step, beginning with the state before the first one. */
static json_t *percents(const struct explanation *e)
{
    json_t *list = json_array();
    for (size_t i = 0; i < e->given->count; i++) {
        int percent = explanation_percent(e, i);
        json_array_append_new(list, percent >= 0 ? json_integer(percent) : json_null());
    }
    return list;
}

json_t *explanation_json(const struct result *r)
{
    struct told_steps *steps = r->recorded != NULL && r->explained != NULL ? steps_read(r->recorded, r->debug, false) : NULL;
    struct explanation *e = explanation_read(r, steps);
    if (e == NULL) {
        steps_free(&steps);
        return json_null();
    }
    static const char *const kinds[] = {
        [EXPLAINED_NOT] = "unknown", [EXPLAINED_STEP] = "step", [EXPLAINED_AT_ONCE] = "every execution", [EXPLAINED_LATEST] = "unknown"
    };
    json_t *o = json_object();
    json_object_set_new(o, "outcome", json_text(kinds[e->found->kind]));
    json_object_set_new(o, "critical_step", e->critical != 0 ? json_number(e->critical) : json_null());
    json_object_set_new(o, "at_latest", json_number(e->found->critical));
    json_object_set_new(o, "rival_step", e->rival != 0 ? json_number(e->rival) : json_null());
    json_object_set_new(o, "critical", json_text(e->step));
    json_object_set_new(o, "pair", e->pair[0] != '\0' ? json_text(e->pair) : json_null());
    json_object_set_new(o, "likely", e->likely[0] != '\0' ? json_text(e->likely) : json_null());
    json_object_set_new(o, "failing_percent", percents(e));
    json_object_set_new(o, "departs", e->departs != 0 ? json_number(e->departs) : json_null());
    json_object_set_new(o, "passing", e->passing != NULL ? lines_of(r->explained) : json_null());
    json_object_set_new(o, "passing_endless", json_boolean(e->found->endless));
    explanation_free(&e);
    steps_free(&steps);
    return o;
}
