/* Merge sort (dissertation, Table 3.1, with 4 items): an actor gives each half of its array to a new actor and merges the two
 * sorted halves that come back.
 *
 *     mergesort N
 *     mergesort N scala     no Boot: the first Sort comes from main(); an actor ends when it has answered */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 8 };
static const int items[ITEMS_MAX] = { 11, 0, 4, 3, 9, 7, 2, 5 };

HR_MESSAGE(Boot, int count;);
HR_MESSAGE(Sort, hr_ref caller; int count; const int *items;);
HR_CARRIES(Sort, HR_ARRAY(Sort, items, count));
HR_MESSAGE(Merge, int count; const int *items;);
HR_CARRIES(Merge, HR_ARRAY(Merge, items, count));

struct sorter {
    hr_ref caller;
    bool scala;
    int count; /* of the half that came first; 0: none yet */
    int half[ITEMS_MAX];
};

static void on_boot(struct sorter *self, const struct Boot *m)
{
    hr_send(hr_self(), Sort, .count = m->count, .items = items);
}

static void on_sort(struct sorter *, const struct Sort *m);

static void on_merge(struct sorter *self, const struct Merge *m)
{
    if (self->count == 0) {
        self->count = m->count;
        memcpy(self->half, m->items, (size_t)m->count * sizeof(int));
        return;
    }
    int all[ITEMS_MAX];
    int a = 0, b = 0, n = 0;
    while (a < self->count || b < m->count) {
        bool first = b == m->count || (a < self->count && self->half[a] <= m->items[b]);
        all[n++] = first ? self->half[a++] : m->items[b++];
    }
    for (int i = 1; i < n; i++) {
        hr_assert(all[i - 1] <= all[i]);
    }
    if (self->caller != HR_NOBODY) {
        hr_send(self->caller, Merge, .count = n, .items = all);
    }
    if (self->scala) {
        hr_stop();
    }
}

HR_ACTOR(sorter, HR_ON(Boot, on_boot), HR_ON(Sort, on_sort), HR_ON(Merge, on_merge));

static void on_sort(struct sorter *self, const struct Sort *m)
{
    self->caller = m->caller;
    if (m->count == 1) {
        if (self->caller != HR_NOBODY) {
            hr_send(self->caller, Merge, .count = 1, .items = m->items);
        }
        if (self->scala) {
            hr_stop();
        }
        return;
    }
    int half = m->count / 2;
    hr_ref left = hr_spawn(sorter, .scala = self->scala);
    hr_ref right = hr_spawn(sorter, .scala = self->scala);
    hr_send(left, Sort, .caller = hr_self(), .count = half, .items = m->items);
    hr_send(right, Sort, .caller = hr_self(), .count = m->count - half, .items = m->items + half);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    bool scala = argc > 2 && strcmp(argv[2], "scala") == 0;
    if (n < 1 || n > ITEMS_MAX) {
        return 2;
    }
    hr_ref sorter = hr_spawn(sorter, .scala = scala);
    if (scala) {
        hr_send(sorter, Sort, .count = n, .items = items);
    } else {
        hr_send(sorter, Boot, .count = n);
    }
    return hr_run();
}
