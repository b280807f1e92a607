#include "checkpoint/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"

#define TITLE "harrier checkpoint "
enum { VERSION = 1 };

/* ---- writing ---- */

static void to_disk(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    snprintf(slash != NULL ? slash + 1 : folder, 2, "%s", slash != NULL ? "" : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool manifest_write(const struct manifest *m, const char *path)
{
    char *text = NULL, fresh[PATH_MAX + 8];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, TITLE "%d\n%.*s", VERSION, (int)m->identity.size, m->identity.lines);
    fprintf(out, "data %lu %016lx %lu %s\nstates %lu\nsnapshot %zu\n", m->data_bytes, m->data_hash, m->journal_bytes, m->data, m->states,
            m->snapshot_size);
    fflush(out);
    uint64_t hash = hash_bytes(m->snapshot, m->snapshot_size, hash_bytes(text, size, 0));
    fprintf(out, "checksum %016lx\n", hash);
    fwrite(m->snapshot, 1, m->snapshot_size, out);
    fclose(out);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *f = fopen(fresh, "we");
    bool good = f != NULL && fwrite(text, 1, size, f) == size && fflush(f) == 0 && fsync(fileno(f)) == 0;
    good = (f == NULL || fclose(f) == 0) && good && rename(fresh, path) == 0;
    int why = errno;
    if (good) {
        to_disk(path);
    } else if (f != NULL) {
        unlink(fresh);
    }
    free(text);
    errno = why;
    return good;
}

/* ---- reading ---- */

static unsigned char *read_whole(const char *path, size_t *size)
{
    FILE *f = fopen(path, "re");
    unsigned char *bytes = NULL;
    size_t room = 1 << 16;
    *size = 0;
    if (f == NULL) {
        return NULL;
    }
    for (size_t n = 1; n != 0; *size += n, room *= 2) {
        bytes = realloc(bytes, *size + room + 1);
        n = fread(bytes + *size, 1, room, f);
    }
    bytes[*size] = '\0';
    bool good = ferror(f) == 0;
    fclose(f);
    if (!good) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool wrong(char *why, size_t size, const char *path, const char *what)
{
    snprintf(why, size, "%s: %s", path, what);
    return false;
}

/* Takes the text apart; false when it is not complete. */
static bool take_apart(struct manifest *m, char *text, size_t size)
{
    char *data = strstr(text, "\ndata ");
    size_t snapshot_size;
    uint64_t hash;
    int end = 0, checked = 0;
    if (data == NULL || sscanf(++data, "data %lu %lx %lu %255[^\n]\nstates %lu\nsnapshot %zu\n%nchecksum %lx%n", &m->data_bytes,
                               &m->data_hash, &m->journal_bytes, m->data, &m->states, &snapshot_size, &checked, &hash, &end) != 7) {
        return false;
    }
    size_t head = (size_t)(data - text) + (size_t)end + 1, before = (size_t)(data - text) + (size_t)checked;
    if (text[head - 1] != '\n' || size - head != snapshot_size ||
        hash_bytes(text + head, snapshot_size, hash_bytes(text, before, 0)) != hash) {
        return false;
    }
    char *first = strchr(text, '\n') + 1;
    m->identity.size = (size_t)(data - first);
    m->identity.lines = malloc(m->identity.size + 1);
    memcpy(m->identity.lines, first, m->identity.size);
    m->identity.lines[m->identity.size] = '\0';
    m->snapshot_size = snapshot_size;
    m->snapshot = malloc(snapshot_size + 1);
    memcpy(m->snapshot, text + head, snapshot_size);
    return true;
}

bool manifest_read(struct manifest *m, const char *path, char *why, size_t size)
{
    size_t bytes;
    int version = 0;
    *m = (struct manifest){ .states = 0 };
    char *text = (char *)read_whole(path, &bytes);
    if (text == NULL) {
        return wrong(why, size, path, strerror(errno));
    }
    bool good = true;
    if (strncmp(text, TITLE, strlen(TITLE)) != 0 || sscanf(text + strlen(TITLE), "%d\n", &version) != 1) {
        good = wrong(why, size, path, "not a checkpoint");
    } else if (version != VERSION) {
        snprintf(why, size, "%s: a checkpoint of version %d, and this harrier reads version %d: resume it with the one that wrote it", path,
                 version, VERSION);
        good = false;
    } else if (!take_apart(m, text, bytes)) {
        good = wrong(why, size, path, "the checkpoint is damaged: its checksum does not fit");
    }
    free(text);
    return good;
}

void manifest_free(struct manifest *m)
{
    identity_free(&m->identity);
    free(m->snapshot);
    m->snapshot = NULL;
}
