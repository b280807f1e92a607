#include "formats/tap.h"

#include <stdlib.h>
#include <string.h>

#include "report/print.h"

/* A # would begin a directive. */
static void write_description(FILE *out, const char *text)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "#\\");
        print(out, "%.*s", (int)length, at);
        at += length;
        if (*at != '\0') {
            print(out, "\\%c", *at++);
        }
    }
}

/* Between the quotes of a string of YAML. */
static void write_string(FILE *out, const char *text)
{
    char *shown = visible(text);
    for (const char *at = shown; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, "\"\\");
        print(out, "%.*s", (int)length, at);
        at += length;
        if (*at != '\0') {
            print(out, "\\%c", *at++);
        }
    }
    free(shown);
}

bool tap_write(FILE *out, const struct junit_case *cases, size_t count)
{
    print(out, "TAP version 13\n1..%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        const struct junit_case *c = &cases[i];
        bool good = c->outcome == JUNIT_PASSED || c->outcome == JUNIT_SKIPPED;
        print(out, "%s %zu - ", good ? "ok" : "not ok", i + 1);
        write_description(out, c->name);
        if (c->outcome == JUNIT_SKIPPED) {
            print(out, " # SKIP %s", c->text);
        }
        print(out, "\n");
        if (!good) {
            print(out, "  ---\n  message: \"");
            write_string(out, c->text);
            if (c->replay != NULL) {
                print(out, "\"\n  replay: \"");
                write_string(out, c->replay);
            }
            print(out, "\"\n  ...\n");
        }
    }
    return ferror(out) == 0;
}
