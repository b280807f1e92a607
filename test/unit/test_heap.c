/* The arena allocator, against a shadow of what it handed out. */
#include "unit.h"

#include "actor/heap.h"
#include "actor/heap_block.h"

enum { REGION = 1 << 20, HEAD = 16 };

static _Alignas(4096) unsigned char region[REGION], other_region[REGION];
static struct heap heap;
static struct heap_problem last;
static int faults;

static void note_fault(const struct heap *h, const struct heap_problem *problem)
{
    (void)h;
    last = *problem;
    faults++;
}

static int fresh_heap(void **state)
{
    (void)state;
    memset(region, 0, sizeof region);
    heap_init(&heap, region, region + sizeof region);
    heap.of_an_actor = true;
    heaps.reached = 0;
    heaps.on_fault = note_fault;
    heaps.filling = (struct heap_filling){ 0 };
    faults = 0;
    last = (struct heap_problem){ 0 };
    return 0;
}

static bool filled(const unsigned char *bytes, unsigned char with, size_t size)
{
    while (size > 0 && bytes[size - 1] == with) {
        size--;
    }
    return size == 0;
}

static void expect_fault(enum heap_fault fault, const void *pointer)
{
    assert_int_equal(faults, 1);
    assert_int_equal(last.fault, fault);
    assert_ptr_equal(last.at, pointer);
    faults = 0;
}

static void gives_at_least_what_is_asked_for(void **state)
{
    (void)state;
    for (size_t size = 0; size < 300 << 10; size += size < 600 ? 1 : size / 7) {
        unsigned char *p = heap_alloc(&heap, size, 1);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        assert_int_equal(heap_size(&heap, p), size == 0 ? 1 : size);
        size_t block = (size_t)(heap.top - p) + HEAD;
        assert_true(block >= size + HEAD && block % 16 == 0);
        assert_true(block <= size + HEAD + (size + HEAD) / 4 + 16); /* four classes per power of two */
        assert_true(filled(p, 0, block - HEAD));
        memset(p, 0xff, size);
        heap_free(&heap, p);
    }
    assert_int_equal(faults, 0);
}

/* Two sizes of one class take each other's place; the next class does not. */
static void reuses_blocks_of_the_same_class(void **state)
{
    (void)state;
    static const size_t smaller[] = { 1, 17, 100, 250, 1000, 5000, 100000 };
    for (size_t i = 0; i < COUNT(smaller); i++) {
        fresh_heap(state);
        unsigned char *a = heap_alloc(&heap, smaller[i], 16);
        size_t usable = (size_t)(heap.top - a);
        memset(a, 0xff, smaller[i]);
        heap_alloc(&heap, 1, 16); /* so that it is not the last */
        heap_free(&heap, a);
        unsigned char *beyond = heap_alloc(&heap, usable + 1, 16), *same = heap_alloc(&heap, usable, 16);
        assert_ptr_equal(same, a);
        assert_true(beyond > a);
        assert_true(filled(same, 0, usable));
    }
}

static void takes_the_block_freed_last(void **state)
{
    (void)state;
    void *p[4];
    for (int i = 0; i < 4; i++) {
        p[i] = heap_alloc(&heap, 40, 16);
    }
    heap_free(&heap, p[0]);
    heap_free(&heap, p[2]);
    heap_free(&heap, p[1]);
    assert_ptr_equal(heap_alloc(&heap, 40, 16), p[1]);
    assert_ptr_equal(heap_alloc(&heap, 40, 16), p[2]);
    assert_ptr_equal(heap_alloc(&heap, 40, 16), p[0]);
    assert_true((unsigned char *)heap_alloc(&heap, 40, 16) > (unsigned char *)p[3]);
}

