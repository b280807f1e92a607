/* Which actors states are divided by among workers that have a store each (model/territory.h): some executions are made at random, and of the actors that receive most those are taken, one after the
 * other, that divide the states met best for how many successors are in another part then.
 *
 * How well a choice divides is how many parts of equal size would be as unequal as the parts that it makes: 1 / (the sum of the squares of their shares). A worker gets some of these parts by chance, so there should be
 * many for each. Only how fast the search is depends on this, and that is told: the table of ranks says how many states each had, and how long it was idle. */
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "model/message.h"
#include "moves/memo.h"
#include "states/stateful.h"

/* It ends when so many states were looked at, or this became too much work: moves that were looked at, steps that were executed, heartbeats. A quarter of all that finds the candidates. */
enum { SAMPLES = 1 << 14, EVERY = 4, CANDIDATES = TERRITORY_ACTORS, LENGTH = 1000, MOVES = 4 << 20, STEPS = 2048, BEATS = 100 };
/* Parts for each worker: with so many it is enough; with fewer than the second the whole state decides. And in how many ways they are given to workers, to take the best. */
enum { PARTS = 32, PARTS_LEAST = 8, SALTS = 256 };
/* So many actors at least: what executions at random come to is not what most states are like. One actor may hardly change in most of them. */
enum { ACTORS_LEAST = 4 };

struct candidate {
    uint64_t received;
    uint64_t changes; /* successors that a search would look up in which its local state is another one */
    uint32_t actor;
};

struct survey {
    struct search *s;
    uint32_t *state;
    uint64_t hash;
    uint32_t length; /* of the present execution */
    struct diamond diamond;
    struct rng rng;
    uint64_t moves, steps; /* looked at; executed before it began */
    uint32_t beats;
    bool depth_first;
    struct pool actors; /* struct candidate, by actor */
    struct candidate candidates[CANDIDATES];
    size_t count;
    struct pool samples; /* uint32_t: the local states of the candidates, of each state that was looked at */
    size_t sample_count;
    uint64_t *keys; /* of each of these states: the parts of those that are chosen */
    struct part {
        uint64_t key;
        uint32_t count;
    } * parts; /* scratch: a table of 2 * SAMPLES */
};

static bool is_over(const struct survey *v)
{
    uint64_t part = v->count == 0 ? 4 : 1;
    return v->moves > MOVES / part || memo.executed - v->steps > STEPS / part || v->beats > BEATS / part || v->s->stopped;
}

static struct candidate *candidate_at(struct survey *v, uint32_t actor)
{
    while (v->actors.used / sizeof(struct candidate) <= actor) {
        uint32_t next = (uint32_t)(v->actors.used / sizeof(struct candidate));
        *(struct candidate *)pool_take(&v->actors, sizeof(struct candidate)) = (struct candidate){ .actor = next };
    }
    return (struct candidate *)v->actors.base + actor;
}

static void look_at(struct survey *v, const struct move *m)
{
    bool left_out = m->slot != NO_SLOT && diamond_leaves_out(&v->diamond, m->slot, m->actor, message_get(m->message)->sender);
    if (m->finding == 0 && !left_out && component_get(m->to)->local != component_get(v->state[m->actor])->local) {
        candidate_at(v, m->actor)->changes++;
    }
}

/* One of the moves that there are, each with the same probability; UINT32_MAX: there is none. */
static uint32_t choose_move(struct survey *v)
{
    struct walk w = walk_moves(v->state);
    uint32_t chosen = UINT32_MAX, move;
    for (uint64_t n = 1; (move = walk_next(&w)) != UINT32_MAX && !is_over(v); n++) {
        v->moves++;
        look_at(v, move_at(move));
        chosen = rng_below(&v->rng, n) == 0 ? move : chosen;
    }
    return chosen;
}

/* One delivery; an execution that is at its end begins anew. */
static void step(struct survey *v)
{
    uint32_t move = choose_move(v);
    if (move == UINT32_MAX || move_at(move)->finding != 0 || ++v->length == LENGTH) {
        state_clear(v->state);
        state_copy(v->state, v->s->root);
        v->length = 0;
        v->diamond = (struct diamond){ 0 };
        v->moves++; /* a program without any move comes to an end, too */
        return;
    }
    candidate_at(v, move_at(move)->actor)->received++;
    v->diamond = diamond_of(diamond_note(move, false), v->depth_first);
    move_apply(move_at(move), v->state, &v->hash);
    if (guard.heartbeat) {
        v->beats++;
        search_look(v->s);
    }
}

static int by_received(const void *a, const void *b, void *unused)
{
    (void)unused;
    const struct candidate *one = a, *other = b;
    return one->received > other->received ? -1 : one->received < other->received;
}

static void choose_candidates(struct survey *v)
{
    size_t count = v->actors.used / sizeof(struct candidate);
    struct pool sorted;
    pool_init(&sorted, v->actors.used + 8);
    struct candidate *list = memcpy(pool_take(&sorted, v->actors.used), v->actors.base, v->actors.used);
    sort(list, count, sizeof *list, by_received, NULL);
    while (v->count < CANDIDATES && v->count < count && list[v->count].received != 0) {
        v->candidates[v->count] = list[v->count];
        v->count++;
    }
    pool_close(&sorted);
}

static void take_sample(struct survey *v)
{
    uint32_t *locals = pool_take(&v->samples, v->count * sizeof *locals);
    for (size_t i = 0; i < v->count; i++) {
        locals[i] = component_get(v->state[v->candidates[i].actor])->local;
    }
    v->sample_count++;
}

