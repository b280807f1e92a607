/* What the tests of the live runtime's features share. They are one program: sending.c, receiving.c, driving.c and, for what goes
 * wrong, wrong.c, whose statuses and texts are in run.sh. */
#ifndef TEST_LIVE_FEATURES_H
#define TEST_LIVE_FEATURES_H

#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Go);
HR_MESSAGE(Stop);
HR_MESSAGE(Tick, int number;);
HR_MESSAGE(Number, int value;);
HR_MESSAGE(Get, int value;);
HR_MESSAGE(Odd);

/* SCALE in the environment makes the large tests smaller, for sanitizers. */
static inline int scaled(int n)
{
    const char *scale = getenv("SCALE");
    int by = scale != NULL ? atoi(scale) : 1;
    return n / by < 2 ? 2 : n / by;
}

/* Calls `whom` three times when it is told to Go. */
struct asker {
    hr_ref whom;
    int errors, zeros;
};
HR_DECLARE_ACTOR(asker);

/* Accepts the numbers from 0 on, each in its turn. */
struct turns {
    int expected;
};
HR_DECLARE_ACTOR(turns);

#endif