static void aligns(void **state)
{
    (void)state;
    for (size_t align = 1; align <= 65536; align *= 2) {
        for (size_t size = 1; size < 5000; size = size * 3 + 1) {
            unsigned char *before = heap_alloc(&heap, 1 + random_below(50), 16);
            unsigned char *p = heap_alloc(&heap, size, align);
            assert_int_equal((uintptr_t)p % align, 0);
            assert_true(heap_size(&heap, p) >= size);
            assert_true(filled(p, 0, size));
            memset(p, 0xff, heap_size(&heap, p));
            heap_free(&heap, p);
            heap_free(&heap, before);
        }
    }
    assert_int_equal(faults, 0);
    assert_ptr_equal(heap.top, heap.start);
    assert_true(filled(region, 0, sizeof region));
}

static void the_last_block_leaves_no_trace(void **state)
{
    (void)state;
    void *p[50];
    for (int i = 0; i < 50; i++) {
        size_t size = random_below(3000);
        p[i] = heap_alloc(&heap, size, 16);
        memset(p[i], 0xff, size);
    }
    for (int i = 49; i >= 0; i--) {
        heap_free(&heap, p[i]);
    }
    assert_ptr_equal(heap.top, heap.start);
    assert_true(filled(region, 0, sizeof region));
    struct heap fresh;
    heap_init(&fresh, region, region + sizeof region);
    fresh.of_an_actor = true;
    assert_memory_equal(&fresh, &heap, sizeof heap);
}

static void finds_bad_pointers(void **state)
{
    (void)state;
    unsigned char *a = heap_alloc(&heap, 100, 16), *b = heap_alloc(&heap, 100, 16), *c = heap_alloc(&heap, 100, 16);
    unsigned char outside[32];
    const struct {
        unsigned char *pointer;
        enum heap_fault fault;
    } bad[] = { { outside, HEAP_ELSEWHERE },
                { NULL, HEAP_ELSEWHERE },
                { region + REGION, HEAP_ELSEWHERE },
                { region, HEAP_UNKNOWN },
                { a + 1, HEAP_INSIDE },
                { a + 8, HEAP_INSIDE },
                { a + 32, HEAP_INSIDE },
                { a + 99, HEAP_INSIDE },
                { a + 100, HEAP_UNKNOWN },
                { heap.top, HEAP_UNKNOWN },
                { heap.top + 16, HEAP_UNKNOWN },
                { heap.top + 17, HEAP_UNKNOWN },
                { region + REGION - 1, HEAP_UNKNOWN } };
    for (size_t i = 0; i < COUNT(bad); i++) {
        heap_free(&heap, bad[i].pointer);
        expect_fault(bad[i].fault, bad[i].pointer);
        assert_false(last.resizing);
        assert_int_equal(heap_size(&heap, bad[i].pointer), 0);
        expect_fault(bad[i].fault, bad[i].pointer);
        assert_true(last.resizing);
        assert_ptr_equal(last.block, bad[i].fault == HEAP_INSIDE ? a : NULL);
        assert_int_equal(last.size, bad[i].fault == HEAP_INSIDE ? 100 : 0);
        assert_false(heap_has(&heap, bad[i].pointer));
    }
    assert_true(heap_has(&heap, a));
    heap_free(&heap, b);
    heap_free(&heap, a);
    heap_free(&heap, c);
    assert_int_equal(faults, 0);
}

static void finds_double_frees(void **state)
{
    (void)state;
    void *first = heap_alloc(&heap, 100, 16), *second = heap_alloc(&heap, 100, 16);
    heap_free(&heap, first);
    heap_free(&heap, first);
    expect_fault(HEAP_FREED, first);
    heap_free(&heap, (char *)first + 32); /* a part of it */
    expect_fault(HEAP_FREED, (char *)first + 32);
    heap_free(&heap, second);
    heap_free(&heap, second); /* the last one, which leaves no trace but in how far the heap went */
    expect_fault(HEAP_FREED, second);
    void *aligned = heap_alloc(&heap, 100, 256);
    heap_alloc(&heap, 1, 16);
    heap_free(&heap, aligned);
    heap_free(&heap, aligned);
    expect_fault(HEAP_FREED, aligned);
    /* And the first one counted once. */
    assert_ptr_equal(heap_alloc(&heap, 100, 16), first);
    assert_ptr_not_equal(heap_alloc(&heap, 100, 16), first);
}

