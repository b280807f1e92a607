/* The kinds of actors as C. */
#include <string.h>

#include "print_parts.h"

static const char *const lower_types[TYPES] = { "poke", "push", "tick", "ask", "get" };
static const char *const bits[TYPES] = { "POKE", "PUSH", "TICK", "ASK", "GET" };

static bool parcels(const struct printer *p)
{
    return has(p->table, WITH_PARCELS);
}

/* ---- reactions ---- */

static void print_reaction(const struct printer *p, const struct reaction *r, enum class class, enum type type)
{
    fprintf(p->out, "        self->state = %d;\n", r->next);
    if (r->mixes) {
        fprintf(p->out, "        self->sum = (%sself->sum + value + %d) %% 8;\n", r->adds ? "" : "2 * ", (int)type);
    }
    print_ops(p, r, class, false);
}

/* Two states with the same reaction share a case. */
static bool same_reaction(const struct table *t, enum class class, enum type type, int a, int b)
{
    return memcmp(&t->reactions[class][a][type], &t->reactions[class][b][type], sizeof(struct reaction)) == 0;
}

static void print_handler_head(const struct printer *p, enum class class, enum type type, bool chooses)
{
    bool is_call = type == ASK || type == GET;
    fprintf(p->out, "\nstatic %s %s_%s(struct %s *self, const struct %s *m)\n{\n", is_process(class) ? "bool" : "void",
            printed_classes[class], lower_types[type], printed_classes[class], printed_types[type]);
    if (type == TICK) {
        fprintf(p->out, "    int depth = 0, value = 0;\n    bool due = false;\n    (void)m;\n    NOTE(self, %d);\n", (int)TICK);
    } else {
        fprintf(p->out, "    int depth = m->depth, value = m->value;\n    bool due = %s;\n    NOTE(self, 10 * m->serial + %d);\n",
                is_call ? "true" : "false", (int)type);
    }
    fprintf(p->out, "    (void)depth, (void)value, (void)due;\n%s%s", chooses ? "    unsigned pick;\n" : "",
            has(p->table, WITH_EXCLUDED) ? "    self->visits++;\n" : "");
}

static void print_handler(const struct printer *p, enum class class, enum type type)
{
    bool chooses = false, one = true; /* one reaction for all states */
    for (int state = 0; state < STATES; state++) {
        chooses = chooses || has_op(&p->table->reactions[class][state][type], OP_CHOOSE);
        one = one && same_reaction(p->table, class, type, state, 0);
    }
    print_handler_head(p, class, type, chooses);
    fprintf(p->out, "    %s{\n", one ? "" : "switch (self->state) ");
    for (int state = STATES - 1; state >= 0; state--) {
        if (state == 0 && !one) {
            fprintf(p->out, "    default:\n");
        } else if (state != 0 && same_reaction(p->table, class, type, state, 0)) {
            continue;
        } else if (state != 0) {
            fprintf(p->out, "    case %d:\n", state);
        }
        print_reaction(p, &p->table->reactions[class][state][type], class, type);
        fputs(one ? "" : "        break;\n", p->out);
    }
    fprintf(p->out, "    }\n%s}\n", is_process(class) ? "    return true;\n" : "");
}

static void print_parcel_handler(const struct printer *p, enum class class)
{
    const char *n = printed_classes[class];
    fprintf(p->out,
            "\nstatic %s %s_parcel(struct %s *self, const struct Parcel *m)\n{\n    check_parcel(m);\n"
            "    %s%s_push(self, &(struct Push){ .depth = m->depth, .value = m->value, .serial = m->serial });\n}\n",
            is_process(class) ? "bool" : "void", n, n, is_process(class) ? "return " : "", n);
}

