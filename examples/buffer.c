/* Selective receive. A buffer with one place is a process: it waits for an item, then for somebody who takes it, and so on. A consumer
 * may ask before there is an item. A process that says which type of message it waits for leaves the others in its mailbox until it
 * asks for them. One that takes whatever comes next has to be ready for every type at every moment, and this one is not.
 *
 *     ./buffer                            runs; the producer is first
 *     harrier check ./buffer              finds the order in which the consumer is first
 *     harrier check ./buffer fixed        waits for a Put, then for a Take: passes, in every order
 *
 * New here: HR_PROCESS, an actor with a control flow of its own that asks for messages with hr_receive. */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Put, int item;);
HR_MESSAGE(Take);
HR_MESSAGE(Item, int item;);

struct buffer {
    bool fixed;
};

static void run_buffer(struct buffer *self)
{
    for (;;) {
        hr_received put = self->fixed ? hr_receive(Put) : hr_receive();
        hr_assert(hr_is(put, Put));
        int item = hr_as(put, Put)->item; /* copied: the message is gone when the next one is received */
        hr_received take = self->fixed ? hr_receive(Take) : hr_receive();
        hr_assert(hr_is(take, Take));
        hr_reply(Item, .item = item);
    }
}

HR_PROCESS(buffer, run_buffer);

struct producer {
    hr_ref buffer;
};

static void run_producer(struct producer *self)
{
    hr_send(self->buffer, Put, .item = 42);
}

HR_PROCESS(producer, run_producer);

struct consumer {
    hr_ref buffer;
};

static void run_consumer(struct consumer *self)
{
    int item = hr_call(self->buffer, Item, Take).item;
    hr_assert(item == 42);
}

HR_PROCESS(consumer, run_consumer);

int main(int argc, char **argv)
{
    bool fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    hr_ref buffer = hr_spawn(buffer, .fixed = fixed);
    hr_spawn(producer, .buffer = buffer);
    hr_spawn(consumer, .buffer = buffer);
    return hr_run();
}
