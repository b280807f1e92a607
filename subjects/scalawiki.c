/* A client and its server with an inventory (dissertation, Table 3.2, scalawiki): the client adds an item and asks for the
 * inventory twice, once for its value and once for its size; it adds two more, asks for quantity and price of each of the
 * three and shuts the server down. What was added need not have arrived when it asks.
 *
 *     scalawiki            as in the table
 *     scalawiki assert     the client claims that both answers speak of the same inventory: some orders break it
 *
 * The original program is not printed; which messages it sends was found by matching the table's counts. As in the Scala
 * flavours of the other subjects the client comes first and its beginning belongs to its creation. */
#include <harrier.h>
#include <string.h>

enum { ITEMS = 3 };

HR_MESSAGE(Add, int item, quantity, price;);
HR_MESSAGE(List);
HR_MESSAGE(Inventory, int count, value;);
HR_MESSAGE(AskQuantity, int item;);
HR_MESSAGE(AskPrice, int item;);
HR_MESSAGE(Number, int value;);
HR_MESSAGE(Shutdown);

struct server {
    int quantity[ITEMS], price[ITEMS];
};

static void on_add(struct server *self, const struct Add *m)
{
    self->quantity[m->item] += m->quantity;
    self->price[m->item] = m->price;
}

static void on_list(struct server *self, const struct List *m)
{
    int count = 0, value = 0;
    for (int i = 0; i < ITEMS; i++) {
        count += self->quantity[i];
        value += self->quantity[i] * self->price[i];
    }
    hr_reply(Inventory, .count = count, .value = value);
}

static void on_ask_quantity(struct server *self, const struct AskQuantity *m)
{
    hr_reply(Number, .value = self->quantity[m->item]);
}

static void on_ask_price(struct server *self, const struct AskPrice *m)
{
    hr_reply(Number, .value = self->price[m->item]);
}

static void on_shutdown(struct server *self, const struct Shutdown *m)
{
    hr_stop();
}

HR_ACTOR(server, HR_ON(Add, on_add), HR_ON(List, on_list), HR_ON(AskQuantity, on_ask_quantity), HR_ON(AskPrice, on_ask_price),
         HR_ON(Shutdown, on_shutdown));

struct client {
    bool claim;
    int value, count;
    int quantity[ITEMS], price[ITEMS];
};

static void act(struct client *self)
{
    hr_ref server = hr_spawn(server);
    hr_send(server, Add, .item = 0, .quantity = 2, .price = 5);
    self->value = hr_call(server, Inventory, List).value;
    self->count = hr_call(server, Inventory, List).count;
    if (self->claim) {
        hr_assert(self->value == 5 * self->count);
    }
    hr_send(server, Add, .item = 1, .quantity = 4, .price = 3);
    hr_send(server, Add, .item = 2, .quantity = 1, .price = 8);
    for (int i = 0; i < ITEMS; i++) {
        self->quantity[i] = hr_call(server, Number, AskQuantity, .item = i).value;
        self->price[i] = hr_call(server, Number, AskPrice, .item = i).value;
    }
    hr_send(server, Shutdown);
}

HR_ACTOR(client, HR_INIT(act));

int main(int argc, char **argv)
{
    hr_spawn(client, .claim = argc > 1 && strcmp(argv[1], "assert") == 0);
    return hr_run();
}
