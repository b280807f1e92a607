/* Several processes fill one store: each state is new to exactly one of them, and known to all afterwards, while shards grow. */
#include "model_fixture.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/visited.h"

enum { PROCESSES = 4, VALUES = 200000, LOOKS = 400000 };

static struct told {
    uint64_t fresh[PROCESSES]; /* how many states were new to each */
    uint8_t times[VALUES];     /* to how many each was new */
    uint8_t seen[VALUES];      /* by anybody */
} * told;

static uint64_t mixed(uint64_t x)
{
    return hash_mix(x + 1);
}

/* A record of one to four words, whose header says how many follow. */
static uint32_t record_of(uint64_t value, uint64_t *record)
{
    uint32_t more = (uint32_t)(value % 4);
    record[0] = mixed(value) << 8 | ((1u << more) - 1);
    for (uint32_t i = 1; i <= more; i++) {
        record[i] = value * i + 1;
    }
    return 1 + more;
}

/* Of the exact store only a few bits of hashes differ within a shard, so that many records are compared. */
static uint64_t hash_of(enum store_kind kind, uint64_t value)
{
    return kind == STORE_EXACT ? mixed(value % (VALUES / 8)) : mixed(value);
}

static void fill(struct visited *v, uint32_t me)
{
    uint64_t random = me * 77 + 1, record[4], handle;
    for (uint32_t n = 0; n < LOOKS; n++) {
        random = mixed(random);
        uint64_t value = random % VALUES, hash = hash_of(v->kind, value);
        uint32_t length = record_of(value, record);
        visited_fetch(v, hash);
        visited_fetch_record(v, hash);
        if (visited_add(v, record, length, hash, &handle)) {
            told->fresh[me]++;
            __atomic_add_fetch(&told->times[value], 1, __ATOMIC_RELAXED);
        }
        told->seen[value] = 1;
        if (v->kind == STORE_EXACT && memcmp(exact_record(&v->exact, handle), record, length * sizeof *record) != 0) {
            _exit(1);
        }
    }
    _exit(v->kind == STORE_EXACT ? v->exact.set.count != told->fresh[me] : v->prints.set.count != told->fresh[me]);
}

static void fills_together(enum store_kind kind)
{
    struct visited v;
    pid_t pids[PROCESSES];
    memset(told, 0, sizeof *told);
    visited_init(&v, kind, 0, false);
    assert_true(visited_share(&v, PROCESSES));
    uint64_t before = shared_set_bytes(kind == STORE_EXACT ? &v.exact.shared : &v.prints.shared);
    for (uint32_t i = 0; i < PROCESSES; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            fill(&v, i);
        }
    }
    for (uint32_t i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        assert_int_equal(status, 0);
        assert_true(told->fresh[i] > 0);
    }
    for (uint64_t value = 0; value < VALUES; value++) {
        uint64_t record[4], handle;
        uint32_t length = record_of(value, record);
        assert_int_equal(told->times[value], told->seen[value]);
        assert_true(visited_add(&v, record, length, hash_of(kind, value), &handle) == !told->seen[value]);
    }
    const struct shared_set *t = kind == STORE_EXACT ? &v.exact.shared : &v.prints.shared;
    assert_true(shared_set_bytes(t) > 2 * before);
    assert_true(shared_set_bytes(t) < VALUES * sizeof(uint64_t) * 8); /* outgrown tables are given back */
}

static void fingerprints(void **state)
{
    (void)state;
    fills_together(STORE_FINGERPRINT);
}

static void records(void **state)
{
    (void)state;
    fills_together(STORE_EXACT);
}

int main(void)
{
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingerprints),
        cmocka_unit_test(records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
