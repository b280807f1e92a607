/* Preloaded before libharrier: a mailbox that misbehaves once, so that the soak can be seen to notice.
 * SOAK_FAULT is drop, double or swap; SOAK_FAULT_AT which message of type Work it hits, counted from 1. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "harrier.h"

typedef void send_function(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void hr_send_(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    static long seen;
    static hr_ref held_from, held_to;
    static unsigned char held[256];
    send_function *next = (send_function *)dlsym(RTLD_NEXT, "hr_send_");
    const char *fault = getenv("SOAK_FAULT"), *at = getenv("SOAK_FAULT_AT");
    if (fault == NULL || at == NULL || strcmp(type->name, "Work") != 0 || size > sizeof held) {
        next(to, type, data, size, place);
        return;
    }
    pthread_mutex_lock(&mutex);
    bool hit = ++seen == atol(at), release = false;
    if (hit && strcmp(fault, "swap") == 0) { /* it comes after the next one on its lane */
        held_from = hr_self();
        held_to = to;
        memcpy(held, data, size);
    } else if (held_to == to && held_from == hr_self()) {
        release = true;
        held_to = HR_NOBODY;
    }
    pthread_mutex_unlock(&mutex);
    if (!hit || strcmp(fault, "double") == 0) {
        next(to, type, data, size, place);
    }
    if (hit && strcmp(fault, "double") == 0) {
        next(to, type, data, size, place);
    }
    if (release) {
        next(to, type, held, size, place);
    }
}
