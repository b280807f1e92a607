/* pi(N) with whole numbers, one process per actor.
 *
 * A master sends `intervals` to N workers, worker k answers with the number k,
 * the master adds them up and, after the last one, sends everybody `stop`.
 *
 * A mailbox is a channel. The master's is kept sorted (!!) and read at any
 * place (??), so that it is a multiset: any pending answer may come next, and
 * the order of arrival leaves no trace. A handler is one d_step, so one
 * delivery is one transition. The master's own `start` message is its first
 * control location: nothing else can be pending for it then.
 *
 * States: 3^N + 2^N. A process that has ended is not removed, because the
 * master was created last and never ends; so ending costs no transition.
 */
mtype = { intervals, stop };

chan worker[N] = [1] of { mtype };
chan master    = [N] of { byte };

hidden byte i;                  /* loop variable, no part of the state */

active [N] proctype Worker()    /* _pid is 0 ... N-1 */
{
	d_step { worker[_pid] ? intervals -> master !! _pid };
	worker[_pid] ? stop
}

active proctype Master()
{
	byte count, total;

	d_step { for (i : 0 .. N-1) { worker[i] ! intervals } };
	do
#define EACH(k) \
	:: d_step { master ?? k -> \
		count++; \
		total = total + k; \
		if \
		:: count == N -> for (i : 0 .. N-1) { worker[i] ! stop } \
		:: else \
		fi }
#include "each.pml"
	od
}