static void print_init(const struct printer *p, enum class class)
{
    const struct reaction *r = &p->table->init[class];
    const char *name = printed_classes[class];
    fprintf(p->out,
            "\nstatic %s %s_begin(struct %s *self)\n{\n    int depth = self->depth;\n    bool due = false;\n"
            "    (void)depth, (void)due;\n",
            is_process(class) ? "bool" : "void", name, name);
    if (has(p->table, WITH_EXCLUDED)) {
        fprintf(p->out, "    if (self->visits == 0) {\n        self->visits = 1;\n        hr_exclude_field(self->visits);\n    }\n");
    }
    fprintf(p->out, "%s    {\n        self->state = %d;\n", has_op(r, OP_CHOOSE) ? "    unsigned pick;\n" : "", r->next);
    print_ops(p, r, class, true);
    fprintf(p->out, "    }\n%s}\n", is_process(class) ? "    return true;\n" : "");
}

/* ---- what is taken ---- */

static void print_takes(const struct printer *p, const struct filter *f)
{
    const char *between = "";
    if (f->gate != 0) {
        fprintf(p->out, "cells[%d] < 2 && ", f->gate - 1);
    }
    fprintf(p->out, "takes(m, ");
    for (int type = 0; type < TYPES; type++) {
        if (f->types >> type & 1) {
            fprintf(p->out, "%s%s", between, bits[type]);
            between = " | ";
        }
    }
    fprintf(p->out, "%s, %s, %s)", *between == '\0' ? "0" : "", f->small ? "true" : "false", f->not_main ? "true" : "false");
}

static void print_filter(const struct printer *p, enum class class)
{
    const char *name = printed_classes[class];
    if (is_process(class)) {
        fprintf(p->out, "\nstatic bool %s_accepts(void *context, const hr_received *m)\n{\n    const struct %s *self = context;\n", name,
                name);
    } else {
        fprintf(p->out, "\nstatic bool %s_accepts(const struct %s *self, const hr_received *m)\n{\n", name, name);
    }
    fprintf(p->out, "    switch (self->state) {\n");
    for (int state = STATES - 1; state >= 0; state--) {
        fprintf(p->out, state == 0 ? "    default: return " : "    case %d: return ", state);
        print_takes(p, &p->table->filters[class][state]);
        fprintf(p->out, ";\n");
    }
    fprintf(p->out, "    }\n}\n");
}

/* ---- definitions ---- */

/* The clauses besides the handlers, each after a comma. */
static void print_manner(const struct printer *p, enum class class, int behaviour)
{
    static const char *const unhandled[UNHANDLEDS] = { "", "error", "keep", "drop" };
    const struct manner *m = &p->table->manners[class];
    if (m->unhandled[behaviour] != UNHANDLED_UNSAID) {
        fprintf(p->out, ", HR_UNHANDLED(%s)", unhandled[m->unhandled[behaviour]]);
    }
    if (m->outside && behaviour == 0) {
        fprintf(p->out, ", HR_ENVIRONMENT");
    }
    if (m->limited && behaviour == 0) {
        fprintf(p->out, ", HR_MAILBOX_LIMIT(%d%s)", m->limit, m->drops ? ", drop" : "");
    }
    fprintf(p->out, ");\n");
}

static void print_handler_actor(const struct printer *p, enum class class)
{
    const char *n = printed_classes[class];
    fprintf(p->out,
            "\nHR_ACTOR(%s, HR_INIT(%s_begin), HR_ON(Poke, %s_poke), HR_ON(Push, %s_push), HR_ON(Ask, %s_ask),\n"
            "         HR_ON(Get, %s_get)",
            n, n, n, n, n, n);
    if (parcels(p)) {
        fprintf(p->out, ",\n         HR_ON(Parcel, %s_parcel)", n);
    }
    if (class == ALPHA) {
        fprintf(p->out, ",\n         HR_ACCEPTS(alpha_accepts), HR_ON(Tick, alpha_tick)");
    }
    print_manner(p, class, 0);
}

/* What it has in place of its first one after a turn. */
static void print_other_behaviour(const struct printer *p, enum class class)
{
    const char *n = printed_classes[class];
    fprintf(p->out, "HR_BEHAVIOUR(%s_other, HR_ON(Poke, %s_poke), HR_ON(Ask, %s_ask)", n, n, n);
    fputs(class == BETA ? ", HR_ACCEPTS(beta_accepts), HR_ON(Tick, beta_tick)" : "", p->out);
    print_manner(p, class, 1);
    fprintf(p->out,
            "static void %s_turn(struct %s *self)\n{\n    self->changed = !self->changed;\n    if (self->changed) {\n"
            "        hr_become(%s_other);\n    } else {\n        hr_become_first();\n    }\n}\n",
            n, n, n);
}

