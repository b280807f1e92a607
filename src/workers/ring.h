/* A ring buffer in shared memory from one worker to another, for states that the first found and the second owns. Parcels become
 * visible when they are published, many at a time. */
#ifndef HARRIER_WORKERS_RING_H
#define HARRIER_WORKERS_RING_H

#include <stddef.h>
#include <stdint.h>

/* A state on its way. */
struct parcel {
    uint32_t length; /* of its record, in words; 0: no parcel, go on at the ring's beginning */
    uint32_t parent; /* its parent's number in the sender's trail */
    uint32_t ordinal;
    uint32_t depth : 31; /* the depth of this state */
    uint32_t waits : 1;  /* the move left an actor inside hr_call */
    uint32_t found_by;   /* see states/diamond.h */
    uint32_t territory;  /* see workers/exchange.h */
    uint64_t hash;
    uint64_t words[];
};

struct ring {
    _Alignas(64) uint64_t tail; /* up to where it is published */
    _Alignas(64) uint64_t head; /* up to where it was read */
    _Alignas(64) unsigned char bytes[];
};

/* One end of a ring, the writer's or the reader's. */
struct ring_end {
    struct ring *ring;
    uint64_t size;  /* of the ring */
    uint64_t at;    /* where this end writes or reads next */
    uint64_t limit; /* the other end's position, as last seen */
    uint32_t unpublished;
};

static inline size_t parcel_bytes(uint32_t words)
{
    return sizeof(struct parcel) + words * sizeof(uint64_t);
}

/* Room for a parcel; NULL: the ring is full. */
static inline struct parcel *ring_room(struct ring_end *e, size_t size)
{
    uint64_t place = e->at % e->size, left = e->size - place;
    uint64_t need = left < size ? left + size : size;
    if (e->at + need - e->limit > e->size) {
        e->limit = __atomic_load_n(&e->ring->head, __ATOMIC_ACQUIRE);
        if (e->at + need - e->limit > e->size) {
            return NULL;
        }
    }
    if (left < size) {
        ((struct parcel *)(e->ring->bytes + place))->length = 0;
        e->at += left;
        place = 0;
    }
    return (struct parcel *)(e->ring->bytes + place);
}

static inline void ring_written(struct ring_end *e, size_t size)
{
    e->at += size;
    e->unpublished++;
}

static inline void ring_publish(struct ring_end *e)
{
    __atomic_store_n(&e->ring->tail, e->at, __ATOMIC_RELEASE);
    e->unpublished = 0;
}

/* The next parcel to read; NULL: there is none. */
static inline const struct parcel *ring_next(struct ring_end *e)
{
    for (;;) {
        if (e->at == e->limit) {
            e->limit = __atomic_load_n(&e->ring->tail, __ATOMIC_ACQUIRE);
            if (e->at == e->limit) {
                return NULL;
            }
        }
        uint64_t place = e->at % e->size;
        const struct parcel *p = (const struct parcel *)(e->ring->bytes + place);
        if (p->length != 0) {
            return p;
        }
        e->at += e->size - place;
    }
}

/* Lets the writer use everything before the reader's position again. */
static inline void ring_release(struct ring_end *e)
{
    __atomic_store_n(&e->ring->head, e->at, __ATOMIC_RELEASE);
}

#endif
