/* --known FILE: violations that are known already, a line each, as they are printed when they are new. They do not count as failures; what
 * is new and what is gone is named. A line has no line number of the source, so that it survives edits:
 *
 *     # comment
 *     writer | assertion | writer.c | assertion failed: self->results != NULL */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "report/print.h"
#include "report/say.h"

/* A finding as a line of the file, allocated. */
static char *line_of(const struct result *r, const struct finding *f)
{
    char text[600];
    struct source_place where;
    char *line = NULL, *subject = result_subject(r);
    size_t size;
    FILE *out = open_memstream(&line, &size);
    finding_text(r, f, text, sizeof text);
    bool placed = finding_source(r, f, &where);
    if (out != NULL) {
        print(out, "%s | %s | %s | %s", subject != NULL ? subject : "", axis_check.values[f->kind].name,
              placed ? basename(where.file) : "-", text);
        fclose(out);
    }
    free(subject);
    return line;
}

static bool is_in(const char *line, char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i] != NULL && strcmp(list[i], line) == 0) {
            return true;
        }
    }
    return false;
}

bool known_readable(const struct options *o)
{
    FILE *in = o->known != NULL ? fopen(o->known, "r") : NULL;
    if (o->known != NULL && in == NULL) {
        say_error("%s: %s", o->known, strerror(errno));
        return false;
    }
    if (in != NULL) {
        fclose(in);
    }
    return true;
}

/* Goes through the file: which of the findings are in it, and which of its lines about this program were not found. */
static void compare(const struct options *o, const struct result *r, char *const *lines, size_t count, bool *known)
{
    char *line = NULL, *subject = result_subject(r);
    size_t room = 0, length = subject != NULL ? strlen(subject) : 0;
    ssize_t size;
    FILE *in = fopen(o->known, "r");
    while (in != NULL && (size = getline(&line, &room, in)) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        for (size_t i = 0; i < count; i++) {
            known[i] = known[i] || (lines[i] != NULL && strcmp(line, lines[i]) == 0);
        }
        bool about = length != 0 && strncmp(line, subject, length) == 0 && strncmp(line + length, " | ", 3) == 0;
        if (about && r->board->state == RUN_COMPLETE && !is_in(line, lines, count)) {
            print(o->human, "  gone:  %s\n", line);
        }
    }
    if (in != NULL) {
        fclose(in);
    }
    free(line);
    free(subject);
}

bool known_all(const struct options *o, const struct result *r)
{
    const struct board *b = r->board;
    char *lines[FINDINGS_MAX] = { NULL };
    bool known[FINDINGS_MAX] = { false }, all = b->findings_beyond == 0;
    for (uint32_t i = 0; i < b->finding_count; i++) {
        lines[i] = line_of(r, &b->findings[i]);
    }
    compare(o, r, lines, b->finding_count, known);
    for (uint32_t i = 0; i < b->finding_count; i++) {
        print(o->human, "  %s %s\n", known[i] ? "known:" : "new:  ", lines[i] != NULL ? lines[i] : "");
        all = all && known[i];
        free(lines[i]);
    }
    return all;
}
