/* Starting harrier-mpi, and keeping what the launcher gave to this process from the program. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/cluster.h"
#include "report/say.h"

#define NAME "harrier-mpi"

/* Beside the command (a build tree), in ../libexec or ../lib of a relocated install, or where it was installed. */
static bool find(char *file, size_t size)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    snprintf(file, size, "%s/" NAME, self);
    if (access(file, X_OK) == 0) {
        return true;
    }
    snprintf(file, size, "%s/../libexec/harrier/" NAME, self);
    if (access(file, X_OK) == 0) {
        return true;
    }
    snprintf(file, size, "%s/harrier/" NAME, HARRIER_LIBEXECDIR);
    return access(file, X_OK) == 0;
}

/* The launcher's variables say which rank this is and how to reach the launcher. The program must not see the first, as it would do other
 * things on other ranks, nor use the second. */
static void forget_launcher(void)
{
    static const char *const prefixes[] = { "PMI_", "PMIX_", "PMI2_", "MPI_", "MPIR_", "HYD", "OMPI_", "PRTE_", "ORTE_", "SLURM_", "UCX_" };
    extern char **environ;
    for (char **e = environ; *e != NULL;) {
        char name[256];
        const char *equals = strchr(*e, '=');
        bool its = false;
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
            its = its || strncmp(*e, prefixes[i], strlen(prefixes[i])) == 0;
        }
        if (!its || equals == NULL || (size_t)(equals - *e) >= sizeof name) {
            e++;
            continue;
        }
        memcpy(name, *e, (size_t)(equals - *e));
        name[equals - *e] = '\0';
        unsetenv(name); /* the others move down */
    }
    syscall(SYS_close_range, 3, ~0u, 4 /* CLOSE_RANGE_CLOEXEC */);
}

static void become(const struct cluster *c, const char *file, pid_t command)
{
    char numbers[RANK_WORKERS_MAX + 1][24], *argv[RANK_WORKERS_MAX + 3] = { (char *)(uintptr_t)file, numbers[0] };
    snprintf(numbers[0], sizeof numbers[0], "%ld", (long)command);
    for (uint32_t w = 0; w < c->workers; w++) {
        fcntl(c->link_fds[w], F_SETFD, 0);
        snprintf(numbers[w + 1], sizeof numbers[0], "%d", c->link_fds[w]);
        argv[w + 2] = numbers[w + 1];
    }
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    execv(file, argv);
    _exit(127);
}

bool cluster_start(struct cluster *c)
{
    char file[2 * PATH_MAX];
    if (!find(file, sizeof file)) {
        say_error("--cluster needs " NAME ", which is not installed beside this command: build Harrier where MPI is installed (Debian: "
                  "apt install libmpich-dev mpich)");
        return false;
    }
    pid_t self = getpid();
    fflush(NULL);
    c->mpi = fork();
    if (c->mpi == 0) {
        become(c, file, self);
    }
    if (c->mpi < 0) {
        c->mpi = 0;
        say_error("cannot start " NAME ": %s", strerror(errno));
        return false;
    }
    forget_launcher();
    return true;
}
