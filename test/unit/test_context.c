/* Switching stacks: entered with an aligned stack and clean registers, left with everything where it was. */
#include "unit.h"

#include <fenv.h>

#include "actor/context.h"

enum { STACK = 64 << 10 };

static _Alignas(16) unsigned char stacks[16][STACK];
static void *home, *away;

/* registers_across_switch(save, load, values): rbx rbp r12 r13 r14 r15 hold values[0..5], the switch is made, and after the
 * way back values[] is what they hold. note_registers: an entry that keeps what they hold in seen[] and goes home.
 * clear_registers(out): what rax rcx rdx r8 r9 r10 r11 xmm0 xmm7 xmm15 are after context_clear. */
void registers_across_switch(void **save, void *load, uint64_t values[6]);
void note_registers(void);
void clear_registers(uint64_t out[10]);
uint64_t seen[6];
__asm__(".text\n"
        "registers_across_switch:\n"
        "pushq %rbx\n pushq %rbp\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n pushq %rdx\n"
        "movq 0(%rdx), %rbx\n movq 8(%rdx), %rbp\n movq 16(%rdx), %r12\n"
        "movq 24(%rdx), %r13\n movq 32(%rdx), %r14\n movq 40(%rdx), %r15\n"
        "call context_switch\n"
        "popq %rdx\n"
        "movq %rbx, 0(%rdx)\n movq %rbp, 8(%rdx)\n movq %r12, 16(%rdx)\n"
        "movq %r13, 24(%rdx)\n movq %r14, 32(%rdx)\n movq %r15, 40(%rdx)\n"
        "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbp\n popq %rbx\n ret\n"
        "note_registers:\n"
        "leaq seen(%rip), %rax\n"
        "movq %rbx, 0(%rax)\n movq %rbp, 8(%rax)\n movq %r12, 16(%rax)\n"
        "movq %r13, 24(%rax)\n movq %r14, 32(%rax)\n movq %r15, 40(%rax)\n"
        "jmp go_home\n"
        "clear_registers:\n"
        "pushq %rdi\n"
        "movq $-1, %rax\n movq %rax, %rcx\n movq %rax, %rdx\n movq %rax, %r8\n movq %rax, %r9\n movq %rax, %r10\n"
        "movq %rax, %r11\n movq %rax, %xmm0\n movq %rax, %xmm7\n movq %rax, %xmm15\n"
        "call context_clear\n"
        "popq %rdi\n"
        "movq %rax, 0(%rdi)\n movq %rcx, 8(%rdi)\n movq %rdx, 16(%rdi)\n movq %r8, 24(%rdi)\n movq %r9, 32(%rdi)\n"
        "movq %r10, 40(%rdi)\n movq %r11, 48(%rdi)\n movq %xmm0, 56(%rdi)\n movq %xmm7, 64(%rdi)\n movq %xmm15, 72(%rdi)\n"
        "ret\n");

void go_home(void);
__attribute__((used)) void go_home(void)
{
    for (;;) {
        context_switch(&away, home);
    }
}

static uintptr_t frame;
static int visits;

static void note_frame(void)
{
    for (;;) {
        frame = (uintptr_t)__builtin_frame_address(0);
        visits++;
        context_switch(&away, home);
    }
}

static void enters_on_its_own_aligned_stack(void **state)
{
    (void)state;
    for (size_t lower = 0; lower < 64; lower += 16) {
        unsigned char *top = stacks[0] + STACK - lower;
        visits = 0;
        away = context_prepare(top, note_frame);
        assert_true((unsigned char *)away < top && (unsigned char *)away >= top - 256);
        assert_int_equal(visits, 0);
        context_switch(&home, away);
        assert_int_equal(visits, 1);
        assert_int_equal(frame % 16, 0); /* the saved frame pointer is 16 below where the caller was aligned */
        assert_true(frame < (uintptr_t)top && frame > (uintptr_t)top - 512);
        context_switch(&home, away);
        assert_int_equal(visits, 2); /* it went on, and did not begin again */
    }
}

static void starts_with_clean_registers(void **state)
{
    (void)state;
    uint64_t values[6] = { 1, 2, 3, 4, 5, 6 };
    memset(seen, 0xff, sizeof seen);
    memset(stacks[0], 0xff, STACK);
    registers_across_switch(&home, context_prepare(stacks[0] + STACK, note_registers), values);
    for (size_t i = 0; i < COUNT(seen); i++) {
        assert_int_equal(seen[i], 0);
    }
}

