/* --workers with --cluster: each process that MPI started stands for several ranks. Its command makes copies of itself, one for each further worker, which go on as if they were
 * started by themselves, but for harrier-mpi: there is one for all. None of them outlives the command that made it. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cluster/cluster.h"
#include "report/say.h"

enum { LOOK_US = 2000, PATIENCE = 5000 }; /* looks */

bool copies_prepare(struct cluster *c)
{
    for (uint32_t w = 0; w < c->workers; w++) {
        int fd = memfd_create("harrier-link", MFD_CLOEXEC);
        if (fd < 0 || ftruncate(fd, sizeof *c->link) != 0) {
            say_error("cannot make shared memory: %s", strerror(errno));
            return false;
        }
        c->link_fds[w] = fd;
        c->links[w] = mmap(NULL, sizeof *c->link, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (c->links[w] == MAP_FAILED) {
            say_error("cannot map shared memory: %s", strerror(errno));
            c->links[w] = NULL;
            return false;
        }
        c->links[w]->version = LINK_VERSION;
        c->links[w]->silence_ms = c->o->silence_ms;
    }
    c->link = c->links[0];
    c->link_fd = c->link_fds[0];
    return true;
}

/* In a copy. */
static void become(struct cluster *c, uint32_t worker, pid_t first)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first) {
        _exit(0);
    }
    c->worker = worker;
    c->link = c->links[worker];
    c->link_fd = c->link_fds[worker];
    c->launcher = first;
    c->mpi = 0;
    memset(c->copies, 0, sizeof c->copies);
}

bool copies_start(struct cluster *c)
{
    pid_t first = getpid();
    fflush(NULL);
    for (uint32_t w = 1; w < c->workers; w++) {
        pid_t pid = fork();
        if (pid == 0) {
            become(c, w, first);
            return true;
        }
        if (pid < 0) {
            say_error("cannot start worker %u: %s", w, strerror(errno));
            return false;
        }
        c->copies[w] = pid;
    }
    return true;
}

void copies_look(struct cluster *c)
{
    for (uint32_t w = 1; w < c->workers; w++) {
        if (c->copies[w] != 0 && waitpid(c->copies[w], NULL, WNOHANG) != 0) {
            c->copies[w] = 0;
            c->links[w]->command_gone = 1;
        }
    }
}

void copies_tell(struct cluster *c, const char *why)
{
    for (uint32_t w = 0; w < c->workers; w++) {
        struct cluster_link *l = c->links[w];
        struct link_row *row = &l->rows[l->rank];
        if (!l->bye && !row->lost) {
            snprintf(row->why, sizeof row->why, "%s", why);
            row->lost = 1;
            l->stop = LIMIT_WORKER;
        }
        __atomic_store_n(&l->mpi_gone, 1, __ATOMIC_RELEASE);
    }
}

void copies_end(struct cluster *c)
{
    for (uint32_t w = 1; w < c->workers; w++) {
        for (int i = 0; i < PATIENCE && c->copies[w] != 0 && c->links[w]->mpi_gone; i++) {
            copies_look(c);
            usleep(c->copies[w] != 0 ? LOOK_US : 0);
        }
        if (c->copies[w] != 0) {
            kill(c->copies[w], SIGKILL);
            waitpid(c->copies[w], NULL, 0);
            c->copies[w] = 0;
        }
    }
}

const char *cluster_name(const struct cluster_link *l, uint32_t rank, char *out, size_t size)
{
    if (l->workers > 1) {
        snprintf(out, size, "worker %u of rank %u", rank % l->workers, rank / l->workers);
    } else {
        snprintf(out, size, "rank %u", rank);
    }
    return out;
}
