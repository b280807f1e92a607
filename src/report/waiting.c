#include "report/waiting.h"

#include <stdlib.h>
#include <string.h>

#include "report/describe.h"
#include "report/json.h"
#include "report/print.h"
#include "trace/recording.h"

enum { SHOWN = 20, VALUE = 2000 }; /* actors on a terminal; characters of a value */

static bool add(struct waiting *w, struct debuginfo *debug, const struct record_state *s)
{
    struct waiting_actor *larger = reallocarray(w->list, w->count + 1, sizeof *w->list);
    if (larger == NULL) {
        return false;
    }
    w->list = larger;
    w->list[w->count++] = (struct waiting_actor){ .name = s->actor, .status = s->status, .locals = describe_locals(debug, w->names, s) };
    return true;
}

struct waiting *waiting_read(const struct board *recorded, struct debuginfo *debug)
{
    struct waiting *w = calloc(1, sizeof *w);
    bool good = w != NULL && (w->names = actors_new()) != NULL;
    const unsigned char *at = recording_start(recorded), *end = recorded->log + recorded->log_size;
    struct record record;
    while (good && recording_next(&at, end, &record)) {
        if (record.kind == RECORD_ACTOR) {
            actors_add(w->names, &record.actor);
        } else if (record.kind == RECORD_STATE && record.state.after == STATE_AT_END) {
            good = add(w, debug, &record.state);
        }
    }
    if (!good) {
        waiting_free(&w);
    }
    return w;
}

void waiting_free(struct waiting **all)
{
    struct waiting *w = *all;
    for (size_t i = 0; w != NULL && i < w->count; i++) {
        free(w->list[i].locals);
    }
    if (w != NULL && w->names != NULL) {
        actors_free(&w->names);
    }
    if (w != NULL) {
        free(w->list);
    }
    free(w);
    *all = NULL;
}

void waiting_place(const struct local_frame *f, struct text *out)
{
    const char *slash = strrchr(f->place.file, '/');
    text_add(out, f->place.function[0] != '\0' ? f->place.function : "?");
    if (f->place.line != 0) {
        text_printf(out, " at %s:%d", slash != NULL ? slash + 1 : f->place.file, f->place.line);
    }
}

static void print_actor(FILE *out, const struct waiting_actor *a)
{
    char place[400], values[VALUE];
    print(out, "            %s", a->name);
    for (size_t i = 0; a->locals != NULL && i < a->locals->frame_count; i++) {
        struct text p = text_in(place, sizeof place), v = text_in(values, sizeof values);
        waiting_place(&a->locals->frames[i], &p);
        locals_print(a->locals, &a->locals->frames[i], &v);
        print(out, i == 0 ? " in %s%s%s\n" : "                called by %s%s%s\n", place, values[0] != '\0' ? ": " : "", values);
    }
    print(out, a->locals == NULL ? "\n" : "");
}

void waiting_print(FILE *out, const struct result *r)
{
    bool deadlock = r->recorded != NULL && r->board->finding_count != 0 && r->board->findings[0].kind == KIND_DEADLOCK;
    struct waiting *w = deadlock ? waiting_read(r->recorded, r->debug) : NULL;
    for (size_t i = 0; w != NULL && i < w->count && i < SHOWN; i++) {
        print(out, i == 0 ? "\n  waiting:\n" : "");
        print_actor(out, &w->list[i]);
    }
    if (w != NULL && w->count > SHOWN) {
        print(out, "            and %zu more\n", w->count - SHOWN);
    }
    waiting_free(&w);
}

static json_t *variables_json(const struct locals *l, const struct local_frame *f)
{
    json_t *list = json_array();
    for (size_t i = f->first; i < f->first + f->count; i++) {
        const struct local_variable *v = &l->variables[i];
        char value[VALUE];
        struct text t = text_in(value, sizeof value);
        locals_print_value(l, v, &t);
        if (local_is_shown(v)) {
            json_t *o = json_object();
            json_object_set_new(o, "name", json_text(v->name));
            json_object_set_new(o, "value", v->lost ? json_null() : json_text(value));
            json_array_append_new(list, o);
        }
    }
    return list;
}

static json_t *frames_json(const struct locals *l)
{
    json_t *list = json_array();
    for (size_t i = 0; l != NULL && i < l->frame_count; i++) {
        const struct local_frame *f = &l->frames[i];
        char place[300] = "";
        if (f->place.line != 0) {
            snprintf(place, sizeof place, "%s:%d", f->place.file, f->place.line);
        }
        json_t *o = json_object();
        json_object_set_new(o, "function", json_text(f->place.function));
        json_object_set_new(o, "place", json_text(place));
        json_object_set_new(o, "locals", variables_json(l, f));
        json_array_append_new(list, o);
    }
    return list;
}

json_t *waiting_json(const struct result *r)
{
    json_t *list = json_array();
    struct waiting *w = r->recorded != NULL ? waiting_read(r->recorded, r->debug) : NULL;
    for (size_t i = 0; w != NULL && i < w->count; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "actor", json_text(w->list[i].name));
        json_object_set_new(o, "status", json_text(w->list[i].status));
        json_object_set_new(o, "frames", frames_json(w->list[i].locals));
        json_array_append_new(list, o);
    }
    waiting_free(&w);
    return list;
}
