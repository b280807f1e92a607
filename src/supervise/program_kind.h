/* What a program's file says about how it can be run. */
#ifndef HARRIER_SUPERVISE_PROGRAM_KIND_H
#define HARRIER_SUPERVISE_PROGRAM_KIND_H

/* Why the loader does not put the checker into it, in a few words; NULL: its file gives no reason. */
const char *program_refuses_preload(const char *path);

#endif
