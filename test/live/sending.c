/* Sending: order and number, creation and end, calls, failures, content. */
#include <stdio.h>
#include <string.h>

#include "features.h"

HR_MESSAGE(Work, int count; int *items; char *label;);
HR_CARRIES(Work, HR_ARRAY(Work, items, count), HR_STRING(Work, label));

/* ---- order and number ---- */

enum { SENDERS = 50 };
struct sink {
    int got, last[SENDERS + 1];
};
static hr_ref the_sink;
static int each;
static void on_number(struct sink *self, const struct Number *m)
{
    int from = m->value >> 24, number = m->value & 0xffffff;
    hr_assert(number == self->last[from] + 1); /* each sender's in order */
    self->last[from] = number;
    self->got++;
}
HR_ACTOR(sink, HR_ON(Number, on_number));
struct source {
    hr_ref to;
    int number, count;
};
static void on_go(struct source *self, const struct Go *m)
{
    for (int i = 1; i <= self->count; i++) {
        hr_send(self->to, Number, .value = self->number << 24 | i);
    }
}
HR_ACTOR(source, HR_ON(Go, on_go));
static bool all_came(void)
{
    return hr_peek(the_sink, sink)->got == SENDERS * each;
}
HR_TEST(fan_in)
{
    each = scaled(2000);
    the_sink = hr_spawn(sink);
    for (int i = 0; i < SENDERS; i++) {
        hr_send(hr_spawn(source, .to = the_sink, .number = i, .count = each), Go);
    }
    hr_at_end(all_came);
}

/* ---- creation and end, many times ---- */

struct node {
    hr_ref parent;
    int depth, answers, sum;
};
HR_DECLARE_ACTOR(node);
static void answer(struct node *self)
{
    hr_send(self->parent, Number, .value = self->sum + 1);
    hr_stop();
}
static void on_node_go(struct node *self, const struct Go *m)
{
    if (self->depth == 0) {
        answer(self);
    }
    for (int i = 0; i < 2; i++) {
        hr_send(hr_spawn(node, .parent = hr_self(), .depth = self->depth - 1), Go);
    }
}
static void on_node_number(struct node *self, const struct Number *m)
{
    self->sum += m->value;
    if (++self->answers == 2) {
        answer(self);
    }
}
HR_ACTOR(node, HR_ON(Go, on_node_go), HR_ON(Number, on_node_number));
struct root {
    int depth, sum;
};
static hr_ref the_root;
static void on_root_go(struct root *self, const struct Go *m)
{
    hr_send(hr_spawn(node, .parent = hr_self(), .depth = self->depth), Go);
}
static void on_root_number(struct root *self, const struct Number *m)
{
    self->sum = m->value;
}
HR_ACTOR(root, HR_ON(Go, on_root_go), HR_ON(Number, on_root_number));
static bool tree_is_whole(void)
{
    const struct root *r = hr_peek(the_root, root);
    return r->sum == (1 << (r->depth + 1)) - 1;
}
HR_TEST(tree)
{
    the_root = hr_spawn(root, .depth = getenv("SCALE") != NULL ? 8 : 15);
    hr_send(the_root, Go);
    hr_at_end(tree_is_whole);
}

/* A reference is the same number as under the checker: replay.sh compares. */
struct child {
    int unused;
};
static void on_child(struct child *self, const struct Go *m)
{
    printf("reference %llx\n", (unsigned long long)hr_self());
}
HR_ACTOR(child, HR_ON(Go, on_child));
struct creator {
    int unused;
};
static void on_creator(struct creator *self, const struct Go *m)
{
    printf("reference %llx\n", (unsigned long long)hr_self());
    hr_send(hr_spawn(child), Go);
}
HR_ACTOR(creator, HR_ON(Go, on_creator));
HR_TEST(references)
{
    hr_send(hr_spawn(creator), Go);
}

/* ---- calls ---- */

