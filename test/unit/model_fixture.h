/* A small model to test with: actors that the driver made, messages that carry a number, local states that are one. */
#ifndef HARRIER_TEST_MODEL_FIXTURE_H
#define HARRIER_TEST_MODEL_FIXTURE_H

#include "unit.h"

#include "model/component.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/names.h"
#include "model/slot.h"
#include "model/state.h"

static const struct hr_type number_type = { .name = "Number", .size = sizeof(int) };
static const struct hr_actor_type thing_type = { .behaviour = { .name = "thing", .file = "thing.c" }, .size = sizeof(int) };

/* The modules are made once per process: they are never closed. Returns 0, as cmocka wants it. */
static inline int model_open(const struct channel *channel, bool slots)
{
    names_init();
    messages_init();
    mailboxes_init(channel, false);
    locals_init();
    components_init();
    slots_init(slots ? SLOTS_ALL : SLOTS_NONE);
    return 0;
}

/* The n-th actor of the driver, from 1. */
static inline uint32_t thing(uint32_t n)
{
    return names_child(DRIVER, n, &thing_type);
}

static inline uint32_t number_from(uint32_t sender, int number)
{
    struct message head = { .type = &number_type, .sender = sender, .size = sizeof number };
    return message_put(&head, &number);
}

static inline uint32_t timer_of(uint32_t sender, uint16_t timer, int number)
{
    struct message head = { .type = &number_type, .sender = sender, .flags = MESSAGE_TIMER, .timer = timer, .size = sizeof number };
    return message_put(&head, &number);
}

static inline uint32_t local_of(uint32_t actor, int number)
{
    struct local what = { .actor = actor, .status = ACTOR_WAITING };
    return local_put(&what, &number, sizeof number, &number, sizeof number);
}

#endif
