/* Instant messages: friends write to a user who is logging in. The server's presence knows whether he is online; what is for
 * somebody offline goes to a spool, which the user empties when he has logged in and has got his list of friends, page by page.
 *
 * Bug: a message that was found to be for somebody offline may reach the spool after he has emptied it. He is online and does not
 *      get it before he logs in the next time.
 * Fix: after handing out its content the spool passes on what still comes.
 * Seen: Bita has a messenger (Table I) but does not print it. This one is esl/MongooseIM issue 435 (2015): a message sent just
 *      while its receiver logs in ends in the offline spool after that was read.
 *
 *     messenger [FRIENDS [fixed]] */
#include <harrier.h>

#include "arguments.h"

HR_MESSAGE(Start);
HR_MESSAGE(Chat, int from;);
HR_MESSAGE(Online);
HR_MESSAGE(Accepted);
HR_MESSAGE(GetPage, int page;);
HR_MESSAGE(Page, int page;);
HR_MESSAGE(Store, int from;);
HR_MESSAGE(Fetch);
HR_MESSAGE(Offline, int count;); /* messages that came while he was offline */

enum { PAGES = 6 };

static hr_ref presence, roster, spool, user;

struct spool {
    int kept;
};

HR_DECLARE_BEHAVIOUR(spool_passing_on);

static void on_store(struct spool *self, const struct Store *m)
{
    self->kept++;
}

static void on_fetch(struct spool *self, const struct Fetch *m)
{
    hr_send(user, Offline, .count = self->kept);
    self->kept = 0;
    if (fixed) {
        hr_become(spool_passing_on);
    }
}

static void on_late_store(struct spool *self, const struct Store *m)
{
    hr_send(user, Chat, .from = m->from);
}

HR_ACTOR(spool, HR_ON(Store, on_store), HR_ON(Fetch, on_fetch));
HR_BEHAVIOUR(spool_passing_on, HR_ON(Store, on_late_store));

struct presence {
    bool online;
};

static void on_chat(struct presence *self, const struct Chat *m)
{
    if (self->online) {
        hr_send(user, Chat, .from = m->from);
    } else {
        hr_send(spool, Store, .from = m->from);
    }
}

static void on_online(struct presence *self, const struct Online *m)
{
    self->online = true;
    hr_send(user, Accepted);
}

HR_ACTOR(presence, HR_ON(Chat, on_chat), HR_ON(Online, on_online));

struct roster {
    int pages;
};

static void on_get_page(struct roster *self, const struct GetPage *m)
{
    hr_send(user, Page, .page = m->page);
}

HR_ACTOR(roster, HR_ON(GetPage, on_get_page));

struct user {
    int received;
};

static void on_login(struct user *self, const struct Start *m)
{
    hr_send(presence, Online);
}

static void on_accepted(struct user *self, const struct Accepted *m)
{
    hr_send(roster, GetPage, .page = 1);
}

static void on_page(struct user *self, const struct Page *m)
{
    if (m->page < PAGES) {
        hr_send(roster, GetPage, .page = m->page + 1);
    } else {
        hr_send(spool, Fetch);
    }
}

static void on_offline(struct user *self, const struct Offline *m)
{
    self->received += m->count;
}

static void on_receive(struct user *self, const struct Chat *m)
{
    self->received++;
}

HR_ACTOR(user, HR_ON(Start, on_login), HR_ON(Accepted, on_accepted), HR_ON(Page, on_page), HR_ON(Offline, on_offline),
         HR_ON(Chat, on_receive));

struct friend
{
    int number;
};

static void on_write(struct friend *self, const struct Start *m)
{
    hr_send(presence, Chat, .from = self->number);
}

HR_ACTOR(friend, HR_ON(Start, on_write));

static bool user_has_all_messages(void)
{
    return hr_peek(user, user)->received == size;
}

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 8, 1, 60);
    spool = hr_spawn(spool);
    presence = hr_spawn(presence);
    roster = hr_spawn(roster, .pages = PAGES);
    user = hr_spawn(user);
    for (int i = 0; i < size; i++) {
        hr_send(hr_spawn(friend, .number = i), Start);
    }
    hr_send(user, Start);
    hr_at_end(user_has_all_messages);
    return hr_run();
}
