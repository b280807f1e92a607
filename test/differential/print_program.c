#include "print_program.h"

#include <string.h>

#include "print_parts.h"

/* ---- which kinds of actors there can be ---- */

static void mark_spawned(const struct reaction *r, bool *used)
{
    for (int i = 0; i < OPS_MAX; i++) {
        if (r->ops[i].kind == OP_SPAWN) {
            used[r->ops[i].class] = true;
        }
    }
}

static void find_used(const struct table *t, bool used[CLASSES])
{
    for (int i = 0; i < t->actor_count; i++) {
        used[t->actors[i]] = true;
    }
    used[t->twins.class] = used[t->twins.class] || t->twins.count != 0;
    for (int round = 0; round < CLASSES; round++) {
        for (int c = 0; c < CLASSES; c++) {
            if (!used[c]) {
                continue;
            }
            mark_spawned(&t->init[c], used);
            for (int k = 0; k < STATES * TYPES; k++) {
                mark_spawned(&t->reactions[c][k / TYPES][k % TYPES], used);
            }
        }
    }
}

/* ---- predicates ---- */

static const char *const claim_names[] = { "first_always", "second_always", "at_end", "environment" };
static const char *const claim_calls[] = { "hr_always", "hr_always", "hr_at_end", "hr_environment" };
enum { CLAIMS = ALWAYS_MAX + 2 };

static const struct claim *claim(const struct table *t, int i)
{
    return i < ALWAYS_MAX ? &t->always[i] : i == ALWAYS_MAX ? &t->at_end : &t->environment;
}

static bool is_named(const struct table *t, const struct claim *c)
{
    return has(t, WITH_NAMED) && c != &t->environment;
}

static void print_claim(const struct printer *p, const struct claim *c, const char *name)
{
    const char *one = printed_classes[class_of(p->table, c->actor)], *other = printed_classes[class_of(p->table, c->other)];
    if (is_named(p->table, c)) {
        fprintf(p->out, "\nstatic bool %s(hr_ref first, hr_ref second)\n{\n    const struct %s *one = hr_peek(first, %s);\n", name, one,
                one);
        fprintf(p->out, "    const struct %s *other = hr_peek(second, %s);\n", other, other);
    } else {
        fprintf(p->out, "\nstatic bool %s(void)\n{\n    const struct %s *one = hr_peek(actors[%d], %s);\n", name, one, c->actor, one);
        fprintf(p->out, "    const struct %s *other = hr_peek(actors[%d], %s);\n", other, c->other, other);
    }
    fprintf(p->out, "    return one == NULL || other == NULL || one->sum %% 4 != %d", c->sum);
    if (c->state != ANY_STATE) {
        fprintf(p->out, " || other->state != %d", c->state);
    }
    if (c->gate != 0) {
        fprintf(p->out, " || cells[%d] < 2", c->gate - 1);
    }
    fprintf(p->out, ";\n}\n");
}

/* ---- main ---- */

/* To an expression; the twins' messages have no serial number. */
static void print_send(const struct printer *p, const char *to, const struct first_message *m, int serial)
{
    if (m->type == PUSH && has(p->table, WITH_PARCELS)) {
        fprintf(p->out, "send_parcel(%s, %d, %d, %d);\n", to, m->depth, m->value, serial);
    } else if (m->type == TICK) {
        fprintf(p->out, "hr_send(%s, Tick);\n", to);
    } else {
        fprintf(p->out, "hr_send(%s, %s, .depth = %d, .value = %d, .serial = %d);\n", to, printed_types[m->type], m->depth, m->value,
                serial);
    }
}

static void print_first(const struct printer *p, int from, int to)
{
    for (int i = from; i < to; i++) {
        char name[30];
        snprintf(name, sizeof name, "actors[%d]", p->table->first[i].to);
        fprintf(p->out, "    ");
        print_send(p, name, &p->table->first[i], i + 1);
    }
}

static void print_twins(const struct printer *p)
{
    const struct twins *t = &p->table->twins;
    if (t->count == 0) {
        return;
    }
    fprintf(p->out, "    hr_ref twins[%d];\n    for (int i = 0; i < %d; i++) {\n", t->count, t->count);
    fprintf(p->out, "        twins[i] = hr_spawn(%s, .id = %d, .depth = 2, .quiet = true);\n    }\n", printed_classes[t->class], TWIN_ID);
    fprintf(p->out, "    for (int i = 0; i < %d; i++) {\n        ", t->count);
    print_send(p, "twins[i]", &t->message, 0);
    fprintf(p->out, "    }\n");
}

static void print_named(const struct printer *p, int index)
{
    int count = p->table->actor_count;
    fprintf(p->out, index < count ? ", actors[%d]" : ", twins[%d]", index < count ? index : index - count);
}

static void print_declarations(const struct printer *p)
{
    for (int i = 0; i < CLAIMS; i++) {
        const struct claim *c = claim(p->table, i);
        if (c->used && is_named(p->table, c)) {
            fprintf(p->out, "    %s(%s", claim_calls[i], claim_names[i]);
            print_named(p, c->actor);
            print_named(p, c->other);
            fprintf(p->out, ");\n");
        } else if (c->used) {
            fprintf(p->out, "    %s(%s);\n", claim_calls[i], claim_names[i]);
        }
    }
}

static void print_main(const struct printer *p)
{
    const struct table *t = p->table;
    fprintf(p->out, "\nint main(void)\n{\n%s", has(t, WITH_SHARED) ? "    hr_shared_global(cells);\n" : "");
    fprintf(p->out, "    grave = hr_spawn(grave);\n");
    for (int i = 0; i < t->actor_count; i++) {
        fprintf(p->out, "    actors[%d] = hr_spawn(%s, .id = %d, .depth = 2, .quiet = true);\n", i, printed_classes[t->actors[i]], i + 1);
    }
    if (has(t, WITH_SETTLED)) {
        print_first(p, 0, t->settled);
        fprintf(p->out, "    hr_settle();\n");
    }
    print_twins(p);
    print_declarations(p);
    print_first(p, t->settled, t->first_count);
    fprintf(p->out, "    return hr_run();\n}\n");
}

static void print_head(const struct printer *p, const struct trial *t, const char *wrong)
{
    struct option_words options;
    struct words none = { 0 };
    char command[COMMAND_MAX];
    trial_options(t, p->table, &options);
    harrier_command("harrier", "./lost", &options.words, &none, command);
    fprintf(p->out, "/* A generated program, made small. What is wrong under this check: %s.\n *\n", wrong);
    fprintf(p->out, " *     cc -g lost.c -lharrier -o lost\n *     %s\n *\n", command);
    fprintf(p->out, " * What exists: the same with `--output ends:-`, and with `--search stateless` in place of other searches. */\n");
}

void print_program(FILE *to, const struct table *of, const struct trial *t, const char *wrong)
{
    struct printer printer = { to, of }, *p = &printer;
    bool used[CLASSES] = { false };
    if (t != NULL) {
        print_head(p, t, wrong);
    }
    find_used(of, used);
    print_beginning(p, used);
    for (int c = 0; c < CLASSES; c++) {
        if (used[c]) {
            print_class(p, (enum class)c);
        }
    }
    for (int i = 0; i < CLAIMS; i++) {
        if (claim(of, i)->used) {
            print_claim(p, claim(of, i), claim_names[i]);
        }
    }
    print_main(p);
}