/* ---- what belongs to nobody ---- */

static const unsigned char fillings[] = { 0, 0xa5, 0x5b };

static void expect_problem(enum heap_fault fault, const void *block, size_t size)
{
    struct heap_problem problem;
    assert_false(heap_check(&heap, &problem));
    assert_int_equal(problem.fault, fault);
    if (block != NULL) {
        assert_ptr_equal(problem.block, block);
        assert_int_equal(problem.size, size);
    }
}

static void expect_intact(void)
{
    struct heap_problem problem;
    assert_true(heap_check(&heap, &problem));
}

/* Three blocks of every size, the middle one aligned in every way; each byte around it changed in turn, whatever was there before. */
static void finds_every_write_around_a_block(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 8, 15, 16, 17, 24, 32, 100, 255, 256, 257, 1000, 5000 }, aligns[] = { 16, 64, 512 };
    for (size_t i = 0; i < COUNT(sizes) * COUNT(aligns) * COUNT(fillings); i++) {
        size_t size = sizes[i % COUNT(sizes)], align = aligns[i / COUNT(sizes) % COUNT(aligns)];
        fresh_heap(state);
        heaps.filling.fresh = heaps.filling.dead = fillings[i / COUNT(sizes) / COUNT(aligns)];
        heap_prepare(&heap);
        unsigned char *before = heap_alloc(&heap, 40, 16), *block = heap_alloc(&heap, size, align), *after = heap_alloc(&heap, 40, 16);
        memset(before, 1, 40);
        memset(block, 1, size);
        memset(after, 1, 40);
        expect_intact();
        unsigned char *from = before + 40, *to = after + 40 + 16;
        for (unsigned char *at = from; at < to; at++) {
            if ((at >= block && at < block + size) || (at >= after && at < after + 40)) {
                continue;
            }
            unsigned char was = *at;
            struct heap_problem problem;
            *at ^= 1;
            assert_false(heap_check(&heap, &problem));
            if (at >= block + size && at < after - HEAD) {
                expect_problem(HEAP_BEYOND, block, size);
                heap_free(&heap, block); /* it is noticed there too */
                expect_fault(HEAP_BEYOND, block);
            }
            *at = was;
        }
        expect_intact();
        heap_blank(&heap);
        heaps.filling = (struct heap_filling){ 0 };
        expect_intact();
    }
}

static void finds_writes_to_freed_memory(void **state)
{
    for (size_t i = 0; i < COUNT(fillings) * 2; i++) {
        fresh_heap(state);
        heaps.filling.dead = fillings[i / 2];
        heaps.filling.apart = i % 2;
        heap_prepare(&heap);
        unsigned char *a = heap_alloc(&heap, 100, 16), *b = heap_alloc(&heap, 50, 16), *last_one = heap_alloc(&heap, 30, 16);
        memset(b, 1, 50);
        heap_free(&heap, a);
        heap_free(&heap, last_one);
        expect_intact();
        for (int k = 0; k < 130; k++) {
            unsigned char *at = k < 100 ? a + k : last_one + (k - 100);
            *at ^= 1;
            expect_problem(HEAP_AFTER_FREE, NULL, 0);
            *at ^= 1;
        }
        expect_intact();
    }
}

