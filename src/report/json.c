#include "report/json.h"

#include <jansson.h>
#include <stdlib.h>

#include "report/autos.h"
#include "report/coverage.h"
#include "report/describe.h"
#include "report/explanation.h"
#include "report/print.h"
#include "report/values.h"
#include "report/waiting.h"
#include "trace/recording.h"

json_t *json_text(const char *text)
{
    char *shown = visible(text);
    json_t *string = shown != NULL ? json_string(shown) : NULL;
    free(shown);
    return string;
}

json_t *json_number(uint64_t n)
{
    return json_integer(n < INT64_MAX ? (json_int_t)n : INT64_MAX);
}

static json_t *findings(const struct result *r)
{
    json_t *list = json_array();
    const struct board *b = r->board;
    for (uint32_t i = 0; i < b->finding_count; i++) {
        const struct finding *f = &b->findings[i];
        char place[300], text[600], values[600];
        finding_place(r, f, place, sizeof place, NULL, 0);
        finding_text(r, f, text, sizeof text);
        json_t *o = json_object();
        json_object_set_new(o, "kind", json_text(axis_check.values[f->kind].name));
        json_object_set_new(o, "place", json_text(place));
        json_object_set_new(o, "text", json_text(text));
        json_object_set_new(o, "actor", json_text(f->actor));
        json_object_set_new(o, "steps", json_number(f->steps));
        json_object_set_new(o, "times", json_number(f->times));
        json_object_set_new(o, "trace", result_trace(r, i) != NULL ? json_text(result_trace(r, i)) : json_null());
        struct text t = text_in(values, sizeof values);
        values_of(r, f, &t);
        json_object_set_new(o, "values", json_text(values[0] != '\0' ? values + 2 : "")); /* without the first comma */
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *pairs(const struct record_bytes *shown)
{
    json_t *list = json_array();
    struct described_pair p;
    for (size_t at = 0; describe_next_pair(shown, &at, &p);) {
        char name[200], value[1000];
        snprintf(name, sizeof name, "%.*s", (int)p.name_size, p.name);
        snprintf(value, sizeof value, "%.*s", (int)p.value_size, p.value);
        json_t *o = json_object();
        json_object_set_new(o, "name", json_text(name));
        json_object_set_new(o, "value", json_text(value));
        json_array_append_new(list, o);
    }
    return list;
}

/* The actors as their libraries describe them (hr_shows), before the first step of each and after every step. */
static json_t *described(const struct result *r)
{
    json_t *list = json_array(), *known = json_object();
    const unsigned char *at = r->recorded != NULL ? recording_start(r->recorded) : NULL;
    const unsigned char *end = r->recorded != NULL ? r->recorded->log + r->recorded->log_size : NULL;
    uint64_t step = 0;
    struct record record;
    while (at != NULL && recording_next(&at, end, &record)) {
        const struct record_state *s = &record.state;
        step = record.kind == RECORD_STEP ? record.step.number : step;
        if (record.kind != RECORD_STATE || s->after > 1 || s->shown.size == 0 ||
            (s->after == 0 && json_object_get(known, s->actor) != NULL)) {
            continue;
        }
        json_object_set_new(known, s->actor, json_true());
        json_t *o = json_object();
        json_object_set_new(o, "step", json_number(s->after == 0 ? 0 : step));
        json_object_set_new(o, "actor", json_text(s->actor));
        json_object_set_new(o, "pairs", pairs(&s->shown));
        json_array_append_new(list, o);
    }
    json_decref(known);
    return list;
}

static void set_counts(json_t *o, const volatile struct counts *c)
{
    json_object_set_new(o, "states", json_number(c->tally.states));
    json_object_set_new(o, "deliveries", json_number(c->tally.deliveries));
    json_object_set_new(o, "paths", json_number(c->tally.paths));
    json_object_set_new(o, "blocked", json_number(c->tally.blocked));
    json_object_set_new(o, "end_states", json_number(c->tally.end_states));
    json_object_set_new(o, "depth", json_number(c->tally.depth));
    json_object_set_new(o, "handler_runs", json_number(c->handler_runs));
    json_object_set_new(o, "predicate_runs", json_number(c->predicate_runs));
    json_object_set_new(o, "distinct_steps", c->tally.steps != 0 ? json_number(c->tally.steps) : json_null());
    json_object_set_new(o, "audited", json_number(c->audited));
    json_object_set_new(o, "runs", json_number(c->runs));
    json_object_set_new(o, "runs_cut", json_number(c->runs_cut));
    json_object_set_new(o, "runs_guided", json_number(c->runs_guided));
    json_object_set_new(o, "actors", json_number(c->actors));
    json_object_set_new(o, "local_states", json_number(c->local_states));
    json_object_set_new(o, "undeliverable_ends", json_number(c->undeliverable_ends));
    json_object_set_new(o, "seconds", json_real(c->seconds));
    json_object_set_new(o, "cpu_seconds", json_real(c->cpu_seconds));
    json_object_set_new(o, "peak_bytes", json_number(c->peak_bytes));
    json_object_set_new(o, "bytes_per_state", json_real(c->tally.states == 0 ? 0 : (double)c->tally.state_bytes / (double)c->tally.states));
    json_object_set_new(o, "table_slack_bytes", json_number(c->tally.slack_bytes));
}

/* Equal for equal samples: says whether a seed really gave the same executions again. */
static json_t *sample_digest(const struct board *b)
{
    return b->sampling.on ? json_sprintf("%016lx", (unsigned long)b->sampling.digest) : json_null();
}

/* Equal for equal sets of classes of orders. */
static json_t *classes_digest(const struct board *b)
{
    return b->job.reduction == REDUCTION_OPTIMAL ? json_sprintf("%016lx", (unsigned long)b->counts.tally.classes) : json_null();
}

/* How many classes there are, by random descents; null: nobody asked, because the search was over soon. */
static json_t *classes_estimated(const struct board *b)
{
    const volatile struct estimated *e = &b->counts.estimated;
    return e->descents != 0 ? json_real(e->sum / (double)e->descents) : json_null();
}

static void set_worker_times(json_t *o, const struct board *b)
{
    json_t *each = json_array();
    double most = 0;
    for (uint32_t w = 0; w < b->job.workers; w++) {
        double seconds = b->job.workers == 1 ? b->counts.cpu_seconds : b->counts.worker_cpu_seconds[w];
        most = seconds > most ? seconds : most;
        json_array_append_new(each, json_real(seconds));
    }
    json_object_set_new(o, "ranks", json_number(mpi_processes(&b->job)));
    json_object_set_new(o, "worker_cpu_seconds", each);
    json_object_set_new(o, "busiest_worker_cpu_seconds", json_real(most));
}

bool json_write(FILE *out, const struct result *r)
{
    const struct board *b = r->board;
    char strength[400], time[200], what[600];
    result_strength(r, strength, sizeof strength);
    result_time(r, time, sizeof time);
    result_faults(r, what, sizeof what);
    json_t *o = json_object();
    json_object_set_new(o, "program", json_text(r->program));
    json_object_set_new(o, "test", json_text(r->test));
    json_object_set_new(o, "search", json_text(axis_search.values[b->job.search].name));
    json_object_set_new(o, "reduction", json_text(axis_reduction.values[b->job.reduction].name));
    json_object_set_new(o, "order", json_text(axis_order.values[b->job.order].name));
    json_object_set_new(o, "channel", json_text(axis_channel.values[b->channel].name));
    json_object_set_new(o, "identity", json_text(axis_identity.values[b->job.identity].name));
    json_object_set_new(o, "store", json_text(axis_store.values[b->store].name));
    json_object_set_new(o, "verdict", json_text(verdict_name(r->verdict)));
    json_object_set_new(o, "kind", b->finding_count != 0 ? json_text(axis_check.values[b->findings[0].kind].name) : json_null());
    json_object_set_new(o, "strength", json_text(strength));
    json_object_set_new(o, "time", time[0] != '\0' ? json_text(time) : json_null());
    json_object_set_new(o, "faults", what[0] != '\0' ? json_text(what) : json_null());
    json_object_set_new(o, "started_after", json_number(b->start.steps));
    json_object_set_new(o, "exhaustive", json_boolean(b->exhaustive));
    json_object_set_new(o, "degraded_at_states", b->degraded_at != 0 ? json_number(b->degraded_at) : json_null());
    json_object_set_new(o, "records_since_states", b->records_at != 0 ? json_number(b->records_at) : json_null());
    json_object_set_new(o, "expected_omissions", json_real(b->counts.tally.omissions));
    json_object_set_new(o, "seed", search_may_sample(b->job.search) || covers_several(&b->job) ? json_number(b->job.seed) : json_null());
    json_object_set_new(o, "sample", sample_digest(b));
    json_object_set_new(o, "auto", autos_json(r));
    json_object_set_new(o, "classes", classes_digest(b));
    json_object_set_new(o, "classes_estimated", classes_estimated(b));
    set_counts(o, &b->counts);
    json_object_set_new(o, "violations", json_number(b->finding_count));
    json_object_set_new(o, "violations_beyond", json_number(b->findings_beyond));
    json_object_set_new(o, "records_dropped", json_number(b->log_dropped));
    json_object_set_new(o, "workers", json_number(b->job.ranks != 0 ? b->job.rank_workers : b->job.workers));
    set_worker_times(o, b);
    json_object_set_new(o, "trace", r->trace[0] != '\0' ? json_text(r->trace) : json_null());
    if (b->coverage != 0) {
        json_object_set_new(o, "coverage", coverage_json(r));
    }
    json_object_set_new(o, "findings", findings(r));
    json_object_set_new(o, "waiting", waiting_json(r));
    json_object_set_new(o, "described", described(r));
    json_object_set_new(o, "explanation", explanation_json(r));
    bool good = json_dumpf(o, out, JSON_COMPACT) == 0 && fputc('\n', out) != EOF;
    json_decref(o);
    return good;
}
