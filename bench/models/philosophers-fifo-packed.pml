/* philosophers(N) with a channel for each pair of actors, packed by hand into one process: a byte per fork and a byte per philosopher.
 * Same states and transitions as philosophers-fifo-natural.pml.
 *
 * A fork's users are philosopher i, for whom it is the left one (_L), and philosopher i-1 (_R). What is under way from one of them is
 * nothing, a `take`, a `release`, or a `release` and a `take` behind it: two bits, and while the `release` is there the `take` must wait.
 */
#define TAKE_L    1             /* under way */
#define RELEASE_L 2
#define TAKE_R    4
#define RELEASE_R 8
#define OWNER_L   16
#define OWNER_R   32
#define OWNER     (OWNER_L | OWNER_R)
#define WAITS     64            /* the other one */

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

#define take(i, ask, behind, own, who) \
	:: d_step { (fork[i] & (ask | behind)) == ask -> \
		if \
		:: !(fork[i] & OWNER) -> fork[i] = fork[i] ^ (ask | own); grant(who) \
		:: else -> fork[i] = fork[i] ^ (ask | WAITS) \
		fi }

#define release(i, give, own, other) \
	:: d_step { fork[i] & give -> \
		if \
		:: fork[i] & WAITS -> grant(other); fork[i] = fork[i] ^ (give | WAITS | OWNER) \
		:: else -> fork[i] = fork[i] ^ (give | own) \
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
		fork[i] = fork[i] | RELEASE_L; \
		fork[NEXT(i)] = fork[NEXT(i)] | RELEASE_R } \
	take(i, TAKE_L, RELEASE_L, OWNER_L, i) \
	take(i, TAKE_R, RELEASE_R, OWNER_R, PREV(i)) \
	release(i, RELEASE_L, OWNER_L, PREV(i)) \
	release(i, RELEASE_R, OWNER_R, i)
#include "each.pml"
	od
}
