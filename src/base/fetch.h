/* Asks the processor for memory that will be looked at soon. */
#ifndef HARRIER_BASE_FETCH_H
#define HARRIER_BASE_FETCH_H

static inline void fetch_ahead(const void *at)
{
    __builtin_prefetch(at);
    __asm__ volatile(""); /* gcc takes a function that does nothing but prefetch for a pure one, and drops calls of it */
}

#endif
