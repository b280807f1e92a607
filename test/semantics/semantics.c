/* Small programs for rules of docs/semantics.md that were once broken; run.sh says what must come out of each, in every kind of search. */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Go);
HR_MESSAGE(Set, int value;);
HR_MESSAGE(Fired);
HR_MESSAGE(Told, char what;);

/* ---- timers: an init function sets and cancels its own, not its creator's ---- */

struct sleeper {
    bool keeps_one;
    int fired;
};
static void sleeper_init(struct sleeper *self)
{
    hr_timer one = hr_after(10, Fired);
    if (self->keeps_one) {
        hr_after(20, Fired);
    }
    hr_cancel(one);
}
static void sleeper_fired(struct sleeper *self, const struct Fired *m)
{
    self->fired++;
}
HR_ACTOR(sleeper, HR_INIT(sleeper_init), HR_ON(Fired, sleeper_fired));

struct parent {
    bool keeps_one;
    hr_ref child;
    int fired;
};
static void parent_go(struct parent *self, const struct Go *m)
{
    hr_after(10, Fired); /* it has the number that the child's first one has too */
    self->child = hr_spawn(sleeper, .keeps_one = self->keeps_one);
}
static void parent_fired(struct parent *self, const struct Fired *m)
{
    self->fired++;
}
HR_ACTOR(parent, HR_ON(Go, parent_go), HR_ON(Fired, parent_fired));

static hr_ref the_parent;
static bool timers_came(void)
{
    const struct parent *p = hr_peek(the_parent, parent);
    const struct sleeper *child = hr_peek(p->child, sleeper);
    return p->fired == 1 && child->fired == p->keeps_one;
}
HR_TEST(cancel_in_init)
{
    the_parent = hr_spawn(parent);
    hr_at_end(timers_came);
    hr_send(the_parent, Go);
}
HR_TEST(cancel_one_of_two_in_init)
{
    the_parent = hr_spawn(parent, .keeps_one = true);
    hr_at_end(timers_came);
    hr_send(the_parent, Go);
}

/* ---- creation: what was sent before it is in the new actor's past ---- */

struct recorder {
    char heard[4];
    int count;
};
static void recorder_told(struct recorder *self, const struct Told *m)
{
    self->heard[self->count++] = m->what;
}
HR_ACTOR(recorder, HR_ON(Told, recorder_told));

struct child {
    hr_ref recorder;
    int generations;
};
HR_DECLARE_ACTOR(child);
static void child_init(struct child *self)
{
    if (self->generations > 0) {
        hr_spawn(child, .recorder = self->recorder, .generations = self->generations - 1);
    } else {
        hr_send(self->recorder, Told, .what = 'c');
    }
}
HR_ACTOR(child, HR_INIT(child_init));

struct creator {
    hr_ref recorder;
    int generations;
};
static void creator_go(struct creator *self, const struct Go *m)
{
    hr_send(self->recorder, Told, .what = 'a');
    hr_spawn(child, .recorder = self->recorder, .generations = self->generations);
}
HR_ACTOR(creator, HR_ON(Go, creator_go));

HR_TEST(sent_before_creation)
{
    hr_send(hr_spawn(creator, .recorder = hr_spawn(recorder)), Go);
}
HR_TEST(sent_before_grandchild)
{
    hr_send(hr_spawn(creator, .recorder = hr_spawn(recorder), .generations = 2), Go);
}

/* ---- shared memory ---- */

static int counter = 5, wanted;

struct counting {
    int unused;
};
static void counting_go(struct counting *self, const struct Go *m)
{
    counter++;
}
static void counting_set(struct counting *self, const struct Set *m)
{
    hr_assert(counter == m->value);
}
HR_ACTOR(counting, HR_ON(Go, counting_go), HR_ON(Set, counting_set));

