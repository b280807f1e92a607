/* Reactions as C. */
#include "print_parts.h"

/* ---- parts of ops ---- */

static void print_value(const struct printer *p, const struct op *o, bool is_init)
{
    static const char *const bases[] = { "", "self->sum", "value", "self->got" };
    if (o->source == FROM_NUMBER || (o->source == FROM_VALUE && is_init)) {
        fprintf(p->out, "%d", o->number % 4);
    } else {
        fprintf(p->out, "(%d + %s) %% 4", o->number + 4, bases[o->source]);
    }
}

static const char *target(const struct op *o, char *buffer)
{
    switch (o->target) {
    case TO_ACTOR: sprintf(buffer, "actors[%d]", o->index); return buffer;
    case TO_SELF: return "hr_self()";
    case TO_SENDER: return "hr_sender()";
    default: return "self->child";
    }
}

/* The parts of a message; those of a Tick are counted, not sent. */
static void print_content(const struct printer *p, const struct op *o, bool is_init)
{
    if (o->type != TICK) {
        fprintf(p->out, ", .depth = depth - 1, .value = ");
        print_value(p, o, is_init);
        fprintf(p->out, ", .serial = SERIAL(self)");
    }
}

/* ---- messages ---- */

static void print_send(const struct printer *p, const struct op *o, const char *to, bool is_init)
{
    if (o->type == PUSH && has(p->table, WITH_PARCELS)) {
        fprintf(p->out, "send_parcel(%s, depth - 1, ", to);
        print_value(p, o, is_init);
        fprintf(p->out, ", SERIAL(self));\n");
        return;
    }
    fprintf(p->out, "%shr_send(%s, %s", o->type == TICK ? "self->sent++; " : "", to, printed_types[o->type]);
    print_content(p, o, is_init);
    fprintf(p->out, ");\n");
}

static void print_call(const struct printer *p, const struct op *o, const char *to, bool is_init)
{
    const char *type = has(p->table, WITH_PARCELS) ? "Packet" : "Answer";
    fprintf(p->out, "struct %s a = hr_call(%s, %s, %s", type, to, type, printed_types[o->type]);
    print_content(p, o, is_init);
    fprintf(p->out, ");\n");
    if (has(p->table, WITH_PARCELS)) {
        fprintf(p->out, "            hr_assert(hr_call_error() != 0 ? a.word == NULL : strcmp(a.word, labels[a.value]) == 0);\n");
    }
    fprintf(p->out, "            self->got = hr_call_error() != 0 ? -hr_call_error() : a.value;\n"
                    "            NOTE(self, 5000 + self->got + 10);\n");
}

static void print_after(const struct printer *p, const struct op *o, bool is_init)
{
    if (o->type == PUSH && has(p->table, WITH_PARCELS)) {
        fprintf(p->out, "if (depth > 0) {\n            self->timer = set_parcel_timer(%d, depth - 1, ", 3 * o->number);
        print_value(p, o, is_init);
        fprintf(p->out, ", SERIAL(self));\n        }");
        return;
    }
    fprintf(p->out, "if (depth > 0) {\n            %sself->timer = hr_after(%d, %s", o->type == TICK ? "self->sent++; " : "", 3 * o->number,
            printed_types[o->type]);
    print_content(p, o, is_init);
    fprintf(p->out, ");\n        }");
}

static void print_spawn(const struct printer *p, const struct op *o, bool is_init)
{
    fprintf(p->out,
            "if (depth > 0 && self->children < 2 - self->level) {\n            self->children++;\n"
            "            self->child = hr_spawn(%s, .id = self->id * 10 + self->children, .level = self->level + 1, "
            ".depth = depth - 1%s);\n        }",
            printed_classes[o->class], is_init ? ", .quiet = self->quiet" : "");
}

static void print_communication(const struct printer *p, const struct op *o, bool is_init)
{
    char buffer[40];
    const char *to = target(o, buffer);
    fprintf(p->out, "if (depth > 0 && %s != HR_NOBODY", to);
    if (o->kind == OP_RESTART) {
        fprintf(p->out, " && %s != HR_DRIVER && self->restarts < 2", to);
    }
    fprintf(p->out, ") {\n            ");
    if (o->kind == OP_SEND) {
        print_send(p, o, to, is_init);
    } else if (o->kind == OP_CALL) {
        print_call(p, o, to, is_init);
    } else {
        fprintf(p->out, "self->restarts++;\n            hr_restart(%s);\n", to);
    }
    fprintf(p->out, "        }");
}

static void print_reply(const struct printer *p, const char *to, const struct op *o, bool is_init)
{
    if (has(p->table, WITH_PARCELS)) {
        fprintf(p->out, "send_packet(%s, ", to);
    } else {
        fprintf(p->out, "hr_reply_to(%s, Answer, .value = ", to);
    }
    print_value(p, o, is_init);
    fprintf(p->out, ");\n");
}