/* With new blocks apart nothing is used that was ever used before, and what is freed stays so. */
static void new_blocks_lie_apart(void **state)
{
    (void)state;
    unsigned char *kept = heap_alloc(&heap, 40, 16), *freed = heap_alloc(&heap, 40, 16), *other = heap_alloc(&heap, 40, 16);
    unsigned char *gone = heap_alloc(&heap, 300, 16), *gone_end = heap.top;
    memset(kept, 7, 40);
    memset(other, 7, 40);
    heap_free(&heap, freed);
    heap_free(&heap, gone);
    unsigned char before[2048], *top = heap.top;
    struct heap old = heap;
    memcpy(before, region, sizeof before);
    heaps.filling = (struct heap_filling){ .dead = 0xa5, .apart = true };
    heap_prepare(&heap);
    assert_true(filled(freed, 0xa5, 40));
    assert_true(filled(gone, 0xa5, 300));
    unsigned char *newest = gone_end;
    for (int i = 0; i < 20; i++) {
        unsigned char *block = heap_alloc(&heap, 40, 16);
        assert_true(block > newest);
        newest = block;
        assert_true(filled(block, 0, 40));
        heap_free(&heap, block);
        assert_true(filled(block, 0xa5, 40));
        heap_free(&heap, block);
        expect_fault(HEAP_FREED, block);
    }
    assert_true(filled(kept, 7, 40) && filled(other, 7, 40));
    gone[5] = 1;
    expect_problem(HEAP_AFTER_FREE, NULL, 0);
    gone[5] = 0xa5;
    expect_intact();
    heap_blank(&heap);
    heaps.filling = (struct heap_filling){ 0 };
    memset(top, 0, (size_t)(heap.top - top)); /* as loading a state does */
    heap = old;
    assert_memory_equal(before, region, sizeof before);
    assert_ptr_equal(heap_alloc(&heap, 40, 16), freed);
}

static void fills_within_bounds(void **state)
{
    (void)state;
    unsigned char *a = heap_alloc(&heap, 64, 16);
    heap_alloc(&heap, 64, 16);
    heap_free(&heap, a);
    heaps.filling = (struct heap_filling){ .dead = 0xa5, .from = a + 16, .to = a + 32 };
    heap_prepare(&heap);
    assert_true(filled(a, 0, 16) && filled(a + 16, 0xa5, 16) && filled(a + 32, 0, 32));
    expect_intact();
    a[40] = 0xa5;
    expect_problem(HEAP_AFTER_FREE, NULL, 0);
    a[40] = 0;
    a[20] = 0;
    expect_problem(HEAP_AFTER_FREE, NULL, 0);
    heap_blank(&heap);
    assert_true(filled(a, 0, 64));
}

static void finds_overruns_into_the_next_block(void **state)
{
    (void)state;
    /* Its head is damaged from the first byte on, by any number of them: found at the latest when it is freed. */
    for (size_t beyond = 1; beyond <= HEAD; beyond++) {
        for (int with = 0; with < 256; with++) {
            fresh_heap(state);
            unsigned char *a = heap_alloc(&heap, 32, 16), *b = heap_alloc(&heap, 300, 16), before[HEAD];
            assert_ptr_equal(a + 32, b - HEAD);
            memset(heap_alloc(&heap, 10000, 16), 0xff, 10000);
            memcpy(before, a + 32, HEAD);
            memset(a + 32, with, beyond);
            if (memcmp(before, a + 32, HEAD) != 0) {
                expect_problem(HEAP_BETWEEN, a, 32);
                heap_free(&heap, b);
                assert_int_equal(faults, 1);
                assert_int_equal(last.fault, HEAP_BETWEEN);
            }
        }
    }
}

static void finds_overruns_of_the_last_block(void **state)
{
    (void)state;
    unsigned char *a = heap_alloc(&heap, 32, 16);
    expect_intact();
    a[32] = 1;
    expect_problem(HEAP_BEYOND, a, 32);
    heap_free(&heap, a); /* once it is gone nobody could say whose end that was */
    expect_fault(HEAP_BEYOND, a + 32);
    a[32] = 0;
    heap.end = heap.top; /* nothing behind it is looked at when nothing is there */
    a[32] = 1;
    expect_intact();
}

