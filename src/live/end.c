/* What is wrong with an end, as the checker sees it with its defaults (check/stuck.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "live/runtime.h"

enum { PREDICATES_MAX = 64, LISTED_MAX = 12, LABEL = 400 };

/* ---- rings of callers ---- */

enum {
    RING_MAX = 1 << 20
}; /* an actor that calls into a ring which another one has just closed is not part of it, and must not follow it for ever */

/* Goes from caller to callee until it is back at `a`; false: the last one there does not wait, or its reply is on its way. */
static bool follow_ring(const struct actor *a, uint64_t *fingerprint, hr_ref *least)
{
    hr_ref at = atomic_load(&a->waiting_for);
    *fingerprint = 0;
    *least = a->ref;
    for (size_t i = 0; i < RING_MAX && at != a->ref; i++) {
        struct found f = live_find(at);
        hr_ref to = f.actor == NULL ? HR_NOBODY : atomic_load(&f.actor->waiting_for);
        if (to == HR_NOBODY) {
            return false;
        }
        *fingerprint = hash_mix(*fingerprint + at) + atomic_load(&f.actor->calls);
        *least = at < *least ? at : *least;
        at = to;
    }
    return at == a->ref;
}

static __attribute__((noinline, noreturn)) void report_ring(hr_ref least)
{
    char text[1200];
    struct text t = text_in(text, sizeof text);
    text_add(&t, "deadlock: ");
    for (hr_ref at = least; at != HR_NOBODY && !t.cut;) {
        live_ref_label(at, &t);
        text_add(&t, " waits for ");
        at = atomic_load(&live_find(at).actor->waiting_for);
        at = at == least ? HR_NOBODY : at;
    }
    live_ref_label(least, &t);
    live_me()->co->actor = NULL; /* no one actor's fault */
    live_die_kind("deadlock", NULL, 0, "%s", text);
}

/* Callers that wait for each other in a ring: final, whatever else goes on. The last one to call closes the ring and sees it.
 * The others may be moving while they are looked at, so all are looked at twice: if none has begun another call in between,
 * they all waited at the moment between the two looks. */
void live_check_ring(struct actor *a)
{
    uint64_t first, second;
    hr_ref least; /* the report begins with this one, whichever actor closed the ring */
    if (follow_ring(a, &first, &least) && follow_ring(a, &second, &least) && first == second) {
        report_ring(least);
    }
}

/* ---- predicates ---- */

static struct predicate {
    enum hr_when when;
    struct predicate_code code;
    const char *name;
    struct hr_place place;
} predicates[PREDICATES_MAX];
static size_t predicate_count;
static const struct predicate_code *asked; /* the one that runs now; NULL: none does */

void live_predicate(enum hr_when when, const char *name, const struct predicate_code *predicate, struct hr_place place)
{
    if (predicate_count == PREDICATES_MAX) {
        live_unusable("more than 64 hr_always, hr_at_end and hr_environment predicates");
    }
    predicates[predicate_count++] = (struct predicate){ when, *predicate, name, place };
}

static bool declared(enum hr_when when)
{
    for (size_t i = 0; i < predicate_count; i++) {
        if (predicates[i].when == when) {
            return true;
        }
    }
    return false;
}

/* The checker's word for it: "a predicate looks at ...". */
void live_refuse_look(hr_ref ref)
{
    if (asked == NULL || asked->count == 0 || ref == HR_NOBODY || predicate_names(asked, ref)) {
        return;
    }
    char label[LABEL];
    struct text t = text_in(label, sizeof label);
    live_ref_label(ref, &t);
    live_die(NULL, 0,
             "a predicate looks at %s, which is not named for it: hr_always() and hr_at_end() name all actors that the predicate may "
             "look at, or none",
             label);
}

static bool holds(const struct predicate *p)
{
    asked = &p->code;
    bool yes = predicate_call(asked);
    asked = NULL;
    return yes;
}

/* The predicate's name, with the actors that it is about. */
static void name_it(const struct predicate *p, struct text *t)
{
    text_add(t, p->name);
    for (uint32_t i = 0; i < p->code.count; i++) {
        text_add(t, i == 0 ? "(" : ", ");
        live_ref_label(p->code.named[i], t);
    }
    text_add(t, p->code.count == 0 ? "" : ")");
}

static bool check(enum hr_when when, const char *kind, const char *what)
{
    for (size_t i = 0; i < predicate_count; i++) {
        const struct predicate *p = &predicates[i];
        if (p->when == when && !holds(p)) {
            char name[LABEL], text[2 * LABEL], place[LABEL];
            struct text t = text_in(name, sizeof name);
            name_it(p, &t);
            snprintf(text, sizeof text, what, name);
            snprintf(place, sizeof place, "%s:%d: ", p->place.file, p->place.line);
            live_trace_violation(kind, place, text);
            fflush(stdout);
            fprintf(stderr, "%serror: %s\n", place, text);
            return false;
        }
    }
    return true;
}

void live_check_start(void)
{
    if (!check(HR_ALWAYS, "invariant", "%s does not hold in this state")) {
        exit(1);
    }
}

/* ---- lists of actors and messages, in the order of their text ---- */

struct entry {
    char *line;
    size_t times;
};
struct list {
    struct entry *entries;
    size_t count, capacity;
};

