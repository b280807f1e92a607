%% Many processes send to one. Arguments: messages each, senders
-module(fan_in).
-export([main/1]).

main([Each, Senders]) ->
    Self = self(),
    spawn_link(fun() -> collector(Self, Each, Senders) end),
    receive
        {ended, Begun, Ended, Handled, Sum} ->
            Sum = Senders * (Each * (Each + 1) div 2),
            result:report("fan_in", "messages", Handled, Senders * Each, Begun, Ended)
    end.

collector(Main, Each, Senders) ->
    Self = self(),
    All = [spawn_link(fun() -> receive go -> send_all(Self, 1, Each) end end) || _ <- lists:seq(1, Senders)],
    Begun = result:mark(),
    [Sender ! go || Sender <- All],
    {Handled, Sum} = collect(Senders * Each, 0, 0),
    Main ! {ended, Begun, result:mark(), Handled, Sum}.

send_all(Collector, I, Each) when I =< Each ->
    Collector ! I,
    send_all(Collector, I + 1, Each);
send_all(_, _, _) ->
    ok.

collect(Expected, Expected, Sum) ->
    {Expected, Sum};
collect(Expected, Handled, Sum) ->
    receive Value -> collect(Expected, Handled + 1, Sum + Value) end.
