Every exit status that a check can have.

  $ harrier check -q ./server
  PASS     server   all orders explored
           8 states, 7 deliveries, 6 handler runs, TIME s; channel pairwise, search auto (ample)

  $ harrier check -q --test fails ./outcomes
  FAIL     fails   stopped at the first violation (--keep-going explores the rest)
           2 states, 1 delivery, 1 handler run, TIME s; channel pairwise, search auto (ample)
  outcomes.c:40: error: never does not hold at this end  [invariant]
  [1]

  $ harrier check --test nothing ./outcomes
  harrier: the program has no test 'nothing'; it has: passes, fails, skips, erratic, idle
  [2]

  $ harrier check --test nothing ./server
  harrier: ./server: it has no HR_TEST: its main() is the only one, and --test has no meaning
  [2]

  $ harrier check -q --deliveries 3 ./server
  UNKNOWN  server   stopped by --deliveries 3
           3 states, 3 deliveries, 3 handler runs, TIME s; channel pairwise, search auto (ample)
  [3]

  $ harrier check -q --depth 5 ./server
  UNKNOWN  server   executions cut off at --depth 5
           6 states, 5 deliveries, 5 handler runs, TIME s; channel pairwise, search auto (bfs)
  [3]

  $ harrier check -q --no-guards --test erratic ./outcomes
  ERRATIC  erratic   stopped at the first violation (--keep-going explores the rest)
           1 state, 1 delivery, 1 handler run, TIME s; channel pairwise, search auto (ample)
  outcomes.c:14: error: the step depends on something hidden (a library's static, the time): run again, the state that it leaves behind differs (in actor, on_go)  [nondeterminism]
  [4]

  $ harrier check -q --test skips ./outcomes
  SKIP     skips   not today
  [77]

Of several tests the gravest counts.

  $ harrier check -q --no-guards ./outcomes
  PASS     passes   all orders explored, without guards: what handlers do outside their actors was not seen
           2 states, 1 delivery, 1 handler run, TIME s; channel pairwise, search auto (ample)
  FAIL     fails   stopped at the first violation (--keep-going explores the rest)
           2 states, 1 delivery, 1 handler run, TIME s; channel pairwise, search auto (ample)
  outcomes.c:40: error: never does not hold at this end  [invariant]
  SKIP     skips   not today
  ERRATIC  erratic   stopped at the first violation (--keep-going explores the rest)
           1 state, 1 delivery, 1 handler run, TIME s; channel pairwise, search auto (ample)
  outcomes.c:14: error: the step depends on something hidden (a library's static, the time): run again, the state that it leaves behind differs (in actor, on_go)  [nondeterminism]
  PASS     idle   all orders explored, without guards: what handlers do outside their actors was not seen
           1 state, 0 deliveries, 0 handler runs, TIME s; channel pairwise, search auto (ample)
           warning: no message was delivered after hr_run() began, so nothing could come in another order
  5 tests: 2 passed, 1 failed, 1 erratic, 1 skipped
  [4]
