#include "page/article.h"

#include <stdlib.h>
#include <string.h>

#include "page/chart.h"
#include "page/compare.h"
#include "page/coverage.h"
#include "page/excerpt.h"
#include "page/html.h"
#include "page/table.h"
#include "page/timeline.h"
#include "page/waiting.h"
#include "report/print.h"
#include "report/steps.h"
#include "report/terminal.h"
#include "report/values.h"

const char *article_verdict(enum verdict v)
{
    static const char *const words[] = { "pass", "fail", "unknown", "erratic" };
    return words[v];
}

/* ---- the head: what the verdict is, and of what ---- */

static void write_head(FILE *out, const char *id, const struct result *r)
{
    char strength[400], time[200], what[600];
    char *subject = result_subject(r);
    result_strength(r, strength, sizeof strength);
    result_time(r, time, sizeof time);
    result_faults(r, what, sizeof what);
    html(out, "<header class=\"verdict %s\"><h2 id=\"%stop\"><span class=\"word\">%s</span> %s</h2><p>%s</p>", article_verdict(r->verdict),
         id, article_verdict(r->verdict), subject != NULL ? subject : "", strength);
    if (time[0] != '\0') {
        html(out, "<p>Time: %s.</p>", time);
    }
    if (what[0] != '\0') {
        html(out, "<p>Faults: %s.</p>", what);
    }
    html(out, "</header>");
    free(subject);
}

/* ---- what went wrong ---- */

static void write_finding(FILE *out, const struct result *r, const struct finding *f)
{
    char place[300], text[600], function[128], values[600];
    finding_place(r, f, place, sizeof place, function, sizeof function);
    finding_text(r, f, text, sizeof text);
    struct text t = text_in(values, sizeof values);
    values_of(r, f, &t);
    html(out, "<p class=\"finding\">%s</p>", text);
    if (values[0] != '\0') {
        html(out, "<p class=\"values\">%s</p>", values + 2); /* without the first comma */
    }
    html(out, "<p class=\"where\"><span class=\"chip\">%s</span>", axis_check.values[f->kind].name);
    if (place[0] != '\0') {
        html(out, " <code>%s</code>", place);
    }
    if (f->actor[0] != '\0') {
        html(out, " in <b>%s</b>%s%s", f->actor, function[0] != '\0' ? ", " : "", function);
    }
    if (f->steps != 0) {
        html(out, " after %lu step%s", f->steps, f->steps == 1 ? "" : "s");
    }
    html(out, "</p>");
}

static void write_wrong(FILE *out, const struct result *r)
{
    const struct board *b = r->board;
    if (b->finding_count == 0) {
        return;
    }
    html(out, "<section class=\"wrong\"><h3>What went wrong</h3>");
    write_finding(out, r, &b->findings[0]);
    struct source_place where;
    if (finding_source(r, &b->findings[0], &where)) {
        excerpt_write(out, where.file, where.line, r->program);
    }
    if (b->finding_count > 1) {
        html(out, "<details class=\"more\"><summary>%u further violation%s%s</summary><ol>", b->finding_count - 1,
             b->finding_count == 2 ? "" : "s", b->findings_beyond == 0 ? "" : ", and others");
        for (uint32_t i = 1; i < b->finding_count; i++) {
            html(out, "<li>");
            write_finding(out, r, &b->findings[i]);
            char *command = terminal_replay(r, i);
            if (command != NULL) {
                html(out, "<p>met %lu time%s; replay <code>%s</code></p>", b->findings[i].times, b->findings[i].times == 1 ? "" : "s",
                     command);
            }
            free(command);
            html(out, "</li>");
        }
        html(out, "</ol></details>");
    }
    html(out, "</section>");
}

/* ---- the execution ---- */

enum { LONG = 200 }; /* steps, from which on a browser should not draw what is out of sight */

static void write_execution(FILE *out, const char *id, const struct result *r)
{
    struct told_steps *s = r->recorded != NULL ? steps_read(r->recorded, r->debug, true) : NULL;
    if (s == NULL || s->count <= 1) {
        steps_free(&s);
        return;
    }
    size_t part = 0;
    for (size_t i = 0; i < s->actor_count; i++) {
        part += s->actors[i].takes_part;
    }
    html(out, "<section class=\"execution\"><h3>The execution</h3><p class=\"lead\">%zu step%s, %zu actor%s", s->count - 1,
         s->count == 2 ? "" : "s", part, part == 1 ? "" : "s");
    if (part < s->actor_count) {
        html(out, "; %zu more actor%s no part", s->actor_count - part, s->actor_count - part == 1 ? " takes" : "s take");
    }
    if (r->found_steps != 0) {
        uint64_t steps = r->board->findings[0].steps;
        html(out, r->shortest ? "; no shorter schedule exists" : "; a shorter schedule may exist");
        if (r->found_steps > steps) {
            html(out, " (the search met the violation after %lu)", r->found_steps);
        }
        html(out, result_all_known(r) || steps == 1 ? "" : "; another violation may have a shorter one");
    }
    html(out, ".</p>");
    struct explanation *why = explanation_read(r, s);
    if (why != NULL) {
        compare_words(out, why);
    }
    html(out, "<div class=\"panes %s\">", s->count > LONG ? "long" : "");
    chart_write(out, id, s, why);
    table_write(out, id, s, why);
    html(out, "</div>");
    waiting_section(out, r);
    html(out, "</section>");
    compare_section(out, id, why);
    explanation_free(&why);
    steps_free(&s);
}

