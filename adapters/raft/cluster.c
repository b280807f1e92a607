/* The functions of harrier/raft.h. */
#include "server.h"

/* What main() declares: the functions of the header have no other place for it. */
static struct cluster cluster;

static void refuse(const char *text)
{
    fprintf(stderr, "harrier/raft.h: error: %s\n", text);
    exit(2);
}

static void take_bounds(const struct hr_raft *given)
{
    struct hr_raft *b = &cluster.bounds;
    *b = *given;
    b->members = b->members == 0 ? b->servers : b->members;
    b->timeouts = b->timeouts == 0 ? 1 : b->timeouts;
    b->candidates = b->candidates == 0 ? b->servers : b->candidates;
    if (b->servers == 0 || b->servers > HR_RAFT_SERVERS_MAX) {
        refuse("a cluster has 1 to 8 servers");
    }
    if (b->members > b->servers || b->candidates > b->servers) {
        refuse("there are more members or candidates than servers");
    }
    if (b->terms == 0) {
        refuse("there must be at least one term, or nobody is ever elected: .terms = 1");
    }
    if (b->fsm == NULL) {
        refuse("there is no state machine: .fsm = FUNCTION");
    }
}

/* ---- libraft's memory: each server's own. It is cleared, because libraft leaves bytes of entries as they are (barriers, and the end of a
 * configuration), writes them to disks and sends them to others, which is harmless, but would be reported. ---- */

static void *heap_malloc(void *data, size_t size)
{
    (void)data;
    return calloc(1, size);
}

static void heap_free(void *data, void *block)
{
    (void)data;
    free(block);
}

static void *heap_calloc(void *data, size_t count, size_t size)
{
    (void)data;
    return calloc(count, size);
}

static void *heap_realloc(void *data, void *block, size_t size)
{
    (void)data;
    return realloc(block, size);
}

static void *heap_aligned_alloc(void *data, size_t alignment, size_t size)
{
    (void)data;
    void *block = aligned_alloc(alignment, size);
    return block != NULL ? memset(block, 0, size) : NULL;
}

static void heap_aligned_free(void *data, size_t alignment, void *block)
{
    (void)data, (void)alignment;
    free(block);
}

static struct raft_heap heap = { NULL, heap_malloc, heap_free, heap_calloc, heap_realloc, heap_aligned_alloc, heap_aligned_free };

/* ---- starting ---- */

static void encode_configuration(void)
{
    struct raft_configuration first;
    raft_configuration_init(&first);
    int status = 0;
    for (raft_id id = 1; id <= cluster.bounds.members && status == 0; id++) {
        status = raft_configuration_add(&first, id, (char[]){ (char)('0' + id), '\0' }, RAFT_VOTER);
    }
    if (status != 0 || raft_configuration_encode(&first, &cluster.first_configuration) != 0) {
        refuse("libraft cannot encode the first configuration");
    }
    raft_configuration_close(&first);
}

void hr_raft_start(const struct hr_raft *given)
{
    if (cluster.bounds.servers != 0) {
        refuse("hr_raft_start() is called twice");
    }
    take_bounds(given);
    raft_heap_set(&heap);
    encode_configuration();
    cluster.client = client_start(&cluster);
    for (unsigned i = 0; i < cluster.bounds.servers; i++) {
        cluster.servers[i] = hr_spawn(server, .cluster = &cluster, .id = i + 1);
    }
    properties_declare(&cluster);
}

static void add(struct request request)
{
    if (cluster.bounds.servers == 0) {
        refuse("requests come after hr_raft_start()");
    }
    if (cluster.requests_count == HR_RAFT_REQUESTS_MAX) {
        refuse("there are more than 32 requests");
    }
    cluster.requests[cluster.requests_count++] = request;
}

void hr_raft_apply(const void *command, size_t size)
{
    void *copy = malloc(size + 1);
    memcpy(copy, command, size);
    add((struct request){ .kind = REQUEST_APPLY, .data = copy, .size = size });
}

void hr_raft_barrier(void)
{
    add((struct request){ .kind = REQUEST_BARRIER });
}

void hr_raft_add(raft_id id)
{
    add((struct request){ .kind = REQUEST_ADD, .id = id });
}

void hr_raft_assign(raft_id id, int role)
{
    add((struct request){ .kind = REQUEST_ASSIGN, .id = id, .role = role });
}

void hr_raft_remove(raft_id id)
{
    add((struct request){ .kind = REQUEST_REMOVE, .id = id });
}

void hr_raft_transfer(raft_id id)
{
    add((struct request){ .kind = REQUEST_TRANSFER, .id = id });
}

hr_ref hr_raft_server(raft_id id)
{
    return id >= 1 && id <= cluster.bounds.servers ? cluster.servers[id - 1] : HR_NOBODY;
}

const struct raft *hr_raft_peek(hr_ref server)
{
    const struct server *s = hr_peek(server, server);
    return s != NULL ? &s->raft : NULL;
}
