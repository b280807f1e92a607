#include "report/print.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

const char print_strong[] = "\033[1m", print_red[] = "\033[31m", print_dim[] = "\033[2m", print_plain[] = "\033[0m",
           print_clear[] = "\r\033[K";

static bool is_style(const char *s)
{
    return s == print_strong || s == print_red || s == print_dim || s == print_plain || s == print_clear;
}

static char *escaped(const char *text, size_t size)
{
    size_t room = 4 * size + 1; /* \033 */
    char *out = malloc(room);
    if (out != NULL) {
        struct text t = text_in(out, room);
        visible_add(&t, text, size);
    }
    return out;
}

char *visible(const char *text)
{
    return escaped(text, strlen(text));
}

/* ---- formats ---- */

struct conversion {
    bool left, zeros;
    int width, precision; /* precision -1: none */
    int longs;
    char kind;
};

static int number(const char **at, va_list *args)
{
    int n = 0;
    if (**at == '*') {
        ++*at;
        return va_arg(*args, int);
    }
    for (; **at >= '0' && **at <= '9'; ++*at) {
        n = n * 10 + (**at - '0');
    }
    return n;
}

/* Reads what follows a %, up to its letter. */
static struct conversion conversion_at(const char **at, va_list *args)
{
    struct conversion c = { .precision = -1 };
    for (; **at == '-' || **at == '0'; ++*at) {
        c.left = c.left || **at == '-';
        c.zeros = c.zeros || **at == '0';
    }
    c.width = number(at, args);
    if (**at == '.') {
        ++*at;
        c.precision = number(at, args);
    }
    for (; **at == 'l' || **at == 'z'; ++*at) {
        c.longs++;
    }
    c.kind = **at;
    return c;
}

static void put_padded(FILE *out, const struct conversion *c, const char *text)
{
    fprintf(out, c->left ? "%-*s" : "%*s", c->width, text);
}

static void put_text(FILE *out, const struct conversion *c, const char *text, size_t size)
{
    char *shown = escaped(text, size);
    if (shown != NULL) {
        put_padded(out, c, shown);
    }
    free(shown);
}

static void put_string(FILE *out, const struct conversion *c, const char *s)
{
    if (is_style(s)) {
        fputs(s, out);
        return;
    }
    s = s != NULL ? s : "(null)";
    put_text(out, c, s, c->precision < 0 ? strlen(s) : strnlen(s, (size_t)c->precision));
}

static void put_integer(FILE *out, const struct conversion *c, va_list *args)
{
    char digits[64], form[] = "%l?";
    form[2] = c->kind;
    if (c->kind == 'd') {
        snprintf(digits, sizeof digits, form, c->longs != 0 ? va_arg(*args, long) : (long)va_arg(*args, int));
    } else {
        snprintf(digits, sizeof digits, form, c->longs != 0 ? va_arg(*args, unsigned long) : (unsigned long)va_arg(*args, unsigned));
    }
    for (size_t n = strlen(digits); c->zeros && n < (size_t)c->width; n++) {
        fputc('0', out);
    }
    put_padded(out, &(struct conversion){ .left = c->left, .width = c->zeros ? 0 : c->width }, digits);
}

static void put_double(FILE *out, const struct conversion *c, double value)
{
    char digits[400], form[] = "%.*?";
    form[3] = c->kind;
    snprintf(digits, sizeof digits, form, c->precision < 0 ? 6 : c->precision, value);
    put_padded(out, c, digits);
}

static void put_conversion(FILE *out, const struct conversion *c, va_list *args)
{
    char one;
    switch (c->kind) {
    case 's': put_string(out, c, va_arg(*args, const char *)); break;
    case 'c':
        one = (char)va_arg(*args, int);
        put_text(out, c, &one, 1);
        break;
    case 'd':
    case 'u':
    case 'x': put_integer(out, c, args); break;
    case 'f':
    case 'g': put_double(out, c, va_arg(*args, double)); break;
    default: fputc(c->kind, out); /* %% */
    }
}

void vprint(FILE *out, const char *format, va_list args)
{
    va_list rest;
    va_copy(rest, args);
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            fputc(*at, out);
            continue;
        }
        at++;
        struct conversion c = conversion_at(&at, &rest);
        put_conversion(out, &c, &rest);
    }
    va_end(rest);
}

void print(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprint(out, format, args);
    va_end(args);
}

void print_lines(FILE *out, const char *before, const char *text, size_t size, size_t most)
{
    const char *end = text + size;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop != NULL ? stop : end) - text);
        most = most < INT_MAX ? most : INT_MAX;
        fputs(before, out);
        put_text(out, &(struct conversion){ 0 }, text, length < most ? length : most);
        fputc('\n', out);
        text += length + 1;
    }
}

void print_xml(FILE *out, const char *text, size_t size)
{
    char *shown = escaped(text, size);
    for (const char *c = shown; c != NULL && *c != '\0'; c++) {
        switch (*c) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*c, out);
        }
    }
    free(shown);
}

/* ---- for a shell ---- */

static bool is_visible(const char *word)
{
    for (size_t size = strlen(word), length; size > 0; word += length, size -= length) {
        length = visible_character(word, size);
        if (length == 0) {
            return false;
        }
    }
    return true;
}

void print_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        fputs(word, out);
        return;
    }
    bool shown = is_visible(word);
    fputs(shown ? "'" : "$'", out); /* the second kind has escapes as C has them */
    for (size_t size = strlen(word); size > 0;) {
        size_t length = visible_character(word, size);
        char escape[8];
        struct text t = text_in(escape, sizeof escape);
        if (shown && *word == '\'') {
            text_add(&t, "'\\''");
        } else if (!shown && (length == 0 || *word == '\'' || *word == '\\')) {
            text_printf(&t, "\\%c%c%c", '0' + ((unsigned char)*word >> 6), '0' + (*word >> 3 & 7), '0' + (*word & 7));
            length = 1;
        } else {
            text_add_bytes(&t, word, length);
        }
        fputs(escape, out);
        word += length;
        size -= length;
    }
    fputc('\'', out);
}
