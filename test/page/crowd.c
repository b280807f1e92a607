/* Many actors that pass many messages on, for reports of any size:    crowd ACTORS STEPS
 * A message goes round, counts down and breaks an assertion at the end; some steps also send one that is long on its way. */
#include <stdlib.h>

#include <harrier.h>

HR_MESSAGE(Pass, int left;);
HR_MESSAGE(Letter, int from;);
HR_MESSAGE(Start, hr_ref next; hr_ref friend;);

struct member {
    hr_ref next, friend;
    int passed, letters;
};

static void on_start(struct member *self, const struct Start *m)
{
    self->next = m->next;
    self->friend = m->friend;
}

static void on_pass(struct member *self, const struct Pass *m)
{
    if (self->next == HR_NOBODY) {
        hr_send(hr_self(), Pass, .left = m->left); /* it has not been told yet */
        return;
    }
    self->passed++;
    hr_assert(m->left > 0);
    if (m->left % 5 == 0) {
        hr_send(self->friend, Letter, .from = m->left);
    }
    hr_send(self->next, Pass, .left = m->left - 1);
}

static void on_letter(struct member *self, const struct Letter *m)
{
    self->letters += m->from;
}

HR_ACTOR(member, HR_ON(Start, on_start), HR_ON(Pass, on_pass), HR_ON(Letter, on_letter));

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 5, left = argc > 2 ? atoi(argv[2]) : 12;
    hr_ref all[1000];
    for (int i = 0; i < count; i++) {
        all[i] = hr_spawn(member);
    }
    for (int i = 0; i < count; i++) {
        hr_send(all[i], Start, .next = all[(i + 7) % count], .friend = all[(i * 5 + 3) % count]);
    }
    hr_send(all[0], Pass, .left = left);
    return hr_run();
}
