/* How the program ends when something is wrong: one message, the rest of a recording, an exit status. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/forced.h"
#include "base/text.h"
#include "harrier/adapter.h"
#include "live/runtime.h"

#define API __attribute__((visibility("default")))

enum { PLACE = 400 };

static void where(struct text *t)
{
    struct worker *w = live_me();
    struct co *co = w == NULL ? NULL : w->co;
    if (co == NULL || co->actor == NULL) {
        return;
    }
    text_add(t, " (in ");
    live_label(co->actor, t);
    if (co->current != NULL && co->current->type != NULL) {
        text_printf(t, ", which handles %s from ", co->current->type->name);
        live_ref_label(co->current->sender, t);
    }
    text_add(t, ")");
}

static void *flush_streams(void *unused)
{
    fflush(NULL);
    return unused;
}

/* Flushing may block, because a stream is locked while another handler reads from it: it is given up after a second. */
static void flush_what_can_be(void)
{
    pthread_t thread;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (pthread_create(&thread, NULL, flush_streams, NULL) == 0) {
        pthread_timedjoin_np(thread, NULL, &until);
    }
}

/* The first thread that gets here reports its violation and ends the process; all others wait for that. */
static void be_the_one_that_dies(void)
{
    static atomic_flag dying = ATOMIC_FLAG_INIT;
    static __thread bool by_this_thread;
    if (by_this_thread) {
        _exit(1); /* a violation inside exit(), in a function that it runs */
    }
    by_this_thread = true;
    while (atomic_flag_test_and_set(&dying)) {
        pause();
    }
}

static void die(const char *kind, const char *file, int line, const char *format, va_list args)
{
    char text[1500], place[PLACE] = "";
    be_the_one_that_dies();
    vsnprintf(text, sizeof text, format, args);
    struct text t = { .at = text, .length = strlen(text), .capacity = sizeof text };
    where(&t);
    if (file != NULL) {
        snprintf(place, sizeof place, "%s:%d: ", file, line);
    }
    live_trace_violation(kind, place, text);
    fflush(stdout);
    fprintf(stderr, "%serror: %s\n", place, text);
    if (!live_running) {
        exit(1);
    }
    flush_what_can_be();
    _exit(1); /* other threads run: nothing may be torn down under them */
}

void live_die(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    die("misuse", file, line, format, args);
    abort();
}

void live_die_kind(const char *kind, const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    die(kind, file, line, format, args);
    abort();
}

/* The interrupted code may be inside printf() or malloc() and hold their locks, so only functions that take no lock are used. */
static __attribute__((noreturn)) void die_in_signal(const char *kind, const char *text)
{
    char line[1500];
    struct text t = text_in(line, sizeof line);
    be_the_one_that_dies();
    live_trace_violation(kind, "", text);
    text_printf(&t, "error: %s\n", text);
    (void)!write(STDERR_FILENO, line, t.length);
    _exit(1);
}

void live_unusable(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[1000];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "harrier: %s\n", text);
    live_tell(FORCED_MISFIT, text);
    _exit(2);
}

/* ---- deadly signals ---- */

/* A stack that overflows into its guard is reported as a stack overflow. At any other signal a recording is completed; then the program's own
 * handler or the default action follows, as it would without this runtime. */
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
    die_in_signal("stack", text);
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
void live_signals_thread(void)
{
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
        struct worker *w = live_me();
        w->signal_stack = w->signal_stack != NULL ? w->signal_stack : live_need(malloc(SIGNAL_STACK));
        stack = (stack_t){ .ss_sp = w->signal_stack, .ss_size = SIGNAL_STACK };
        sigaltstack(&stack, NULL);
    }
}

void live_signals_begin(void)
{
    live_signals_thread();
    for (size_t i = 0; i < (live_recording ? DEADLY : OF_STACKS); i++) {
        struct sigaction action = { .sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO };
        sigaction(deadly[i], &action, &before[i]);
    }
}

/* ---- harrier/adapter.h ---- */

/* These are for the checker. */
API void hr_shows(const struct hr_actor_type *type, void (*show)(const void *state), bool whole)
{
    (void)type, (void)show, (void)whole;
}

API void hr_show(const char *name, const char *format, ...)
{
    (void)name, (void)format;
}

/* They are there so that programs with an adapter link. Actors of other libraries are not created live, so no actor can call them. */
API hr_received hr_adapter_wait(void)
{
    live_workers_begin();
    live_die(NULL, 0, "hr_adapter_wait() outside an actor of an adapter");
}

API void hr_adapter_finding(enum hr_finding kind, const char *text, const char *file, int line)
{
    static const char *const kinds[] = { [HR_FINDING_ASSERTION] = "assertion",
                                         [HR_FINDING_UNHANDLED] = "unhandled",
                                         [HR_FINDING_MISUSE] = "misuse",
                                         [HR_FINDING_INVARIANT] = "invariant" };
    live_workers_begin();
    if ((unsigned)kind >= sizeof kinds / sizeof kinds[0] || text == NULL) {
        live_die(NULL, 0, "hr_adapter_finding() of no kind, or without a text");
    }
    live_die_kind(kinds[kind], file, line, "%s", text);
}
