/* A server: starting, timers, disks that have written, and what is done at the end of each step.
 *
 * Time. A timer may come at any moment, so what the clock shows makes no difference but in the step of a timer, and there only how much has
 * passed. So each step begins at the same time, START: the step of a timer finds that its timeout has passed since, and afterwards all times
 * that libraft has kept are START again (but for 0, which means never). Servers that differ only in when something happened are then the
 * same. */
#include "server.h"

#include <harrier/adapter.h>

enum { START = 1000000 };

/* ---- starting ---- */

static void start(struct server *self)
{
    char address[] = { (char)('0' + self->id), '\0' };
    io_init(self);
    self->now = START;
    disk_begin(self);
    self->cluster->bounds.fsm(&self->fsm);
    int status = raft_init(&self->raft, &self->io, &self->fsm, self->id, address);
    if (status == 0) {
        if (self->cluster->bounds.settings != NULL) {
            self->cluster->bounds.settings(&self->raft);
        }
        status = raft_start(&self->raft);
    }
    if (status != 0) {
        hr_adapter_finding(HR_FINDING_MISUSE, raft_strerror(status), NULL, 0);
    }
    server_settle(self);
}

/* ---- timers ---- */

/* In the step of a timer this much time has passed since anything else. */
static void tick(struct server *self, raft_time passed)
{
    self->now = START + passed;
    self->tick(&self->io);
    server_settle(self);
}

static void on_election_timeout(struct server *self, const struct ElectionTimeout *m)
{
    (void)m;
    self->election = 0;
    self->timeouts++;
    tick(self, 2 * (raft_time)self->raft.election_timeout);
}

static void on_heartbeat(struct server *self, const struct Heartbeat *m)
{
    (void)m;
    self->heartbeat = 0;
    self->heartbeats--;
    tick(self, self->raft.heartbeat_timeout);
}

static void on_quorum_check(struct server *self, const struct QuorumCheck *m)
{
    (void)m;
    self->check = 0;
    self->checks--;
    tick(self, self->raft.election_timeout);
}

static void forget(raft_time *time)
{
    *time = *time > START ? START : *time;
}

static void forget_times(struct server *self)
{
    struct raft *r = &self->raft;
    self->now = START;
    forget(&r->election_timer_start);
    if (r->transfer != NULL) {
        forget(&r->transfer->start);
    }
    if (r->state != RAFT_LEADER) {
        return;
    }
    forget(&r->leader_state.round_start);
    for (unsigned i = 0; i < r->configuration.n; i++) {
        struct raft_progress *p = &r->leader_state.progress[i];
        forget(&p->last_send);
        forget(&p->snapshot_last_send);
        if (self->cluster->bounds.lonely == 0) {
            p->recent_recv = false; /* only a check of the quorum looks at it */
        }
    }
}

/* The timeouts of others change nothing. */
static bool may_be_elected(const struct raft *r)
{
    for (unsigned i = 0; i < r->configuration.n; i++) {
        if (r->configuration.servers[i].id == r->id) {
            return r->configuration.servers[i].role == RAFT_VOTER;
        }
    }
    return false;
}

/* One timer is set, or it is not, as `wanted` says. */
static void keep_election_timer(struct server *self)
{
    const struct hr_raft *bounds = &self->cluster->bounds;
    if (self->raft.current_term != self->past.term) {
        self->timeouts = 0; /* a new term */
    }
    bool wanted = self->raft.state != RAFT_LEADER && self->raft.current_term < 1 + bounds->terms && self->id <= bounds->candidates &&
                  self->timeouts < bounds->timeouts && may_be_elected(&self->raft);
    if (wanted && self->election == 0) {
        self->election = hr_after(self->raft.election_timeout, ElectionTimeout);
    } else if (!wanted && self->election != 0) {
        hr_cancel(self->election);
        self->election = 0;
    }
}

static void keep_leaders_timers(struct server *self)
{
    bool leads = self->raft.state == RAFT_LEADER;
    if (!leads) {
        self->heartbeats = self->checks = 0;
    }
    if (self->heartbeats != 0 && self->heartbeat == 0) {
        self->heartbeat = hr_after(self->raft.heartbeat_timeout, Heartbeat);
    } else if (self->heartbeats == 0 && self->heartbeat != 0) {
        hr_cancel(self->heartbeat);
        self->heartbeat = 0;
    }
    if (self->checks != 0 && self->check == 0) {
        self->check = hr_after(self->raft.election_timeout, QuorumCheck);
    } else if (self->checks == 0 && self->check != 0) {
        hr_cancel(self->check);
        self->check = 0;
    }
}

