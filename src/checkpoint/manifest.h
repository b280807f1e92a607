/* The manifest of a checkpoint: the file that the user names. It says what the checkpoint belongs to (identity.h), which part of which data file
 * holds the journal, and what was found until then. It is written to a new file, which takes the old one's place at once when it is
 * complete: so there always is a whole checkpoint, whatever happens meanwhile. */
#ifndef HARRIER_CHECKPOINT_MANIFEST_H
#define HARRIER_CHECKPOINT_MANIFEST_H

#include <limits.h>
#include <stdint.h>

#include "checkpoint/identity.h"

struct manifest {
    struct identity identity;
    char data[NAME_MAX + 1]; /* the data file's name, in the same folder */
    uint64_t data_bytes, data_hash, journal_bytes;
    uint64_t states;         /* for the reader */
    unsigned char *snapshot; /* see snapshot.h */
    size_t snapshot_size;
};

/* False: errno says why. */
bool manifest_write(const struct manifest *m, const char *path);
/* False after writing to `why` what is wrong. The caller frees it in either case. */
bool manifest_read(struct manifest *m, const char *path, char *why, size_t size);
void manifest_free(struct manifest *m);

#endif
