/* What a step could learn without asking anybody: `inputs NAME` sends such a number in a message, and it becomes part of the receiver's state.
 * `inputs` alone prints the names. In every run it must be the same number, or a finding. */
#define _GNU_SOURCE
#include <harrier.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

static uint64_t fold(const void *bytes, size_t size)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum = sum * 31 + ((const unsigned char *)bytes)[i];
    }
    return sum & 0xffffff; /* no address, wherever actors are */
}

static uint64_t auxiliary_random(void)
{
    return fold((const void *)getauxval(AT_RANDOM), 16);
}
static uint64_t auxiliary_vector(void)
{
    uint64_t sum = 0;
    for (unsigned long type = 1; type < 64; type++) {
        uint64_t value = getauxval(type);
        sum = sum * 31 + (type == AT_RANDOM || type == AT_EXECFN ? 0 : value);
    }
    return fold(&sum, sizeof sum);
}
static uint64_t stack_mark(void)
{
    uint64_t mark = 0;
#if defined(__x86_64__)
    __asm__ volatile("mov %%fs:0x28, %0" : "=r"(mark));
#endif
    return fold(&mark, sizeof mark);
}
extern const ptrdiff_t __rseq_offset __attribute__((weak));
static uint64_t processor_by_rseq(void)
{
    const char *area = &__rseq_offset != NULL ? (const char *)__builtin_thread_pointer() + __rseq_offset : NULL;
    return area != NULL ? fold(area, 8) : 0;
}
static uint64_t processor(void)
{
    return (uint64_t)sched_getcpu();
}
static uint64_t processor_and_node(void)
{
    unsigned cpu = 5, node = 5;
    getcpu(&cpu, &node);
    return cpu * 10 + node;
}
#if defined(__x86_64__)
static uint64_t cycles(void)
{
    return __rdtsc() & 0xffffff;
}
#endif
static uint64_t time_c11(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return fold(&t, sizeof t);
}
static uint64_t time_seconds(void)
{
    return (uint64_t)time(NULL);
}
static uint64_t time_of_day(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return fold(&t, sizeof t);
}
static uint64_t clocks(void)
{
    uint64_t sum = 0;
    for (clockid_t c = 0; c < 12; c++) {
        struct timespec t = { 0 };
        clock_gettime(c, &t);
        sum = sum * 31 + fold(&t, sizeof t);
    }
    return sum & 0xffffff;
}
static uint64_t processor_time(void)
{
    return (uint64_t)clock();
}
static uint64_t process_times(void)
{
    struct tms t;
    return (uint64_t)times(&t);
}
static uint64_t resources(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return fold(&u, sizeof u);
}
static uint64_t process(void)
{
    return (uint64_t)getpid() * 1000 + (uint64_t)getppid();
}
static uint64_t thread(void)
{
    pthread_t t = pthread_self();
    return fold(&t, sizeof t);
}
static uint64_t own_stack(void)
{
    int here;
    void *at = &here;
    return fold(&at, sizeof at);
}
static uint64_t own_code(void)
{
    uint64_t (*at)(void) = own_code;
    return fold(&at, sizeof at);
}
static uint64_t library_code(void)
{
    int (*at)(const char *, ...) = printf;
    return fold(&at, sizeof at);
}
static uint64_t temporary_name(void)
{
    char name[] = "/tmp/XXXXXX";
    return mkstemp(name) >= 0 ? fold(name, sizeof name) : 0;
}
static uint64_t entropy(void)
{
    uint64_t n = 0;
    getentropy(&n, sizeof n);
    return fold(&n, sizeof n);
}
static uint64_t load(void)
{
    double l[3] = { 0 };
    getloadavg(l, 3);
    return fold(l, sizeof l);
}

#define INPUT(name) \
    {               \
#name, name \
    }
static const struct input {
    const char *name;
    uint64_t (*read)(void);
} inputs[] = {
    INPUT(auxiliary_random),
    INPUT(auxiliary_vector),
    INPUT(stack_mark),
    INPUT(processor_by_rseq),
    INPUT(processor),
    INPUT(processor_and_node),
#if defined(__x86_64__)
    INPUT(cycles),
#endif
    INPUT(time_c11),
    INPUT(time_seconds),
    INPUT(time_of_day),
    INPUT(clocks),
    INPUT(processor_time),
    INPUT(process_times),
    INPUT(resources),
    INPUT(process),
    INPUT(thread),
    INPUT(own_stack),
    INPUT(own_code),
    INPUT(library_code),
    INPUT(temporary_name),
    INPUT(entropy),
    INPUT(load),
};
static const struct input *chosen; /* by main */

HR_MESSAGE(Go);
HR_MESSAGE(Number, uint64_t value;);
struct sink {
    uint64_t value;
};
static void on_number(struct sink *self, const struct Number *m)
{
    self->value = m->value;
}
HR_ACTOR(sink, HR_ON(Number, on_number));
struct source {
    hr_ref sink;
};
static void on_go(struct source *self, const struct Go *m)
{
    hr_send(self->sink, Number, .value = chosen->read());
}
HR_ACTOR(source, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        if (argc < 2) {
            puts(inputs[i].name);
        } else if (strcmp(argv[1], inputs[i].name) == 0) {
            chosen = &inputs[i];
        }
    }
    if (chosen == NULL) {
        return argc < 2 ? 0 : 2;
    }
    hr_send(hr_spawn(source, .sink = hr_spawn(sink)), Go);
    return hr_run();
}