static void finds_overruns_into_free_blocks(void **state)
{
    (void)state;
    unsigned char *a = heap_alloc(&heap, 32, 16), *b = heap_alloc(&heap, 32, 16);
    heap_alloc(&heap, 32, 16);
    heap_free(&heap, b);
    memset(a + 32, 0x41, HEAD);
    assert_null(heap_alloc(&heap, 32, 16));
    assert_int_equal(last.fault, HEAP_BETWEEN);
    assert_ptr_equal(last.block, a);
}

static void poisons_fresh_memory(void **state)
{
    (void)state;
    heaps.filling.fresh = 0xa5;
    unsigned char *a = heap_alloc(&heap, 100, 16), *aligned = heap_alloc(&heap, 100, 512);
    assert_true(filled(a, 0xa5, heap_size(&heap, a)));
    assert_true(filled(aligned, 0xa5, heap_size(&heap, aligned)));
    memset(a, 1, 100);
    heap_free(&heap, a);
    unsigned char *again = heap_alloc(&heap, 100, 16);
    assert_ptr_equal(again, a);
    assert_true(filled(again, 0xa5, heap_size(&heap, again)));
    heap_free(&heap, aligned);
    heap_free(&heap, again);
    assert_true(filled(heap.top, 0, (size_t)(heap.end - heap.top))); /* what is not allocated is zero all the same */
    heap.of_an_actor = false;                                        /* main's */
    assert_true(filled(heap_alloc(&heap, 100, 16), 0, 100));
}

static void says_when_it_is_full(void **state)
{
    (void)state;
    enum { SIZE = 1000 };
    unsigned char *blocks[REGION / SIZE];
    size_t count = 0;
    while ((blocks[count] = heap_alloc(&heap, SIZE, 16)) != NULL) {
        memset(blocks[count++], 0xff, SIZE);
    }
    expect_fault(HEAP_FULL, NULL);
    assert_true(heap.end - heap.top < (ptrdiff_t)(SIZE + HEAD + SIZE / 4));
    heap_free(&heap, blocks[count / 2]);
    assert_ptr_equal(heap_alloc(&heap, SIZE, 16), blocks[count / 2]);
    assert_int_equal(faults, 0);
    static const size_t sizes[] = { REGION, REGION + 1, SIZE_MAX / 2, SIZE_MAX - 64, SIZE_MAX };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        assert_null(heap_alloc(&heap, sizes[i], 16));
        expect_fault(HEAP_FULL, NULL);
        assert_null(heap_alloc(&heap, sizes[i], 4096));
        assert_int_equal(faults, i < COUNT(sizes) - 2 ? 1 : 0); /* sums that overflow are no request at all */
        faults = 0;
    }
    assert_null(heap_alloc(&heap, 16, (size_t)1 << 63));
    assert_int_equal(faults, 1);
}

/* What fits is given, however large the heap is. */
static void serves_large_blocks(void **state)
{
    (void)state;
    enum { LARGE = 64 << 20 };
    unsigned char *memory = calloc(1, LARGE);
    heap_init(&heap, memory, memory + LARGE);
    for (size_t size = 1 << 19; size <= LARGE / 2; size *= 2) {
        void *p = heap_alloc(&heap, size, 16);
        assert_non_null(p);
        heap_free(&heap, p);
    }
    assert_int_equal(faults, 0);
    free(memory);
}

struct shadow {
    unsigned char *at;
    size_t size;
    unsigned char byte;
};

