/* The border between the program's process and the command: what is not as it must be does not pass. */
#include "unit.h"

#include "board_fixture.h"
#include "supervise/board_check.h"

/* A board with something of everything, as an engine leaves it. */
static struct board *good_board(void)
{
    struct board *b = board_new();
    b->version = BOARD_VERSION;
    b->job.mode = JOB_FOLLOW;
    b->state = RUN_STOPPED;
    b->limit = LIMIT_VIOLATION;
    memset(b->log, 'x', 100);
    b->log_size = b->job.schedule_size = 100;
    struct finding f = {
        .kind = KIND_ASSERTION, .line = 3, .file = "a.c", .text = "wrong", .actor = "x", .schedule = 10, .schedule_size = 90
    };
    const struct record_bytes content = { (const unsigned char *)"12345678", 8, 0 };
    recording_step(b, &(struct record_step){ .message = { .to = "x", .struct_size = 8, .content = content } });
    b->ends = b->graph = b->log_size;
    recording_finding(b, &(struct record_finding){ { (const unsigned char *)&f, sizeof f, 0 } });
    b->coverage = b->log_size;
    recording_goals(b, &(struct record_criterion){ .criterion = CRITERION_COUNT - 1 });
    recording_missed(b, &(struct record_missed){ .criterion = 0 });
    recording_schedule(b, &(struct record_schedule){ .offset = 0, .size = 100, .fate = SCHEDULE_FAILED });
    b->findings[0] = b->findings[1] = f;
    b->finding_count = 2;
    b->test_count = 1;
    snprintf(b->tests[0], sizeof b->tests[0], "first");
    b->library_count = LIBRARIES_MAX;
    assert_null(board_check(b));
    return b;
}

#define REFUSED(...)                     \
    do {                                 \
        struct board *b = good_board();  \
        __VA_ARGS__;                     \
        assert_non_null(board_check(b)); \
        free(b);                         \
    } while (0)
#define PUT(field, value)                                 \
    do {                                                  \
        unsigned char byte_ = (unsigned char)(value);     \
        memcpy((void *)(uintptr_t) & (field), &byte_, 1); \
    } while (0)

static void plain_fields(void **state)
{
    (void)state;
    REFUSED(b->version++);
    REFUSED(b->log_size = UINT64_MAX);
    REFUSED(PUT(b->state, RUN_BROKEN + 1));
    REFUSED(PUT(b->limit, LIMIT_WORKER + 1));
    REFUSED(PUT(b->channel, CHANNEL_COUNT));
    REFUSED(PUT(b->environment, ENV_COUNT));
    REFUSED(PUT(b->store, STORE_COUNT));
    REFUSED(PUT(b->sampling.until, 200));
    REFUSED(PUT(b->sampling.instead, 200));
    REFUSED(PUT(b->exhaustive, 2));
    REFUSED(PUT(b->choices_left, 2));
    REFUSED(PUT(b->looked, 2));
    REFUSED(PUT(b->rounds_left, 255));
    REFUSED(PUT(b->sampling.on, 2));
    REFUSED(PUT(b->sampling.all_delays, 2));
    REFUSED(b->counts.tally.omissions = -1);
    REFUSED(b->counts.seconds = 0.0 / 0.0 * (b->counts.seconds + 1));
    REFUSED(b->counts.cpu_seconds = 1.0 / 0.0);
    REFUSED(b->counts.worker_cpu_seconds[WORKERS_MAX - 1] = -2);
    REFUSED(b->sometimes_reached = 1);
    REFUSED(memset(b->why, 'w', sizeof b->why));
    REFUSED(b->test_count = TESTS_MAX + 1);
    REFUSED(b->test_count = 2);
    REFUSED(memset(b->tests[0], 't', sizeof b->tests[0]));
    REFUSED(b->library_count++);
    REFUSED(memset(b->libraries[LIBRARIES_MAX - 1].path, 'l', sizeof b->libraries[0].path));
    REFUSED(memset(b->engine.path, 'e', sizeof b->engine.path));
}

