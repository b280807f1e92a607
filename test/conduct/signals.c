/* main() takes signals away that the checker needs, by ways that have little in common. What a handler does wrong is found all the same.
 *     signals              names all cases
 *     signals CASE HOW     does one; a handler then writes a variable that is not its own, or hangs */
#include <harrier.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

HR_MESSAGE(Go);
static const char *how;
static int elsewhere;

static void nothing(int signal)
{
    (void)signal;
}

static void by_kernel(void)
{
    unsigned long mask = ~0UL;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &mask, NULL, sizeof mask);
    for (int i = 1; i < 65; i++) {
        unsigned long ignored[4] = { (unsigned long)SIG_IGN };
        syscall(SYS_rt_sigaction, i, ignored, NULL, sizeof(unsigned long));
    }
    syscall(SYS_sigaltstack, &(stack_t){ .ss_flags = SS_DISABLE }, NULL);
}

struct way {
    const char *name;
    void (*one)(int signal);
    void (*all)(void);
};

static void one_ignored(int signal)
{
    sigignore(signal);
}
static void one_held(int signal)
{
    sighold(signal);
}
static void one_sysv(int signal)
{
    sysv_signal(signal, nothing);
}
static void one_old(int signal)
{
    ssignal(signal, SIG_IGN);
}
static void one_blocked(int signal)
{
    sigblock(1 << (signal - 1));
}
static void all_masked(void)
{
    sigsetmask(~0);
}

static const struct way ways[] = {
    { "ignored", one_ignored, NULL }, { "held", one_held, NULL },     { "sysv", one_sysv, NULL },       { "old", one_old, NULL },
    { "blocked", one_blocked, NULL }, { "masked", NULL, all_masked }, { "by-kernel", NULL, by_kernel },
};
enum { WAYS = sizeof ways / sizeof *ways };

struct act {
    int n;
};
static void on_go(struct act *self, const struct Go *m)
{
    while (strcmp(how, "hangs") == 0) {}
    elsewhere++;
}
HR_ACTOR(act, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    for (size_t i = 0; i < WAYS; i++) {
        if (argc < 3) {
            puts(ways[i].name);
        } else if (strcmp(argv[1], ways[i].name) == 0 && ways[i].all != NULL) {
            ways[i].all();
        } else if (strcmp(argv[1], ways[i].name) == 0) {
            for (int signal = 1; signal <= 31; signal++) {
                if (signal != SIGKILL && signal != SIGSTOP) {
                    ways[i].one(signal);
                }
            }
        }
    }
    if (argc < 3) {
        return 0;
    }
    how = argv[2];
    hr_send(hr_spawn(act), Go);
    return hr_run();
}
