/* Tables that processes share: whoever adds something first, all know it under the same number, and nothing is lost. */
#include "unit.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/lock.h"
#include "base/map.h"

enum { PROCESSES = 3, NUMBERS = 20000 };

static struct {
    struct intern table;
    struct map map;
} ALL_WORKERS all;

/* Each takes the numbers in an order of its own. */
static uint64_t value(uint32_t process, uint32_t i)
{
    return ((uint64_t)i * (2 * process + 7)) % NUMBERS;
}

static void add_all(uint32_t process, uint32_t *ids)
{
    for (uint32_t i = 0; i < NUMBERS; i++) {
        uint64_t v = value(process, i);
        lock_take(LOCK_TABLES);
        lock_take(LOCK_TABLES); /* held twice by the same process */
        uint32_t id = intern_put(&all.table, 0, &v, sizeof v, NULL);
        lock_give(LOCK_TABLES);
        if (map_get(&all.map, v + 1) == 0) {
            map_put(&all.map, v + 1, id);
        }
        lock_give(LOCK_TABLES);
        ids[v] = id;
        assert_memory_equal(intern_bytes(&all.table, id), &v, sizeof v);
    }
}

static void numbers_mean_the_same_to_all(void **state)
{
    (void)state;
    size_t size = (size_t)PROCESSES * NUMBERS * sizeof(uint32_t);
    uint32_t *ids = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    intern_init(&all.table, (size_t)1 << 26);
    map_init(&all.map);
    uint64_t before = 7;
    uint32_t known = intern_put(&all.table, 0, &before, sizeof before, NULL);
    assert_true(intern_share(&all.table) && map_share(&all.map) && pages_share(&all, sizeof all));
    assert_int_equal(intern_put(&all.table, 0, &before, sizeof before, NULL), known);
    locks.shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pids[PROCESSES];
    for (uint32_t p = 0; p < PROCESSES; p++) {
        pids[p] = fork();
        if (pids[p] == 0) {
            add_all(p, ids + (size_t)p * NUMBERS);
            _exit(0);
        }
    }
    for (uint32_t p = 0; p < PROCESSES; p++) {
        int status;
        assert_int_equal(waitpid(pids[p], &status, 0), pids[p]);
        assert_int_equal(status, 0);
    }
    locks.shared = NULL;
    assert_int_equal(all.table.count, NUMBERS);
    assert_int_equal(map_count(&all.map), NUMBERS);
    for (uint64_t v = 0; v < NUMBERS; v++) {
        for (uint32_t p = 0; p < PROCESSES; p++) {
            assert_int_equal(ids[p * NUMBERS + v], ids[v]);
        }
        assert_int_equal(map_get(&all.map, v + 1), ids[v]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(numbers_mean_the_same_to_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
