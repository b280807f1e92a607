/* The file of a checkpoint that holds the journal, compressed: frames of zstd one after the other, one for each checkpoint. It only grows;
 * what counts is its beginning, up to where the manifest says. */
#ifndef HARRIER_CHECKPOINT_DATA_FILE_H
#define HARRIER_CHECKPOINT_DATA_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct data_file {
    char path[PATH_MAX];
    int fd;              /* -1: not open */
    uint64_t bytes;      /* written, or to be read */
    void *hash;          /* of these bytes */
    void *stream;        /* that compresses, or expands */
    uint64_t done;       /* reading: bytes that were expanded */
    unsigned char *read; /* reading: what is not expanded yet */
    size_t read_size, read_at;
    bool failed;
};

/* Makes a new file, or opens one to go on behind its first `bytes`, which must be those with this hash. False: errno says why, or EBADMSG for
 * bytes that are not the same, EAGAIN while another run writes to it. */
bool data_file_create(struct data_file *d, const char *path);
bool data_file_append(struct data_file *d, const char *path, uint64_t bytes, uint64_t hash);
/* Opens one to read; `alone`: only if no other run writes to it. */
bool data_file_read_open(struct data_file *d, const char *path, uint64_t bytes, uint64_t hash, bool alone);
/* Compresses and writes; data_file_settle() also writes what is not written yet, to the disk. False: errno says why. */
bool data_file_write(struct data_file *d, const void *from, size_t size);
bool data_file_settle(struct data_file *d);
/* Writes bytes that are compressed already, behind what was settled. */
bool data_file_add(struct data_file *d, const void *from, size_t size);
uint64_t data_file_hash(const struct data_file *d);
/* Expands up to `size` bytes; returns how many, 0 at the end. SIZE_MAX: it is damaged. */
size_t data_file_read(struct data_file *d, void *to, size_t size);
void data_file_close(struct data_file *d);

#endif
