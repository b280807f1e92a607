#include "checkpoint/data_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { CHUNK = 1 << 16 };

static bool open_it(struct data_file *d, const char *path, int flags, int lock)
{
    *d = (struct data_file){ .fd = -1 };
    snprintf(d->path, sizeof d->path, "%s", path);
    d->fd = open(path, flags | O_CLOEXEC, 0666);
    d->hash = XXH3_createState();
    XXH3_64bits_reset(d->hash);
    if (d->fd >= 0 && lock != 0 && flock(d->fd, lock | LOCK_NB) != 0) {
        int why = errno == EWOULDBLOCK ? EAGAIN : errno;
        data_file_close(d);
        errno = why;
    }
    return d->fd >= 0;
}

bool data_file_create(struct data_file *d, const char *path)
{
    if (!open_it(d, path, O_RDWR | O_CREAT, LOCK_EX) || ftruncate(d->fd, 0) != 0) {
        return false;
    }
    d->stream = ZSTD_createCCtx();
    return true;
}

/* Reads the first bytes, and compares their hash. */
static bool check(struct data_file *d, uint64_t bytes, uint64_t hash)
{
    unsigned char chunk[CHUNK];
    while (d->bytes < bytes) {
        uint64_t left = bytes - d->bytes;
        ssize_t n = pread(d->fd, chunk, left < sizeof chunk ? (size_t)left : sizeof chunk, (off_t)d->bytes);
        if (n <= 0) {
            errno = n == 0 ? EBADMSG : errno;
            return false;
        }
        XXH3_64bits_update(d->hash, chunk, (size_t)n);
        d->bytes += (uint64_t)n;
    }
    errno = EBADMSG;
    return data_file_hash(d) == hash;
}

bool data_file_append(struct data_file *d, const char *path, uint64_t bytes, uint64_t hash)
{
    if (!open_it(d, path, O_RDWR, LOCK_EX)) {
        return false;
    }
    if (!check(d, bytes, hash) || ftruncate(d->fd, (off_t)bytes) != 0) {
        return false;
    }
    d->stream = ZSTD_createCCtx();
    return true;
}

bool data_file_read_open(struct data_file *d, const char *path, uint64_t bytes, uint64_t hash, bool alone)
{
    if (!open_it(d, path, O_RDONLY, alone ? LOCK_SH : 0) || !check(d, bytes, hash)) {
        return false;
    }
    d->stream = ZSTD_createDCtx();
    d->read = malloc(CHUNK);
    return true;
}

static bool write_all(struct data_file *d, const unsigned char *from, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(d->fd, from + done, size - done, (off_t)(d->bytes + done));
        if (n <= 0) {
            errno = n == 0 ? ENOSPC : errno;
            d->failed = true;
            return false;
        }
        done += (size_t)n;
    }
    XXH3_64bits_update(d->hash, from, size);
    d->bytes += size;
    return true;
}

static bool compress(struct data_file *d, const void *from, size_t size, ZSTD_EndDirective end)
{
    unsigned char out[CHUNK];
    ZSTD_inBuffer in = { from, size, 0 };
    size_t left;
    do {
        ZSTD_outBuffer to = { out, sizeof out, 0 };
        left = ZSTD_compressStream2(d->stream, &to, &in, end);
        if (ZSTD_isError(left)) {
            errno = ENOMEM;
            return false;
        }
        if (!write_all(d, out, to.pos)) {
            return false;
        }
    } while (end == ZSTD_e_end ? left != 0 : in.pos < in.size);
    return true;
}

bool data_file_write(struct data_file *d, const void *from, size_t size)
{
    return compress(d, from, size, ZSTD_e_continue);
}

bool data_file_settle(struct data_file *d)
{
    return compress(d, "", 0, ZSTD_e_end) && fdatasync(d->fd) == 0;
}

bool data_file_add(struct data_file *d, const void *from, size_t size)
{
    return write_all(d, from, size);
}

uint64_t data_file_hash(const struct data_file *d)
{
    return XXH3_64bits_digest(d->hash);
}

size_t data_file_read(struct data_file *d, void *to, size_t size)
{
    ZSTD_outBuffer out = { to, size, 0 };
    while (out.pos < size) {
        if (d->read_at == d->read_size) {
            uint64_t left = d->bytes - d->done;
            ssize_t n = left == 0 ? 0 : pread(d->fd, d->read, left < CHUNK ? (size_t)left : CHUNK, (off_t)d->done);
            if (n < 0) {
                return SIZE_MAX;
            }
            if (n == 0) {
                break;
            }
            d->done += (uint64_t)n;
            d->read_size = (size_t)n;
            d->read_at = 0;
        }
        ZSTD_inBuffer in = { d->read, d->read_size, d->read_at };
        size_t result = ZSTD_decompressStream(d->stream, &out, &in);
        d->read_at = in.pos;
        if (ZSTD_isError(result)) {
            return SIZE_MAX;
        }
    }
    return out.pos;
}

void data_file_close(struct data_file *d)
{
    bool reads = d->read != NULL;
    if (d->fd >= 0) {
        close(d->fd);
    }
    if (d->stream != NULL && reads) {
        ZSTD_freeDCtx(d->stream);
    } else if (d->stream != NULL) {
        ZSTD_freeCCtx(d->stream);
    }
    XXH3_freeState(d->hash);
    free(d->read);
    *d = (struct data_file){ .fd = -1 };
}
