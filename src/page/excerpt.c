#include "page/excerpt.h"

#include <stdlib.h>

#include "page/html.h"
#include "report/source.h"

enum { AROUND = 6, TAB = 4 };

/* A line with blanks for its tabs, and without its end. */
static void write_line(FILE *out, const char *text, size_t size, int number, bool marked)
{
    size_t column = 0;
    html(out, "<span class=\"line%s\"><i>%d</i>", marked ? " marked" : "", number);
    for (size_t from = 0, i = 0; i <= size; i++) {
        if (i < size && text[i] != '\t') {
            continue;
        }
        html_bytes(out, text + from, i - from);
        column += i - from;
        for (size_t n = i < size ? TAB - column % TAB : 0; n > 0; n--, column++) {
            fputc(' ', out);
        }
        from = i + 1;
    }
    html(out, "\n</span>");
}

bool excerpt_write(FILE *out, const char *file, int line, const char *program)
{
    FILE *in = line > 0 ? source_open(file, program) : NULL;
    if (in == NULL) {
        return false;
    }
    char *text = NULL;
    size_t room = 0;
    ssize_t size;
    html(out, "<pre class=\"source\">");
    for (int n = 1; n <= line + AROUND && (size = getline(&text, &room, in)) >= 0; n++) {
        if (n >= line - AROUND) {
            write_line(out, text, (size_t)size - (size > 0 && text[size - 1] == '\n'), n, n == line);
        }
    }
    html(out, "</pre>");
    free(text);
    fclose(in);
    return true;
}
