/* A ring in shared memory from one worker to another: states that the one found and the other owns. What is written becomes
 * visible when it is published, many at a time. */
#ifndef HARRIER_WORKERS_RING_H
#define HARRIER_WORKERS_RING_H

#include <stddef.h>
#include <stdint.h>

/* A state on its way. */
struct parcel {
    uint32_t plan;   /* how it is packed, see store/plan.h; 0: the rest of the ring is left out */
    uint32_t parent; /* its parent's number in the sender's trail */
    uint32_t ordinal;
    uint32_t depth : 31; /* its own */
    uint32_t waits : 1;  /* the move left somebody inside hr_call */
    uint64_t hash;
    uint64_t words[];
};

struct ring {
    _Alignas(64) uint64_t tail; /* how far it is published */
    _Alignas(64) uint64_t head; /* how far it was read */
    _Alignas(64) unsigned char bytes[];
};

/* The writer's view, and the reader's. */
struct ring_end {
    struct ring *ring;
    uint64_t size;  /* of the ring */
    uint64_t at;    /* where it writes or reads next */
    uint64_t limit; /* the other's position, as last seen */
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
        ((struct parcel *)(e->ring->bytes + place))->plan = 0;
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
        if (p->plan != 0) {
            return p;
        }
        e->at += e->size - place;
    }
}

/* Everything before the reader's position may be written again. */
static inline void ring_release(struct ring_end *e)
{
    __atomic_store_n(&e->ring->head, e->at, __ATOMIC_RELEASE);
}

#endif
