/* pi(N) with whole numbers as in pi-natural.pml, but what one actor sends to another arrives in the order of sending: a channel for each
 * pair of actors, read at its head.
 *
 * No pair ever has more than one message under way, so there are as many states and transitions as with mailboxes that are multisets:
 * 3^N + 2^N states. What differs is how they are kept: N channels of one in place of one of N.
 */
mtype = { intervals, stop };

chan worker[N] = [1] of { mtype };      /* from the master */
chan master[N] = [1] of { byte };       /* from this worker */

hidden byte i, number;          /* needed within a step only, no part of the state */

active [N] proctype Worker()    /* _pid is 0 ... N-1 */
{
	d_step { worker[_pid] ? intervals -> master[_pid] ! _pid };
	worker[_pid] ? stop
}

active proctype Master()
{
	byte count, total;

	d_step { for (i : 0 .. N-1) { worker[i] ! intervals } };
	do
#define EACH(k) \
	:: d_step { master[k] ? number -> \
		count++; \
		total = total + number; \
		if \
		:: count == N -> for (i : 0 .. N-1) { worker[i] ! stop } \
		:: else \
		fi }
#include "each.pml"
	od
}
