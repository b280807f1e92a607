#include "cluster/cluster.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/journal.h"
#include "report/say.h"

enum { CONNECT_TIMES = 4, LOOK_US = 2000, FAREWELL_MS = 10000, PIECE = LINK_FRAME_MOST / 2 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- harrier-mpi ---- */

/* Whether it still runs. Without it this rank is alone, and stops. */
static bool mpi_runs(struct cluster *c)
{
    int status;
    if (c->worker != 0) {
        return !__atomic_load_n(&c->link->mpi_gone, __ATOMIC_ACQUIRE);
    }
    if (c->mpi != 0 && waitpid(c->mpi, &status, WNOHANG) == c->mpi) {
        char why[100];
        c->mpi = 0;
        snprintf(why, sizeof why, WIFSIGNALED(status) ? "harrier-mpi was ended by signal %d" : "harrier-mpi ended with status %d",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        copies_tell(c, why);
    }
    copies_look(c);
    return c->mpi != 0;
}

/* MPICH's launcher tells the others with SIGUSR1 that a rank is gone, if it was asked not to kill them (-disable-auto-cleanup). harrier-mpi
 * finds out by itself. Not ignored but handled, since what is ignored would be so in the program, too. */
static void on_news(int number)
{
    (void)number;
}

/* A rank that fails before all are connected leaves the others waiting inside MPI, some launchers do not care. */
static bool connected(struct cluster *c)
{
    double most = CONNECT_TIMES * (double)c->o->silence_ms, end = now_ms() + most;
    while (!__atomic_load_n(&c->link->up, __ATOMIC_ACQUIRE) && mpi_runs(c)) {
        if (now_ms() > end) {
            kill(c->mpi, SIGKILL);
            waitpid(c->mpi, NULL, 0);
            c->mpi = 0;
            say_error(
                "the ranks cannot be connected: MPI waits for others for %.3g s (%d times --silence): a rank has failed or was not started "
                "(mpirun says more), or the machines cannot reach each other",
                most / 1000, CONNECT_TIMES);
            return false;
        }
        usleep(LOOK_US);
    }
    return true;
}

bool cluster_open(struct cluster *c, struct options *o, const char *program)
{
    sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = on_news, .sa_flags = SA_RESTART }, NULL);
    *c = (struct cluster){ .o = o, .program = program, .launcher = getppid(), .link_fd = -1, .workers = o->job.workers };
    if (!copies_prepare(c) || !cluster_start(c) || !connected(c)) {
        return false;
    }
    if (c->mpi == 0 || c->link->failed[0] != '\0') {
        say_error("the ranks cannot be connected: %s", c->link->failed[0] != '\0' ? c->link->failed : c->link->rows[0].why);
        return false;
    }
    if (!copies_start(c)) {
        return false;
    }
    o->job.workers = 1;
    o->job.rank_workers = c->workers;
    c->rank = o->job.rank = c->link->rank;
    c->ranks = o->job.ranks = c->link->ranks;
    c->theirs = calloc(c->ranks, sizeof *c->theirs);
    c->boards = calloc(c->ranks, sizeof *c->boards);
    return true;
}

/* ---- frames from other commands ---- */

static void take_piece(struct gathered *g, const void *bytes, size_t length)
{
    g->bytes = realloc(g->bytes, g->size + length + 1);
    memcpy(g->bytes + g->size, bytes, length);
    g->size += length;
}

/* A part of a checkpoint. It waits until this rank's own part is there; if the program has ended without, nobody wants it. */
static bool take_part(struct cluster *c, const struct link_frame *f, bool runs)
{
    bool wanted = c->kept != NULL && c->kept->writes && c->rank == 0;
    if (wanted && checkpoint_takes_parts(c->kept)) {
        checkpoint_take_part(c->kept, f->peer, (enum part_kind)(f->kind - LINK_PART), f + 1, f->length);
        return true;
    }
    return !wanted || !runs;
}

