/* Two actors take turns: `turns KB STEPS [DEPTH [alone | old | new [above]]]`. With `alone` one sends to itself; with `old` the kernel knows no guards inside mappings, as
 * before Linux 6.13; with `above` the last step but one writes beyond the top of its stack. Each has some KB of memory, of which a step writes a word; with DEPTH each step also uses so
 * many KB of its stack, which must be zero before (--audit 0: the audit would fill it). */
#include <errno.h>
#include <harrier.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

HR_MESSAGE(Go, int left; hr_ref other;);
static int kb, depth; /* written by main only */
static bool above;

struct node {
    int *memory;
};

static void begin(struct node *self)
{
    self->memory = malloc((size_t)kb << 10);
    memset(self->memory, 1, (size_t)kb << 10);
}

/* Uses a frame of `depth` KB, all of it or only its deep end; returns how many of the bytes were not zero. What was called in this step before has
 * used the uppermost part. */
__attribute__((noinline)) static int use_stack(bool all)
{
    size_t size = (size_t)depth << 10, used_before = 4 << 10;
    volatile char *here = __builtin_alloca(size);
    __asm__ volatile("" : "+r"(here)); /* or the compiler complains that it is not initialized */
    int found = 0;
    for (size_t i = 0; i < (all ? size - used_before : 1); i += 256) {
        found += here[i] != 0;
        here[i] = 1;
    }
    return found;
}

static void on_go(struct node *self, const struct Go *m)
{
    self->memory[100] = m->left / 2 % 4;
    if (m->left == 1 && above) {
        ((volatile char *)__builtin_frame_address(0))[8 << 10] = 1; /* beyond the top of the stack */
    }
    if (depth > 0) {
        hr_assert(use_stack(m->left % 8 < 4) == 0);
    }
    if (m->left > 0) {
        hr_send(m->other, Go, .left = m->left - 1, .other = hr_self());
    }
}
HR_ACTOR(node, HR_INIT(begin), HR_ON(Go, on_go));

static void make_old(void)
{
    enum { GUARD_INSTALL = 102, ADVICE = offsetof(struct seccomp_data, args[2]) };
    struct sock_filter filter[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 3),
                                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ADVICE),
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, GUARD_INSTALL, 0, 1),
                                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
                                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        exit(1);
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 4 ? argv[4] : "";
    if (strcmp(how, "old") == 0) {
        make_old();
    }
    kb = argc > 1 ? atoi(argv[1]) : 1;
    depth = argc > 3 ? atoi(argv[3]) : 0;
    above = argc > 5;
    hr_ref a = hr_spawn(node), b = hr_spawn(node);
    hr_send(a, Go, .left = argc > 2 ? atoi(argv[2]) : 1000, .other = strcmp(how, "alone") == 0 ? a : b);
    return hr_run();
}
