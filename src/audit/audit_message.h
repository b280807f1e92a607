/* The bytes of messages in the two runs of an audit: all must be equal, except those that need not be written (padding). */
#ifndef HARRIER_AUDIT_AUDIT_MESSAGE_H
#define HARRIER_AUDIT_AUDIT_MESSAGE_H

#include "base/text.h"
#include "model/effects.h"

/* Compares the bytes of two effects of sending: from a run over zeros, and from one with `filling` in unwritten memory (0: from
 * another run over zeros). *unwritten is the first byte that is data and was not written, or SIZE_MAX. */
bool audit_message_same(const struct effect *zeros, const struct effect *filled, unsigned char filling, size_t *unwritten);

/* Whether the first difference is a field of a message that was never written: then `out` says which field, and where it is sent. */
bool audit_message_unwritten(const struct effects *zeros, const struct effects *filled, unsigned char filling, struct finding *out);

#endif
