#!/bin/bash
# States that are expanded together (src/states/together.c): the same counts whether that begins when there are many, as usual, or with the first one, also over
# checkpoints.
#     together.sh HARRIER-WITH-RULES SUBJECTS
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
same() { # same NAMES OPTIONS PROGRAM: from the first state on as never
    rm -f one.json several.json
    # shellcheck disable=SC2086 # words
    { explore $2 -o json:one.json "$subjects"/$3; HARRIER_MUTANT=together-when-far explore $2 -o json:several.json "$subjects"/$3; }
    local one several
    # shellcheck disable=SC2086
    one=$(counts one.json $1) several=$(counts several.json $1)
    [ "$one" = "$several" ] && [[ $one != *' 0 deliveries'* && $one != *'states  '* ]] && pass "$2 $3" || miss "$2 $3: $one, several together: $several"
}
for program in 'philosophers 4' 'pi 6' 'leader 4' 'chameneos 3' 'server assert' 'regsim 4'; do
    for channel in pairwise unordered; do
        for store in exact fingerprint tree; do
            same 'states deliveries end_states handler_runs' "--search dfs --store $store -c $channel" "$program"
            same 'states deliveries end_states depth handler_runs' "--search bfs --store $store -c $channel" "$program"
            same 'states deliveries end_states depth' "--search bfs --depth 7 --store $store -c $channel" "$program"
            same 'states deliveries end_states' "--search dfs --workers 2 --store $store -c $channel" "$program"
        done
        same 'states deliveries end_states' "--search dfs --identity basset -c $channel" "$program"
        same 'states deliveries end_states' "--search bfs --step big -c $channel" "$program"
    done
done
# A limit ends each run in the middle, and the next one goes on from the checkpoint, until everything is explored. Many states of this program can be reached in few
# ways only, so one that is forgotten is hardly ever found again.
explore --search dfs -o json:one.json "$subjects/registry" 5
export HARRIER_MUTANT=together-when-far
resume=()
for limit in {100..4000..150} 1000000; do
    explore --search dfs --workers 2 --deliveries "$limit" --checkpoint run.ck "${resume[@]}" -o json:several.json "$subjects/registry" 5
    resume=(--resume run.ck)
done
one=$(counts one.json states deliveries end_states) several=$(counts several.json states deliveries end_states)
[ "$one" = "$several" ] && pass || miss "over checkpoints: $several for $one"
lib_end
