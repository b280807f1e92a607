#include "dwarf/frames.h"

#include <stdlib.h>
#include <string.h>

#include "dwarf/debuginfo_object.h"
#include "dwarf/value_node.h"

/* Numbers of registers in the debug information of this machine, x86-64, and the order in which actor/context_x86_64.S saves them. */
enum { RBX = 3, RBP = 6, RSP = 7, R12 = 12, R13, R14, R15, RETURN_ADDRESS };
static const int saved[] = { R15, R14, R13, R12, RBX, RBP, RETURN_ADDRESS };
enum { SAVED = sizeof saved / sizeof *saved };

bool frames_first(const struct value_memory *stack, struct frame *out)
{
    uint64_t words[SAVED];
    *out = (struct frame){ .pc = 0 };
    if (stack->size < sizeof words) {
        return false;
    }
    memcpy(words, stack->bytes, sizeof words);
    for (size_t i = 0; i < SAVED; i++) {
        out->registers[saved[i]] = words[i];
        out->known[saved[i]] = true;
    }
    out->registers[RSP] = stack->address + sizeof words;
    out->known[RSP] = true;
    out->pc = words[SAVED - 1];
    return true;
}

/* The rules for unwinding at a frame's address; to be freed. NULL: there are none. */
static Dwarf_Frame *rules_of(struct debuginfo *d, const struct frame *f)
{
    uint64_t link = f->pc - 1; /* inside the call: what follows it may belong to another function */
    struct debuginfo_object *o = object_find_code(d, &link);
    Dwarf_Addr bias;
    Dwarf_Frame *rules = NULL;
    for (int i = 0; o != NULL && o->module != NULL && i < 2 && rules == NULL; i++) {
        Dwarf_CFI *cfi = i == 0 ? dwfl_module_eh_cfi(o->module, &bias) : dwfl_module_dwarf_cfi(o->module, &bias);
        if (cfi == NULL || dwarf_cfi_addrframe(cfi, link + o->elf_shift - bias, &rules) != 0) {
            rules = NULL;
        }
    }
    return rules;
}

static bool find_cfa(const struct value_context *c, Dwarf_Frame *rules, struct frame *f)
{
    Dwarf_Op *ops;
    size_t count;
    if (rules == NULL || dwarf_frame_cfa(rules, &ops, &count) != 0) {
        return false;
    }
    struct location l = location_find(ops, count, f, c, NULL, 0);
    f->has_cfa = l.kind == LOCATION_MEMORY || l.kind == LOCATION_VALUE;
    f->cfa = l.address;
    return f->has_cfa;
}

bool frames_place(const struct value_context *c, struct frame *f)
{
    Dwarf_Frame *rules = rules_of(c->debug, f);
    bool good = find_cfa(c, rules, f);
    free(rules);
    return good;
}

/* A register as the caller has it. */
static void restore(const struct value_context *c, Dwarf_Frame *rules, const struct frame *inner, int number, struct frame *outer)
{
    Dwarf_Op memory[3], *ops;
    size_t count, more;
    if (dwarf_frame_register(rules, number, memory, &ops, &count) != 0 || (count == 0 && ops == memory)) {
        return; /* not kept across calls */
    }
    if (count == 0) {
        outer->registers[number] = inner->registers[number];
        outer->known[number] = inner->known[number];
        return;
    }
    struct location l = location_find(ops, count, inner, c, NULL, 0);
    const unsigned char *at = l.kind == LOCATION_MEMORY ? node_bytes(c, l.address, sizeof(uint64_t), &more) : NULL;
    if (l.kind == LOCATION_REGISTER && l.address < FRAME_REGISTERS) {
        outer->registers[number] = inner->registers[l.address];
        outer->known[number] = inner->known[l.address];
    } else if (l.kind == LOCATION_VALUE || at != NULL) {
        memcpy(&outer->registers[number], at != NULL ? at : l.bytes, sizeof(uint64_t));
        outer->known[number] = true;
    }
}

bool frames_of_engine(const struct value_context *c, const struct frame *f)
{
    uint64_t link = f->pc - 1;
    return c->debug->engine != NULL && object_find_code(c->debug, &link) == c->debug->engine;
}

bool frames_outward(const struct value_context *c, struct frame *f)
{
    Dwarf_Frame *rules = rules_of(c->debug, f);
    struct frame outer = { .pc = 0 };
    if (find_cfa(c, rules, f)) {
        for (int i = 0; i < FRAME_REGISTERS; i++) {
            restore(c, rules, f, i, &outer);
        }
        outer.registers[RSP] = f->cfa;
        outer.known[RSP] = true;
        outer.pc = outer.known[RETURN_ADDRESS] ? outer.registers[RETURN_ADDRESS] : 0;
    }
    free(rules);
    bool further = outer.pc != 0 && outer.registers[RSP] > f->registers[RSP]; /* a damaged stack could lead round in circles */
    *f = outer;
    return further;
}
