#include "formats/mermaid.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/print.h"

enum { LONGEST = 120 };

/* Text in which nothing has a meaning to Mermaid: letters, digits and some signs as they are, other ASCII by number. */
static void write_text(FILE *out, const char *text)
{
    char *shown = visible(text);
    size_t n = 0;
    for (const char *at = shown; at != NULL && *at != '\0' && n < LONGEST; at++, n++) {
        unsigned char c = (unsigned char)*at;
        bool word_end = strncmp(at, "end", 3) == 0; /* the one word that ends a diagram's block wherever it stands */
        if (c >= 0x80) {
            print(out, "%.*s", (int)(c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2), at);
            at += c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
        } else if (!word_end && (isalnum(c) || strchr(" _-.,=+()/'", c) != NULL)) {
            print(out, "%c", c);
        } else {
            print(out, "#%u;", c);
        }
    }
    print(out, shown != NULL && strlen(shown) > n && n == LONGEST ? "..." : "");
    free(shown);
}

static void write_step(FILE *out, const struct told_steps *all, const struct told_step *s)
{
    int from = s->from != NO_ACTOR ? s->from : s->to;
    print(out, "    a%d-%sa%d: %lu ", from, step_is_wrong(s) ? "x" : ")", s->to, s->number);
    write_text(out, s->message);
    print(out, "\n");
    for (size_t k = 0; k < s->told_count; k++) {
        enum told_kind kind = s->told[k].kind;
        if (kind == TOLD_CHANGE || kind == TOLD_CHOOSES || kind == TOLD_NOTE || kind == TOLD_WRONG) {
            print(out, "    Note over a%d: ", s->to);
            write_text(out, s->told[k].text);
            print(out, "\n");
        }
    }
    (void)all;
}

bool mermaid_write(FILE *out, const struct told_steps *s)
{
    print(out, "sequenceDiagram\n");
    for (size_t i = 0; i < s->actor_count; i++) {
        if (s->actors[i].takes_part) {
            print(out, "    participant a%zu as ", i);
            write_text(out, s->actors[i].name);
            print(out, "\n");
        }
    }
    for (size_t i = 1; i < s->count; i++) {
        if (s->list[i].to != NO_ACTOR) {
            write_step(out, s, &s->list[i]);
        }
    }
    return ferror(out) == 0;
}
