/* Litmus programs: the smallest ones that tell the four channels apart. A recorder writes down in which order it was told, so
 * that every order is an end of its own. */
#include <harrier.h>

HR_MESSAGE(Told, char what;);
HR_MESSAGE(Go);

struct recorder {
    char heard[4];
    int count;
};

static void on_told(struct recorder *self, const struct Told *m)
{
    self->heard[self->count++] = m->what;
}

HR_ACTOR(recorder, HR_ON(Told, on_told));

/* Tells one recorder or two, and then perhaps sends somebody else on the way. */
struct teller {
    hr_ref first, second, next;
    char what, then;
};

static void on_go(struct teller *self, const struct Go *m)
{
    hr_send(self->first, Told, .what = self->what);
    if (self->second != HR_NOBODY) {
        hr_send(self->second, Told, .what = self->then);
    }
    if (self->next != HR_NOBODY) {
        hr_send(self->next, Go);
    }
}

HR_ACTOR(teller, HR_ON(Go, on_go));

/* One sender, two messages: only the unordered channel reverses them. */
HR_TEST(one_sender)
{
    hr_ref r = hr_spawn(recorder);
    hr_send(hr_spawn(teller, .first = r, .second = r, .what = 'a', .then = 'b'), Go);
}

/* The second message is sent because of the first sender's, by somebody else: causal delivery keeps them in order, pairwise
 * does not. */
HR_TEST(relay)
{
    hr_ref r = hr_spawn(recorder);
    hr_ref b = hr_spawn(teller, .first = r, .what = 'b');
    hr_send(hr_spawn(teller, .first = r, .next = b, .what = 'a'), Go);
}

/* Two senders, two receivers: causal delivery lets the receivers disagree on who was first, one queue each does not. */
HR_TEST(disagree)
{
    hr_ref r = hr_spawn(recorder), q = hr_spawn(recorder);
    hr_send(hr_spawn(teller, .first = r, .second = q, .what = 'a', .then = 'a'), Go);
    hr_send(hr_spawn(teller, .first = r, .second = q, .what = 'b', .then = 'b'), Go);
}

/* Main() is a sender too: it tells the recorder first, and then somebody who tells it as well. */
HR_TEST(driver_relay)
{
    hr_ref r = hr_spawn(recorder);
    hr_ref b = hr_spawn(teller, .first = r, .what = 'b');
    hr_send(r, Told, .what = 'a');
    hr_send(b, Go);
}

/* An actor that is created knows what its parent knew. */
HR_MESSAGE(Spawn);

struct parent {
    hr_ref recorder;
};

static void on_spawn(struct parent *self, const struct Spawn *m)
{
    hr_send(self->recorder, Told, .what = 'p');
    hr_send(hr_spawn(teller, .first = self->recorder, .what = 'c'), Go);
}

HR_ACTOR(parent, HR_ON(Spawn, on_spawn));

HR_TEST(child)
{
    hr_ref r = hr_spawn(recorder);
    hr_send(hr_spawn(parent, .recorder = r), Spawn);
}

/* What its parent knew when it was created, not only what a message tells it: this child sends before it receives anything. */
HR_MESSAGE(Again);

struct crier {
    hr_ref recorder;
};

static void crier_init(struct crier *self)
{
    hr_send(self->recorder, Told, .what = 'c');
}

HR_ACTOR(crier, HR_INIT(crier_init));

struct mother {
    hr_ref recorder;
};

static void on_mother_go(struct mother *self, const struct Go *m)
{
    hr_send(self->recorder, Told, .what = 'p');
    hr_send(hr_self(), Again);
}

static void on_again(struct mother *self, const struct Again *m)
{
    hr_spawn(crier, .recorder = self->recorder);
}

HR_ACTOR(mother, HR_ON(Go, on_mother_go), HR_ON(Again, on_again));

HR_TEST(newborn)
{
    hr_ref r = hr_spawn(recorder);
    hr_send(hr_spawn(mother, .recorder = r), Go);
}

/* The same two messages are pending, and only what was sent first tells the states apart: 'a' before the relay's message, then 'b'
 * comes after it; or the other way round, then 'b' may come first. */
struct chooser {
    hr_ref recorder, relay;
};

static void on_chooser_go(struct chooser *self, const struct Go *m)
{
    bool relay_first = hr_choose(2) == 1;
    if (relay_first) {
        hr_send(self->relay, Go);
    }
    hr_send(self->recorder, Told, .what = 'a');
    if (!relay_first) {
        hr_send(self->relay, Go);
    }
}

HR_ACTOR(chooser, HR_ON(Go, on_chooser_go));

HR_TEST(sent_first)
{
    hr_ref r = hr_spawn(recorder);
    hr_ref b = hr_spawn(teller, .first = r, .what = 'b');
    hr_send(hr_spawn(chooser, .recorder = r, .relay = b), Go);
}

/* What the receiver does not accept stays where it is and holds up nobody: under every channel the second message comes first. */
struct picky {
    struct recorder heard;
};

static bool b_first(const struct picky *self, const hr_received *m)
{
    return self->heard.count != 0 || hr_as(*m, Told)->what == 'b';
}

static void on_picky_told(struct picky *self, const struct Told *m)
{
    on_told(&self->heard, m);
}

HR_ACTOR(picky, HR_ACCEPTS(b_first), HR_ON(Told, on_picky_told));

HR_TEST(refused)
{
    hr_ref r = hr_spawn(picky);
    hr_send(hr_spawn(teller, .first = r, .second = r, .what = 'a', .then = 'b'), Go);
}

/* A timer is in nobody's queue: it comes before or after what its actor sent to itself, under every channel. */
struct sleeper {
    struct recorder heard;
};

static void sleeper_init(struct sleeper *self)
{
    hr_send(hr_self(), Told, .what = 'm');
    hr_after(10, Told, .what = 't');
}

static void on_sleeper_told(struct sleeper *self, const struct Told *m)
{
    on_told(&self->heard, m);
}

HR_ACTOR(sleeper, HR_INIT(sleeper_init), HR_ON(Told, on_sleeper_told));

HR_TEST(timer)
{
    hr_spawn(sleeper);
}

/* Who has the message is all that tells two states apart. */
struct deaf {
    int unused;
};

static void on_deaf_told(struct deaf *self, const struct Told *m) {}

HR_ACTOR(deaf, HR_ON(Told, on_deaf_told));

HR_TEST(whose)
{
    hr_ref r = hr_spawn(deaf), q = hr_spawn(deaf);
    hr_send(hr_spawn(teller, .first = r, .second = q, .what = 'x', .then = 'x'), Go);
}

/* A process takes what it asks for, whatever came before. */
struct asker {
    char heard;
};

static void ask(struct asker *self)
{
    hr_receive(Go);
    self->heard = hr_as(hr_receive(Told), Told)->what;
}

HR_PROCESS(asker, ask);

HR_TEST(selective)
{
    hr_ref a = hr_spawn(asker);
    hr_send(a, Told, .what = 't');
    hr_send(a, Go);
}