/* ---- disks ---- */

static void on_entries_written(struct server *self, const struct EntriesWritten *m)
{
    void (*done)(void);
    struct write *write = self->appends.first != NULL ? self->appends.first->write : NULL;
    struct raft_io_append *request = operations_take(&self->appends, &done);
    (void)m;
    if (request == NULL) {
        return; /* it was under way when the server crashed */
    }
    bool fails = self->failures < self->cluster->bounds.failures && hr_choose(2) == 1;
    self->failures += fails;
    disk_written(self, write, !fails);
    if (fails) {
        hr_note("the disk of server %llu fails", self->id);
    }
    ((raft_io_append_cb)done)(request, fails ? RAFT_IOERR : 0);
    server_settle(self);
}

static void on_snapshot_written(struct server *self, const struct SnapshotWritten *m)
{
    void (*done)(void);
    struct raft_io_snapshot_put *request = operations_take(&self->puts, &done);
    (void)m;
    if (request == NULL) {
        return;
    }
    disk_snapshot_written(self);
    ((raft_io_snapshot_put_cb)done)(request, 0);
    server_settle(self);
}

/* What libraft gets is its own. */
static void on_snapshot_read(struct server *self, const struct SnapshotRead *m)
{
    void (*done)(void);
    struct raft_io_snapshot_get *request = operations_take(&self->gets, &done);
    const struct stored_snapshot *kept = self->snapshot;
    (void)m;
    if (request == NULL) {
        return;
    }
    if (kept == NULL) {
        ((raft_io_snapshot_get_cb)done)(request, NULL, RAFT_NOTFOUND);
        server_settle(self);
        return;
    }
    ((raft_io_snapshot_get_cb)done)(request, snapshot_copy(kept), 0);
    server_settle(self);
}

static void on_work_done(struct server *self, const struct WorkDone *m)
{
    void (*done)(void);
    struct raft_io_async_work *request = operations_take(&self->works, &done);
    (void)m;
    if (request == NULL) {
        return;
    }
    ((raft_io_async_work_cb)done)(request, request->work(request));
    server_settle(self);
}

/* ---- the end of each step ---- */

static void tell_client(struct server *self)
{
    if (self->raft.state == RAFT_LEADER && self->elected != self->raft.current_term) {
        self->elected = self->raft.current_term;
        self->heartbeats = self->cluster->bounds.heartbeats;
        self->checks = self->cluster->bounds.lonely;
        hr_send(self->cluster->client, Elected, .term = self->elected);
    }
}

/* What a reader of a trace wants to know first. */
static void note_changes(struct server *self)
{
    static const char *const roles[] = { "is not available", "follows", "asks for votes", "leads" };
    const struct raft *r = &self->raft;
    if (r->state != self->role || r->current_term != self->past.term) {
        hr_note("server %llu %s in term %llu", self->id, roles[r->state & 3], r->current_term);
    }
    if (r->commit_index != self->past.commit) {
        hr_note("server %llu has committed its entries up to index %llu", self->id, r->commit_index);
    }
    self->role = r->state;
}

void server_settle(struct server *self)
{
    void (*done)(void);
    for (struct raft_io_send *sent; (sent = operations_take(&self->sends, &done)) != NULL;) {
        if (done != NULL) { /* libraft does not wait for TimeoutNow */
            ((raft_io_send_cb)done)(sent, 0);
        }
    }
    forget_times(self);
    tell_client(self);
    keep_election_timer(self);
    keep_leaders_timers(self);
    /* What went wrong once is no part of the state. */
    memset(self->raft.errmsg, 0, sizeof self->raft.errmsg);
    memset(self->io.errmsg, 0, sizeof self->io.errmsg);
    note_changes(self);
    properties_step(self);
}

/* clang-format off */
HR_ACTOR(server, HR_INIT(start), HR_ENVIRONMENT,
         HR_ON(RequestVote, on_request_vote), HR_ON(Vote, on_vote), HR_ON(AppendEntries, on_append_entries),
         HR_ON(AppendResult, on_append_result), HR_ON(InstallSnapshot, on_install_snapshot), HR_ON(TimeoutNow, on_timeout_now),
         HR_ON(ElectionTimeout, on_election_timeout), HR_ON(Heartbeat, on_heartbeat), HR_ON(QuorumCheck, on_quorum_check),
         HR_ON(EntriesWritten, on_entries_written), HR_ON(SnapshotWritten, on_snapshot_written), HR_ON(SnapshotRead, on_snapshot_read),
         HR_ON(WorkDone, on_work_done), HR_ON(Request, on_request));
/* clang-format on */
