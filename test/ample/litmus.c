/* Small programs for what --reduction ample must not lose. */
#include <harrier.h>

HR_MESSAGE(Go);
HR_MESSAGE(Told, char what;);

struct recorder {
    char heard[4];
    int count;
};

static void on_told(struct recorder *self, const struct Told *m)
{
    self->heard[self->count++] = m->what;
}

HR_ACTOR(recorder, HR_ON(Told, on_told));

/* Sends somebody else on the way. */
struct relay {
    hr_ref next;
};

static void on_go(struct relay *self, const struct Go *m)
{
    hr_send(self->next, Go);
}

HR_ACTOR(relay, HR_ON(Go, on_go));

HR_MESSAGE(Arm);

/* Tells the recorder only if it was armed before. */
struct alarm {
    hr_ref recorder;
    bool armed;
};

static void on_arm(struct alarm *self, const struct Arm *m)
{
    self->armed = true;
}

static void on_alarm_go(struct alarm *self, const struct Go *m)
{
    if (self->armed) {
        hr_send(self->recorder, Told, .what = 'b');
    }
}

HR_ACTOR(alarm, HR_ON(Arm, on_arm), HR_ON(Go, on_alarm_go));

struct armer {
    hr_ref alarm;
};

static void on_armer_go(struct armer *self, const struct Go *m)
{
    hr_send(self->alarm, Arm);
}

HR_ACTOR(armer, HR_ON(Go, on_armer_go));

/* Repair that must begin again. The first state is reduced to the recorder's 'a': nothing is known to lead to it. A later state is reduced
 * to the alarm's Go, which is wrong, because Arm may come before; that is seen at once, and repaired. Only this shows that the
 * alarm tells the recorder, so that the first state, which was looked at before and found good, was reduced wrongly too: 'b' may
 * come before 'a'. Who is created first is preferred, so the order of the lines matters. */
HR_TEST(begins_again)
{
    hr_ref recorder = hr_spawn(recorder);
    hr_ref alarm = hr_spawn(alarm, .recorder = recorder);
    hr_ref forth = hr_spawn(relay, .next = alarm);
    hr_ref armer = hr_spawn(armer, .alarm = alarm);
    hr_ref back = hr_spawn(relay, .next = armer);
    hr_send(recorder, Told, .what = 'a');
    hr_send(forth, Go);
    hr_send(back, Go);
}

HR_MESSAGE(Tick);

/* Goes round for ever between two states, and may begin with either. */
struct wheel {
    bool turned;
};

static void on_wheel_go(struct wheel *self, const struct Go *m)
{
    self->turned = hr_choose(2) == 1;
    hr_send(hr_self(), Tick);
}

static void on_tick(struct wheel *self, const struct Tick *m)
{
    self->turned = !self->turned;
    hr_send(hr_self(), Tick);
}

HR_ACTOR(wheel, HR_ON(Go, on_wheel_go), HR_ON(Tick, on_tick));

struct victim {
    int seen;
};

static void on_victim_go(struct victim *self, const struct Go *m)
{
    self->seen = hr_choose(5);
    hr_assert(self->seen != 3);
}

HR_ACTOR(victim, HR_ON(Go, on_victim_go));

/* Nobody may be put off for ever. The wheel has the fewest messages, so it is preferred, and both its states are found before either is expanded. Each leads
 * to the other, which is known: depth first, the one that is met before it was expanded must be expanded then and there, where it closes a cycle. Otherwise both
 * rely on each other, and the victim never fails. */
HR_TEST(puts_off)
{
    hr_send(hr_spawn(wheel), Go);
    hr_send(hr_spawn(victim), Go);
}