static void print_answer(const struct printer *p, const struct op *o, bool is_init)
{
    switch (o->kind) {
    case OP_REPLY:
        fprintf(p->out, "if (due) {\n            due = false;\n            ");
        print_reply(p, "HR_NOBODY", o, is_init);
        fprintf(p->out, "        }");
        break;
    case OP_DEFER:
        fprintf(p->out, "if (due && self->caller == HR_NOBODY) {\n            due = false;\n"
                        "            self->caller = hr_sender();\n        }");
        break;
    default:
        fprintf(p->out, "if (self->caller != HR_NOBODY) {\n            ");
        print_reply(p, "self->caller", o, is_init);
        fprintf(p->out, "            self->caller = HR_NOBODY;\n        }");
        if (has(p->table, WITH_TIMERS)) {
            fprintf(p->out, " else {\n            hr_cancel(self->timer);\n            self->timer = 0;\n        }");
        }
        break;
    }
}

/* ---- memory ---- */

static void print_memory(const struct printer *p, const struct op *o, bool is_init)
{
    switch (o->kind) {
    case OP_STORE:
        fprintf(p->out, "cells[%d] = ", o->number % CELLS);
        print_value(p, o, is_init);
        fprintf(p->out, ";");
        break;
    case OP_LOAD: fprintf(p->out, "self->got = cells[%d];", o->number % CELLS); break;
    case OP_KEEP:
        fprintf(p->out, "self->kept = self->kept != NULL ? self->kept : malloc(sizeof *self->kept);\n        *self->kept = ");
        print_value(p, o, is_init);
        fprintf(p->out, ";");
        break;
    case OP_RECALL: fprintf(p->out, "self->got = self->kept != NULL ? *self->kept : 0;"); break;
    case OP_DROP: fprintf(p->out, "free(self->kept);\n        self->kept = NULL;"); break;
    default:
        fprintf(p->out, "{\n            int *block = malloc(sizeof *block);\n            hr_exclude(block, sizeof *block);\n"
                        "            *block = self->visits;\n            free(block);\n        }");
        break;
    }
}

/* ---- all of them ---- */

static void print_op(const struct printer *p, const struct op *o, enum class class, bool is_init)
{
    const char *epitaph = "hr_send(grave, Epitaph, .history = self->history);\n        ";
    switch (o->kind) {
    case OP_SEND:
    case OP_RESTART:
    case OP_CALL: print_communication(p, o, is_init); break;
    case OP_AFTER: print_after(p, o, is_init); break;
    case OP_SPAWN: print_spawn(p, o, is_init); break;
    case OP_REPLY:
    case OP_DEFER:
    case OP_SETTLE: print_answer(p, o, is_init); break;
    case OP_CANCEL: fprintf(p->out, "hr_cancel(self->timer);\n        self->timer = 0;"); break;
    case OP_BECOME: fprintf(p->out, is_process(class) ? ";" : "%s_turn(self);", printed_classes[class]); break;
    case OP_ASSERT: fprintf(p->out, "hr_assert(%sself->sum %% 4 != %d);", is_init ? "self->quiet || " : "", o->number); break;
    case OP_LEAVE: fprintf(p->out, is_process(class) ? "return false;" : "return;"); break;
    case OP_STOP: fprintf(p->out, "{\n        %shr_stop();\n        }", epitaph); break;
    case OP_FAIL: fprintf(p->out, "{\n        %shr_fail(%d);\n        }", epitaph, o->number); break;
    case OP_CLOCK: fprintf(p->out, "self->got = (int)(hr_now() %% 8);"); break;
    case OP_SOMETIMES: fprintf(p->out, "%s_site(self->sum %% 4 == %d);", o->number % SITES == 0 ? "first" : "second", o->number); break;
    case OP_SYNC: fprintf(p->out, "hr_sync();"); break;
    case OP_NOTE: fprintf(p->out, "hr_note(\"sum is %%d\", self->sum);"); break;
    default: print_memory(p, o, is_init); break;
    }
}

/* A choice of 0 leaves out the op that follows, be it another choice. */
static void print_choice(const struct printer *p, int number, bool after_choice, bool is_init)
{
    bool conditional = after_choice || is_init;
    if (conditional) {
        fprintf(p->out, "        if (%s%s%s) {\n", after_choice ? "pick != 0" : "", after_choice && is_init ? " && " : "",
                is_init ? "!self->quiet" : "");
    }
    fprintf(p->out, "        pick = hr_choose(%d);\n        NOTE(self, 6000 + pick);\n", number);
    if (conditional) {
        fprintf(p->out, "        } else {\n            pick = 1;\n        }\n");
    }
}

void print_ops(const struct printer *p, const struct reaction *r, enum class class, bool is_init)
{
    bool after_choice = false;
    for (int i = 0; i < OPS_MAX; i++) {
        const struct op *o = &r->ops[i];
        if (o->kind == OP_CHOOSE) {
            print_choice(p, o->number, after_choice, is_init);
        } else if (o->kind != OP_NONE) {
            fprintf(p->out, "        %s", after_choice ? "if (pick != 0) {\n        " : "");
            print_op(p, o, class, is_init);
            fprintf(p->out, after_choice ? "\n        }\n" : "\n");
        }
        after_choice = o->kind == OP_CHOOSE;
    }
}

bool has_op(const struct reaction *r, enum op_kind kind)
{
    for (int i = 0; i < OPS_MAX; i++) {
        if (r->ops[i].kind == kind) {
            return true;
        }
    }
    return false;
}
