/* The machine and its randomness, as a handler may see them: a step always runs on the same single processor, and randomness is a
 * violation. */
#include <stdio.h>

#include "actor/interpose.h"
#include "actor/real.h"

/* ---- processors ---- */

API int sched_getcpu(void)
{
    return interpose_in_step() ? 0 : real_functions()->sched_getcpu();
}

/* Interposed because it makes no system call that could be trapped: it asks the processor. */
API int getcpu(unsigned *cpu, unsigned *node)
{
    if (!interpose_in_step()) {
        return real_functions()->getcpu(cpu, node);
    }
    if (cpu != NULL) {
        *cpu = 0;
    }
    if (node != NULL) {
        *node = 0;
    }
    return 0;
}

API int get_nprocs(void)
{
    return interpose_in_step() ? 1 : real_functions()->get_nprocs();
}

API int get_nprocs_conf(void)
{
    return interpose_in_step() ? 1 : real_functions()->get_nprocs_conf();
}

API long sysconf(int name)
{
    bool processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
    return interpose_in_step() && processors ? 1 : real_functions()->sysconf(name);
}

/* ---- randomness ---- */

static void hidden_input(const char *function, uint64_t pc)
{
    if (interpose_in_step()) {
        char text[160];
        snprintf(text, sizeof text, "%s() in a handler is a hidden input: use hr_choose()", function);
        request_finding(KIND_NONDETERMINISM, text, NOWHERE, pc);
    }
}

API int rand(void)
{
    hidden_input("rand", CALLER);
    return real_functions()->rand();
}

API long random(void)
{
    hidden_input("random", CALLER);
    return real_functions()->random();
}

API double drand48(void)
{
    hidden_input("drand48", CALLER);
    return real_functions()->drand48();
}

API long lrand48(void)
{
    hidden_input("lrand48", CALLER);
    return real_functions()->lrand48();
}

API long mrand48(void)
{
    hidden_input("mrand48", CALLER);
    return real_functions()->mrand48();
}

API ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    hidden_input("getrandom", CALLER);
    return real_functions()->getrandom(buffer, size, flags);
}

API int getentropy(void *buffer, size_t size)
{
    hidden_input("getentropy", CALLER);
    return real_functions()->getentropy(buffer, size);
}

API uint32_t arc4random(void)
{
    hidden_input("arc4random", CALLER);
    return real_functions()->arc4random();
}
