#include "formats/source_name.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/print.h"

const char *source_name(const char *file)
{
    char here[PATH_MAX];
    const char *folder = getenv("GITHUB_WORKSPACE");
    if (folder == NULL || folder[0] == '\0') {
        folder = getcwd(here, sizeof here);
    }
    size_t length = folder != NULL ? strlen(folder) : 0;
    bool below = length > 1 && strncmp(file, folder, length) == 0 && file[length] == '/';
    return below ? file + length + 1 : file;
}

char *source_address(const char *file)
{
    char *address = NULL;
    size_t size;
    FILE *out = open_memstream(&address, &size);
    if (out == NULL) {
        return NULL;
    }
    file = source_name(file);
    print(out, file[0] == '/' ? "file://" : "");
    for (; *file != '\0'; file++) {
        bool plain = (*file >= 'a' && *file <= 'z') || (*file >= 'A' && *file <= 'Z') || strchr("0123456789-_.~/+", *file) != NULL;
        print(out, plain ? "%c" : "%%%02x", plain ? *file : (unsigned char)*file);
    }
    fclose(out);
    return address;
}
