#include "formats/sarif.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "formats/source_name.h"
#include "report/json.h"
#include "report/steps.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

/* { "text": ... } */
static json_t *message(const char *text)
{
    json_t *m = json_object();
    json_object_set_new(m, "text", json_text(text));
    return m;
}

static json_t *physical(const char *file, int line)
{
    char *name = source_address(file);
    json_t *p = json_object(), *artifact = json_object(), *region = json_object();
    json_object_set_new(artifact, "uri", json_text(name != NULL ? name : file));
    json_object_set_new(region, "startLine", json_integer(line));
    json_object_set_new(p, "artifactLocation", artifact);
    json_object_set_new(p, "region", region);
    free(name);
    return p;
}

/* A step of the schedule, as a place in the code flow. */
static json_t *flow_location(const struct told_steps *all, const struct told_step *s)
{
    char text[2600];
    struct text t = text_in(text, sizeof text);
    json_t *at = json_object(), *location = json_object();
    text_printf(&t, "%lu: %s <- %s%s%s", s->number, s->to != NO_ACTOR ? all->actors[s->to].name : "?", s->message,
                s->from != NO_ACTOR ? " from " : "", s->from != NO_ACTOR ? all->actors[s->from].name : "");
    for (size_t k = 0; k < s->told_count; k++) {
        if (s->told[k].kind == TOLD_CHOOSES) { /* without these the schedule is another one */
            text_printf(&t, "; %s", s->told[k].text);
        }
    }
    if (s->place.line != 0) {
        json_object_set_new(location, "physicalLocation", physical(s->place.file, s->place.line));
    }
    json_object_set_new(location, "message", message(text));
    json_object_set_new(at, "location", location);
    json_object_set_new(at, "executionOrder", json_number(s->number));
    json_object_set_new(at, "importance", json_text(step_is_wrong(s) ? "essential" : "important"));
    return at;
}

/* The execution that was recorded leads to the first finding. */
static json_t *code_flows(const struct result *r)
{
    struct told_steps *s = r->recorded != NULL ? steps_read(r->recorded, r->debug, false) : NULL;
    json_t *flows = json_array();
    if (s != NULL && s->count > 1) {
        json_t *flow = json_object(), *threads = json_array(), *thread = json_object(), *locations = json_array();
        for (size_t i = 1; i < s->count; i++) {
            json_array_append_new(locations, flow_location(s, &s->list[i]));
        }
        json_object_set_new(thread, "locations", locations);
        json_array_append_new(threads, thread);
        json_object_set_new(flow, "threadFlows", threads);
        json_array_append_new(flows, flow);
    }
    steps_free(&s);
    return flows;
}

/* What stays the same when lines move: a code host knows a finding again by it. */
static json_t *fingerprints(const char *subject, const struct finding *f, const char *text)
{
    json_t *prints = json_object();
    char key[1400];
    snprintf(key, sizeof key, "%s/%s/%.120s/%s", subject, axis_check.values[f->kind].name, f->actor, text);
    json_object_set_new(prints, "harrier/v1", json_text(key));
    return prints;
}

bool sarif_add(json_t *results, const struct result *r)
{
    char *subject = result_subject(r);
    for (uint32_t i = 0; i < r->board->finding_count; i++) {
        const struct finding *f = &r->board->findings[i];
        char text[600], whole[1000];
        struct source_place where;
        finding_text(r, f, text, sizeof text);
        snprintf(whole, sizeof whole, "%s%s%.120s%s", text, f->actor[0] != '\0' ? " (in " : "", f->actor, f->actor[0] != '\0' ? ")" : "");
        json_t *one = json_object();
        json_object_set_new(one, "ruleId", json_text(axis_check.values[f->kind].name));
        json_object_set_new(one, "level", json_text("error"));
        json_object_set_new(one, "message", message(whole));
        json_t *locations = json_array();
        if (finding_source(r, f, &where)) {
            json_t *location = json_object();
            json_object_set_new(location, "physicalLocation", physical(where.file, where.line));
            json_array_append_new(locations, location);
        }
        json_object_set_new(one, "locations", locations);
        json_object_set_new(one, "partialFingerprints", fingerprints(subject != NULL ? subject : "", f, text));
        if (i == 0) {
            json_object_set_new(one, "codeFlows", code_flows(r));
        }
        json_array_append_new(results, one);
    }
    free(subject);
    return true;
}

/* All kinds of violation, as rules. */
static json_t *rules(void)
{
    json_t *list = json_array();
    for (int k = 1; k < axis_check.count; k++) {
        json_t *rule = json_object();
        json_object_set_new(rule, "id", json_text(axis_check.values[k].name));
        json_object_set_new(rule, "shortDescription", message(axis_check.values[k].help));
        json_array_append_new(list, rule);
    }
    return list;
}

bool sarif_write(FILE *out, json_t *results)
{
    json_t *log = json_object(), *runs = json_array(), *run = json_object(), *tool = json_object(), *driver = json_object();
    json_object_set_new(driver, "name", json_text("harrier"));
    json_object_set_new(driver, "version", json_text(HARRIER_VERSION));
    json_object_set_new(driver, "rules", rules());
    json_object_set_new(tool, "driver", driver);
    json_object_set_new(run, "tool", tool);
    json_object_set(run, "results", results);
    json_array_append_new(runs, run);
    json_object_set_new(log, "$schema", json_text(SCHEMA));
    json_object_set_new(log, "version", json_text("2.1.0"));
    json_object_set_new(log, "runs", runs);
    bool good = json_dumpf(log, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    json_decref(log);
    return good;
}
