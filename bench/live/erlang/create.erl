%% A binary tree of processes: each creates two, adds up what they answer, answers and ends. Arguments: depth
-module(create).
-export([main/1, spread/1]).

main([Depth]) ->
    Begun = result:mark(),
    spawn(?MODULE, spread, [self()]) ! Depth,
    receive
        Actors -> result:report("create", "actors", Actors, (1 bsl Depth) - 1, Begun, result:mark())
    end.

spread(Parent) ->
    receive
        1 ->
            Parent ! 1;
        Depth ->
            spawn(?MODULE, spread, [self()]) ! Depth - 1,
            spawn(?MODULE, spread, [self()]) ! Depth - 1,
            receive A -> receive B -> Parent ! 1 + A + B end end
    end.
