/* Switching between stacks. Sanitizers are told, if the program is built with one: their functions are declared weak, so the same library
 * works with and without them. */
#include <stdlib.h>

#include "actor/context.h"
#include "live/runtime.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
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
        live_stacks_begin();
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
    live_stack_give(w, co);
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
    struct co *co = live_stack_take(live_me());
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
