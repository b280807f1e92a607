/* Disks that are objects of another library, and clients that are ordinary actors: both styles in one program.
 *     disks CASE      CASE: count, always, order, refused, limit, stop, call, late */
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
    }
    return hr_run();
}
