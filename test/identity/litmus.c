/* Small programs that tell the identities apart: which states are one. */
#include <harrier.h>
#include <stdlib.h>

/* ---- a sorted list: equal lists whose nodes were allocated in different order ---- */

HR_MESSAGE(Insert, int value;);

struct list {
    struct entry {
        int value;
        struct entry *next;
    } * first;
};

static void on_insert(struct list *self, const struct Insert *m)
{
    struct entry **at = &self->first;
    while (*at != NULL && (*at)->value < m->value) {
        at = &(*at)->next;
    }
    struct entry *new = malloc(sizeof *new);
    *new = (struct entry){ .value = m->value, .next = *at };
    *at = new;
}

HR_ACTOR(list, HR_ON(Insert, on_insert));

/* Three inserts in any order: 8 sets, but 16 layouts of the heap. */
HR_TEST(lists)
{
    hr_channel("unordered");
    hr_ref list = hr_spawn(list);
    for (int i = 1; i <= 3; i++) {
        hr_send(list, Insert, .value = i);
    }
}

/* ---- a pointer that shows addresses: the nodes change places, the shape tells ---- */

HR_MESSAGE(Swap);

struct pair {
    int *left, *right;
};

static void on_swap(struct pair *self, const struct Swap *m)
{
    if (self->left == NULL) {
        self->left = malloc(sizeof(int));
        self->right = malloc(sizeof(int));
        *self->left = 1;
        *self->right = 2;
    } else { /* the contents follow the pointers: nothing to be seen but addresses */
        int *left = self->left;
        self->left = self->right;
        self->right = left;
        *self->left = 1;
        *self->right = 2;
    }
    hr_send(hr_self(), Swap);
}

HR_ACTOR(pair, HR_ON(Swap, on_swap));

HR_TEST(addresses)
{
    hr_send(hr_spawn(pair), Swap);
}

/* ---- memory that is shared within the heap is not the same as two copies ---- */

HR_MESSAGE(Alias, bool both;);

struct alias {
    int *a, *b;
};

static void on_alias(struct alias *self, const struct Alias *m)
{
    free(self->b != self->a ? self->b : NULL);
    free(self->a);
    self->a = calloc(1, sizeof(int));
    self->b = m->both ? self->a : calloc(1, sizeof(int));
}

HR_ACTOR(alias, HR_ON(Alias, on_alias));

HR_TEST(aliases)
{
    hr_channel("unordered");
    hr_ref alias = hr_spawn(alias);
    hr_send(alias, Alias, .both = true);
    hr_send(alias, Alias, .both = false);
}

/* ---- alike actors: who of the three was first ---- */

HR_MESSAGE(Go);
HR_MESSAGE(Here);

struct counter {
    int here;
};

static void on_here(struct counter *self, const struct Here *m)
{
    self->here++;
}

HR_ACTOR(counter, HR_ON(Here, on_here));

struct walker {
    hr_ref counter;
    bool gone;
};

static void on_go(struct walker *self, const struct Go *m)
{
    self->gone = true;
    hr_send(self->counter, Here);
}

HR_ACTOR(walker, HR_ON(Go, on_go));

/* 3 walkers, each waiting, on its way or counted: 3^3 states, 10 up to names. */
HR_TEST(walkers)
{
    hr_ref counter = hr_spawn(counter);
    for (int i = 0; i < 3; i++) {
        hr_send(hr_spawn(walker, .counter = counter), Go);
    }
}

/* The same with names in a global that a predicate asks for: nobody may be taken for another. */
static hr_ref first;

static bool first_has_gone(void)
{
    const struct walker *w = hr_peek(first, walker);
    return w != NULL && w->gone;
}

HR_TEST(named_walkers)
{
    hr_ref counter = hr_spawn(counter);
    first = hr_spawn(walker, .counter = counter);
    hr_send(first, Go);
    for (int i = 0; i < 2; i++) {
        hr_send(hr_spawn(walker, .counter = counter), Go);
    }
    hr_at_end(first_has_gone);
}

/* Who refers to whom matters: a chain is not a ring of one and a pair. */
HR_MESSAGE(Point, hr_ref at;);

struct pointer {
    hr_ref at;
};

static void on_point(struct pointer *self, const struct Point *m)
{
    self->at = m->at;
}

HR_ACTOR(pointer, HR_ON(Point, on_point));

HR_TEST(pointers)
{
    hr_channel("unordered");
    hr_ref a = hr_spawn(pointer), b = hr_spawn(pointer), c = hr_spawn(pointer);
    hr_send(a, Point, .at = b);
    hr_send(a, Point, .at = a);
    hr_send(b, Point, .at = c);
    hr_send(c, Point, .at = b);
}

/* All of them are named by a global: five that go or do not are 2^5 states, whoever looks like whom. */
static hr_ref named[5];

HR_MESSAGE(Leave);

struct guest {
    bool gone;
};

static void on_leave(struct guest *self, const struct Leave *m)
{
    self->gone = true;
}

HR_ACTOR(guest, HR_ON(Leave, on_leave));

static bool all_have_gone(void)
{
    bool gone = true;
    for (int i = 0; i < 5; i++) {
        const struct guest *g = hr_peek(named[i], guest);
        gone = gone && g != NULL && g->gone;
    }
    return gone;
}

