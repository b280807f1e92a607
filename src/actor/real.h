/* The C library's own functions behind those that the engine interposes. */
#ifndef HARRIER_ACTOR_REAL_H
#define HARRIER_ACTOR_REAL_H

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/sysinfo.h>
#include <unistd.h>

struct real {
    __typeof__(&sched_getcpu) sched_getcpu;
    __typeof__(&getcpu) getcpu;
    __typeof__(&get_nprocs) get_nprocs;
    __typeof__(&get_nprocs_conf) get_nprocs_conf;
    __typeof__(&sysconf) sysconf;
    __typeof__(&rand) rand;
    __typeof__(&random) random;
    __typeof__(&drand48) drand48;
    __typeof__(&lrand48) lrand48;
    __typeof__(&mrand48) mrand48;
    __typeof__(&getrandom) getrandom;
    __typeof__(&getentropy) getentropy;
    __typeof__(&arc4random) arc4random;
    __typeof__(&exit) exit;
    __typeof__(&_exit) _exit;
    __typeof__(&quick_exit) quick_exit;
    __typeof__(&abort) abort;
    __typeof__(&raise) raise;
    void (*assert_fail)(const char *condition, const char *file, unsigned line, const char *function);
};

/* All of them, looked up at the first call. The lookup allocates memory, so the first call must not be in a step. */
const struct real *real_functions(void);

#endif
