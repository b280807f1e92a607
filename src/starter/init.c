/* harrier init: writes a first test and how to build it, and says what to type next. Never overwrites anything. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/print.h"
#include "report/say.h"
#include "starter/starter.h"

static const struct {
    const char *name, *content, *what;
} files[] = {
    { "bank_test.c", starter_bank_test, "a first test: one account, two clients" },
    { "CMakeLists.txt", starter_cmake_lists, "builds it, and has one CTest test for each HR_TEST" },
};
enum { FILES_COUNT = sizeof files / sizeof *files };

/* The folder and those above it. */
static bool make_folder(const char *path)
{
    char *copy = strdup(path);
    bool good = copy != NULL;
    for (char *end = copy; good && *end != '\0'; end++) {
        if (*end == '/' && end != copy) {
            *end = '\0';
            good = mkdir(copy, 0777) == 0 || errno == EEXIST;
            *end = '/';
        }
    }
    good = good && (mkdir(path, 0777) == 0 || errno == EEXIST);
    free(copy);
    return good;
}

static bool write_file(int folder, const char *name, const char *content)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    size_t left = strlen(content);
    ssize_t done = 1;
    while (fd >= 0 && left > 0 && (done = write(fd, content, left)) > 0) {
        content += done;
        left -= (size_t)done;
    }
    int why = errno;
    bool good = fd >= 0 && left == 0 && close(fd) == 0;
    if (fd >= 0 && left != 0) {
        close(fd);
        errno = why;
    }
    return good;
}

/* What CMake has to be told to find the package of this very command: nothing if it is where CMake looks anyway, the build folder, or the
 * prefix that it is installed in. */
static void print_where(FILE *out)
{
    char path[4096], probe[sizeof path + 40];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) {
        return;
    }
    path[length] = '\0';
    *strrchr(path, '/') = '\0'; /* the folder of the command */
    snprintf(probe, sizeof probe, "%s/harrierConfig.cmake", path);
    if (access(probe, F_OK) == 0) {
        snprintf(probe, sizeof probe, "-Dharrier_DIR=%s", path);
    } else {
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path || strncmp(path, "/usr/bin", 9) == 0 || strncmp(path, "/usr/local/bin", 15) == 0) {
            return;
        }
        *slash = '\0';
        snprintf(probe, sizeof probe, "-DCMAKE_PREFIX_PATH=%s", path);
    }
    print(out, " ");
    print_word(out, probe);
}

/* A file or folder below the one that was given; something that begins with a dash would be taken for an option. */
static void print_below(FILE *out, const char *folder, const char *name)
{
    char *path = NULL;
    bool here = strcmp(folder, ".") == 0;
    if (asprintf(&path, "%s%s%s%s", folder[0] == '-' ? "./" : "", here ? "" : folder, here || name[0] == '\0' ? "" : "/", name) >= 0) {
        print_word(out, path[0] == '\0' ? "." : path);
    }
    free(path);
}

static void tell_next(FILE *out, const char *self, const char *folder)
{
    for (int i = 0; i < FILES_COUNT; i++) {
        print(out, "  wrote    ");
        print_below(out, folder, files[i].name);
        print(out, ": %s\n", files[i].what);
    }
    print(out, "\n  build    cmake -S ");
    print_below(out, folder, "");
    print(out, " -B ");
    print_below(out, folder, "build");
    print_where(out);
    print(out, " && cmake --build ");
    print_below(out, folder, "build");
    print(out, "\n  check    ");
    print_word(out, self);
    print(out, " check ");
    print_below(out, folder, "build/bank_test");
    print(out, "\n  test     ctest --test-dir ");
    print_below(out, folder, "build");
    print(out, "\n\nOne of the two tests fails in some orders: the report says in which, and bank_test.c how to repair it.\n");
}

int starter_init(struct options *o)
{
    const char *folder = o->argument_count > 0 ? o->arguments[0] : ".";
    if (o->argument_count > 1) {
        say_error("init takes one folder: harrier init [DIR]");
        return EXIT_UNUSABLE;
    }
    int fd = make_folder(folder) ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0) {
        say_error("cannot make the folder %s: %s", folder, strerror(errno));
        return EXIT_UNUSABLE;
    }
    int status = EXIT_PASSED;
    for (int i = 0; i < FILES_COUNT && status == EXIT_PASSED; i++) {
        if (faccessat(fd, files[i].name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
            say_error("%s/%s exists: nothing was written; harrier init DIR takes another folder", folder, files[i].name);
            status = EXIT_UNUSABLE;
        }
    }
    for (int i = 0; i < FILES_COUNT && status == EXIT_PASSED; i++) {
        if (!write_file(fd, files[i].name, files[i].content)) {
            say_error("cannot write %s/%s: %s", folder, files[i].name, strerror(errno));
            status = EXIT_UNUSABLE;
        }
    }
    close(fd);
    if (status == EXIT_PASSED) {
        tell_next(stdout, o->self, folder);
    }
    return status;
}