/* One random history; the same seed gives the same one. */
static void live(struct heap *h, unsigned char *start, uint64_t seed, int steps, struct shadow *kept, size_t max)
{
    random_seed = seed;
    for (int step = 0; step < steps; step++) {
        struct shadow *s = &kept[random_below((uint32_t)max)];
        if (s->at != NULL) {
            assert_true(filled(s->at, s->byte, s->size)); /* nobody else wrote there */
            heap_free(h, s->at);
            *s = (struct shadow){ 0 };
        } else {
            size_t size = random_below(4) == 0 ? random_below(8000) : random_below(200);
            size_t align = random_below(8) == 0 ? (size_t)32 << random_below(6) : 16;
            *s = (struct shadow){ heap_alloc(h, size, align), size, (unsigned char)(1 + random_below(255)) };
            assert_non_null(s->at);
            assert_int_equal((uintptr_t)s->at % align, 0);
            assert_true(s->at > start && s->at + size <= h->top);
            assert_true(heap_size(h, s->at) >= size);
            assert_true(filled(s->at, 0, heap_size(h, s->at)));
            memset(s->at, s->byte, size);
        }
    }
}

static void survives_random_histories(void **state)
{
    (void)state;
    enum { KEPT = 150 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct shadow kept[KEPT] = { 0 }, twins[KEPT] = { 0 };
        struct heap twin;
        fresh_heap(state);
        memset(other_region, 0, sizeof other_region);
        heap_init(&twin, other_region, other_region + sizeof other_region);
        twin.of_an_actor = true;
        live(&heap, region, seed, 1500, kept, KEPT);
        live(&twin, other_region, seed, 1500, twins, KEPT);
        assert_memory_equal(region, other_region, sizeof region); /* equal histories, equal bytes */
        assert_memory_equal(heap.free_lists, twin.free_lists, sizeof heap.free_lists);
        assert_int_equal(heap.top - heap.start, twin.top - twin.start);
        assert_true(filled(heap.top, 0, (size_t)(heap.end - heap.top)));
        size_t used = 0;
        for (int i = 0; i < KEPT; i++) {
            used += kept[i].at != NULL ? kept[i].size : 0;
            if (kept[i].at != NULL) {
                memset(kept[i].at, 0, kept[i].size);
                heap_free(&heap, kept[i].at);
            }
        }
        assert_true(used <= REGION);
        /* Everything is free: only the heads of free blocks are left. */
        for (unsigned char *b = heap.start; b < heap.top;) {
            uint32_t units;
            memcpy(&units, b, sizeof units);
            assert_true(units >= 2 && filled(b + HEAD, 0, (size_t)units * 16 - HEAD));
            b += (size_t)units * 16;
        }
        assert_int_equal(faults, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(gives_at_least_what_is_asked_for, fresh_heap),
        cmocka_unit_test_setup(reuses_blocks_of_the_same_class, fresh_heap),
        cmocka_unit_test_setup(takes_the_block_freed_last, fresh_heap),
        cmocka_unit_test_setup(aligns, fresh_heap),
        cmocka_unit_test_setup(the_last_block_leaves_no_trace, fresh_heap),
        cmocka_unit_test_setup(finds_bad_pointers, fresh_heap),
        cmocka_unit_test_setup(finds_double_frees, fresh_heap),
        cmocka_unit_test_setup(finds_every_write_around_a_block, fresh_heap),
        cmocka_unit_test_setup(finds_writes_to_freed_memory, fresh_heap),
        cmocka_unit_test_setup(new_blocks_lie_apart, fresh_heap),
        cmocka_unit_test_setup(fills_within_bounds, fresh_heap),
        cmocka_unit_test_setup(finds_overruns_into_the_next_block, fresh_heap),
        cmocka_unit_test_setup(finds_overruns_of_the_last_block, fresh_heap),
        cmocka_unit_test_setup(finds_overruns_into_free_blocks, fresh_heap),
        cmocka_unit_test_setup(poisons_fresh_memory, fresh_heap),
        cmocka_unit_test_setup(says_when_it_is_full, fresh_heap),
        cmocka_unit_test_setup(serves_large_blocks, fresh_heap),
        cmocka_unit_test_setup(survives_random_histories, fresh_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
