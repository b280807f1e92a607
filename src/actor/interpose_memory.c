/* malloc and its family, for the whole process: inside a step it takes memory from the arena of the actor that runs, before that from
 * the driver's heap. The complete family, because one member that escapes to libc's allocator corrupts both. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "actor/context.h"
#include "actor/exclude.h"
#include "actor/notes.h"
#include "actor/request.h"
#include "base/pool.h"

#define API __attribute__((visibility("default")))

struct notes notes;
struct memory_calls memory_calls;

static struct pool early; /* of struct early_block; set up at the first use, which is before the engine's constructor runs */

static size_t early_count(void)
{
    return early.used / sizeof(struct early_block);
}

/* Never inlined: allocate() runs on actors' stacks too, so its frame must stay small. */
static __attribute__((noinline, cold)) void note_early(void *block, size_t size, const void *caller)
{
    if (early.base == NULL) {
        pool_init(&early, (size_t)1 << 30);
    }
    *(struct early_block *)pool_take(&early, sizeof(struct early_block)) = (struct early_block){ block, size, (uintptr_t)caller };
}

size_t memory_early_blocks(const struct early_block **out)
{
    *out = (const struct early_block *)early.base;
    return early_count();
}

static void forget_early(const void *pointer)
{
    struct early_block *blocks = (struct early_block *)early.base;
    for (size_t i = early_count(); i-- > 0;) { /* blocks allocated last are mostly freed first */
        if (blocks[i].block == pointer) {
            blocks[i] = blocks[early_count() - 1];
            pool_give_back(&early, sizeof *blocks);
            return;
        }
    }
}

/* Inside a step the actor's heap; before that main's or the C library's own. Before the engine's constructor has run, only the loader
 * and constructors allocate. */
static struct heap *current_heap(const void *caller)
{
    if (border.running != NULL) {
        return &border.running->heap;
    }
    return memory_calls.heap_for == NULL ? system_heap() : memory_calls.heap_for((uintptr_t)(notes.behalf != NULL ? notes.behalf : caller));
}

const void *memory_allocate_for(const void *caller)
{
    const void *before = notes.behalf;
    if (border.running == NULL && before == NULL) { /* a function that calls another one is asked by its own caller */
        notes.behalf = caller;
    }
    return before;
}

void memory_allocated_for(const void *before)
{
    notes.behalf = before;
}

/* Whether an actor frees a block that is not its own: one of main's, or its own state struct. Libc may free what it allocated for
 * main: that is put back after the step. */
static bool is_not_its_own(const void *pointer, const void *caller)
{
    if (border.running == NULL) {
        return false;
    }
    const struct heap *outer = outer_heap_of(pointer);
    bool of_libc = memory_calls.heap_for != NULL && memory_calls.heap_for((uintptr_t)caller) == system_heap();
    return pointer == border.running->state || (outer != NULL && outer == driver_heap()) ||
           (outer != NULL && outer == system_heap() && !of_libc);
}

/* The heap that a pointer came from. */
static struct heap *heap_of(void *pointer)
{
    uint32_t actor;
    if (arena_of(pointer, &actor)) {
        return &arena_control(actor)->heap;
    }
    struct heap *outer = outer_heap_of(pointer);
    return outer != NULL ? outer : current_heap(NULL);
}

/* Never inlined, and without variables on the stack, so that it leaves no trace there. */
static __attribute__((noinline)) void take_note(const void *block, size_t size, const void *caller, const uint64_t *frame)
{
    const uint64_t *top = (const uint64_t *)arena_stack_top(border.running->actor);
    if (frame >= top || frame < (const uint64_t *)arena_stack_bottom(border.running->actor)) {
        /* no stack to look at */
    } else if (notes.count == NOTES_MOST) {
        notes.missed++;
    } else {
        struct note *n = &notes.list[notes.count++];
        n->block = block;
        n->size = size;
        n->code = (uint64_t)(uintptr_t)caller;
        for (size_t i = 0; i < NOTES_WORDS; i++) {
            n->stack[i] = frame + i < top ? frame[i] : 0;
        }
    }
    context_clear(); /* registers must not keep a trace either: the loader saves them on the stack */
}

enum { DEEPEST = 1024 }; /* the allocator uses less stack than this, in bytes */

