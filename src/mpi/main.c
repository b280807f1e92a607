/* harrier-mpi: moves bytes between the ranks of a cluster, for `harrier check --cluster`. Started by the command of each rank, with the
 * command's process id and the links' descriptors as its arguments; it knows nothing of searches but what server.c keeps. Ends when the command says so, or is gone. */
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
    struct post post;     /* the links, too */
    struct server server; /* of the first rank */
    pid_t command;
    double beat_at;                   /* when the next one is due */
    double heard[RANKS_MAX];          /* when each process was last heard of */
    bool losing;                      /* some rank is lost: MPI cannot be left in good order */
    bool alone;                       /* the command is gone, and with it its copies */
    double alone_at;                  /* since then */
    bool told_gone[RANK_WORKERS_MAX]; /* that the command of a link was killed */
    bool dismissed;                   /* the first rank has told its result */
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
    struct link_lost lost = { .rank = rank };
    if (s->post.links[0]->rows[rank].lost) {
        return;
    }
    snprintf(lost.why, sizeof lost.why, "%s", why);
    s->losing = true;
    for (uint32_t w = 0; w < s->post.workers; w++) {
        struct cluster_link *l = s->post.links[w];
        memcpy(l->rows[rank].why, lost.why, sizeof lost.why);
        __atomic_store_n(&l->rows[rank].lost, 1, __ATOMIC_RELEASE);
        l->losing = 1;
        l->stop = l->stop != LIMIT_NONE ? l->stop : LIMIT_WORKER;
    }
    if (s->post.me == 0) {
        post_send_all(&s->post, LINK_LOST, &lost, sizeof lost);
        server_lose(&s->server, rank, LIMIT_WORKER);
    }
}

