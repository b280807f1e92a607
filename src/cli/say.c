#include "cli/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "report/print.h"

void say_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(stderr, "harrier: ");
    vprint(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
