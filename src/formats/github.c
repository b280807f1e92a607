#include "formats/github.h"

#include <stdlib.h>
#include <string.h>

#include "formats/mermaid.h"
#include "formats/source_name.h"
#include "report/print.h"
#include "report/steps.h"
#include "report/terminal.h"

enum { DIAGRAM_STEPS = 40 }; /* a longer diagram is no help there */

bool github_runs(void)
{
    const char *set = getenv("GITHUB_ACTIONS");
    return set != NULL && strcmp(set, "true") == 0;
}

/* The text of a command, or one of its properties: what would end it is written as a number. */
static void write_escaped(FILE *out, const char *text, bool property)
{
    char *shown = visible(text);
    for (const char *at = shown; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, property ? "%:," : "%");
        print(out, "%.*s", (int)length, at);
        at += length;
        if (*at != '\0') {
            print(out, "%%%02X", (unsigned)*at++);
        }
    }
    free(shown);
}

void github_annotate(FILE *out, const struct result *r)
{
    for (uint32_t i = 0; i < r->board->finding_count; i++) {
        const struct finding *f = &r->board->findings[i];
        struct source_place where;
        char text[600];
        finding_text(r, f, text, sizeof text);
        print(out, "::error ");
        if (finding_source(r, f, &where)) {
            print(out, "file=");
            write_escaped(out, source_name(where.file), true);
            print(out, ",line=%d,", where.line);
        }
        print(out, "title=harrier%%3A %s::", axis_check.values[f->kind].name);
        write_escaped(out, text, false);
        if (f->actor[0] != '\0') {
            print(out, " (in ");
            write_escaped(out, f->actor, false);
            print(out, ")");
        }
        print(out, "\n");
    }
}

/* Code inside Markdown: as HTML, in which no sign of Markdown has a meaning. */
static void write_code(FILE *out, const char *text)
{
    print(out, "<code>");
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "|`*_\\[]");
        print_xml(out, at, length);
        at += length;
        if (*at != '\0') {
            print(out, "&#%u;", (unsigned)*at++);
        }
    }
    print(out, "</code>");
}

static void write_execution(FILE *out, const struct result *r)
{
    struct told_steps *s = r->recorded != NULL ? steps_read(r->recorded, r->debug, false) : NULL;
    if (s != NULL && s->count > 1 && s->count <= DIAGRAM_STEPS) {
        print(out, "\n<details><summary>the execution</summary>\n\n```mermaid\n");
        mermaid_write(out, s);
        print(out, "```\n\n</details>\n");
    }
    steps_free(&s);
}

static void write_replay(FILE *out, const struct result *r)
{
    char *line = terminal_replay(r, 0);
    if (line != NULL) {
        print(out, "\nreplay: ");
        write_code(out, line);
        print(out, "\n");
        free(line);
    }
}

bool github_summarize(const struct result *r)
{
    static const char *const marks[] = { "PASS", "FAIL", "UNKNOWN", "ERRATIC" };
    const char *file = getenv("GITHUB_STEP_SUMMARY");
    FILE *out = file != NULL && file[0] != '\0' ? fopen(file, "a") : NULL;
    if (out == NULL) {
        return file == NULL || file[0] == '\0';
    }
    char strength[400];
    char *subject = result_subject(r);
    result_strength(r, strength, sizeof strength);
    print(out, "\n### %s ", marks[r->verdict]);
    write_code(out, subject != NULL ? subject : "");
    print(out, "\n\n");
    write_code(out, strength);
    print(out, "\n");
    for (uint32_t i = 0; i < r->board->finding_count; i++) {
        char place[300], text[600];
        finding_place(r, &r->board->findings[i], place, sizeof place, NULL, 0);
        finding_text(r, &r->board->findings[i], text, sizeof text);
        print(out, "\n- ");
        write_code(out, place);
        print(out, " ");
        write_code(out, text);
        print(out, " (%s)\n", axis_check.values[r->board->findings[i].kind].name);
    }
    write_replay(out, r);
    write_execution(out, r);
    free(subject);
    bool good = !ferror(out);
    return fclose(out) == 0 && good;
}
