/* Recordings: what is added is read back, and a log that is cut off or damaged is never read beyond its end. */
#include "board_fixture.h"

enum { RECORDS = 60, LONGEST = 100 };

/* A record of any kind, and what it points to. */
struct kept {
    struct record record;
    char texts[3][LONGEST];
    unsigned char bytes[LONGEST];
};

static const char *any_text(struct kept *k, int i)
{
    size_t length = random_below(3) == 0 ? 0 : random_below(LONGEST);
    memset(k->texts[i], 'a' + i, length);
    k->texts[i][length] = '\0';
    return k->texts[i];
}

static struct record_bytes any_bytes(struct kept *k)
{
    size_t size = random_below(2) == 0 ? 0 : random_below(LONGEST);
    random_fill(k->bytes, sizeof k->bytes);
    return (struct record_bytes){ size == 0 ? NULL : k->bytes, size, random_bits() };
}

static struct record_message any_message(struct kept *k)
{
    return (struct record_message){ any_text(k, 0), any_text(k, 1), any_text(k, 2), random_bits(),
                                    random_bits(),  random_bits(),  any_bytes(k),   any_bytes(k) };
}

#define N random_bits()
#define T(i) any_text(k, i)
static void random_record(struct kept *k)
{
    struct record *r = &k->record;
    *r = (struct record){ .kind = (enum record_kind)random_below(RECORD_COUNT) };
    switch (r->kind) {
    case RECORD_ACTOR: r->actor = (struct record_actor){ N, T(0), T(1) }; break;
    case RECORD_STEP: r->step = (struct record_step){ any_message(k), N, N, N }; break;
    case RECORD_STATE:
        r->state = (struct record_state){ T(0), T(1), T(2), N, N, N, any_bytes(k), any_bytes(k), any_bytes(k), N, N, N };
        break;
    case RECORD_SENT: r->sent = any_message(k); break;
    case RECORD_CREATED: r->created = (struct record_created){ T(0) }; break;
    case RECORD_CHOICE: r->choice = (struct record_choice){ N, N }; break;
    case RECORD_LATE: r->late = (struct record_late){ N, N }; break;
    case RECORD_FAULT: r->fault = (struct record_fault){ N, T(0), T(1), T(2) }; break;
    case RECORD_NOTE: r->note = (struct record_text){ any_bytes(k) }; break;
    case RECORD_OUTPUT: r->output = (struct record_text){ any_bytes(k) }; break;
    case RECORD_PENDING: r->pending = any_message(k); break;
    case RECORD_FAILED: r->failed = (struct record_failed){ T(0) }; break;
    case RECORD_NODE: r->node = (struct record_node){ N, N, N }; break;
    case RECORD_EDGE: r->edge = (struct record_edge){ any_message(k), N, N }; break;
    case RECORD_FINDING: r->finding = (struct record_finding){ any_bytes(k) }; break;
    case RECORD_COVERAGE: r->coverage = (struct record_coverage){ N, N, N, N, N, N }; break;
    case RECORD_CRITERION: r->goals = (struct record_criterion){ N, N, N, T(0), T(1) }; break;
    case RECORD_REACHED: r->reached = (struct record_reached){ T(0), T(1), N }; break;
    case RECORD_MISSED: r->missed = (struct record_missed){ N, T(0), T(1), T(2), N, N }; break;
    case RECORD_SCHEDULE: r->schedule = (struct record_schedule){ N, N, N, N, N, T(0), T(1), T(2) }; break;
    case RECORD_GIVEN: r->given = (struct record_given){ N, { N, N, N } }; break;
    case RECORD_BEFORE: r->before = (struct record_before){ T(0), T(1), T(2) }; break;
    case RECORD_ORDER: r->order = (struct record_order){ T(0), T(1), T(2), N }; break;
    default: break;
    }
}

/* Everything that a record points to must lie in this room; NULL: anywhere. */
struct room {
    const unsigned char *start, *end;
};

static void see_text(const char *text, const struct room *room, uint64_t *sum)
{
    if (room != NULL) {
        const unsigned char *t = (const unsigned char *)text;
        assert_true(t >= room->start && t < room->end && memchr(t, '\0', (size_t)(room->end - t)) != NULL);
    }
    for (; text != NULL && *text != '\0'; text++) {
        *sum = *sum * 31 + (unsigned char)*text;
    }
    *sum = *sum * 31 + 1;
}

static void see_number(uint64_t number, uint64_t *sum)
{
    *sum = *sum * 0x9e3779b97f4a7c15 + number;
}

