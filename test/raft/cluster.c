/* cluster [NAME=NUMBER | off=PROPERTIES | REQUEST]...: a cluster of libraft in any bounds, for the tests and for bench/raft-library.sh. A request is
 * a letter and a number: a1 (apply), b1 (barrier), + (add) - (remove) v (make a voter) t (transfer) and the id of a server. */
#include <harrier/raft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state machine: the last command, and how many there were ---- */

struct machine {
    char last[8];
    unsigned count;
};

static int apply(struct raft_fsm *fsm, const struct raft_buffer *command, void **result)
{
    struct machine *m = fsm->data;
    memcpy(m->last, command->base, command->len < sizeof m->last ? command->len : sizeof m->last);
    m->count++;
    *result = NULL;
    return 0;
}

static int snapshot(struct raft_fsm *fsm, struct raft_buffer *buffers[], unsigned *count)
{
    *count = 1;
    *buffers = raft_malloc(sizeof **buffers);
    (*buffers)->len = sizeof(struct machine);
    (*buffers)->base = raft_malloc(sizeof(struct machine));
    memcpy((*buffers)->base, fsm->data, sizeof(struct machine));
    return 0;
}

static int restore(struct raft_fsm *fsm, struct raft_buffer *buffer)
{
    memcpy(fsm->data, buffer->base, sizeof(struct machine));
    raft_free(buffer->base);
    return 0;
}

static void make_machine(struct raft_fsm *fsm)
{
    *fsm = (struct raft_fsm){
        .version = 1, .data = calloc(1, sizeof(struct machine)), .apply = apply, .snapshot = snapshot, .restore = restore
    };
}

/* ---- arguments ---- */

static unsigned pre_vote, compact;

static void settings(struct raft *raft)
{
    raft_set_pre_vote(raft, pre_vote != 0);
    if (compact != 0) {
        raft_set_snapshot_threshold(raft, compact);
        raft_set_snapshot_trailing(raft, 1);
    }
}

static struct hr_raft bounds = { .servers = 3, .terms = 1, .fsm = make_machine, .settings = settings };

static bool take_bound(const char *text)
{
    static const struct {
        const char *name;
        unsigned *value;
    } names[] = {
        { "servers=", &bounds.servers },       { "members=", &bounds.members },   { "terms=", &bounds.terms },
        { "candidates=", &bounds.candidates }, { "timeouts=", &bounds.timeouts }, { "heartbeats=", &bounds.heartbeats },
        { "lonely=", &bounds.lonely },         { "prevote=", &pre_vote },         { "compact=", &compact },
        { "disks=", &bounds.disks },           { "failures=", &bounds.failures },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].name);
        if (strncmp(text, names[i].name, length) == 0) {
            *names[i].value = (unsigned)strtoul(text + length, NULL, 10);
            return true;
        }
    }
    if (strncmp(text, "off=", 4) == 0) {
        bounds.off = text + 4;
        return true;
    }
    return strncmp(text, "channel=", 8) == 0 ? hr_channel(text + 8), true : false;
}

static void ask_for(const char *text)
{
    raft_id id = (raft_id)(text[1] - '0');
    switch (text[0]) {
    case 'a': hr_raft_apply(text, strlen(text) + 1); break;
    case 'b': hr_raft_barrier(); break;
    case '+': hr_raft_add(id); break;
    case '-': hr_raft_remove(id); break;
    case 'v': hr_raft_assign(id, RAFT_VOTER); break;
    case 't': hr_raft_transfer(id); break;
    default: fprintf(stderr, "cluster: error: what is %s?\n", text); exit(2);
    }
}

/* ---- on the way to Figure 8 of the Raft paper, for samplers to begin from: in a program of its own, since a small bound need not reach these ---- */

#ifdef MILESTONES
static raft_term term_at(const struct raft *r, raft_index index)
{
    const struct raft_log *log = &r->log;
    size_t count = log->size == 0 ? 0 : (log->back + log->size - log->front) % log->size;
    bool there = index > log->offset && index <= log->offset + count;
    return there ? log->entries[(log->front + (size_t)(index - 1 - log->offset)) % log->size].term : 0;
}

static raft_index last_of(const struct raft *r)
{
    const struct raft_log *log = &r->log;
    return log->offset + (log->size == 0 ? 0 : (log->back + log->size - log->front) % log->size);
}

/* A majority has the leader's entry at this index. */
static bool is_shared(const struct raft *leader, raft_index index)
{
    unsigned having = 0;
    for (raft_id id = 1; id <= bounds.servers; id++) {
        const struct raft *r = hr_raft_peek(hr_raft_server(id));
        having += r != NULL && term_at(r, index) == term_at(leader, index);
    }
    return having > bounds.servers / 2;
}

static bool on_the_way(void)
{
    for (raft_id id = 1; id <= bounds.servers; id++) {
        const struct raft *r = hr_raft_peek(hr_raft_server(id));
        if (r == NULL || r->state != RAFT_LEADER) {
            continue;
        }
        raft_index last = last_of(r), commit = r->commit_index;
        bool old = term_at(r, last) > 1 && term_at(r, last) < r->current_term;
        bool contested = false; /* another server has an entry of a later term there */
        for (raft_id other = 1; other <= bounds.servers; other++) {
            const struct raft *o = hr_raft_peek(hr_raft_server(other));
            contested = contested || (o != NULL && term_at(o, last) > term_at(r, last));
        }
        hr_sometimes(r->current_term >= 3 && term_at(r, last) == r->current_term);
        hr_sometimes(old && commit < last);
        hr_sometimes(old && commit < last && contested);
        hr_sometimes(old && commit < last && contested && is_shared(r, last));
        hr_sometimes(old && commit == last && is_shared(r, last));
        hr_sometimes(old && commit == last && contested &&
                     is_shared(r, last)); /* committed by counting: the next leader may be without it */
    }
    return true;
}
#endif

int main(int argc, char **argv)
{
    bool asks[64] = { false };
    for (int i = 1; i < argc && i < 64; i++) {
        asks[i] = !take_bound(argv[i]);
    }
    hr_raft_start(&bounds);
    for (int i = 1; i < argc && i < 64; i++) {
        if (asks[i]) {
            ask_for(argv[i]);
        }
    }
#ifdef MILESTONES
    hr_always(on_the_way);
#endif
    return hr_run();
}
