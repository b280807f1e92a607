#include "print_program.h"

#include <string.h>

static const char *const class_names[CLASSES] = { "alpha", "beta", "gamma", "delta" };
static const char *const type_names[TYPES] = { "Poke", "Push", "Tick", "Ask", "Get" };
static const char *const lower_names[TYPES] = { "poke", "push", "tick", "ask", "get" };
static const char *const bit_names[TYPES] = { "POKE", "PUSH", "TICK", "ASK", "GET" };

/* What is being printed. */
static FILE *out;
static const struct table *table;

static const char head[] =
    "#include <harrier.h>\n"
    "\n"
    "HR_MESSAGE(Poke, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Push, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Tick);\n"
    "HR_MESSAGE(Ask, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Get, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Answer, int value;);\n"
    "HR_MESSAGE(Epitaph, unsigned history;);\n"
    "\n"
    "#define FIELDS int id; unsigned history; int sent, state, sum, got, level, depth, children; hr_ref child, caller; bool changed, quiet;\n"
    "/* An actor's history tells in which order it received what; a message's serial number is the same in every execution. */\n"
    "#define NOTE(self, what) ((self)->history = ((self)->history ^ ((unsigned)(what) + 1)) * 16777619u)\n"
    "#define SERIAL(self) ((self)->id * 1000 + ++(self)->sent)\n";

static const char taking[] =
    "\n"
    "enum { POKE = 1, PUSH = 2, TICK = 4, ASK = 8, GET = 16 };\n"
    "static inline bool takes(const hr_received *m, unsigned types, bool small, bool not_main)\n"
    "{\n"
    "    unsigned type = hr_is(*m, Poke) ? POKE : hr_is(*m, Push) ? PUSH : hr_is(*m, Tick) ? TICK : hr_is(*m, Ask) ? ASK : GET;\n"
    "    int value = type == TICK ? 0 : ((const struct Poke *)m->data)->value;\n"
    "    return (types & type) != 0 && !(small && value >= 2) && !(not_main && m->sender == HR_DRIVER);\n"
    "}\n";

static const char grave[] =
    "\n"
    "/* Takes nothing: what the ended have left stays visible. */\n"
    "struct grave {\n"
    "    int unused;\n"
    "};\n"
    "HR_DECLARE_ACTOR(grave);\n"
    "static bool grave_accepts(const struct grave *self, const hr_received *m) { (void)self; (void)m; return false; }\n"
    "static void grave_epitaph(struct grave *self, const struct Epitaph *m) { (void)self; (void)m; }\n"
    "HR_ACTOR(grave, HR_ACCEPTS(grave_accepts), HR_ON(Epitaph, grave_epitaph));\n";

static bool is_process(enum class c)
{
    return c == GAMMA || c == DELTA;
}

/* ---- ops ---- */

static void print_value(const struct op *o, bool is_init)
{
    static const char *const bases[] = { "", "self->sum", "value", "self->got" };
    if (o->source == FROM_NUMBER || (o->source == FROM_VALUE && is_init)) {
        fprintf(out, "%d", o->number % 4);
    } else {
        fprintf(out, "(%d + %s) %% 4", o->number + 4, bases[o->source]);
    }
}

static void print_target(const struct op *o)
{
    switch (o->target) {
    case TO_ACTOR: fprintf(out, "actors[%d]", o->index); break;
    case TO_SELF: fprintf(out, "hr_self()"); break;
    case TO_SENDER: fprintf(out, "hr_sender()"); break;
    case TO_CHILD: fprintf(out, "self->child"); break;
    }
}

/* The parts of a message; those of a Tick are counted, not sent. */
static void print_content(const struct op *o, bool is_init)
{
    if (o->type != TICK) {
        fprintf(out, ", .depth = depth - 1, .value = ");
        print_value(o, is_init);
        fprintf(out, ", .serial = SERIAL(self)");
    }
}

