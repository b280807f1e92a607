/* The functions of raft_io: the network is hr_send(), and a disk completes what it was told by a message of the server to itself. Terms and
 * votes are on the disk at once, as raft.h demands. */
#include "server.h"

static struct server *server_of(struct raft_io *io)
{
    return io->impl;
}

/* ---- what completes later ---- */

static int operations_add(struct operations *list, void *request, void (*done)(void))
{
    struct operation *new = malloc(sizeof *new), **end = &list->first;
    *new = (struct operation){ .request = request, .done = done };
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = new;
    return 0;
}

static struct operation *operations_last(const struct operations *list)
{
    struct operation *last = list->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last;
}

void *operations_take(struct operations *list, void (**done)(void))
{
    struct operation *oldest = list->first;
    if (oldest == NULL) {
        return NULL;
    }
    void *request = oldest->request;
    *done = oldest->done;
    list->first = oldest->next;
    free(oldest);
    return request;
}

/* ---- starting ---- */

static int io_begin(struct raft_io *io, raft_id id, const char *address)
{
    (void)io, (void)id, (void)address;
    return 0;
}

static void io_close(struct raft_io *io, raft_io_close_cb done)
{
    if (done != NULL) {
        done(io);
    }
}

/* What is on the disk of a new server: a member of the first configuration has that as its first entry, others have nothing. */
static int io_load(struct raft_io *io, raft_term *term, raft_id *voted_for, struct raft_snapshot **snapshot, raft_index *start_index,
                   struct raft_entry *entries[], size_t *n_entries)
{
    struct server *self = server_of(io);
    if (disk_load(self, term, voted_for, snapshot, start_index, entries, n_entries)) {
        return 0;
    }
    bool member = self->id <= self->cluster->bounds.members;
    *term = member ? 1 : 0;
    *voted_for = 0;
    *snapshot = NULL;
    *start_index = 1;
    *entries = NULL;
    *n_entries = 0;
    if (!member) {
        return 0;
    }
    const struct raft_buffer *first = &self->cluster->first_configuration;
    struct raft_entry *entry = raft_calloc(1, sizeof *entry);
    *entry = (struct raft_entry){ .term = 1, .type = RAFT_CHANGE, .buf = { raft_malloc(first->len), first->len } };
    memcpy(entry->buf.base, first->base, first->len);
    entry->batch = entry->buf.base;
    *entries = entry;
    *n_entries = 1;
    return 0;
}

static int io_start(struct raft_io *io, unsigned msecs, raft_io_tick_cb tick, raft_io_recv_cb receive)
{
    (void)msecs;
    server_of(io)->tick = tick;
    server_of(io)->receive = receive;
    return 0;
}

/* The first configuration is there from the start, and no program under the checker comes back to life on another one's disk. */
static int io_not_supported(struct raft_io *io, const struct raft_configuration *conf)
{
    (void)io, (void)conf;
    return RAFT_INVALID;
}

/* ---- term and vote ---- */

static int io_set_term(struct raft_io *io, raft_term term)
{
    disk_set_term(server_of(io), term);
    return 0;
}

static int io_set_vote(struct raft_io *io, raft_id id)
{
    disk_set_vote(server_of(io), id);
    return 0;
}

/* ---- network ---- */

/* That a message has left is told at the end of the step (server_settle), as the callback must not be called from here. */
static int io_send(struct raft_io *io, struct raft_io_send *request, const struct raft_message *m, raft_io_send_cb done)
{
    struct server *self = server_of(io);
    return wire_send(self, m) ? operations_add(&self->sends, request, HR_FUNCTION_(done)) : RAFT_NOCONNECTION;
}

/* ---- disk ---- */

static int io_append(struct raft_io *io, struct raft_io_append *request, const struct raft_entry entries[], unsigned n,
                     raft_io_append_cb done)
{
    struct server *self = server_of(io);
    hr_send(hr_self(), EntriesWritten);
    operations_add(&self->appends, request, HR_FUNCTION_(done));
    operations_last(&self->appends)->write = disk_append(self, entries, n);
    return 0;
}

static int io_truncate(struct raft_io *io, raft_index index)
{
    struct server *self = server_of(io);
    const struct operation *last = operations_last(&self->appends);
    disk_truncate(self, last != NULL ? last->write : NULL, index);
    return 0;
}

