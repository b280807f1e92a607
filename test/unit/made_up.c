#include "made_up.h"

#include "actor/adapter.h"

#include "actor/arena.h"
#include "check/check.h"
#include "guard/guard.h"
#include "image/image.h"
#include "model/depend.h"
#include "model/ledger.h"
#include "model/timers.h"
#include "moves/world.h"
#include "process/declared.h"
#include "sample/epochs.h"
#include "workers/workers.h"

enum { ACTORS_MAX = 1000, SENT_MAX = 100, STEPS_MAX = 100, ENDS_MAX = 20000 };

/* What the test has made up. */
static struct {
    uint32_t locals[ACTORS_MAX]; /* by actor, 0: not there */
    struct sent sent[SENT_MAX];
    size_t sent_count;
    struct rule {
        uint32_t local, message, first; /* the outcomes, from `first` on */
        bool refuses;
    } rules[STEPS_MAX];
    size_t rule_count;
    uint32_t born; /* names so far, also of earlier programs */
    char ends[ENDS_MAX], sorted[ENDS_MAX];
    bool open;
} world;

static void open_tables(void)
{
    model_open(&channel_pairwise, false);
    ledgers_init(NULL);
    timers_init(true);
    pool_init(&memo.outcomes, (size_t)1 << 30);
    pool_init(&memo.effects, (size_t)1 << 30);
    pool_init(&memo.choices, (size_t)1 << 30);
    pool_take(&memo.outcomes, sizeof(struct outcome)); /* 0 is none */
    world.open = true;
}

void made_up_begin(const struct channel *channel)
{
    if (!world.open) {
        open_tables();
    }
    mailboxes_init(channel, false);
    depend_init(false);
    memset(world.locals, 0, sizeof world.locals);
    world.sent_count = world.rule_count = 0;
    world.ends[0] = '\0';
}

/* ---- what is there at the start ---- */

uint32_t made_up_unborn(void)
{
    uint32_t actor = thing(++world.born);
    assert_true(actor < ACTORS_MAX);
    return actor;
}

static const struct hr_behaviour other_behaviour = { .name = "other" };

uint32_t made_up_local(uint32_t actor, int number)
{
    /* The image begins with a control block, which cover looks at. */
    struct {
        struct control control;
        int number;
    } image = { .control.behaviour = number >= OTHER_BEHAVIOUR ? &other_behaviour : &thing_type.behaviour, .number = number };
    struct local what = { .actor = actor, .status = ACTOR_WAITING };
    return local_put(&what, &number, sizeof number, &image, sizeof image);
}

uint32_t made_up_actor(void)
{
    uint32_t actor = made_up_unborn();
    world.locals[actor] = made_up_local(actor, 0);
    return actor;
}

uint32_t made_up_letter(uint32_t sender, char letter)
{
    return number_from(sender, letter);
}

uint32_t made_up_timer(uint32_t owner, uint16_t number, char letter, uint64_t delay)
{
    int content = letter;
    struct message head = {
        .type = &number_type, .sender = owner, .flags = MESSAGE_TIMER, .timer = number, .delay = delay, .size = sizeof content
    };
    return message_put(&head, &content);
}

void made_up_pending_message(uint32_t to, uint32_t message)
{
    assert_true(world.sent_count < SENT_MAX);
    world.sent[world.sent_count++] = (struct sent){ .to = to, .message = message };
}

uint32_t made_up_pending(uint32_t to, char letter)
{
    uint32_t message = made_up_letter(DRIVER, letter);
    made_up_pending_message(to, message);
    return message;
}

/* ---- what steps do ---- */

static struct rule *rule_of(uint32_t local, uint32_t message)
{
    for (size_t i = 0; i < world.rule_count; i++) {
        if (world.rules[i].local == local && world.rules[i].message == message) {
            return &world.rules[i];
        }
    }
    return NULL;
}

