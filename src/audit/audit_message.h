/* The bytes of messages in the two runs of an audit: all must be the same, but for those that nobody need have written. */
#ifndef HARRIER_AUDIT_AUDIT_MESSAGE_H
#define HARRIER_AUDIT_AUDIT_MESSAGE_H

#include "base/text.h"
#include "model/effects.h"

/* Two effects of sending, alike but for their bytes: of a run over zeros, and of one with `filling` in memory that was not written (0: of another
 * run over zeros). `unwritten` receives the first byte that is data and was not written, or SIZE_MAX. */
bool audit_message_same(const struct effect *zeros, const struct effect *filled, unsigned char filling, size_t *unwritten);

/* Whether the first thing that differs is a field of a message which was never written: then `out` says which one, and where it is sent. */
bool audit_message_unwritten(const struct effects *zeros, const struct effects *filled, unsigned char filling, struct finding *out);

#endif
