/* Programs that crash in many ways, for schedules that are forced live: lives CASE
 *
 *     ledger    a process books what a bank, which keeps some of it on a disk, answers; timers, children, a behaviour that changes
 *     desk      two customers call a clerk, who answers the first one by name when the second one comes
 *     ring      two actors call each other, so that a deadlock waits where nobody crashes
 *     chain     nodes pass a token on, each to a child of its own
 *     news      three posts tell each other how much they know, one of them by a child, until it is enough
 *
 * No end is right: each says what it found in its actors, so that two executions can be compared by the words of their violations, and a search for
 * all violations has a schedule for each end. */
#include <harrier.h>
#include <harrier/adapter.h>
#include <stdio.h>
#include <string.h>

HR_MESSAGE(Go, int number;);
HR_MESSAGE(Book, int amount;);
HR_MESSAGE(Booked, int total;);
HR_MESSAGE(Tick, int number;);
HR_MESSAGE(Told, int by;);
HR_MESSAGE(Meet, hr_ref other;);

/* ---- what is found at an end ---- */

struct found {
    char text[400];
    size_t length;
};

static void found(struct found *f, const char *who, const int *numbers, int count)
{
    f->length += (size_t)snprintf(f->text + f->length, sizeof f->text - f->length, "%s%s", f->length == 0 ? "" : "; ", who);
    for (int i = 0; i < count; i++) {
        f->length += (size_t)snprintf(f->text + f->length, sizeof f->text - f->length, " %d", numbers[i]);
    }
}

static bool tell(const struct found *f)
{
    hr_adapter_finding(HR_FINDING_INVARIANT, f->text, "end", 1);
    return false;
}

/* ---- ledger ---- */

struct bank {
    int total, unsaved, seen, lives, ticks, told;
    hr_ref other;
};
static void start_bank(struct bank *self)
{
    hr_persist_field(self->total);
    hr_persist_field(self->lives);
    self->lives += hr_restarted();
    self->unsaved = 10 * self->lives;
    hr_after(1, Tick, .number = self->lives);
}
static void on_book(struct bank *self, const struct Book *m)
{
    self->seen++;
    self->total += m->amount;
    hr_sync();
    self->total += 100;
    self->unsaved++;
    hr_send(self->other, Told, .by = self->lives);
    self->total += 1000;
    hr_reply(Booked, .total = self->total);
    self->total += 10000;
}
static void on_bank_tick(struct bank *self, const struct Tick *m)
{
    self->ticks += 1 + m->number;
}
HR_ACTOR(bank, HR_INIT(start_bank), HR_ON(Book, on_book), HR_ON(Tick, on_bank_tick));

struct listener {
    int told, sum, closed, lives;
};
HR_DECLARE_ACTOR(listener);
static void on_told_closed(struct listener *self, const struct Told *m)
{
    self->closed += 1 + m->by;
}
HR_BEHAVIOUR(closed, HR_ON(Told, on_told_closed));
static void start_listener(struct listener *self)
{
    hr_persist_field(self->lives);
    self->lives += hr_restarted();
}
static void on_told(struct listener *self, const struct Told *m)
{
    self->told++;
    self->sum += m->by;
    hr_become(closed);
}
HR_ACTOR(listener, HR_INIT(start_listener), HR_ON(Told, on_told));

struct customer {
    hr_ref bank;
    int first, second, errors, goes, lives;
};
static void customer_run(struct customer *self)
{
    hr_persist_field(self->lives);
    self->lives += hr_restarted();
    for (;;) {
        const struct Go *go = hr_as(hr_receive(), Go);
        self->goes += go->number;
        struct Booked b = hr_call(self->bank, Booked, Book, .amount = go->number);
        if (hr_call_error() != 0) {
            self->errors += hr_call_error() == HR_CRASHED ? 1 : 100;
        } else if (self->first == 0) {
            self->first = b.total;
        } else {
            self->second = b.total;
        }
    }
}
HR_PROCESS(customer, customer_run);

