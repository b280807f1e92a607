/* Messages with strings, arrays, arrays inside arrays, and a lot of content. */
#include "victim.h"

struct Row {
    int count;
    int *cells;
};
HR_CARRIES(Row, HR_ARRAY(Row, cells, count));
HR_MESSAGE(Table, char *title; int count; struct Row * rows; char *none;);
HR_CARRIES(Table, HR_STRING(Table, title), HR_ARRAY_OF(Table, rows, count, Row), HR_STRING(Table, none));
HR_MESSAGE(Bytes, uint8_t count; char *bytes;);
HR_CARRIES(Bytes, HR_ARRAY(Bytes, bytes, count));
HR_MESSAGE(Block, char bytes[100000];);

struct checker {
    int unused;
};
static void on_table(struct checker *self, const struct Table *m)
{
    hr_assert(strcmp(m->title, "sums") == 0 && m->count == 2 && m->none == NULL);
    hr_assert(m->rows[0].count == 3 && m->rows[0].cells[2] == 30);
    hr_assert(m->rows[1].count == 0);
    m->rows[0].cells[0] = 1; /* the copy belongs to the receiver */
}
static void on_block(struct checker *self, const struct Block *m)
{
    hr_assert(m->bytes[0] == 0 && m->bytes[99999] == 'z');
}
static void on_bytes(struct checker *self, const struct Bytes *m)
{
    hr_assert(m->count == 200 && m->bytes[199] == 'z');
}
HR_ACTOR(checker, HR_ON(Bytes, on_bytes), HR_ON(Table, on_table), HR_ON(Block, on_block));

static void tables(void)
{
    hr_ref c = hr_spawn(checker);
    int cells[] = { 10, 20, 30 };
    struct Row rows[] = { { 3, cells }, { 0, NULL } };
    char title[] = "sums";
    hr_send(c, Table, .title = title, .count = 2, .rows = rows);
    title[0] = 'x'; /* it was copied when it was sent */
    cells[2] = 0;
}

static void large(void)
{
    hr_send(hr_spawn(checker), Block, .bytes[99999] = 'z');
}

/* A count whose highest bit is set is not negative when its type is unsigned. */
static void many(void)
{
    char bytes[200] = { [199] = 'z' };
    hr_send(hr_spawn(checker), Bytes, .count = 200, .bytes = bytes);
}

/* A count that lies. */
static void lies(void)
{
    hr_ref c = hr_spawn(checker);
    int cells[] = { 10 };
    struct Row rows[] = { { 1 << 30, cells } };
    hr_send(c, Table, .title = "", .count = 1, .rows = rows); /* here: lies */
}

struct sender {
    hr_ref to;
};
static void on_sender_go(struct sender *self, const struct Go *m)
{
    hr_send(self->to, Table, .title = (char *)(uintptr_t)0x10); /* here: wild */
}
HR_ACTOR(sender, HR_ON(Go, on_sender_go));

static void wild(void)
{
    hr_send(hr_spawn(sender, .to = hr_spawn(checker)), Go);
}

DRIVERS(ACT(tables), ACT(large), ACT(many), ACT(lies), ACT(wild))
