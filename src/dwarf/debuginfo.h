/* What the debug information of the program under test says: names and places of code and data, and struct layouts.
 * It reads files only, never a live process. Everything may be missing; then the answer is "unknown", not an error. */
#ifndef HARRIER_DWARF_DEBUGINFO_H
#define HARRIER_DWARF_DEBUGINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct debuginfo;

struct source_place {
    char function[128]; /* empty: unknown */
    char file[256];     /* relative to the compile directory when inside it */
    int line;           /* 0: unknown */
};

/* Opens the program and, beside it or under /usr/lib/debug, its separate debug file. Copies the path. NULL only when
 * memory is out: a program without debug information answers "unknown" to everything. */
struct debuginfo *debuginfo_open(const char *program);
void debuginfo_close(struct debuginfo **d);

/* The main program has DWARF, so structs can be printed by field. */
bool debuginfo_available(const struct debuginfo *d);

/* Load bias of the main program: runtime address = link address + bias. Zero until set, as it is for non-PIE. */
void debuginfo_bias(struct debuginfo *d, uint64_t bias);

/* A shared library mapped with this bias; path as in /proc/self/maps, copied. Naming it again moves it. A file that
 * cannot be read ([vdso], deleted) is ignored. */
void debuginfo_library(struct debuginfo *d, const char *path, uint64_t bias);

/* The checker's own library: nothing of it is shown, but stacks that wait lead through its functions. */
void debuginfo_engine(struct debuginfo *d, const char *path, uint64_t bias);

/* Where a runtime code address is. For a return address pass address - 1. False when file and line are unknown; the
 * function may be filled even then, from the symbol table. Inlined code is placed in the function it was written in. */
bool debuginfo_place(struct debuginfo *d, uint64_t address, struct source_place *out);

/* Where the function that starts at this address is defined. False as above. */
bool debuginfo_function(struct debuginfo *d, uint64_t address, struct source_place *out);

/* The data object (global, file-static or function-static) that covers a runtime address: its name as written in the
 * source, and the offset into it. `decl`, if not NULL, receives where it is declared (line 0 when unknown); its
 * `function` is the one that contains a function-static. */
bool debuginfo_object(struct debuginfo *d, uint64_t address, char *name, size_t size, uint64_t *offset, struct source_place *decl);

/* The same for a thread-local object of the main program, by its offset in the TLS block. */
bool debuginfo_tls_object(struct debuginfo *d, uint64_t tls_offset, char *name, size_t size, uint64_t *offset);

/* Bytes at a runtime address that no run can change, such as string literals: those of read-only segments, as they
 * are in the file. `size` receives how many follow. NULL when the address is not there. Borrowed from `d`. */
const unsigned char *debuginfo_constant(struct debuginfo *d, uint64_t address, size_t *size);

/* The link address of what lies at this offset of the main program's file. False when it is not loaded. */
bool debuginfo_at_file_offset(struct debuginfo *d, uint64_t offset, uint64_t *address);

#define DEBUGINFO_ANY_SIZE SIZE_MAX

/* The complete definition of `struct NAME` with this size in bytes, as a Dwarf_Die (void, so that libdw's headers stay
 * with those who need them). A struct that ends in a flexible array also matches greater sizes. A typedef of a struct
 * without a tag is found by its own name. NULL when there is none. Borrowed from `d`. */
const void *debuginfo_struct(struct debuginfo *d, const char *name, size_t size);

/* All complete definitions of that name and of just that size in the main program; how many, `most` at most. */
size_t debuginfo_structs(struct debuginfo *d, const char *name, size_t size, const void **out, size_t most);

#endif
