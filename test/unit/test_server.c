/* What the first rank of a cluster finds out about all: when a search that stores states is over, and when nothing is on its way at a pause. Ranks are made up
 * here, and everything that can happen next happens in an order of chance: whenever the server says it, it must be so, and in the end it must say it. */
#include "unit.h"

#include "base/board.h"
#include "mpi/server.h"

enum { RANKS = 4, ROOM = 4096, SEARCHES = 3000, STATES = 60, STEPS = 200000 };

struct sent_frame {
    enum link_kind kind;
    union {
        struct link_idle idle;
        struct link_pause pause;
        uint64_t number;
    } content;
    uint32_t length;
};
struct frames {
    struct sent_frame list[ROOM];
    uint32_t head, tail;
};

static struct made_up_rank {
    enum { WORKS, WAITS, PAUSES, MEETS, DONE } does;
    uint32_t open;             /* states to expand */
    bool again;                /* what is resumed is there */
    uint32_t pause, paused;    /* the last pause that was asked for, and at which it was */
    uint64_t sent, received;   /* states */
    struct frames in, out;     /* from the server, and to it */
    uint32_t under_way[RANKS]; /* states from each rank */
} ranks[RANKS];
static struct post post;
static struct server server;
static uint32_t left; /* states that will still be found */
static uint32_t settled, overs;
static bool resumed; /* what is resumed is built again first, which is a search of its own */

static uint32_t draw(uint32_t below)
{
    return random_below(below);
}

static uint32_t under_way(void)
{
    uint32_t sum = 0;
    for (uint32_t to = 0; to < post.count; to++) {
        for (uint32_t from = 0; from < post.count; from++) {
            sum += ranks[to].under_way[from];
        }
    }
    return sum;
}

static void put(struct frames *f, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct sent_frame *to = &f->list[f->tail++ % ROOM];
    assert_true(f->tail - f->head < ROOM);
    *to = (struct sent_frame){ .kind = kind, .length = length };
    memcpy(&to->content, bytes, length < sizeof to->content ? length : sizeof to->content);
}

/* ---- in place of the post ---- */

void post_send(struct post *p, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length)
{
    assert_ptr_equal(p, &post);
    assert_int_equal(c, LINK_CONTROL);
    put(&ranks[to].in, kind, bytes, length);
}

void post_send_all(struct post *p, enum link_kind kind, const void *bytes, uint32_t length)
{
    for (uint32_t to = 0; to < p->count; to++) {
        bool says_over = kind == LINK_OVER, says_settled = kind == LINK_SETTLED;
        if (says_over || says_settled) {
            assert_int_equal(under_way(), 0);
            assert_true(ranks[to].does == PAUSES || (says_over && ranks[to].does == WAITS));
            assert_true(says_settled || ranks[to].open == 0);
            assert_true(says_over || ranks[to].paused == server.pause.number);
        }
        post_send(p, to, LINK_CONTROL, kind, bytes, length);
    }
}

/* ---- what a rank does ---- */

static void tell_idle(struct made_up_rank *r, uint32_t probe)
{
    struct link_idle idle = { .sent = r->sent, .received = r->received, .probe = probe, .idle = r->does == WAITS || r->does == PAUSES };
    idle.paused = r->does == PAUSES ? r->paused : 0;
    put(&r->out, LINK_IDLE, &idle, sizeof idle);
}

static void go_on(struct made_up_rank *r, uint32_t me)
{
    if ((r->does == WORKS || r->does == WAITS) && r->pause != r->paused) {
        r->does = PAUSES;
        r->paused = r->pause;
        tell_idle(r, 0);
    } else if (r->does == WORKS && r->open == 0) {
        r->does = WAITS;
        tell_idle(r, 0);
    } else if (r->does == WORKS) {
        r->open--;
        for (uint32_t found = draw(4); found > 0 && left > 0; found--, left--) {
            uint32_t to = draw(post.count);
            ranks[to].open += to == me;
            ranks[to].under_way[me] += to != me;
            r->sent += to != me;
        }
    }
}

static void arrive(struct made_up_rank *r)
{
    uint32_t from = draw(post.count);
    if (r->under_way[from] == 0 || r->does == MEETS) { /* it takes none while it waits for the others */
        return;
    }
    r->under_way[from]--;
    r->received++;
    r->open++;
    if (r->does == WAITS) {
        r->does = WORKS;
    } else if (r->does == PAUSES) {
        tell_idle(r, 0);
    }
}

static void hear(struct made_up_rank *r)
{
    if (r->in.head == r->in.tail) {
        return;
    }
    const struct sent_frame *f = &r->in.list[r->in.head++ % ROOM];
    switch (f->kind) {
    case LINK_PROBE: tell_idle(r, (uint32_t)f->content.number); break;
    case LINK_PAUSED: r->pause = f->content.pause.number; break;
    case LINK_OVER:
        overs += !resumed || r->again;
        r->does = resumed && !r->again ? MEETS : DONE;
        r->again = true;
        if (r->does == MEETS) {
            r->open = draw(3); /* what was put aside */
            put(&r->out, LINK_MEET, "", 0);
        }
        break;
    case LINK_SETTLED:
        assert_int_equal(r->does, PAUSES);
        r->does = MEETS;
        settled++;
        put(&r->out, LINK_MEET, "", 0);
        break;
    case LINK_MET:
        assert_int_equal(r->does, MEETS);
        r->does = WORKS;
        break;
    default: fail_msg("kind %d", (int)f->kind);
    }
}

/* Not before all that is resumed is there. */
static void ask(struct made_up_rank *r)
{
    if (resumed && (!r->again || r->does == MEETS)) {
        return;
    }
    struct link_pause p = { .number = r->paused + 1 };
    put(&r->out, LINK_PAUSE, &p, sizeof p);
}

static void bring(struct made_up_rank *r, uint32_t me)
{
    if (r->out.head != r->out.tail) {
        struct sent_frame f = r->out.list[r->out.head++ % ROOM];
        server_take(&server, me, f.kind, &f.content, f.length);
    }
}

static void search(uint32_t count)
{
    memset(ranks, 0, sizeof ranks);
    post = (struct post){ .count = count };
    server_open(&server, &post);
    left = draw(STATES);
    resumed = draw(4) == 0;
    overs = 0;
    ranks[draw(count)].open = 1;
    uint32_t steps = 0, pauses = draw(3);
    for (; overs < count && steps < STEPS; steps++) {
        uint32_t me = draw(count);
        switch (draw(5)) {
        case 0: go_on(&ranks[me], me); break;
        case 1: arrive(&ranks[me]); break;
        case 2: hear(&ranks[me]); break;
        case 3: bring(&ranks[me], me); break;
        default:
            if (pauses != 0 && draw(20) == 0) {
                pauses--;
                ask(&ranks[me]);
            }
        }
    }
    assert_int_equal(overs, count);
    free(server.first);
    free(server.ranks);
}

static void says_what_is_so(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < SEARCHES; i++) {
        search(1 + i % RANKS);
    }
    assert_true(settled > SEARCHES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(says_what_is_so) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
