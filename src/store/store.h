/* Visited states. A store says of each state whether it is new. It works on batches: all successors of one state are announced first,
 * so that their places are prefetched, and then added. */
#ifndef HARRIER_STORE_STORE_H
#define HARRIER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"
#include "base/word_set.h"
#include "store/shared_set.h"
#include "store/sheet.h"

/* Whole states, as records one after the other in order of arrival. A state's handle is the place of its record, in words; the table
 * holds these places plus 1. */
struct exact_store {
    struct pool records;
    struct word_set set;
    bool numbered; /* behind each record is a word with its number, from 0 */
    /* Where several workers fill one store: the table, and `records` is memory that all see; `set` only counts what this one added. */
    struct shared_set shared;
    uint64_t *shared_used;        /* words of the records that were handed out to workers */
    uint64_t part_next, part_end; /* where this worker puts its next records */
    uint64_t own_bytes;           /* of records */
};

void exact_init(struct exact_store *s, bool numbered);
/* Adds a record of so many words; false when it was there already. *handle is its place in either case. */
bool exact_add(struct exact_store *s, const uint64_t *record, uint32_t length, uint64_t hash, uint64_t *handle);
/* Makes an empty store common to the workers that are started later; false when the system refuses memory. */
bool exact_share(struct exact_store *s);
static inline bool exact_is_shared(const struct exact_store *s)
{
    return s->shared.head != NULL;
}
static inline const uint64_t *exact_record(const struct exact_store *s, uint64_t handle)
{
    return (const uint64_t *)s->records.base + handle;
}
/* The handle of the state that was added after this one. */
static inline uint64_t exact_next(const struct exact_store *s, uint64_t handle)
{
    return handle + record_length(exact_record(s, handle)) + s->numbered;
}
/* How many states were added before this one; only where they are numbered. */
static inline uint64_t exact_number(const struct exact_store *s, uint64_t handle)
{
    const uint64_t *record = exact_record(s, handle);
    return record[record_length(record)];
}
static inline void exact_fetch(const struct exact_store *s, uint64_t hash)
{
    if (exact_is_shared(s)) {
        fetch_ahead(shared_set_first(s->shared.head, numbered_tag(hash)));
        return;
    }
    fetch_ahead(word_set_place(&s->set, numbered_tag(hash)));
}
/* Once its place was fetched: the handle of a state that has as much of this hash as a slot keeps, whose record is prefetched; NO_HANDLE: there is none. */
static const uint64_t NO_HANDLE = UINT64_MAX;
static inline bool exact_has_tag(const void *tag, uint64_t stored)
{
    return numbered_tag(stored) == *(const uint64_t *)tag;
}
static inline uint64_t exact_fetch_like(const struct exact_store *s, uint64_t hash)
{
    uint64_t tag = numbered_tag(hash);
    if (exact_is_shared(s)) {
        uint64_t word = shared_set_find(&s->shared, tag, exact_has_tag, &tag);
        fetch_ahead(exact_record(s, numbered_number(word) - (word != 0)));
        return word == 0 ? NO_HANDLE : numbered_number(word) - 1;
    }
    for (const uint64_t *at = word_set_place(&s->set, tag); *at != 0; at++) {
        if (numbered_tag(*at) == tag) {
            uint64_t handle = numbered_number(*at) - 1;
            fetch_ahead(exact_record(s, handle));
            return handle;
        }
    }
    return NO_HANDLE;
}
/* Whether this is the record of that state. Records say themselves where they end, so one that begins like another is that other. */
static inline bool exact_is(const struct exact_store *s, uint64_t handle, const uint64_t *record, uint32_t words)
{
    const uint64_t *other = exact_record(s, handle);
    uint64_t differ = other[0] ^ record[0];
    for (uint32_t i = 1; differ == 0 && i < words; i++) {
        differ = other[i] ^ record[i];
    }
    return differ == 0;
}
uint64_t exact_state_bytes(const struct exact_store *s);

/* 64 bits of each state. Two states with the same bits are taken for one: see base/omission.h. */
struct fingerprint_store {
    struct word_set set;
    struct shared_set shared; /* where several workers fill one store; `set` only counts what this one added */
};

static inline uint64_t fingerprint_of(uint64_t hash)
{
    return hash + (hash == 0);
}

/* Room for `count` states before it grows. */
void fingerprint_init(struct fingerprint_store *s, uint64_t count);
/* The spread of a fingerprint (base/word_set.h): the fingerprint itself, since all its bits are equally good. */
uint64_t fingerprint_spread(uint64_t print);
/* Makes an empty store common to the workers that are started later; false when the system refuses memory. */
bool fingerprint_share(struct fingerprint_store *s);
bool fingerprint_add_shared(struct fingerprint_store *s, uint64_t print);
static inline bool fingerprint_add(struct fingerprint_store *s, uint64_t hash)
{
    struct word_set *t = &s->set;
    uint64_t print = fingerprint_of(hash);
    if (__builtin_expect(s->shared.head != NULL, 0)) {
        return fingerprint_add_shared(s, print);
    }
    uint64_t *at = word_set_place(t, print);
    for (; *at != 0; at++) {
        if (*at == print) {
            return false;
        }
    }
    word_set_put(t, at, print, fingerprint_spread);
    return true;
}
/* About how many bytes a new store of so many takes. */
static inline uint64_t fingerprint_bytes(uint64_t count)
{
    return count / 13 * 20 * sizeof(uint64_t);
}
static inline void fingerprint_fetch(const struct fingerprint_store *s, uint64_t hash)
{
    if (s->shared.head != NULL) {
        fetch_ahead(shared_set_first(s->shared.head, fingerprint_of(hash)));
        return;
    }
    fetch_ahead(word_set_place(&s->set, fingerprint_of(hash)));
}

#endif
