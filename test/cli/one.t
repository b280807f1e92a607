One execution, in order of sending.

  $ harrier run ./server assert
       1  client <- Start{claim=true}                from main         server.c:61
              sends Set{value=5} to server
              calls server with Get
       2  server <- Set{value=5}                     from client       server.c:20
              value 0 -> 5
       3  server <- Get                              from client       server.c:25
              sends reply Value{value=5} to client
       4  client <- reply Value{value=5}             from server       server.c:45
              calls server with Get
              v1 0 -> 5
       5  server <- Get                              from client       server.c:25
              sends reply Value{value=5} to client
       6  client <- reply Value{value=5}             from server       server.c:46
              sends Shutdown to server
              v2 0 -> 5
       7  server <- Shutdown                         from client       server.c:30
              ends

  followed to the end: no violation

In an order that a number decides: always the same.

  $ harrier run --seed 2 -q -c unordered ./server assert
  server.c:48: error: assertion failed: self->v1 == self->v2, self->v1 is 0, self->v2 is 5 (in client)  [assertion]
  [1]

  $ for n in 1 2 3 4 5 6 7 8; do harrier run -q --seed $n -c unordered ./server assert; done | sort | uniq -c
        5 followed to the end: no violation
        3 server.c:48: error: assertion failed: self->v1 == self->v2, self->v1 is 0, self->v2 is 5 (in client)  [assertion]

A violation is kept, and met again.

  $ harrier replay -q .harrier/server/1.schedule ./server assert
  server.c:48: error: assertion failed: self->v1 == self->v2, self->v1 is 0, self->v2 is 5 (in client)  [assertion]
  [1]

  $ harrier run -o html:- -q ./server 2> /dev/null | grep -c '<tr id="r1-s'
  7

  $ harrier run -o mermaid:- -q ./server 2> /dev/null | head -2
  sequenceDiagram
      participant a0 as main

Mistakes.

  $ harrier run -q --seed x ./server
  harrier: --seed takes a number, not 'x'
  [2]

  $ harrier run --search bfs ./server
  harrier: --search is an option of harrier check
  Try 'harrier --help'.
  [2]
