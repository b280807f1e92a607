/* What --output asks for: files beside what is printed. Some are written result by result, others at the end, of all results together. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "formats/github.h"
#include "formats/mermaid.h"
#include "formats/sarif.h"
#include "formats/shiviz.h"
#include "formats/tap.h"
#include "page/page.h"
#include "report/coverage.h"
#include "report/ends.h"
#include "report/json.h"
#include "report/print.h"
#include "report/say.h"
#include "report/steps.h"
#include "report/terminal.h"

/* What there is so far for those that are written at the end. */
struct outputs {
    struct page *page;
    json_t *sarif;
    struct junit_case *cases;
    size_t case_count;
    char *suite;
    bool drawn; /* an execution was written as a diagram, of which a file takes one */
};

bool outputs_begin(struct options *o)
{
    o->so_far = calloc(1, sizeof *o->so_far);
    if (o->so_far != NULL) {
        o->so_far->page = page_new();
        o->so_far->sarif = json_array();
    }
    bool good = o->so_far != NULL && o->so_far->page != NULL && o->so_far->sarif != NULL;
    if (!good) {
        say_error("no memory for what --output asks for");
    }
    return good;
}

bool outputs_need_steps(const struct options *o)
{
    return options_write(o, OUTPUT_HTML) || options_write(o, OUTPUT_SARIF) || options_write(o, OUTPUT_MERMAID) ||
           options_write(o, OUTPUT_SHIVIZ) || github_runs();
}

bool outputs_explain(const struct options *o, const struct finding *f)
{
    bool told = !o->quiet || outputs_need_steps(o) || options_write(o, OUTPUT_JSON);
    /* Of what sets two runs of one step apart, or shows after hr_run(), no state says whether it is there. */
    bool of_states = f->kind != KIND_SOMETIMES && f->kind != KIND_NONDETERMINISM && !o->job.after_run;
    return told && of_states && !o->no_explain && f->steps != 0 && !run_interrupted();
}

/* Calls `write` with the file that an output names. */
static bool with_file(const char *file, const char *mode, bool (*write)(FILE *out, const void *user, enum output_kind kind),
                      const void *user, enum output_kind kind)
{
    FILE *out = strcmp(file, "-") == 0 ? stdout : fopen(file, mode);
    bool written = out != NULL && write(out, user, kind);
    if (out != NULL && out != stdout) {
        written = fclose(out) == 0 && written;
    }
    if (!written) {
        say_error("cannot write %s: %s", file, strerror(errno));
    }
    return written;
}

/* ---- result by result ---- */

static bool write_diagram(FILE *out, const struct result *r, enum output_kind kind)
{
    struct told_steps *s = r->recorded != NULL ? steps_read(r->recorded, r->debug, false) : NULL;
    bool good = s == NULL || (kind == OUTPUT_MERMAID ? mermaid_write(out, s) : shiviz_write(out, s));
    steps_free(&s);
    return good;
}

static bool write_one(FILE *out, const void *user, enum output_kind kind)
{
    const struct result *r = user;
    switch (kind) {
    case OUTPUT_JSON: return json_write(out, r);
    case OUTPUT_ENDS: return ends_write(out, r);
    case OUTPUT_COVERAGE: return coverage_write(out, r);
    case OUTPUT_MERMAID:
    case OUTPUT_SHIVIZ: return write_diagram(out, r, kind);
    default: return true;
    }
}

static bool is_diagram(enum output_kind kind)
{
    return kind == OUTPUT_MERMAID || kind == OUTPUT_SHIVIZ;
}

static bool at_the_end(enum output_kind kind)
{
    return kind == OUTPUT_JUNIT || kind == OUTPUT_TAP || kind == OUTPUT_HTML || kind == OUTPUT_SARIF;
}

static bool write_github(const struct options *o, const struct result *r)
{
    if (!github_runs()) {
        return true;
    }
    github_annotate(o->human, r);
    bool good = github_summarize(r);
    if (!good) {
        say_error("cannot write the summary %s: %s", getenv("GITHUB_STEP_SUMMARY"), strerror(errno));
    }
    return good;
}

