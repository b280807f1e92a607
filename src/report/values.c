#include "report/values.h"

#include <stdlib.h>
#include <string.h>

#include "dwarf/expression.h"
#include "report/describe.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* `failing` is the actor's state at the violation, with the stack on which the assertion was found to fail. */
static void describe(const struct result *r, struct actors *names, const struct record_step *step, const struct record_state *failing,
                     struct text *out)
{
    static const char head[] = "assertion failed: ";
    const struct finding *f = &r->recorded->findings[0];
    bool said = f->kind == KIND_ASSERTION && f->steps == step->number && strncmp(f->text, head, sizeof head - 1) == 0 &&
                strcmp(f->actor, failing->actor) == 0;
    struct locals *l = said ? describe_locals(r->debug, names, failing) : NULL;
    /* where the innermost function has no debug information, this is another one, with variables that may have the same names */
    if (l != NULL && strcmp(base_name(l->frames[0].place.file), base_name(f->file)) == 0) {
        expression_values(f->text + sizeof head - 1, l, out);
    }
    free(l);
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
            describe(r, names, &step.step, &record.state, out);
        }
    }
    actors_free(&names);
}
