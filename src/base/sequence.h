/* Interned sequences of numbers ("words"): equal sequences have the same number. They share memory: appending a word or removing the
 * first one makes no copy, so filling and emptying a sequence of n words takes memory in proportion to n, not to its square. Sequence 0
 * is the empty one. */
#ifndef HARRIER_BASE_SEQUENCE_H
#define HARRIER_BASE_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/pool.h"

struct sequences {
    struct pool words, chunks, sequences;
    struct map by_hash;
    struct map longer; /* (sequence, word) -> the sequence with the word at its end: comparing them once is enough */
    uint64_t (*hash_of)(uint32_t word);
};

/* `hash_of` is the hash of a word: the same in every run, even if the words are not. Does nothing the second time. */
void sequences_init(struct sequences *all, uint64_t (*hash_of)(uint32_t word));
/* Shares the memory behind *all with workers started later; *all itself must be shared by its owner. */
bool sequences_share(struct sequences *all);

uint32_t sequence_add(struct sequences *all, uint32_t sequence, uint32_t word);
uint32_t sequence_remove(struct sequences *all, uint32_t sequence, size_t position);
/* Whether the same was done before, so that nothing is added. */
bool sequence_knows_longer(const struct sequences *all, uint32_t sequence, uint32_t word);
bool sequence_knows_shorter(const struct sequences *all, uint32_t sequence, size_t position);
uint32_t sequence_make(struct sequences *all, const uint32_t *words, size_t count);
size_t sequence_count(const struct sequences *all, uint32_t sequence);
/* The words; they stay where they are. */
const uint32_t *sequence_words(const struct sequences *all, uint32_t sequence);
/* Made from the words' hashes. */
uint64_t sequence_hash(const struct sequences *all, uint32_t sequence);

#endif