static void see_bytes(const struct record_bytes *b, const struct room *room, uint64_t *sum)
{
    if (room != NULL) {
        assert_true(b->at >= room->start && b->at <= room->end && b->size <= (size_t)(room->end - b->at));
    }
    see_number(b->size, sum);
    see_number(b->address, sum);
    for (size_t i = 0; i < b->size; i++) {
        *sum = *sum * 31 + b->at[i];
    }
}

static void see_message(const struct record_message *m, const struct room *room, uint64_t *sum)
{
    see_text(m->to, room, sum);
    see_text(m->from, room, sum);
    see_text(m->type, room, sum);
    see_number(m->flags, sum);
    see_number(m->n, sum);
    see_number(m->struct_size, sum);
    see_bytes(&m->content, room, sum);
    see_bytes(&m->arrays, room, sum);
}

#define SEE_TEXTS(...)                               \
    do {                                             \
        const char *const texts[] = { __VA_ARGS__ }; \
        for (size_t i = 0; i < COUNT(texts); i++) {  \
            see_text(texts[i], room, &sum);          \
        }                                            \
    } while (0)
#define SEE_NUMBERS(...)                              \
    do {                                              \
        const uint64_t numbers[] = { __VA_ARGS__ };   \
        for (size_t i = 0; i < COUNT(numbers); i++) { \
            see_number(numbers[i], &sum);             \
        }                                             \
    } while (0)

/* A number for all that a record says. */
static uint64_t seen(const struct record *r, const struct room *room)
{
    uint64_t sum = r->kind;
    if (recording_message(r) != NULL) {
        see_message(recording_message(r), room, &sum);
    }
    switch (r->kind) {
    case RECORD_ACTOR:
        SEE_NUMBERS(r->actor.ref);
        SEE_TEXTS(r->actor.name, r->actor.type);
        break;
    case RECORD_STEP: SEE_NUMBERS(r->step.number, r->step.handler, r->step.resumes_at); break;
    case RECORD_STATE:
        SEE_TEXTS(r->state.actor, r->state.type, r->state.status);
        SEE_NUMBERS(r->state.after, r->state.address, r->state.size);
        see_bytes(&r->state.heap, room, &sum);
        see_bytes(&r->state.shown, room, &sum);
        see_bytes(&r->state.stack, room, &sum);
        break;
    case RECORD_CREATED: SEE_TEXTS(r->created.name); break;
    case RECORD_CHOICE: SEE_NUMBERS(r->choice.chosen, r->choice.of); break;
    case RECORD_LATE: SEE_NUMBERS(r->late.look, r->late.ms); break;
    case RECORD_FAULT:
        SEE_NUMBERS(r->fault.answer);
        SEE_TEXTS(r->fault.from, r->fault.to, r->fault.type);
        break;
    case RECORD_NOTE: see_bytes(&r->note.text, room, &sum); break;
    case RECORD_OUTPUT: see_bytes(&r->output.text, room, &sum); break;
    case RECORD_FAILED: SEE_TEXTS(r->failed.why); break;
    case RECORD_NODE: SEE_NUMBERS(r->node.number, r->node.marks); break;
    case RECORD_EDGE: SEE_NUMBERS(r->edge.from, r->edge.to); break;
    case RECORD_FINDING: see_bytes(&r->finding.finding, room, &sum); break;
    case RECORD_COVERAGE:
        SEE_NUMBERS(r->coverage.executions, r->coverage.schedules, r->coverage.unfit, r->coverage.rounds, r->coverage.along_paths,
                    r->coverage.beyond);
        break;
    case RECORD_CRITERION:
        SEE_NUMBERS(r->goals.criterion, r->goals.covered, r->goals.total);
        SEE_TEXTS(r->goals.actor, r->goals.type);
        break;
    case RECORD_REACHED:
        SEE_TEXTS(r->reached.actor, r->reached.message);
        SEE_NUMBERS(r->reached.deliveries);
        break;
    case RECORD_MISSED:
        SEE_NUMBERS(r->missed.criterion, r->missed.before_hash, r->missed.after_hash);
        SEE_TEXTS(r->missed.before, r->missed.after, r->missed.why);
        break;
    case RECORD_SCHEDULE:
        SEE_NUMBERS(r->schedule.number, r->schedule.offset, r->schedule.size, r->schedule.steps, r->schedule.fate);
        SEE_TEXTS(r->schedule.before, r->schedule.after, r->schedule.criterion);
        break;
    case RECORD_GIVEN: SEE_NUMBERS(r->given.number, r->given.added[0], r->given.added[1], r->given.added[2]); break;
    case RECORD_BEFORE: SEE_TEXTS(r->before.first, r->before.second, r->before.by); break;
    case RECORD_ORDER:
        SEE_TEXTS(r->order.actor, r->order.row, r->order.column);
        SEE_NUMBERS(r->order.seen);
        break;
    default: break;
    }
    return sum;
}