static bool books_are_right(hr_ref bank, hr_ref listener, hr_ref customer)
{
    struct found f = { "", 0 };
    const struct bank *b = hr_peek(bank, bank);
    const struct listener *l = hr_peek(listener, listener);
    const struct customer *c = hr_peek(customer, customer);
    if (b != NULL) {
        found(&f, "bank", (int[]){ b->total, b->unsaved, b->seen, b->lives, b->ticks }, 5);
    }
    if (l != NULL) {
        found(&f, "listener", (int[]){ l->told, l->sum, l->closed, l->lives }, 4);
    }
    if (c != NULL) {
        found(&f, "customer", (int[]){ c->first, c->second, c->errors, c->goes, c->lives }, 5);
    }
    return tell(&f);
}

static void ledger(void)
{
    hr_ref listener = hr_spawn(listener), bank = hr_spawn(bank, .other = listener), customer = hr_spawn(customer, .bank = bank);
    hr_at_end(books_are_right, bank, listener, customer);
    hr_send(customer, Go, .number = 1);
    hr_send(customer, Go, .number = 2);
}

/* ---- desk ---- */

struct clerk {
    hr_ref before;
    int asked, served, lives;
};
static void start_clerk(struct clerk *self)
{
    hr_persist_field(self->lives);
    self->lives += hr_restarted();
}
static void on_asked(struct clerk *self, const struct Book *m)
{
    self->asked += m->amount;
    if (self->before == HR_NOBODY) {
        self->before = hr_sender();
        hr_after(1, Tick);
        return;
    }
    hr_reply_to(self->before, Booked, .total = 5 + self->asked);
    self->before = HR_NOBODY;
    self->served++;
    hr_reply(Booked, .total = 7 + self->asked);
    self->served++;
}
static void on_slow(struct clerk *self, const struct Tick *m)
{
    (void)m;
    if (self->before != HR_NOBODY) {
        hr_reply_to(self->before, Booked, .total = 9 + self->asked);
        self->before = HR_NOBODY;
        self->served++;
    }
}
HR_ACTOR(clerk, HR_INIT(start_clerk), HR_ON(Book, on_asked), HR_ON(Tick, on_slow));

struct visitor {
    hr_ref clerk;
    int answers, errors, lives, sum;
};
static void visit(struct visitor *self)
{
    hr_persist_field(self->lives);
    self->lives += hr_restarted();
    if (!hr_restarted()) {
        hr_receive(Go);
    }
    struct Booked b = hr_call(self->clerk, Booked, Book, .amount = 1 + self->lives);
    self->sum += b.total;
    self->errors += hr_call_error() != 0;
    self->answers++;
    for (;;) {
        hr_receive(Go);
    }
}
HR_PROCESS(visitor, visit);

static bool all_visited(hr_ref clerk, hr_ref one, hr_ref two)
{
    struct found f = { "", 0 };
    const struct clerk *c = hr_peek(clerk, clerk);
    const struct visitor *v[2] = { hr_peek(one, visitor), hr_peek(two, visitor) };
    if (c != NULL) {
        found(&f, "clerk", (int[]){ c->asked, c->served, c->lives, c->before != HR_NOBODY }, 4);
    }
    for (int i = 0; i < 2; i++) {
        if (v[i] != NULL) {
            found(&f, "visitor", (int[]){ i, v[i]->answers, v[i]->errors, v[i]->lives, v[i]->sum }, 5);
        }
    }
    return tell(&f);
}

static void desk(void)
{
    hr_ref clerk = hr_spawn(clerk), one = hr_spawn(visitor, .clerk = clerk), two = hr_spawn(visitor, .clerk = clerk);
    hr_at_end(all_visited, clerk, one, two);
    hr_send(one, Go);
    hr_send(two, Go);
}

/* ---- ring ---- */

struct peer {
    int lives, answers, errors;
};
static void start_peer(struct peer *self)
{
    hr_persist(self, sizeof *self);
    self->lives += hr_restarted();
}
static void on_meet(struct peer *self, const struct Meet *m)
{
    hr_call(m->other, Booked, Book, .amount = 1);
    self->answers++;
    self->errors += hr_call_error() != 0;
}
static void on_peer_book(struct peer *self, const struct Book *m)
{
    hr_reply(Booked, .total = self->lives + m->amount);
}
HR_ACTOR(peer, HR_INIT(start_peer), HR_ON(Meet, on_meet), HR_ON(Book, on_peer_book));

