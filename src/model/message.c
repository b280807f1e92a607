#include "model/message.h"

#include <string.h>

#include "base/debug.h"
#include "base/intern.h"
#include "base/lock.h"
#include "model/replica.h"

static struct {
    struct intern messages;
} ALL_WORKERS all;
static struct pool scratch;

void messages_init(void)
{
    intern_init(&all.messages, (size_t)1 << 33);
    pool_init(&scratch, (size_t)1 << 30);
}

bool messages_share(void)
{
    return intern_share(&all.messages) && pages_share(&all, sizeof all);
}

uint32_t messages_count(void)
{
    return all.messages.count;
}

uint32_t message_put(const struct message *head, const void *data)
{
    size_t size = sizeof *head + head->size;
    unsigned char *whole = scratch.base;
    memcpy(whole, head, sizeof *head);
    memcpy(whole + sizeof *head, data, head->size);
    if (replica_asks() && intern_find(&all.messages, 0, whole, size) == 0) {
        replica_append(REPLICA_MESSAGE, whole, size);
        memcpy(whole, head, sizeof *head);
        memcpy(whole + sizeof *head, data, head->size);
    }
    lock_take(LOCK_TABLES);
    uint32_t id = intern_put(&all.messages, 0, whole, size, NULL);
    lock_give(LOCK_TABLES);
    return id;
}

uint32_t message_apply(const void *bytes, size_t size)
{
    return intern_put(&all.messages, 0, bytes, size, NULL);
}

uint32_t event_message(uint32_t actor, const struct hr_type *event)
{
    return message_put(&(struct message){ .type = event, .sender = actor, .flags = MESSAGE_EVENT }, "");
}

const struct message *message_get(uint32_t id)
{
    debug_assert(id != 0 && id <= messages_count());
    return intern_bytes(&all.messages, id);
}

const char *message_name(const struct message *m)
{
    return m->type != NULL ? m->type->name : m->flags & MESSAGE_RESTART ? "(restart)" : "(failure)";
}

uint64_t message_hash(uint32_t id)
{
    return intern_get(&all.messages, id)->hash;
}
