#include "formats/shiviz.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/print.h"

/* A host is one word, and a key of JSON: other characters become _, with the actor's number behind so that names stay different. */
static void write_host(FILE *out, const struct told_steps *s, size_t actor)
{
    bool changed = s->actors[actor].name[0] == '\0';
    for (const char *at = s->actors[actor].name; *at != '\0'; at++) {
        bool plain = isalnum((unsigned char)*at) || strchr("_.-", *at) != NULL;
        print(out, "%c", plain ? *at : '_');
        changed = changed || !plain;
    }
    if (changed) {
        print(out, "_%zu", actor);
    }
}

static void write_clock(FILE *out, const struct told_steps *s, const unsigned *clock)
{
    const char *comma = "{";
    for (size_t a = 0; a < s->actor_count; a++) {
        if (clock[a] != 0) {
            print(out, "%s\"", comma);
            write_host(out, s, a);
            print(out, "\":%u", clock[a]);
            comma = ", ";
        }
    }
    print(out, "}\n");
}

static void merge(unsigned *clock, const unsigned *other, size_t count)
{
    for (size_t a = 0; a < count; a++) {
        clock[a] = other[a] > clock[a] ? other[a] : clock[a];
    }
}

static void write_event(FILE *out, const struct told_steps *all, const struct told_step *s, const unsigned *clock)
{
    print(out, "%lu: %s", s->number, s->message);
    for (size_t k = 0; k < s->told_count; k++) {
        enum told_kind kind = s->told[k].kind;
        if (kind == TOLD_CHANGE || kind == TOLD_CHOOSES || kind == TOLD_WRONG) {
            print(out, "; %s", s->told[k].text);
        }
    }
    print(out, "\n");
    write_host(out, all, (size_t)s->to);
    print(out, " ");
    write_clock(out, all, clock);
}

bool shiviz_write(FILE *out, const struct told_steps *s)
{
    size_t actors = s->actor_count;
    /* Of each step the clock after it, for those that receive what it sent; each actor's last step; the first row is main()'s. */
    unsigned *clocks = calloc(s->count * actors + 1, sizeof *clocks);
    size_t *last = calloc(actors + 1, sizeof *last);
    bool good = clocks != NULL && last != NULL && actors != 0;
    if (good) {
        clocks[0] = 1;
        print(out, "main() sends its messages\n");
        write_host(out, s, 0);
        print(out, " ");
        write_clock(out, s, clocks);
    }
    for (size_t i = 1; good && i < s->count; i++) {
        const struct told_step *step = &s->list[i];
        if (step->to == NO_ACTOR) {
            continue;
        }
        unsigned *clock = clocks + i * actors;
        bool known = step->sent_by != 0 || step->from == 0;
        if (last[step->to] != 0 || step->to == 0) {
            merge(clock, clocks + last[step->to] * actors, actors);
        }
        if (known) {
            merge(clock, clocks + step->sent_by * actors, actors);
        }
        merge(clock, clocks + s->actors[step->to].created_by * actors, actors);
        clock[step->to]++;
        last[step->to] = i;
        write_event(out, s, step, clock);
    }
    free(clocks);
    free(last);
    return good && ferror(out) == 0;
}
