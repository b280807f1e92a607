/* Messages of the command itself. */
#ifndef HARRIER_REPORT_SAY_H
#define HARRIER_REPORT_SAY_H

enum exit_status {
    EXIT_PASSED = 0,
    EXIT_VIOLATION = 1,
    EXIT_UNUSABLE = 2,
    EXIT_INCONCLUSIVE = 3,
    EXIT_NONDETERMINISTIC = 4,
    EXIT_SKIPPED = 77,
    EXIT_BROKEN = 99,
};

/* The exit status of a command that could not write all its output: an error, unless it has found a violation. */
int status_unwritten(int status);
/* `harrier: ...` on standard error. */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
