/* State that the C library keeps for a whole process. Nothing of it may reach another step unseen. */
#include <errno.h>
#include <fenv.h>
#include <setjmp.h>

#include "victim.h"

static void environment(void)
{
    setenv("HOSTILE", "yes", 1); /* here: environment */
    hr_send(hr_self(), Number, .value = getenv("HOSTILE") != NULL);
}

/* What one step sets, another one sees: not under the checker, where all is put back. */
HR_MESSAGE(Ask);
struct setter {
    int seen;
};
static void on_setter_go(struct setter *self, const struct Go *m)
{
    setenv("HOSTILE", "yes", 1);
}
static void on_setter_ask(struct setter *self, const struct Ask *m)
{
    self->seen = getenv("HOSTILE") != NULL;
}
HR_ACTOR(setter, HR_ON(Go, on_setter_go), HR_ON(Ask, on_setter_ask));

static void closes_stdout(void)
{
    fclose(stdout); /* here: closes_stdout */
}

/* errno and the rounding mode begin anew in each step, whatever the one before left there. */
struct leaver {
    hr_ref other;
};
static void on_leaver_go(struct leaver *self, const struct Go *m)
{
    hr_assert(errno == 0 && fegetround() == FE_TONEAREST); /* here: leaves */
    errno = 77;
    fesetround(FE_UPWARD);
}
HR_ACTOR(leaver, HR_ON(Go, on_leaver_go));

static void jumps(void)
{
    jmp_buf back;
    if (setjmp(back) == 0) {
        longjmp(back, 1);
    }
}

int main(int argc, char **argv)
{
    static const struct act acts[] = { ACT(environment), ACT(closes_stdout), ACT(jumps) };
    if (argc > 1 && strcmp(argv[1], "leaves") == 0) {
        hr_send(hr_spawn(leaver), Go);
        hr_send(hr_spawn(leaver), Go);
    } else if (argc > 1 && strcmp(argv[1], "sets") == 0) {
        hr_ref one = hr_spawn(setter), other = argc > 2 ? hr_spawn(setter) : one;
        hr_send(one, Go);
        hr_send(other, Ask);
    } else {
        hr_send(hr_spawn(victim, .act = named(acts, sizeof acts / sizeof *acts, argc, argv)), Go);
    }
    return hr_run();
}
