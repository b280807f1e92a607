%% One process calls another, and waits for the answer before it calls again. Arguments: messages
%% The call is the bare one, a fresh reference and a receive on it; gen_server:call also watches the callee and costs more.
-module(call).
-export([main/1]).

main([Messages]) ->
    Self = self(),
    Calls = Messages div 2,
    Server = spawn_link(fun() -> serve(0) end),
    spawn_link(fun() -> Self ! caller(Server, Calls) end),
    receive
        {ended, Begun, Ended, Answered} ->
            Server ! {stop, Self},
            receive
                {handled, Handled} -> result:report("call", "messages", Answered + Handled, 2 * Calls, Begun, Ended)
            end
    end.

serve(Handled) ->
    receive
        {ask, From, Reference, Value} -> From ! {Reference, Value + 1}, serve(Handled + 1);
        {stop, Main} -> Main ! {handled, Handled}
    end.

caller(Server, Calls) ->
    Begun = result:mark(),
    Answered = calls(Server, 0, Calls, 0),
    {ended, Begun, result:mark(), Answered}.

calls(_, Calls, Calls, Answered) ->
    Answered;
calls(Server, I, Calls, Answered) ->
    Reference = make_ref(),
    Server ! {ask, self(), Reference, I},
    receive
        {Reference, Value} when Value =:= I + 1 -> calls(Server, I + 1, Calls, Answered + 1);
        {Reference, _} -> calls(Server, I + 1, Calls, Answered)
    end.