HR_TEST(settle_begins_and_ends_with_main)
{
    hr_shared_global(counter);
    hr_ref a = hr_spawn(counting);
    hr_send(a, Go);
    hr_settle();
    counter += counter == 6 ? 4 : 100;
    hr_send(a, Go);
    hr_settle();
    hr_send(a, Set, .value = 11);
}

struct gate {
    int got;
};
static bool gate_writes(const struct gate *self, const struct hr_received *m)
{
    wanted++;
    return true;
}
static void gate_set(struct gate *self, const struct Set *m)
{
    self->got = m->value;
}
HR_ACTOR(gate, HR_ACCEPTS(gate_writes), HR_ON(Set, gate_set));
HR_TEST(constraint_writes_shared)
{
    hr_shared_global(wanted);
    hr_send(hr_spawn(gate), Set, .value = 1);
}

static hr_ref a_counting;
static bool predicate_writes(void)
{
    wanted++;
    return hr_peek(a_counting, counting) != NULL;
}
HR_TEST(predicate_writes_shared)
{
    hr_shared_global(wanted);
    hr_always(predicate_writes);
    a_counting = hr_spawn(counting);
    hr_send(a_counting, Set, .value = 5);
}

/* ---- questions must only look ---- */

struct waiter {
    int got;
};
static bool counts_on_stack(void *context, const hr_received *m)
{
    ++*(int *)context;
    return true;
}
static void waiter_run(struct waiter *self)
{
    int asked = 0;
    hr_received m = hr_receive_if(counts_on_stack, &asked);
    self->got = hr_as(m, Set)->value + asked;
}
HR_PROCESS(waiter, waiter_run);
HR_TEST(predicate_of_receive_writes_stack)
{
    hr_send(hr_spawn(waiter), Set, .value = 1);
}

struct fickle {
    int got;
};
static void fickle_set(struct fickle *self, const struct Set *m)
{
    self->got = m->value;
}
HR_BEHAVIOUR(fickle_other, HR_ON(Set, fickle_set));
static bool fickle_becomes(const struct fickle *self, const struct hr_received *m)
{
    hr_become(fickle_other);
    return true;
}
HR_ACTOR(fickle, HR_ACCEPTS(fickle_becomes), HR_ON(Set, fickle_set));
HR_TEST(constraint_becomes)
{
    hr_send(hr_spawn(fickle), Set, .value = 1);
}

/* ---- choices ---- */

struct chooser {
    int choices, hanging, failing;
};
static void chooser_go(struct chooser *self, const struct Go *m)
{
    int pick = 0;
    for (int i = 0; i < self->choices; i++) {
        pick = (int)hr_choose(self->choices > 1 ? 2 : 20);
    }
    volatile bool forever = pick < self->hanging;
    while (forever) {}
    hr_assert(pick != self->failing);
}
HR_ACTOR(chooser, HR_ON(Go, chooser_go));
HR_TEST(choice_after_a_hanging_one)
{
    hr_send(hr_spawn(chooser, .choices = 1, .hanging = 1, .failing = 19), Go);
}
HR_TEST(choices_all_hanging)
{
    hr_send(hr_spawn(chooser, .choices = 1, .hanging = 20), Go);
}
HR_TEST(choices_beyond_the_most)
{
    hr_send(hr_spawn(chooser, .choices = 65, .failing = 1), Go);
}

/* ---- hr_exclude ---- */

struct keeper {
    int *value, *scratch;
};
static void keeper_set(struct keeper *self, const struct Set *m)
{
    if (self->scratch == NULL) {
        self->scratch = malloc(sizeof *self->scratch);
        hr_exclude(self->scratch, sizeof *self->scratch);
        free(self->scratch);
        self->value = malloc(sizeof *self->value); /* the same block */
    }
    *self->value = m->value;
}
HR_ACTOR(keeper, HR_ON(Set, keeper_set));

struct setter {
    hr_ref to;
    int value;
};
static void setter_go(struct setter *self, const struct Go *m)
{
    hr_send(self->to, Set, .value = self->value);
}
HR_ACTOR(setter, HR_ON(Go, setter_go));