/* All ranks of a process. */
static void lose_process(struct station *s, uint32_t process, const char *why)
{
    for (uint32_t w = 0; w < s->post.workers; w++) {
        lose(s, process * s->post.workers + w, why);
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

/* A command is gone. If it has not said goodbye, it was killed: the others are told who, and where. */
static void tell_gone(struct station *s, uint32_t worker)
{
    struct link_lost lost = { .rank = s->post.me + worker };
    if (!s->post.links[worker]->bye && !s->told_gone[worker]) {
        snprintf(lost.why, sizeof lost.why, "its command was killed");
        post_send_all(&s->post, LINK_LOST, &lost, sizeof lost);
    }
    s->told_gone[worker] = true;
}

static void look_at_commands(struct station *s)
{
    if (getppid() != s->command && !s->alone) {
        s->alone = true;
        s->alone_at = now_ms();
    }
    for (uint32_t w = 0; w < s->post.workers; w++) {
        if (s->alone || s->post.links[w]->command_gone) {
            tell_gone(s, w);
        }
    }
}

/* Nothing more will be sent. */
static bool all_said_bye(const struct station *s)
{
    bool all = true;
    for (uint32_t w = 0; w < s->post.workers; w++) {
        all = all && (s->post.links[w]->bye || s->post.links[w]->command_gone);
    }
    return all;
}

/* Where a rank is lost, launchers take the first process that lets go of them for the end of all. So each waits until the first rank has told
 * its result. */
static bool may_leave(const struct station *s)
{
    const struct cluster_link *first = s->post.links[0];
    bool told = s->alone && (first->bye || now_ms() > s->alone_at + LINGER_MS); /* if it was killed, the others say so and end */
    return s->post.me == 0 ? told : (s->alone || all_said_bye(s)) && (s->dismissed || first->rows[0].lost);
}

/* ---- what is for this process ---- */

static void take(void *user, uint32_t from, uint32_t to, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct station *s = user;
    struct cluster_link *l = post_link(&s->post, to);
    struct link_stop stop;
    struct link_lost lost;
    struct link_pause pause;
    s->heard[from / s->post.workers] = now_ms();
    if (kind < LINK_TO_SERVER_END) {
        if (s->post.me == 0) {
            server_take(&s->server, from, kind, bytes, length);
        }
    } else if (kind == LINK_WANTED) {
        l->wanted = 1;
    } else if (kind == LINK_STOPPED && length == sizeof stop) {
        memcpy(&stop, bytes, sizeof stop);
        l->stop_execution = stop.execution;
        __atomic_store_n(&l->stop, stop.limit, __ATOMIC_RELEASE);
    } else if (kind == LINK_PAUSED && length == sizeof pause) {
        memcpy(&pause, bytes, sizeof pause);
        l->pause_limit = pause.limit;
        __atomic_store_n(&l->pause, pause.number, __ATOMIC_RELEASE);
    } else if (kind == LINK_BEAT && length == sizeof(struct link_row)) {
        memcpy(&l->rows[from], bytes, offsetof(struct link_row, lost));
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

static void listen_for(struct station *s, double now)
{
    uint64_t silence = s->post.links[0]->silence_ms;
    uint32_t here = s->post.me / s->post.workers, count = s->post.count / s->post.workers;
    for (uint32_t process = 0; process < (here == 0 ? count : 1); process++) {
        char why[200];
        snprintf(why, sizeof why, "nothing was heard of it for %.3g s", (double)silence / 1000);
        if (process != here && now - s->heard[process] > (double)silence) {
            lose_process(s, process, why);
        }
    }
}

/* Each rank tells the first one how far it is, the first one tells all others. */
static void beat(struct station *s, double now)
{
    struct post *p = &s->post;
    if (now < s->beat_at) {
        return;
    }
    s->beat_at = now + BEAT_MS;
    for (uint32_t r = p->me; r < p->me + p->workers; r++) {
        const struct link_row *row = &post_link(p, r)->rows[r];
        for (uint32_t to = 0; to < (r == 0 ? p->count : 1); to++) {
            if (to != r) {
                post_send_as(p, r, to, LINK_CONTROL, LINK_BEAT, row, sizeof *row);
            }
        }
    }
    listen_for(s, now);
}

/* The program is gone before its search has ended in good order. */
static void look_at_engine(struct station *s, uint32_t rank)
{
    struct cluster_link *l = post_link(&s->post, rank);
    uint32_t gone = l->engine_gone;
    struct link_end end = { .stopped = 1 };
    if (gone != 0 && !l->ended) {
        struct link_stop stop = { .limit = gone - 1, .execution = UINT64_MAX };
        l->ended = 1;
        l->rows[rank].gone = 1;
        s->beat_at = 0; /* the others are told at once */
        post_send_as(&s->post, rank, 0, LINK_CONTROL, LINK_STOP, &stop, sizeof stop);
        post_send_as(&s->post, rank, 0, LINK_CONTROL, LINK_END, &end, sizeof end);
    }
}

/* ---- the life of it ---- */

/* `calm`: how many turns ago something was moved that an engine waits for. States of one that has enough to do can wait: there is room for many, and
 * each turn costs as much as an engine needs for dozens of them. */
static void rest(const struct station *s, unsigned moved, unsigned *calm)
{
    bool waiting = false;
    for (uint32_t w = 0; w < s->post.workers; w++) {
        waiting = waiting || s->post.links[w]->waiting;
    }
    bool urgent = (moved & 1u << LINK_CONTROL) != 0 || (moved != 0 && waiting);
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
        for (uint32_t w = 0; w < s->post.workers; w++) {
            look_at_engine(s, s->post.me + w);
        }
        if (s->post.broken) {
            lose_process(s, s->post.me / s->post.workers, "the program overwrote the memory that it shares with harrier-mpi");
            s->post.broken = false;
        }
        look_at_commands(s);
        if (s->losing && may_leave(s)) {
            if (s->post.me == 0) {
                post_send_all(&s->post, LINK_DISMISSED, "", 0);
            }
            leave(s);
        }
        if (all_said_bye(s) && !s->losing && !leaving && post_is_empty(&s->post)) {
            leaving = MPI_Ibarrier(MPI_COMM_WORLD, &all) == MPI_SUCCESS;
        }
        if (leaving && MPI_Test(&all, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done) {
            MPI_Finalize();
            return;
        }
    }
}

/* The ranks cannot be connected. */
static void refuse(const struct station *s, const char *why) __attribute__((noreturn));
static void refuse(const struct station *s, const char *why)
{
    struct cluster_link *l = s->post.links[0];
    snprintf(l->failed, sizeof l->failed, "%s", why);
    __atomic_store_n(&l->up, 1, __ATOMIC_RELEASE);
    MPI_Finalize();
    exit(2);
}

/* Whether all processes have as many workers, and not too many. */
static void compare_workers(const struct station *s, int count)
{
    char why[200];
    int mine[2] = { (int)s->post.workers, -(int)s->post.workers }, most[2] = { 0 };
    MPI_Allreduce(mine, most, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (most[0] != -most[1]) {
        snprintf(why, sizeof why, "--workers is %d on one rank, and %d on another", -most[1], most[0]);
        refuse(s, why);
    }
    if (count * mine[0] > RANKS_MAX) {
        snprintf(why, sizeof why, "%d ranks, with all their workers, are more than %d", count * mine[0], RANKS_MAX);
        refuse(s, why);
    }
}

static void prepare_link(const struct station *s, uint32_t worker, char (*hosts)[LINK_HOST])
{
    struct cluster_link *l = s->post.links[worker];
    for (uint32_t r = 0; r < s->post.count; r++) {
        snprintf(l->rows[r].host, sizeof l->rows[r].host, "%s", hosts[r / s->post.workers]);
    }
    l->rank = s->post.me + worker;
    l->ranks = s->post.count;
    l->workers = s->post.workers;
    l->stop_execution = UINT64_MAX;
}

static void connect_all(struct station *s)
{
    int me, count;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    compare_workers(s, count);
    char host[LINK_HOST] = "", (*hosts)[LINK_HOST] = calloc((size_t)count, LINK_HOST);
    gethostname(host, sizeof host - 1);
    MPI_Allgather(host, LINK_HOST, MPI_BYTE, hosts, LINK_HOST, MPI_BYTE, MPI_COMM_WORLD);
    post_open(&s->post, (uint32_t)me, (uint32_t)count);
    for (uint32_t w = 0; w < s->post.workers; w++) {
        prepare_link(s, w, hosts);
    }
    for (int r = 0; r < count; r++) {
        s->heard[r] = now_ms();
    }
    free(hosts);
    s->post.take = take;
    s->post.user = s;
    if (me == 0) {
        server_open(&s->server, &s->post);
    }
    __atomic_store_n(&s->post.links[0]->up, 1, __ATOMIC_RELEASE);
}

/* As many links as there are descriptors behind the command's process id. */
static bool map_links(struct station *s, int argc, char **argv)
{
    for (int i = 2; i < argc && s->post.workers < RANK_WORKERS_MAX; i++) {
        struct cluster_link *l = mmap(NULL, sizeof *l, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(argv[i]), 0);
        if (l == MAP_FAILED || l->version != LINK_VERSION) {
            return false;
        }
        s->post.links[s->post.workers++] = l;
    }
    s->command = argc > 2 ? (pid_t)atoi(argv[1]) : 0;
    return s->post.workers != 0;
}

int main(int argc, char **argv)
{
    static struct station s;
    int provided;
    if (!map_links(&s, argc, argv)) {
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
