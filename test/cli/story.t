First in, first out between each two actors keeps the claim.

  $ harrier check ./server assert
  PASS     server assert   all orders explored
           8 states, 7 deliveries, 6 handler runs, TIME s; channel pairwise, search auto (ample)

Otherwise some orders break it.

  $ harrier check --channel unordered ./server assert
  FAIL     server assert   stopped at the first violation (--keep-going explores the rest)
           12 states, 12 deliveries, 9 handler runs, TIME s; channel unordered, search auto (ample)
  server.c:48: error: assertion failed: self->v1 == self->v2, self->v1 is 0, self->v2 is 5 (in client)  [assertion]

       1  client <- Start{claim=true}                from main         server.c:61
              sends Set{value=5} to server
              calls server with Get
       2  server <- Get                              from client       server.c:25
              sends reply Value{value=0} to client
       3  client <- reply Value{value=0}             from server       server.c:45
              calls server with Get
   *   4  server <- Set{value=5}                     from client       server.c:20
              value 0 -> 5
       5  server <- Get                              from client       server.c:25
              sends reply Value{value=5} to client
       6  client <- reply Value{value=5}             from server       server.c:46
              <- assertion failed: self->v1 == self->v2

    * from step 4 on every continuation fails
      failure became likely with step 4: before it 22 of 50 random continuations fail, after it 50
      in the nearest passing schedule, server receives Get from client (step 5) before Set from client (step 4)

          this schedule                                  nearest passing schedule
       4  server <- Set from client                      server <- Get from client
       5  server <- Get from client                      server <- Set from client
       6  client <- reply Value from server              client <- reply Value from server
       7                                                 server <- Shutdown from client

    no shorter schedule exists: 6 steps; another violation may have a shorter one

    replay   harrier replay .harrier/server/1.schedule ./server assert
    debug    harrier replay --gdb .harrier/server/1.schedule ./server assert
  warning: undeliverable at the end: Set to server (destroyed)  [undeliverable]
  [1]

  $ cat .harrier/server/1.schedule
  harrier schedule 1
  # ./server assert
  # server.c:48: assertion failed: self->v1 == self->v2
  kind assertion
  channel unordered
  client <- Start from main
  server <- Get from client
  client <- reply Value from server
  server <- Set from client
  server <- Get #2 from client
  client <- reply Value #2 from server

  $ harrier replay .harrier/server/1.schedule ./server assert
       1  client <- Start{claim=true}                from main         server.c:61
              sends Set{value=5} to server
              calls server with Get
       2  server <- Get                              from client       server.c:25
              sends reply Value{value=0} to client
       3  client <- reply Value{value=0}             from server       server.c:45
              calls server with Get
   *   4  server <- Set{value=5}                     from client       server.c:20
              value 0 -> 5
       5  server <- Get                              from client       server.c:25
              sends reply Value{value=5} to client
       6  client <- reply Value{value=5}             from server       server.c:46
              <- assertion failed: self->v1 == self->v2

    * from step 4 on every continuation fails
      failure became likely with step 4: before it 22 of 50 random continuations fail, after it 50
      in the nearest passing schedule, server receives Get from client (step 5) before Set from client (step 4)

          this schedule                                  nearest passing schedule
       4  server <- Set from client                      server <- Get from client
       5  server <- Get from client                      server <- Set from client
       6  client <- reply Value from server              client <- reply Value from server
       7                                                 server <- Shutdown from client

  server.c:48: error: assertion failed: self->v1 == self->v2, self->v1 is 0, self->v2 is 5 (in client)  [assertion]
  [1]

The same schedule again keeps its file; another one gets its own.

  $ harrier check -q --channel unordered ./server assert > /dev/null; ls .harrier/server
  1.schedule

  $ harrier check -q --channel unordered --no-shorten --search stateless ./server assert > /dev/null; ls .harrier/server
  1.schedule
  2.schedule

A schedule need not end in a violation, nor fit.

  $ harrier replay -q .harrier/server/1.schedule ./server
  followed to the end: no violation

  $ harrier replay -q .harrier/server/1.schedule ./pi
  harrier: ./pi: the schedule does not fit the program any more at step 1, 'client <- Start from main': no such message is pending there
  [2]

  $ harrier replay -q --channel pairwise .harrier/server/1.schedule ./server assert
  harrier: ./server: the schedule does not fit the program any more at step 2, 'server <- Get from client': the message is pending, but the channel has another one come first
  [2]
