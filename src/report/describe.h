/* Messages and states of a recording as text: `Set{value=5}`, `server waiting {value=5}`. */
#ifndef HARRIER_REPORT_DESCRIBE_H
#define HARRIER_REPORT_DESCRIBE_H

#include "base/text.h"
#include "dwarf/debuginfo.h"
#include "report/actors.h"

/* A RECORD_STEP, RECORD_SENT or RECORD_PENDING: its type and content, with `reply` before a reply's; `whole`: nothing is left out. */
void describe_message(struct debuginfo *d, struct actors *names, const struct record *r, bool whole, struct text *out);
/* A RECORD_STATE: name, status and, of a live actor, its fields. */
void describe_state(struct debuginfo *d, struct actors *names, const struct record *r, bool whole, struct text *out);
/* What differs between two RECORD_STATE of one actor; false when nothing does. */
bool describe_changes(struct debuginfo *d, struct actors *names, const struct record *before, const struct record *after, struct text *out);
/* The bytes of the user's struct in a RECORD_STATE; NULL when the actor has ended. */
const unsigned char *describe_struct(const struct record *r);

#endif
