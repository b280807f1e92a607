#!/bin/bash
# States as a library describes them (hr_shows): shown.sh HARRIER PROGRAM
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") shown=$(realpath "$2")
lib_begin
output=out.txt
states() { # states SETTERS MODE OPTION...
    "$harrier" check -q "${@:3}" -o json:out.json "$shown" "$1" "$2" > out.txt 2>&1
    jq -r '"\(.verdict) \(.states) \(.end_states)"' out.json
}
# With a whole description there are as many states as if the rest had never been kept; without, as many as there are histories.
for n in 1 2 3; do
    for search in '-s dfs' '-s bfs' '-s dfs -c unordered' '-s dfs --identity canonical' '-s dfs --no-memo'; do
        # shellcheck disable=SC2086
        quiet=$(states $n quiet $search) whole=$(states $n whole $search) fields=$(states $n fields $search) as_shown=$(states $n shown $search)
        expect "whole, $n, $search" "$quiet" "$whole"
        expect "shown, $n, $search" "$fields" "$as_shown"
        [ $n -lt 3 ] || expect 'it makes a difference' yes "$([ "$quiet" != "$fields" ] && echo yes)"
        verdict "$n setters, $search"
    done
done
# Reports: changes of pairs in place of fields; what is new, what is gone; all outputs.
for mode in shown whole; do
    "$harrier" check --no-explain -o html:page.html -o json:out.json "$shown" 4 $mode > out.txt 2>&1
    expect status 1 $?
    "$harrier" replay --no-explain .harrier/shown/1.schedule "$shown" 4 $mode > out.txt 2>&1
    expect 'status of the replay' 1 $?
    lacks 'noise'
    verdict "$mode, the failing step"
done
printf '%s\n' 'harrier schedule 1' 'cell <- Set from setter.1' 'cell <- Set from setter.3' > trace
"$harrier" replay --no-explain -o html:page.html trace "$shown" 3 shown > out.txt 2>&1
expect status 0 $?
says 'is empty -> set, value -> <1>'
says 'value <1> -> <3>'
lacks 'noise'
grep -q 'value &lt;1&gt; -&gt; &lt;3&gt;' page.html || fail 'the page lacks the change'
grep -q noise page.html && fail 'the page has fields'
verdict 'pairs'
# The same in the JSON result: how the actor was before its first step, and after each.
described() { # described MODE: of a replay, and of a check, whose schedule has one step
    "$harrier" replay -q --no-explain -o json:out.json trace "$shown" 3 "$1" > out.txt 2>&1
    jq -c '.described[] | [.step, .actor, (.pairs | map(.name + " " + .value) | join(", "))]' out.json
}
expect 'a replay' '[0,"cell","is empty"]
[1,"cell","is set, value <1>"]
[2,"cell","is set, value <3>"]
[3,"cell","is set, value <2>"]' "$(described shown)"
expect 'fields alone' '' "$(described fields)"
expect 'a description that crashes' '' "$(described fails)"
expect 'pairs that are not taken' '' "$(described long)"
"$harrier" check --no-explain -o json:out.json "$shown" 4 shown > out.txt 2>&1
expect 'a violation' '[0,"is empty"]' "$(jq -c '.described[] | [.step, (.pairs[] | .name + " " + .value)]' out.json)" # its only step fails
"$harrier" check -s dfs -o json:out.json "$shown" 3 shown > out.txt 2>&1
expect 'a pass: no execution is told' '[]' "$(jq -c .described out.json)"
verdict 'JSON'
"$harrier" replay --no-explain trace "$shown" 3 fields > out.txt 2>&1
says 'value 1 -> 3, noise '
verdict 'fields, without a description'
"$harrier" replay --no-explain trace "$shown" 3 fails > out.txt 2>&1
says 'note: its description failed: '
says 'value 1 -> 3'
verdict 'a description that crashes is told, and fields are shown'
# A pair that would have to be cut off or could be mistaken for another one is none: states are told apart by their fields then.
for mode in long equals lines; do
    expect "states, $mode" "$(states 3 fields -s dfs)" "$(states 3 $mode -s dfs)"
    "$harrier" replay --no-explain trace "$shown" 3 $mode > out.txt 2>&1
    says 'note: its description failed: hr_show() with a name of more than 99'
    verdict "a description that is not taken: $mode"
done
"$harrier" replay --no-explain trace "$shown" 3 writes > out.txt 2>&1
says 'its description failed: a description that changes its actor: it must only look'
verdict 'a description that writes'
"$harrier" check -q "$shown" 3 twice > out.txt 2>&1
says 'hr_shows() outside main()'
verdict 'two descriptions'
"$shown" 3 whole || fail 'live, descriptions do nothing'
verdict live
lib_end