static void print_receive(const struct printer *p, enum class class)
{
    const char *n = printed_classes[class];
    const char *const takings[TAKINGS] = { "hr_receive()", "hr_receive(Poke)", "hr_receive(Ask, Get)",
                                           parcels(p) ? "hr_receive(Tick, Push, Poke, Parcel)" : "hr_receive(Tick, Push, Poke)", NULL };
    fprintf(p->out, "\nstatic hr_received %s_receive(struct %s *self)\n{\n    switch (self->state) {\n", n, n);
    for (int state = STATES - 1; state >= 0; state--) {
        enum taking taking = p->table->filters[class][state].taking;
        fprintf(p->out, state == 0 ? "    default: return " : "    case %d: return ", state);
        if (taking == TAKE_IF) {
            fprintf(p->out, "hr_receive_if(%s_accepts, self);\n", n);
        } else {
            fprintf(p->out, "%s;\n", takings[taking]);
        }
    }
    fprintf(p->out, "    }\n}\n");
}

static void print_process(const struct printer *p, enum class class)
{
    const char *n = printed_classes[class];
    print_receive(p, class);
    fprintf(p->out, "\nstatic void run_%s(struct %s *self)\n{\n    bool goes_on = %s_begin(self);\n", n, n, n);
    if (class == DELTA) {
        fprintf(p->out, "    for (int left = %d; goes_on && left > 0; left--) {\n", p->table->receives);
    } else {
        fprintf(p->out, "    while (goes_on) {\n");
    }
    fprintf(p->out, "        hr_received m = %s_receive(self);\n        goes_on = ", n);
    for (int type = 0; type < TYPES - 1; type++) {
        fprintf(p->out, "hr_is(m, %s) ? %s_%s(self, m.data)\n                : ", printed_types[type], n, lower_types[type]);
    }
    if (parcels(p)) {
        fprintf(p->out, "hr_is(m, Parcel) ? %s_parcel(self, m.data)\n                : ", n);
    }
    fprintf(p->out, "%s_get(self, m.data);\n    }\n}\nHR_PROCESS(%s, run_%s", n, n, n);
    print_manner(p, class, 0);
}

static bool class_has_op(const struct table *t, enum class class, enum op_kind kind)
{
    bool found = has_op(&t->init[class], kind);
    for (int k = 0; k < STATES * TYPES; k++) {
        found = found || has_op(&t->reactions[class][k / TYPES][k % TYPES], kind);
    }
    return found;
}

static bool needs_filter(const struct table *t, enum class class)
{
    for (int state = 0; state < STATES; state++) {
        if (!is_process(class) || t->filters[class][state].taking == TAKE_IF) {
            return class != BETA || class_has_op(t, class, OP_BECOME);
        }
    }
    return false;
}

void print_class(const struct printer *p, enum class class)
{
    const char *n = printed_classes[class];
    bool turns = class_has_op(p->table, class, OP_BECOME) && !is_process(class);
    fprintf(p->out, "\n/* ---- %s ---- */\n", n);
    if (turns) {
        fprintf(p->out, "\nstatic void %s_turn(struct %s *self);\n", n, n);
    }
    print_init(p, class);
    for (int type = 0; type < TYPES; type++) {
        if (class != BETA || type != TICK || turns) {
            print_handler(p, class, (enum type)type);
        }
    }
    if (parcels(p)) {
        print_parcel_handler(p, class);
    }
    if (needs_filter(p->table, class)) {
        print_filter(p, class);
    }
    if (is_process(class)) {
        print_process(p, class);
        return;
    }
    print_handler_actor(p, class);
    if (turns) {
        print_other_behaviour(p, class);
    }
}
