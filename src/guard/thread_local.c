#include "guard/thread_local.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "actor/context.h"
#include "base/text.h"
#include "guard/leftovers.h"
#include "process/objects.h"

enum { CONTROL_BLOCK_MOST = 0xa00, STATIC_MOST = 1 << 20 };

/* A global: there is only one thread. */
static struct {
    struct range pages;
    unsigned char *copy;
    size_t room; /* of `copy` */
    bool rseq_unregistered;
    struct range specific; /* set by thread_local_specific() */
    struct range spoken;   /* of the pages, all variables for which owner_of() is somebody, and what lies between them */
} thread_local;

/* The area of restartable sequences, into which the kernel writes the number of the processor at any time. */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned __rseq_size __attribute__((weak));

static void unregister_rseq(void)
{
    if (thread_local.rseq_unregistered) {
        return;
    }
    thread_local.rseq_unregistered = true;
#ifdef SYS_rseq
    enum { UNREGISTER = 1, SIGNATURE = 0x53053053, OLD_SIZE = 32 };
    if (&__rseq_offset != NULL && &__rseq_size != NULL && __rseq_size != 0) {
        syscall(SYS_rseq, context_thread_pointer() + (uintptr_t)__rseq_offset, OLD_SIZE, UNREGISTER, SIGNATURE);
    }
#endif
}

struct range thread_local_pages(void)
{
    uintptr_t block = context_thread_pointer(), lowest = block;
    for (size_t i = 0; i < objects_count(); i++) {
        struct range tls = object_at(i)->tls;
        bool is_static = tls.to <= block && block - tls.from < STATIC_MOST;
        lowest = tls.from != 0 && is_static && tls.from < lowest ? tls.from : lowest;
    }
    return (struct range){ page_down(lowest), page_up(block + CONTROL_BLOCK_MOST) };
}

/* Whether writing a variable of this object is a finding: it is not for libc and the like. */
static bool speaks(const struct object *o)
{
    return o->kind == OBJECT_PROGRAM || (o->kind == OBJECT_LIBRARY && !o->put_back && !o->own);
}

/* The object whose variable is at this address; NULL: none, or libc and the like. */
static const struct object *owner_of(uintptr_t address)
{
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        if (speaks(o) && address >= o->tls.from && address < o->tls.to) {
            return o;
        }
    }
    return NULL;
}

static struct range find_spoken(void)
{
    struct range all = { 0, 0 }, pages = thread_local.pages;
    for (size_t i = 0; i < objects_count(); i++) {
        struct range tls = object_at(i)->tls;
        uintptr_t from = tls.from > pages.from ? tls.from : pages.from, to = tls.to < pages.to ? tls.to : pages.to;
        if (speaks(object_at(i)) && from < to) {
            all = all.from == all.to ? (struct range){ from, to }
                                     : (struct range){ from < all.from ? from : all.from, to > all.to ? to : all.to };
        }
    }
    return all;
}

void thread_local_begin(void)
{
    unregister_rseq();
    thread_local.pages = thread_local_pages();
    thread_local.spoken = find_spoken();
    size_t size = thread_local.pages.to - thread_local.pages.from;
    if (size > thread_local.room) { /* a library that was loaded late may have added to the pages */
        if (thread_local.copy != NULL) {
            table_free(thread_local.copy, thread_local.room);
        }
        thread_local.copy = table_new(size);
        thread_local.room = size;
    }
    errno = 0; /* as at the beginning of steps, or each step would seem to have changed it */
    memcpy(thread_local.copy, (const void *)thread_local.pages.from, size);
}

/* glibc does not say where in the control block the values are, so a marked value is set and searched for. */
struct range thread_local_specific(void)
{
    enum { PLACES = 32, PLACE = 2 * sizeof(uintptr_t) }; /* an entry is a serial number and a value */
    static const uintptr_t MARK = 0x5bec1f1c3a7d90e1;
    pthread_key_t key;
    if (thread_local.specific.from != 0 || pthread_key_create(&key, NULL) != 0) {
        return thread_local.specific;
    }
    pthread_setspecific(key, (const void *)MARK);
    const uintptr_t *block = (const uintptr_t *)context_thread_pointer();
    for (size_t i = 1; i < CONTROL_BLOCK_MOST / sizeof *block && key < PLACES; i++) {
        if (block[i] == MARK) {
            uintptr_t from = (uintptr_t)&block[i - 1] - key * PLACE;
            thread_local.specific = (struct range){ from, from + PLACES * PLACE };
        }
    }
    pthread_setspecific(key, NULL);
    pthread_key_delete(key);
    return thread_local.specific;
}

static bool find_written(struct finding *out)
{
    const unsigned char *now = (const unsigned char *)thread_local.pages.from;
    enum { AT_ONCE = 64 };
    for (size_t i = 0; i < thread_local.pages.to - thread_local.pages.from; i++) {
        if (i % AT_ONCE == 0 && memcmp(now + i, thread_local.copy + i, AT_ONCE) == 0) {
            i += AT_ONCE - 1;
            continue;
        }
        const struct object *o = now[i] != thread_local.copy[i] ? owner_of(thread_local.pages.from + i) : NULL;
        if (o == NULL) {
            continue;
        }
        *out = (struct finding){ .kind = KIND_ISOLATION };
        struct text t = text_in(out->text, sizeof out->text);
        text_add(&t, "writes a thread-local variable");
        if (o->kind == OBJECT_PROGRAM) {
            out->address = thread_local.pages.from + i - o->tls.from;
            out->address_is_tls = true;
        } else {
            text_printf(&t, " of %s", o->path);
            object_advice(o, &t);
        }
        return true;
    }
    return false;
}

bool thread_local_is_as_before(void)
{
    struct range spoken = thread_local.spoken;
    struct finding unused;
    return spoken.from == spoken.to ||
           memcmp((const void *)spoken.from, thread_local.copy + (spoken.from - thread_local.pages.from), spoken.to - spoken.from) == 0 ||
           !find_written(&unused);
}

/* Tells what libc and the like left in their variables and in the control block. */
static void note_words(void)
{
    const uint64_t *now = (const uint64_t *)thread_local.pages.from, *before = (const uint64_t *)(const void *)thread_local.copy;
    for (size_t i = 0; i < (thread_local.pages.to - thread_local.pages.from) / sizeof *now; i++) {
        if (now[i] != before[i] && owner_of((uintptr_t)&now[i]) == NULL) {
            leftovers_note((uintptr_t)&now[i], now[i]);
        }
    }
}

bool thread_local_put_back(struct finding *out)
{
    errno = 0; /* as in the copy */
    if (thread_local.copy == NULL ||
        memcmp((const void *)thread_local.pages.from, thread_local.copy, thread_local.pages.to - thread_local.pages.from) == 0) {
        return false;
    }
    bool found = find_written(out);
    note_words();
    memcpy((void *)thread_local.pages.from, thread_local.copy, thread_local.pages.to - thread_local.pages.from);
    return found;
}
