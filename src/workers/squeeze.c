#include "workers/squeeze.h"

#include <stdbool.h>
#include <string.h>

enum { HEAD_WORDS = 3, GROUP = 8 };
_Static_assert(sizeof(struct parcel) == (HEAD_WORDS + 1) * sizeof(uint64_t), "three words, and the hash");

/* The words of a parcel that are compared: its head without the hash, and its record. */
static size_t words_of(const struct parcel *p)
{
    return HEAD_WORDS + p->length;
}
/* The hash is between them. The head has smaller parts, so words are copied. */
static size_t place_of(size_t i)
{
    return (i < HEAD_WORDS ? i : i + 1) * sizeof(uint64_t);
}
static uint64_t word_at(const struct parcel *p, size_t i)
{
    uint64_t word = 0;
    if (p != NULL && i < words_of(p)) {
        memcpy(&word, (const unsigned char *)p + place_of(i), sizeof word);
    }
    return word;
}

/* A byte that says which bytes follow: from which on, and how many more than one. */
enum { FROM = 3, COUNT = 7 };

static inline unsigned char *put_word(unsigned char *out, uint64_t difference)
{
    unsigned from = (unsigned)__builtin_ctzll(difference) / 8, last = 7 - (unsigned)__builtin_clzll(difference) / 8;
    *out++ = (unsigned char)(from << FROM | (last - from));
    difference >>= 8 * from;
    memcpy(out, &difference, sizeof difference); /* what is too much is written over */
    return out + last - from + 1;
}

static unsigned char *put_parcel(unsigned char *out, const struct parcel *p, const struct parcel *before)
{
    unsigned char *group = NULL;
    memcpy(out, &p->hash, sizeof p->hash);
    out += sizeof p->hash;
    for (size_t i = 0; i < words_of(p); i++) {
        uint64_t difference = word_at(p, i) ^ word_at(before, i);
        if (i % GROUP == 0) {
            group = out++;
            *group = 0;
        }
        if (difference != 0) {
            *group |= (unsigned char)(1u << i % GROUP);
            out = put_word(out, difference);
        }
    }
    return out;
}

size_t squeeze(const void *parcels, size_t size, unsigned char *out)
{
    unsigned char *at = out;
    const struct parcel *before = NULL;
    for (size_t done = 0; done < size;) {
        const struct parcel *p = (const struct parcel *)((const unsigned char *)parcels + done);
        at = put_parcel(at, p, before);
        before = p;
        done += parcel_bytes(p->length);
    }
    return (size_t)(at - out);
}

/* What is read; `left` bytes of it. */
struct source {
    const unsigned char *at;
    size_t left;
};

static bool take(struct source *s, void *to, size_t size)
{
    if (size > s->left) {
        return false;
    }
    memcpy(to, s->at, size);
    s->at += size;
    s->left -= size;
    return true;
}

static inline bool take_word(struct source *s, uint64_t *difference)
{
    unsigned which = s->left == 0 ? 0 : *s->at, from = which >> FROM, count = (which & COUNT) + 1u;
    uint64_t bytes = 0;
    if (from + count > sizeof bytes || count >= s->left) {
        return false;
    }
    memcpy(&bytes, s->at + 1, s->left > sizeof bytes ? sizeof bytes : count); /* mostly a known number of bytes, which is much faster */
    *difference = bytes << (64 - 8 * count) >> (64 - 8 * count) << 8 * from;
    s->at += 1 + count;
    s->left -= 1 + count;
    return true;
}

/* Its first word says how long it is. */
static bool take_parcel(struct source *s, struct parcel *p, const struct parcel *before, size_t room)
{
    unsigned char group = 0;
    if (room < sizeof *p || !take(s, &p->hash, sizeof p->hash)) {
        return false;
    }
    p->length = 0;
    for (size_t i = 0; i < words_of(p); i++) {
        uint64_t difference = 0;
        if ((i % GROUP == 0 && !take(s, &group, 1)) || ((group >> i % GROUP & 1) && !take_word(s, &difference))) {
            return false;
        }
        difference ^= word_at(before, i);
        memcpy((unsigned char *)p + place_of(i), &difference, sizeof difference);
        if (i == 0 && (p->length == 0 || parcel_bytes(p->length) > room)) {
            return false;
        }
    }
    return true;
}

size_t squeeze_undo(const unsigned char *in, size_t size, void *parcels, size_t room)
{
    struct source s = { .at = in, .left = size };
    const struct parcel *before = NULL;
    size_t done = 0;
    while (s.left != 0) {
        struct parcel *p = (struct parcel *)((unsigned char *)parcels + done);
        if (!take_parcel(&s, p, before, room - done)) {
            return SIZE_MAX;
        }
        before = p;
        done += parcel_bytes(p->length);
    }
    return done;
}