/* `b`: the board of a program that runs, else NULL. */
static bool take_frame(struct cluster *c, struct board *b)
{
    const struct link_frame *f = link_next(&c->link->in[LINK_COMMAND]);
    if (f == NULL) {
        return false;
    }
    const char *content = (const char *)(f + 1);
    uint32_t from = f->peer < c->ranks ? f->peer : 0;
    switch (f->kind) {
    case LINK_IDENTITY: cluster_take_identity(c, from, content, f->length); break;
    case LINK_AGREED:
        if (b != NULL && content[0] != '\0') {
            cluster_refuse(b, content);
        } else if (b != NULL && board_journal(b)->refused[0] == '\0') {
            __atomic_store_n(&board_journal(b)->confirmed, 1, __ATOMIC_RELEASE);
        }
        break;
    case LINK_BOARD: take_piece(&c->boards[from], content, f->length); break;
    case LINK_BOARD_END:
        c->boards[from].complete = true;
        memcpy(&c->link->rows[from], content, offsetof(struct link_row, lost));
        break;
    case LINK_THANKS: c->thanked = true; break;
    case LINK_PART:
    case LINK_PART_SNAPSHOT:
    case LINK_PART_END:
        if (!take_part(c, f, b != NULL)) {
            return false;
        }
        break;
    default: break;
    }
    link_taken(&c->link->in[LINK_COMMAND], f);
    return true;
}

void cluster_look(struct cluster *c, struct board *b)
{
    struct journal *j = board_journal(b);
    if (!c->identified && __atomic_load_n(&j->listed, __ATOMIC_ACQUIRE)) {
        cluster_identify(c, b);
    }
    while (take_frame(c, b)) {}
    mpi_runs(c);
    if (c->link->stop != LIMIT_NONE && c->identified && !j->confirmed) {
        cluster_refuse(b, "another rank ended before all had begun");
    }
    for (uint32_t w = 0; w < c->workers && c->worker == 0 && getppid() != c->launcher; w++) {
        c->links[w]->stop = LIMIT_INTERRUPT; /* mpirun was killed: copies do not see it themselves */
    }
}

void cluster_ended(struct cluster *c, const struct board *b)
{
    enum limit_kind why = b->state == RUN_STOPPED ? b->limit : LIMIT_WORKER;
    c->link->engine_gone = 1 + (uint32_t)why;
}

/* Waits for room. False: there will be none. */
static bool say(struct cluster *c, enum link_kind kind, uint32_t to, const void *bytes, size_t length)
{
    while (!link_write(&c->link->out[LINK_COMMAND], kind, to, bytes, (uint32_t)length)) {
        if (!mpi_runs(c) || c->link->rows[to].lost) {
            return false;
        }
        usleep(LOOK_US);
    }
    return true;
}

/* ---- checkpoints ---- */

static bool send_part(void *cluster, enum part_kind kind, const void *bytes, size_t size)
{
    return say(cluster, (enum link_kind)(LINK_PART + kind), 0, bytes, size);
}

void cluster_keep(struct cluster *c, struct checkpoint *kept)
{
    c->kept = kept;
    kept->parts.send = send_part;
    kept->parts.user = c;
}

/* ---- the end ---- */

static void give(struct cluster *c, const struct board *b, size_t size)
{
    bool good = true;
    c->link->engine_gone = c->link->engine_gone != 0 ? c->link->engine_gone : 1 + LIMIT_WORKER;
    for (size_t at = 0; at < size && b != NULL && good; at += PIECE) {
        good = say(c, LINK_BOARD, 0, (const unsigned char *)b + at, size - at < PIECE ? size - at : PIECE);
    }
    say(c, LINK_BOARD_END, 0, &c->link->rows[c->rank], sizeof c->link->rows[c->rank]);
    while (!c->thanked && !c->link->rows[0].lost && mpi_runs(c)) {
        if (!take_frame(c, NULL)) {
            usleep(LOOK_US);
        }
    }
    if (!c->thanked) {
        uint32_t lost = mpi_runs(c) ? 0 : c->rank;
        const struct link_row *row = &c->link->rows[lost];
        char mine[60], its[60];
        bool kept = c->kept != NULL && c->kept->writes;
        say_error("%s (%s) ends: %s (%s) is lost: %s%s%s", cluster_name(c->link, c->rank, mine, sizeof mine), c->link->rows[c->rank].host,
                  cluster_name(c->link, lost, its, sizeof its), row->host, row->why,
                  kept ? "; if rank 0 has written a checkpoint, the same command goes on from there with --resume " : "",
                  kept ? c->o->checkpoint : "");
    }
}

