#include "optimal/open_tasks.h"

#include <string.h>

#include "explore/kept.h"
#include "optimal/bookmark.h"
#include "workers/keep_ranks.h"

enum { LISTS_MAX = RANKS_MAX + 1 }; /* of as many processes as there can be, and one more for tasks that nobody has taken */

/* ---- what is resumed ---- */

static void damaged(void) __attribute__((noreturn));
static void damaged(void)
{
    guard_unusable("the checkpoint makes no sense: it is damaged; start anew without --resume");
}

/* Reads the tasks of one process, with a NUL behind each, into a pool. False where the journal ends. */
static bool read_list(struct open_tasks *t, uint64_t *position, struct pool *texts)
{
    bool over = false;
    for (uint64_t size; (size = kept_read_number(t->s, position, &over)) != 0 && !over;) {
        if (size > texts->reserved - texts->used) {
            damaged();
        }
        char *at = (char *)texts->base + texts->used;
        over = !kept_read(t->s, position, at, size - 1);
        at[size - 1] = '\0';
        pool_account(texts, size);
    }
    return !over;
}

/* Of each process, the tasks that it said last. */
static void read_all(struct open_tasks *t)
{
    struct list {
        size_t from, to;
    } *lists = table_new(LISTS_MAX * sizeof *lists);
    uint64_t position = 0;
    bool over = false;
    struct pool texts;
    pool_init(&texts, (size_t)1 << 40);
    while (position < t->journal->end && !over) {
        uint64_t list = kept_read_number(t->s, &position, &over);
        struct list read = { .from = texts.used };
        if (!over && list >= LISTS_MAX) {
            damaged();
        }
        over = over || !read_list(t, &position, &texts);
        read.to = texts.used;
        if (!over) {
            lists[list] = read;
        }
    }
    if (over && !t->s->stopped) {
        damaged();
    }
    for (size_t i = 0; i < LISTS_MAX; i++) {
        size_t size = lists[i].to - lists[i].from;
        memcpy(t->rest.base + t->rest.used, texts.base + lists[i].from, size);
        pool_account(&t->rest, size);
    }
    table_free(lists, LISTS_MAX * sizeof *lists);
    pool_close(&texts);
}

void open_tasks_init(struct open_tasks *t, struct search *s, const struct levels *levels)
{
    *t = (struct open_tasks){ .s = s, .levels = levels, .journal = kept_journal(s) };
    pool_init(&t->rest, (size_t)1 << 36);
    pool_init(&t->text, (size_t)1 << 36);
    pool_init(&t->paper, (size_t)1 << 36);
    if (t->journal != NULL && t->journal->resumed && kept_confirmed(s)) {
        t->position = t->journal->end;
        read_all(t);
        kept_take_over(s);
        search_start_clock(s); /* what is resumed takes no time of what --time allows */
        __atomic_store_n(&t->journal->rebuilt, 1, __ATOMIC_RELEASE);
        return;
    }
    s->tally.states = s->job->rank == 0; /* the first state; of a cluster, one rank counts it */
    pool_account(&t->rest, 1);           /* the empty text */
}

/* ---- checkpoints ---- */

static void add_text(struct pool *out, const char *text, size_t length)
{
    kept_add_number(out, length + 1);
    memcpy(out->base + out->used, text, length);
    pool_account(out, length);
}

static void add_rest(const struct open_tasks *t, struct pool *out, size_t from)
{
    for (size_t at = from, length; at < t->rest.used; at += length + 1) {
        length = strlen((const char *)t->rest.base + at);
        add_text(out, (const char *)t->rest.base + at, length);
    }
}

