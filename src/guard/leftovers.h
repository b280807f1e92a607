/* What steps leave behind in memory that is put back after them without a finding: libc's data, its thread-local variables, the blocks
 * that it allocated for itself. Each leftover is what one step left, so it fits together. The audit runs steps again on top of it: one
 * that does something else then depends on an earlier step through the C library (strtok, setenv).
 *
 * Most steps leave the same, or nothing. Kept are leftovers in different places, and some with different values in the same places. */
#ifndef HARRIER_GUARD_LEFTOVERS_H
#define HARRIER_GUARD_LEFTOVERS_H

#include <stdbool.h>
#include <stdint.h>

/* main() may have changed things that do not fit to them. */
void leftovers_forget(void);
/* Before a step: whether what it leaves is to be noted. */
void leftovers_begin(bool note);
/* While memory is put back: this aligned word holds another value than before the step. */
void leftovers_note(uintptr_t address, uint64_t value);
/* How many such words there were in all steps so far, whether they were to be noted or not. */
uint64_t leftovers_noticed(void);
/* All was put back. If not `ended_well`, the step may have been interrupted anywhere, and what it left is not kept. */
void leftovers_end(bool ended_well);
/* How many are kept. They are numbered from 1. */
uint32_t leftovers_count(void);
/* At the beginning of a step: brings one back. */
void leftovers_bring_back(uint32_t number);

#endif
