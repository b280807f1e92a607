/* More tests than the board has room for: that none is left out silently. */
#include "victim.h"

static void nothing(void) {}

#define ONE(n)                                         \
    HR_TEST(test_##n)                                  \
    {                                                  \
        hr_send(hr_spawn(victim, .act = nothing), Go); \
    }
#define FOUR(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3)
#define SIXTEEN(n) FOUR(n##0) FOUR(n##1) FOUR(n##2) FOUR(n##3)
#define SIXTY_FOUR(n) SIXTEEN(n##0) SIXTEEN(n##1) SIXTEEN(n##2) SIXTEEN(n##3)
SIXTY_FOUR(0)
SIXTY_FOUR(1)
SIXTY_FOUR(2)
SIXTY_FOUR(3)
ONE(last)
