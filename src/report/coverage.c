#include "report/coverage.h"

#include <string.h>

#include "report/json.h"
#include "report/print.h"
#include "trace/recording.h"

enum { MISSED_SHOWN = 8, WIDTH = 22 };

/* Walks over the records on coverage. */
struct reader {
    const unsigned char *at, *end;
    struct record record;
};

static struct reader reader_of(const struct board *b)
{
    return (struct reader){ .at = b->log + b->coverage, .end = b->log + b->log_size };
}

static bool next(struct reader *r)
{
    return recording_next(&r->at, r->end, &r->record) && r->record.kind != RECORD_END;
}

static bool next_of(struct reader *r, enum record_kind kind)
{
    while (next(r)) {
        if (r->record.kind == kind) {
            return true;
        }
    }
    return false;
}

/* Whether any execution was followed. */
static bool has_goals(const struct record_coverage *r)
{
    return r->executions != 0 || r->along_paths != 0;
}

/* ---- text ---- */

static void print_summary(FILE *out, const struct record_coverage *r, bool generated)
{
    bool paths = r->along_paths != 0;
    if (!has_goals(r)) {
        print(out, "\n  no execution was followed, so goals are not counted (docs/cover.md: coverage of other searches)");
        return;
    }
    if (paths) {
        print(out,
              "\n  along the paths that the search took: a state met again is not entered again, so there may be more of both numbers");
        if (r->beyond != 0) {
            print(out, "\n  without %lu deliveries too far down their paths: --depth or --search bfs shows more", r->beyond);
        }
    }
    if (r->executions != 0) {
        print(out, "\n  %s%lu execution%s", paths ? "and in " : "", r->executions, r->executions == 1 ? "" : "s");
    }
    if (generated) {
        print(out, ", %lu schedule%s generated", r->schedules, r->schedules == 1 ? "" : "s");
    }
    if (r->unfit != 0) {
        print(out, ", %lu attempt%s did not fit", r->unfit, r->unfit == 1 ? "" : "s");
    }
    print(out, "\n\n  %-*s", WIDTH, paths ? "covered, of seen" : "goals covered");
    for (int c = 0; c < axis_criterion.count; c++) {
        print(out, "%16s", axis_criterion.values[c].name);
    }
}

static void print_criterion(FILE *out, const struct record_criterion *r)
{
    char cell[60];
    if (r->criterion == 0) {
        print(out, "\n    %-*s", WIDTH - 2, r->actor[0] == '\0' ? "all actors" : r->actor);
    }
    snprintf(cell, sizeof cell, r->total == 0 ? "-" : "%lu of %lu", r->covered, r->total);
    print(out, "%16s", cell);
}

/* One line per type of actor: what it received, and how often. */
static void print_matrix(FILE *out, const struct board *b)
{
    print(out, "\n\n  received\n");
    for (struct reader row = reader_of(b); next_of(&row, RECORD_REACHED);) {
        struct reader other = reader_of(b);
        while (next_of(&other, RECORD_REACHED) && strcmp(other.record.reached.actor, row.record.reached.actor) != 0) {}
        if (other.at != row.at) {
            continue; /* its type has had its line */
        }
        print(out, "    %-*s", WIDTH - 2, row.record.reached.actor);
        bool first = true;
        for (struct reader cell = reader_of(b); next_of(&cell, RECORD_REACHED);) {
            const struct record_reached *c = &cell.record.reached;
            if (strcmp(c->actor, row.record.reached.actor) == 0) {
                print(out, c->deliveries == 0 ? "%s%s never" : "%s%s %lu", first ? "  " : ", ", c->message, c->deliveries);
                first = false;
            }
        }
        fputc('\n', out);
    }
}

/* Of several schedules that were given: what each adds to those before it. */
static void print_given(FILE *out, const struct board *b)
{
    bool any = false;
    for (struct reader r = reader_of(b); next_of(&r, RECORD_GIVEN);) {
        print(out, any ? "" : "\n  goals added by the schedules given\n");
        print(out, "    schedule %-*lu", WIDTH - 11, r.record.given.number);
        for (size_t c = 0; c < CRITERION_COUNT; c++) {
            print(out, "%16lu", r.record.given.added[c]);
        }
        fputc('\n', out);
        any = true;
    }
}

static void print_missed(FILE *out, const struct board *b, const char *title, bool all)
{
    uint64_t count = 0;
    for (struct reader r = reader_of(b); next_of(&r, RECORD_MISSED);) {
        const struct record_missed *m = &r.record.missed;
        /* What nobody asked for is not missed. */
        if (b->job.search == SEARCH_COVER && !(b->job.criteria >> m->criterion & 1)) {
            continue;
        }
        if (count++ == 0) {
            print(out, "\n  %s\n", title);
        }
        if (all || count <= MISSED_SHOWN) {
            print(out, "    %s: %s  before  %s\n        %s\n", axis_criterion.values[m->criterion].name, m->before, m->after, m->why);
        }
    }
    if (count > MISSED_SHOWN && !all) {
        print(out, "    ... and %lu more (--verbose shows them)\n", count - MISSED_SHOWN);
    }
}

static void print_constraints(FILE *out, const struct board *b)
{
    bool any = false;
    for (struct reader r = reader_of(b); next_of(&r, RECORD_BEFORE);) {
        print(out, any ? "" : "\n  must happen before, in the first execution\n");
        print(out, "    %-9s  %s  before  %s\n", r.record.before.by, r.record.before.first, r.record.before.second);
        any = true;
    }
}

