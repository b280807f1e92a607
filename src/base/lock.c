/* The second mutex of Ulrich Drepper, "Futexes are tricky" (2011), section 5: 0 free, 1 held, 2 held and waited for. */
#include "base/lock.h"

#include <linux/futex.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

struct locks locks;

void lock_take_shared(enum lock_name name)
{
    if (locks.held[name]++ != 0) {
        return;
    }
    uint32_t *word = &locks.shared[name], seen = 0;
    if (__atomic_compare_exchange_n(word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        return;
    }
    while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE) != 0) {
        syscall(SYS_futex, word, FUTEX_WAIT, 2, NULL, NULL, 0);
    }
}

void lock_give_shared(enum lock_name name)
{
    if (--locks.held[name] != 0) {
        return;
    }
    uint32_t *word = &locks.shared[name];
    if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2) {
        syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}
