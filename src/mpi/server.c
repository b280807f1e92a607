#include "mpi/server.h"

#include <stdlib.h>
#include <string.h>

#include "base/board.h"

static void add_task(struct server *s, const void *bytes, uint32_t length)
{
    struct task_text *t = malloc(sizeof *t + length);
    *t = (struct task_text){ .length = length };
    memcpy(t->bytes, bytes, length);
    *s->last = t;
    s->last = &t->next;
    s->waiting++;
}

void server_open(struct server *s, struct post *post)
{
    *s = (struct server){ .post = post, .last = NULL, .stop = { .execution = UINT64_MAX } };
    s->last = &s->first;
    s->ranks = calloc(post->count, sizeof *s->ranks);
    add_task(s, "", 0); /* the whole search */
}

/* ---- tasks ---- */

/* As many tasks should wait as there are ranks, so that none waits for long. Ranks that have one are asked for parts of it, one each. */
static void ask_for_more(struct server *s)
{
    uint32_t count = s->post->count, one = 1;
    for (uint32_t i = 0; i < count && s->waiting + s->asked_count < count; i++) {
        struct server_rank *r = &s->ranks[i];
        if (r->busy && !r->asked) {
            r->asked = true;
            s->asked_count++;
            post_send(s->post, i, LINK_CONTROL, LINK_WANTED, &one, sizeof one);
        }
    }
}

/* It was asked for a part, and has answered, or has none to give. */
static void take_back(struct server *s, uint32_t rank)
{
    s->asked_count -= s->ranks[rank].asked;
    s->ranks[rank].asked = false;
}

static void hand_out(struct server *s)
{
    for (uint32_t r = 0; r < s->post->count && s->first != NULL && s->idle_count != 0; r++) {
        if (!s->ranks[r].idle) {
            continue;
        }
        struct task_text *t = s->first;
        s->first = t->next;
        s->last = s->first == NULL ? &s->first : s->last;
        s->waiting--;
        s->busy++;
        s->ranks[r].idle = false;
        s->ranks[r].busy = true;
        s->idle_count--;
        post_send(s->post, r, LINK_CONTROL, LINK_TASK, t->bytes, t->length);
        free(t);
    }
    if (s->first == NULL && s->busy == 0 && !s->over) {
        s->over = true;
        post_send_all(s->post, LINK_OVER, "", 0);
    }
    ask_for_more(s);
}

/* ---- ends ---- */

static void end_one(struct server *s, uint32_t from, const struct link_end *e)
{
    if (s->ranks[from].ended) {
        return;
    }
    s->ranks[from].ended = true;
    s->end.stopped |= e->stopped;
    s->end.cut |= e->cut;
    s->end.choices_left |= e->choices_left;
    s->end.sites = e->sites > s->end.sites ? e->sites : s->end.sites;
    for (size_t i = 0; i < LINK_SITES; i++) {
        s->end.reached[i] |= e->reached[i];
    }
    if (++s->ended_count == s->post->count) {
        post_send_all(s->post, LINK_ENDED, &s->end, sizeof s->end);
    }
}

/* The first reason counts. Of samples, the first execution that violates something does. */
static void stop(struct server *s, struct link_stop why)
{
    bool earlier = why.execution < s->stop.execution && s->stop.limit <= LIMIT_NONE;
    if (why.execution == UINT64_MAX && s->stop.limit == LIMIT_NONE) {
        s->stop.limit = why.limit;
    } else if (earlier) {
        s->stop.execution = why.execution;
    } else {
        return;
    }
    post_send_all(s->post, LINK_STOPPED, &s->stop, sizeof s->stop);
}

void server_lose(struct server *s, uint32_t rank, uint32_t limit)
{
    struct link_end nothing = { .stopped = 1 };
    stop(s, (struct link_stop){ .limit = limit, .execution = UINT64_MAX });
    end_one(s, rank, &nothing);
}

void server_take(struct server *s, uint32_t from, enum link_kind kind, const void *bytes, uint32_t length)
{
    struct link_stop why;
    struct link_end end;
    switch (kind) {
    case LINK_TASK_GIVE:
        take_back(s, from);
        add_task(s, bytes, length);
        hand_out(s);
        break;
    case LINK_TASK_ASK: /* what it had is done */
        take_back(s, from);
        s->busy -= s->ranks[from].busy;
        s->ranks[from].busy = false;
        s->idle_count += !s->ranks[from].idle;
        s->ranks[from].idle = true;
        hand_out(s);
        break;
    case LINK_STOP:
        if (length == sizeof why) {
            memcpy(&why, bytes, sizeof why);
            stop(s, why);
        }
        break;
    case LINK_END:
        if (length == sizeof end) {
            memcpy(&end, bytes, sizeof end);
            end_one(s, from, &end);
        }
        break;
    default: break;
    }
}
