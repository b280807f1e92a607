/* Stacks: mapped in slabs, each with a guard below it, kept in pools. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

void __lsan_register_root_region(const void *from, size_t size) __attribute__((weak));

static struct {
    pthread_mutex_t lock;
    struct co *spare;
    unsigned char *slab;
    unsigned slab_left;
    size_t stacks;
} pool = { PTHREAD_MUTEX_INITIALIZER, NULL, NULL, 0, 0 };

size_t live_stack_bytes = DEFAULT_BYTES;

/* HARRIER_STACK: bytes, or with K, M or G, as --stack of the checker takes them. */
void live_stacks_begin(void)
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

struct co *live_stack_take(struct worker *w)
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

void live_stack_give(struct worker *w, struct co *co)
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