bool outputs_write(struct options *o, const struct result *r, bool append)
{
    struct outputs *all = o->so_far;
    bool good = write_github(o, r);
    if (options_write(o, OUTPUT_HTML)) {
        good = page_add(all->page, r) && good;
    }
    if (options_write(o, OUTPUT_SARIF)) {
        good = sarif_add(all->sarif, r) && good;
    }
    for (size_t i = 0; i < o->output_count; i++) {
        enum output_kind kind = o->outputs[i].kind;
        if (at_the_end(kind) || kind == OUTPUT_PROGRESS) { /* which was written while the search ran */
            continue;
        }
        if (is_diagram(kind) && append && (all->drawn || r->recorded == NULL)) {
            if (r->recorded != NULL) {
                say_error("%s has room for one execution: that of %s is left out (--test chooses one)", o->outputs[i].file, r->test);
            }
            continue;
        }
        good = with_file(o->outputs[i].file, append && !is_diagram(kind) ? "a" : "w", write_one, r, kind) && good;
    }
    all->drawn = all->drawn || r->recorded != NULL;
    return good;
}

/* ---- all together ---- */

void outputs_case(struct options *o, const char *suite, const struct junit_case *c)
{
    struct outputs *all = o->so_far;
    struct junit_case *larger = realloc(all->cases, (all->case_count + 1) * sizeof *larger);
    if (larger == NULL) {
        say_error("no memory for what --output asks for");
        return;
    }
    all->cases = larger;
    all->suite = all->suite != NULL ? all->suite : strdup(suite);
    larger[all->case_count++] = (struct junit_case){
        .name = strdup(c->name),
        .text = strdup(c->text != NULL ? c->text : ""),
        .replay = c->replay != NULL ? strdup(c->replay) : NULL,
        .outcome = c->outcome,
        .seconds = c->seconds,
    };
}

void outputs_case_of(struct options *o, const struct result *r)
{
    const struct board *b = r->board;
    char text[1000] = "";
    static const enum junit_outcome outcomes[] = { JUNIT_PASSED, JUNIT_FAILED, JUNIT_ERROR, JUNIT_FAILED };
    if (b->finding_count != 0) {
        finding_in_a_line(r, &b->findings[0], text, sizeof text);
    } else if (r->verdict == VERDICT_INCONCLUSIVE) {
        result_strength(r, text, sizeof text);
    }
    char *subject = result_subject(r), *replay = terminal_replay(r, 0);
    outputs_case(o, r->program,
                 &(struct junit_case){ .name = subject != NULL ? subject : "",
                                       .text = text,
                                       .replay = replay,
                                       .outcome = r->known ? JUNIT_SKIPPED : outcomes[r->verdict],
                                       .seconds = b->counts.seconds });
    free(replay);
    free(subject);
}

static bool write_all(FILE *out, const void *user, enum output_kind kind)
{
    const struct outputs *all = user;
    switch (kind) {
    case OUTPUT_JUNIT: return junit_write(out, all->suite != NULL ? all->suite : "", all->cases, all->case_count);
    case OUTPUT_TAP: return tap_write(out, all->cases, all->case_count);
    case OUTPUT_SARIF: return sarif_write(out, all->sarif);
    default: return page_write(out, all->page);
    }
}

bool outputs_finish(struct options *o, bool begun)
{
    struct outputs *all = o->so_far;
    bool good = true;
    for (size_t i = 0; begun && i < o->output_count; i++) {
        if (at_the_end(o->outputs[i].kind)) {
            good = with_file(o->outputs[i].file, "w", write_all, all, o->outputs[i].kind) && good;
        }
    }
    for (size_t i = 0; all != NULL && i < all->case_count; i++) {
        free(all->cases[i].name);
        free(all->cases[i].text);
        free(all->cases[i].replay);
    }
    if (all != NULL) {
        page_free(&all->page);
        json_decref(all->sarif);
        free(all->cases);
        free(all->suite);
    }
    free(all);
    o->so_far = NULL;
    return good;
}

bool outputs_any(const struct options *o)
{
    return o->so_far->case_count != 0 || !page_is_empty(o->so_far->page);
}
