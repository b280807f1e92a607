/* shown SETTERS MODE: each setter sends a value to an actor that keeps the last one, and makes a noise of it: how its memory came to be.
 *
 *     quiet   no noise is kept
 *     fields  it is, and the actor is shown by its fields
 *     shown   it is shown by its value alone
 *     whole   and that is all that matters
 *     long, equals, lines   the same with a pair that cannot be taken as it is
 *     fails   its description crashes
 *     writes  its description changes it
 *     twice   two descriptions of one type */
#include <harrier.h>
#include <harrier/adapter.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Set, int value;);

static bool noisy = true;

struct cell {
    int value;
    unsigned noise;
};
static void on_set(struct cell *self, const struct Set *m)
{
    self->value = m->value;
    self->noise = noisy ? self->noise * 31 + (unsigned)m->value : 0;
    hr_assert(self->value != 4); /* here */
}
HR_ACTOR(cell, HR_ON(Set, on_set));

struct setter {
    hr_ref cell;
    int value;
};
static void setter_init(struct setter *self)
{
    hr_send(self->cell, Set, .value = self->value);
}
HR_ACTOR(setter, HR_INIT(setter_init));

static void show(const void *state)
{
    const struct cell *c = state;
    hr_show("is", "%s", c->value == 0 ? "empty" : "set");
    if (c->value != 0) {
        hr_show("value", "<%d>", c->value);
    }
}
static void show_long(const void *state)
{
    show(state);
    hr_show("value", "%300d", ((const struct cell *)state)->value);
}
static void show_equals(const void *state)
{
    show(state);
    hr_show("val=ue", "%d", ((const struct cell *)state)->value);
}
static void show_lines(const void *state)
{
    show(state);
    hr_show("value", "%d\n", ((const struct cell *)state)->value);
}
static void fail(const void *state)
{
    (void)state;
    abort();
}
static void write_to(const void *state)
{
    ((struct cell *)(uintptr_t)state)->noise++;
    hr_show("noise", "more");
}

int main(int argc, char **argv)
{
    int setters = argc > 1 ? atoi(argv[1]) : 3;
    const char *mode = argc > 2 ? argv[2] : "fields";
    noisy = strcmp(mode, "quiet") != 0;
    if (strcmp(mode, "shown") == 0 || strcmp(mode, "whole") == 0 || strcmp(mode, "twice") == 0) {
        hr_shows(&hr_actor_cell, show, mode[0] == 'w');
    }
    static const struct {
        const char *mode;
        void (*show)(const void *state);
    } unfit[] = { { "long", show_long }, { "equals", show_equals }, { "lines", show_lines } };
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        if (strcmp(mode, unfit[i].mode) == 0) {
            hr_shows(&hr_actor_cell, unfit[i].show, true);
        }
    }
    if (strcmp(mode, "twice") == 0) {
        hr_shows(&hr_actor_cell, show, false);
    }
    if (strcmp(mode, "fails") == 0 || strcmp(mode, "writes") == 0) {
        hr_shows(&hr_actor_cell, mode[0] == 'f' ? fail : write_to, false);
    }
    hr_ref cell = hr_spawn(cell);
    for (int i = 1; i <= setters; i++) {
        hr_spawn(setter, .cell = cell, .value = i);
    }
    return hr_run();
}
