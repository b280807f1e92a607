#include "guard/leftovers.h"

#include "base/hash.h"
#include "base/pool.h"
#include "guard/copied.h"
#include "guard/garbage.h"
#include "guard/held.h"

enum { MOST = 64, MOST_PLACES = 16, MOST_VALUES = 8, MOST_WORDS = 1 << 16 };

struct word {
    uintptr_t address;
    uint64_t value;
};
struct leftover {
    size_t first, count;     /* in `words` */
    uint64_t places, values; /* hashes of the addresses, and of all that it is */
    uint32_t garbage;        /* the set of blocks that its words may point to (guard/garbage.h); 0: none */
};
/* A global, like the memory in question. */
static struct {
    struct pool words; /* struct word: of those that are kept, then those of the present step */
    size_t used;       /* how many words are kept */
    struct leftover kept[MOST];
    uint32_t count;
    bool noting;
    uint64_t noticed; /* words that differed, ever */
} leftovers;

static struct word *word_at(size_t i)
{
    return (struct word *)leftovers.words.base + i;
}

static uint64_t mix_in(uint64_t hash, uint64_t value)
{
    return hash_mix(hash * 31 + value);
}

static void drop_present(void)
{
    pool_give_back(&leftovers.words, leftovers.words.used - leftovers.used * sizeof(struct word));
}

void leftovers_forget(void)
{
    leftovers.count = 0;
    leftovers.used = 0;
    leftovers.noting = false;
    drop_present();
    garbage_forget_kept();
}

void leftovers_begin(bool note)
{
    if (leftovers.words.base == NULL) {
        pool_init(&leftovers.words, (size_t)1 << 30);
    }
    leftovers.noting = note;
    drop_present();
}

void leftovers_note(uintptr_t address, uint64_t value)
{
    leftovers.noticed++;
    if (leftovers.noting && !held_is_word(address)) {
        *(struct word *)pool_take(&leftovers.words, sizeof(struct word)) = (struct word){ address, value };
    }
}

uint64_t leftovers_noticed(void)
{
    return leftovers.noticed;
}

/* Whether there is room for it, and nothing like it is kept already. */
static bool is_new(const struct leftover *l)
{
    uint32_t places = 0, values = 0;
    bool known_places = false;
    for (uint32_t i = 0; i < leftovers.count; i++) {
        const struct leftover *k = &leftovers.kept[i];
        bool first_there = true;
        for (uint32_t j = 0; j < i; j++) {
            first_there = first_there && leftovers.kept[j].places != k->places;
        }
        if (k->values == l->values) {
            return false;
        }
        places += first_there;
        values += k->places == l->places;
        known_places = known_places || k->places == l->places;
    }
    return leftovers.count < MOST && (known_places ? values < MOST_VALUES : places < MOST_PLACES);
}

void leftovers_end(bool ended_well)
{
    size_t count = leftovers.words.used / sizeof(struct word) - leftovers.used;
    bool complete = leftovers.noting && ended_well && count != 0 && count <= MOST_WORDS && garbage_fits();
    leftovers.noting = false;
    if (complete) {
        struct leftover l = { .first = leftovers.used, .count = count };
        for (size_t i = 0; i < count; i++) {
            l.places = mix_in(l.places, word_at(l.first + i)->address);
            l.values = mix_in(l.values, word_at(l.first + i)->value);
        }
        l.values = mix_in(mix_in(l.values, l.places), garbage_hash());
        if (is_new(&l)) {
            l.garbage = garbage_keep();
            leftovers.kept[leftovers.count++] = l;
            leftovers.used += count;
        }
    }
    drop_present();
}

uint32_t leftovers_count(void)
{
    return leftovers.count;
}

void leftovers_bring_back(uint32_t number)
{
    const struct leftover *l = &leftovers.kept[number - 1];
    garbage_bring_back(l->garbage);
    for (size_t i = l->first; i < l->first + l->count; i++) {
        uint64_t value = garbage_moved(l->garbage, word_at(i)->value);
        if (!copied_poke(word_at(i)->address, value)) {
            *(uint64_t *)word_at(i)->address = value;
        }
    }
}