static void keep_snapshot(struct server *self, const struct raft_snapshot *s, unsigned trailing)
{
    struct stored_snapshot *kept = self->snapshot;
    if (kept != NULL) {
        free(kept->servers);
        free(kept->data.base);
    } else {
        kept = self->snapshot = malloc(sizeof *kept);
    }
    *kept =
        (struct stored_snapshot){ .index = s->index, .term = s->term, .configuration_index = s->configuration_index, .trailing = trailing };
    kept->servers_count = s->configuration.n;
    kept->servers = calloc(s->configuration.n, sizeof *kept->servers);
    for (unsigned i = 0; i < s->configuration.n; i++) {
        kept->servers[i].id = s->configuration.servers[i].id;
        kept->servers[i].role = s->configuration.servers[i].role;
    }
    for (unsigned i = 0; i < s->n_bufs; i++) {
        kept->data.len += s->bufs[i].len;
    }
    kept->data.base = malloc(kept->data.len != 0 ? kept->data.len : 1);
    char *to = kept->data.base;
    for (unsigned i = 0; i < s->n_bufs; i++) {
        memcpy(to, s->bufs[i].base, s->bufs[i].len);
        to += s->bufs[i].len;
    }
}

/* As it is on the disk, after a restart. */
void snapshot_keep(struct server *self, const struct disk_snapshot *s)
{
    struct stored_snapshot *kept = self->snapshot = malloc(sizeof *kept);
    *kept = (struct stored_snapshot){
        .index = s->index, .term = s->term, .configuration_index = s->configuration_index, .servers_count = s->servers_count
    };
    kept->servers = calloc(s->servers_count, sizeof *kept->servers);
    memcpy(kept->servers, s->servers, s->servers_count * sizeof *kept->servers);
    kept->data = (struct raft_buffer){ .base = calloc(1, s->size + 1), .len = s->size };
    memcpy(kept->data.base, s->data, s->size);
}

struct raft_snapshot *snapshot_copy(const struct stored_snapshot *kept)
{
    struct raft_snapshot *s = raft_calloc(1, sizeof *s);
    s->index = kept->index;
    s->term = kept->term;
    s->configuration_index = kept->configuration_index;
    raft_configuration_init(&s->configuration);
    for (unsigned i = 0; i < kept->servers_count; i++) {
        char address[] = { (char)('0' + kept->servers[i].id), '\0' };
        raft_configuration_add(&s->configuration, kept->servers[i].id, address, kept->servers[i].role);
    }
    s->n_bufs = 1;
    s->bufs = raft_calloc(1, sizeof *s->bufs);
    s->bufs[0].len = kept->data.len;
    s->bufs[0].base = raft_malloc(kept->data.len != 0 ? kept->data.len : 1);
    memcpy(s->bufs[0].base, kept->data.base, kept->data.len);
    return s;
}

static int io_snapshot_put(struct raft_io *io, unsigned trailing, struct raft_io_snapshot_put *request,
                           const struct raft_snapshot *snapshot, raft_io_snapshot_put_cb done)
{
    keep_snapshot(server_of(io), snapshot, trailing);
    hr_send(hr_self(), SnapshotWritten);
    return operations_add(&server_of(io)->puts, request, HR_FUNCTION_(done));
}

static int io_snapshot_get(struct raft_io *io, struct raft_io_snapshot_get *request, raft_io_snapshot_get_cb done)
{
    hr_send(hr_self(), SnapshotRead);
    return operations_add(&server_of(io)->gets, request, HR_FUNCTION_(done));
}

static int io_async_work(struct raft_io *io, struct raft_io_async_work *request, raft_io_async_work_cb done)
{
    hr_send(hr_self(), WorkDone);
    return operations_add(&server_of(io)->works, request, HR_FUNCTION_(done));
}

/* ---- time and chance ---- */

static raft_time io_time(struct raft_io *io)
{
    return server_of(io)->now;
}

/* How long an election timeout takes makes no difference, as it is explored at every moment. */
static int io_random(struct raft_io *io, int min, int max)
{
    (void)io, (void)max;
    return min;
}

void io_init(struct server *self)
{
    self->io = (struct raft_io){
        .version = 2,
        .impl = self,
        .init = io_begin,
        .close = io_close,
        .load = io_load,
        .start = io_start,
        .bootstrap = io_not_supported,
        .recover = io_not_supported,
        .set_term = io_set_term,
        .set_vote = io_set_vote,
        .send = io_send,
        .append = io_append,
        .truncate = io_truncate,
        .snapshot_put = io_snapshot_put,
        .snapshot_get = io_snapshot_get,
        .time = io_time,
        .random = io_random,
        .async_work = io_async_work,
    };
}