/* False: the list already has `most` entries, and this would be a new one. */
static bool add_line(struct list *l, const char *line, size_t most)
{
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->entries[i].line, line) == 0) {
            l->entries[i].times++;
            return true;
        }
    }
    if (l->count == most) {
        return false;
    }
    if (l->count == l->capacity) {
        l->capacity = l->capacity == 0 ? 16 : l->capacity * 2;
        l->entries = live_need(realloc(l->entries, l->capacity * sizeof *l->entries));
    }
    l->entries[l->count++] = (struct entry){ live_need(strdup(line)), 1 };
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->line, ((const struct entry *)b)->line);
}

static void write_list(struct list *l, size_t further, struct text *t)
{
    qsort(l->entries, l->count, sizeof *l->entries, compare);
    for (size_t i = 0; i < l->count; i++) {
        text_printf(t, "%s%s", i == 0 ? "" : ", ", l->entries[i].line);
        if (l->entries[i].times > 1) {
            text_printf(t, " (%zu times)", l->entries[i].times);
        }
        free(l->entries[i].line);
    }
    if (further != 0) {
        text_printf(t, " and %zu more", further);
    }
    free(l->entries);
}

static const char *status_name(enum live_status status)
{
    static const char *const names[] = { "waiting", "waiting for a reply", "terminated", "destroyed", "failed", "crashed" };
    return names[status];
}

/* ---- messages left ---- */

static struct {
    pthread_mutex_t lock;
    struct list kept;
    size_t further;
} left = { PTHREAD_MUTEX_INITIALIZER, { NULL, 0, 0 }, 0 };

static const char *message_of(const struct envelope *e)
{
    return e->flags & MESSAGE_RESTART ? "(restart)" : e->flags & MESSAGE_FAILURE ? "(failure)" : e->type->name;
}

void live_undeliverable(hr_ref to, const struct name *name, const struct envelope *e)
{
    if (name != NULL && (name->crashed || live_clause(&name->type->behaviour, HR_CLAUSE_ENVIRONMENT, NULL) != NULL)) {
        return;
    }
    if (name == NULL && !live_given_out(to)) {
        live_die(NULL, 0, "a message to a reference that never existed");
    }
    char line[LABEL];
    struct text t = text_in(line, sizeof line);
    text_printf(&t, "%s to ", message_of(e));
    if (name != NULL) {
        live_name_label(name, &t);
        text_printf(&t, " (%s)", status_name(name->reason != 0 ? LIVE_FAILED : LIVE_STOPPED));
    } else {
        text_add(&t, "an actor that has ended");
    }
    pthread_mutex_lock(&left.lock);
    left.further += !add_line(&left.kept, line, LISTED_MAX);
    pthread_mutex_unlock(&left.lock);
}

static void collect_left(struct actor *a, void *user)
{
    (void)user;
    if (live_clause(&a->type->behaviour, HR_CLAUSE_ENVIRONMENT, NULL) != NULL) {
        return;
    }
    for (const struct envelope *e = a->pending; e != NULL; e = e->next) {
        char line[LABEL];
        struct text t = text_in(line, sizeof line);
        text_printf(&t, "%s to ", message_of(e));
        live_label(a, &t);
        text_printf(&t, " (%s)", status_name(a->status));
        left.further += !add_line(&left.kept, line, LISTED_MAX);
    }
}

static void warn_left(void)
{
    char text[4000];
    struct text t = text_in(text, sizeof text);
    live_each(collect_left, NULL);
    if (left.kept.count != 0) {
        write_list(&left.kept, left.further, &t);
        fflush(stdout);
        fprintf(stderr, "warning: undeliverable at the end: %s\n", text);
    }
    left.kept = (struct list){ 0 };
    left.further = 0;
}

/* ---- the end ---- */

struct stuck {
    struct list list;
    size_t further;
};

static void collect_stuck(struct actor *a, void *user)
{
    if (a->status != LIVE_CALLING || live_clause(&a->type->behaviour, HR_CLAUSE_ENVIRONMENT, NULL) != NULL) {
        return;
    }
    char line[2 * LABEL];
    struct text t = text_in(line, sizeof line);
    hr_ref callee = atomic_load(&a->waiting_for);
    struct found f = live_find(callee);
    live_label(a, &t);
    text_add(&t, " waits for a reply of ");
    live_ref_label(callee, &t);
    if (f.actor == NULL) {
        text_printf(&t, " (%s)", status_name(f.reason != 0 ? LIVE_FAILED : LIVE_STOPPED));
    } else if (f.actor->status == LIVE_ENDED) {
        text_printf(&t, " (%s)", status_name(LIVE_ENDED));
    }
    struct stuck *stuck = user;
    stuck->further += !add_line(&stuck->list, line, LISTED_MAX);
}

static bool check_stuck(void)
{
    struct stuck stuck = { 0 };
    char text[4000];
    struct text t = text_in(text, sizeof text);
    live_each(collect_stuck, &stuck);
    if (stuck.list.count == 0) {
        return true;
    }
    text_add(&t, "deadlock: nothing can be delivered any more, and ");
    write_list(&stuck.list, stuck.further, &t);
    live_trace_violation("deadlock", "", text);
    fflush(stdout);
    fprintf(stderr, "error: %s\n", text);
    return false;
}

int live_check_end(void)
{
    bool good = check(HR_ALWAYS, "invariant", "%s does not hold in this state");
    if (good && declared(HR_OWN_ENVIRONMENT)) {
        good = check(HR_OWN_ENVIRONMENT, "deadlock", "%s says that the program must not end like this");
    } else if (good) {
        good = check_stuck();
    }
    good = good && check(HR_AT_END, "invariant", "%s does not hold at this end");
    warn_left();
    return good ? 0 : 1;
}
