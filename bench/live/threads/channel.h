/* The floor: one thread per actor, one queue per thread under a mutex, a condition variable for the one that waits. The queue is
 * unbounded, as the mailboxes of the others are: a sender never blocks. */
#ifndef BENCH_LIVE_CHANNEL_H
#define BENCH_LIVE_CHANNEL_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct channel {
    pthread_mutex_t mutex;
    pthread_cond_t filled;
    bool waiting;
    int64_t *ring;
    size_t capacity, first, count; /* capacity: a power of two */
};

static inline void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "error: out of memory\n");
        exit(2);
    }
    return memory;
}

static inline void channel_init(struct channel *c)
{
    *c = (struct channel){ .capacity = 4 };
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->filled, NULL);
    c->ring = need(malloc(c->capacity * sizeof *c->ring));
}

static inline void channel_close(struct channel *c)
{
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->filled);
    free(c->ring);
}

static inline void channel_grow(struct channel *c)
{
    int64_t *larger = need(malloc(2 * c->capacity * sizeof *larger));
    for (size_t i = 0; i < c->count; i++) {
        larger[i] = c->ring[(c->first + i) & (c->capacity - 1)];
    }
    free(c->ring);
    c->ring = larger;
    c->first = 0;
    c->capacity *= 2;
}

static inline void channel_send(struct channel *c, int64_t value)
{
    pthread_mutex_lock(&c->mutex);
    if (c->count == c->capacity) {
        channel_grow(c);
    }
    c->ring[(c->first + c->count++) & (c->capacity - 1)] = value;
    if (c->waiting) {
        pthread_cond_signal(&c->filled);
    }
    pthread_mutex_unlock(&c->mutex);
}

static inline int64_t channel_receive(struct channel *c)
{
    pthread_mutex_lock(&c->mutex);
    while (c->count == 0) {
        c->waiting = true;
        pthread_cond_wait(&c->filled, &c->mutex);
    }
    c->waiting = false;
    int64_t value = c->ring[c->first];
    c->first = (c->first + 1) & (c->capacity - 1);
    c->count--;
    pthread_mutex_unlock(&c->mutex);
    return value;
}

static inline pthread_t thread_start(void *(*function)(void *), void *argument)
{
    static const size_t stack_bytes = 64 << 10;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    if (pthread_create(&thread, &attributes, function, argument) != 0) {
        fprintf(stderr, "error: no further thread: fewer actors, or raise the limit (ulimit -u)\n");
        exit(2);
    }
    pthread_attr_destroy(&attributes);
    return thread;
}

#endif
