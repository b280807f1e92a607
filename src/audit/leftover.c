#include "audit/leftover.h"

#include <string.h>

#include "audit/blame.h"
#include "audit/compare.h"
#include "base/text.h"
#include "guard/leftovers.h"
#include "model/local.h"
#include "model/message.h"
#include "model/names.h"

enum { REMEMBERED_MOST = 500, LEFTOVERS_MOST = 64, RUNS_MOST = 20000 };

/* A step, with room for its choices: struct step only points to them. */
struct remembered {
    struct step step;
    struct answer choices[ANSWERS_MAX];
};
static struct {
    struct pool steps;                   /* struct remembered */
    struct step writers[LEFTOVERS_MOST]; /* which step left each leftover; message 0: no step did, but a question */
    uint32_t looked_at;                  /* how many leftovers were here when audit_leftover_look() looked last */
    uint32_t runs;                       /* that it took */
    struct effects once, again;
} state;

static size_t remembered_count(void)
{
    return state.steps.used / sizeof(struct remembered);
}

/* "writer <- Flush" */
static void name_step(const struct step *s, struct text *t)
{
    const struct message *m = message_get(s->message);
    names_label(local_get(s->local)->actor, t);
    text_printf(t, " <- %s", m->type != NULL ? m->type->name : "a reply");
}

bool audit_leftover_matters(const struct audited *a, uint32_t leftover, const struct effects *once, struct effects *again, struct text *why)
{
    char other[300];
    struct text unused = text_in(other, sizeof other);
    struct compared also;
    audit_rerun(a, (struct conditions){ .leftover = leftover }, again);
    /* A damaged block may be one of libc's own that is gone by now. Of a saved stack, dead slots may differ. */
    if (audit_says_nothing(again) || (again->failed && again->finding.kind == KIND_MEMORY) || compare_effects(once, again, 0, &also, why)) {
        return false;
    }
    audit_rerun(a, (struct conditions){ 0 }, again); /* if this differs as well, the reason is another one */
    return audit_says_nothing(again) || compare_effects(once, again, 0, &also, &unused);
}

static const char inside[] =
    " left behind inside the C library (strtok, setenv, what is set up at the first use) or one that is restored: with that, ";

bool audit_leftover_blame(const struct audited *a, uint32_t leftover, struct effects *once, const char *why)
{
    char text[300];
    struct text t = text_in(text, sizeof text);
    bool known = leftover <= LEFTOVERS_MOST && leftover <= state.looked_at;
    text_add(&t, "the step depends on what ");
    if (known) {
        name_step(&state.writers[leftover - 1], &t);
    } else {
        text_add(&t, "an earlier one");
    }
    text_add(&t, inside);
    return blame_hidden(a, once, text, why);
}

void audit_leftover_remember(const struct step *s)
{
    if (remembered_count() == REMEMBERED_MOST || s->choice_count > ANSWERS_MAX) {
        return;
    }
    if (state.steps.base == NULL) {
        pool_init(&state.steps, (size_t)1 << 30);
        effects_init(&state.once);
        effects_init(&state.again);
    }
    struct remembered *r = pool_take(&state.steps, sizeof *r);
    r->step = *s;
    r->step.choices = r->choices;
    if (s->choice_count != 0) {
        memcpy(r->choices, s->choices, s->choice_count * sizeof *r->choices);
    }
}

static void run_step(const void *what, struct conditions under, struct effects *out)
{
    execute_step(what, under, out);
}

static bool found(const struct step *writer, const struct step *reader, struct effects *once, const char *why)
{
    char text[300];
    struct text t = text_in(text, sizeof text);
    struct audited a = { .actor = local_get(writer->local)->actor, .code = audit_code(writer) };
    text_add(&t, "the step ");
    name_step(reader, &t);
    text_add(&t, " depends on what this one");
    text_add(&t, inside);
    return blame_hidden(&a, once, text, why);
}

bool audit_leftover_look(const struct step *s, struct effects *once)
{
    uint32_t count = leftovers_count();
    if (count < state.looked_at) {
        state.looked_at = 0; /* main() went on in between */
    }
    for (uint32_t i = state.looked_at; i < count && i < LEFTOVERS_MOST; i++) {
        state.writers[i] = *s;
    }
    for (; state.looked_at < count; state.looked_at++) {
        for (size_t i = 0; i < remembered_count() && state.runs < RUNS_MOST && !once->failed; i++) {
            const struct remembered *r = (const struct remembered *)state.steps.base + i;
            char why[300];
            struct text t = text_in(why, sizeof why);
            struct audited reader = { .run = run_step, .what = &r->step, .is_step = true };
            state.runs += 2;
            audit_rerun(&reader, (struct conditions){ 0 }, &state.once);
            if (!state.once.failed && audit_leftover_matters(&reader, state.looked_at + 1, &state.once, &state.again, &t)) {
                return found(s, &r->step, once, why);
            }
        }
    }
    return true;
}
