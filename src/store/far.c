/* The far part of a record: its words from the 8th on that are not zero, where there are any. Most of these have one or two bytes that are not
 * zero, so they are not kept whole.
 *
 * The first byte says how many words the part takes, itself included. Of each word of the state there is then how far it is from the one
 * before (seven bits a byte, the lowest first; the top bit says that more follow), a byte that says which of its bytes are not zero, and
 * these. What is left of the last word is zero: no word is at a distance of 0.
 *
 * Of more than FAR_WORDS there would be too much to read byte by byte. Then the first word is 0, and after it come groups: a word whose bits
 * say which of the next 63 groups follow, where bit 63 says that another such word comes behind them; of each group a word whose bits say
 * which of its 64 words follow, then these. How many there are decides which form it is, so a state has only one record. */
#include <string.h>

#include "store/sheet.h"

enum {
    FAR_WORDS = 32,
    FAR_WORD_MOST = 4 + 1 + 8,                         /* bytes: the distance (places have at most 22 bits), which bytes, and these */
    FAR_MOST = (1 + FAR_WORDS * FAR_WORD_MOST) / 8 + 1 /* words */
};
_Static_assert(FAR_MOST < 256, "one byte says how many words the part takes");
_Static_assert(PLACE_WORDS_MAX < 1 << 28, "four times seven bits are enough for a distance");

/* Writes such a part, word by word in their order. */
struct far_writer {
    unsigned char *first, *next;
    uint32_t before; /* the word that was written last */
    uint32_t words;  /* how many were */
};
static struct far_writer far_begin(uint64_t *to)
{
    return (struct far_writer){ .first = (unsigned char *)to, .next = (unsigned char *)to + 1, .before = SHEET_NEAR - 1 };
}
static void far_put(struct far_writer *w, uint32_t word, uint64_t value)
{
    unsigned char *next = w->next, *which;
    uint32_t distance = word - w->before;
    w->before = word;
    w->words++;
    for (; __builtin_expect(distance > 127, 0); distance >>= 7) {
        *next++ = (unsigned char)(distance | 128);
    }
    *next++ = (unsigned char)distance;
    which = next++;
    *which = 0;
    while (value != 0) {
        uint32_t byte = (uint32_t)__builtin_ctzll(value) / 8;
        *which |= (unsigned char)(1u << byte);
        *next++ = (unsigned char)(value >> byte * 8);
        value &= ~(UINT64_C(255) << byte * 8);
    }
    w->next = next;
}
/* How many words it takes. */
static uint32_t far_end(struct far_writer *w)
{
    uint32_t words = (uint32_t)(w->next - w->first + 7) / 8;
    memset(w->next, 0, 8);
    *w->first = (unsigned char)words;
    return words;
}

static const uint64_t MORE = UINT64_C(1) << SHEET_GROUPS; /* another word about groups follows */

static uint32_t pack_long(const struct sheet *s, uint64_t *record, uint32_t length)
{
    record[length++] = 0;
    for (uint32_t a = 0; a < s->above_count; a++) {
        record[length++] = s->above[a] | (a + 1 < s->above_count ? MORE : 0);
        for (uint64_t above = s->above[a]; above != 0; above &= above - 1) {
            uint32_t group = a * SHEET_GROUPS + (uint32_t)__builtin_ctzll(above);
            record[length++] = s->groups[group];
            for (uint64_t words = s->groups[group]; words != 0; words &= words - 1) {
                record[length++] = s->words[SHEET_NEAR + group * 64 + (uint32_t)__builtin_ctzll(words)];
            }
        }
    }
    return length;
}

