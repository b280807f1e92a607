/* A program whose library ends it before anything else: library/ends.c. */
#include "harrier.h"

void library_function(void);
int main(void)
{
    library_function();
    return hr_run();
}
