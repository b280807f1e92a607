/* A library that ends the program when it is set up. */
#include <unistd.h>

void library_function(void) {}
static __attribute__((constructor)) void leave(void)
{
    static const char text[] = "the library says goodbye\n";
    (void)!write(1, text, sizeof text - 1);
    _exit(3);
}
