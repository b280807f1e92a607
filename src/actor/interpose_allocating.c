/* Functions that allocate for whoever calls them: operator new, strdup() and the like. What main() gets from them is main's, not the
 * library's own, though it is code of the library that calls malloc(). Code of the C++ library that calls operator new is a caller like
 * any other. */
#include <stdarg.h>

#include "actor/interpose.h"
#include "actor/real.h"

/* Calls the real function; what it allocates meanwhile is for our caller. */
#define FOR_CALLER(call)                                                        \
    ({                                                                          \
        const void *before_ = memory_allocate_for(__builtin_return_address(0)); \
        __typeof__(call) result_ = (call);                                      \
        memory_allocated_for(before_);                                          \
        result_;                                                                \
    })

#define NEW(name, parameters, arguments)            \
    API void *name parameters                       \
    {                                               \
        const struct real *real = real_functions(); \
        if (real->name == NULL) {                   \
            real = real_functions_again();          \
        }                                           \
        return FOR_CALLER(real->name arguments);    \
    }
REAL_NEW(NEW)

API char *strdup(const char *text)
{
    return FOR_CALLER(real_functions()->strdup(text));
}

API char *__strdup(const char *text)
{
    return FOR_CALLER(real_functions()->strdup(text));
}

API char *strndup(const char *text, size_t most)
{
    return FOR_CALLER(real_functions()->strndup(text, most));
}

API char *__strndup(const char *text, size_t most)
{
    return FOR_CALLER(real_functions()->strndup(text, most));
}

API wchar_t *wcsdup(const wchar_t *text)
{
    return FOR_CALLER(real_functions()->wcsdup(text));
}

API int vasprintf(char **restrict out, const char *restrict format, va_list arguments)
{
    return FOR_CALLER(real_functions()->vasprintf(out, format, arguments));
}

API int asprintf(char **restrict out, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = FOR_CALLER(real_functions()->vasprintf(out, format, arguments));
    va_end(arguments);
    return length;
}

/* What a program calls that was compiled with _FORTIFY_SOURCE. */
API int __vasprintf_chk(char **restrict out, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return FOR_CALLER(real_functions()->vasprintf(out, format, arguments));
}

API int __asprintf_chk(char **restrict out, int flag, const char *restrict format, ...)
{
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int length = FOR_CALLER(real_functions()->vasprintf(out, format, arguments));
    va_end(arguments);
    return length;
}

API ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict from)
{
    return FOR_CALLER(real_functions()->getdelim(line, size, end, from));
}

API ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict from)
{
    return FOR_CALLER(real_functions()->getdelim(line, size, end, from));
}

/* The system's header has a definition of it already, which is inlined. */
API ssize_t get_line(char **restrict line, size_t *restrict size, FILE *restrict from) __asm__("getline");
ssize_t get_line(char **restrict line, size_t *restrict size, FILE *restrict from)
{
    return FOR_CALLER(real_functions()->getdelim(line, size, '\n', from));
}

API char *realpath(const char *restrict path, char *restrict resolved)
{
    return FOR_CALLER(real_functions()->realpath(path, resolved));
}