static void destroy_registers(void)
{
    for (;;) {
        __asm__ volatile("movq $-1, %%rbx\n movq $-2, %%r12\n movq $-3, %%r13\n movq $-4, %%r14\n movq $-5, %%r15\n"
                         :
                         :
                         : "rbx", "r12", "r13", "r14", "r15", "memory");
        context_switch(&away, home);
    }
}

static void keeps_callee_saved_registers(void **state)
{
    (void)state;
    away = context_prepare(stacks[0] + STACK, destroy_registers);
    for (int round = 0; round < 10; round++) {
        uint64_t values[6], expected[6];
        random_fill(values, sizeof values);
        memcpy(expected, values, sizeof values);
        registers_across_switch(&home, away, values);
        assert_memory_equal(values, expected, sizeof values);
    }
}

static void *parked[16];
static uint64_t sums[16];
static size_t turn;

static void add_up(void)
{
    size_t me = turn;
    uint64_t sum = 0;
    for (uint64_t n = 1;; n++) {
        sum += n * (me + 1);
        sums[me] = sum;
        context_switch(&parked[me], home);
    }
}

static void many_take_turns(void **state)
{
    (void)state;
    uint64_t rounds[16] = { 0 };
    for (size_t i = 0; i < COUNT(parked); i++) {
        parked[i] = context_prepare(stacks[i] + STACK, add_up);
    }
    for (int k = 0; k < 5000; k++) {
        turn = random_below(COUNT(parked));
        rounds[turn]++;
        context_switch(&home, parked[turn]);
        assert_int_equal(sums[turn], rounds[turn] * (rounds[turn] + 1) / 2 * (turn + 1));
    }
}

/* A stack's bytes depend on what ran there, not on when or after what: prepared again it is the same. */
static void leaves_the_same_bytes_each_time(void **state)
{
    (void)state;
    static unsigned char first[STACK];
    for (int round = 0; round < 3; round++) {
        memset(stacks[0], 0, STACK);
        uint64_t values[6];
        random_fill(values, sizeof values);
        visits = 0;
        registers_across_switch(&home, context_prepare(stacks[0] + STACK, note_frame), values);
        if (round == 0) {
            memcpy(first, stacks[0], STACK);
        }
        assert_memory_equal(first, stacks[0], STACK);
    }
}

static void clears_what_calls_may_destroy(void **state)
{
    (void)state;
    uint64_t out[10];
    memset(out, 0xff, sizeof out);
    clear_registers(out);
    for (size_t i = 0; i < COUNT(out); i++) {
        assert_int_equal(out[i], 0);
    }
}

static void resets_the_fpu(void **state)
{
    (void)state;
    fesetround(FE_UPWARD);
    feraiseexcept(FE_DIVBYZERO);
    context_reset_fpu();
    assert_int_equal(fegetround(), FE_TONEAREST);
    assert_int_equal(fetestexcept(FE_ALL_EXCEPT), 0);
}

static void knows_calls(void **state)
{
    (void)state;
    static const struct {
        unsigned char code[6]; /* the return address is behind it */
        bool call;
    } cases[] = {
        { { 0x90, 0xe8, 1, 2, 3, 4 }, true },             /* call rel32 */
        { { 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0 }, true }, /* call *%rax */
        { { 0x90, 0x90, 0x90, 0x41, 0xff, 0xd4 }, true }, /* call *%r12 */
        { { 0x90, 0x90, 0x90, 0xff, 0x50, 0x08 }, true }, /* call *8(%rax) */
        { { 0xff, 0x15, 1, 2, 3, 4 }, true },             /* call *1(%rip) */
        { { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90 }, false },
        { { 0x90, 0xe9, 1, 2, 3, 4 }, false },             /* jmp rel32 */
        { { 0x90, 0x90, 0x90, 0x90, 0xff, 0xe0 }, false }, /* jmp *%rax */
        { { 0x90, 0x90, 0x90, 0x90, 0x90, 0xc3 }, false }, /* ret */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(context_follows_call(cases[i].code + 6), cases[i].call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enters_on_its_own_aligned_stack),
        cmocka_unit_test(starts_with_clean_registers),
        cmocka_unit_test(keeps_callee_saved_registers),
        cmocka_unit_test(many_take_turns),
        cmocka_unit_test(leaves_the_same_bytes_each_time),
        cmocka_unit_test(clears_what_calls_may_destroy),
        cmocka_unit_test(resets_the_fpu),
        cmocka_unit_test(knows_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
