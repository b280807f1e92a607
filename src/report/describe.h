/* Messages and states of a recording as text: `Set{value=5}`, `server waiting {value=5}`. */
#ifndef HARRIER_REPORT_DESCRIBE_H
#define HARRIER_REPORT_DESCRIBE_H

#include "base/text.h"
#include "dwarf/debuginfo.h"
#include "dwarf/locals.h"
#include "report/actors.h"
#include "trace/recording.h"

/* A message's type and content, with `reply` before a reply's; `whole`: nothing is left out. */
void describe_message(struct debuginfo *d, struct actors *names, const struct record_message *m, bool whole, struct text *out);
/* An actor's name, its status and, unless it has ended, its fields; where it waits inside its code, and its local variables there. */
void describe_state(struct debuginfo *d, struct actors *names, const struct record_state *s, bool whole, struct text *out);
/* What differs between two states of one actor; false when nothing does. */
bool describe_changes(struct debuginfo *d, struct actors *names, const struct record_state *before, const struct record_state *after,
                      struct text *out);
/* The next pair of a name and a value in a state as its library describes it (record_state.shown), from *at on; false after the last. */
struct described_pair {
    const char *name, *value;
    size_t name_size, value_size;
};
bool describe_next_pair(const struct record_bytes *shown, size_t *at, struct described_pair *out);
/* The local variables of an actor that waits inside its code, to be freed; NULL: it does not, or nothing is known. */
struct locals *describe_locals(struct debuginfo *d, struct actors *names, const struct record_state *s);
/* The bytes of the actor's struct; NULL when it has ended. */
const unsigned char *describe_struct(const struct record_state *s);

#endif
