/* philosophers(N): forks and philosophers, one process per actor.
 *
 * Philosopher i takes fork i, then fork i+1 mod N, eats, gives both back, and
 * goes round for ever. A fork is given to whoever asks first and keeps a queue
 * of the others. All philosophers holding their first fork is the one deadlock.
 *
 * A fork's mailbox is a channel kept sorted (!!) and read at any place (??), so
 * that it is a multiset. A `take` is the number of the philosopher who asks.
 * The mailbox never holds more than three messages: a fork has two users, each
 * with at most one request on its way, and only its owner can release it. For
 * the same reason at most two wait. A handler is one d_step, so one delivery is
 * one transition. What a philosopher sends to itself (`think`, `eaten`) is its
 * control location: nothing else can be pending for it then.
 *
 * 3: 1475 states / 5394 transitions, 6: 2336815 / 17308092.
 */
#define NONE    255
#define RELEASE N               /* every number below N is a `take` */

mtype = { grant };

chan fork[N] = [3] of { byte };
chan phil[N] = [1] of { mtype };

#define OWN    (_pid)                     /* the fork's two users */
#define OTHER  ((_pid + N - 1) % N)
#define ME     (_pid - N)                 /* the philosopher's number ... */
#define LEFT   (_pid - N)                 /* ... and its two forks */
#define RIGHT  ((_pid - N + 1) % N)

inline serve(p)
{
	if
	:: owner == NONE -> owner = p; phil[p] ! grant
	:: owner != NONE && first == NONE -> first = p
	:: else -> second = p
	fi
}

active [N] proctype Fork()      /* _pid is 0 ... N-1 */
{
	byte owner = NONE, first = NONE, second = NONE;

	do
	:: d_step { fork[_pid] ?? eval(OWN)   -> serve(OWN) }
	:: d_step { fork[_pid] ?? eval(OTHER) -> serve(OTHER) }
	:: d_step { fork[_pid] ?? RELEASE ->
		owner = first; first = second; second = NONE;
		if
		:: owner != NONE -> phil[owner] ! grant
		:: else
		fi }
	od
}

active [N] proctype Philosopher()
{
	do
	:: fork[LEFT] !! ME;                                  /* think */
	   d_step { phil[ME] ? grant -> fork[RIGHT] !! ME };
	   phil[ME] ? grant;
	   d_step { fork[LEFT] !! RELEASE; fork[RIGHT] !! RELEASE }  /* eaten */
	od
}
