#include "actor/real.h"

#include <dlfcn.h>
#include <stdbool.h>

#define LOOK_UP(function) real.of.function = (__typeof__(real.of.function))dlsym(RTLD_NEXT, #function)

/* A global because the program's calls pass no context. */
static struct {
    struct real of;
    bool known;
} real;

const struct real *real_functions(void)
{
    if (real.known) {
        return &real.of;
    }
    LOOK_UP(sched_getcpu);
    LOOK_UP(getcpu);
    LOOK_UP(get_nprocs);
    LOOK_UP(get_nprocs_conf);
    LOOK_UP(sysconf);
    LOOK_UP(rand);
    LOOK_UP(random);
    LOOK_UP(drand48);
    LOOK_UP(lrand48);
    LOOK_UP(mrand48);
    LOOK_UP(getrandom);
    LOOK_UP(getentropy);
    LOOK_UP(arc4random);
    LOOK_UP(exit);
    LOOK_UP(_exit);
    LOOK_UP(quick_exit);
    LOOK_UP(abort);
    LOOK_UP(raise);
    LOOK_UP(strdup);
    LOOK_UP(strndup);
    LOOK_UP(wcsdup);
    LOOK_UP(vasprintf);
    LOOK_UP(getdelim);
    LOOK_UP(realpath);
#define LOOK_UP_NEW(name, parameters, arguments) LOOK_UP(name);
    REAL_NEW(LOOK_UP_NEW)
    real.of.assert_fail = (__typeof__(real.of.assert_fail))dlsym(RTLD_NEXT, "__assert_fail");
    real.known = true;
    return &real.of;
}

const struct real *real_functions_again(void)
{
    real.known = false;
    return real_functions();
}
