/* What a step can do to the machine, or read of it, without a system call: `machine NAME`. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

static const char *chosen;
static long offset; /* "word OFFSET": in the thread's control block, or below it in thread-local variables of libc */

HR_MESSAGE(Go);
struct worker {
    int seen;
    char room[4096]; /* for thread-local variables that are not there */
};

/* The upper half of a vector register that no function call keeps. */
__attribute__((target("avx"), noinline)) static void leave_wide(void)
{
    __asm__ volatile("vpcmpeqd %%xmm5, %%xmm5, %%xmm5\n\tvinsertf128 $1, %%xmm5, %%ymm5, %%ymm5" : : : "xmm5");
}
__attribute__((target("avx"), noinline)) static int see_wide(void)
{
    unsigned char bytes[32];
    __asm__ volatile("vmovdqu %%ymm5, %0" : "=m"(bytes));
    return bytes[31];
}
/* A mask register, and one of those that only AVX-512 has. */
__attribute__((target("avx512f"), noinline)) static void leave_widest(void)
{
    __asm__ volatile("kxnorw %%k3, %%k3, %%k3\n\tvpternlogd $0xff, %%zmm20, %%zmm20, %%zmm20" : : : "memory");
}
__attribute__((target("avx512f"), noinline)) static int see_widest(void)
{
    unsigned char bytes[64];
    int mask;
    __asm__ volatile("vmovdqu32 %%zmm20, %0\n\tkmovw %%k3, %1" : "=m"(bytes), "=r"(mask));
    return bytes[63] | mask;
}

static void on_go(struct worker *self, const struct Go *m)
{
    unsigned processor;
    if (strcmp(chosen, "time_stamp") == 0) {
        self->seen = (int)(__rdtsc() != 0);
    } else if (strcmp(chosen, "time_stamp_and_processor") == 0) {
        self->seen = (int)(__rdtscp(&processor) != 0);
    } else if (strcmp(chosen, "wide") == 0 && __builtin_cpu_supports("avx")) {
        self->seen = see_wide();
        leave_wide();
    } else if (strcmp(chosen, "widest") == 0 && __builtin_cpu_supports("avx512f")) {
        self->seen = see_widest();
        leave_widest();
    } else if (strcmp(chosen, "gs") == 0) {
        __asm__ volatile("wrgsbase %0" : : "r"(0x1234L));
    } else if (strcmp(chosen, "fs") == 0) {
        __asm__ volatile("wrfsbase %0" : : "r"(self->room + 2048));
    } else if (strcmp(chosen, "fs_crash") == 0) {
        __asm__ volatile("wrfsbase %0\n\tmovl $1, 0" : : "r"(self->room + 2048) : "memory");
    } else if (strcmp(chosen, "fs_loop") == 0) {
        __asm__ volatile("wrfsbase %0\n1:\tjmp 1b" : : "r"(self->room + 2048) : "memory");
    } else if (strcmp(chosen, "keys") == 0) {
        __asm__ volatile("rdpkru\n\txorl $0x80000000, %%eax\n\twrpkru" : : "c"(0) : "eax", "edx", "memory");
    }
    if (strcmp(chosen, "word") == 0) {
        *(long *)((char *)__builtin_thread_pointer() + offset) ^= -1;
    } else if (strcmp(chosen, "all_words") == 0) {
        memset((char *)__builtin_thread_pointer() - 2000, 0xff, 4000);
    }
    hr_assert(self->seen == 0);
}
HR_ACTOR(worker, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    chosen = argc > 1 ? argv[1] : "";
    offset = argc > 2 ? atol(argv[2]) : 0;
    for (int i = 0; i < 3; i++) {
        hr_send(hr_spawn(worker), Go);
    }
    if (strcmp(chosen, "time_stamp_of_main") == 0) {
        return __rdtsc() == 0 ? 1 : hr_run();
    }
    return hr_run();
}
