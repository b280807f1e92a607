/* What clients ask a server for. Each request is an object of its own until libraft answers it. */
#include "server.h"

struct asked {
    union {
        struct raft_apply apply;
        struct raft_barrier barrier;
        struct raft_change change;
        struct raft_transfer transfer;
    };
    const struct cluster *cluster;
    unsigned number;
};

/* The client waits for answers only as long as there is something left to ask for. */
static void answer(const struct cluster *cluster, unsigned number, int status)
{
    if (number + 1 < cluster->requests_count) {
        hr_send(cluster->client, Answer, .number = number, .status = status);
    }
}

static void answered(void *data, int status)
{
    struct asked *asked = data;
    answer(asked->cluster, asked->number, status);
    free(asked);
}

static void on_applied(struct raft_apply *request, int status, void *result)
{
    (void)result;
    answered(request->data, status);
}

static void on_barrier(struct raft_barrier *request, int status)
{
    answered(request->data, status);
}

static void on_changed(struct raft_change *request, int status)
{
    answered(request->data, status);
}

static void on_transferred(struct raft_transfer *request)
{
    answered(request->data, 0);
}

static int apply(struct raft *raft, struct asked *asked, const struct request *r)
{
    struct raft_buffer command = { .base = raft_malloc(r->size != 0 ? r->size : 1), .len = r->size };
    memcpy(command.base, r->data, r->size);
    int status = raft_apply(raft, &asked->apply, &command, 1, on_applied);
    if (status != 0) {
        raft_free(command.base);
    }
    return status;
}

static int ask(struct raft *raft, struct asked *asked, const struct request *r)
{
    char address[] = { (char)('0' + r->id), '\0' };
    switch (r->kind) {
    case REQUEST_APPLY: asked->apply.data = asked; return apply(raft, asked, r);
    case REQUEST_BARRIER: asked->barrier.data = asked; return raft_barrier(raft, &asked->barrier, on_barrier);
    case REQUEST_ADD: asked->change.data = asked; return raft_add(raft, &asked->change, r->id, address, on_changed);
    case REQUEST_ASSIGN: asked->change.data = asked; return raft_assign(raft, &asked->change, r->id, r->role, on_changed);
    case REQUEST_REMOVE: asked->change.data = asked; return raft_remove(raft, &asked->change, r->id, on_changed);
    case REQUEST_TRANSFER: asked->transfer.data = asked; return raft_transfer(raft, &asked->transfer, r->id, on_transferred);
    }
    return RAFT_INVALID;
}

void on_request(struct server *self, const struct Request *m)
{
    struct asked *asked = calloc(1, sizeof *asked);
    asked->cluster = self->cluster;
    asked->number = m->number;
    int status = ask(&self->raft, asked, &self->cluster->requests[m->number]);
    if (status != 0) {
        free(asked);
        answer(self->cluster, m->number, status);
    }
    server_settle(self);
}
