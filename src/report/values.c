#include "report/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/expression.h"
#include "report/describe.h"
#include "report/source.h"

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a line gives the variable another value, or its address to somebody who may. */
static bool changes(const char *line, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; (at = strstr(at, name)) != NULL; at += length) {
        const char *after = at + length, *before = at;
        bool whole = !in_word(*after) && (at == line || !in_word(at[-1]));
        while (before > line && isspace((unsigned char)before[-1])) {
            before--;
        }
        after += strspn(after, " \t\n");
        bool member = before > line && (before[-1] == '.' || (before[-1] == '>' && before > line + 1 && before[-2] == '-'));
        bool stepped = strncmp(after, "++", 2) == 0 || strncmp(after, "--", 2) == 0 ||
                       (before > line + 1 && before[-1] == before[-2] && (before[-1] == '+' || before[-1] == '-'));
        bool address = before > line && before[-1] == '&' && (before == line + 1 || before[-2] != '&');
        bool assigned = (after[0] == '=' && after[1] != '=') || (*after != '\0' && strchr("+-", *after) != NULL && after[1] == '=');
        if (whole && !member && (stepped || address || assigned)) {
            return true;
        }
    }
    return false;
}

/* Makes the names of parameters unusable that the function changes; all of them if its source is not found. */
static void drop_changed(const struct result *r, const char *file, int first, int next, struct expression_root *roots)
{
    FILE *in = source_open(file, r->program);
    char *line = NULL;
    size_t room = 0;
    for (int n = 1; in != NULL && (next == 0 || n < next) && getline(&line, &room, in) >= 0; n++) {
        for (size_t i = 0; n >= first && i < EXPRESSION_ROOTS; i++) {
            if (roots[i].name[0] != '\0' && changes(line, roots[i].name)) {
                roots[i].name[0] = '\0';
            }
        }
    }
    for (size_t i = 0; in == NULL && i < EXPRESSION_ROOTS; i++) {
        roots[i].name[0] = '\0';
    }
    free(line);
    if (in != NULL) {
        fclose(in);
    }
}

void values_describe(const struct result *r, struct actors *names, const struct record_step *step, const struct record_state *failing,
                     struct text *out)
{
    static const char head[] = "assertion failed: ";
    const struct finding *f = &r->recorded->findings[0];
    const struct record_message *m = &step->message;
    struct value_memory heap = { .address = failing->heap.address, .bytes = failing->heap.at, .size = failing->heap.size };
    struct value_memory content = { .address = m->content.address, .bytes = m->content.at, .size = m->content.size };
    struct value_context c = { .debug = r->debug, .memory_count = 1, .actor_name = actors_name, .user = names };
    struct expression_root roots[EXPRESSION_ROOTS] = {
        { .context = c, .type = failing->type, .bytes = describe_struct(failing), .size = failing->size },
        { .context = c, .type = m->type, .bytes = m->content.at, .size = m->struct_size },
    };
    struct source_place where;
    int first, next;
    roots[0].context.memory = &heap;
    roots[1].context.memory = &content;
    bool said = f->kind == KIND_ASSERTION && f->steps == step->number && strncmp(f->text, head, sizeof head - 1) == 0 &&
                strcmp(f->actor, failing->actor) == 0;
    if (said && step->handler != 0 && step->resumes_at == 0 && finding_source(r, f, &where) &&
        expression_roots(r->debug, step->handler, where.file, where.line, roots, &first, &next)) {
        drop_changed(r, where.file, first, next, roots);
        expression_values(f->text + sizeof head - 1, roots, out);
    }
}

void values_of(const struct result *r, const struct finding *f, struct text *out)
{
    struct actors *names = r->recorded != NULL && f == &r->board->findings[0] ? actors_new() : NULL;
    struct record record, step = { .kind = RECORD_END };
    if (names == NULL) {
        return;
    }
    const unsigned char *at = recording_start(r->recorded), *end = r->recorded->log + r->recorded->log_size;
    while (recording_next(&at, end, &record)) {
        if (record.kind == RECORD_ACTOR) {
            actors_add(names, &record.actor);
        } else if (record.kind == RECORD_STEP) {
            step = record;
        } else if (record.kind == RECORD_STATE && record.state.after == STATE_FAILING && step.kind == RECORD_STEP) {
            values_describe(r, names, &step.step, &record.state, out);
        }
    }
    actors_free(&names);
}
