/* Invariants that look at the same actors are asked together. Here one of them does something else besides, where the cells' values add up to a given
 * sum: it must be told, or passed over, as if it had been asked alone, wherever it stands among the others.
 *
 *     together DEED POSITION      DEED: see below; POSITION: first, middle or last */
#include <harrier.h>

#include <errno.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many states have a smaller sum that the first 500 questions, which are all audited one by one, are over when breadth first reaches it. */
enum { CELLS = 3, VALUES = 7, SUM = 12, DEEP = 1000, MARK = 0x5a };

HR_MESSAGE(Add);

struct cell {
    int value;
    int mark;             /* 0 */
    unsigned char *block; /* of `size` bytes, all of which are `value` */
    size_t size;
};
static const char *deed, *result; /* of l64a() */

static bool is(const char *name)
{
    return strcmp(deed, name) == 0;
}

/* More memory, or less, than before. */
static void take_other_block(struct cell *self)
{
    free(self->block);
    self->size = (size_t)(self->value * 3 % 5) * 1700 + 1;
    self->block = malloc(self->size);
    memset(self->block, self->value, self->size);
}

static void on_add(struct cell *self, const struct Add *m)
{
    (void)m;
    self->value++;
    l64a(1); /* writes where the C library keeps its result, so that what predicates write there comes as no surprise */
    if (is("has_blocks")) {
        take_other_block(self);
    }
}
HR_ACTOR(cell, HR_ON(Add, on_add));

static hr_ref cells[CELLS], aside;
static int global, shared;
static __thread int of_thread;
static volatile int far_off = 17; /* what no compiler knows */

/* All predicates look at all cells, whatever they do then. */
static bool at_sum(void)
{
    int sum = 0;
    for (int i = 0; i < CELLS; i++) {
        sum += hr_peek(cells[i], cell)->value;
    }
    return sum == SUM;
}

/* ---- those that only look ---- */

static bool none_beyond(void)
{
    at_sum();
    for (int i = 0; i < CELLS; i++) {
        if (hr_peek(cells[i], cell)->value > VALUES) {
            return false;
        }
    }
    return true;
}

static bool has_its_block(const struct cell *c)
{
    size_t right = 0;
    for (size_t i = 0; i < c->size; i++) {
        right += c->block[i] == c->value;
    }
    return right == c->size;
}

static bool none_below(void)
{
    bool right = hr_peek(cells[0], cell)->value >= 0;
    at_sum();
    for (int i = 0; i < CELLS; i++) {
        right = has_its_block(hr_peek(cells[i], cell)) && right;
    }
    return right;
}

/* ---- the deed ---- */

static void __attribute__((noinline)) mark(volatile char *at)
{
    for (int i = 0; i < DEEP; i++) {
        at[i] = MARK;
    }
}

static int __attribute__((noinline)) count_marks(const volatile char *at)
{
    int marks = 0;
    for (int i = 0; i < DEEP; i++) {
        marks += at[i] == MARK;
    }
    return marks;
}

/* Both have their array in the same place. */
static int __attribute__((noinline)) on_stack(bool write)
{
    volatile char old[DEEP];
    if (write) {
        mark(old);
    }
    return count_marks(old);
}

static int __attribute__((noinline)) add_up(const volatile char *at)
{
    int sum = 0;
    for (int i = 0; i < DEEP; i++) {
        sum += (signed char)at[i];
    }
    return sum;
}

/* Zero, or a little more where other functions were, unless all unwritten memory is filled. */
static bool __attribute__((noinline)) is_little(void)
{
    volatile char old[DEEP];
    if (far_off == 0) {
        mark(old);
    }
    int sum = add_up(old);
    return sum < DEEP * 64 && sum > DEEP * -64;
}

static void __attribute__((noinline)) write_beyond(void)
{
    volatile char *block = malloc(8);
    block[far_off] = 1;
    free((char *)block);
}

