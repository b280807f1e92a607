#include "guard/held.h"

#include <dlfcn.h>

extern uint64_t _IO_list_all __attribute__((weak)); /* glibc's head of the list of all streams, which is a pointer */

/* A global, like the words. */
static struct {
    uint64_t *word[HELD_WORDS]; /* NULL: there is none */
    uint64_t before[HELD_WORDS];
} held;

/* Of this thread: the exceptions that are being handled, and how many are on their way. */
static uint64_t *exceptions(void)
{
    void *(*globals)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "__cxa_get_globals");
    return globals != NULL ? globals() : NULL;
}

void held_begin(void)
{
    held.word[0] = &_IO_list_all;
    held.word[1] = exceptions();
    held.word[2] = held.word[1] != NULL ? held.word[1] + 1 : NULL;
    for (size_t i = 0; i < HELD_WORDS; i++) {
        held.before[i] = held.word[i] != NULL ? *held.word[i] : 0;
    }
}

struct held held_now(void)
{
    struct held now = { 0 };
    for (size_t i = 0; i < HELD_WORDS; i++) {
        if (held.word[i] != NULL && *held.word[i] != held.before[i]) {
            now.words[i] = *held.word[i];
        }
    }
    return now;
}

void held_set(struct held to)
{
    for (size_t i = 0; i < HELD_WORDS; i++) {
        uint64_t value = to.words[i] != 0 ? to.words[i] : held.before[i];
        if (held.word[i] != NULL && *held.word[i] != value) { /* most actors hold nothing: then no page is written */
            *held.word[i] = value;
        }
    }
}

bool held_is_word(uintptr_t address)
{
    for (size_t i = 0; i < HELD_WORDS; i++) {
        if (address == (uintptr_t)held.word[i]) {
            return true;
        }
    }
    return false;
}
