/* A state as text. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART_MAX = 400 };

/* What is being printed, and whether with what `program ... history` adds. */
struct printing {
    const struct world *world;
    const struct table *table;
    bool history;
};

static const char *const class_names[CLASSES] = { "alpha", "beta", "gamma", "delta" };

void world_name(const struct world *w, int actor, char *out)
{
    const struct actor *a = &w->actors[actor < 0 ? 0 : actor];
    out += strlen(out);
    if (actor < 0 || actor == MAIN) {
        strcpy(out, actor == MAIN ? "main" : actor == GRAVE ? "grave" : "nobody");
        return;
    }
    if (a->parent != MAIN) {
        world_name(w, a->parent, out);
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

static void print_actor(const struct printing *p, int actor, char *out)
{
    static const char *const statuses[] = { "waiting", "waiting for a reply", "terminated", "destroyed", "failed" };
    const struct actor *a = &p->world->actors[actor];
    out[0] = '\0';
    world_name(p->world, actor, out);
    sprintf(out + strlen(out), " %s", statuses[a->status]);
    if (a->status == DESTROYED || a->status == FAILED) {
        return;
    }
    sprintf(out + strlen(out),
            " {id=%d, history=%u, sent=%d, state=%d, sum=%d, got=%d, level=%d, depth=%d, children=%d, restarts=%d, child=", a->own_id,
            p->history ? a->own_history : 0, p->history ? a->own_sent : 0, a->state, a->sum, a->got, a->level, a->depth, a->children,
            a->restarts);
    world_name(p->world, a->child, out);
    strcat(out, ", caller=");
    world_name(p->world, a->caller, out);
    sprintf(out + strlen(out), ", changed=%s, quiet=%s, timer=%d, kept=", boolean(a->changed), boolean(a->quiet), a->timer);
    if (a->kept == NOTHING_KEPT) {
        strcat(out, "NULL");
    } else {
        sprintf(out + strlen(out), "->%d", a->kept);
    }
    strcat(out, ", visits=0}");
}

static const char *const labels[] = { "", "a", "ab", "abc" };

/* A Push with what its value lets it carry. */
static void print_parcel(const struct letter *l, int serial, char *out)
{
    char extra[60] = "NULL";
    const char *label = labels[l->value];
    if (l->value != 3) {
        sprintf(extra, "->{twice=%d, word=\"%s\"}", 2 * l->value, label);
    }
    sprintf(out, "Parcel{depth=%d, value=%d, serial=%d, count=%d, items=->%d, label=\"%s\", extra=%s}", l->depth, l->value, serial,
            3 * l->value + 1, l->value, label, extra);
}

static const char *const types[TYPES] = { "Poke", "Push", "Tick", "Ask", "Get" };

const char *letter_type(const struct letter *l, const struct table *t)
{
    bool parcels = has(t, WITH_PARCELS);
    switch (l->kind) {
    case REVIVAL:
    case RESTART: return "(restart)";
    case REPLY: return parcels ? "Packet" : "Answer";
    case FAILURE: return "(failure)";
    case EPITAPH: return "Epitaph";
    default: return l->type == PUSH && parcels ? "Parcel" : types[l->type];
    }
}

static void print_content(const struct printing *p, const struct letter *l, char *out)
{
    int serial = p->history ? l->serial : 0;
    if (l->kind == RESTART) {
        strcpy(out, "(restart)");
    } else if (l->kind == REPLY && has(p->table, WITH_PARCELS)) {
        sprintf(out, "reply Packet{value=%d, word=\"%s\"}", l->value, labels[l->value]);
    } else if (l->kind == REPLY) {
        sprintf(out, "reply Answer{value=%d}", l->value);
    } else if (l->kind == FAILURE) {
        sprintf(out, "failure(%d)", l->value);
    } else if (l->kind == EPITAPH) {
        sprintf(out, "Epitaph{history=%u}", (unsigned)l->serial);
    } else if (l->type == PUSH && has(p->table, WITH_PARCELS)) {
        print_parcel(l, serial, stpcpy(out, l->kind == TIMER ? "timer " : ""));
    } else if (l->type == TICK) {
        sprintf(out, "%sTick", l->kind == TIMER ? "timer " : "");
    } else {
        sprintf(out, "%s%s{depth=%d, value=%d, serial=%d}", l->kind == TIMER ? "timer " : "", types[l->type], l->depth, l->value, serial);
    }
}

static void print_letter(const struct printing *p, const struct letter *l, char *out)
{
    strcpy(out, "pending ");
    print_content(p, l, out + strlen(out));
    strcat(out, " from ");
    world_name(p->world, l->from, out);
    strcat(out, " to ");
    world_name(p->world, l->to, out);
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void world_print(const struct world *w, const struct table *t, bool history, char *line)
{
    static char parts[PLACES + 1 + LETTERS_MAX][PART_MAX];
    struct printing p = { w, t, history };
    size_t count = 0;
    if (history) {
        strcpy(parts[count++], "grave waiting {unused=0}");
    }
    for (int i = 1; i < w->actor_count; i++) {
        print_actor(&p, i, parts[count++]);
    }
    for (int i = 0; i < w->letter_count; i++) {
        if (history || w->letters[i].kind != EPITAPH) {
            print_letter(&p, &w->letters[i], parts[count++]);
        }
    }
    qsort(parts, count, sizeof parts[0], compare);
    line[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        line += sprintf(line, "%s%s", i == 0 ? "" : "; ", parts[i]);
    }
}
