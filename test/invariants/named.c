/* Invariants that name their actors: hr_always(predicate, actor, ...).
 *
 * A writer tells two replicas, one after the other or both at once; five workers do something else meanwhile, and report to a clerk. Nothing
 * that the workers do can be seen by the invariants, so that a reduction may order it as it likes. */
#include <harrier.h>

#include <stdlib.h>

enum { WORKERS = 5 };

HR_MESSAGE(Write, int version;);
HR_MESSAGE(Written, int version;);
HR_MESSAGE(Work, int left;);
HR_MESSAGE(Done);
HR_MESSAGE(Look);

/* ---- replicas ---- */

struct replica {
    hr_ref next, writer;
    int version;
    int *copy; /* for a predicate that follows pointers */
};

static void on_write(struct replica *self, const struct Write *m)
{
    self->version = m->version;
    if (self->copy == NULL) {
        self->copy = malloc(sizeof *self->copy);
    }
    *self->copy = m->version;
    if (self->next != HR_NOBODY) {
        hr_send(self->next, Write, .version = m->version);
    } else if (self->writer != HR_NOBODY) {
        hr_send(self->writer, Written, .version = m->version);
    }
}
static void on_look(struct replica *self, const struct Look *m)
{
    (void)m;
    (void)self; /* changes nothing */
}
HR_ACTOR(replica, HR_ON(Write, on_write), HR_ON(Look, on_look));

struct writer {
    hr_ref first, second;
    int version, last;
    bool both; /* at once */
};

static void write_next(struct writer *self)
{
    if (self->version < self->last) {
        self->version++;
        hr_send(self->first, Write, .version = self->version);
        if (self->both) {
            hr_send(self->second, Write, .version = self->version);
        }
    }
}
static void on_written(struct writer *self, const struct Written *m)
{
    (void)m;
    write_next(self);
}
HR_ACTOR(writer, HR_ON(Written, on_written));

/* ---- and those who have nothing to do with it ---- */

struct clerk {
    int done;
};
static void on_done(struct clerk *self, const struct Done *m)
{
    (void)m;
    self->done++;
}
HR_ACTOR(clerk, HR_ON(Done, on_done));

struct worker {
    hr_ref clerk;
};
static void on_work(struct worker *self, const struct Work *m)
{
    if (m->left > 0) {
        hr_send(hr_self(), Work, .left = m->left - 1);
    } else {
        hr_send(self->clerk, Done);
    }
}
HR_ACTOR(worker, HR_ON(Work, on_work));

/* ---- predicates ---- */

/* The second is never ahead, and never more than one behind. */
static bool in_step(hr_ref first, hr_ref second)
{
    int ahead = hr_peek(first, replica)->version - hr_peek(second, replica)->version;
    return ahead == 0 || ahead == 1;
}

static bool never_ahead(hr_ref first, hr_ref second)
{
    return hr_peek(second, replica)->version <= hr_peek(first, replica)->version;
}

static hr_ref one, other, somebody;

static bool without_parameters(void)
{
    return in_step(one, other);
}

static bool looks_elsewhere(hr_ref first, hr_ref second)
{
    return in_step(first, second) && hr_peek(somebody, clerk)->done >= 0;
}

static bool follows_a_pointer(hr_ref first)
{
    const struct replica *r = hr_peek(first, replica);
    return r->copy == NULL || *r->copy == r->version;
}

static bool never_equal(hr_ref first, hr_ref second)
{
    return hr_peek(first, replica)->version != hr_peek(second, replica)->version;
}

/* Actors that are created one after the other are equally far apart, so a third one's memory can be guessed. */
static bool reads_elsewhere(hr_ref first, hr_ref second)
{
    uintptr_t a = (uintptr_t)hr_peek(first, replica), b = (uintptr_t)hr_peek(second, replica);
    return ((const struct replica *)(b + (b - a)))->version == 0;
}

static bool looks_at_nobody(hr_ref first)
{
    return hr_peek(HR_NOBODY, replica) == NULL && hr_peek(first, replica) != NULL;
}

static bool at_some_time(hr_ref first)
{
    return hr_peek(first, replica) != NULL && hr_now() < 1000;
}

static bool all_done(hr_ref clerk)
{
    return hr_peek(clerk, clerk)->done == WORKERS;
}

static bool eight(hr_ref a, hr_ref b, hr_ref c, hr_ref d, hr_ref e, hr_ref f, hr_ref g, hr_ref h)
{
    return a == one && b == other && c == one && d == other && e == one && f == other && g == one && h == other;
}

/* ---- tests ---- */

static void start(bool both, int last)
{
    hr_ref clerk = hr_spawn(clerk);
    somebody = clerk;
    for (int i = 0; i < WORKERS; i++) {
        hr_send(hr_spawn(worker, .clerk = clerk), Work, .left = 1);
    }
    other = hr_spawn(replica);
    one = hr_spawn(replica, .next = both ? HR_NOBODY : other);
    hr_ref writer = hr_spawn(writer, .first = one, .second = other, .last = last, .both = both);
    hr_send(writer, Written);
}

