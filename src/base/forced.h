/* What a program that is forced to follow a schedule (HARRIER_SCHEDULE) tells the command that started it: lines "WORD TEXT", written
 * to the descriptor that the environment names. A program that writes no line has not followed the schedule. */
#ifndef HARRIER_BASE_FORCED_H
#define HARRIER_BASE_FORCED_H

#define FORCED_ENV "HARRIER_FORCED_FD"
#define FORCED_FOLLOWED "followed"   /* all deliveries of the schedule have happened */
#define FORCED_MISFIT "misfit"       /* where and why the schedule cannot be followed */
#define FORCED_VIOLATION "violation" /* the violation, with its place and kind */

enum { FORCED_LINE = 1600 }; /* one write, so that lines of several threads do not mix */

#endif
