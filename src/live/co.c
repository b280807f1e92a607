/* Coroutines: their stacks, mapped in slabs, each with a guard below it, and kept in pools; and switching between them. Sanitizers are told, if the
 * program is built with one: their functions are declared weak, so the same library works with and without them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "actor/context.h"
#include "live/runtime.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_STACK_REGISTER(from, to) 0
#endif
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

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

/* ---- stacks ---- */

enum {
    DEFAULT_BYTES = 256 << 10,
    LEAST_BYTES = 32 << 10,
    MOST_BYTES = 1 << 30,
    PAGE = 4096,
    GUARD_BYTES = 64 << 10, /* more than a page: a function with a large frame may first touch memory far below the stack */
    SLAB_STACKS = 16,
    SPARE_MAX = 64,
    GUARDED_MAX = 16384
};

static struct {
    pthread_mutex_t lock;
    struct co *spare;
    unsigned char *slab;
    unsigned slab_left;
    size_t stacks;
} pool = { PTHREAD_MUTEX_INITIALIZER, NULL, NULL, 0, 0 };

size_t live_stack_bytes = DEFAULT_BYTES;

/* HARRIER_STACK: bytes, or with K, M or G, as --stack of the checker takes them. */
static void stacks_begin(void)
{
    const char *text = getenv("HARRIER_STACK");
    if (text == NULL) {
        return;
    }
    static const char units[] = "KMGkmg";
    char *rest;
    errno = 0;
    unsigned long long bytes = strtoull(text, &rest, 10);
    const char *unit = *rest != '\0' ? strchr(units, *rest) : NULL;
    unsigned shift = unit != NULL ? 10 * (1 + (unsigned)(unit - units) % 3) : 0;
    bool good =
        text[0] >= '0' && text[0] <= '9' && errno == 0 && bytes <= (unsigned long long)MOST_BYTES >> shift && rest[unit != NULL] == '\0';
    bytes <<= good ? shift : 0;
    if (!good || bytes < LEAST_BYTES) {
        live_unusable("HARRIER_STACK=%s: a size from 32K to 1G is wanted", text);
    }
    live_stack_bytes = (bytes + PAGE - 1) & ~(unsigned long long)(PAGE - 1);
}

/* Newer kernels (6.13) mark pages as guards without any cost. With older ones a guard cuts one mapping into two, and a process may have
 * only so many (vm.max_map_count, 65530 as a rule): at half of them stacks go without. The rest is for the program, whose malloc() and
 * threads need some, too. */
static void guard(unsigned char *from, size_t number)
{
    bool marked = !RUNNING_ON_VALGRIND && madvise(from, GUARD_BYTES, MADV_GUARD_INSTALL) == 0;
    if (!marked && number < GUARDED_MAX) {
        mprotect(from, GUARD_BYTES, PROT_NONE);
    }
}

bool live_stack_guard_has(const struct co *co, const void *address)
{
    uintptr_t at = (uintptr_t)address, bottom = (uintptr_t)co->bottom;
    return bottom != 0 && at < bottom && at >= bottom - GUARD_BYTES;
}

static struct co *new_stack(void)
{
    size_t each = live_stack_bytes + GUARD_BYTES;
    pthread_mutex_lock(&pool.lock);
    if (pool.slab_left == 0) {
        void *slab = mmap(NULL, SLAB_STACKS * each, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (slab == MAP_FAILED) {
            pthread_mutex_unlock(&pool.lock);
            live_die(NULL, 0, "no memory for another stack: too many actors wait inside their code");
        }
        pool.slab = slab;
        pool.slab_left = SLAB_STACKS;
    }
    unsigned char *from = pool.slab + --pool.slab_left * each;
    size_t number = pool.stacks++;
    pthread_mutex_unlock(&pool.lock);
    guard(from, number);
    unsigned char *bottom = from + GUARD_BYTES;
    struct co *co = (struct co *)(from + each - ((sizeof *co + 63) & ~(size_t)63));
    *co = (struct co){ .bottom = bottom, .size = (size_t)((unsigned char *)co - bottom) };
    (void)VALGRIND_STACK_REGISTER(co->bottom, co);
    if (__lsan_register_root_region != NULL) {
        __lsan_register_root_region(bottom, live_stack_bytes);
    }
    return co;
}

static struct co *stack_take(struct worker *w)
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
    return co != NULL ? co : new_stack();
}

static void stack_give(struct worker *w, struct co *co)
{
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

/* ---- switching ---- */

static bool tsan, asan;

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
        stacks_begin();
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

static void give_back(struct worker *w, struct co *co)
{
    if (tsan) {
        __tsan_destroy_fiber(co->fiber); /* it still remembers the calls that were under way */
    }
    if (asan) {
        __asan_unpoison_memory_region(co->bottom, co->size);
    }
    stack_give(w, co);
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
    struct co *co = stack_take(live_me());
    *co = (struct co){ .bottom = co->bottom, .size = co->size, .entry = entry, .fiber = tsan ? __tsan_create_fiber(0) : NULL };
    co->sp = context_prepare((void *)((uintptr_t)co & ~(uintptr_t)15), begin);
    return co;
}

/* Runs after every switch, on the new stack: only now no thread uses the old one any more. */
void live_arrived(void)
{
    struct worker *w = live_me();
    if (asan) {
        __sanitizer_finish_switch_fiber(w->co->fake, NULL, NULL);
    }
    if (w->parted_co != NULL) {
        struct co *co = w->parted_co;
        w->parted_co = NULL;
        give_back(w, co);
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
