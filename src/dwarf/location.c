#include "dwarf/location.h"

#include <dwarf.h>
#include <string.h>

#include "dwarf/value_node.h"

enum { DEEP = 32 };

struct machine {
    const struct frame *frame;
    const struct value_context *memory;
    uint64_t shift;
    uint64_t stack[DEEP];
    size_t depth;
    bool lost;
    bool is_value;         /* the top of the stack is the value itself */
    bool looked;           /* something of the frame was looked at */
    int in_register;       /* the location is this register; -1: it is none */
    struct location whole; /* what pieces have made so far */
};

static void push(struct machine *m, uint64_t value)
{
    m->lost = m->lost || m->depth == DEEP;
    if (!m->lost) {
        m->stack[m->depth++] = value;
    }
}

static uint64_t pop(struct machine *m)
{
    m->lost = m->lost || m->depth == 0;
    return m->lost ? 0 : m->stack[--m->depth];
}

static uint64_t register_value(struct machine *m, uint64_t number)
{
    m->lost = m->lost || number >= FRAME_REGISTERS || !m->frame->known[number];
    return m->lost ? 0 : m->frame->registers[number];
}

/* Reads what lies at an address, as far as the memory is known. */
static uint64_t fetch(struct machine *m, uint64_t address, size_t size)
{
    size_t more;
    uint64_t value = 0;
    const unsigned char *at = size <= sizeof value ? node_bytes(m->memory, address, size, &more) : NULL;
    m->lost = m->lost || at == NULL;
    if (!m->lost) {
        memcpy(&value, at, size);
    }
    return value;
}

static bool operator_of_two(struct machine *m, unsigned atom)
{
    if (atom != DW_OP_plus && atom != DW_OP_minus && atom != DW_OP_mul && atom != DW_OP_and && atom != DW_OP_or && atom != DW_OP_xor &&
        atom != DW_OP_shl && atom != DW_OP_shr && atom != DW_OP_shra) {
        return false;
    }
    uint64_t right = pop(m), left = pop(m);
    switch (atom) {
    case DW_OP_plus: push(m, left + right); break;
    case DW_OP_minus: push(m, left - right); break;
    case DW_OP_mul: push(m, left * right); break;
    case DW_OP_and: push(m, left & right); break;
    case DW_OP_or: push(m, left | right); break;
    case DW_OP_xor: push(m, left ^ right); break;
    case DW_OP_shl: push(m, right < 64 ? left << right : 0); break;
    case DW_OP_shr: push(m, right < 64 ? left >> right : 0); break;
    default: push(m, (uint64_t)((int64_t)left >> (right < 64 ? right : 63))); break;
    }
    return true;
}

static bool constant(struct machine *m, const Dwarf_Op *op)
{
    switch (op->atom) {
    case DW_OP_const1u:
    case DW_OP_const2u:
    case DW_OP_const4u:
    case DW_OP_const8u:
    case DW_OP_constu:
    case DW_OP_const1s:
    case DW_OP_const2s:
    case DW_OP_const4s:
    case DW_OP_const8s:
    case DW_OP_consts: push(m, op->number); return true; /* libdw has extended the sign */
    case DW_OP_addr: push(m, op->number + m->shift); return true;
    default:
        if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31) {
            push(m, op->atom - DW_OP_lit0);
            return true;
        }
        return false;
    }
}

static bool of_the_frame(struct machine *m, const Dwarf_Op *op)
{
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
        m->in_register = op->atom - DW_OP_reg0;
    } else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
        push(m, register_value(m, op->atom - DW_OP_breg0) + op->number);
    } else if (op->atom == DW_OP_regx) {
        m->in_register = op->number < FRAME_REGISTERS ? (int)op->number : FRAME_REGISTERS;
    } else if (op->atom == DW_OP_bregx) {
        push(m, register_value(m, op->number) + op->number2);
    } else if (op->atom == DW_OP_fbreg) {
        m->lost = m->lost || !m->frame->has_base;
        push(m, m->frame->base + op->number);
    } else if (op->atom == DW_OP_call_frame_cfa) {
        m->lost = m->lost || !m->frame->has_cfa;
        push(m, m->frame->cfa);
    } else {
        return false;
    }
    return true;
}

/* What a register held when the function was called. Compilers describe parameters that the function does not change like this when it needs
 * their registers for something else. */
