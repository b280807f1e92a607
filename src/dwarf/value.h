/* Prints C values from raw bytes, with names and layouts from the debug information. No address is ever printed, so
 * the text of equal values is equal, wherever they lie. */
#ifndef HARRIER_DWARF_VALUE_H
#define HARRIER_DWARF_VALUE_H

#include "base/text.h"
#include "dwarf/debuginfo.h"
#include "trace/recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that pointers may be followed into: the bytes of [address, address + size) as they were at that moment. */
struct value_memory {
    uint64_t address;
    const unsigned char *bytes;
    size_t size;
};

/* All borrowed. */
struct value_context {
    struct debuginfo *debug;           /* NULL: print bytes */
    const struct value_memory *memory; /* where pointers can be followed */
    size_t memory_count;
    const struct record_array *arrays; /* pointers in the memory that lead to arrays, with their sizes */
    size_t array_count;
    uint64_t message; /* the address in the memory of a message that was received and is still there; 0: none is */
    size_t message_size;
    /* Name of an actor reference; false if unknown. Fields of the typedef `hr_ref` are printed through it, 0 as
     * `nobody`. May be NULL. */
    bool (*actor_name)(void *user, uint64_t ref, char *out, size_t size);
    void *user;
    bool whole; /* nothing is left out, for comparing: whatever is long, deep, or another member of a union */
};

/* `{value=5, name="x", items=[1, 2, 3]}` for `struct NAME`; without debug information `{12 bytes: 05 00 ...}`; nothing
 * at all for an empty struct.
 *   pointers   NULL, "string", ->{...} and ->5 into the memory (three deep, then ->...), &function, &global+4,
 *              (pointer) for the rest
 *              [...] for an array whose size is known, a hundred of its elements
 *   unions     the first member; ` | ...` stands for the others
 *   hr_received  `Ware{price=3} from seller`; without the content when that is gone
 *   long       eight elements of an array, 60 characters of a string, then `...` */
void value_print_struct(const struct value_context *c, const char *struct_name, const void *bytes, size_t size, struct text *out);

/* `value 0 -> 5, queue[1] 3 -> 7, head->next->value 1 -> 2`: the leaves that differ between two versions of a struct
 * and of what its pointers reach. A pointer that only points elsewhere, at equal content, is no change. Prints six of
 * them, then `, ... (N more)`. Returns how many differ; prints nothing when none does. */
size_t value_print_changes(const struct value_context *before, const struct value_context *after, const char *struct_name,
                           const void *bytes_before, const void *bytes_after, size_t size, struct text *out);

#endif
