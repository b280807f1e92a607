/* What can be declared as shared memory. */
#include "process/declared.h"
#include "process/mappings.h"
#include "process/objects.h"

static bool is_writable(uintptr_t from, uintptr_t to)
{
    struct ranges wanted = { 0 }, writable = { 0 };
    ranges_add(&wanted, from, to);
    bool known = mappings_writable(&writable, NULL);
    for (size_t i = 0; i < ranges_count(&writable); i++) {
        ranges_subtract(&wanted, range_at(&writable, i).from, range_at(&writable, i).to);
    }
    bool all = true;
    for (size_t i = 0; i < ranges_count(&wanted); i++) {
        all = all && range_at(&wanted, i).from >= range_at(&wanted, i).to; /* empty ranges stay in the list */
    }
    pool_close(&wanted.list);
    pool_close(&writable.list);
    return all || !known;
}

static bool is_thread_local(uintptr_t from, uintptr_t to)
{
    objects_find();
    for (size_t i = 0; i < objects_count(); i++) {
        struct range tls = object_at(i)->tls;
        if (from < tls.to && to > tls.from) {
            return true;
        }
    }
    return false;
}

const char *declared_refusal(const void *memory, size_t size)
{
    uintptr_t from = (uintptr_t)memory, to = from + size;
    if (size == 0) {
        return NULL; /* an empty range is harmless */
    }
    if (to < from || size > DECLARED_MAX) {
        return "more than 1 GB of shared memory";
    }
    if (!is_writable(from, to)) {
        return "hr_shared() of memory that cannot be written: NULL, a constant, code, or more than there is";
    }
    return is_thread_local(from, to) ? "hr_shared() of a thread-local variable: make it an ordinary one, there is only one thread" : NULL;
}
