#include "workers/tasks.h"

#include <string.h>
#include <sys/mman.h>

#include "base/lock.h"
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
    return __atomic_load_n(&t->list->waiting, __ATOMIC_RELAXED) < t->workers;
}

bool tasks_give(struct tasks *t, const char *text, size_t length)
{
    struct task_list *l = t->list;
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

bool tasks_take(struct tasks *t, char *text, bool (*must_stop)(void *user), void *user)
{
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
    lock_take(LOCK_TASKS);
    t->list->busy--;
    lock_give(LOCK_TASKS);
}
