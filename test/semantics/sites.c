/* hr_sometimes() wherever it may stand: each of these is true at least once, and only there. Ends in a failed assertion, which must be
 * the only thing that is found. */
#include <harrier.h>

HR_MESSAGE(Go);

struct starter {
    int value;
};
static void starter_init(struct starter *self)
{
    hr_sometimes(self->value == 7); /* before the first delivery */
}
static bool starter_accepts(const struct starter *self, const struct hr_received *m)
{
    hr_note("asked about %s", m->type->name);
    hr_sometimes(self->value > 5); /* while a constraint is asked */
    return true;
}
static void starter_go(struct starter *self, const struct Go *m)
{
    hr_sometimes(self->value > 6); /* in a step that fails */
    hr_assert(self->value == 0);
}
HR_ACTOR(starter, HR_INIT(starter_init), HR_ACCEPTS(starter_accepts), HR_ON(Go, starter_go));

static hr_ref the_starter;
static bool is_there(void)
{
    hr_sometimes(hr_peek(the_starter, starter)->value == 7); /* in a predicate */
    return true;
}

int main(void)
{
    the_starter = hr_spawn(starter, .value = 7);
    hr_sometimes(the_starter != HR_NOBODY); /* in main() */
    hr_always(is_there);
    hr_send(the_starter, Go);
    return hr_run();
}