static void two_setters(hr_ref to)
{
    for (int i = 1; i <= 2; i++) {
        hr_send(hr_spawn(setter, .to = to, .value = i), Go);
    }
}
HR_TEST(exclude_ends_with_free)
{
    two_setters(hr_spawn(keeper));
}

struct restarted {
    int runs, statistics;
};
static void restarted_run(struct restarted *self)
{
    hr_exclude_field(self->statistics);
    self->statistics += 7;
    if (++self->runs < 12) {
        hr_restart(hr_self());
    }
}
HR_PROCESS(restarted, restarted_run);
HR_TEST(exclude_again_after_restart)
{
    hr_spawn(restarted);
}

struct statistician {
    int counts[20];
    int sum;
};
static void statistician_set(struct statistician *self, const struct Set *m)
{
    for (int i = 0; i < 20; i++) {
        hr_exclude_field(self->counts[i]);
        self->counts[i] = self->counts[i] * 3 + m->value;
    }
    self->sum += m->value;
}
HR_ACTOR(statistician, HR_ON(Set, statistician_set));
HR_TEST(exclude_many)
{
    two_setters(hr_spawn(statistician));
}

/* ---- several violations in one state ---- */

struct cell {
    int value;
};
static void cell_set(struct cell *self, const struct Set *m)
{
    self->value = m->value;
}
HR_ACTOR(cell, HR_ON(Set, cell_set), HR_MAILBOX_LIMIT(1));
static hr_ref a_cell;
static bool below_two(void)
{
    return hr_peek(a_cell, cell)->value < 2;
}
static bool even(void)
{
    return hr_peek(a_cell, cell)->value % 2 == 0;
}
static bool never_three(void)
{
    return hr_peek(a_cell, cell)->value != 3;
}
HR_TEST(two_invariants_in_one_state)
{
    a_cell = hr_spawn(cell);
    hr_always(below_two);
    hr_always(even);
    hr_at_end(never_three);
    hr_send(a_cell, Set, .value = 3);
}

struct flooder {
    hr_ref one, two;
};
static void flooder_go(struct flooder *self, const struct Go *m)
{
    for (int i = 0; i < 2; i++) {
        hr_send(self->one, Set, .value = 1);
        hr_send(self->two, Set, .value = 1);
    }
}
HR_ACTOR(flooder, HR_ON(Go, flooder_go));
HR_TEST(two_overflows_in_one_state)
{
    hr_send(hr_spawn(flooder, .one = hr_spawn(cell), .two = hr_spawn(cell)), Go);
}

HR_MESSAGE(Answer, int value;);
HR_MESSAGE(Question);
HR_MESSAGE(Meet, hr_ref other;);
struct caller {
    int got;
};
static void caller_meet(struct caller *self, const struct Meet *m)
{
    self->got = hr_call(m->other, Answer, Question).value;
}
static void caller_question(struct caller *self, const struct Question *m)
{
    hr_reply(Answer, .value = 1);
}
HR_ACTOR(caller, HR_ON(Meet, caller_meet), HR_ON(Question, caller_question));
HR_TEST(two_rings)
{
    for (int i = 0; i < 2; i++) {
        hr_ref a = hr_spawn(caller), b = hr_spawn(caller);
        hr_send(a, Meet, .other = b);
        hr_send(b, Meet, .other = a);
    }
}

/* ---- more replies owed than fit in place ---- */

