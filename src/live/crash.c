/* Deadly signals. A stack that overflows into its guard is reported as a stack overflow. At any other signal a recording is completed; then the
 * program's own handler or the default action follows, as it would without this runtime. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "live/runtime.h"

static const int deadly[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
enum { DEADLY = sizeof deadly / sizeof *deadly, OF_STACKS = 2 /* the first ones */, SIGNAL_STACK = 64 << 10 };
static struct sigaction before[DEADLY];

static struct actor *overflowing(const void *address)
{
    struct worker *w = live_me();
    struct co *co = w == NULL ? NULL : w->co;
    return co != NULL && co != &w->home && live_stack_guard_has(co, address) ? co->actor : NULL;
}

static void tell_overflow(struct actor *a)
{
    char text[1000];
    struct text t = text_in(text, sizeof text);
    text_add(&t, "stack overflow in actor ");
    live_label(a, &t);
    text_printf(&t, ": its stack has %lu KB; HARRIER_STACK=%luK gives it more", (unsigned long)live_stack_bytes >> 10,
                (unsigned long)live_stack_bytes >> 8);
    live_die_in_signal("stack", text);
}

static void on_crash(int number, siginfo_t *info, void *context)
{
    char text[100];
    struct text t = text_in(text, sizeof text);
    (void)context;
    struct actor *a = info->si_code > 0 && (number == SIGSEGV || number == SIGBUS) ? overflowing(info->si_addr) : NULL;
    if (a != NULL) {
        tell_overflow(a);
    }
    text_printf(&t, "signal %d", number);
    if (live_recording) {
        live_record_finish("crash", text);
    }
    for (size_t i = 0; i < DEADLY; i++) {
        if (deadly[i] == number) {
            sigaction(number, &before[i], NULL);
        }
    }
    if (info->si_code <= 0) {
        raise(number); /* sent by kill() or raise(); a fault comes again by itself */
    }
}

/* Handlers of signals get a stack of their own: they could not run on one that is full. */
void live_crash_thread(void)
{
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
        struct worker *w = live_me();
        w->signal_stack = w->signal_stack != NULL ? w->signal_stack : live_need(malloc(SIGNAL_STACK));
        stack = (stack_t){ .ss_sp = w->signal_stack, .ss_size = SIGNAL_STACK };
        sigaltstack(&stack, NULL);
    }
}

void live_crash_begin(void)
{
    live_crash_thread();
    for (size_t i = 0; i < (live_recording ? DEADLY : OF_STACKS); i++) {
        struct sigaction action = { .sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO };
        sigaction(deadly[i], &action, &before[i]);
    }
}
