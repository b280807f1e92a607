#include "moves/accepted.h"

#include <string.h>

#include "model/lanes.h"
#include "model/mailbox.h"
#include "model/turns.h"
#include "moves/memo.h"

/* A global, like the table of moves, for which it is scratch memory. */
static struct {
    struct pool room; /* all zeros where nothing is in use, so that a long mailbox costs what is looked at, not its length */
    struct lanes lanes;
} scratch;

void accepted_init(void)
{
    pool_init(&scratch.room, (size_t)1 << 33);
}

static bool accepts(const struct component *c, uint32_t message, uint32_t shared)
{
    return memo_accepts(&(struct step){ .local = c->local, .message = message, .shared = shared });
}

/* Asks about the messages of a lane; returns about how many. Messages behind an accepted one of the same queue cannot come, so nothing is
 * asked about them. Nor can a message that the ledger keeps behind one of those: it is behind the accepted one too. */
static size_t ask_lane(const struct component *c, const uint32_t *list, size_t count, uint32_t shared, bool *accepted)
{
    size_t i = 0;
    if (mailbox_has_lanes() && turns_queue(c->actor, list[0]) != 0) { /* the lane is one queue */
        while (i < count && !accepted[i]) {
            accepted[i] = accepts(c, list[i], shared);
            i += !accepted[i];
        }
        return i < count ? i + 1 : count;
    }
    for (; i < count; i++) {
        accepted[i] = !lanes_blocked(&scratch.lanes, c->actor, list[i]) && accepts(c, list[i], shared);
        if (accepted[i]) {
            lanes_accept(&scratch.lanes, c->actor, list[i]);
        }
    }
    return count;
}

struct accepted accepted_ask(const struct component *c, uint32_t shared)
{
    size_t lanes = mailbox_lanes(c->mailbox), count;
    struct accepted a = { .asked = pool_take(&scratch.room, lanes * sizeof *a.asked) };
    a.messages = pool_take(&scratch.room, mailbox_count(c->mailbox));
    bool *accepted = a.messages;
    lanes_begin(&scratch.lanes);
    for (size_t lane = 0; lane < lanes; lane++, accepted += count) {
        const uint32_t *list = mailbox_lane(c->mailbox, lane, &count);
        a.asked[lane] = (uint32_t)ask_lane(c, list, count, shared, accepted);
    }
    return a;
}

void accepted_forget(struct accepted a, uint32_t mailbox)
{
    size_t lanes = mailbox_lanes(mailbox), count;
    bool *accepted = a.messages;
    for (size_t lane = 0; lane < lanes; lane++, accepted += count) {
        mailbox_lane(mailbox, lane, &count);
        memset(accepted, 0, a.asked[lane]);
    }
    memset(a.asked, 0, lanes * sizeof *a.asked);
    pool_give_back(&scratch.room, scratch.room.used - (size_t)((unsigned char *)a.asked - scratch.room.base));
}
