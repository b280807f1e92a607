/* harrier-mpi: moves bytes between the ranks of a cluster, for `harrier check --cluster`. Started by the command of each rank, with the link's
 * descriptor as its argument; it knows nothing of searches but what server.c keeps. Ends when the command says so, or is gone. */
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/board.h"
#include "mpi/post.h"
#include "mpi/server.h"

enum { BEAT_MS = 500, LINGER_MS = 2000, KEPT_BYTES = 1 << 26 };
enum { URGENT = 64, URGENT_US = 20, IDLE_US = 2000 };

struct station {
    struct cluster_link *link;
    struct post post;
    struct server server; /* of the first rank */
    pid_t command;
    double beat_at;          /* when the next one is due */
    double heard[RANKS_MAX]; /* when each rank was last heard of */
    bool losing;             /* some rank is lost: MPI cannot be left in good order */
    bool alone;              /* the command is gone */
    double alone_at;         /* since then */
    bool dismissed;          /* the first rank has told its result */
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- ranks that are lost ---- */

/* Notes it here; the first rank also tells all others. */
static void lose(struct station *s, uint32_t rank, const char *why)
{
    struct cluster_link *l = s->link;
    struct link_row *row = &l->rows[rank];
    if (row->lost) {
        return;
    }
    snprintf(row->why, sizeof row->why, "%s", why);
    __atomic_store_n(&row->lost, 1, __ATOMIC_RELEASE);
    s->losing = true;
    l->losing = 1;
    l->stop = l->stop != LIMIT_NONE ? l->stop : LIMIT_WORKER;
    if (s->post.me == 0) {
        struct link_lost lost = { .rank = rank };
        memcpy(lost.why, row->why, sizeof lost.why);
        post_send_all(&s->post, LINK_LOST, &lost, sizeof lost);
        server_lose(&s->server, rank, LIMIT_WORKER);
    }
}

/* Sends what is still to be sent, for some time, and ends without a word to MPI, which would wait for those that are lost. */
static void leave(struct station *s) __attribute__((noreturn));
static void leave(struct station *s)
{
    for (double end = now_ms() + LINGER_MS; !post_is_empty(&s->post) && now_ms() < end;) {
        post_turn(&s->post);
        usleep(IDLE_US);
    }
    _exit(0);
}

/* The command is gone. If it has not said goodbye, it was killed: the others are told who, and where. */
static void note_command_gone(struct station *s)
{
    struct link_lost lost = { .rank = s->post.me };
    if (s->alone) {
        return;
    }
    s->alone = true;
    s->alone_at = now_ms();
    if (!s->link->bye) {
        snprintf(lost.why, sizeof lost.why, "its command was killed");
        post_send_all(&s->post, LINK_LOST, &lost, sizeof lost);
    }
}

/* Where a rank is lost, launchers take the first process that lets go of them for the end of all. So each waits until the first rank has told
 * its result. */
static bool may_leave(const struct station *s)
{
    bool told = s->alone && (s->link->bye || now_ms() > s->alone_at + LINGER_MS); /* if it was killed, the others say so and end */
    return s->post.me == 0 ? told : (s->alone || s->link->bye) && (s->dismissed || s->link->rows[0].lost);
}

/* ---- what is for this process ---- */

static void take(void *user, uint32_t from, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct station *s = user;
    struct link_stop stop;
    struct link_lost lost;
    struct link_pause pause;
    s->heard[from] = now_ms();
    if (kind < LINK_TO_SERVER_END) {
        if (s->post.me == 0) {
            server_take(&s->server, from, kind, bytes, length);
        }
    } else if (kind == LINK_WANTED) {
        s->link->wanted = 1;
    } else if (kind == LINK_STOPPED && length == sizeof stop) {
        memcpy(&stop, bytes, sizeof stop);
        s->link->stop_execution = stop.execution;
        __atomic_store_n(&s->link->stop, stop.limit, __ATOMIC_RELEASE);
    } else if (kind == LINK_PAUSED && length == sizeof pause) {
        memcpy(&pause, bytes, sizeof pause);
        s->link->pause_limit = pause.limit;
        __atomic_store_n(&s->link->pause, pause.number, __ATOMIC_RELEASE);
    } else if (kind == LINK_BEAT && length == sizeof(struct link_row)) {
        memcpy(&s->link->rows[from], bytes, offsetof(struct link_row, lost));
    } else if (kind == LINK_LOST && length == sizeof lost) {
        memcpy(&lost, bytes, sizeof lost);
        lost.why[sizeof lost.why - 1] = '\0';
        if (lost.rank < s->post.count) {
            lose(s, lost.rank, lost.why);
        }
    } else if (kind == LINK_DISMISSED) {
        s->dismissed = true;
    }
}

/* ---- heartbeats ---- */

/* Each rank tells the first one how far it is, the first one tells all others. */
static void beat(struct station *s, double now)
{
    struct post *p = &s->post;
    if (now < s->beat_at) {
        return;
    }
    s->beat_at = now + BEAT_MS;
    if (p->me != 0) {
        post_send(p, 0, LINK_CONTROL, LINK_BEAT, &s->link->rows[p->me], sizeof s->link->rows[p->me]);
    }
    for (uint32_t r = 1; r < p->count && p->me == 0; r++) {
        post_send(p, r, LINK_CONTROL, LINK_BEAT, &s->link->rows[0], sizeof s->link->rows[0]);
    }
    for (uint32_t r = 0; r < (p->me == 0 ? p->count : 1); r++) {
        char why[200];
        snprintf(why, sizeof why, "nothing was heard of it for %.3g s", (double)s->link->silence_ms / 1000);
        if (r != p->me && now - s->heard[r] > (double)s->link->silence_ms) {
            lose(s, r, why);
        }
    }
}

/* The program is gone before its search has ended in good order. */
static void look_at_engine(struct station *s)
{
    uint32_t gone = s->link->engine_gone;
    struct link_end end = { .stopped = 1 };
    if (gone != 0 && !s->link->ended) {
        struct link_stop stop = { .limit = gone - 1, .execution = UINT64_MAX };
        s->link->ended = 1;
        s->link->rows[s->post.me].gone = 1;
        s->beat_at = 0; /* the others are told at once */
        post_send(&s->post, 0, LINK_CONTROL, LINK_STOP, &stop, sizeof stop);
        post_send(&s->post, 0, LINK_CONTROL, LINK_END, &end, sizeof end);
    }
}

/* ---- the life of it ---- */

/* `calm`: how many turns ago something was moved that an engine waits for. States of one that has enough to do can wait: there is room for many, and
 * each turn costs as much as an engine needs for dozens of them. */
static void rest(const struct station *s, unsigned moved, unsigned *calm)
{
    bool urgent = (moved & 1u << LINK_CONTROL) != 0 || (moved != 0 && s->link->waiting);
    *calm = urgent ? 0 : *calm + 1;
    usleep(*calm < URGENT ? URGENT_US : IDLE_US);
}

/* Until the command says goodbye and all others have heard it. */
static void run(struct station *s)
{
    MPI_Request all = MPI_REQUEST_NULL;
    bool leaving = false;
    for (unsigned moved = 0, calm = URGENT;; rest(s, moved, &calm)) {
        moved = post_turn(&s->post);
        int done = 0;
        if (!leaving) {
            beat(s, now_ms());
        }
        look_at_engine(s);
        if (s->post.broken) {
            lose(s, s->post.me, "the program overwrote the memory that it shares with harrier-mpi");
            s->post.broken = false;
        }
        if (getppid() != s->command) {
            note_command_gone(s);
        }
        if (s->losing && may_leave(s)) {
            if (s->post.me == 0) {
                post_send_all(&s->post, LINK_DISMISSED, "", 0);
            }
            leave(s);
        }
        if (s->link->bye && !s->losing && !leaving && post_is_empty(&s->post)) {
            leaving = MPI_Ibarrier(MPI_COMM_WORLD, &all) == MPI_SUCCESS;
        }
        if (leaving && MPI_Test(&all, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done) {
            MPI_Finalize();
            return;
        }
    }
}

static void connect_all(struct station *s)
{
    struct cluster_link *l = s->link;
    int me, count;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (count > RANKS_MAX) {
        snprintf(l->failed, sizeof l->failed, "%d ranks are more than %d", count, RANKS_MAX);
        l->up = 1;
        MPI_Finalize();
        exit(2);
    }
    char host[LINK_HOST] = "", (*hosts)[LINK_HOST] = calloc((size_t)count, LINK_HOST);
    gethostname(host, sizeof host - 1);
    MPI_Allgather(host, LINK_HOST, MPI_BYTE, hosts, LINK_HOST, MPI_BYTE, MPI_COMM_WORLD);
    for (int r = 0; r < count; r++) {
        snprintf(l->rows[r].host, sizeof l->rows[r].host, "%s", hosts[r]);
        s->heard[r] = now_ms();
    }
    free(hosts);
    l->rank = (uint32_t)me;
    l->ranks = (uint32_t)count;
    l->stop_execution = UINT64_MAX;
    post_open(&s->post, l, l->rank, l->ranks);
    s->post.take = take;
    s->post.user = s;
    if (me == 0) {
        server_open(&s->server, &s->post);
    }
    __atomic_store_n(&l->up, 1, __ATOMIC_RELEASE);
}

int main(int argc, char **argv)
{
    static struct station s;
    int provided, fd = argc == 3 ? atoi(argv[1]) : -1;
    s.command = argc == 3 ? (pid_t)atoi(argv[2]) : 0;
    s.link = mmap(NULL, sizeof *s.link, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (s.link == MAP_FAILED || s.link->version != LINK_VERSION) {
        fprintf(stderr, "harrier-mpi is a part of harrier: use mpirun -n N harrier check --cluster PROGRAM\n");
        return 2;
    }
    signal(SIGINT, SIG_IGN); /* the command decides */
    signal(SIGTERM, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);              /* from a launcher that was asked to leave us alone when a rank is gone */
    mallopt(M_MMAP_THRESHOLD, KEPT_BYTES); /* frames come and go: their memory is not to be cleared by the system each time */
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* until all are connected, the command's end is not looked for */
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        return 2;
    }
    connect_all(&s);
    prctl(PR_SET_PDEATHSIG, 0);
    run(&s);
    return 0;
}
