/* pi(N) with whole numbers, packed by hand into one process.
 *
 * The cloud is three sets of workers, one bit per worker: those for whom
 * `intervals` is pending, those whose `sum` is pending at the master, and those
 * for whom `stop` is pending. Everything else about an actor follows from these
 * and from the master's two numbers. Same states and transitions as
 * pi-natural.pml, in a vector of 20 bytes.
 */
#define BIT(k) (1 << (k))
#define ALL    ((1 << N) - 1)

bool  start = true;
short intervals, sum, stop;
byte  count, total;

active proctype System()
{
	do
	:: d_step { start -> start = false; intervals = ALL }
#define EACH(k) \
	:: d_step { intervals & BIT(k) -> \
		intervals = intervals ^ BIT(k); \
		sum = sum ^ BIT(k) } \
	:: d_step { sum & BIT(k) -> \
		sum = sum ^ BIT(k); \
		count++; \
		total = total + k; \
		if \
		:: count == N -> stop = ALL \
		:: else \
		fi } \
	:: d_step { stop & BIT(k) -> stop = stop ^ BIT(k) }
#include "each.pml"
	od
}
