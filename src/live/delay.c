/* Messages that come later: timers, and with HARRIER_PERTURB=SEED[:MAX_MS[:uniform]] every message, by a random time, as in the baseline
 * that Bita is compared with (section VI): a later message of the same sender to the same receiver is delayed at least until
 * the earlier one has come. No thread waits for them: workers look at the clock between activations and when they sleep. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/hash.h"
#include "live/runtime.h"

struct delayed {
    uint64_t due, number; /* equal times: in order of sending */
    uint64_t ms;          /* of a timer: its delay, as asked for */
    struct envelope *e;
    hr_ref to;
    size_t at;  /* its place in the heap, from 1; 0: in none */
    bool timer; /* its owner frees it */
};

_Atomic(uint64_t) live_next_due;
bool live_perturbing;

static pthread_mutex_t lock =
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; /* recursive: a message that fires may be answered at once, by an actor that failed */
static struct delayed **heap;               /* from 1 */
static size_t count, capacity;
static uint64_t numbers;

uint64_t live_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- the heap ---- */

static bool earlier(const struct delayed *a, const struct delayed *b)
{
    return a->due != b->due ? a->due < b->due : a->number < b->number;
}

static void put(size_t at, struct delayed *d)
{
    heap[at] = d;
    d->at = at;
}

static void sift(size_t at, struct delayed *d)
{
    while (at > 1 && earlier(d, heap[at / 2])) {
        put(at, heap[at / 2]);
        at /= 2;
    }
    for (size_t child; (child = 2 * at) <= count; at = child) {
        child += child < count && earlier(heap[child + 1], heap[child]);
        if (!earlier(heap[child], d)) {
            break;
        }
        put(at, heap[child]);
    }
    put(at, d);
}

static void publish(void)
{
    atomic_store(&live_next_due, count == 0 ? 0 : heap[1]->due);
}

static void insert(struct delayed *d)
{
    if (count + 2 > capacity) {
        capacity = capacity == 0 ? 64 : capacity * 2;
        heap = live_need(realloc(heap, capacity * sizeof *heap));
    }
    d->number = ++numbers;
    sift(++count, d);
    publish();
}

static void take_out(struct delayed *d)
{
    struct delayed *end = heap[count--];
    if (end != d) {
        sift(d->at, end);
    }
    d->at = 0;
    publish();
}

/* ---- timers ---- */

static uint64_t draw(void);

/* When a timer fires: a random time later than asked for, but not before the actor's other timers that were set earlier with the same or a
 * shorter delay. */
static uint64_t perturbed(const struct extra *x, const struct delayed *d)
{
    uint64_t due = d->due + draw();
    for (uint32_t i = 0; i < x->timer_slots; i++) {
        const struct delayed *before = x->timers[i];
        due = before != NULL && before->ms <= d->ms && before->due > due ? before->due : due;
    }
    return due;
}

struct delayed *live_delay(struct actor *owner, struct envelope *e, uint64_t ms, uint64_t due)
{
    hr_ref to = owner->ref;
    struct delayed *d = live_need(malloc(sizeof *d));
    *d = (struct delayed){ .due = due, .ms = ms, .e = e, .to = to, .timer = true };
    if (live_stamping) {
        live_identify(to, e);
    }
    if (!live_running) {
        live_wait_for_run(to, e);
        return d;
    }
    pthread_mutex_lock(&lock);
    d->due = live_perturbing ? perturbed(owner->extra, d) : due;
    insert(d);
    pthread_mutex_unlock(&lock);
    return d;
}

void live_delay_started(hr_ref to, struct envelope *e)
{
    struct found f = live_find(to);
    if (f.actor == NULL) {
        live_arrive(to, e);
        return;
    }
    pthread_mutex_lock(&lock);
    insert(f.actor->extra->timers[e->timer - 1]);
    pthread_mutex_unlock(&lock);
}

void live_delay_forget(struct delayed *d, bool *fired)
{
    pthread_mutex_lock(&lock);
    *fired = d->at == 0;
    if (!*fired) {
        take_out(d);
        live_free(d->e);
    }
    pthread_mutex_unlock(&lock);
    free(d);
}

