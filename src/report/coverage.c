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

/* Of RECORD_COVERAGE: whether paths of a search over states count, and whether anything was followed at all. */
static bool along_paths(const struct record *r)
{
    return r->text1[0] != '\0';
}

static bool has_goals(const struct record *r)
{
    return r->a != 0 || along_paths(r);
}

/* ---- text ---- */

static void print_summary(FILE *out, const struct record *r, bool generated)
{
    bool paths = along_paths(r);
    if (!has_goals(r)) {
        print(out, "\n  no execution was followed, so goals are not counted (docs/cover.md: coverage of other searches)");
        return;
    }
    if (paths) {
        print(out,
              "\n  along the paths that the search took: a state met again is not entered again, so there may be more of both numbers");
        if (r->resumes_at != 0) {
            print(out, "\n  without %lu deliveries too far down their paths: --depth or --search bfs shows more", r->resumes_at);
        }
    }
    if (r->a != 0) {
        print(out, "\n  %s%lu execution%s", paths ? "and in " : "", r->a, r->a == 1 ? "" : "s");
    }
    if (generated) {
        print(out, ", %lu schedule%s generated", r->b, r->b == 1 ? "" : "s");
    }
    if (r->c != 0) {
        print(out, ", %lu attempt%s did not fit", r->c, r->c == 1 ? "" : "s");
    }
    print(out, "\n\n  %-*s", WIDTH, paths ? "covered, of seen" : "goals covered");
    for (int c = 0; c < axis_criterion.count; c++) {
        print(out, "%16s", axis_criterion.values[c].name);
    }
}

static void print_criterion(FILE *out, const struct record *r)
{
    char cell[60];
    if (r->a == 0) {
        print(out, "\n    %-*s", WIDTH - 2, r->text1[0] == '\0' ? "all actors" : r->text1);
    }
    snprintf(cell, sizeof cell, r->c == 0 ? "-" : "%lu of %lu", r->b, r->c);
    print(out, "%16s", cell);
}

/* One line per type of actor: what it received, and how often. */
static void print_matrix(FILE *out, const struct board *b)
{
    print(out, "\n\n  received\n");
    for (struct reader row = reader_of(b); next_of(&row, RECORD_REACHED);) {
        struct reader other = reader_of(b);
        while (next_of(&other, RECORD_REACHED) && strcmp(other.record.text1, row.record.text1) != 0) {}
        if (other.at != row.at) {
            continue; /* its type has had its line */
        }
        print(out, "    %-*s", WIDTH - 2, row.record.text1);
        bool first = true;
        for (struct reader cell = reader_of(b); next_of(&cell, RECORD_REACHED);) {
            if (strcmp(cell.record.text1, row.record.text1) == 0) {
                print(out, cell.record.a == 0 ? "%s%s never" : "%s%s %lu", first ? "  " : ", ", cell.record.text2, cell.record.a);
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
        uint64_t added[] = { r.record.b, r.record.c, r.record.d };
        print(out, any ? "" : "\n  goals added by the schedules given\n");
        print(out, "    schedule %-*lu", WIDTH - 11, r.record.a);
        for (size_t c = 0; c < sizeof added / sizeof *added; c++) {
            print(out, "%16lu", added[c]);
        }
        fputc('\n', out);
        any = true;
    }
}

static void print_missed(FILE *out, const struct board *b, const char *title, bool all)
{
    uint64_t count = 0;
    for (struct reader r = reader_of(b); next_of(&r, RECORD_MISSED);) {
        /* What nobody asked for is not missed. */
        if (b->job.search == SEARCH_COVER && !(b->job.criteria >> r.record.a & 1)) {
            continue;
        }
        if (count++ == 0) {
            print(out, "\n  %s\n", title);
        }
        if (all || count <= MISSED_SHOWN) {
            print(out, "    %s: %s  before  %s\n        %s\n", axis_criterion.values[r.record.a].name, r.record.text1, r.record.text2,
                  r.record.text3);
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
        print(out, "    %-9s  %s  before  %s\n", r.record.text3, r.record.text1, r.record.text2);
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
    bool goals = has_goals(&reader.record), paths = along_paths(&reader.record);
    print_summary(out, &reader.record, b->job.search == SEARCH_COVER);
    for (reader = reader_of(b); goals && next_of(&reader, RECORD_CRITERION);) {
        print_criterion(out, &reader.record);
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

static json_t *goals(const struct record *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "covered", json_number(r->b));
    json_object_set_new(o, "total", json_number(r->c));
    return o;
}

static json_t *hash(uint64_t n)
{
    char text[20];
    snprintf(text, sizeof text, "%016lx", n);
    return json_text(text);
}

static json_t *missed(const struct record *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "criterion", json_text(axis_criterion.values[r->a].name));
    json_object_set_new(o, "before", json_text(r->text1));
    json_object_set_new(o, "after", json_text(r->text2));
    json_object_set_new(o, "reason", json_text(r->text3));
    json_object_set_new(o, "before_identity", hash(r->b));
    json_object_set_new(o, "after_identity", hash(r->c));
    return o;
}

static json_t *cell(const struct record *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "actor", json_text(r->text1));
    json_object_set_new(o, "message", json_text(r->text2));
    json_object_set_new(o, "deliveries", json_number(r->a));
    return o;
}

static json_t *constraint(const struct record *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "before", json_text(r->text1));
    json_object_set_new(o, "after", json_text(r->text2));
    json_object_set_new(o, "by", json_text(r->text3));
    return o;
}

json_t *coverage_json(const struct result *r)
{
    const struct board *b = r->board;
    if (b->coverage == 0) {
        return NULL;
    }
    json_t *o = json_object(), *all = json_object(), *actors = json_array(), *matrix = json_array(), *misses = json_array();
    json_t *before = json_array(), *actor = NULL;
    bool followed = false;
    for (struct reader reader = reader_of(b); next(&reader);) {
        const struct record *it = &reader.record;
        const char *criterion = it->a < (uint64_t)axis_criterion.count ? axis_criterion.values[it->a].name : "";
        switch (it->kind) {
        case RECORD_COVERAGE:
            json_object_set_new(o, "executions", json_number(it->a));
            json_object_set_new(o, "schedules", json_number(it->b));
            json_object_set_new(o, "unfit", json_number(it->c));
            json_object_set_new(o, "rounds", json_number(it->d));
            json_object_set_new(o, "along_paths", json_boolean(along_paths(it)));
            json_object_set_new(o, "deliveries_beyond", json_number(it->resumes_at));
            followed = has_goals(it);
            break;
        case RECORD_CRITERION:
            if (it->text1[0] != '\0' && it->a == 0) {
                actor = json_object();
                json_object_set_new(actor, "actor", json_text(it->text1));
                json_object_set_new(actor, "type", json_text(it->text2));
                json_array_append_new(actors, actor);
            }
            json_object_set_new(it->text1[0] == '\0' ? all : actor, criterion, goals(it));
            break;
        case RECORD_REACHED: json_array_append_new(matrix, cell(it)); break;
        case RECORD_MISSED: json_array_append_new(misses, missed(it)); break;
        case RECORD_BEFORE: json_array_append_new(before, constraint(it)); break;
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
