%% A ring of processes, one token. Arguments: messages, processes
-module(ring).
-export([main/1]).

main([Messages, Size]) ->
    Self = self(),
    Rounded = (Messages + Size - 1) div Size * Size,
    Head = spawn_link(fun() -> head(Self, Size, Rounded) end),
    receive {ended, Head, Begun, Ended} -> ok end,
    Handled = total(Size, 0),
    result:report("ring", "messages", Handled, Rounded, Begun, Ended).

total(0, Sum) -> Sum;
total(N, Sum) -> receive {handled, Count} -> total(N - 1, Sum + Count) end.

head(Main, Size, Messages) ->
    Self = self(),
    Next = lists:foldl(fun(_, To) -> spawn_link(fun() -> pass_on(To, Main, Size, 0) end) end, Self, lists:seq(2, Size)),
    Begun = result:mark(),
    Next ! Messages,
    pass_on(Next, Main, Size, 0),
    Main ! {ended, Self, Begun, result:mark()}.

%% The number is how many deliveries are still to come, this one included.
pass_on(Next, Main, Size, Handled) ->
    receive
        Left when Left > Size -> Next ! Left - 1, pass_on(Next, Main, Size, Handled + 1);
        1 -> Main ! {handled, Handled + 1};
        Left -> Next ! Left - 1, Main ! {handled, Handled + 1}
    end.
