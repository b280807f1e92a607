#include <stdint.h>
#include <string.h>

#include "options/options.h"

/* Edits between two words, swapped neighbours counting as one (Damerau and Levenshtein, restricted). */
static size_t distance(const char *a, const char *b)
{
    enum { MOST = 64 };
    size_t rows[3][MOST + 1], la = strlen(a), lb = strlen(b);
    if (la > MOST || lb > MOST) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= lb; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= la; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best) {
                best = before[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[la % 3][lb];
}

const char *nearest(const char *word, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t least = (strlen(word) + 2) / 3 + 1; /* more than a third of it wrong: it is another word */
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(word, names[i]);
        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}
