#include "report/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "report/print.h"

int status_unwritten(int status)
{
    return status == EXIT_PASSED || status == EXIT_INCONCLUSIVE || status == EXIT_SKIPPED ? EXIT_UNUSABLE : status;
}

void say_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(stderr, "harrier: ");
    vprint(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