static void write_somewhere(void)
{
    struct cell *actor = (struct cell *)(uintptr_t)hr_peek(cells[1], cell);
    if (is("writes_actor")) {
        actor->value = 9;
    } else if (is("actor_undone")) {
        actor->mark = 1;
    } else if (is("writes_after_actor")) { /* where it has allocated nothing */
        ((char *)actor)[DEEP] = 1;
    } else if (is("writes_before_actor")) {
        ((char *)actor)[-DEEP] = 1;
    } else if (is("writes_far_before_actor")) { /* over all that the checker keeps for it */
        for (volatile char *at = (char *)actor - 2 * 4096; at < (char *)actor - 2 * 4096 + DEEP; at++) {
            *at = MARK;
        }
    } else if (is("writes_global")) {
        global++;
    } else if (is("writes_thread_local") || is("thread_local_undone")) {
        of_thread++;
    } else if (is("writes_shared") || is("shared_undone")) {
        shared++;
    } else if (is("writes_beyond")) {
        write_beyond();
    } else if (is("writes_nowhere")) {
        *(volatile int *)(uintptr_t)far_off = 1;
    }
}

static void leave_something(void)
{
    if (is("leaves_block")) {
        memset(malloc(100), 1, 100);
    } else if (is("leaves_result")) {
        l64a(2);
    } else if (is("leaves_errno")) {
        errno = ERANGE;
    } else if (is("leaves_exceptions")) {
        feraiseexcept(FE_INEXACT);
    } else if (is("leaves_stack")) {
        on_stack(true);
    }
}

static void do_more(void)
{
    if (is("exits")) {
        exit(0);
    } else if (is("loops")) {
        while (far_off != 0) { /* one line, so that it is told where, whenever it is stopped */
        }
    } else if (is("sends")) {
        hr_send(cells[0], Add);
    } else if (is("prints")) {
        printf("something\n");
    } else if (is("notes")) {
        hr_note("something");
    } else if (is("looks_at_clock")) {
        hr_now();
    }
    hr_sometimes(is("reaches"));
}

static bool acts(void)
{
    if (!at_sum()) {
        return true;
    }
    write_somewhere();
    leave_something();
    do_more();
    if (is("reads_unwritten")) {
        return is_little();
    }
    if (is("looks_elsewhere")) {
        return hr_peek(aside, cell)->value == 0;
    }
    return !is("does_not_hold");
}

/* ---- one after it, which would see what it left ---- */

static bool sees_more(void)
{
    if (!at_sum()) {
        return true;
    }
    struct cell *actor = (struct cell *)(uintptr_t)hr_peek(cells[1], cell);
    if (actor->mark != 0) {
        actor->mark = 0;
    } else if (is("thread_local_undone")) {
        of_thread = 0;
    } else if (is("shared_undone")) {
        shared = 0;
    }
    return is("leaves_result")       ? result[0] != '/'
           : is("leaves_errno")      ? errno == ERANGE
           : is("leaves_exceptions") ? fetestexcept(FE_INEXACT) != 0
           : is("leaves_stack")      ? on_stack(false) > DEEP / 2
                                     : true;
}

int main(int argc, char **argv)
{
    const char *position = argc > 2 ? argv[2] : "first";
    deed = argc > 1 ? argv[1] : "";
    result = l64a(1);
    for (int i = 0; i < CELLS; i++) {
        cells[i] = hr_spawn(cell);
        for (int n = 0; n < VALUES; n++) {
            hr_send(cells[i], Add);
        }
    }
    aside = hr_spawn(cell);
    hr_send(aside, Add);
    hr_shared(&shared, sizeof shared);
    if (strcmp(position, "first") != 0) {
        hr_always(none_beyond);
    }
    if (strcmp(position, "last") == 0) {
        hr_always(none_below);
    }
    hr_always(acts);
    hr_always(sees_more);
    if (strcmp(position, "last") != 0) {
        hr_always(none_below);
    }
    if (strcmp(position, "first") == 0) {
        hr_always(none_beyond);
    }
    return hr_run();
}
