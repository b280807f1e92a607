#!/bin/bash
# Comparisons that are put off (src/states/doubts.h): the same counts whether few states are in doubt, as usual, or most of them, also over checkpoints.
#     doubts.sh HARRIER-WITH-RULES SUBJECTS
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") subjects=$(realpath "$2")
lib_begin
field() { sed -n 's/"findings":.*//; s/.*"'"$2"'":\([^,}]*\)[,}].*/\1/p' "$1"; }
counts() { # counts FILE NAME...: these numbers of a result
    local file=$1 name
    shift
    for name; do
        echo -n "$name $(field "$file" "$name") "
    done
}
explore() { "$harrier" check -k -q --no-shorten --no-explain --time 0 "$@" > said 2>&1; } # explore OPTION... PROGRAM
same() { # same NAMES OPTIONS PROGRAM: with most of them in doubt as with few
    rm -f few.json most.json
    # shellcheck disable=SC2086 # words
    { explore $2 -o json:few.json "$subjects"/$3; HARRIER_MUTANT=doubts-few explore $2 -o json:most.json "$subjects"/$3; }
    local few most
    # shellcheck disable=SC2086
    few=$(counts few.json $1) most=$(counts most.json $1)
    [ "$few" = "$most" ] && [[ $few != *' 0 deliveries'* && $few != *'states  '* ]] && pass "$2 $3" || miss "$2 $3: $few, most in doubt: $most"
}
for program in 'philosophers 4' 'pi 6' 'leader 4' 'chameneos 3' 'server assert' 'regsim 4'; do
    for channel in pairwise unordered; do
        same 'states deliveries end_states depth handler_runs' "--search dfs -c $channel" "$program"
        same 'states deliveries end_states depth handler_runs' "--search bfs -c $channel" "$program"
        same 'states deliveries end_states depth' "--search dfs --depth 7 -c $channel" "$program"
        same 'states deliveries end_states depth' "--search bfs --depth 7 -c $channel" "$program"
        same 'states deliveries end_states' "--search dfs --workers 2 -c $channel" "$program"
    done
done
# A limit ends each run in the middle, and the next one goes on from the checkpoint, until everything is explored. Many states of this program can be reached in few
# ways only, so one that is forgotten is hardly ever found again.
explore --search dfs -o json:few.json "$subjects/registry" 5
export HARRIER_MUTANT=doubts-few
resume=()
for limit in {100..4000..150} 1000000; do
    explore --search dfs --workers 2 --deliveries "$limit" --checkpoint run.ck "${resume[@]}" -o json:most.json "$subjects/registry" 5
    resume=(--resume run.ck)
done
few=$(counts few.json states deliveries end_states) most=$(counts most.json states deliveries end_states)
[ "$few" = "$most" ] && pass || miss "over checkpoints: $most for $few"
lib_end
