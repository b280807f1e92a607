/* A client and its server with an inventory (dissertation, Table 3.2, scalawiki): the client adds an item and asks for the
 * inventory twice, once for its value and once for its size; it adds two more, asks for quantity and price of each of the
 * three and shuts the server down. What was added need not have arrived when it asks. The server keeps its items in order of
 * arrival and answers each question with all of them; the client picks out what it wants to know and keeps the answers.
 *
 *     scalawiki            as in the table
 *     scalawiki assert     the client claims that both answers speak of the same inventory: some orders break it
 *
 * The original program is not printed; which messages it sends was found by matching the table's counts. As in the Scala
 * flavours of the other subjects the client comes first and its beginning belongs to its creation. */
#include <harrier.h>
#include <string.h>

enum { ITEMS = 3 };

struct item {
    int name, quantity, price;
};

HR_MESSAGE(Add, struct item item;);
HR_MESSAGE(List);
HR_MESSAGE(Inventory, int count; struct item items[ITEMS];);
HR_MESSAGE(AskQuantity, int name;);
HR_MESSAGE(AskPrice, int name;);
HR_MESSAGE(Shutdown);

struct server {
    int count;
    struct item items[ITEMS]; /* in order of arrival */
};

static void on_add(struct server *self, const struct Add *m)
{
    self->items[self->count++] = m->item;
}

static void answer(const struct server *self)
{
    hr_reply(Inventory, .count = self->count, .items = { self->items[0], self->items[1], self->items[2] });
}

static void on_list(struct server *self, const struct List *m)
{
    answer(self);
}

static void on_ask_quantity(struct server *self, const struct AskQuantity *m)
{
    answer(self);
}

static void on_ask_price(struct server *self, const struct AskPrice *m)
{
    answer(self);
}

static void on_shutdown(struct server *self, const struct Shutdown *m)
{
    hr_stop();
}

HR_ACTOR(server, HR_ON(Add, on_add), HR_ON(List, on_list), HR_ON(AskQuantity, on_ask_quantity), HR_ON(AskPrice, on_ask_price),
         HR_ON(Shutdown, on_shutdown));

struct client {
    bool claim;
    struct Inventory for_value, for_size;
    struct Inventory quantity[ITEMS], price[ITEMS];
};

static int value_of(const struct Inventory *inventory)
{
    int value = 0;
    for (int i = 0; i < inventory->count; i++) {
        value += inventory->items[i].quantity * inventory->items[i].price;
    }
    return value;
}

static int size_of(const struct Inventory *inventory)
{
    int size = 0;
    for (int i = 0; i < inventory->count; i++) {
        size += inventory->items[i].quantity;
    }
    return size;
}

static void act(struct client *self)
{
    hr_ref server = hr_spawn(server);
    hr_send(server, Add, .item = { .name = 0, .quantity = 2, .price = 5 });
    self->for_value = hr_call(server, Inventory, List);
    self->for_size = hr_call(server, Inventory, List);
    if (self->claim) {
        hr_assert(value_of(&self->for_value) == 5 * size_of(&self->for_size));
    }
    hr_send(server, Add, .item = { .name = 1, .quantity = 4, .price = 3 });
    hr_send(server, Add, .item = { .name = 2, .quantity = 1, .price = 8 });
    for (int i = 0; i < ITEMS; i++) {
        self->quantity[i] = hr_call(server, Inventory, AskQuantity, .name = i);
        self->price[i] = hr_call(server, Inventory, AskPrice, .name = i);
    }
    hr_send(server, Shutdown);
}

HR_ACTOR(client, HR_INIT(act));

int main(int argc, char **argv)
{
    hr_spawn(client, .claim = argc > 1 && strcmp(argv[1], "assert") == 0);
    return hr_run();
}
