/* For bench/pending.sh: an actor with N messages pending, which do nothing.
 *
 *     pending one N     from one sender, each different
 *     pending equal N   from one sender, all alike
 *     pending many N    from N senders, one each */
#include <harrier.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Put, unsigned value;);

struct sink {
    unsigned count;
};

static void on_put(struct sink *self, const struct Put *m)
{
    (void)m;
    self->count++;
}

HR_ACTOR(sink, HR_ON(Put, on_put));

struct source {
    hr_ref to;
    unsigned first, count;
    bool alike;
};

static void send_all(struct source *self)
{
    for (unsigned i = 0; i < self->count; i++) {
        hr_send(self->to, Put, .value = self->alike ? 0 : self->first + i);
    }
}

HR_ACTOR(source, HR_INIT(send_all));

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s one|equal|many N\n", argv[0]);
        return 2;
    }
    unsigned n = (unsigned)strtoul(argv[2], NULL, 10);
    bool many = strcmp(argv[1], "many") == 0;
    hr_ref sink = hr_spawn(sink);
    for (unsigned i = 0; i < (many ? n : 1); i++) {
        hr_spawn(source, .to = sink, .first = i, .count = many ? 1 : n, .alike = strcmp(argv[1], "equal") == 0);
    }
    return hr_run();
}
