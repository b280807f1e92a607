/* What the small programs share. Each has one actor whose field `order` says, at the end, in which order things came to it. */
#ifndef HARRIER_TEST_REDUCTIONS_ORDER_H
#define HARRIER_TEST_REDUCTIONS_ORDER_H

#include <harrier.h>
#include <string.h>

enum { ORDER_MAX = 8 };

HR_MESSAGE(Note, char what;);

static inline void note(char *order, char what)
{
    order[strlen(order)] = what;
}

/* Sends one message when it is created: what several of these send is pending from the start, and unordered under both
 * channels. */
struct sender {
    hr_ref to;
    char what;
};

static inline void sender_init(struct sender *self)
{
    hr_send(self->to, Note, .what = self->what);
}

HR_ACTOR(sender, HR_INIT(sender_init));

#endif
