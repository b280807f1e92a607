/* Programs whose samples can be told from arithmetic. One actor, the log, writes down in which order things come to it.
 *
 *     samples orders N        N senders, one message each: N! orders
 *     samples between K I     one sender's K messages and one of another: fails when just I of the K came before it
 *     samples overtaken K     a message and a chain of K, each sent when the one before comes: fails when it comes last
 *     samples nested          a choice of two, and only after the second value another, of three: fails after the first value
 *     samples product         a choice of three and one of two
 *     samples clock N         a timer that starts itself again N times, and N senders
 *     samples always          an invariant that holds at all ends, and fails in between in one order of two */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER_MAX = 64 };

HR_MESSAGE(Note, char what;);
HR_MESSAGE(Chain, unsigned left;);
HR_MESSAGE(Choose);
HR_MESSAGE(Tick);

struct log {
    char order[ORDER_MAX];
    unsigned length;
    unsigned before; /* between: how many must not have come before x */
    bool chained;    /* overtaken: x must not come last */
    unsigned chain;  /* how many are still to come */
    unsigned first, second;
    unsigned ticks;
};

static void write_down(struct log *self, char what)
{
    hr_assert(self->length < ORDER_MAX - 1);
    self->order[self->length++] = what;
}

static void on_note(struct log *self, const struct Note *m)
{
    hr_assert(m->what != 'x' || self->before == 0 || self->length != self->before);
    hr_assert(m->what != 'x' || !self->chained || self->chain != 0);
    write_down(self, m->what);
}

static void on_chain(struct log *self, const struct Chain *m)
{
    write_down(self, 'c');
    self->chain = m->left;
    if (m->left != 0) {
        hr_send(hr_self(), Chain, .left = m->left - 1);
    }
}

static void on_choose(struct log *self, const struct Choose *m)
{
    self->first = hr_choose(self->chained ? 2 : 3) + 1;
    if (self->chained) {
        hr_assert(self->first != 1);
    }
    self->second = hr_choose(self->chained ? 3 : 2) + 1;
}

static void on_tick(struct log *self, const struct Tick *m)
{
    write_down(self, 't');
    if (--self->ticks != 0) {
        hr_after(1, Tick);
    }
}

static void log_init(struct log *self)
{
    if (self->ticks != 0) {
        hr_after(1, Tick);
    }
}

HR_ACTOR(log, HR_INIT(log_init), HR_ON(Note, on_note), HR_ON(Chain, on_chain), HR_ON(Choose, on_choose), HR_ON(Tick, on_tick));

/* Sends its messages when it is created, so that they are pending from the start. */
struct sender {
    hr_ref to;
    char what;
    unsigned count;
};

static void sender_init(struct sender *self)
{
    for (unsigned i = 0; i < self->count; i++) {
        hr_send(self->to, Note, .what = self->what);
    }
}

HR_ACTOR(sender, HR_INIT(sender_init));

/* One mark goes from the left to the right; the mark is nowhere, or twice, only if an order allows it. */
static hr_ref left, right;
struct holder {
    bool mark;
};
static void on_turn(struct holder *self, const struct Note *m)
{
    self->mark = m->what == '+';
}
HR_ACTOR(holder, HR_ON(Note, on_turn));

static bool at_most_one_mark(void)
{
    const struct holder *l = hr_peek(left, holder), *r = hr_peek(right, holder);
    return l == NULL || r == NULL || !(l->mark && r->mark);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    if (strcmp(which, "orders") == 0 || strcmp(which, "clock") == 0) {
        hr_ref log = hr_spawn(log, .ticks = which[0] == 'c' ? n : 0);
        for (unsigned i = 0; i < n; i++) {
            hr_spawn(sender, .to = log, .what = (char)('a' + i), .count = 1);
        }
    } else if (strcmp(which, "between") == 0) {
        hr_ref log = hr_spawn(log, .before = argc > 3 ? (unsigned)atoi(argv[3]) : 1);
        hr_spawn(sender, .to = log, .what = 'a', .count = n);
        hr_spawn(sender, .to = log, .what = 'x', .count = 1);
    } else if (strcmp(which, "overtaken") == 0) {
        hr_ref log = hr_spawn(log, .chained = true, .chain = n);
        hr_send(log, Chain, .left = n - 1);
        hr_spawn(sender, .to = log, .what = 'x', .count = 1);
    } else if (strcmp(which, "nested") == 0 || strcmp(which, "product") == 0) {
        hr_ref log = hr_spawn(log, .chained = which[0] == 'n');
        hr_send(log, Choose);
    } else if (strcmp(which, "always") == 0) {
        left = hr_spawn(holder, .mark = true);
        right = hr_spawn(holder);
        hr_send(left, Note, .what = '-');
        hr_send(right, Note, .what = '+');
        hr_always(at_most_one_mark);
    } else {
        return 2;
    }
    return hr_run();
}