static bool has_all(struct cluster *c)
{
    for (uint32_t r = 1; r < c->ranks; r++) {
        if (!c->boards[r].complete && !c->link->rows[r].lost) {
            return false;
        }
    }
    return true;
}

/* Launchers may kill the groups of all processes that they started when a rank is lost, the first one while it tells what was found. So it tells
 * that in a group of its own, and whoever waits for the command gets the status from it. */
static void tell_apart(struct cluster *c)
{
    int status = 0;
    fflush(NULL);
    pid_t teller = fork();
    if (teller == 0) {
        setpgid(0, 0);
        memset(c->copies, 0, sizeof c->copies); /* the other one's */
        return;
    }
    while (teller > 0 && waitpid(teller, &status, 0) < 0 && errno == EINTR) {}
    if (teller > 0) {
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
}

/* All have said what they had to say. Where a rank is lost, launchers may end all as soon as one more command ends: so the others stay until
 * harrier-mpi leaves, which it does when the first rank has told its result, or is lost itself. */
static void part(struct cluster *c)
{
    c->link->bye = 1;
    for (double end = now_ms() + FAREWELL_MS; mpi_runs(c) && !(c->link->losing && c->rank == 0);) {
        if (now_ms() > end && !c->link->losing && c->mpi != 0) {
            kill(c->mpi, SIGKILL);
        }
        usleep(LOOK_US);
    }
    c->o->job.rank = c->o->job.ranks = 0;
}

/* Takes over what a rank gave. */
static void take_over(struct cluster *c, uint32_t rank, struct board **b, size_t *size)
{
    struct gathered *g = &c->boards[rank];
    struct link_row *row = &c->link->rows[rank];
    if (g->complete && g->size >= sizeof **b && *b != NULL) {
        *b = cluster_merge(*b, size, (const struct board *)g->bytes, c->link, row);
    } else if (g->complete && !row->lost) {
        row->lost = 1;
        snprintf(row->why, sizeof row->why, "it could not start the program");
    }
}

void cluster_gather(struct cluster *c, struct board **b, size_t *size)
{
    if (c->rank != 0) {
        give(c, *b, *size);
        c->told = c->thanked;
        part(c);
        return;
    }
    c->link->engine_gone = c->link->engine_gone != 0 ? c->link->engine_gone : 1 + LIMIT_WORKER;
    while (!has_all(c) && mpi_runs(c)) {
        if (!take_frame(c, NULL)) {
            usleep(LOOK_US);
        }
    }
    if (c->kept != NULL) {
        checkpoint_gathered(c->kept);
    }
    if (*b != NULL) { /* what it showed while it ran was of all ranks */
        (*b)->counts.tally = c->link->rows[0].tally;
        (*b)->counts.handler_runs = c->link->rows[0].handler_runs;
    }
    for (uint32_t r = 1; r < c->ranks; r++) {
        say(c, LINK_THANKS, r, "", 0);
    }
    part(c);
    for (uint32_t r = 1; r < c->ranks; r++) { /* not before: to a rank that counts as lost nothing is sent */
        take_over(c, r, b, size);
    }
    if (*b != NULL) {
        cluster_merged(*b, c->link);
        c->told = true;
        if (c->kept != NULL) { /* the first rank may be done, and another one interrupted in the last moment */
            c->kept->unfinished = c->kept->unfinished || checkpoint_leaves(*b);
        }
    }
    if (c->link->losing) {
        tell_apart(c);
    }
}

double cluster_idle(const struct link_row *row)
{
    double whole = row->busy > row->waited ? row->busy : row->waited;
    return whole > 0 ? row->waited / whole : 0;
}

void cluster_close(struct cluster *c)
{
    if (c->link != NULL) {
        part(c);
        copies_end(c);
    }
    for (uint32_t w = 0; w < c->workers && c->links[w] != NULL; w++) {
        munmap(c->links[w], sizeof *c->link);
        close(c->link_fds[w]);
    }
    for (uint32_t r = 0; r < c->ranks && c->boards != NULL; r++) {
        free(c->boards[r].bytes);
        identity_free(&c->theirs[r]);
    }
    free(c->boards);
    free(c->theirs);
    identity_free(&c->mine);
}
