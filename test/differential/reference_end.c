/* Looking at a state: who is stuck in it, and how it reads. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- deadlock ---- */

static int waits_for(const struct world *w, int actor)
{
    const struct actor *a = &w->actors[actor];
    if (a->status != CALLING) {
        return NOBODY;
    }
    for (int i = 0; i < w->letter_count; i++) {
        const struct letter *l = &w->letters[i];
        if (l->to == actor && l->from == a->waiting_for && (l->kind == REPLY || l->kind == FAILURE)) {
            return NOBODY;
        }
    }
    return a->waiting_for;
}

bool world_has_ring(const struct world *w)
{
    for (int first = 1; first < w->actor_count; first++) {
        int at = first;
        for (int n = 0; n < w->actor_count && at != NOBODY; n++) {
            at = waits_for(w, at);
            if (at == first) {
                return true;
            }
        }
    }
    return false;
}

bool world_has_caller(const struct world *w)
{
    for (int i = 1; i < w->actor_count; i++) {
        if (w->actors[i].status == CALLING) {
            return true;
        }
    }
    return false;
}

/* ---- as text ---- */

enum { PART_MAX = 300 };

static const char *const class_names[CLASSES] = { "alpha", "beta", "gamma", "delta" };

/* Appends the name to `out`. */
static void print_name(const struct world *w, int actor, char *out)
{
    const struct actor *a = &w->actors[actor < 0 ? 0 : actor];
    out += strlen(out);
    if (actor == NOBODY || actor == MAIN) {
        strcpy(out, actor == MAIN ? "main" : "nobody");
        return;
    }
    if (a->parent != MAIN) {
        print_name(w, a->parent, out);
        sprintf(out + strlen(out), "/%s.%d", class_names[a->class], a->ordinal);
        return;
    }
    int same = 0, place = 0;
    for (int i = 1; i < w->actor_count; i++) {
        if (w->actors[i].parent == MAIN && w->actors[i].class == a->class) {
            same++;
            place = i == actor ? same : place;
        }
    }
    strcpy(out, class_names[a->class]);
    if (same > 1) {
        sprintf(out + strlen(out), ".%d", place);
    }
}

static const char *boolean(bool b)
{
    return b ? "true" : "false";
}

static bool with_history;

static void print_actor(const struct world *w, int actor, char *out)
{
    static const char *const statuses[] = { "waiting", "waiting for a reply", "terminated", "destroyed", "failed" };
    const struct actor *a = &w->actors[actor];
    out[0] = '\0';
    print_name(w, actor, out);
    sprintf(out + strlen(out), " %s", statuses[a->status]);
    if (a->status == DESTROYED || a->status == FAILED) {
        return;
    }
    sprintf(out + strlen(out), " {id=%d, history=%u, sent=%d, state=%d, sum=%d, got=%d, level=%d, depth=%d, children=%d, child=",
            a->own_id, with_history ? a->own_history : 0, with_history ? a->own_sent : 0, a->state, a->sum, a->got, a->level, a->depth,
            a->children);
    print_name(w, a->child, out);
    strcat(out, ", caller=");
    print_name(w, a->caller, out);
    sprintf(out + strlen(out), ", changed=%s, quiet=%s}", boolean(a->changed), boolean(a->quiet));
}

static void print_letter(const struct world *w, const struct letter *l, char *out)
{
    static const char *const types[TYPES] = { "Poke", "Push", "Tick", "Ask", "Get" };
    if (l->kind == REPLY) {
        sprintf(out, "pending reply Answer{value=%d} from ", l->value);
    } else if (l->kind == FAILURE) {
        sprintf(out, "pending failure(%d) from ", l->value);
    } else if (l->kind == EPITAPH) {
        sprintf(out, "pending Epitaph{history=%u} from ", (unsigned)l->serial);
        print_name(w, l->from, out);
        strcat(out, " to grave");
        return;
    } else if (l->type == TICK) {
        strcpy(out, "pending Tick from ");
    } else {
        sprintf(out, "pending %s{depth=%d, value=%d, serial=%d} from ", types[l->type], l->depth, l->value,
                with_history ? l->serial : 0);
    }
    print_name(w, l->from, out);
    strcat(out, " to ");
    print_name(w, l->to, out);
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void world_print(const struct world *w, bool history, char *line)
{
    static char parts[PLACES + 1 + LETTERS_MAX][PART_MAX];
    size_t count = 0;
    with_history = history;
    if (history) {
        strcpy(parts[count++], "grave waiting {unused=0}");
    }
    for (int i = 1; i < w->actor_count; i++) {
        print_actor(w, i, parts[count++]);
    }
    for (int i = 0; i < w->letter_count; i++) {
        if (history || w->letters[i].kind != EPITAPH) {
            print_letter(w, &w->letters[i], parts[count++]);
        }
    }
    qsort(parts, count, sizeof parts[0], compare);
    line[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        line += sprintf(line, "%s%s", i == 0 ? "" : "; ", parts[i]);
    }
}