/* What this process has to do. */
static void write_own(struct open_tasks *t, struct pool *out, uint32_t list)
{
    kept_add_number(out, list);
    if (t->task != NULL && !levels_are_done(t->levels)) {
        size_t task = strcspn(t->task, "|"), most = task + 1 + bookmark_most(t->levels);
        struct text text = text_in(pool_take(&t->paper, most), most);
        text_add_bytes(&text, t->task, task);
        text_char(&text, '|');
        bookmark_write(t->levels, &text);
        add_text(out, text.at, text.length);
        pool_empty(&t->paper);
    }
    add_rest(t, out, t->next);
    kept_add_number(out, 0);
}

/* One that nobody has taken. The empty one is the whole search, or what a checkpoint said. */
static void add_waiting(const struct open_tasks *t, struct pool *out, const char *text, size_t length)
{
    if (length == 0) {
        add_rest(t, out, 0);
    } else {
        add_text(out, text, length);
    }
}

/* While all pause: what workers have to do, and what waits; of a rank what it has, and of the first one also what waits. */
static void write_shared(void *user, struct pool *out)
{
    struct open_tasks *t = user;
    const struct workers *w = workers_of(t->s);
    const char *text;
    size_t length;
    for (uint32_t i = 0; i < w->count && w->link == NULL; i++) {
        size_t size = w->keep->at[i].found;
        memcpy(out->base + out->used, t->said[i].base, size);
        pool_account(out, size);
    }
    if (w->link != NULL) {
        write_own(t, out, w->me);
    }
    if (w->link != NULL && w->me != 0) {
        return;
    }
    kept_add_number(out, w->count);
    for (uint32_t i = 0; w->link == NULL && (text = tasks_waiting(&t->shared, i, &length)) != NULL; i++) {
        add_waiting(t, out, text, length);
    }
    for (size_t at = 0; w->link != NULL && at < w->keep->log.used;) {
        const struct link_entry *e = (const struct link_entry *)(w->keep->log.base + at);
        add_waiting(t, out, (const char *)(e + 1), e->size);
        at += link_entry_bytes(e->size);
    }
    kept_add_number(out, 0);
}

static void mark_alone(struct open_tasks *t)
{
    pool_empty(&t->text);
    write_own(t, &t->text, 0);
    kept_write(t->s, &t->position, t->text.base, t->text.used);
    kept_mark(t->s, t->position, &(uint64_t){ UINT64_MAX });
    kept_ring();
}

/* Nobody gives or takes a task until all have said what they have. */
static void pause_here(struct open_tasks *t)
{
    struct search *s = t->s;
    struct workers *w = workers_of(s);
    s->pausing = true;
    keep_come(w);
    search_publish(s);
    if (w->link != NULL) {
        keep_ranks_open_tasks(w);
    } else {
        struct pool *said = &t->said[w->me];
        pool_empty(said);
        write_own(t, said, w->me);
        keep_tell(w, said->used, 0);
    }
    while (keep_holds(w) && !workers_stopped(s)) {
        transport_pause();
    }
    workers_stopped(s);
    s->pausing = false;
}

void open_tasks_look(struct open_tasks *t)
{
    struct search *s = t->s;
    if (t->journal == NULL || s->stopped) {
        return;
    }
    if (s->crew == NULL) {
        if (t->journal->wanted && __atomic_load_n(&t->journal->asked, __ATOMIC_ACQUIRE) > t->journal->marked) {
            mark_alone(t);
        }
        return;
    }
    struct workers *w = workers_of(s);
    if (w->deliveries_max != UINT64_MAX && w->counted != s->tally.deliveries) {
        keep_count(w, s->tally.deliveries);
    }
    /* A rank that waits for a task may have got one just before the pause was asked for. */
    if (keep_wanted(w) && (w->link == NULL || t->task != NULL || link_next(&w->link->in[LINK_CONTROL]) == NULL)) {
        pause_here(t);
    }
}

void open_tasks_stop(struct open_tasks *t)
{
    enum limit_kind why = t->s->board->limit;
    bool whole = why == LIMIT_TIME || why == LIMIT_MEMORY || why == LIMIT_DELIVERIES || why == LIMIT_INTERRUPT;
    if (t->journal != NULL && t->journal->wanted && t->s->stopped && whole && t->task != NULL) {
        mark_alone(t);
    }
}

