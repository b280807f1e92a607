/* Statistics that are no part of the state: without them the orders of a and b lead to the same. */
#include "victim.h"

HR_MESSAGE(Seen, int number;);

struct logger {
    bool excludes;
    int last, count;
};
static void logger_init(struct logger *self)
{
    if (self->excludes) {
        hr_exclude_field(self->last);
    }
}
static void on_seen(struct logger *self, const struct Seen *m)
{
    self->last = m->number;
    self->count++;
}
HR_ACTOR(logger, HR_INIT(logger_init), HR_ON(Seen, on_seen));

struct speaker {
    hr_ref logger;
    int number;
};
static void on_speaker_go(struct speaker *self, const struct Go *m)
{
    hr_send(self->logger, Seen, .number = self->number);
}
HR_ACTOR(speaker, HR_ON(Go, on_speaker_go));

int main(int argc, char **argv)
{
    hr_ref logger = hr_spawn(logger, .excludes = argc > 1);
    for (int i = 1; i <= 2; i++) {
        hr_send(hr_spawn(speaker, .logger = logger, .number = i), Go);
    }
    return hr_run();
}