static bool at_entry(struct machine *m, const Dwarf_Op *op, Dwarf_Attribute *attribute)
{
    static const unsigned passed_in[FRAME_ARGUMENTS] = { DW_OP_reg5, DW_OP_reg4 }; /* rdi, rsi */
    Dwarf_Attribute inner;
    Dwarf_Op *ops;
    size_t count;
    if ((op->atom != DW_OP_entry_value && op->atom != DW_OP_GNU_entry_value) || attribute == NULL ||
        dwarf_getlocation_attr(attribute, op, &inner) != 0 || dwarf_getlocation(&inner, &ops, &count) != 0 || count != 1) {
        return false;
    }
    for (size_t i = 0; i < m->frame->argument_count; i++) {
        if (ops[0].atom == passed_in[i]) {
            push(m, m->frame->arguments[i]);
            return true;
        }
    }
    return false;
}

static bool arrange(struct machine *m, const Dwarf_Op *op)
{
    uint64_t top;
    switch (op->atom) {
    case DW_OP_nop: return true;
    case DW_OP_dup: push(m, top = pop(m)), push(m, top); return true;
    case DW_OP_drop: pop(m); return true;
    case DW_OP_over:
        m->lost = m->lost || m->depth < 2;
        push(m, m->lost ? 0 : m->stack[m->depth - 2]);
        return true;
    case DW_OP_plus_uconst: push(m, pop(m) + op->number); return true;
    case DW_OP_neg: push(m, -pop(m)); return true;
    case DW_OP_not: push(m, ~pop(m)); return true;
    case DW_OP_deref: push(m, fetch(m, pop(m), sizeof top)); return true;
    case DW_OP_deref_size: push(m, fetch(m, pop(m), op->number)); return true;
    case DW_OP_stack_value: m->is_value = true; return true;
    default: return false;
    }
}

/* The location that was described so far. */
static struct location described(struct machine *m)
{
    struct location l = { .kind = LOCATION_LOST };
    if (m->lost) {
        return l;
    }
    if (m->in_register >= 0) {
        l = (struct location){ .kind = LOCATION_REGISTER, .address = (uint64_t)m->in_register };
    } else if (m->depth != 0) {
        uint64_t top = pop(m);
        l = (struct location){ .kind = m->is_value ? LOCATION_VALUE : LOCATION_MEMORY, .address = top, .size = sizeof top };
        l.constant = m->is_value && !m->looked;
        memcpy(l.bytes, &top, sizeof top);
    }
    return l;
}

/* A variable in several places: the bytes of each are put together. */
static void piece(struct machine *m, size_t size)
{
    struct location part = described(m);
    size_t more;
    const unsigned char *from = part.bytes;
    if (part.kind == LOCATION_REGISTER) {
        uint64_t value = register_value(m, part.address);
        memcpy(part.bytes, &value, sizeof value);
        part.size = sizeof value;
    } else if (part.kind == LOCATION_MEMORY) {
        from = node_bytes(m->memory, part.address, size, &more);
        part.size = size;
    }
    m->lost = m->lost || part.kind == LOCATION_LOST || from == NULL || size > part.size || size > LOCATION_BYTES - m->whole.size;
    if (!m->lost) {
        memcpy(m->whole.bytes + m->whole.size, from, size);
        m->whole.size += size;
        m->whole.kind = LOCATION_VALUE;
    }
    m->depth = 0;
    m->in_register = -1;
    m->is_value = false;
}

static bool implicit_value(struct machine *m, const Dwarf_Op *op, Dwarf_Attribute *attribute)
{
    Dwarf_Block block;
    if (op->atom != DW_OP_implicit_value || attribute == NULL || dwarf_getlocation_implicit_value(attribute, op, &block) != 0 ||
        block.length > LOCATION_BYTES) {
        return false;
    }
    m->whole = (struct location){ .kind = LOCATION_VALUE, .size = block.length, .constant = true };
    memcpy(m->whole.bytes, block.data, block.length);
    return true;
}

struct location location_find(const Dwarf_Op *ops, size_t count, const struct frame *f, const struct value_context *memory,
                              Dwarf_Attribute *attribute, uint64_t shift)
{
    struct machine m = { .frame = f, .memory = memory, .shift = shift, .in_register = -1 };
    for (size_t i = 0; i < count && !m.lost; i++) {
        const Dwarf_Op *op = &ops[i];
        if (op->atom == DW_OP_piece) {
            piece(&m, op->number);
            continue;
        }
        bool plain = constant(&m, op);
        m.looked = m.looked || (!plain && op->atom != DW_OP_stack_value);
        if (!plain && !of_the_frame(&m, op) && !operator_of_two(&m, op->atom) && !arrange(&m, op) && !implicit_value(&m, op, attribute) &&
            !at_entry(&m, op, attribute)) {
            m.lost = true; /* other values at the function's entry, jumps, types: nobody saved these, or compilers hardly use them */
        }
    }
    if (!m.lost && m.whole.kind == LOCATION_VALUE) {
        return m.whole;
    }
    return described(&m);
}
