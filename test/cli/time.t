Looks at the clock that come late: in the verdict, the story, the schedule and its replay. A late look of less than an hour is what
the program does not expect.

  $ harrier check --test time_soon_or_late ./semantics-time
  PASS     time_soon_or_late   all orders explored
           3 states, 2 deliveries, 2 handler runs, TIME s; channel pairwise, search auto (ample)
           time: each actor looks late at most once, by 1 h (--late-looks, --late)

  $ harrier check --late-looks 0 --test time_soon_or_late ./semantics-time
  PASS     time_soon_or_late   all orders explored
           2 states, 1 delivery, 1 handler run, TIME s; channel pairwise, search auto (ample)
           time: no look at the clock comes late (--late-looks 0)

  $ harrier check --late-looks 3 --late 61m --test time_soon_or_late ./semantics-time
  PASS     time_soon_or_late   all orders explored
           3 states, 2 deliveries, 2 handler runs, TIME s; channel pairwise, search auto (ample)
           time: each actor looks late at most 3 times, by 1 h 1 min (--late-looks, --late)

  $ harrier check --late 59m --test time_soon_or_late ./semantics-time
  FAIL     time_soon_or_late   stopped at the first violation (--keep-going explores the rest)
           1 state, 2 deliveries, 2 handler runs, TIME s; channel pairwise, search auto (ample)
           time: each actor looks late at most once, by 59 min (--late-looks, --late)
  time.c:27: error: assertion failed: now < self->last + SHORT || now >= self->last + LATE, now is 3540000, self->last is 0 (in looker)  [assertion]

   *   1  looker <- Go                               from main         time.c:22
              time passes: 59 min
              <- assertion failed: now < self->last + SHORT || now >= self->last + LATE

    * step 1 is the critical one: before it, another continuation passes
      failure became likely with step 1: before it 26 of 50 random continuations fail, after it 50
      in the nearest passing schedule, no time passes in step 1

    no shorter schedule exists: 1 step

    replay   harrier replay .harrier/time_soon_or_late/1.schedule ./semantics-time
    debug    harrier replay --gdb .harrier/time_soon_or_late/1.schedule ./semantics-time
  [1]

  $ cat .harrier/time_soon_or_late/1.schedule
  harrier schedule 1
  # ./semantics-time
  # time.c:27: assertion failed: now < self->last + SHORT || now >= self->last + LATE
  kind assertion
  channel pairwise
  late 3540000ms
  test time_soon_or_late
  looker <- Go from main late 1

  $ harrier replay -q .harrier/time_soon_or_late/1.schedule ./semantics-time
  time.c:27: error: assertion failed: now < self->last + SHORT || now >= self->last + LATE, now is 3540000, self->last is 0 (in looker)  [assertion]
  [1]

  $ harrier replay -q --late 2h .harrier/time_soon_or_late/1.schedule ./semantics-time
  followed to the end: no violation

  $ harrier replay -q --late-looks 0 .harrier/time_soon_or_late/1.schedule ./semantics-time
  time.c:25: error: a look at the clock that came late when the same step ran before cannot come late now (in looker, looker_go)  [nondeterminism]
  [4]

The same in machines' words.

  $ harrier check -q -o json:- --test time_soon_or_late ./semantics-time 2> /dev/null | grep -o '"time":"[^"]*"'
  "time":"each actor looks late at most once, by 1 h (--late-looks, --late)"

  $ harrier check -q -o json:- ./server 2> /dev/null | grep -o '"time":[a-z]*'
  "time":null

A picture has them too.

  $ harrier graph --test time_soon_or_late ./semantics-time 2> /dev/null | grep -c 'late 1'
  1

Timers in an order that they cannot have.

  $ printf '%s\n' 'harrier schedule 1' 'test timers_set_with_growing_delays' 'alarm <- Go from main' 'alarm <- Ring #2 from alarm' > swapped.schedule

  $ harrier replay -q swapped.schedule ./semantics-time
  harrier: ./semantics-time: the schedule does not fit the program any more at step 2, 'alarm <- Ring #2 from alarm': the message is pending, but a timer set earlier with no longer a delay comes first (see --timers)
  [2]

  $ harrier replay -q --timers any swapped.schedule ./semantics-time
  followed to the end: no violation

What makes no sense.

  $ harrier check --late 0 ./server
  harrier: --late says how much later a late look at the clock is: more than nothing; without late looks: --late-looks 0
  [2]

  $ harrier check --late soon ./server
  harrier: --late takes a duration such as 90s, not 'soon'
  [2]

  $ harrier check --timers each ./server
  harrier: unknown timers 'each' ('harrier list timers' shows all)
  [2]

  $ printf '%s\n' 'harrier schedule 1' 'late 5' > unit.schedule

  $ harrier replay unit.schedule ./server
  harrier: unit.schedule: late takes a number and ms, not '5'
  [2]