/* No member of a struct is forgotten where records are written and read. */
static void all_members_are_written(void **state)
{
    (void)state;
#define CHECK_SIZE(kind, type, member) assert_int_equal(recording_size_of(kind), sizeof(struct type));
    RECORD_KINDS(CHECK_SIZE)
    assert_int_equal(recording_size_of(RECORD_END), 0);
}

static struct kept kept[RECORDS];

static struct board *random_log(size_t ends[RECORDS])
{
    struct board *b = board_new();
    for (size_t i = 0; i < RECORDS; i++) {
        random_record(&kept[i]);
        recording_add(b, &kept[i].record);
        ends[i] = b->log_size;
    }
    return b;
}

static void reads_back_what_was_added(void **state)
{
    (void)state;
    size_t ends[RECORDS];
    for (int round = 0; round < 20; round++) {
        struct board *b = random_log(ends);
        const unsigned char *at = b->log, *end = b->log + b->log_size;
        struct record r;
        for (size_t i = 0; i < RECORDS; i++) {
            assert_true(recording_next(&at, end, &r));
            assert_int_equal(r.kind, kept[i].record.kind);
            assert_true(seen(&r, &(struct room){ b->log, end }) == seen(&kept[i].record, NULL));
        }
        assert_ptr_equal(at, end);
        assert_false(recording_next(&at, end, &r));
        free(b);
    }
}

static void starts_aligned_after_anything(void **state)
{
    (void)state;
    struct board *b = board_new();
    b->log_size = 13; /* a schedule's text comes first */
    recording_note(b, &(struct record_text){ { (const unsigned char *)"hello", 5, 0 } });
    const unsigned char *at = b->log + 16;
    struct record r;
    assert_true(recording_next(&at, b->log + b->log_size, &r));
    assert_int_equal(r.kind, RECORD_NOTE);
    assert_memory_equal(r.note.text.at, "hello", 5);
    assert_int_equal((uintptr_t)r.note.text.at % 8, (uintptr_t)b->log % 8); /* structs in it can be read in place */
    assert_int_equal(b->log_size % 8, 0);
    free(b);
}

static void leaves_out_what_does_not_fit(void **state)
{
    (void)state;
    struct board *b = board_new();
    uint64_t full = BOARD_BYTES - sizeof *b;
    full -= full % 8;
    b->log_size = full;
    recording_end(b);
    assert_int_equal(b->log_size, full);
    assert_int_equal(b->log_dropped, 1); /* and it is told */
    b->log_size = 0;
    recording_note(b, &(struct record_text){ { (const unsigned char *)"", (size_t)UINT32_MAX + 1, 0 } });
    assert_int_equal(b->log_size, 0);
    assert_int_equal(b->log_dropped, 2);
    free(b);
}

static void a_cut_log_ends_at_a_whole_record(void **state)
{
    (void)state;
    size_t ends[RECORDS];
    struct board *b = random_log(ends);
    for (size_t size = 0; size < b->log_size; size += 1 + random_below(7)) {
        unsigned char *copy = malloc(size == 0 ? 1 : size);
        memcpy(copy, b->log, size);
        const unsigned char *at = copy;
        struct record r;
        size_t count = 0;
        while (recording_next(&at, copy + size, &r)) {
            assert_true(seen(&r, &(struct room){ copy, copy + size }) == seen(&kept[count++].record, NULL));
        }
        assert_true(count == 0 || ends[count - 1] <= size);
        assert_true(count < RECORDS && ends[count] > size); /* all that are whole were read */
        free(copy);
    }
    free(b);
}

/* The log lies in memory that the checked program shares. */
static void a_damaged_log_is_not_read_beyond_its_end(void **state)
{
    (void)state;
    size_t ends[RECORDS];
    struct board *b = random_log(ends);
    size_t size = ends[9];
    for (int round = 0; round < 5000; round++) {
        unsigned char *copy = malloc(size);
        memcpy(copy, b->log, size);
        for (uint32_t n = 1 + random_below(8); n > 0; n--) {
            copy[random_below((uint32_t)size)] = random_below(2) == 0 ? 0xff : (unsigned char)random_bits();
        }
        const unsigned char *at = copy;
        struct record r;
        while (recording_next(&at, copy + size, &r)) {
            assert_true(at <= copy + size);
            seen(&r, &(struct room){ copy, copy + size });
        }
        free(copy);
    }
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_members_are_written),          cmocka_unit_test(reads_back_what_was_added),
        cmocka_unit_test(starts_aligned_after_anything),    cmocka_unit_test(leaves_out_what_does_not_fit),
        cmocka_unit_test(a_cut_log_ends_at_a_whole_record), cmocka_unit_test(a_damaged_log_is_not_read_beyond_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