static struct rule *new_rule(uint32_t local, uint32_t message)
{
    struct rule *rule = rule_of(local, message);
    if (rule == NULL) {
        assert_true(world.rule_count < STEPS_MAX);
        rule = &world.rules[world.rule_count++];
        *rule = (struct rule){ .local = local, .message = message };
    }
    return rule;
}

/* Puts an outcome behind those that the rule has; its answer to hr_choose() is its place among them. */
static uint32_t add_outcome(struct rule *rule, struct outcome o)
{
    struct answer choice = { 0 };
    uint32_t number = (uint32_t)(memo.outcomes.used / sizeof o), *link = &rule->first;
    while (*link != 0) {
        struct outcome *other = (struct outcome *)memo.outcomes.base + *link;
        other->choice_count = o.choice_count = 1;
        link = &other->next;
        choice.value++;
    }
    *link = number;
    o.choices = (uint32_t)(memo.choices.used / sizeof choice);
    *(struct answer *)pool_take(&memo.choices, sizeof choice) = choice;
    *(struct outcome *)pool_take(&memo.outcomes, sizeof o) = o;
    return number;
}

uint32_t made_up_step(uint32_t actor, int from, uint32_t message, int to, const struct op *effects)
{
    struct outcome o = { .local = made_up_local(actor, to), .effects = (uint32_t)(memo.effects.used / sizeof(struct op)) };
    for (; effects != NULL && effects->kind != NO_OP; effects++) {
        *(struct op *)pool_take(&memo.effects, sizeof *effects) = *effects;
        o.effect_count++;
    }
    return add_outcome(new_rule(made_up_local(actor, from), message), o);
}

void made_up_fails(uint32_t actor, int from, uint32_t message)
{
    add_outcome(new_rule(made_up_local(actor, from), message), (struct outcome){ .finding = 1 });
}

void made_up_refuses(uint32_t actor, int from, uint32_t message)
{
    new_rule(made_up_local(actor, from), message)->refuses = true;
}

/* ---- in place of moves/memo.c ---- */

struct memo memo;

uint64_t made_up_questions;

static bool refuses_something(uint32_t local)
{
    for (size_t i = 0; i < world.rule_count; i++) {
        if (world.rules[i].local == local && world.rules[i].refuses) {
            return true;
        }
    }
    return local_get(local)->status >= ACTOR_TERMINATED;
}

bool memo_alike(uint32_t local, uint32_t other)
{
    return local == other || (!refuses_something(local) && !refuses_something(other));
}

bool memo_accepts(const struct step *s)
{
    made_up_questions++;
    const struct rule *rule = rule_of(s->local, s->message);
    return local_get(s->local)->status < ACTOR_TERMINATED && (rule == NULL || !rule->refuses);
}

uint32_t memo_outcomes(const struct step *s)
{
    struct rule *rule = rule_of(s->local, s->message);
    if (rule == NULL) {
        rule = new_rule(s->local, s->message);
        return add_outcome(rule, (struct outcome){ .local = s->local, .shared = s->shared });
    }
    return rule->first;
}

const struct hr_type memo_asking = { .name = "(event)" };

const struct hr_type *memo_event(uint32_t local, uint32_t shared, size_t i, uint32_t *failed)
{
    (void)local;
    (void)shared;
    (void)i;
    (void)failed;
    return NULL;
}

const struct finding *memo_finding(uint32_t number)
{
    static const struct finding finding = { .kind = KIND_ASSERTION };
    assert_int_equal(number, 1);
    return &finding;
}

/* ---- in place of moves/world.c, and of what is below it ---- */

uint32_t world_spent(void)
{
    return 0;
}

size_t world_sent_count(void)
{
    return world.sent_count;
}

const struct sent *world_sent(size_t i)
{
    return &world.sent[i];
}

size_t world_history_count(void)
{
    return world.sent_count; /* main() sends, and nothing else */
}

struct happening world_history(size_t i)
{
    return (struct happening){ .kind = HAPPENED_SEND, .which = (uint32_t)i };
}

uint32_t world_local(uint32_t actor)
{
    return world.locals[actor];
}