static void findings(void **state)
{
    (void)state;
    REFUSED(b->finding_count = FINDINGS_MAX + 1);
    REFUSED(b->finding_count = 3); /* one of no kind */
    REFUSED(PUT(b->findings[1].kind, KIND_COUNT));
    REFUSED(PUT(b->findings[1].address_is_tls, 2));
    REFUSED(b->findings[1].line = -1);
    REFUSED(memset(b->findings[1].file, 'f', sizeof b->findings[1].file));
    REFUSED(memset(b->findings[1].text, 'f', sizeof b->findings[1].text));
    REFUSED(memset(b->findings[1].actor, 'f', sizeof b->findings[1].actor));
    REFUSED(b->findings[1].schedule = b->log_size);
    REFUSED(b->findings[1].schedule_size = UINT64_MAX);
    REFUSED(b->findings[1].schedule = b->findings[1].schedule_size = UINT64_MAX / 2 + 1);
    REFUSED(PUT(b->warning.kind, KIND_COUNT));
    REFUSED(b->warning.schedule_size = b->log_size + 1);
    REFUSED(memset(b->warning.text, 'f', sizeof b->warning.text));
}

static void explanation(void **state)
{
    (void)state;
    REFUSED(PUT(b->explained.kind, EXPLAINED_LATEST + 1));
    REFUSED(PUT(b->explained.endless, 2));
    REFUSED(PUT(b->explained.sampled, 2));
    REFUSED(b->explained.passing_size = b->log_size + 1);
    REFUSED(b->explained.instead = 1); /* of a schedule without steps */
    REFUSED(b->explained.delivered = 1);
    REFUSED(b->explained.departs = 1);
    REFUSED(b->explained.kind = EXPLAINED_STEP); /* but which one? */
    REFUSED(b->explained.chances = 8);           /* of none */
    REFUSED((b->explained.chances = 2, b->explained.chances_of = 1));
    REFUSED((b->explained.chances = 8, b->explained.chances_of = 1, b->explained.chances_count = UINT64_MAX / 4 + 1));
}

static void bad_record(struct board *b, const struct record *r)
{
    recording_add(b, r);
}

static void records(void **state)
{
    (void)state;
    struct finding endless = { .kind = KIND_ASSERTION };
    memset(endless.text, 'e', sizeof endless.text);
    const struct record bad[] = {
        { .kind = RECORD_COUNT },
        { .kind = RECORD_STEP, .step.message = { .struct_size = 5, .content = { (const unsigned char *)"1234", 4, 0 } } },
        { .kind = RECORD_SENT, .sent.struct_size = 1 },
        { .kind = RECORD_PENDING, .pending.struct_size = UINT64_MAX },
        { .kind = RECORD_EDGE, .edge.message.struct_size = 1 },
        { .kind = RECORD_CRITERION, .goals.criterion = CRITERION_COUNT },
        { .kind = RECORD_MISSED, .missed.criterion = UINT64_MAX },
        { .kind = RECORD_SCHEDULE, .schedule = { .offset = UINT64_MAX, .size = 2 } },
        { .kind = RECORD_SCHEDULE, .schedule.size = UINT32_MAX },
        { .kind = RECORD_SCHEDULE, .schedule.fate = 77 },
        { .kind = RECORD_FINDING, .finding.finding = { (const unsigned char *)&endless, sizeof endless, 0 } },
        { .kind = RECORD_FINDING, .finding.finding = { (const unsigned char *)&endless, sizeof endless - 1, 0 } },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        REFUSED(bad_record(b, &bad[i]));
    }
    REFUSED(b->ends = b->log_size + 1);
    REFUSED(b->graph = UINT64_MAX);
    REFUSED(b->coverage = UINT64_MAX - 7);
}

/* Whatever single bytes change: the answer never depends on what lies outside, which the sanitizers and valgrind see. */
static void single_bytes(void **state)
{
    (void)state;
    struct board *good = good_board();
    size_t size = sizeof *good + good->log_size;
    for (int i = 0; i < 20000; i++) {
        struct board *b = malloc(size);
        memcpy(b, good, size);
        for (uint32_t n = 1 + random_below(3); n > 0; n--) {
            ((unsigned char *)b)[random_below((uint32_t)size)] = (unsigned char)random_bits();
        }
        b->log_size = b->log_size < good->log_size ? b->log_size : good->log_size; /* as much as is mapped */
        b->job = good->job;
        board_check(b);
        free(b);
    }
    free(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_fields), cmocka_unit_test(findings),     cmocka_unit_test(explanation),
        cmocka_unit_test(records),      cmocka_unit_test(single_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
