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
    if (s->pausing) { /* for a checkpoint, each task must be in one place */
        return;
    }
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

/* Tells those that wait. */
static void list_tasks(struct server *s, uint32_t to)
{
    for (const struct task_text *t = s->first; t != NULL; t = t->next) {
        post_send(s->post, to, LINK_CONTROL, LINK_OPEN, t->bytes, t->length);
    }
    post_send(s->post, to, LINK_CONTROL, LINK_OPEN_END, "", 0);
    s->listed = true;
}

/* ---- the log ---- */

static void append(struct server *s, const struct link_put *put, const void *bytes)
{
    size_t size = link_entry_bytes(put->entry.size);
    while (s->log.used + size > s->log.room) {
        s->log.room = s->log.room == 0 ? 1 << 20 : s->log.room * 2;
        s->log.bytes = realloc(s->log.bytes, s->log.room);
    }
    if (s->log.count == s->log.places_room) {
        s->log.places_room = s->log.places_room == 0 ? 1024 : s->log.places_room * 2;
        s->log.places = realloc(s->log.places, s->log.places_room * sizeof *s->log.places);
    }
    s->log.places[s->log.count++] = s->log.used;
    memset(s->log.bytes + s->log.used, 0, size);
    memcpy(s->log.bytes + s->log.used, &put->entry, sizeof put->entry);
    memcpy(s->log.bytes + s->log.used + sizeof put->entry, bytes, put->entry.size);
    s->log.used += size;
}

/* Sends the log from there on, in as many frames as it takes. */
static void tell_log(struct server *s, uint32_t to, uint64_t from)
{
    do {
        uint64_t end = from;
        size_t begin = from < s->log.count ? s->log.places[from] : s->log.used, size = 0;
        while (end < s->log.count &&
               (end == from || (end + 1 < s->log.count ? s->log.places[end + 1] : s->log.used) - begin <= LINK_ENTRY_MOST)) {
            end++;
        }
        size = (end < s->log.count ? s->log.places[end] : s->log.used) - begin;
        unsigned char *frame = malloc(sizeof(struct link_log) + size);
        struct link_log head = { .from = from, .count = (uint32_t)(end - from), .last = end >= s->log.count };
        memcpy(frame, &head, sizeof head);
        memcpy(frame + sizeof head, s->log.bytes + begin, size);
        post_send(s->post, to, LINK_CONTROL, LINK_LOG, frame, (uint32_t)(sizeof head + size));
        free(frame);
        from = end;
    } while (from < s->log.count);
}

static void take_log(struct server *s, uint32_t from, bool adds, const void *bytes, uint32_t length)
{
    struct link_put put;
    if (length < sizeof put) {
        return;
    }
    memcpy(&put, bytes, sizeof put);
    if (adds && length == sizeof put + put.entry.size) {
        append(s, &put, (const unsigned char *)bytes + sizeof put);
    }
    tell_log(s, from, put.since);
}

/* ---- the end of a search that stores states ---- */

/* Whether all ranks were idle when they last said something, and as many states were received as sent. Since they said it at different times,
 * this may not have been so at any time: all are asked once more. If nothing has changed since, it was so in between (Mattern, "Algorithms
 * for distributed termination detection", 1987: the four counter method). */
static bool seems_over(const struct server *s)
{
    uint64_t sent = 0, received = 0;
    bool idle = true;
    for (uint32_t r = 0; r < s->post->count; r++) {
        sent += s->ranks[r].states.sent;
        received += s->ranks[r].states.received;
        idle = idle && s->ranks[r].states.idle && s->ranks[r].states.paused == (s->pausing ? s->pause.number : 0);
    }
    return idle && sent == received;
}

/* Nothing is on its way, and no rank has anything to do: at a pause, or for good. */
static void conclude(struct server *s)
{
    uint64_t number = s->pause.number;
    s->probing = false;
    if (!s->pause_probed) {
        s->over = true;
        post_send_all(s->post, LINK_OVER, "", 0);
    } else {
        s->pausing = false;
        post_send_all(s->post, LINK_SETTLED, &number, sizeof number);
    }
}

static void take_idle(struct server *s, uint32_t from, struct link_idle now)
{
    struct link_idle *known = &s->ranks[from].states;
    bool same = now.idle && known->idle && now.sent == known->sent && now.received == known->received && now.paused == known->paused;
    s->unchanged = s->unchanged && same; /* also by what it says without being asked: its answer is compared with that */
    s->answers += s->probing && now.probe == s->probe;
    *known = now;
    if (s->probing && s->answers < s->post->count) {
        return;
    }
    if (s->probing && s->unchanged) {
        conclude(s);
        return;
    }
    s->probing = !s->over && seems_over(s);
    if (s->probing) {
        uint64_t probe = ++s->probe;
        s->answers = 0;
        s->unchanged = true;
        s->pause_probed = s->pausing;
        post_send_all(s->post, LINK_PROBE, &probe, sizeof probe);
    }
}

/* ---- pauses ---- */

/* Several may ask for the same one, and the first counts; the others ask for the next one if they still want it. */
static void pause_all(struct server *s, struct link_pause p)
{
    if (!s->over && !s->pausing && p.number == s->pause.number + 1) {
        s->pausing = true;
        s->pause = p;
        post_send_all(s->post, LINK_PAUSED, &p, sizeof p);
    }
}

static void count(struct server *s, struct link_count c)
{
    s->deliveries += c.more;
    if (s->deliveries >= c.most) {
        pause_all(s, (struct link_pause){ .number = s->pause.number + 1, .limit = LIMIT_DELIVERIES });
    }
}

/* All wait for each other after a pause, and when they have built again what is resumed. Nothing that they said before counts any more. */
static void meet(struct server *s)
{
    if (++s->met < s->post->count) {
        return;
    }
    s->met = 0;
    s->over = s->probing = false;
    for (uint32_t r = 0; r < s->post->count; r++) {
        s->ranks[r].states.idle = s->ranks[r].states.paused = 0;
    }
    post_send_all(s->post, LINK_MET, "", 0);
    if (s->listed) { /* the pause of a search by tasks is over */
        s->listed = s->pausing = false;
        hand_out(s);
    }
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
    struct link_idle idle;
    struct link_pause pause;
    struct link_count more;
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
    case LINK_LOG_PUT:
    case LINK_LOG_ASK: take_log(s, from, kind == LINK_LOG_PUT, bytes, length); break;
    case LINK_IDLE:
        if (length == sizeof idle) {
            memcpy(&idle, bytes, sizeof idle);
            take_idle(s, from, idle);
        }
        break;
    case LINK_PAUSE:
        if (length == sizeof pause) {
            memcpy(&pause, bytes, sizeof pause);
            pause_all(s, pause);
        }
        break;
    case LINK_COUNT:
        if (length == sizeof more) {
            memcpy(&more, bytes, sizeof more);
            count(s, more);
        }
        break;
    case LINK_MEET: meet(s); break;
    case LINK_KEPT:
        s->kept = s->kept + 1 == s->post->count ? 0 : s->kept + 1;
        s->pausing = s->kept != 0;
        break;
    case LINK_OPEN_ASK: list_tasks(s, from); break;
    case LINK_END:
        if (length == sizeof end) {
            memcpy(&end, bytes, sizeof end);
            end_one(s, from, &end);
        }
        break;
    default: break;
    }
}
