/* Opening and closing the files of a checkpoint (checkpoint_open(), checkpoint_close()), and what of it the rest needs. */
#ifndef HARRIER_CHECKPOINT_FILES_H
#define HARRIER_CHECKPOINT_FILES_H

#include "checkpoint/checkpoint.h"

/* Removes the data file of an earlier run, when no manifest names it any more. */
void files_remove_other(const struct checkpoint *c);

#endif
