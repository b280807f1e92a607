/* State spaces of any size in which one thing grows and all others stay, for bench/growth-pictures.sh:
 *
 *     growth AXIS N SIZE...
 *
 *     states            nothing but wheels: as many states as the product of their SIZEs
 *     messages N SIZE.. an actor that counts to N and begins again, each number a message of its own
 *     actors N SIZE...  N actors in a ring, who pass a token on
 *     pending N SIZE... an actor with N messages pending, who sends each one again when it comes, changed: they are the bits of a number that
 *                       grows by one in each round, so that where messages keep their order nearly every delivery makes a new queue
 *
 * A wheel has SIZE local states and goes round for ever. Wheels multiply the states and the deliveries without a further message, and a
 * handler runs only once for each local state, so handlers are few and hardly count. */
#include <harrier.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTORS_MAX = 1000000 };

HR_MESSAGE(Turn);
HR_MESSAGE(Number, unsigned value;);
HR_MESSAGE(Token);
HR_MESSAGE(Bit, bool value;);
HR_MESSAGE(Lowest); /* the bits after it begin with the lowest one */

static unsigned n;
static hr_ref ring[ACTORS_MAX];

/* ---- wheels ---- */

struct wheel {
    unsigned at, size;
};

static void turn_first(struct wheel *self)
{
    hr_send(hr_self(), Turn);
}

static void on_turn(struct wheel *self, const struct Turn *m)
{
    self->at = (self->at + 1) % self->size;
    hr_send(hr_self(), Turn);
}

HR_ACTOR(wheel, HR_INIT(turn_first), HR_ON(Turn, on_turn));

/* ---- distinct messages ---- */

struct counter {
    char nothing; /* the number is in the message only */
};

static void count_first(struct counter *self)
{
    hr_send(hr_self(), Number, .value = 0);
}

static void on_number(struct counter *self, const struct Number *m)
{
    hr_send(hr_self(), Number, .value = (m->value + 1) % n);
}

HR_ACTOR(counter, HR_INIT(count_first), HR_ON(Number, on_number));

/* ---- actors ---- */

struct place {
    unsigned number;
};

static void take_token(struct place *self)
{
    if (self->number == 0) {
        hr_send(hr_self(), Token);
    }
}

static void on_token(struct place *self, const struct Token *m)
{
    hr_send(ring[(self->number + 1) % n], Token);
}

HR_ACTOR(place, HR_INIT(take_token), HR_ON(Token, on_token));

/* ---- pending messages ---- */

struct number {
    bool carry;
};

static void begin_with_nought(struct number *self)
{
    hr_send(hr_self(), Lowest);
    for (unsigned i = 1; i < n; i++) {
        hr_send(hr_self(), Bit, .value = false);
    }
}

static void on_lowest(struct number *self, const struct Lowest *m)
{
    self->carry = true;
    hr_send(hr_self(), Lowest);
}

static void on_bit(struct number *self, const struct Bit *m)
{
    hr_send(hr_self(), Bit, .value = m->value != self->carry);
    self->carry = self->carry && m->value;
}

HR_ACTOR(number, HR_INIT(begin_with_nought), HR_ON(Lowest, on_lowest), HR_ON(Bit, on_bit));

static int usage(void)
{
    fprintf(stderr, "usage: growth states SIZE...\n       growth messages|actors|pending N SIZE...\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *axis = argc > 1 ? argv[1] : "";
    bool alone = strcmp(axis, "states") == 0;
    int first = alone ? 2 : 3;
    n = !alone && argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    if (argc <= first || n < 1 || n > ACTORS_MAX) {
        return usage();
    }
    if (strcmp(axis, "messages") == 0) {
        hr_spawn(counter);
    } else if (strcmp(axis, "actors") == 0) {
        for (unsigned i = 0; i < n; i++) {
            ring[i] = hr_spawn(place, .number = i);
        }
    } else if (strcmp(axis, "pending") == 0) {
        hr_spawn(number);
    } else if (!alone) {
        return usage();
    }
    for (int i = first; i < argc; i++) {
        int size = atoi(argv[i]);
        if (size < 1) {
            return usage();
        }
        hr_spawn(wheel, .size = (unsigned)size);
    }
    return hr_run();
}
