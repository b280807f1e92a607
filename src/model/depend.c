#include "model/depend.h"

#include "base/mutant.h"

static bool all_depend;

void depend_init(bool everything)
{
    all_depend = everything && RULE("shared-dependency");
}

bool depend_all(void)
{
    return all_depend;
}

bool depend_receivers(uint32_t a, uint32_t b)
{
    return all_depend || a == b;
}
