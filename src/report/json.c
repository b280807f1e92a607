#include "report/json.h"

#include <jansson.h>

#include "report/coverage.h"

static json_t *number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static json_t *findings(const struct result *r)
{
    json_t *list = json_array();
    const struct board *b = r->board;
    for (uint32_t i = 0; i < b->finding_count; i++) {
        const struct finding *f = &b->findings[i];
        char place[300], text[600];
        finding_place(r, f, place, sizeof place, NULL, 0);
        finding_text(r, f, text, sizeof text);
        json_t *o = json_object();
        json_object_set_new(o, "kind", json_string(axis_check.values[f->kind].name));
        json_object_set_new(o, "place", json_string(place));
        json_object_set_new(o, "text", json_string(text));
        json_object_set_new(o, "actor", json_string(f->actor));
        json_object_set_new(o, "steps", number(f->steps));
        json_object_set_new(o, "times", number(f->times));
        json_array_append_new(list, o);
    }
    return list;
}

static void set_counts(json_t *o, const volatile struct counts *c)
{
    json_object_set_new(o, "states", number(c->states));
    json_object_set_new(o, "deliveries", number(c->deliveries));
    json_object_set_new(o, "paths", number(c->paths));
    json_object_set_new(o, "blocked", number(c->blocked));
    json_object_set_new(o, "end_states", number(c->end_states));
    json_object_set_new(o, "depth", number(c->depth));
    json_object_set_new(o, "handler_runs", number(c->handler_runs));
    json_object_set_new(o, "distinct_steps", c->steps != 0 ? number(c->steps) : json_null());
    json_object_set_new(o, "audited", number(c->audited));
    json_object_set_new(o, "runs", number(c->runs));
    json_object_set_new(o, "runs_cut", number(c->runs_cut));
    json_object_set_new(o, "actors", number(c->actors));
    json_object_set_new(o, "local_states", number(c->local_states));
    json_object_set_new(o, "undeliverable_ends", number(c->undeliverable_ends));
    json_object_set_new(o, "seconds", json_real(c->seconds));
    json_object_set_new(o, "cpu_seconds", json_real(c->cpu_seconds));
    json_object_set_new(o, "peak_bytes", number(c->peak_bytes));
    json_object_set_new(o, "bytes_per_state", json_real(c->states == 0 ? 0 : (double)c->state_bytes / (double)c->states));
    json_object_set_new(o, "table_slack_bytes", number(c->slack_bytes));
}

/* Equal for equal samples: says whether a seed really gave the same executions again. */
static json_t *sample_digest(const struct board *b)
{
    return b->sampling.on ? json_sprintf("%016lx", (unsigned long)b->sampling.digest) : json_null();
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
    json_object_set_new(o, "worker_cpu_seconds", each);
    json_object_set_new(o, "busiest_worker_cpu_seconds", json_real(most));
}

bool json_write(FILE *out, const struct result *r)
{
    const struct board *b = r->board;
    char strength[400];
    result_strength(r, strength, sizeof strength);
    json_t *o = json_object();
    json_object_set_new(o, "program", json_string(r->program));
    json_object_set_new(o, "test", json_string(r->test));
    json_object_set_new(o, "search", json_string(axis_search.values[b->job.search].name));
    json_object_set_new(o, "reduction", json_string(axis_reduction.values[b->job.reduction].name));
    json_object_set_new(o, "order", json_string(axis_order.values[b->job.order].name));
    json_object_set_new(o, "channel", json_string(axis_channel.values[b->channel].name));
    json_object_set_new(o, "identity", json_string(axis_identity.values[b->job.identity].name));
    json_object_set_new(o, "store", json_string(axis_store.values[b->store].name));
    json_object_set_new(o, "verdict", json_string(verdict_name(r->verdict)));
    json_object_set_new(o, "kind", b->finding_count != 0 ? json_string(axis_check.values[b->findings[0].kind].name) : json_null());
    json_object_set_new(o, "strength", json_string(strength));
    json_object_set_new(o, "exhaustive", json_boolean(b->exhaustive));
    json_object_set_new(o, "degraded_at_states", b->degraded_at != 0 ? number(b->degraded_at) : json_null());
    json_object_set_new(o, "expected_omissions", json_real(b->omissions));
    json_object_set_new(o, "seed", search_may_sample(b->job.search) ? number(b->job.seed) : json_null());
    json_object_set_new(o, "sample", sample_digest(b));
    set_counts(o, &b->counts);
    json_object_set_new(o, "violations", number(b->finding_count + b->findings_beyond));
    json_object_set_new(o, "records_dropped", number(b->log_dropped));
    json_object_set_new(o, "workers", number(b->job.workers));
    set_worker_times(o, b);
    json_object_set_new(o, "trace", r->trace[0] != '\0' ? json_string(r->trace) : json_null());
    if (b->coverage != 0) {
        json_object_set_new(o, "coverage", coverage_json(r));
    }
    json_object_set_new(o, "findings", findings(r));
    bool good = json_dumpf(o, out, JSON_COMPACT) == 0 && fputc('\n', out) != EOF;
    json_decref(o);
    return good;
}