/* Pushes while holding the lock, so that two messages that are due cannot overtake each other between the heap and the mailbox. */
void live_fire(void)
{
    uint64_t due = atomic_load(&live_next_due);
    if (due == 0) {
        return;
    }
    uint64_t now = live_now_ns();
    if (due > now) {
        return;
    }
    pthread_mutex_lock(&lock);
    while (count != 0 && heap[1]->due <= now) {
        struct delayed *d = heap[1];
        struct envelope *e = d->e;
        hr_ref to = d->to;
        take_out(d);
        if (!d->timer) {
            free(d);
        }
        live_arrive(to, e);
    }
    pthread_mutex_unlock(&lock);
}

/* ---- perturbation ---- */

static uint64_t random_state, delay_max;
static bool uniform;

/* When the last message of a sender to a receiver comes. */
static struct lane {
    hr_ref from, to;
    uint64_t due;
} * lanes;
static size_t lane_count, lane_slots;

static struct lane *lane_of(hr_ref from, hr_ref to)
{
    size_t i = hash_mix(from * 31 + hash_mix(to)) & (lane_slots - 1);
    while (lanes[i].due != 0 && (lanes[i].from != from || lanes[i].to != to)) {
        i = (i + 1) & (lane_slots - 1);
    }
    return &lanes[i];
}

static struct lane *lane_put(hr_ref from, hr_ref to)
{
    if (2 * (lane_count + 1) > lane_slots) {
        struct lane *old = lanes;
        size_t old_slots = lane_slots;
        lane_slots = old_slots == 0 ? 64 : old_slots * 2;
        lanes = live_need(calloc(lane_slots, sizeof *lanes));
        for (size_t i = 0; i < old_slots; i++) {
            if (old[i].due != 0) {
                *lane_of(old[i].from, old[i].to) = old[i];
            }
        }
        free(old);
    }
    struct lane *l = lane_of(from, to);
    lane_count += l->due == 0;
    l->from = from;
    l->to = to;
    return l;
}

/* A cubed random number: most delays are short and a few are long, so that one message can fall behind a long chain of others. (With uniform
 * delays, as Bita has them and `uniform` asks for, five in a row are rarely shorter than a sixth: once in 720 times.) */
static uint64_t draw(void)
{
    random_state += 0x9e3779b97f4a7c15u;
    double u = (double)(hash_mix(random_state) >> 11) * 0x1p-53;
    return (uint64_t)((uniform ? u : u * u * u) * (double)delay_max);
}

void live_perturb(hr_ref to, struct envelope *e)
{
    pthread_mutex_lock(&lock);
    struct lane *l = lane_put(e->sender, to);
    uint64_t due = live_now_ns() + draw();
    l->due = due > l->due ? due : l->due;
    struct delayed *d = live_need(malloc(sizeof *d));
    *d = (struct delayed){ .due = l->due, .e = e, .to = to };
    insert(d);
    pthread_mutex_unlock(&lock);
}

static uint64_t seed;

void live_perturb_begin(void)
{
    const char *text = getenv("HARRIER_PERTURB");
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != sizeof seed) {
        seed = live_now_ns();
    }
    if (text == NULL || *text == '\0') {
        return;
    }
    char *end;
    errno = 0;
    seed = hash_mix(strtoull(text, &end, 10) + 1);
    double ms = 1;
    bool good = end != text && errno == 0 && text[0] != '-';
    if (good && *end == ':') {
        char *number = end + 1;
        ms = strtod(number, &end);
        good = end != number && ms >= 0 && ms <= 1e6;
        uniform = good && strcmp(end, ":uniform") == 0;
        end += uniform ? strlen(end) : 0;
    }
    if (!good || *end != '\0') {
        live_unusable("HARRIER_PERTURB=%s: a seed is wanted, or SEED:MAX_MS[:uniform], say 7 or 7:0.2", text);
    }
    live_perturbing = true;
    random_state = seed;
    delay_max = (uint64_t)(ms * 1e6);
}

uint64_t live_random_seed(void)
{
    return hash_mix(seed + 77);
}
