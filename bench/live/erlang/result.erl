%% What every Erlang program here shares: marks in time, the line it prints, its arguments. Time is taken inside the virtual
%% machine, around the work; the machine's own start is not in it.
-module(result).
-export([main/1, mark/0, report/6, report_bytes/5, resident_bytes/0]).

%% erl ... -s result main PROGRAM ARGUMENT...: runs PROGRAM:main([Argument]), whose result is the exit status.
main([Program | Arguments]) ->
    Numbers = [list_to_integer(atom_to_list(A)) || A <- Arguments],
    Self = self(),
    {_, Monitor} = spawn_monitor(fun() -> Self ! {status, Program:main(Numbers)} end),
    receive
        {status, Status} -> halt(Status);
        {'DOWN', Monitor, process, _, Reason} when Reason =/= normal ->
            io:format(standard_error, "~s: error: ~p~n", [Program, Reason]),
            halt(2)
    end.

mark() ->
    {Runtime, _} = erlang:statistics(runtime), % CPU time of all threads, in milliseconds
    {erlang:monotonic_time(nanosecond), Runtime}.

report(Program, _, Count, Expected, _, _) when Count =/= Expected ->
    wrong(Program, Count, Expected);
report(Program, Unit, Count, _, {Begun, CpuBegun}, {Ended, CpuEnded}) ->
    Seconds = (Ended - Begun) / 1.0e9,
    io:format("~s unit=~s count=~b seconds=~.6f cpu=~.6f switches=- per_second=~b~n",
              [Program, Unit, Count, Seconds, (CpuEnded - CpuBegun) / 1.0e3, round(Count / Seconds)]),
    0.

report_bytes(Program, Count, Expected, _, _) when Count =/= Expected ->
    wrong(Program, Count, Expected);
report_bytes(Program, Count, _, Before, After) ->
    io:format("~s unit=bytes count=~b bytes_each=~.1f~n", [Program, Count, (After - Before) / Count]),
    0.

wrong(Program, Count, Expected) ->
    io:format(standard_error, "~s: error: counted ~b, expected ~b~n", [Program, Count, Expected]),
    1.

resident_bytes() ->
    {ok, File} = file:open("/proc/self/statm", [read, raw]),
    {ok, Text} = file:read(File, 200),
    ok = file:close(File),
    [_, Pages | _] = string:tokens(Text, " "),
    list_to_integer(Pages) * 4096.
