#include "workers/tasks.h"

#include <string.h>
#include <sys/mman.h>

#include "base/lock.h"
#include "workers/cluster.h"
#include "workers/transport.h"

struct task_list {
    uint32_t waiting; /* how many; read without the lock too */
    uint32_t busy;    /* how many were taken and are not done */
    uint32_t first;   /* the place of the one that has waited longest */
    uint32_t unused;
    struct task {
        size_t length;
        char text[TASK_BYTES];
    } tasks[TASKS_MAX];
};

void tasks_of_rank(struct tasks *t, struct workers *rank)
{
    *t = (struct tasks){ .workers = rank->count, .rank = rank };
}

bool tasks_prepare(struct tasks *t, uint32_t workers)
{
    void *memory = mmap(NULL, sizeof *t->list, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    *t = (struct tasks){ .workers = workers, .list = memory };
    return tasks_give(t, "", 0);
}

bool tasks_wanted(const struct tasks *t)
{
    if (t->rank != NULL) {
        return t->rank->link->wanted;
    }
    return __atomic_load_n(&t->list->waiting, __ATOMIC_RELAXED) < t->workers;
}

static bool give_remote(const struct tasks *t, const char *text, size_t length)
{
    struct cluster_link *l = t->rank->link;
    bool given = length < TASK_BYTES && link_write(&l->out[LINK_CONTROL], LINK_TASK_GIVE, 0, text, (uint32_t)length);
    l->wanted = l->wanted && !given;
    return given;
}

bool tasks_give(struct tasks *t, const char *text, size_t length)
{
    struct task_list *l = t->list;
    if (t->rank != NULL) {
        return give_remote(t, text, length);
    }
    lock_take(LOCK_TASKS);
    bool fits = l->waiting < TASKS_MAX && length < TASK_BYTES;
    if (fits) {
        struct task *task = &l->tasks[(l->first + l->waiting) % TASKS_MAX];
        memcpy(task->text, text, length);
        task->length = length;
        __atomic_store_n(&l->waiting, l->waiting + 1, __ATOMIC_RELAXED);
    }
    lock_give(LOCK_TASKS);
    return fits;
}

static bool take(struct task_list *l, char *text)
{
    if (l->waiting == 0) {
        return false;
    }
    const struct task *task = &l->tasks[l->first];
    memcpy(text, task->text, task->length);
    text[task->length] = '\0';
    l->first = (l->first + 1) % TASKS_MAX;
    __atomic_store_n(&l->waiting, l->waiting - 1, __ATOMIC_RELAXED);
    l->busy++;
    return true;
}

static bool take_remote(struct tasks *t, char *text, bool (*must_stop)(void *user), void *user)
{
    struct link_ring *in = &t->rank->link->in[LINK_CONTROL];
    t->rank->link->wanted = 0;
    cluster_tell(t->rank, LINK_TASK_ASK, "", 0);
    const struct link_frame *f = cluster_wait(t->rank, must_stop, user);
    bool taken = f != NULL && f->kind == LINK_TASK && f->length < TASK_BYTES;
    if (taken) {
        memcpy(text, f + 1, f->length);
        text[f->length] = '\0';
    }
    if (f != NULL) {
        link_taken(in, f);
    }
    return taken;
}

bool tasks_take(struct tasks *t, char *text, bool (*must_stop)(void *user), void *user)
{
    if (t->rank != NULL) {
        return take_remote(t, text, must_stop, user);
    }
    while (!must_stop(user)) {
        lock_take(LOCK_TASKS);
        bool taken = take(t->list, text), over = t->list->busy == 0;
        lock_give(LOCK_TASKS);
        if (taken || over) {
            return taken;
        }
        transport_pause();
    }
    return false;
}

void tasks_done(struct tasks *t)
{
    if (t->rank != NULL) {
        return; /* the first rank is told when this one asks for another task */
    }
    lock_take(LOCK_TASKS);
    t->list->busy--;
    lock_give(LOCK_TASKS);
}

const char *tasks_waiting(const struct tasks *t, uint32_t i, size_t *length)
{
    const struct task_list *l = t->list;
    const struct task *task = &l->tasks[(l->first + i) % TASKS_MAX];
    *length = task->length;
    return i < l->waiting ? task->text : NULL;
}
