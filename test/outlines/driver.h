/* What the generated program shares: which type, sent how, with which leaf left unwritten or holding an address, over which old bytes. */
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum colour { GREEN, RED };

HR_MESSAGE(Go);
HR_MESSAGE(End);

static struct {
    int type, skip, place, dirty;
    char way; /* m: a message, c: carried by one, s: a new actor */
} asked;

/* The compiler must not know what was in it before. */
static void hide(void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

static void put(void *leaf, size_t size, void *p)
{
    memcpy(leaf, &p, size < sizeof p ? size : sizeof p);
}

/* Before a member of which only a part is written: the rest is data, which must be the same where old bytes are no matter. */
static void clear(void *member, size_t size)
{
    if (asked.dirty) {
        memset(member, 0, size);
    }
}

static void put_text(char *to, const char *text)
{
    memcpy(to, text, strlen(text) + 1); /* what was behind it stays */
}

#define NOWHERE ((struct hr_place){ __FILE__, __LINE__ })
#define DRIVE(t)                                                                                                        \
    static void drive##t(hr_ref to)                                                                                     \
    {                                                                                                                   \
        struct M##t x[2];                                                                                               \
        void *p = asked.place >= 0 ? malloc(24) : NULL;                                                                 \
        hide(x);                                                                                                        \
        if (asked.dirty) {                                                                                              \
            memset(x, hr_choose(2) ? 0x5a : 0, sizeof x);                                                               \
            hide(x);                                                                                                    \
        }                                                                                                               \
        fill##t(&x[0], asked.way == 'm' || asked.way == 's' ? asked.skip : -1, asked.way == 'c' ? -1 : asked.place, p); \
        fill##t(&x[1], asked.skip, asked.place, p);                                                                     \
        if (asked.way == 'm') {                                                                                         \
            hr_send_(to, &hr_type_M##t, x, sizeof *x, NOWHERE);                                                         \
        } else if (asked.way == 'c') {                                                                                  \
            struct A##t a = { .count = 2, .items = x };                                                                 \
            hr_send(to, A##t, .count = a.count, .items = a.items);                                                      \
        } else {                                                                                                        \
            struct S##t s; /* without a variable of this type there is no debug information on it */                    \
            memcpy(&s, x, sizeof s);                                                                                    \
            hr_spawn_(&hr_actor_S##t, &s, sizeof s);                                                                    \
        }                                                                                                               \
        memset(x, 0, sizeof x);                                                                                         \
        hide(x);                                                                                                        \
        free(p);                                                                                                        \
    }
