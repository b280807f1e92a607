/* malloc and its family, for the whole process: inside a step from the arena of the actor that runs, before from the driver's
 * heap. The complete family, because one member that escapes to libc's allocator corrupts both. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "actor/exclude.h"
#include "actor/request.h"

#define API __attribute__((visibility("default")))

bool (*memory_caller_is_system)(uintptr_t code);
void (*memory_allocated)(void *block, const void *caller);

/* Inside a step the actor's; before, main's, or the C library's own. Before the engine's constructor it is the loader that allocates. */
static struct heap *current_heap(const void *caller)
{
    if (running != NULL) {
        return &running->heap;
    }
    bool is_system = memory_caller_is_system == NULL || memory_caller_is_system((uintptr_t)caller);
    return is_system ? system_heap() : driver_heap();
}

/* The heap that a pointer came from. A driver's block freed by an actor is written to, and so caught by the guard. */
static struct heap *heap_of(void *pointer)
{
    uint32_t actor;
    if (arena_of(pointer, &actor)) {
        return &arena_control(actor)->heap;
    }
    return driver_heap_has(pointer) ? driver_heap() : system_heap_has(pointer) ? system_heap() : current_heap(NULL);
}

static void *allocate(size_t size, size_t align, const void *caller)
{
    void *p = heap_alloc(current_heap(caller), size, align);
    if (p == NULL) {
        errno = ENOMEM;
    } else if (running != NULL && memory_allocated != NULL) {
        memory_allocated(p, caller);
    }
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

API void free(void *pointer)
{
    if (pointer != NULL) {
        int saved = errno;
        struct heap *h = heap_of(pointer);
        if (running != NULL && h == &running->heap && running->excluded.count != 0) {
            exclude_forget(running, pointer, heap_size(h, pointer));
        }
        heap_free(h, pointer);
        errno = saved;
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
    if (size == 0) {
        free(pointer);
        return NULL;
    }
    size_t old = heap_size(heap_of(pointer), pointer);
    void *p = allocate(size, 16, caller);
    if (p != NULL) {
        memcpy(p, pointer, old < size ? old : size);
        free(pointer);
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
    *out = heap_alloc(current_heap(__builtin_return_address(0)), size, align);
    return *out == NULL ? ENOMEM : 0;
}

API void *aligned_alloc(size_t align, size_t size)
{
    return heap_alloc(current_heap(__builtin_return_address(0)), size, align);
}

API void *memalign(size_t align, size_t size)
{
    return heap_alloc(current_heap(__builtin_return_address(0)), size, align);
}

API void *valloc(size_t size)
{
    return heap_alloc(current_heap(__builtin_return_address(0)), size, 4096);
}

API void *pvalloc(size_t size)
{
    return heap_alloc(current_heap(__builtin_return_address(0)), (size + 4095) & ~(size_t)4095, 4096);
}

API size_t malloc_usable_size(void *pointer)
{
    return pointer == NULL ? 0 : heap_size(heap_of(pointer), pointer);
}