static void print_communication(const struct op *o, bool is_init)
{
    fprintf(out, "if (depth > 0 && ");
    print_target(o);
    fprintf(out, " != HR_NOBODY) {\n            ");
    if (o->kind == OP_SEND) {
        fprintf(out, "%shr_send(", o->type == TICK ? "self->sent++; " : "");
        print_target(o);
        fprintf(out, ", %s", type_names[o->type]);
        print_content(o, is_init);
        fprintf(out, ");\n");
    } else {
        fprintf(out, "struct Answer a = hr_call(");
        print_target(o);
        fprintf(out, ", Answer, %s", type_names[o->type]);
        print_content(o, is_init);
        fprintf(out, ");\n            self->got = hr_call_error() != 0 ? -hr_call_error() : a.value;\n"
                     "            NOTE(self, 5000 + self->got + 10);\n");
    }
    fprintf(out, "        }");
}

static void print_spawn(const struct op *o, bool is_init)
{
    fprintf(out, "if (depth > 0 && self->children < 2 - self->level) {\n            self->children++;\n"
                 "            self->child = hr_spawn(%s, .id = self->id * 10 + self->children, .level = self->level + 1, "
                 ".depth = depth - 1%s);\n        }", class_names[o->class], is_init ? ", .quiet = self->quiet" : "");
}

static void print_answer(const struct op *o, bool is_init)
{
    switch (o->kind) {
    case OP_REPLY:
        fprintf(out, "if (due) {\n            due = false;\n            hr_reply(Answer, .value = ");
        print_value(o, is_init);
        fprintf(out, ");\n        }");
        break;
    case OP_DEFER:
        fprintf(out, "if (due && self->caller == HR_NOBODY) {\n            due = false;\n            self->caller = hr_sender();\n        }");
        break;
    default:
        fprintf(out, "if (self->caller != HR_NOBODY) {\n            hr_reply_to(self->caller, Answer, .value = ");
        print_value(o, is_init);
        fprintf(out, ");\n            self->caller = HR_NOBODY;\n        }");
        break;
    }
}

static void print_op(const struct op *o, enum class class, bool is_init)
{
    const char *epitaph = "hr_send(grave, Epitaph, .history = self->history);\n        ";
    switch (o->kind) {
    case OP_NONE:
    case OP_CHOOSE: break;
    case OP_SEND:
    case OP_CALL: print_communication(o, is_init); break;
    case OP_SPAWN: print_spawn(o, is_init); break;
    case OP_REPLY:
    case OP_DEFER:
    case OP_SETTLE: print_answer(o, is_init); break;
    case OP_BECOME: fprintf(out, is_process(class) ? ";" : "%s_turn(self);", class_names[class]); break;
    case OP_ASSERT: fprintf(out, "hr_assert(%sself->sum %% 4 != %d);", is_init ? "self->quiet || " : "", o->number); break;
    case OP_LEAVE: fprintf(out, is_process(class) ? "return false;" : "return;"); break;
    case OP_STOP: fprintf(out, "{\n        %shr_stop();\n        }", epitaph); break;
    case OP_FAIL: fprintf(out, "{\n        %shr_fail(%d);\n        }", epitaph, o->number); break;
    case OP_STORE:
        fprintf(out, "cells[%d] = ", o->number % CELLS);
        print_value(o, is_init);
        fprintf(out, ";");
        break;
    case OP_LOAD: fprintf(out, "self->got = cells[%d];", o->number % CELLS); break;
    }
}

/* A choice of 0 leaves out the op that follows, be it another choice. */
static void print_choice(int number, bool after_choice, bool is_init)
{
    bool conditional = after_choice || is_init;
    if (conditional) {
        fprintf(out, "        if (%s%s%s) {\n", after_choice ? "pick != 0" : "", after_choice && is_init ? " && " : "",
                is_init ? "!self->quiet" : "");
    }
    fprintf(out, "        pick = hr_choose(%d);\n        NOTE(self, 6000 + pick);\n", number);
    if (conditional) {
        fprintf(out, "        } else {\n            pick = 1;\n        }\n");
    }
}


static void print_ops(const struct reaction *r, enum class class, bool is_init)
{
    bool after_choice = false;
    for (int i = 0; i < OPS_MAX; i++) {
        const struct op *o = &r->ops[i];
        if (o->kind == OP_CHOOSE) {
            print_choice(o->number, after_choice, is_init);
        } else if (o->kind != OP_NONE) {
            fprintf(out, "        %s", after_choice ? "if (pick != 0) {\n        " : "");
            print_op(o, class, is_init);
            fprintf(out, after_choice ? "\n        }\n" : "\n");
        }
        after_choice = o->kind == OP_CHOOSE;
    }
}

