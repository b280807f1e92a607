/* The words in which both sides are asked and answer: channels, and what can go wrong. */
#ifndef DIFFERENTIAL_VERDICTS_H
#define DIFFERENTIAL_VERDICTS_H

enum channel { PAIRWISE, UNORDERED, CAUSAL, MAILBOX, CHANNELS };
extern const char *const channel_names[CHANNELS];

/* Faults. */
enum mishap { LOST, TWICE, CRASH_FOR_GOOD, CRASH_AND_RESTART, SPLIT, HEALED, MISHAPS };

/* What the checker calls deadlock is a ring of callers or an end where somebody is stuck, what it calls invariant is one of three
 * predicates, and there are two sites of hr_sometimes(). */
enum violation {
    BAD_ASSERTION,
    BAD_UNHANDLED,
    BAD_RING,
    BAD_STUCK,
    BAD_ALWAYS,
    BAD_ALWAYS_TOO,
    BAD_AT_END,
    BAD_OVERFLOW,
    BAD_SITE,
    BAD_SITE_TOO,
    VIOLATIONS
};
extern const char *const violation_names[VIOLATIONS];

#endif