/* ---- what divides best ---- */

static size_t sample_words(const struct survey *v)
{
    return (v->count + 1) / 2 * 2; /* as pool_take() rounds */
}

/* The sum of the candidates' parts in the end is the territory, but for its salt. */
static uint64_t key_with(const struct survey *v, size_t sample, size_t candidate)
{
    const uint32_t *locals = (const uint32_t *)v->samples.base + sample * sample_words(v);
    return v->keys[sample] + (locals[candidate] == 0 ? 0 : component_own_hash(v->candidates[candidate].actor, locals[candidate]));
}

/* How many equal parts would be as unequal as those with one more candidate. */
static double parts_with(struct survey *v, size_t candidate)
{
    double squares = 0, all = (double)v->sample_count;
    memset(v->parts, 0, 2 * SAMPLES * sizeof *v->parts);
    for (size_t i = 0; i < v->sample_count; i++) {
        uint64_t key = key_with(v, i, candidate) | 1, at = hash_mix(key) % (2 * SAMPLES);
        while (v->parts[at].key != 0 && v->parts[at].key != key) {
            at = (at + 1) % (2 * SAMPLES);
        }
        v->parts[at].key = key;
        squares += 2.0 * v->parts[at].count++ + 1; /* the difference of two squares */
    }
    return all * all / squares;
}

/* The logarithm to base 2, near enough to compare. */
static double bits(double parts)
{
    int whole = 0;
    for (; parts >= 2; parts /= 2) {
        whole++;
    }
    return whole + parts - 1;
}

/* Chooses actors until they make enough parts; returns how many. The next one is that which makes the parts finer by most for how often it changes. */
static uint32_t choose_actors(struct survey *v, double enough, double least, uint32_t *chosen)
{
    uint32_t count = 0;
    double now = 1;
    bool taken[CANDIDATES] = { 0 };
    while ((now < enough || count < ACTORS_LEAST) && count < v->count) {
        double best = 0, best_parts = 0;
        size_t next = 0;
        for (size_t i = 0; i < v->count; i++) {
            double parts = taken[i] ? now : parts_with(v, i);
            double worth = (bits(parts) - bits(now)) / ((double)candidate_at(v, v->candidates[i].actor)->changes + 1);
            if (worth > best) {
                best = worth;
                best_parts = parts;
                next = i;
            }
        }
        if (best <= 0) {
            break;
        }
        taken[next] = true;
        now = best_parts;
        chosen[count++] = v->candidates[next].actor;
        for (size_t i = 0; i < v->sample_count; i++) {
            v->keys[i] = key_with(v, i, next);
        }
    }
    return now < least ? 0 : count;
}

/* The largest share of a worker in the states that were looked at, if parts are given out like this. */
static uint32_t largest_share(const struct survey *v, uint32_t workers, uint32_t salt)
{
    uint32_t shares[WORKERS_MAX] = { 0 }, largest = 0;
    for (size_t i = 0; i < v->sample_count; i++) {
        uint32_t n = ++shares[territory_owner((uint32_t)v->keys[i] + salt, workers)];
        largest = n > largest ? n : largest;
    }
    return largest;
}

static uint32_t choose_salt(const struct survey *v, uint32_t workers)
{
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t salt = 0; salt < SALTS; salt++) {
        uint32_t share = largest_share(v, workers, salt);
        if (share < least) {
            least = share;
            best = salt;
        }
    }
    return best;
}

/* ---- the survey ---- */

static void look_around(struct survey *v)
{
    for (uint32_t i = 0; i < SAMPLES / 4 * EVERY && !is_over(v); i++) {
        step(v);
    }
    choose_candidates(v);
    for (uint32_t i = 0; i < SAMPLES * EVERY && v->count != 0 && !is_over(v); i++) {
        step(v);
        if (i % EVERY == 0) {
            take_sample(v);
        }
    }
}

static struct territory_choice choose(struct search *s, uint32_t workers)
{
    struct territory_choice c = { 0 };
    struct survey *v = table_new(sizeof *v);
    *v = (struct survey){
        .s = s, .state = state_new(), .rng = rng_stream(1, 0), .steps = memo.executed, .depth_first = stateful_is_depth_first(s)
    };
    pool_init(&v->actors, (size_t)1 << 34);
    pool_init(&v->samples, (size_t)SAMPLES * (CANDIDATES + 1) * sizeof(uint32_t));
    v->keys = table_new(SAMPLES * sizeof *v->keys);
    v->parts = table_new(2 * SAMPLES * sizeof *v->parts);
    state_copy(v->state, s->root);
    look_around(v);
    double most = (double)v->sample_count / 4, enough = (double)PARTS * workers;
    c.count = choose_actors(v, enough < most ? enough : most, (double)PARTS_LEAST * workers, c.actors);
    c.salt = choose_salt(v, workers);
    table_free(v->parts, 2 * SAMPLES * sizeof *v->parts);
    table_free(v->keys, SAMPLES * sizeof *v->keys);
    pool_close(&v->samples);
    pool_close(&v->actors);
    state_free(v->state);
    table_free(v, sizeof *v);
    return c;
}

void survey_divide(struct search *s, uint32_t workers)
{
    bool can = s->job->memo && workers > 1; /* without the memo, a move is gone when the next one is made */
    if (!component_shared.territories.decided) {
        struct territory_choice c = can ? choose(s, workers) : (struct territory_choice){ 0 };
        territory_agree(&c);
    }
}