static bool has_op(const struct reaction *r, enum op_kind kind)
{
    for (int i = 0; i < OPS_MAX; i++) {
        if (r->ops[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* ---- handlers ---- */

static void print_reaction(const struct reaction *r, enum class class, enum type type)
{
    fprintf(out, "        self->state = %d;\n", r->next);
    if (r->mixes) {
        fprintf(out, "        self->sum = (2 * self->sum + value + %d) %% 8;\n", (int)type);
    }
    print_ops(r, class, false);
}

/* Two states with the same reaction share a case. */
static bool same_reaction(enum class class, enum type type, int a, int b)
{
    return memcmp(&table->reactions[class][a][type], &table->reactions[class][b][type], sizeof(struct reaction)) == 0;
}

static void print_handler(enum class class, enum type type)
{
    const char *name = class_names[class];
    bool is_call = type == ASK || type == GET, chooses = false, one = true; /* one reaction for all states */
    for (int state = 0; state < STATES; state++) {
        chooses = chooses || has_op(&table->reactions[class][state][type], OP_CHOOSE);
        one = one && same_reaction(class, type, state, 0);
    }
    fprintf(out, "\nstatic %s %s_%s(struct %s *self, const struct %s *m)\n{\n", is_process(class) ? "bool" : "void", name, lower_names[type],
            name, type_names[type]);
    if (type == TICK) {
        fprintf(out, "    int depth = 0, value = 0;\n    bool due = false;\n    (void)m;\n    NOTE(self, %d);\n", (int)TICK);
    } else {
        fprintf(out, "    int depth = m->depth, value = m->value;\n    bool due = %s;\n    NOTE(self, 10 * m->serial + %d);\n",
                is_call ? "true" : "false", (int)type);
    }
    fprintf(out, "    (void)depth, (void)value, (void)due;\n%s    %s{\n", chooses ? "    unsigned pick;\n" : "", one ? "" : "switch (self->state) ");
    for (int state = STATES - 1; state >= 0; state--) {
        if (state == 0 && !one) {
            fprintf(out, "    default:\n");
        } else if (state != 0 && same_reaction(class, type, state, 0)) {
            continue;
        } else if (state != 0) {
            fprintf(out, "    case %d:\n", state);
        }
        print_reaction(&table->reactions[class][state][type], class, type);
        fputs(one ? "" : "        break;\n", out);
    }
    fprintf(out, "    }\n%s}\n", is_process(class) ? "    return true;\n" : "");
}

static void print_init(enum class class)
{
    const struct reaction *r = &table->init[class];
    const char *name = class_names[class];
    fprintf(out, "\nstatic %s %s_begin(struct %s *self)\n{\n    int depth = self->depth;\n    bool due = false;\n    (void)depth, (void)due;\n",
            is_process(class) ? "bool" : "void", name, name);
    fprintf(out, "%s    {\n        self->state = %d;\n", has_op(r, OP_CHOOSE) ? "    unsigned pick;\n" : "", r->next);
    print_ops(r, class, true);
    fprintf(out, "    }\n%s}\n", is_process(class) ? "    return true;\n" : "");
}

static void print_takes(const struct filter *f)
{
    const char *between = "";
    if (f->gate != 0) {
        fprintf(out, "cells[%d] < 2 && ", f->gate - 1);
    }
    fprintf(out, "takes(m, ");
    for (int type = 0; type < TYPES; type++) {
        if (f->types >> type & 1) {
            fprintf(out, "%s%s", between, bit_names[type]);
            between = " | ";
        }
    }
    fprintf(out, "%s, %s, %s)", *between == '\0' ? "0" : "", f->small ? "true" : "false", f->not_main ? "true" : "false");
}

static void print_filter(enum class class)
{
    const char *name = class_names[class];
    if (is_process(class)) {
        fprintf(out, "\nstatic bool %s_accepts(void *context, const hr_received *m)\n{\n    const struct %s *self = context;\n", name, name);
    } else {
        fprintf(out, "\nstatic bool %s_accepts(const struct %s *self, const hr_received *m)\n{\n", name, name);
    }
    fprintf(out, "    switch (self->state) {\n");
    for (int state = STATES - 1; state >= 0; state--) {
        fprintf(out, state == 0 ? "    default: return " : "    case %d: return ", state);
        print_takes(&table->filters[class][state]);
        fprintf(out, ";\n");
    }
    fprintf(out, "    }\n}\n");
}

/* ---- actors ---- */

static void print_handler_actor(enum class class)
{
    if (class == ALPHA) {
        fprintf(out, "HR_ACTOR(alpha, HR_INIT(alpha_begin), HR_ACCEPTS(alpha_accepts), HR_ON(Poke, alpha_poke), HR_ON(Push, alpha_push),\n"
                     "         HR_ON(Tick, alpha_tick), HR_ON(Ask, alpha_ask), HR_ON(Get, alpha_get));\n");
    } else {
        fprintf(out, "HR_ACTOR(beta, HR_INIT(beta_begin), HR_ON(Poke, beta_poke), HR_ON(Push, beta_push), HR_ON(Ask, beta_ask),\n"
                     "         HR_ON(Get, beta_get), HR_UNHANDLED(drop));\n");
    }
}

/* What it has in place of its first one after a turn. */
static void print_other_behaviour(enum class class)
{
    const char *n = class_names[class];
    fputs(class == ALPHA ? "HR_BEHAVIOUR(alpha_other, HR_ON(Poke, alpha_poke), HR_ON(Ask, alpha_ask), HR_UNHANDLED(keep));\n"
                         : "HR_BEHAVIOUR(beta_other, HR_ACCEPTS(beta_accepts), HR_ON(Poke, beta_poke), HR_ON(Tick, beta_tick),\n"
                           "             HR_ON(Ask, beta_ask));\n", out);
    fprintf(out, "static void %s_turn(struct %s *self)\n{\n    self->changed = !self->changed;\n    if (self->changed) {\n"
                 "        hr_become(%s_other);\n    } else {\n        hr_become_first();\n    }\n}\n", n, n, n);
}

static void print_process(enum class class)
{
    static const char *const takings[TAKINGS] = { "hr_receive()", "hr_receive(Poke)", "hr_receive(Ask, Get)", "hr_receive(Tick, Push, Poke)",
                                                  NULL };
    const char *n = class_names[class];
    fprintf(out, "\nstatic hr_received %s_receive(struct %s *self)\n{\n    switch (self->state) {\n", n, n);
    for (int state = STATES - 1; state >= 0; state--) {
        enum taking taking = table->filters[class][state].taking;
        fprintf(out, state == 0 ? "    default: return " : "    case %d: return ", state);
        if (taking == TAKE_IF) {
            fprintf(out, "hr_receive_if(%s_accepts, self);\n", n);
        } else {
            fprintf(out, "%s;\n", takings[taking]);
        }
    }
    fprintf(out, "    }\n}\n\nstatic void run_%s(struct %s *self)\n{\n    bool goes_on = %s_begin(self);\n", n, n, n);
    fprintf(out, class == DELTA ? "    for (int left = %d; goes_on && left > 0; left--) {\n" : "    while (goes_on) {\n", table->receives);
    fprintf(out, "        hr_received m = %s_receive(self);\n        goes_on = ", n);
    for (int type = 0; type < TYPES - 1; type++) {
        fprintf(out, "hr_is(m, %s) ? %s_%s(self, m.data)\n                : ", type_names[type], n, lower_names[type]);
    }
    fprintf(out, "%s_get(self, m.data);\n    }\n}\nHR_PROCESS(%s, run_%s);\n", n, n, n);
}

static bool class_has_op(enum class class, enum op_kind kind)
{
    bool has = has_op(&table->init[class], kind);
    for (int k = 0; k < STATES * TYPES; k++) {
        has = has || has_op(&table->reactions[class][k / TYPES][k % TYPES], kind);
    }
    return has;
}

static bool needs_filter(enum class class)
{
    for (int state = 0; state < STATES; state++) {
        if (!is_process(class) || table->filters[class][state].taking == TAKE_IF) {
            return class != BETA || class_has_op(class, OP_BECOME);
        }
    }
    return false;
}

static void print_class(enum class class)
{
    const char *n = class_names[class];
    bool turns = class_has_op(class, OP_BECOME) && !is_process(class);
    fprintf(out, "\n/* ---- %s ---- */\n", n);
    if (turns) {
        fprintf(out, "\nstatic void %s_turn(struct %s *self);\n", n, n);
    }
    print_init(class);
    for (int type = 0; type < TYPES; type++) {
        if (class != BETA || type != TICK || turns) {
            print_handler(class, (enum type)type);
        }
    }
    if (needs_filter(class)) {
        print_filter(class);
    }
    if (is_process(class)) {
        print_process(class);
    } else {
        fprintf(out, "\n");
        print_handler_actor(class);
        if (turns) {
            print_other_behaviour(class);
        }
    }
}

static void mark_spawned(const struct reaction *r, bool *used)
{
    for (int i = 0; i < OPS_MAX; i++) {
        if (r->ops[i].kind == OP_SPAWN) {
            used[r->ops[i].class] = true;
        }
    }
}

static void find_used(bool used[CLASSES])
{
    for (int i = 0; i < table->actor_count; i++) {
        used[table->actors[i]] = true;
    }
    for (int round = 0; round < CLASSES; round++) {
        for (int c = 0; c < CLASSES; c++) {
            if (!used[c]) {
                continue;
            }
            mark_spawned(&table->init[c], used);
            for (int k = 0; k < STATES * TYPES; k++) {
                mark_spawned(&table->reactions[c][k / TYPES][k % TYPES], used);
            }
        }
    }
}

static void print_main(void)
{
    fprintf(out, "\nint main(void)\n{\n");
    if (has(table, WITH_SHARED)) {
        fprintf(out, "    hr_shared_global(cells);\n");
    }
    fprintf(out, "    grave = hr_spawn(grave);\n");
    for (int i = 0; i < table->actor_count; i++) {
        fprintf(out, "    actors[%d] = hr_spawn(%s, .id = %d, .depth = 2, .quiet = true);\n", i, class_names[table->actors[i]], i + 1);
    }
    for (int i = 0; i < table->first_count; i++) {
        const struct first_message *m = &table->first[i];
        fprintf(out, "    hr_send(actors[%d], %s", m->to, type_names[m->type]);
        if (m->type != TICK) {
            fprintf(out, ", .depth = %d, .value = %d, .serial = %d", m->depth, m->value, i + 1);
        }
        fprintf(out, ");\n");
    }
    fprintf(out, "    return hr_run();\n}\n");
}

static void print_head(const struct trial *t, const char *wrong)
{
    struct option_words options;
    struct words none = { 0 };
    char command[COMMAND_MAX];
    trial_options(t, table, &options);
    harrier_command("harrier", "./lost", &options.words, &none, command);
    fprintf(out, "/* A generated program, made small. What is wrong under this check: %s.\n *\n *     cc -g lost.c -lharrier -o lost\n *     %s\n *\n"
                 " * What exists: the same with `--output ends:-`, and with `--channel %s --search stateless` alone. */\n",
            wrong, command, channel_names[t->channel]);
}

void print_program(FILE *to, const struct table *of, const struct trial *t, const char *wrong)
{
    bool used[CLASSES] = { false };
    out = to;
    table = of;
    if (t != NULL) {
        print_head(t, wrong);
    }
    find_used(used);
    fputs(head, out);
    for (int c = 0; c < CLASSES; c++) {
        if (used[c]) {
            fprintf(out, "struct %s { FIELDS };\nHR_DECLARE_ACTOR(%s);\n", class_names[c], class_names[c]);
        }
    }
    fprintf(out, "static hr_ref actors[%d], grave;\n", ACTORS_MAX);
    if (has(table, WITH_SHARED)) {
        fprintf(out, "static int cells[%d];\n", CELLS);
    }
    fputs(taking, out);
    fputs(grave, out);
    for (int c = 0; c < CLASSES; c++) {
        if (used[c]) {
            print_class((enum class)c);
        }
    }
    print_main();
}
