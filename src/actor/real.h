/* The C library's own functions behind those that the engine interposes. */
#ifndef HARRIER_ACTOR_REAL_H
#define HARRIER_ACTOR_REAL_H

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <wchar.h>

/* operator new, by the names that C++ compilers make of it: X(name, parameters, arguments). */
typedef const void *nothrow_tag;
/* clang-format off */
#define REAL_NEW(X) \
    X(_Znwm, (size_t size), (size)) \
    X(_Znam, (size_t size), (size)) \
    X(_ZnwmRKSt9nothrow_t, (size_t size, nothrow_tag tag), (size, tag)) \
    X(_ZnamRKSt9nothrow_t, (size_t size, nothrow_tag tag), (size, tag)) \
    X(_ZnwmSt11align_val_t, (size_t size, size_t align), (size, align)) \
    X(_ZnamSt11align_val_t, (size_t size, size_t align), (size, align)) \
    X(_ZnwmSt11align_val_tRKSt9nothrow_t, (size_t size, size_t align, nothrow_tag tag), (size, align, tag)) \
    X(_ZnamSt11align_val_tRKSt9nothrow_t, (size_t size, size_t align, nothrow_tag tag), (size, align, tag))
/* clang-format on */
#define REAL_NEW_MEMBER(name, parameters, arguments) void *(*name)parameters;

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
    __typeof__(&strdup) strdup;
    __typeof__(&strndup) strndup;
    __typeof__(&wcsdup) wcsdup;
    __typeof__(&vasprintf) vasprintf;
    __typeof__(&getdelim) getdelim;
    __typeof__(&realpath) realpath;
    REAL_NEW(REAL_NEW_MEMBER) /* NULL: the program has no C++ library, yet */
    void (*assert_fail)(const char *condition, const char *file, unsigned line, const char *function);
};

/* All of them, looked up at the first call. The lookup allocates memory, so the first call must not be in a step. */
const struct real *real_functions(void);
/* Looks them up again: a library was loaded. */
const struct real *real_functions_again(void);

#endif
