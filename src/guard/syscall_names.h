/* Names of system calls, for findings; the table is generated at build time. */
#ifndef HARRIER_GUARD_SYSCALL_NAMES_H
#define HARRIER_GUARD_SYSCALL_NAMES_H

/* NULL when unknown. */
const char *syscall_name(long number);

#endif