struct adder {
    int calls;
};
static void on_get(struct adder *self, const struct Get *m)
{
    self->calls++;
    hr_reply(Number, .value = m->value + 1);
}
HR_ACTOR(adder, HR_ON(Get, on_get));
struct caller {
    hr_ref adder;
    int count, sum, in_init;
};
static void caller_init(struct caller *self)
{
    self->in_init = hr_call(self->adder, Number, Get, .value = 41).value;
}
static void on_caller_go(struct caller *self, const struct Go *m)
{
    for (int i = 0; i < self->count; i++) {
        self->sum += hr_call(self->adder, Number, Get, .value = i).value == i + 1;
    }
}
HR_ACTOR(caller, HR_INIT(caller_init), HR_ON(Go, on_caller_go));
static hr_ref callers[20];
static bool calls_answered(void)
{
    for (int i = 0; i < 20; i++) {
        const struct caller *c = hr_peek(callers[i], caller);
        if (c->sum != c->count || c->in_init != 42) {
            return false;
        }
    }
    return true;
}
HR_TEST(calls)
{
    hr_ref adder = hr_spawn(adder);
    for (int i = 0; i < 20; i++) {
        callers[i] = hr_spawn(caller, .adder = adder, .count = scaled(2000));
        hr_send(callers[i], Go);
    }
    hr_at_end(calls_answered);
}

/* ---- failure: present and later callers are answered, nothing else ---- */

struct fragile {
    hr_ref first;
};
static void on_fragile(struct fragile *self, const struct Get *m)
{
    if (self->first != HR_NOBODY) {
        hr_fail(5);
    }
    self->first = hr_sender();
}
HR_ACTOR(fragile, HR_ON(Get, on_fragile));
static void on_asker_go(struct asker *self, const struct Go *m)
{
    for (int i = 0; i < 3; i++) {
        self->zeros += hr_call(self->whom, Number, Get, .value = 9).value == 0;
        self->errors += hr_call_error() == 5;
    }
}
HR_ACTOR(asker, HR_ON(Go, on_asker_go));
static hr_ref askers[10];
static bool all_failed(void)
{
    for (int i = 0; i < 10; i++) {
        const struct asker *a = hr_peek(askers[i], asker);
        if (a->errors != 3 || a->zeros != 3) {
            return false;
        }
    }
    return true;
}
HR_TEST(failure)
{
    hr_ref f = hr_spawn(fragile);
    for (int i = 0; i < 10; i++) {
        askers[i] = hr_spawn(asker, .whom = f);
        hr_send(askers[i], Go);
    }
    hr_at_end(all_failed);
}

/* ---- content ---- */

struct worker {
    int done;
};
static void on_work(struct worker *self, const struct Work *m)
{
    int doubled[3];
    for (int i = 0; i < m->count; i++) {
        doubled[i] = 2 * m->items[i];
    }
    char label[20];
    snprintf(label, sizeof label, "%s!", m->label);
    hr_reply(Work, .count = m->count, .items = doubled, .label = label);
}
HR_ACTOR(worker, HR_ON(Work, on_work));
struct boss {
    hr_ref worker;
    int rounds;
};
static void on_boss_go(struct boss *self, const struct Go *m)
{
    for (int i = 0; i < self->rounds; i++) {
        int items[] = { i, i + 1, i + 2 };
        struct Work first = hr_call(self->worker, Work, Work, .count = 3, .items = items, .label = "one");
        struct Work second = hr_call(self->worker, Work, Work, .count = 2, .items = first.items, .label = first.label);
        hr_assert(second.items[1] == 4 * (i + 1) && strcmp(second.label, "one!!") == 0 && strcmp(first.label, "one!") == 0);
    }
}
HR_ACTOR(boss, HR_ON(Go, on_boss_go));
HR_TEST(content)
{
    hr_send(hr_spawn(boss, .worker = hr_spawn(worker), .rounds = scaled(500)), Go);
}
