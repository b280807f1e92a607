/* Quick sort (dissertation, Table 3.2; TransDPOR, Tables 1 and 2, with 6 items): an actor gives what is less than its first
 * item to one new actor and what is greater to another, and puts together what comes back.
 *
 *     quicksort N           6: the papers' input; 5: one whose recursion gives the counts of Table 3.2, ActorFoundry
 *     quicksort N scala     no Boot: the first Sort comes from main(); 4: an input for Table 3.2, Scala
 *     quicksort N hasty     a sorter with one part much longer than the other takes what comes back first for the shorter one */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 8 };
static const int inputs[][ITEMS_MAX] = { { 81, 28, 47, 38, 97, 98, 12, 60 }, { 4, 0, 3, 1, 2 }, { 3, 0, 1, 2 } };

HR_MESSAGE(Boot, int count;);
HR_MESSAGE(Sort, hr_ref caller; int count; const int *items;);
HR_CARRIES(Sort, HR_ARRAY(Sort, items, count));
HR_MESSAGE(Done, int count; const int *items;);
HR_CARRIES(Done, HR_ARRAY(Done, items, count));

struct sorter {
    hr_ref caller;
    bool tidy; /* keeps nothing of what it has passed on; the table's numbers of states tell that the Scala program is */
    int count; /* of the part that came first; 0: none yet */
    int part[ITEMS_MAX];
    bool hasty;
    int lead; /* hasty: how many items more the right part has */
};

struct part {
    int count;
    int items[ITEMS_MAX];
};

static void append(struct part *to, const int *items, int count)
{
    memcpy(to->items + to->count, items, (size_t)count * sizeof(int));
    to->count += count;
}

static const int *input(int count)
{
    return inputs[count == 5 ? 1 : count == 4 ? 2 : 0];
}

static void on_done(struct sorter *self, const struct Done *m)
{
    if (self->count == 0) {
        self->count = m->count;
        memcpy(self->part, m->items, (size_t)m->count * sizeof(int));
        return;
    }
    struct part all = { 0 };
    bool first = abs(self->lead) > 2 ? self->lead > 0 : self->part[0] < m->items[0];
    append(&all, first ? self->part : m->items, first ? self->count : m->count);
    append(&all, first ? m->items : self->part, first ? m->count : self->count);
    for (int i = 1; i < all.count; i++) {
        hr_assert(all.items[i - 1] <= all.items[i]);
    }
    if (self->caller != HR_NOBODY) {
        hr_send(self->caller, Done, .count = all.count, .items = all.items);
        if (self->tidy) {
            self->count = 0;
            memset(self->part, 0, sizeof self->part);
        }
    }
}

static void on_boot(struct sorter *, const struct Boot *m);
static void on_sort(struct sorter *, const struct Sort *m);
HR_ACTOR(sorter, HR_ON(Boot, on_boot), HR_ON(Sort, on_sort), HR_ON(Done, on_done));

static void on_boot(struct sorter *self, const struct Boot *m)
{
    hr_ref sorter = hr_spawn(sorter, .hasty = self->hasty);
    hr_send(sorter, Sort, .count = m->count, .items = input(m->count));
}

static void on_sort(struct sorter *self, const struct Sort *m)
{
    struct part less = { 0 }, equal = { 0 }, greater = { 0 };
    self->caller = m->caller;
    for (int i = 0; i < m->count; i++) {
        int item = m->items[i];
        append(item < m->items[0] ? &less : item > m->items[0] ? &greater : &equal, &item, 1);
    }
    if (equal.count == m->count) {
        if (self->caller != HR_NOBODY) {
            hr_send(self->caller, Done, .count = m->count, .items = m->items);
        }
        return;
    }
    if (greater.count == 0) {
        greater = equal;
    } else if (less.count == 0) {
        less = equal;
    } else if (greater.count <= less.count) {
        append(&greater, equal.items, equal.count);
    } else {
        append(&less, equal.items, equal.count);
    }
    self->lead = self->hasty ? greater.count - less.count : 0;
    hr_ref left = hr_spawn(sorter, .tidy = self->tidy, .hasty = self->hasty);
    hr_ref right = hr_spawn(sorter, .tidy = self->tidy, .hasty = self->hasty);
    hr_send(left, Sort, .caller = hr_self(), .count = less.count, .items = less.items);
    hr_send(right, Sort, .caller = hr_self(), .count = greater.count, .items = greater.items);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6;
    bool scala = argc > 2 && strcmp(argv[2], "scala") == 0;
    bool hasty = argc > 2 && strcmp(argv[2], "hasty") == 0;
    if (n < 1 || n > ITEMS_MAX) {
        return 2;
    }
    hr_ref sorter = hr_spawn(sorter, .tidy = scala, .hasty = hasty);
    if (scala) {
        hr_send(sorter, Sort, .count = n, .items = input(n));
    } else {
        hr_send(sorter, Boot, .count = n);
    }
    return hr_run();
}
