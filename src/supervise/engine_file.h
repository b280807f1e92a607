/* The engine's library: where it is, and how the loader is told to put it into the program. */
#ifndef HARRIER_SUPERVISE_ENGINE_FILE_H
#define HARRIER_SUPERVISE_ENGINE_FILE_H

#include <limits.h>
#include <stdbool.h>

struct engine_file {
    int folder_fd;               /* where it is; -1: not needed */
    char preload[PATH_MAX + 40]; /* the value of LD_PRELOAD, in a process that engine_hand_over() was called in */
};

/* False when there is none. */
bool engine_find(struct engine_file *e);
/* In the process that becomes the program. */
void engine_hand_over(const struct engine_file *e);
void engine_close(struct engine_file *e);

#endif
