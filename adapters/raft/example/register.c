/* A register that three servers keep the same by libraft: docs/raft.md explains it. */
#include <harrier/raft.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state machine, as libraft wants it ---- */

struct reg {
    char value[8];
};

static int apply(struct raft_fsm *fsm, const struct raft_buffer *command, void **result)
{
    struct reg *self = fsm->data;
    memcpy(self->value, command->base, command->len < sizeof self->value ? command->len : sizeof self->value);
    *result = NULL;
    return 0;
}

static int snapshot(struct raft_fsm *fsm, struct raft_buffer *buffers[], unsigned *count)
{
    *count = 1;
    *buffers = raft_malloc(sizeof **buffers);
    (*buffers)->len = sizeof(struct reg);
    (*buffers)->base = raft_malloc(sizeof(struct reg));
    memcpy((*buffers)->base, fsm->data, sizeof(struct reg));
    return 0;
}

static int restore(struct raft_fsm *fsm, struct raft_buffer *buffer)
{
    memcpy(fsm->data, buffer->base, sizeof(struct reg));
    raft_free(buffer->base);
    return 0;
}

static void make_register(struct raft_fsm *fsm)
{
    fsm->version = 1;
    fsm->data = calloc(1, sizeof(struct reg));
    fsm->apply = apply;
    fsm->snapshot = snapshot;
    fsm->restore = restore;
}

/* ---- what is explored ---- */

int main(void)
{
    static const struct hr_raft cluster = { .servers = 3, .terms = 2, .fsm = make_register };
    hr_raft_start(&cluster);
    hr_raft_apply("a", 2);
    hr_raft_apply("b", 2);
    return hr_run();
}
