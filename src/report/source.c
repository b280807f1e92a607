#include "report/source.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static FILE *open_regular(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) ? fopen(path, "r") : NULL;
}

/* A name in debug information may be relative to the folder that was compiled in, which is often the program's own or one above it. */
FILE *source_open(const char *file, const char *program)
{
    FILE *in = open_regular(file);
    char path[PATH_MAX];
    const char *slash = strrchr(program, '/');
    size_t folder = slash != NULL ? (size_t)(slash - program) : 0;
    for (int up = 0; in == NULL && file[0] != '/' && up < 4; up++) {
        int length = snprintf(path, sizeof path, "%.*s", (int)folder, program);
        length += snprintf(path + length, sizeof path - (size_t)length, "%s", folder == 0 ? "." : "");
        for (int i = 0; i < up && length < (int)sizeof path - 4; i++) {
            length += snprintf(path + length, sizeof path - (size_t)length, "/..");
        }
        if (length < (int)sizeof path - (int)strlen(file) - 2) {
            snprintf(path + length, sizeof path - (size_t)length, "/%s", file);
            in = open_regular(path);
        }
    }
    return in;
}
