#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "differential.h"

void remove_directory(const char *path)
{
    DIR *d = opendir(path);
    for (struct dirent *entry; d != NULL && (entry = readdir(d)) != NULL;) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && unlink(name) != 0) {
            remove_directory(name);
        }
    }
    if (d != NULL) {
        closedir(d);
    }
    rmdir(path);
}

void make_directory(struct site *site)
{
    const char *where = getenv("TMPDIR");
    snprintf(site->directory, sizeof site->directory, "%s/harrier-differential-XXXXXX", where != NULL ? where : "/tmp");
    if (mkdtemp(site->directory) == NULL) {
        perror(site->directory);
        exit(2);
    }
}
