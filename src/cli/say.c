#include "cli/say.h"

#include <stdarg.h>
#include <stdio.h>

void say_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("harrier: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
