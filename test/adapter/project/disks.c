/* Disks that are objects of another library, and clients that are ordinary actors: both styles in one program.
 *     disks CASE      CASE: count, always, order, refused, limit, stop, call, late, wait, twice, outside, version, bare, fields */
#include <string.h>

#include "objects.h"

HR_MESSAGE(Read);
HR_MESSAGE(Done, uint64_t ticket;);
HR_MESSAGE(Lost);
HR_MESSAGE(Permit);
HR_MESSAGE(Permission);

struct client {
    uint64_t strict; /* answers must come in the order of their tickets */
    uint64_t seen, lost;
};
static void on_done(struct client *self, const struct Done *m)
{
    self->seen++;
    hr_assert(self->strict == 0 || m->ticket == self->seen); /* here: order */
}
static void on_lost(struct client *self, const struct Lost *m)
{
    self->lost++;
}
HR_ACTOR(client, HR_ON(Done, on_done), HR_ON(Lost, on_lost));

struct warden {
    uint64_t permits;
};
static void on_permit(struct warden *self, const struct Permit *m)
{
    self->permits++;
    hr_reply(Permission);
}
HR_ACTOR(warden, HR_ON(Permit, on_permit));

/* ---- a disk, and three that are odd ---- */

struct disk {
    struct object object;
    hr_ref client;
};
static void disk_read(void *self, const void *m)
{
    object_begin(&((struct disk *)self)->object);
}
static void disk_completed(void *self, uint64_t ticket)
{
    hr_send(((struct disk *)self)->client, Done, .ticket = ticket);
}
OBJECT_CLASS(disk, disk_completed, NULL, METHOD(Read, disk_read));

static void flaky_failed(void *self)
{
    hr_send(((struct disk *)self)->client, Lost);
}
struct flaky {
    struct object object;
    hr_ref client;
};
OBJECT_CLASS(flaky, disk_completed, flaky_failed, METHOD(Read, disk_read));

/* Ends while its operation is under way: nothing completes any more. */
struct quitter {
    struct object object;
    hr_ref client;
};
static void quitter_read(void *self, const void *m)
{
    object_begin(&((struct quitter *)self)->object);
    hr_stop();
}
OBJECT_CLASS(quitter, disk_completed, NULL, METHOD(Read, quitter_read));

/* Asks for permission while its operation is under way: the completion has to wait for the reply. */
struct polite {
    struct object object;
    hr_ref client, warden;
    uint64_t permitted;
};
static void polite_read(void *self, const void *m)
{
    struct polite *p = self;
    object_begin(&p->object);
    hr_call(p->warden, Permission, Permit);
    p->permitted = 1;
}
static void polite_completed(void *self, uint64_t ticket)
{
    struct polite *p = self;
    hr_assert(p->permitted == 1);
    hr_send(p->client, Done, .ticket = ticket);
}
OBJECT_CLASS(polite, polite_completed, NULL, METHOD(Read, polite_read));

/* Waits inside its method until its operation has ended. */
struct patient {
    struct object object;
    hr_ref client;
};
static void patient_failed(void *self) {} /* unused: its method is told */
static void patient_read(void *self, const void *m)
{
    struct patient *p = self;
    uint64_t ticket = object_do(&p->object);
    if (ticket != 0) {
        hr_send(p->client, Done, .ticket = ticket);
    } else {
        hr_send(p->client, Lost);
    }
}
OBJECT_CLASS(patient, NULL, patient_failed, METHOD(Read, patient_read));

/* Starts an operation while one is under way. */
struct hasty {
    struct object object;
};
static void hasty_read(void *self, const void *m)
{
    object_begin(&((struct hasty *)self)->object);
    object_begin(&((struct hasty *)self)->object); /* here: twice */
}
OBJECT_CLASS(hasty, NULL, NULL, METHOD(Read, hasty_read));

/* ---- adapters that are not right ---- */

static struct hr_adapter wrong;
struct odd {
    struct object object;
};
static const struct hr_actor_type odd = { .behaviour = { "odd", object_clauses, __FILE__, __LINE__ },
                                          .size = sizeof(struct odd),
                                          .adapter = &wrong };
static const struct hr_type *event_with_fields(const struct hr_actor_type *type, const void *state, size_t i)
{
    return i == 0 ? &hr_type_Done : NULL;
}
static void spawn_odd(const char *what)
{
    wrong = adapter_objects;
    if (strcmp(what, "version") == 0) {
        wrong.version++;
    } else if (strcmp(what, "bare") == 0) {
        wrong.deliver = NULL;
    } else {
        wrong.event = event_with_fields;
    }
    hr_spawn_(&odd, &(struct odd){ { 0 } }, sizeof(struct odd));
}

/* An ordinary actor that waits as if it were an object. */
struct impostor {
    uint64_t unused;
};
static void impostor_waits(struct impostor *self, const struct Permit *m)
{
    hr_adapter_wait(); /* here: outside */
}
HR_BEHAVIOUR(waiting, HR_ON(Permit, impostor_waits));
static void impostor_starts(struct impostor *self)
{
    hr_become(waiting);
    hr_send(hr_self(), Permit);
}
HR_ACTOR(impostor, HR_INIT(impostor_starts));

/* Finds the first disk only when it is asked to. */
struct finder {
    hr_ref client;
};
static void on_read(struct finder *self, const struct Read *m)
{
    hr_send(object_new(disk, .client = self->client), Read);
}
HR_ACTOR(finder, HR_ON(Read, on_read));

static hr_ref client;

static bool at_most_two(void)
{
    return object_tickets() <= 2;
}
static bool all_answered(void)
{
    const struct client *c = hr_peek(client, client);
    return c->seen == object_tickets() && c->seen + c->lost == 2;
}

static void two_disks(void)
{
    hr_at_end(all_answered);
    hr_send(object_new(disk, .client = client), Read);
    hr_send(object_new(flaky, .client = client), Read);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "count";
    client = hr_spawn(client, .strict = strcmp(what, "order") == 0);
    if (strcmp(what, "always") == 0) {
        hr_always(at_most_two);
    }
    if (strcmp(what, "count") == 0 || strcmp(what, "always") == 0 || strcmp(what, "order") == 0) {
        two_disks();
    } else if (strcmp(what, "refused") == 0) {
        hr_ref disk = object_new(disk, .client = client);
        hr_send(disk, Read);
        hr_send(disk, Lost); /* no method: never delivered */
        hr_send(disk, Read);
    } else if (strcmp(what, "limit") == 0) {
        object_limit(1); /* whichever disk is first: the other one stays busy */
        hr_send(object_new(disk, .client = client), Read);
        hr_send(object_new(disk, .client = client), Read);
    } else if (strcmp(what, "stop") == 0) {
        hr_send(object_new(quitter, .client = client), Read);
    } else if (strcmp(what, "call") == 0) {
        hr_ref warden = hr_spawn(warden);
        hr_send(object_new(polite, .client = client, .warden = warden), Read);
    } else if (strcmp(what, "late") == 0) {
        object_limit(0); /* nothing completes: what objects share is no part of the state before there is one */
        hr_send(hr_spawn(finder, .client = client), Read);
        hr_send(client, Lost);
    } else if (strcmp(what, "wait") == 0) {
        hr_ref disk = object_new(patient, .client = client);
        hr_send(disk, Read);
        hr_send(disk, Read);
    } else if (strcmp(what, "twice") == 0) {
        hr_send(object_new(hasty), Read);
    } else if (strcmp(what, "outside") == 0) {
        hr_spawn(impostor);
    } else {
        spawn_odd(what);
    }
    return hr_run();
}