HR_TEST(one_after_the_other)
{
    start(false, 2);
    hr_always(in_step, one, other);
    hr_at_end(all_done, somebody);
}

HR_TEST(both_at_once)
{
    start(true, 1);
    hr_always(never_ahead, one, other);
}

HR_TEST(without_parameters)
{
    start(false, 2);
    hr_always(without_parameters, one, other);
}

HR_TEST(unnamed)
{
    start(false, 2);
    hr_always(without_parameters);
}

HR_TEST(invisible_steps)
{
    start(false, 1);
    hr_send(one, Look);
    hr_send(other, Look);
    hr_always(in_step, one, other);
}

HR_TEST(looks_elsewhere)
{
    start(false, 1);
    hr_always(looks_elsewhere, one, other);
}

HR_TEST(looks_elsewhere_at_the_end)
{
    start(false, 1);
    hr_at_end(looks_elsewhere, one, other);
}

HR_TEST(only_at_the_end)
{
    start(false, 1);
    hr_at_end(all_done, somebody);
    hr_at_end(in_step, one, other);
}

HR_TEST(broken_at_the_end)
{
    start(false, 1);
    hr_at_end(never_equal, one, other);
}

HR_TEST(reads_elsewhere)
{
    hr_ref a = hr_spawn(replica), b = hr_spawn(replica), c = hr_spawn(replica);
    hr_send(c, Look);
    hr_always(reads_elsewhere, a, b);
}

HR_TEST(follows_a_pointer)
{
    start(false, 1);
    hr_always(follows_a_pointer, one);
}

HR_TEST(looks_at_nobody)
{
    start(false, 1);
    hr_always(looks_at_nobody, one);
}

HR_TEST(at_some_time)
{
    start(false, 1);
    hr_always(at_some_time, one);
}

HR_TEST(eight_actors)
{
    start(false, 1);
    hr_always(eight, one, other, one, other, one, other, one, other);
}

HR_TEST(names_nobody)
{
    start(false, 1);
    hr_always(in_step, one, HR_NOBODY);
}

/* ---- twins ---- Alike actors. Which of them is called what makes a difference only to who asks for just that one. */

struct twin {
    hr_ref clerk;
    int turns;
};
static void on_turn(struct twin *self, const struct Work *m)
{
    (void)m;
    if (++self->turns == 2) {
        hr_send(self->clerk, Done);
    } else {
        hr_send(hr_self(), Work, .left = 0);
    }
}
HR_ACTOR(twin, HR_ON(Work, on_turn));

enum { TWINS = 3 };

static void start_twins(hr_ref *twins)
{
    hr_ref clerk = hr_spawn(clerk);
    for (int i = 0; i < TWINS; i++) {
        twins[i] = hr_spawn(twin, .clerk = clerk);
        hr_send(twins[i], Work, .left = 0);
    }
}

static bool few_turns(hr_ref twin)
{
    return hr_peek(twin, twin)->turns <= 2;
}

static bool not_ahead(hr_ref first, hr_ref second)
{
    return hr_peek(first, twin)->turns < 2 || hr_peek(second, twin)->turns > 0;
}

static hr_ref kept[TWINS];

static bool not_ahead_of_the_first(void)
{
    return hr_peek(kept[1], twin)->turns < 2 || hr_peek(kept[0], twin)->turns > 0;
}

HR_TEST(twins)
{
    hr_ref twins[TWINS];
    start_twins(twins);
}

HR_TEST(twins_each)
{
    hr_ref twins[TWINS];
    start_twins(twins);
    for (int i = 0; i < TWINS; i++) {
        hr_always(few_turns, twins[i]);
    }
}

HR_TEST(twins_one)
{
    hr_ref twins[TWINS];
    start_twins(twins);
    hr_always(few_turns, twins[1]);
}

HR_TEST(twins_in_a_row)
{
    hr_ref twins[TWINS];
    start_twins(twins);
    hr_at_end(not_ahead, twins[0], twins[1]);
    hr_at_end(not_ahead, twins[1], twins[2]);
}

HR_TEST(twins_in_a_ring)
{
    hr_ref twins[TWINS];
    start_twins(twins);
    for (int i = 0; i < TWINS; i++) {
        hr_at_end(not_ahead, twins[i], twins[(i + 1) % TWINS]);
    }
}

HR_TEST(twins_first_ahead)
{
    hr_ref twins[TWINS];
    start_twins(twins);
    hr_always(not_ahead, twins[0], twins[1]);
}

HR_TEST(twins_last_ahead)
{
    hr_ref twins[TWINS];
    start_twins(twins);
    hr_always(not_ahead, twins[2], twins[1]);
}

HR_TEST(twins_in_globals)
{
    start_twins(kept);
}

HR_TEST(twins_by_globals)
{
    start_twins(kept);
    hr_always(not_ahead_of_the_first);
}