/* ---- taking them ---- */

bool open_tasks_share(struct open_tasks *t)
{
    struct search *s = t->s;
    t->next = t->rest.used; /* they are its own when it has taken the empty task */
    t->taken = table_new(TASK_BYTES);
    if (s->job->ranks != 0) {
        tasks_of_rank(&t->shared, workers_of(s));
    }
    bool good = s->job->ranks != 0 || tasks_prepare(&t->shared, s->job->workers);
    for (uint32_t i = 0; i < s->job->workers && t->journal != NULL && s->job->ranks == 0 && good; i++) {
        pool_init(&t->said[i], (size_t)1 << 34);
        good = pool_share(&t->said[i]);
    }
    workers_of(s)->write_open = write_shared;
    workers_of(s)->write_open_user = t;
    return good;
}

static bool must_stop(void *user)
{
    struct open_tasks *t = user;
    if (guard.heartbeat) {
        search_look(t->s);
    }
    open_tasks_look(t);
    return workers_stopped(t->s);
}

/* Gives a task to all. One that was being worked on is taken apart, level by level from the lowest one, where most is left: else all others would have to
 * wait for what they get from the last levels of a few. What cannot be given is put to the end of `kept`. */
static void share(struct open_tasks *t, const char *text, struct pool *kept)
{
    enum { PARTS_MOST = 64, FLOOR_MOST = 16 };
    const char *mark = strchrnul(text, '|'), *marks;
    uint32_t level = 0, parts = 0;
    size_t most = strlen(text) + FLOOR_MOST;
    bool given = true, last = false;
    if (*mark == '\0' || (marks = bookmark_marks(mark + 1, &level)) == NULL) {
        marks = NULL;
    }
    for (; given && !last; level++, parts++) {
        pool_empty(&t->paper);
        struct text part = text_in(pool_take(&t->paper, most), most);
        const char *end = marks == NULL ? "" : bookmark_end(marks, parts == PARTS_MOST ? UINT32_MAX : level);
        last = *end == '\0';
        text_add_bytes(&part, text, (size_t)(mark - text));
        if (marks != NULL) {
            text_printf(&part, "|%u|", level);
            text_add_bytes(&part, marks, (size_t)(end - marks));
        }
        given = part.length != 0 && tasks_give(&t->shared, part.at, part.length);
        if (!given && marks != NULL) {
            text_add(&part, end); /* with all that is left */
        }
        if (!given) {
            memcpy(kept->base + kept->used, part.at, part.length + 1);
            pool_account(kept, part.length + 1);
        }
    }
    pool_empty(&t->paper);
}

/* The empty task of all is the whole search: what there is goes to all. Whatever does not fit there is its own. */
static void hand_out(struct open_tasks *t)
{
    pool_empty(&t->text);
    for (size_t at = 0; at < t->rest.used; at += strlen((const char *)t->rest.base + at) + 1) {
        share(t, (const char *)t->rest.base + at, &t->text);
    }
    pool_empty(&t->rest);
    memcpy(t->rest.base, t->text.base, t->text.used);
    pool_account(&t->rest, t->text.used);
    t->next = 0;
}

const char *open_tasks_take(struct open_tasks *t)
{
    t->task = NULL;
    while (t->next == t->rest.used && tasks_in_use(&t->shared)) {
        if (t->busy) {
            tasks_done(&t->shared);
        }
        t->busy = tasks_take(&t->shared, t->taken, must_stop, t);
        if (!t->busy || t->taken[0] != '\0') {
            t->task = t->busy ? t->taken : NULL;
            return t->task;
        }
        hand_out(t);
    }
    if (t->next != t->rest.used) {
        t->task = (const char *)t->rest.base + t->next;
        t->next += strlen(t->task) + 1;
    }
    return t->task;
}