static bool peers_met(hr_ref one, hr_ref two)
{
    struct found f = { "", 0 };
    const struct peer *p[2] = { hr_peek(one, peer), hr_peek(two, peer) };
    for (int i = 0; i < 2; i++) {
        if (p[i] != NULL) {
            found(&f, "peer", (int[]){ i, p[i]->lives, p[i]->answers, p[i]->errors }, 4);
        }
    }
    return tell(&f);
}

static void ring(void)
{
    hr_ref one = hr_spawn(peer), two = hr_spawn(peer);
    hr_at_end(peers_met, one, two);
    hr_send(one, Meet, .other = two);
    hr_send(two, Meet, .other = one);
}

/* ---- chain ---- */

struct node {
    int depth, children, lives, got;
};
HR_DECLARE_ACTOR(node);
static struct {
    int count, sum;
} leaves; /* shared: no crash takes it */
static void start_node(struct node *self)
{
    hr_persist_field(self->children);
    hr_persist_field(self->lives);
    self->lives += hr_restarted();
    if (self->depth == 0 && hr_restarted()) {
        hr_send(hr_self(), Go, .number = 50);
    }
}
static void on_token(struct node *self, const struct Go *m)
{
    self->got += m->number;
    if (self->depth < 2) {
        hr_ref child = hr_spawn(node, .depth = self->depth + 1);
        self->children++;
        hr_send(child, Go, .number = self->got);
        hr_send(hr_self(), Told);
        hr_send(child, Go, .number = self->children);
    } else {
        leaves.count++;
        leaves.sum += m->number * (1 + self->lives);
    }
}
static void on_node_told(struct node *self, const struct Told *m)
{
    (void)m;
    self->got += 1000;
}
HR_ACTOR(node, HR_INIT(start_node), HR_ON(Go, on_token), HR_ON(Told, on_node_told));

static bool chain_holds(hr_ref node)
{
    const struct node *n = hr_peek(node, node);
    struct found f = { "", 0 };
    found(&f, "leaves", (int[]){ leaves.count, leaves.sum }, 2);
    if (n != NULL) {
        found(&f, "root", (int[]){ n->children, n->lives, n->got }, 3);
    }
    return tell(&f);
}

static void chain(void)
{
    hr_shared(&leaves, sizeof leaves);
    hr_ref root = hr_spawn(node);
    hr_at_end(chain_holds, root);
    hr_send(root, Go, .number = 1);
}

/* ---- news ---- */

enum { POSTS = 3, ENOUGH = 2 };
static hr_ref posts[POSTS];

struct errand {
    hr_ref to;
};
static void start_errand(struct errand *self)
{
    hr_send(self->to, Told, .by = 10);
}
HR_ACTOR(errand, HR_INIT(start_errand));

struct post {
    int number, knows, heard;
};
static void on_news(struct post *self, const struct Told *m)
{
    self->heard += m->by;
    if (++self->knows > ENOUGH) {
        return;
    }
    hr_send(posts[(self->number + 1) % POSTS], Told, .by = self->knows);
    if (self->number == 0) {
        hr_spawn(errand, .to = posts[2]);
    }
}
HR_ACTOR(post, HR_ON(Told, on_news));

static bool all_know(void)
{
    struct found f = { "", 0 };
    for (int i = 0; i < POSTS; i++) {
        const struct post *p = hr_peek(posts[i], post);
        if (p != NULL) {
            found(&f, "post", (int[]){ p->knows, p->heard }, 2);
        }
    }
    return tell(&f);
}

static void news(void)
{
    for (int i = 0; i < POSTS; i++) {
        posts[i] = hr_spawn(post, .number = i);
    }
    hr_at_end(all_know);
    hr_send(posts[0], Told, .by = 100);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*begin)(void);
    } cases[] = { { "ledger", ledger }, { "desk", desk }, { "ring", ring }, { "chain", chain }, { "news", news } };
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].begin();
        }
    }
    return hr_run();
}
