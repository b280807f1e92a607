/* Sorting where there is no malloc: libc's qsort() calls malloc, which is the program's, for long arrays. */
#ifndef HARRIER_BASE_SORT_H
#define HARRIER_BASE_SORT_H

#include <stddef.h>

typedef int (*sort_compare)(const void *a, const void *b, void *user);

static inline void sort_swap(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static inline void sort_sift(unsigned char *array, size_t from, size_t count, size_t size, sort_compare compare, void *user)
{
    for (size_t child; (child = 2 * from + 1) < count; from = child) {
        if (child + 1 < count && compare(array + child * size, array + (child + 1) * size, user) < 0) {
            child++;
        }
        if (compare(array + from * size, array + child * size, user) >= 0) {
            return;
        }
        sort_swap(array + from * size, array + child * size, size);
    }
}

/* Heap sort: in place, and never slower than n log n. Elements that compare equal may change places. */
static inline void sort(void *array, size_t count, size_t size, sort_compare compare, void *user)
{
    for (size_t i = count / 2; i > 0; i--) {
        sort_sift(array, i - 1, count, size, compare, user);
    }
    for (size_t end = count; end > 1; end--) {
        sort_swap(array, (unsigned char *)array + (end - 1) * size, size);
        sort_sift(array, 0, end - 1, size, compare, user);
    }
}

#endif
