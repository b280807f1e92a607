/* Schedules as text: what a project keeps as a regression test. One line per delivery, in the program's own names:
 *
 *     harrier schedule 1
 *     # program ./server assert
 *     channel unordered
 *     test name
 *     server <- Get from client
 *     client <- reply Value from server
 *     server <- Set #2 from client
 *     worker <- Work from main choose 1 0
 *     lease <- Ask from client late 1
 *     node <- Vote from other lost 2
 *
 * A message is identified by its receiver, type, sender and, from the second one on, its number among those. This does not depend on
 * the interleaving, and survives changes of the program that keep its messages. */
#ifndef HARRIER_TRACE_SCHEDULE_H
#define HARRIER_TRACE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/answer.h"
#include "base/text.h"

#define SCHEDULE_HEAD "harrier schedule 1"

enum { SCHEDULE_NAME = 160 };

struct schedule_step {
    char to[SCHEDULE_NAME], type[SCHEDULE_NAME], from[SCHEDULE_NAME];
    uint32_t n; /* from 1 */
    struct answer choices[ANSWERS_MAX];
    size_t choice_count;
    bool reply;
};

void schedule_write_step(const struct schedule_step *s, struct text *out);
/* Writes the end of a line: the answers to choices and looks at the clock, and the faults. */
void schedule_write_answers(const struct answer *list, size_t count, struct text *out);
/* Reads the next line at *at, and moves *at on. Returns 1: a delivery; 0: the end; -1: an invalid line, with `error`. */
int schedule_read_step(const char **at, const char *end, struct schedule_step *out, struct text *error);
/* The value of a `key value` line, into `out`; false when there is none. */
bool schedule_setting(const char *text, size_t size, const char *key, char *out, size_t capacity);
/* Whether the text begins like a schedule. */
bool schedule_is_one(const char *text, size_t size);

/* Whether a type in a schedule is this one: longer names are cut there. */
static inline bool schedule_names(const char *written, const char *type)
{
    return strncmp(written, type, SCHEDULE_NAME - 1) == 0;
}

#endif