HR_TEST(all_named)
{
    hr_at_end(all_have_gone);
    for (int i = 0; i < 5; i++) {
        named[i] = hr_spawn(guest);
        hr_send(named[i], Leave);
    }
}

/* Memory that actors share names one of three: 2 states of it, times gone or not, times how many of the other two are gone. Before it is
 * written the message that will tell names the same one. */
HR_MESSAGE(Elect, hr_ref who;);
static hr_ref elected;

struct elector {
    int unused;
};

static void on_elect(struct elector *self, const struct Elect *m)
{
    elected = m->who;
}

HR_ACTOR(elector, HR_ON(Elect, on_elect));

HR_TEST(elected)
{
    hr_shared_global(elected);
    hr_ref guests[3];
    for (int i = 0; i < 3; i++) {
        guests[i] = hr_spawn(guest);
        hr_send(guests[i], Leave);
    }
    hr_send(hr_spawn(elector), Elect, .who = guests[0]);
}

/* The order of what one actor sends to another matters where the channel keeps it. */
HR_MESSAGE(Told, int what;);

struct listener {
    int heard[2], count;
};

static void on_told(struct listener *self, const struct Told *m)
{
    self->heard[self->count++] = m->what;
}

HR_ACTOR(listener, HR_ON(Told, on_told));

struct speaker {
    hr_ref listener;
};

static void on_speak(struct speaker *self, const struct Go *m)
{
    int first = (int)hr_choose(2);
    hr_send(self->listener, Told, .what = first);
    hr_send(self->listener, Told, .what = 1 - first);
}

HR_ACTOR(speaker, HR_ON(Go, on_speak));

HR_TEST(order)
{
    hr_send(hr_spawn(speaker, .listener = hr_spawn(listener)), Go);
}

/* An actor that nobody names any more has ended, with a letter that came too late or without. */
HR_MESSAGE(Stop);

struct mortal {
    int unused;
};

static void on_stop(struct mortal *self, const struct Stop *m)
{
    hr_stop();
}

static void on_letter(struct mortal *self, const struct Told *m) {}

HR_ACTOR(mortal, HR_ON(Stop, on_stop), HR_ON(Told, on_letter));

struct writer {
    hr_ref to;
};

static void on_write(struct writer *self, const struct Go *m)
{
    hr_send(self->to, Told);
    self->to = HR_NOBODY;
}

HR_ACTOR(writer, HR_ON(Go, on_write));

HR_TEST(letter)
{
    hr_ref mortal = hr_spawn(mortal);
    hr_send(mortal, Stop);
    hr_send(hr_spawn(writer, .to = mortal), Go);
}

/* A block that no pointer leads to, as a compiler or a program may keep it: what is in it matters all the same. */
struct keeper {
    uintptr_t hidden; /* the address, turned around */
};

static void keeper_init(struct keeper *self)
{
    self->hidden = ~(uintptr_t)calloc(1, sizeof(int));
}

static void on_keep(struct keeper *self, const struct Told *m)
{
    *(int *)~self->hidden = m->what;
}

HR_ACTOR(keeper, HR_INIT(keeper_init), HR_ON(Told, on_keep));

HR_TEST(hidden)
{
    hr_channel("unordered");
    hr_ref keeper = hr_spawn(keeper);
    hr_send(keeper, Told, .what = 1);
    hr_send(keeper, Told, .what = 2);
}

/* ---- alike but for what is excluded ---- */

HR_MESSAGE(Bump);

struct noisy {
    int noise, bumps;
};

static void noisy_init(struct noisy *self)
{
    hr_exclude_field(self->noise);
}
static void on_bump(struct noisy *self, const struct Bump *m)
{
    (void)m;
    self->bumps++;
}
HR_ACTOR(noisy, HR_INIT(noisy_init), HR_ON(Bump, on_bump));

/* None, one or both have got their message: which one does not matter. */
HR_TEST(noisy_pair)
{
    for (int i = 0; i < 2; i++) {
        hr_send(hr_spawn(noisy, .noise = i), Bump);
    }
}

HR_MESSAGE(Ring, int which;);
struct alarm {
    int came;
};
/* Two timers with the same numbers and delays, set in either order: in one of them they are ordered. */
static void alarm_bump(struct alarm *self, const struct Bump *m)
{
    (void)self, (void)m;
    if (hr_choose(2) == 0) {
        hr_after(10, Ring, .which = 1);
        hr_after(20, Ring, .which = 2);
    } else {
        hr_timer first = hr_after(10, Ring);
        hr_after(20, Ring, .which = 2);
        hr_cancel(first);
        hr_after(10, Ring, .which = 1);
    }
}
static void alarm_ring(struct alarm *self, const struct Ring *m)
{
    self->came = self->came * 10 + m->which;
}
HR_ACTOR(alarm, HR_ON(Bump, alarm_bump), HR_ON(Ring, alarm_ring));
HR_TEST(timers)
{
    hr_send(hr_spawn(alarm), Bump);
}
HR_TEST(timers_unordered)
{
    hr_channel("unordered");
    hr_send(hr_spawn(alarm), Bump);
}
HR_TEST(timers_mailbox)
{
    hr_channel("mailbox");
    hr_send(hr_spawn(alarm), Bump);
}