HR_MESSAGE(Next);
enum { CLIENTS = 40 };
struct desk {
    hr_ref waiting[CLIENTS];
    int count, answered;
};
struct client {
    hr_ref desk;
    int got;
};
HR_DECLARE_ACTOR(client);
static void desk_answer(struct desk *self)
{
    hr_reply_to(self->waiting[self->answered], Answer, .value = self->answered + 1);
    self->answered++;
}
static void desk_question(struct desk *self, const struct Question *m)
{
    self->waiting[self->count++] = hr_sender();
    if (self->count < CLIENTS) {
        hr_spawn(client, .desk = hr_self());
    } else {
        desk_answer(self);
    }
}
static void desk_next(struct desk *self, const struct Next *m)
{
    if (self->answered < CLIENTS) {
        desk_answer(self);
    }
}
HR_ACTOR(desk, HR_ON(Question, desk_question), HR_ON(Next, desk_next));
static void client_run(struct client *self)
{
    self->got = hr_call(self->desk, Answer, Question).value;
    hr_send(self->desk, Next);
}
HR_PROCESS(client, client_run);
HR_TEST(many_replies_owed)
{
    hr_spawn(client, .desk = hr_spawn(desk));
}

/* ---- ends that differ far inside an array ---- */

struct array {
    int values[40];
};
static void array_set(struct array *self, const struct Set *m)
{
    self->values[35] = self->values[35] * 2 + m->value;
}
HR_ACTOR(array, HR_ON(Set, array_set));
HR_TEST(ends_with_long_arrays)
{
    two_setters(hr_spawn(array));
}

/* ---- many shared globals ---- */

static int many[50][100];
struct toucher {
    int seen;
};
static void toucher_set(struct toucher *self, const struct Set *m)
{
    self->seen = many[49][0] = many[49][0] * 2 + m->value;
}
HR_ACTOR(toucher, HR_ON(Set, toucher_set));
HR_TEST(many_shared_globals)
{
    for (int i = 0; i < 50; i++) {
        hr_shared(many[i], sizeof(int));
    }
    two_setters(hr_spawn(toucher));
}

/* ---- a long execution: what is counted as memory is memory ---- */

struct counter {
    int left;
};
static void counter_set(struct counter *self, const struct Set *m)
{
    self->left = m->value;
    if (m->value > 0) {
        hr_send(hr_self(), Set, .value = m->value - 1);
    }
}
HR_ACTOR(counter, HR_ON(Set, counter_set));
HR_TEST(long_execution)
{
    hr_send(hr_spawn(counter), Set, .value = 5000);
}

/* ---- names that are too long for a line, and differ at their end ---- */

HR_MESSAGE(Grow, int depth;);
struct a_link_of_a_chain_that_becomes_quite_long {
    int depth;
};
HR_DECLARE_ACTOR(a_link_of_a_chain_that_becomes_quite_long);
static void link_grow(struct a_link_of_a_chain_that_becomes_quite_long *self, const struct Grow *m)
{
    if (m->depth == 0) {
        hr_assert(self->depth != 3); /* of the two at the end, one */
        return;
    }
    for (int i = 0; i < (m->depth == 1 ? 2 : 1); i++) {
        hr_send(hr_spawn(a_link_of_a_chain_that_becomes_quite_long, .depth = m->depth + i * 2), Grow, .depth = m->depth - 1);
    }
}
HR_ACTOR(a_link_of_a_chain_that_becomes_quite_long, HR_ON(Grow, link_grow));
HR_TEST(long_names)
{
    hr_send(hr_spawn(a_link_of_a_chain_that_becomes_quite_long), Grow, .depth = 7);
}

/* ---- a step that creates an actor and then fails ---- */

HR_MESSAGE(Begin);
struct newcomer {
    int unused;
};
static void run_newcomer(struct newcomer *self)
{
    hr_receive(Begin);
}
HR_PROCESS(newcomer, run_newcomer);

struct hasty {
    int unused;
};
static void hasty_begin(struct hasty *self, const struct Begin *m)
{
    hr_ref created = hr_spawn(newcomer);
    hr_send(created, Begin);
    hr_assert(created == HR_NOBODY);
}
HR_ACTOR(hasty, HR_ON(Begin, hasty_begin));

/* The replay, too, says who waits at the end: not one that was never there. */
HR_TEST(creates_and_fails)
{
    hr_ref other = hr_spawn(newcomer);
    hr_send(hr_spawn(hasty), Begin);
    (void)other;
}
