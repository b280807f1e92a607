/* One actor whose handler does the act that the first argument names: the pattern that most of these programs share. */
#ifndef VICTIM_H
#define VICTIM_H

#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Go);
HR_MESSAGE(Number, uint64_t value;);

struct victim {
    void (*act)(void);
};

static void on_go(struct victim *self, const struct Go *m)
{
    self->act();
}

static void on_number(struct victim *self, const struct Number *m) {}

HR_ACTOR(victim, HR_ON(Go, on_go), HR_ON(Number, on_number));

struct act {
    const char *name;
    void (*run)(void);
};
#define ACT(name)   \
    {               \
#name, name \
    }

static inline void (*named(const struct act *acts, size_t count, int argc, char **argv))(void)
{
    for (size_t i = 0; argc > 1 && i < count; i++) {
        if (strcmp(acts[i].name, argv[1]) == 0) {
            return acts[i].run;
        }
    }
    fprintf(stderr, "no such act\n");
    exit(9);
}

/* ACTS(one, other): main() that has a victim do one of them. */
#define ACTS(...)                                                                                \
    static const struct act acts[] = { __VA_ARGS__ };                                            \
    int main(int argc, char **argv)                                                              \
    {                                                                                            \
        hr_ref v = hr_spawn(victim, .act = named(acts, sizeof acts / sizeof *acts, argc, argv)); \
        hr_send(v, Go);                                                                          \
        return hr_run();                                                                         \
    }
/* DRIVERS(one, other): main() that is itself one of them. */
#define DRIVERS(...)                                           \
    static const struct act acts[] = { __VA_ARGS__ };          \
    int main(int argc, char **argv)                            \
    {                                                          \
        named(acts, sizeof acts / sizeof *acts, argc, argv)(); \
        return hr_run();                                       \
    }

#endif
