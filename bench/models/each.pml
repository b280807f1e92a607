/* Writes EACH(0), EACH(1), ... EACH(N-1), one option of a loop for every
 * actor or message. Promela has no loop over options, hence this list. */
#if N < 2 || N > 14
#error "these models are written for N = 2 ... 14"
#endif
EACH(0)
EACH(1)
#if N > 2
EACH(2)
#endif
#if N > 3
EACH(3)
#endif
#if N > 4
EACH(4)
#endif
#if N > 5
EACH(5)
#endif
#if N > 6
EACH(6)
#endif
#if N > 7
EACH(7)
#endif
#if N > 8
EACH(8)
#endif
#if N > 9
EACH(9)
#endif
#if N > 10
EACH(10)
#endif
#if N > 11
EACH(11)
#endif
#if N > 12
EACH(12)
#endif
#if N > 13
EACH(13)
#endif