uint32_t sheet_pack_far(const struct sheet *s, uint64_t *record, uint32_t length)
{
    struct far_writer w = far_begin(record + length);
    for (uint32_t a = 0; a < s->above_count; a++) {
        for (uint64_t above = s->above[a]; above != 0; above &= above - 1) {
            uint32_t group = a * SHEET_GROUPS + (uint32_t)__builtin_ctzll(above);
            for (uint64_t words = s->groups[group]; words != 0; words &= words - 1) {
                if (w.words == FAR_WORDS) {
                    return pack_long(s, record, length);
                }
                uint32_t word = SHEET_NEAR + group * 64 + (uint32_t)__builtin_ctzll(words);
                far_put(&w, word, s->words[word]);
            }
        }
    }
    return length + far_end(&w);
}

uint32_t record_length_far(const uint64_t *record, uint32_t length)
{
    uint64_t above = record[length];
    if ((above & 255) != 0) {
        return length + (uint32_t)(above & 255);
    }
    length++;
    do {
        above = record[length++];
        for (int groups = __builtin_popcountll(above & ~MORE); groups > 0; groups--) {
            length += 1 + (uint32_t)__builtin_popcountll(record[length]);
        }
    } while (above & MORE);
    return length;
}

/* ---- back onto a sheet ---- */

/* Changes all far words that are not zero to what is to come. */
static void load_present(struct sheet *s)
{
    uint32_t count = s->above_count; /* less when there are fewer */
    for (uint32_t a = 0; a < count; a++) {
        for (uint64_t above = s->above[a]; above != 0; above &= above - 1) {
            uint32_t group = a * SHEET_GROUPS + (uint32_t)__builtin_ctzll(above);
            for (uint64_t words = s->groups[group]; words != 0; words &= words - 1) {
                uint32_t word = SHEET_NEAR + group * 64 + (uint32_t)__builtin_ctzll(words);
                sheet_set_word(s, word, s->incoming[word]);
            }
        }
    }
}

static const unsigned char *read_word(const unsigned char *at, uint64_t *value)
{
    *value = 0;
    for (unsigned which = *at++; which != 0; which &= which - 1) {
        *value |= (uint64_t)*at++ << __builtin_ctz(which) * 8;
    }
    return at;
}

static void load_short(struct sheet *s, const uint64_t *part)
{
    uint32_t words[FAR_WORDS], count = 0, word = SHEET_NEAR - 1;
    const unsigned char *at = (const unsigned char *)part + 1, *end = (const unsigned char *)(part + (*part & 255));
    while (at < end && *at != 0) {
        uint32_t distance = *at & 127;
        for (uint32_t bits = 7; *at++ & 128; bits += 7) {
            distance |= (uint32_t)(*at & 127) << bits;
        }
        word += distance;
        at = read_word(at, &s->incoming[word]);
        words[count++] = word;
    }
    load_present(s);
    for (uint32_t i = 0; i < count; i++) {
        sheet_set_word(s, words[i], s->incoming[words[i]]);
        s->incoming[words[i]] = 0;
    }
}

static void load_long(struct sheet *s, const uint64_t *next)
{
    uint32_t old_count = s->above_count;
    bool more = true;
    for (uint32_t a = 0; more || a < old_count; a++) {
        uint64_t old_above = s->above[a], new_above = more ? *next++ : 0;
        more = new_above & MORE;
        for (uint64_t above = (old_above | new_above) & ~MORE; above != 0; above &= above - 1) {
            uint32_t in_above = (uint32_t)__builtin_ctzll(above), group = a * SHEET_GROUPS + in_above;
            uint64_t old_group = s->groups[group], new_group = new_above >> in_above & 1 ? *next++ : 0;
            for (uint64_t words = old_group | new_group; words != 0; words &= words - 1) {
                uint32_t in_group = (uint32_t)__builtin_ctzll(words);
                bool follows = new_group >> in_group & 1;
                sheet_set_word(s, SHEET_NEAR + group * 64 + in_group, follows ? *next : 0);
                next += follows;
            }
        }
    }
}

void sheet_load_far(struct sheet *s, const uint64_t *part, bool any)
{
    if (!any) {
        load_present(s);
    } else if ((*part & 255) != 0) {
        load_short(s, part);
    } else {
        load_long(s, part + 1);
    }
}
