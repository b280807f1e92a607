%% Bytes per process that has handled one message and now waits. Arguments: processes
-module(idle).
-export([main/1, idler/1]).
-define(GROUP, 1000).

main([Actors]) ->
    group(?GROUP),
    Before = result:resident_bytes(),
    Greeted = groups(Actors div ?GROUP, 0),
    result:report_bytes("idle", Greeted, Actors div ?GROUP * ?GROUP, Before, result:resident_bytes()).

groups(0, Greeted) -> Greeted;
groups(N, Greeted) -> groups(N - 1, Greeted + group(?GROUP)).

group(Size) ->
    create(Size),
    wait(Size),
    Size.

create(0) -> ok;
create(N) -> spawn(?MODULE, idler, [0]) ! {greet, self()}, create(N - 1).

wait(0) -> ok;
wait(N) -> receive greeted -> wait(N - 1) end.

idler(Handled) ->
    receive {greet, From} -> From ! greeted, idler(Handled + 1) end.
