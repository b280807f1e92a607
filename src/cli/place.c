#include "cli/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/say.h"

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* The folder that a path lies in, allocated. */
static char *parent_of(const char *path)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/') {
        end--;
    }
    while (end > 0 && path[end - 1] != '/') {
        end--;
    }
    while (end > 1 && path[end - 1] == '/') {
        end--;
    }
    return end == 0 ? strdup(".") : strndup(path, end);
}

/* Missing folders will be made, so what matters is the nearest folder that exists. */
bool place_takes_folder(const char *path)
{
    if (access(path, F_OK) == 0) {
        errno = ENOTDIR;
        return is_folder(path) && access(path, W_OK | X_OK) == 0;
    }
    if (errno != ENOENT) {
        return false;
    }
    char *parent = parent_of(path);
    bool good = parent != NULL && strcmp(parent, path) != 0 && place_takes_folder(parent);
    int why = errno;
    free(parent);
    errno = why;
    return good;
}

bool place_takes_file(const char *path)
{
    if (access(path, F_OK) == 0) {
        errno = EISDIR;
        return !is_folder(path) && access(path, W_OK) == 0;
    }
    if (errno != ENOENT) {
        return false;
    }
    char *parent = parent_of(path);
    bool good = parent != NULL && access(parent, W_OK | X_OK) == 0;
    int why = errno;
    free(parent);
    errno = why;
    return good;
}

bool places_writable(const struct options *o)
{
    for (size_t i = 0; i < o->output_count; i++) {
        const char *file = o->outputs[i].file;
        if (strcmp(file, "-") != 0 && !place_takes_file(file)) {
            say_error("cannot write %s: %s", file, strerror(errno));
            return false;
        }
    }
    if (o->save != NULL && !place_takes_folder(o->save)) {
        say_error("the schedules cannot be kept in %s: %s", o->save, strerror(errno));
        return false;
    }
    /* The default folder is made only when there is something to keep. */
    if (o->outdir != NULL && strcmp(o->outdir, ".harrier") != 0 && !place_takes_folder(o->outdir)) {
        say_error("schedules cannot be kept in %s: %s (--outdir DIR names another place)", o->outdir, strerror(errno));
        return false;
    }
    return true;
}
