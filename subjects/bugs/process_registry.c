/* A process registry: a name belongs to a process until it ends. When it does, the registry and the successor hear of it, and
 * the successor, when it has started, registers under the same name; others keep asking where the name is. The registry only
 * marks the entry of a process that ended and clears it when it is next asked; a successor that comes before the registry
 * knows of the end waits for it.
 *
 * Bug: a registration that comes right after the news of the end finds the entry marked and is refused. If any question
 *      comes in between the entry is clear. So two messages must be consecutive: neither PR nor PBR ask for that, PCR
 *      does, as in Table II of the Bita paper.
 * Fix: a registration clears a marked entry too.
 * Seen: Bita's procreg is a translation of the Erlang registry in which Claessen et al. (Finding race conditions in Erlang with
 *      QuickCheck and PULSE, ICFP 2009) found races. The same window between the end of a process and the registry's
 *      cleaning up: uwiger/gproc issue 16 (a restarted process cannot take its old name) and elixir-horde/horde pull request 127.
 *
 *     process_registry [ASKERS [fixed]] */
#include <harrier.h>

#include "arguments.h"

HR_MESSAGE(Start, int steps;);
HR_MESSAGE(StartUp, int steps;);
HR_MESSAGE(Kill);
HR_MESSAGE(Down);
HR_MESSAGE(Register);
HR_MESSAGE(Registered, bool done;);
HR_MESSAGE(WhereIs);
HR_MESSAGE(Owner, hr_ref process;);

enum { START_UP = 6, ASKER_START_UP = 2, QUESTIONS = 2 };

static hr_ref registry, successor;

enum entry { FREE, USED, MARKED };

struct registry {
    enum entry entry;
    hr_ref owner, waiting;
};

static void clear_marked(struct registry *self)
{
    if (self->entry == MARKED) {
        self->entry = FREE;
        self->owner = HR_NOBODY;
    }
}

static void give(struct registry *self, hr_ref process)
{
    self->entry = USED;
    self->owner = process;
    hr_send(process, Registered, .done = true);
}

static void on_where_is(struct registry *self, const struct WhereIs *m)
{
    clear_marked(self);
    hr_send(hr_sender(), Owner, .process = self->owner);
}

static void on_register(struct registry *self, const struct Register *m)
{
    if (fixed) {
        clear_marked(self);
    }
    if (self->entry == FREE) {
        give(self, hr_sender());
    } else if (self->entry == USED) {
        self->waiting = hr_sender();
    } else {
        hr_send(hr_sender(), Registered, .done = false);
    }
}

static void on_down(struct registry *self, const struct Down *m)
{
    if (self->waiting != HR_NOBODY) {
        give(self, self->waiting);
        self->waiting = HR_NOBODY;
    } else {
        self->entry = MARKED;
    }
}

HR_ACTOR(registry, HR_ON(WhereIs, on_where_is), HR_ON(Register, on_register), HR_ON(Down, on_down));

struct worker {
    bool registered;
};

static void on_kill(struct worker *self, const struct Kill *m)
{
    hr_send(successor, Down);
    hr_send(registry, Down);
    hr_stop();
}

static void on_predecessor_down(struct worker *self, const struct Down *m)
{
    hr_after(2, StartUp, .steps = START_UP); /* live, the others go on meanwhile */
}

static void on_start_up(struct worker *self, const struct StartUp *m)
{
    if (m->steps > 0) {
        hr_send(hr_self(), StartUp, .steps = m->steps - 1);
    } else {
        hr_send(registry, Register);
    }
}

static void on_registered(struct worker *self, const struct Registered *m)
{
    hr_assert(m->done);
    self->registered = true;
}

HR_ACTOR(worker, HR_ON(Kill, on_kill), HR_ON(Down, on_predecessor_down), HR_ON(StartUp, on_start_up), HR_ON(Registered, on_registered));

struct asker {
    hr_ref owner;
    int answers;
};

static void on_start(struct asker *self, const struct Start *m)
{
    if (m->steps > 0) {
        hr_send(hr_self(), Start, .steps = m->steps - 1);
    } else {
        hr_send(registry, WhereIs);
    }
}

static void on_owner(struct asker *self, const struct Owner *m)
{
    self->owner = m->process;
    if (++self->answers < QUESTIONS) {
        hr_send(registry, WhereIs);
    }
}

HR_ACTOR(asker, HR_ON(Start, on_start), HR_ON(Owner, on_owner));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 6, 2, 50);
    hr_ref first = hr_spawn(worker, .registered = true);
    successor = hr_spawn(worker);
    registry = hr_spawn(registry, .entry = USED, .owner = first);
    hr_send(first, Kill);
    for (int i = 0; i < size; i++) {
        hr_send(hr_spawn(asker), Start, .steps = ASKER_START_UP);
    }
    return hr_run();
}