void coverage_print(FILE *out, const struct result *r, bool all)
{
    const struct board *b = r->board;
    struct reader reader = reader_of(b);
    if (b->coverage == 0 || !next_of(&reader, RECORD_COVERAGE)) {
        return;
    }
    bool goals = has_goals(&reader.record.coverage), paths = reader.record.coverage.along_paths != 0;
    print_summary(out, &reader.record.coverage, b->job.search == SEARCH_COVER);
    for (reader = reader_of(b); goals && next_of(&reader, RECORD_CRITERION);) {
        print_criterion(out, &reader.record.goals);
    }
    print_matrix(out, b);
    print_given(out, b);
    if (all || b->limit != LIMIT_VIOLATION) {
        print_missed(out, b, paths ? "not seen" : "not covered", all);
    }
    if (all) {
        print_constraints(out, b);
    }
    fputc('\n', out);
}

/* ---- JSON ---- */

static void add_summary(json_t *o, const struct record_coverage *r)
{
    json_object_set_new(o, "executions", json_number(r->executions));
    json_object_set_new(o, "schedules", json_number(r->schedules));
    json_object_set_new(o, "unfit", json_number(r->unfit));
    json_object_set_new(o, "rounds", json_number(r->rounds));
    json_object_set_new(o, "along_paths", json_boolean(r->along_paths != 0));
    json_object_set_new(o, "deliveries_beyond", json_number(r->beyond));
}

static json_t *goals(const struct record_criterion *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "covered", json_number(r->covered));
    json_object_set_new(o, "total", json_number(r->total));
    return o;
}

static json_t *hash(uint64_t n)
{
    char text[20];
    snprintf(text, sizeof text, "%016lx", n);
    return json_text(text);
}

static json_t *missed(const struct record_missed *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "criterion", json_text(axis_criterion.values[r->criterion].name));
    json_object_set_new(o, "before", json_text(r->before));
    json_object_set_new(o, "after", json_text(r->after));
    json_object_set_new(o, "reason", json_text(r->why));
    json_object_set_new(o, "before_identity", hash(r->before_hash));
    json_object_set_new(o, "after_identity", hash(r->after_hash));
    return o;
}

static json_t *cell(const struct record_reached *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "actor", json_text(r->actor));
    json_object_set_new(o, "message", json_text(r->message));
    json_object_set_new(o, "deliveries", json_number(r->deliveries));
    return o;
}

static json_t *constraint(const struct record_before *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "before", json_text(r->first));
    json_object_set_new(o, "after", json_text(r->second));
    json_object_set_new(o, "by", json_text(r->by));
    return o;
}

/* Of the table, which has each pair twice, one half. */
static void add_order(json_t *list, const struct record_order *r)
{
    static const char *const seen[] = { "never", "first before second", "second before first", "both" };
    if (strcmp(r->row, r->column) < 0) {
        json_t *o = json_object();
        json_object_set_new(o, "actor", json_text(r->actor));
        json_object_set_new(o, "first", json_text(r->row));
        json_object_set_new(o, "second", json_text(r->column));
        json_object_set_new(o, "seen", json_text(seen[r->seen & (ORDER_BEFORE | ORDER_AFTER)]));
        json_array_append_new(list, o);
    }
}

json_t *coverage_json(const struct result *r)
{
    const struct board *b = r->board;
    if (b->coverage == 0) {
        return NULL;
    }
    json_t *o = json_object(), *all = json_object(), *actors = json_array(), *matrix = json_array(), *misses = json_array();
    json_t *before = json_array(), *orders = json_array(), *actor = NULL;
    bool followed = false;
    for (struct reader reader = reader_of(b); next(&reader);) {
        const struct record *it = &reader.record;
        switch (it->kind) {
        case RECORD_COVERAGE:
            add_summary(o, &it->coverage);
            followed = has_goals(&it->coverage);
            break;
        case RECORD_CRITERION:
            if (it->goals.actor[0] != '\0' && it->goals.criterion == 0) {
                actor = json_object();
                json_object_set_new(actor, "actor", json_text(it->goals.actor));
                json_object_set_new(actor, "type", json_text(it->goals.type));
                json_array_append_new(actors, actor);
            }
            json_object_set_new(it->goals.actor[0] == '\0' ? all : actor, axis_criterion.values[it->goals.criterion].name,
                                goals(&it->goals));
            break;
        case RECORD_REACHED: json_array_append_new(matrix, cell(&it->reached)); break;
        case RECORD_MISSED: json_array_append_new(misses, missed(&it->missed)); break;
        case RECORD_ORDER: add_order(orders, &it->order); break;
        case RECORD_BEFORE: json_array_append_new(before, constraint(&it->before)); break;
        default: break;
        }
    }
    if (!followed) {
        json_decref(all); /* nothing is known of goals */
        all = json_null();
    }
    json_object_set_new(o, "goals", all);
    json_object_set_new(o, "actors", actors);
    json_object_set_new(o, "matrix", matrix);
    json_object_set_new(o, "orders", orders);
    json_object_set_new(o, "missed", misses);
    if (!b->job.explain) {
        json_decref(before); /* nobody asked for them: --verbose does */
        before = json_null();
    }
    json_object_set_new(o, "must_happen_before", before);
    json_object_set_new(o, "test", json_text(b->job.test));
    return o;
}

bool coverage_write(FILE *out, const struct result *r)
{
    json_t *o = coverage_json(r);
    bool good = (o == NULL ? fputs("null", out) != EOF : json_dumpf(o, out, JSON_COMPACT) == 0) && fputc('\n', out) != EOF;
    json_decref(o);
    return good;
}
