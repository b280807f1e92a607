%% Two processes, one message that goes to and fro. Arguments: messages
-module(ping_pong).
-export([main/1]).

main([Messages]) ->
    Self = self(),
    Ping = spawn_link(fun() -> ping(Self) end),
    Pong = spawn_link(fun() -> play(Ping, Self, 0) end),
    Ping ! {start, Pong, Messages},
    receive {ended, Begun, Ended} -> ok end,
    A = receive {handled, Ping, X} -> X end,
    B = receive {handled, Pong, Y} -> Y end,
    result:report("ping_pong", "messages", A + B, Messages, Begun, Ended).

ping(Main) ->
    receive
        {start, Pong, Messages} ->
            Begun = result:mark(),
            Pong ! Messages,
            Handled = play(Pong, Main, 0),
            Main ! {ended, Begun, result:mark()},
            Handled
    end.

%% The number is how many deliveries are still to come, this one included.
play(Peer, Main, Handled) ->
    receive
        Left when Left > 2 -> Peer ! Left - 1, play(Peer, Main, Handled + 1);
        2 -> Peer ! 1, done(Main, Handled + 1);
        1 -> done(Main, Handled + 1)
    end.

done(Main, Handled) ->
    Main ! {handled, self(), Handled}.
