/* Generated programs with timers and looks at the clock: timed SEED. Run live it prints its end; explored, `--output ends` shows all of them.
 *
 * Two actors look: at some of the messages and timers that they receive, and whether more than LIMIT ms have passed since their last look.
 * Nobody who looks hears of somebody else who does, and all delays together are shorter than LIMIT: then a look sees that LIMIT has
 * passed if and only if it comes late, and whatever happens live must be among what is explored with enough late looks. */
#include <harrier.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LIMIT = 100,
    SOURCES = 2,
    LOOKERS = 2,
    RECEIVES = 4,
    TIMERS = 3,
    STEP_MS = 5
}; /* TIMERS * 3 * STEP_MS, and a tick for each receive and look: below LIMIT */

HR_MESSAGE(Go, int which;);
HR_MESSAGE(Report, int which;);

/* What a program does: one number, drawn from. */
static uint64_t drawn;
static unsigned draw(unsigned n)
{
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(drawn >> 40) % n;
}

struct plan {
    int first_timers;     /* set in its init function */
    int delays[TIMERS];   /* of all timers that it sets, in steps of STEP_MS; then it sets no more */
    bool looks[RECEIVES]; /* at the n-th message or timer */
    int sets[RECEIVES];   /* how many timers it sets then */
    bool reports;
};

struct sink {
    int count;
};
static void sink_report(struct sink *self, const struct Report *m)
{
    self->count++;
}
HR_ACTOR(sink, HR_ON(Report, sink_report));

struct looker {
    int id;
    uint64_t outcome; /* what it received in which order, and what it saw */
    struct plan plan;
    hr_ref sink;
    int received, set;
    bool looked;
    uint64_t last;
};
static void set_timers(struct looker *self, int count)
{
    for (; count > 0 && self->set < TIMERS; count--) {
        int which = self->set++;
        hr_after((uint64_t)(self->plan.delays[which] * STEP_MS), Go, .which = 10 + which);
    }
}
static void looker_init(struct looker *self)
{
    set_timers(self, self->plan.first_timers);
}
static void looker_go(struct looker *self, const struct Go *m)
{
    int n = self->received++ % RECEIVES;
    self->outcome = self->outcome * 31 + (uint64_t)m->which + 1;
    if (self->plan.looks[n]) {
        uint64_t now = hr_now();
        self->outcome = self->outcome * 3 + 1 + (self->looked && now - self->last >= LIMIT);
        self->last = now;
        self->looked = true;
    }
    set_timers(self, self->plan.sets[n]);
    if (self->plan.reports) {
        hr_send(self->sink, Report);
    }
}
HR_ACTOR(looker, HR_INIT(looker_init), HR_ON(Go, looker_go));

struct source {
    hr_ref to[LOOKERS];
    int id, sends[LOOKERS];
    bool waits;
};
static void source_init(struct source *self)
{
    if (self->waits) {
        hr_after(STEP_MS, Report);
    } else {
        hr_send(hr_self(), Report);
    }
}
static void source_begin(struct source *self, const struct Report *m)
{
    for (int k = 0; k < LOOKERS; k++) {
        for (int i = 0; i < self->sends[k]; i++) {
            hr_send(self->to[k], Go, .which = 2 * self->id + i);
        }
    }
}
HR_ACTOR(source, HR_INIT(source_init), HR_ON(Report, source_begin));

static struct plan draw_plan(void)
{
    struct plan p = { .first_timers = (int)draw(2), .reports = draw(4) == 0 };
    for (int i = 0; i < TIMERS; i++) {
        p.delays[i] = 1 + (int)draw(3);
    }
    for (int i = 0; i < RECEIVES; i++) {
        p.looks[i] = draw(3) != 0;
        p.sets[i] = (int)draw(3);
    }
    return p;
}

int main(int argc, char **argv)
{
    drawn = argc == 2 ? strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u : 0;
    hr_ref sink = hr_spawn(sink), lookers[LOOKERS];
    for (int i = 0; i < LOOKERS; i++) {
        lookers[i] = hr_spawn(looker, .id = i, .plan = draw_plan(), .sink = sink);
    }
    for (int i = 0; i < SOURCES; i++) {
        hr_spawn(source, .id = i, .to = { lookers[0], lookers[1] }, .sends = { (int)draw(2), (int)draw(2) }, .waits = draw(2) == 0);
    }
    int status = hr_run();
    for (int i = 0; i < LOOKERS; i++) {
        const struct looker *l = hr_peek(lookers[i], looker);
        printf("id=%d, outcome=%" PRIu64 " ", l->id, l->outcome);
    }
    printf("\n");
    return status;
}
