/* Rings between processes: everything arrives, once and in order, in whatever sizes. */
#include "unit.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "workers/ring.h"

enum { SIZE = 4096, PARCELS = 50000, WORDS_MAX = 40 };

static uint32_t words_of(uint32_t i)
{
    return (uint32_t)(hash_mix(i + 1) % WORDS_MAX);
}

static void write_all(struct ring_end e)
{
    for (uint32_t i = 0; i < PARCELS; i++) {
        uint32_t words = words_of(i);
        struct parcel *p;
        while ((p = ring_room(&e, parcel_bytes(words))) == NULL) {
            ring_publish(&e);
        }
        *p = (struct parcel){ .length = words + 1, .parent = i, .hash = hash_mix(i) };
        for (uint32_t k = 0; k < words; k++) {
            p->words[k] = hash_mix(i + k);
        }
        ring_written(&e, parcel_bytes(words));
        if (i % 7 == 0) {
            ring_publish(&e);
        }
    }
    ring_publish(&e);
}

static void everything_arrives(void **state)
{
    (void)state;
    struct ring *ring = mmap(NULL, sizeof *ring + SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(ring, MAP_FAILED);
    struct ring_end e = { .ring = ring, .size = SIZE };
    pid_t writer = fork();
    if (writer == 0) {
        write_all(e);
        _exit(0);
    }
    for (uint32_t i = 0; i < PARCELS;) {
        const struct parcel *p = ring_next(&e);
        if (p == NULL) {
            ring_release(&e);
            continue;
        }
        uint32_t words = words_of(i);
        assert_int_equal(p->length, words + 1);
        assert_int_equal(p->parent, i);
        for (uint32_t k = 0; k < words; k++) {
            assert_int_equal(p->words[k], hash_mix(i + k));
        }
        e.at += parcel_bytes(words);
        i++;
    }
    assert_null(ring_next(&e));
    int status;
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_int_equal(status, 0);
    munmap(ring, sizeof *ring + SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(everything_arrives) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