uint32_t image_ended(uint32_t local)
{
    int number = -1;
    struct local what = { .actor = local_get(local)->actor, .status = ACTOR_DESTROYED };
    return local_put(&what, &number, sizeof number, &number, sizeof number);
}

bool declared_any(void)
{
    return false;
}

bool adapter_events(void)
{
    return false;
}

struct adapters adapters;

/* The actors here are declared without any clause, such as a limit of their mailboxes. */
const struct hr_clause *clause_find(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type)
{
    (void)b;
    (void)kind;
    (void)type;
    return NULL;
}

/* ---- in place of explore/search.c ---- */

struct guard guard;

struct search *made_up_search(void)
{
    static struct search search;
    static struct board *board;
    free(board);
    board = calloc(1, sizeof *board);
    assert_non_null(board);
    board->job.deliveries_max = board->job.depth_max = board->job.runs_max = UINT64_MAX;
    board->job.keep_going = true;
    search = (struct search){ .board = board, .job = &board->job };
    world.ends[0] = '\0';
    return &search;
}

static void tell_path(struct path path, const char *mark)
{
    size_t length = strlen(world.ends);
    assert_true(length + path.count + 3 < ENDS_MAX);
    char *out = world.ends + length;
    if (length != 0) {
        *out++ = ' ';
    }
    for (size_t i = 0; i < path.count; i++) {
        const struct message *m = message_get(path.message_of(path.user, path.ordinals[2 * i]).message);
        *out++ = (char)*(const int *)m->data;
    }
    strcpy(out, mark);
}

void search_found(struct search *s, const struct finding *f, struct path path, uint32_t last)
{
    (void)f;
    (void)last;
    s->board->finding_count++;
    tell_path(path, "!");
}

void search_end(struct search *s, const uint32_t *state, struct path path)
{
    (void)s;
    (void)state;
    tell_path(path, "");
}

bool search_check_state(struct search *s, const uint32_t *state, bool waits, struct way way)
{
    (void)s;
    (void)state;
    (void)waits;
    (void)way;
    return true;
}

void search_check_rings(struct search *s, const uint32_t *state, struct way way)
{
    (void)s;
    (void)state;
    (void)way;
}

void search_check_named(struct search *s, const uint32_t *state, uint32_t actor, struct way way)
{
    (void)s;
    (void)state;
    (void)actor;
    (void)way;
}

bool checks_any(const struct checks *c, enum hr_when when)
{
    (void)c;
    (void)when;
    return false;
}

bool checks_every_state(struct checks *c)
{
    (void)c;
    return false;
}

void search_look(struct search *s)
{
    (void)s;
}

void search_stop(struct search *s, enum limit_kind why)
{
    s->board->limit = why;
    s->stopped = true;
}

/* Schedules are written for users; here paths are looked at as they are. */
void path_write(struct search *s, struct path path, uint32_t last, struct finding *f)
{
    (void)s;
    (void)path;
    (void)last;
    (void)f;
}

/* Searches over states have tests of their own. */
const struct move *state_move(const uint32_t *state, uint32_t ordinal)
{
    (void)state;
    (void)ordinal;
    fail();
    return NULL;
}

const char *made_up_ends(void)
{
    return world.ends;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

const char *made_up_distinct_ends(void)
{
    static char copy[ENDS_MAX];
    char *ends[ENDS_MAX / 2], *rest = NULL;
    size_t count = 0;
    strcpy(copy, world.ends);
    for (char *end = strtok_r(copy, " ", &rest); end != NULL; end = strtok_r(NULL, " ", &rest)) {
        ends[count++] = end;
    }
    qsort(ends, count, sizeof *ends, by_text);
    world.sorted[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(ends[i], ends[i - 1]) != 0) {
            strcat(strcat(world.sorted, i == 0 ? "" : " "), ends[i]);
        }
    }
    return world.sorted;
}

/* ---- samplers: there is one epoch ---- */

void epochs_begin(struct sample *a)
{
    (void)a;
}

void epochs_ended(struct sample *a)
{
    (void)a;
}
