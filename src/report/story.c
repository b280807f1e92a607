#include "report/story.h"

#include <stdio.h>
#include <string.h>

#include "report/explanation.h"
#include "report/print.h"
#include "report/steps.h"
#include "report/waiting.h"

static void print_step(FILE *out, const struct told_steps *all, const struct told_step *s, bool critical, const struct story_style *style)
{
    char left[2300], from[300] = "", place[300];
    step_place(s, place, sizeof place);
    if (s->from != NO_ACTOR) {
        snprintf(from, sizeof from, "from %s", all->actors[s->from].name);
    }
    snprintf(left, sizeof left, "%s <- %s", s->to != NO_ACTOR ? all->actors[s->to].name : "?", s->message);
    print(out, " %s%s%4lu%s  ", style->strong, critical ? "*" : " ", s->number, style->plain);
    if (place[0] != '\0') {
        print(out, "%-42s %-17s %s%s%s\n", left, from, style->dim, place, style->plain);
    } else {
        print(out, "%-42s %s\n", left, from);
    }
}

static void print_told(FILE *out, const struct told *t, const struct story_style *style)
{
    static const char indent[] = "            ";
    switch (t->kind) {
    case TOLD_PRINTS:
        if (t->size != 0) {
            print_lines(out, "            prints: ", t->text, t->size, t->size); /* which shows bytes 0, too */
        } else {
            print(out, "%sprints: \n", indent);
        }
        break;
    case TOLD_NOTE: print(out, "%snote: %.*s\n", indent, (int)t->size, t->text); break;
    case TOLD_WRONG: print(out, "%s%s<- %s%s\n", indent, style->red, t->text, style->plain); break;
    default: print(out, "%s%s\n", indent, t->text);
    }
}

void story_print(FILE *out, const struct result *r, const struct board *recorded, const struct story_style *style)
{
    struct told_steps *all = steps_read(recorded, r->debug, false);
    struct explanation *why = recorded == r->recorded ? explanation_read(r, all) : NULL;
    for (size_t i = 0; all != NULL && i < all->count; i++) {
        const struct told_step *s = &all->list[i];
        if (i != 0) {
            print_step(out, all, s, why != NULL && why->critical == i, style);
        }
        for (size_t k = 0; k < s->told_count; k++) {
            print_told(out, &s->told[k], style);
        }
    }
    for (size_t i = 0; all != NULL && i < all->left_count; i++) {
        const struct step_left *l = &all->left[i];
        print(out, i != 0 ? "" : "\n  not delivered:\n");
        print(out, "            %s to %s, from %s\n", l->message, l->to != NO_ACTOR ? all->actors[l->to].name : "?",
              l->from != NO_ACTOR ? all->actors[l->from].name : "?");
    }
    if (recorded == r->recorded) {
        waiting_print(out, r);
    }
    if (why != NULL) {
        explanation_print(out, why, style);
    }
    explanation_free(&why);
    steps_free(&all);
}