/* ---- how to go on ---- */

static void write_command(FILE *out, const char *what, const char *option, const struct result *r)
{
    char *line = NULL;
    size_t size;
    FILE *words = open_memstream(&line, &size);
    if (words != NULL) {
        terminal_command(words, r, r->trace, option);
        fclose(words);
        html(out, "<dt>%s</dt><dd><code>%s</code></dd>", what, line);
        free(line);
    }
}

/* What was typed to find it. */
static void write_typed(FILE *out, const struct result *r)
{
    char *line = NULL;
    size_t size;
    FILE *words = r->typed != NULL ? open_memstream(&line, &size) : NULL;
    if (words != NULL) {
        for (size_t i = 0; r->typed[i] != NULL; i++) {
            print(words, i == 0 ? "" : " ");
            print_word(words, r->typed[i]);
        }
        fclose(words);
        html(out, "<dt>%s</dt><dd><code>%s</code></dd>", r->trace[0] != '\0' ? "found by" : "again", line);
        free(line);
    }
}

static void write_reproduce(FILE *out, const struct result *r)
{
    if (r->trace[0] == '\0' && r->typed == NULL) {
        return;
    }
    html(out, "<section><h3>How to reproduce</h3><dl class=\"commands\">");
    if (r->trace[0] != '\0') {
        write_command(out, "replay", "", r);
        write_command(out, "in gdb", " --gdb", r);
    }
    write_typed(out, r);
    html(out, "</dl></section>");
}

/* ---- what was explored ---- */

static void write_count(FILE *out, const char *name, uint64_t n)
{
    if (n != 0) {
        html(out, "<div><dt>%s</dt><dd>", name);
        html_count(out, n);
        html(out, "</dd></div>");
    }
}

static void write_setting(FILE *out, const char *name, const char *value)
{
    html(out, "<div><dt>%s</dt><dd>%s</dd></div>", name, value);
}

static void write_explored(FILE *out, const struct result *r)
{
    const struct board *b = r->board;
    const struct job *j = &b->job;
    const volatile struct counts *c = &b->counts;
    if (j->mode == JOB_FOLLOW) {
        return;
    }
    html(out, "<section><h3>What was explored</h3><dl class=\"facts\">");
    write_setting(out, "search", axis_search.values[j->search].name);
    if (j->reduction != REDUCTION_NONE) {
        write_setting(out, "reduction", axis_reduction.values[j->reduction].name);
    }
    write_setting(out, "channel", axis_channel.values[b->channel].name);
    write_setting(out, "exhaustive", b->exhaustive ? "yes" : "no");
    if (search_may_sample(j->search) || covers_several(j)) {
        html(out, "<div><dt>seed</dt><dd>%lu</dd></div>", j->seed);
    }
    write_count(out, "states", c->tally.states);
    write_count(out, "deliveries", c->tally.deliveries);
    write_count(out, "executions", c->runs);
    write_count(out, "paths", c->tally.paths);
    write_count(out, "ends", c->tally.end_states);
    write_count(out, "deepest", c->tally.depth);
    write_count(out, "handler runs", c->handler_runs);
    write_count(out, "steps audited", c->audited);
    write_count(out, "actors", c->actors);
    write_count(out, "workers", j->workers > 1 ? j->workers : j->ranks != 0 && j->rank_workers > 1 ? j->rank_workers : 0);
    if (b->sometimes_count != 0) {
        html(out, "<div><dt>sometimes</dt><dd>%u of %u reached</dd></div>", b->sometimes_reached, b->sometimes_count);
    }
    html(out, "<div><dt>time</dt><dd>%.2f s</dd></div><div><dt>memory</dt><dd>%.1f MB</dd></div></dl>", c->seconds,
         (double)c->peak_bytes / (1 << 20));
    if (r->timeline != NULL) {
        timeline_draw(out, r->timeline);
    }
    html(out, "</section>");
}

void article_write(FILE *out, const char *id, const struct result *r)
{
    html(out, "<article id=\"%sresult\">", id);
    write_head(out, id, r);
    write_wrong(out, r);
    write_execution(out, id, r);
    write_reproduce(out, r);
    write_explored(out, r);
    coverage_section(out, r);
    html(out, "</article>\n");
}
