#include "page/html.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/visible.h"
#include "report/print.h"

void html_bytes(FILE *out, const char *text, size_t size)
{
    print_xml(out, text, size);
}

/* What follows a %, up to its letter, for numbers: the format is the caller's own, so it can be handed on. */
static void put_number(FILE *out, const char *from, const char *to, va_list *args)
{
    char form[16];
    size_t length = (size_t)(to - from) + 1;
    snprintf(form, sizeof form, "%%%.*s", (int)length, from);
    bool wide = strpbrk(form, "lz") != NULL;
    switch (*to) {
    case 'f': print(out, form, va_arg(*args, double)); break;
    case 'd':
        if (wide) {
            print(out, form, va_arg(*args, long));
        } else {
            print(out, form, va_arg(*args, int));
        }
        break;
    default:
        if (wide) {
            print(out, form, va_arg(*args, unsigned long));
        } else {
            print(out, form, va_arg(*args, unsigned));
        }
    }
}

void html(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            fputc(*at, out);
        } else if (at[1] == '%') {
            fputc(*++at, out);
        } else if (at[1] == 's') {
            const char *text = va_arg(args, const char *);
            html_bytes(out, text, strlen(text));
            at++;
        } else if (strncmp(at, "%.*s", 4) == 0) {
            int size = va_arg(args, int);
            const char *text = va_arg(args, const char *);
            html_bytes(out, text, strnlen(text, (size_t)size));
            at += 3;
        } else {
            const char *from = ++at;
            at += strcspn(at, "duxf");
            put_number(out, from, at, &args);
        }
    }
    va_end(args);
}

void html_short(FILE *out, const char *text, size_t most)
{
    size_t size = strlen(text), used = 0;
    for (size_t n = 0; used < size && n < most; n++) {
        size_t length = visible_character(text + used, size - used);
        used += length != 0 ? length : 1;
    }
    html_bytes(out, text, used);
    if (used < size) {
        fputs("\xe2\x80\xa6", out);
    }
}

void html_count(FILE *out, unsigned long n)
{
    if (n >= 1000) {
        html_count(out, n / 1000);
        fputs("\xe2\x80\xaf", out); /* a narrow space that does not break */
    }
    html(out, n >= 1000 ? "%03lu" : "%lu", n % 1000);
}
