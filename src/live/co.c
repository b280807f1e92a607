/* Stacks: mapped in slabs, each with a guard page, kept in pools. Switches are told to the sanitizers and to valgrind where
 * those are there: the functions are weak, so one library serves all. */
#include <stdlib.h>
#include <sys/mman.h>

#include "actor/context.h"
#include "live/runtime.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_STACK_REGISTER(from, to) 0
#endif

enum { STACK_BYTES = 256 << 10, GUARD_BYTES = 4096, SLAB_STACKS = 16, SPARE_MAX = 64, GUARDED_MAX = 16384 };

#define WEAK __attribute__((weak))
void *__tsan_get_current_fiber(void) WEAK;
void *__tsan_create_fiber(unsigned flags) WEAK;
void __tsan_destroy_fiber(void *fiber) WEAK;
void __tsan_switch_to_fiber(void *fiber, unsigned flags) WEAK;
void __tsan_acquire(void *at) WEAK;
void __tsan_release(void *at) WEAK;
void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size) WEAK;
void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size) WEAK;
void __asan_unpoison_memory_region(void const volatile *from, size_t size) WEAK;
void __lsan_register_root_region(const void *from, size_t size) WEAK;

static bool tsan, asan;
static struct {
    pthread_mutex_t lock;
    struct co *spare;
    unsigned char *slab;
    unsigned slab_left;
    size_t stacks;
} pool = { PTHREAD_MUTEX_INITIALIZER, NULL, NULL, 0, 0 };

/* Called by the compiler's runtime, or not at all: what a sanitizer cannot see in a library that is not its own. */
void live_sanitizer_release(void *at)
{
    if (__builtin_expect(tsan, 0)) {
        __tsan_release(at);
    }
}

void live_sanitizer_acquire(void *at)
{
    if (__builtin_expect(tsan, 0)) {
        __tsan_acquire(at);
    }
}

void live_co_home(struct worker *w)
{
    if (w->number == 0) {
        tsan = __tsan_create_fiber != NULL;
        asan = __sanitizer_start_switch_fiber != NULL && __asan_unpoison_memory_region != NULL;
        live_plain_memory = tsan || asan || RUNNING_ON_VALGRIND;
    }
    w->co = &w->home;
    w->home = (struct co){ .fiber = tsan ? __tsan_get_current_fiber() : NULL };
    pthread_attr_t attributes;
    if (asan && pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *bottom;
        pthread_attr_getstack(&attributes, &bottom, &w->home.size);
        w->home.bottom = bottom;
        pthread_attr_destroy(&attributes);
    }
}

/* A guard page cuts one mapping into two, and a process may have only so many (vm.max_map_count, 65530 as a rule). At half of them
 * stacks go without: the rest is for the program, whose malloc() and threads need some, too. */
static struct co *new_stack(void)
{
    pthread_mutex_lock(&pool.lock);
    if (pool.slab_left == 0) {
        void *slab = mmap(NULL, (size_t)SLAB_STACKS * STACK_BYTES, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (slab == MAP_FAILED) {
            pthread_mutex_unlock(&pool.lock);
            live_die(NULL, 0, "no memory for another stack: too many actors wait inside their code");
        }
        pool.slab = slab;
        pool.slab_left = SLAB_STACKS;
    }
    unsigned char *bottom = pool.slab + (size_t)--pool.slab_left * STACK_BYTES;
    bool guarded = pool.stacks++ < GUARDED_MAX;
    pthread_mutex_unlock(&pool.lock);
    if (guarded) {
        mprotect(bottom, GUARD_BYTES, PROT_NONE);
    }
    struct co *co = (struct co *)(bottom + STACK_BYTES - ((sizeof *co + 63) & ~(size_t)63));
    *co = (struct co){ .bottom = bottom + GUARD_BYTES, .size = (size_t)((unsigned char *)co - bottom) - GUARD_BYTES };
    (void)VALGRIND_STACK_REGISTER(co->bottom, co);
    if (__lsan_register_root_region != NULL) {
        __lsan_register_root_region(co->bottom, (size_t)(bottom + STACK_BYTES - co->bottom));
    }
    return co;
}

static struct co *take_spare(struct worker *w)
{
    struct co *co = w->spare;
    if (co != NULL) {
        w->spare = co->next;
        w->spare_count--;
        return co;
    }
    pthread_mutex_lock(&pool.lock);
    co = pool.spare;
    if (co != NULL) {
        pool.spare = co->next;
    }
    pthread_mutex_unlock(&pool.lock);
    return co;
}

static void give_spare(struct worker *w, struct co *co)
{
    if (tsan) {
        __tsan_destroy_fiber(co->fiber); /* it still remembers the calls that were under way */
    }
    if (asan) {
        __asan_unpoison_memory_region(co->bottom, co->size);
    }
    if (w->spare_count < SPARE_MAX) {
        co->next = w->spare;
        w->spare = co;
        w->spare_count++;
        return;
    }
    pthread_mutex_lock(&pool.lock);
    co->next = pool.spare;
    pool.spare = co;
    pthread_mutex_unlock(&pool.lock);
}

static void begin(void)
{
    live_arrived();
    struct co *self = live_me()->co;
    self->entry(self);
    __builtin_unreachable();
}

struct co *live_co(void (*entry)(struct co *self))
{
    struct co *co = take_spare(live_me());
    co = co != NULL ? co : new_stack();
    *co = (struct co){ .bottom = co->bottom, .size = co->size, .entry = entry, .fiber = tsan ? __tsan_create_fiber(0) : NULL };
    co->sp = context_prepare((void *)((uintptr_t)co & ~(uintptr_t)15), begin);
    return co;
}

/* After every switch, on the stack that was switched to: only now nobody stands on the other one. */
void live_arrived(void)
{
    struct worker *w = live_me();
    if (asan) {
        __sanitizer_finish_switch_fiber(w->co->fake, NULL, NULL);
    }
    if (w->parted_co != NULL) {
        struct co *co = w->parted_co;
        w->parted_co = NULL;
        give_spare(w, co);
    }
    if (w->parted_actor != NULL) {
        struct actor *a = w->parted_actor;
        w->parted_actor = NULL;
        if (w->budget <= 0 || !live_go_idle(a)) {
            live_schedule_last(a);
        }
    }
}

static void go(struct co *to, bool for_good)
{
    struct worker *w = live_me();
    struct co *from = w->co;
    w->co = to;
    if (asan) {
        __sanitizer_start_switch_fiber(for_good ? NULL : &from->fake, to->bottom, to->size);
    }
    if (tsan) {
        __tsan_switch_to_fiber(to->fiber, 0);
    }
    context_switch(&from->sp, to->sp);
}

void live_switch(struct co *to)
{
    go(to, false);
    live_arrived();
}

void live_leave(struct co *to)
{
    struct worker *w = live_me();
    w->parted_co = w->co;
    go(to, true);
    __builtin_unreachable();
}