static __attribute__((noinline)) void wipe(void)
{
    unsigned char below[DEEPEST];
    memset(below, heaps.filling.fresh, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}

/* The allocator runs on the actor's stack, and variables that the program never writes would show what the allocator left there. That
 * may differ in an audit's run, which would look like a fault of the program. So they hold the same filling as all unwritten memory. */
static void leave_no_trace(const void *frame)
{
    if (border.running != NULL && (const unsigned char *)frame - arena_stack_bottom(border.running->actor) > 2 * DEEPEST) {
        wipe();
    }
}

static void *allocate(size_t size, size_t align, const void *caller)
{
    if (size > (size_t)1 << 46) { /* more than any machine has: malloc fails whatever room there is */
        errno = ENOMEM;
        return NULL;
    }
    notes.caller = caller;
    void *p = heap_alloc(current_heap(caller), size, align);
    if (p == NULL) {
        errno = ENOMEM;
    } else if (border.running != NULL) {
        if (memory_calls.allocated != NULL) {
            memory_calls.allocated(p, size, align, caller);
        }
        take_note(p, size == 0 ? 1 : size, caller, __builtin_frame_address(0));
    } else if (memory_calls.heap_for == NULL) {
        note_early(p, size, caller);
    }
    leave_no_trace(__builtin_frame_address(0));
    return p;
}

static void *allocate_array(size_t count, size_t size, const void *caller)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    void *p = allocate(bytes, 16, caller);
    return p == NULL ? NULL : memset(p, 0, bytes);
}

API void *malloc(size_t size)
{
    return allocate(size, 16, __builtin_return_address(0));
}

static void give_back(void *pointer, bool resizing, const void *caller)
{
    int saved = errno;
    struct heap *h = heap_of(pointer);
    notes.caller = caller;
    if (is_not_its_own(pointer, caller)) {
        heaps.on_fault(&border.running->heap, &(struct heap_problem){ .fault = HEAP_ELSEWHERE, .at = pointer, .resizing = resizing });
    }
    if (border.running != NULL && h == &border.running->heap && border.running->excluded.count != 0 && heap_has(h, pointer)) {
        exclude_forget(border.running, pointer, heap_size(h, pointer));
    }
    if (border.running == NULL && h == system_heap()) {
        forget_early(pointer);
    }
    heap_free(h, pointer);
    leave_no_trace(__builtin_frame_address(0));
    errno = saved;
}

API void free(void *pointer)
{
    if (pointer != NULL) {
        give_back(pointer, false, __builtin_return_address(0));
    }
}

API void *calloc(size_t count, size_t size)
{
    return allocate_array(count, size, __builtin_return_address(0));
}

static void *reallocate(void *pointer, size_t size, const void *caller)
{
    if (pointer == NULL) {
        return allocate(size, 16, caller);
    }
    if (size == 0 || is_not_its_own(pointer, caller)) {
        give_back(pointer, true, caller);
        return NULL;
    }
    notes.caller = caller;
    size_t old = heap_size(heap_of(pointer), pointer);
    void *p = allocate(size, 16, caller);
    if (p != NULL) {
        memcpy(p, pointer, old < size ? old : size);
        give_back(pointer, true, caller);
    }
    return p;
}

API void *realloc(void *pointer, size_t size)
{
    return reallocate(pointer, size, __builtin_return_address(0));
}

API void *reallocarray(void *pointer, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return reallocate(pointer, bytes, __builtin_return_address(0));
}

API int posix_memalign(void **out, size_t align, size_t size)
{
    if (align < sizeof(void *) || (align & (align - 1)) != 0) {
        return EINVAL;
    }
    *out = allocate(size, align, __builtin_return_address(0));
    return *out == NULL ? ENOMEM : 0;
}

API void *aligned_alloc(size_t align, size_t size)
{
    return allocate(size, align, __builtin_return_address(0));
}

API void *memalign(size_t align, size_t size)
{
    return allocate(size, align, __builtin_return_address(0));
}

API void *valloc(size_t size)
{
    return allocate(size, 4096, __builtin_return_address(0));
}

API void *pvalloc(size_t size)
{
    return allocate((size + 4095) & ~(size_t)4095, 4096, __builtin_return_address(0));
}

API size_t malloc_usable_size(void *pointer)
{
    return pointer == NULL ? 0 : heap_size(heap_of(pointer), pointer);
}
