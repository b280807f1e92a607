/* philosophers(N) as in philosophers-natural.pml, but what one actor sends to another arrives in the order of sending: a channel for each
 * pair of actors, read at its head.
 *
 * A philosopher who is hungry again has a `take` under way to its fork behind the `release` from before, never more: two places are
 * enough. The `take` cannot overtake, so a fork's owner does not wait for it too, and at most one waits.
 */
#define NONE 255

mtype = { take, release, grant };

chan from_own[N]    = [2] of { mtype };         /* to fork i, from philosopher i, whose left one it is */
chan from_other[N]  = [2] of { mtype };         /* to fork i, from philosopher i-1 */
chan grant_left[N]  = [1] of { mtype };         /* to philosopher i, from its left fork */
chan grant_right[N] = [1] of { mtype };         /* to philosopher i, from its right fork */

#define OWN    (_pid)                     /* the fork's two users */
#define OTHER  ((_pid + N - 1) % N)
#define ME     (_pid - N)                 /* the philosopher's number ... */
#define LEFT   (_pid - N)                 /* ... and its two forks */
#define RIGHT  ((_pid - N + 1) % N)

inline pass()                   /* to the one that waits, if any */
{
	owner = waits; waits = NONE;
	if
	:: owner == NONE
	:: owner == OWN -> grant_left[OWN] ! grant
	:: else -> grant_right[OTHER] ! grant
	fi
}

inline serve(p, answer)
{
	if
	:: owner == NONE -> owner = p; answer ! grant
	:: else -> waits = p
	fi
}

active [N] proctype Fork()      /* _pid is 0 ... N-1 */
{
	byte owner = NONE, waits = NONE;

	do
	:: d_step { from_own[_pid] ? take -> serve(OWN, grant_left[OWN]) }
	:: d_step { from_own[_pid] ? release -> pass() }
	:: d_step { from_other[_pid] ? take -> serve(OTHER, grant_right[OTHER]) }
	:: d_step { from_other[_pid] ? release -> pass() }
	od
}

active [N] proctype Philosopher()
{
	do
	:: from_own[LEFT] ! take;                                  /* think */
	   d_step { grant_left[ME] ? grant -> from_other[RIGHT] ! take };
	   grant_right[ME] ? grant;
	   d_step { from_own[LEFT] ! release; from_other[RIGHT] ! release }  /* eaten */
	od
}
