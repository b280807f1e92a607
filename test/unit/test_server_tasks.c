/* Tasks that the first rank of a cluster keeps, and pauses for checkpoints. Ranks are made up here, and everything that can happen next happens in an order of chance. A
 * task is so many pieces of work. Whenever all ranks have written down what they have, that and what waits must be all that is not done; and in the
 * end all is done, once. */
#include "unit.h"

#include "base/board.h"
#include "mpi/server.h"

enum { RANKS = 4, ROOM = 4096, SEARCHES = 3000, PIECES = 40, STEPS = 200000 };

struct sent_frame {
    enum link_kind kind;
    struct link_pause pause;
    uint32_t length, pieces;
};
struct frames {
    struct sent_frame list[ROOM];
    uint32_t head, tail;
};

static struct made_up_rank {
    enum {
        WORKS,
        WAITS,
        COMES,
        LISTS,
        GOES,
        DONE
    } does;          /* it waits for a task; at a pause for all to come, for the list, for all to go on */
    uint32_t has;    /* pieces */
    uint32_t wanted; /* a part of its task is */
    uint32_t pause, paused;
    bool waited; /* when the pause began */
    struct frames in, out;
} ranks[RANKS];
static struct post post;
static struct server server;
static uint32_t left, listed, pauses, overs;

static uint32_t draw(uint32_t below)
{
    return random_below(below);
}

static void put(struct frames *f, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct sent_frame *to = &f->list[f->tail++ % ROOM];
    assert_true(f->tail - f->head < ROOM);
    *to = (struct sent_frame){ .kind = kind, .length = length };
    if (kind == LINK_PAUSE) {
        memcpy(&to->pause, bytes, sizeof to->pause);
    } else if (length == sizeof to->pieces) {
        memcpy(&to->pieces, bytes, sizeof to->pieces);
    } else {
        to->pieces = left; /* the empty task: everything */
    }
}

/* ---- in place of the post ---- */

void post_send(struct post *p, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct link_pause pause;
    (void)p, (void)c;
    if (kind == LINK_PAUSED) { /* seen at once, while what was sent before may still have to be read */
        memcpy(&pause, bytes, sizeof pause);
        ranks[to].pause = pause.number;
    } else if (kind == LINK_WANTED) {
        ranks[to].wanted = 1;
    } else {
        put(&ranks[to].in, kind, bytes, length);
    }
}

void post_send_all(struct post *p, enum link_kind kind, const void *bytes, uint32_t length)
{
    for (uint32_t to = 0; to < p->count; to++) {
        post_send(p, to, LINK_CONTROL, kind, bytes, length);
    }
}

/* ---- what a rank does ---- */

static void go_on(struct made_up_rank *r)
{
    bool has_mail = r->in.head != r->in.tail; /* a task, it may be */
    if ((r->does == WORKS || (r->does == WAITS && !has_mail)) && r->pause != r->paused) {
        r->paused = r->pause;
        r->waited = r->does == WAITS;
        r->does = COMES;
        put(&r->out, LINK_MEET, "", 0);
    } else if (r->does == WORKS && r->has == 0) {
        r->does = WAITS;
        r->wanted = 0;
        put(&r->out, LINK_TASK_ASK, "", 0);
    } else if (r->does == WORKS && r->wanted && r->has > 1) {
        uint32_t part = 1 + draw(r->has - 1);
        r->has -= part;
        r->wanted = 0;
        put(&r->out, LINK_TASK_GIVE, &part, sizeof part);
    } else if (r->does == WORKS) {
        r->has--;
        left--;
    }
}

/* The first rank has the list: all ranks pause now. */
static void compare(void)
{
    uint32_t sum = listed;
    for (uint32_t i = 0; i < post.count; i++) {
        assert_true(ranks[i].does == COMES || ranks[i].does == LISTS || ranks[i].does == GOES);
        sum += ranks[i].has;
    }
    assert_int_equal(sum, left);
    pauses++;
}

static void meet_again(struct made_up_rank *r)
{
    r->does = GOES;
    put(&r->out, LINK_MEET, "", 0);
}

static void hear(struct made_up_rank *r, bool first)
{
    if (r->in.head == r->in.tail || r->does == WORKS) { /* it reads when it waits for something */
        return;
    }
    struct sent_frame f = r->in.list[r->in.head++ % ROOM];
    switch (f.kind) {
    case LINK_TASK:
        assert_int_equal(r->does, WAITS);
        r->has = f.pieces;
        r->does = WORKS;
        break;
    case LINK_OVER:
        assert_int_equal(r->does, WAITS);
        r->does = DONE;
        overs++;
        break;
    case LINK_MET:
        assert_true(r->does == COMES || r->does == GOES);
        if (r->does == GOES) {
            r->does = r->waited ? WAITS : WORKS;
        } else if (first) {
            r->does = LISTS;
            listed = 0;
            put(&r->out, LINK_OPEN_ASK, "", 0);
        } else {
            meet_again(r);
        }
        break;
    case LINK_OPEN: listed += f.pieces; break;
    case LINK_OPEN_END:
        compare();
        meet_again(r);
        break;
    default: fail_msg("kind %d", (int)f.kind);
    }
}

static void bring(struct made_up_rank *r, uint32_t me)
{
    if (r->out.head != r->out.tail) {
        struct sent_frame f = r->out.list[r->out.head++ % ROOM];
        server_take(&server, me, f.kind, f.kind == LINK_PAUSE ? (const void *)&f.pause : &f.pieces, f.length);
    }
}

static void search(uint32_t count)
{
    memset(ranks, 0, sizeof ranks);
    post = (struct post){ .count = count };
    server_open(&server, &post);
    left = 1 + draw(PIECES);
    overs = 0;
    uint32_t steps = 0, wanted = draw(4);
    for (; overs < count && steps < STEPS; steps++) {
        uint32_t me = draw(count);
        struct made_up_rank *r = &ranks[me];
        switch (draw(4)) {
        case 0: go_on(r); break;
        case 1: hear(r, me == 0); break;
        case 2: bring(r, me); break;
        default:
            if (wanted != 0 && draw(10) == 0 && (r->does == WORKS || r->does == WAITS)) {
                struct link_pause p = { .number = r->paused + 1 };
                put(&r->out, LINK_PAUSE, &p, sizeof p);
                wanted--;
            }
        }
    }
    assert_int_equal(overs, count);
    assert_int_equal(left, 0);
    assert_null(server.first);
    free(server.ranks);
}

static void each_task_is_in_one_place(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < SEARCHES; i++) {
        search(1 + i % RANKS);
    }
    assert_true(pauses > SEARCHES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_task_is_in_one_place) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
