#include "formats/junit.h"

#include <string.h>

#include "report/print.h"

static void escaped(FILE *out, const char *text)
{
    print_xml(out, text, strlen(text));
}

static void write_case(FILE *out, const char *suite, const struct junit_case *c)
{
    static const char *const elements[] = { [JUNIT_FAILED] = "failure", [JUNIT_ERROR] = "error", [JUNIT_SKIPPED] = "skipped" };
    fputs("  <testcase classname=\"", out);
    escaped(out, suite);
    fputs("\" name=\"", out);
    escaped(out, c->name);
    print(out, "\" time=\"%.3f\"", c->seconds);
    if (c->outcome == JUNIT_PASSED) {
        fputs("/>\n", out);
        return;
    }
    print(out, ">\n    <%s message=\"", elements[c->outcome]);
    escaped(out, c->text);
    if (c->replay == NULL) {
        fputs("\"/>\n  </testcase>\n", out);
        return;
    }
    fputs("\">", out); /* what servers show when one asks for more */
    escaped(out, c->text);
    fputs("\n\nreplay   ", out);
    escaped(out, c->replay);
    print(out, "\n</%s>\n  </testcase>\n", elements[c->outcome]);
}

bool junit_write(FILE *out, const char *suite, const struct junit_case *cases, size_t count)
{
    size_t failed = 0, errors = 0, skipped = 0;
    double seconds = 0;
    for (size_t i = 0; i < count; i++) {
        failed += cases[i].outcome == JUNIT_FAILED;
        errors += cases[i].outcome == JUNIT_ERROR;
        skipped += cases[i].outcome == JUNIT_SKIPPED;
        seconds += cases[i].seconds;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"", out);
    escaped(out, suite);
    print(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n", count, failed, errors, skipped,
          seconds);
    for (size_t i = 0; i < count; i++) {
        write_case(out, suite, &cases[i]);
    }
    fputs("</testsuite>\n", out);
    return ferror(out) == 0;
}
