#include "supervise/engine_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/board.h"
#include "base/link.h"
#include "base/question.h"

#define NAME "libharrier-check.so"
enum { FOLDER_FD = 197 };
_Static_assert((int)LINK_FD < (int)QUESTION_BELL_FD, "another one, of a rank of a cluster");
_Static_assert((int)FOLDER_FD != (int)BOARD_FD && (int)FOLDER_FD != (int)QUESTION_BELL_FD && (int)BOARD_FD != (int)QUESTION_BELL_FD,
               "three different files that the program is given");

/* Beside the command (a build tree), in ../lib (a relocated install), or where it was installed. */
static bool find(char *folder, size_t size)
{
    char self[PATH_MAX], file[PATH_MAX + 100];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    static const char *const places[] = { "", "/../lib", "/../lib/x86_64-linux-gnu", "/../lib/aarch64-linux-gnu", "/../lib64" };
    for (size_t i = 0; i <= sizeof places / sizeof *places; i++) {
        bool own = i < sizeof places / sizeof *places;
        snprintf(folder, size, "%s%s", own ? self : HARRIER_LIBDIR, own ? places[i] : "");
        snprintf(file, sizeof file, "%s/" NAME, folder);
        if (access(file, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* LD_PRELOAD is a list separated by spaces and colons, in which $ has a meaning. A folder whose name has such characters is handed over as an
 * open file, and named by its number in /proc/self/fd. */
bool engine_find(struct engine_file *e)
{
    char folder[PATH_MAX + 30];
    *e = (struct engine_file){ .folder_fd = -1 };
    if (!find(folder, sizeof folder)) {
        return false;
    }
    if (strpbrk(folder, " :$") == NULL) {
        return (size_t)snprintf(e->preload, sizeof e->preload, "%s/" NAME, folder) < sizeof e->preload;
    }
    snprintf(e->preload, sizeof e->preload, "/proc/self/fd/%d/" NAME, FOLDER_FD);
    e->folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    return e->folder_fd >= 0;
}

void engine_hand_over(const struct engine_file *e)
{
    if (e->folder_fd >= 0) {
        dup2(e->folder_fd, FOLDER_FD);
    }
}

void engine_close(struct engine_file *e)
{
    if (e->folder_fd >= 0) {
        close(e->folder_fd);
    }
    e->folder_fd = -1;
}
