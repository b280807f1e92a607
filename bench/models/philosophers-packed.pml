/* philosophers(N), packed by hand into one process: a byte per fork and a byte
 * per philosopher. Same states and transitions as philosophers-natural.pml, in
 * a vector of 28 bytes for N = 6.
 *
 * A fork's users are philosopher i, for whom it is the left one (_L), and
 * philosopher i-1 (_R). The byte holds what is pending for the fork, its owner,
 * and its queue, which has at most these two in it: the first, and whether the
 * other one waits behind it. (Without the owner there would be fewer states:
 * what the fork does next does not depend on it, but it is part of the fork.)
 */
#define TAKE_L   1              /* pending */
#define TAKE_R   2
#define RELEASE  4
#define OWNER_L  8              /* owner */
#define OWNER_R  16
#define FIRST_L  32             /* queue */
#define FIRST_R  64
#define BOTH     128
#define TAKE     (TAKE_L | TAKE_R)
#define OWNER    (OWNER_L | OWNER_R)
#define FIRST    (FIRST_L | FIRST_R)

#define THINK    0              /* a philosopher's `think` is pending */
#define WANT_L   1              /* waits for the left fork */
#define GRANT_L  2              /* its first `grant` is pending */
#define WANT_R   3
#define GRANT_R  4
#define EATEN    5
#define grant(i) phil[i]++      /* WANT -> GRANT */

#define NEXT(i)  (((i) + 1) % N)
#define PREV(i)  (((i) + N - 1) % N)

byte fork[N], phil[N];

#define take(i, ask, own, wait, who) \
	:: d_step { fork[i] & ask -> \
		if \
		:: !(fork[i] & OWNER) -> fork[i] = fork[i] ^ (ask | own); grant(who) \
		:: (fork[i] & OWNER) && !(fork[i] & FIRST) -> fork[i] = fork[i] ^ (ask | wait) \
		:: else -> fork[i] = fork[i] ^ (ask | BOTH) \
		fi }

active proctype System()
{
	do
#define EACH(i) \
	:: d_step { phil[i] == THINK -> \
		phil[i] = WANT_L; \
		fork[i] = fork[i] | TAKE_L } \
	:: d_step { phil[i] == GRANT_L -> \
		phil[i] = WANT_R; \
		fork[NEXT(i)] = fork[NEXT(i)] | TAKE_R } \
	:: d_step { phil[i] == GRANT_R -> phil[i] = EATEN } \
	:: d_step { phil[i] == EATEN -> \
		phil[i] = THINK; \
		fork[i] = fork[i] | RELEASE; \
		fork[NEXT(i)] = fork[NEXT(i)] | RELEASE } \
	take(i, TAKE_L, OWNER_L, FIRST_L, i) \
	take(i, TAKE_R, OWNER_R, FIRST_R, PREV(i)) \
	:: d_step { fork[i] & RELEASE -> \
		if \
		:: fork[i] & FIRST_L -> \
			grant(i); \
			fork[i] = (fork[i] & TAKE) | OWNER_L | ((fork[i] & BOTH) >> 1) \
		:: fork[i] & FIRST_R -> \
			grant(PREV(i)); \
			fork[i] = (fork[i] & TAKE) | OWNER_R | ((fork[i] & BOTH) >> 2) \
		:: else -> fork[i] = fork[i] & TAKE \
		fi }
#include "each.pml"
	od
}
