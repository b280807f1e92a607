/* Modes of floating point that main() sets: handlers compute with them, as they do live.
 *     modes                names all cases
 *     modes CASE WHEN      sets them first of all, when all actors are there (last), before hr_settle (settled), or not at all (never); a handler
 *                          fails if it does not compute with them */
#include <harrier.h>
#include <stdio.h>
#include <string.h>

HR_MESSAGE(Go);
static volatile double one = 1, three = 3, tiny = 1e-310;
static volatile long double long_one = 1, long_three = 3;
static const char *what;
static double third;
static long double long_third;

static void set_sse(unsigned word)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(word));
}

static void set_x87(unsigned short word)
{
    __asm__ volatile("fldcw %0" : : "m"(word));
}

static void set_modes(void)
{
    if (strcmp(what, "upward") == 0) {
        set_sse(0x5f80);
        set_x87(0xb7f);
    } else if (strcmp(what, "to-zero") == 0) {
        set_sse(0x7f80 + 0x40); /* denormals are zero, too */
    } else if (strcmp(what, "short") == 0) {
        set_x87(0x27f); /* 53 bits of precision */
    }
}

/* Whether computing gives something else than with the default modes. */
static bool differs(void)
{
    return one / three != third || long_one / long_three != long_third || (strcmp(what, "to-zero") == 0 && tiny + 0.0 == 0);
}

struct act {
    int n;
    bool differed;
};
static void begin(struct act *self)
{
    self->n = 1; /* creating it runs code of the program */
}
static void on_go(struct act *self, const struct Go *m)
{
    self->differed = differs();
    hr_assert(!self->differed);
}
HR_ACTOR(act, HR_INIT(begin), HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    if (argc < 3) {
        puts("upward\nto-zero\nshort");
        return 0;
    }
    what = argv[1];
    third = one / three;
    long_third = long_one / long_three;
    if (strcmp(argv[2], "first") == 0) {
        set_modes();
    }
    hr_ref a = hr_spawn(act);
    hr_send(a, Go);
    if (strcmp(argv[2], "settled") == 0) {
        set_modes();
        hr_settle();
    }
    if (strcmp(argv[2], "last") == 0) {
        set_modes();
    }
    return hr_run();
}
