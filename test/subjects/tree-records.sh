#!/bin/bash
# A tree store that goes on with whole records (src/store/tree_worth.c): the same counts whether that is after a few states or never, also over checkpoints, in
# all workers, and where records become fingerprints. And where it does so: not where trees save most of the memory.
#     tree-records.sh HARRIER HARRIER-WITH-RULES SUBJECTS
. "$(dirname "$0")/../lib.sh"
product=$(realpath "$1") with_rules=$(realpath "$2") subjects=$(realpath "$3")
lib_begin
field() { sed -n 's/"findings":.*//; s/.*"'"$2"'":\([^,}]*\)[,}].*/\1/p' "$1"; }
counts() { # counts FILE NAME...: these numbers of a result
    local file=$1 name
    shift
    for name; do
        echo -n "$name $(field "$file" "$name") "
    done
}
harrier=$with_rules
explore() { "$harrier" check -k -q --no-shorten --no-explain --time 0 "$@" > said 2>&1; } # explore OPTION... PROGRAM
early() { HARRIER_MUTANT=tree-judged-late explore "$@"; }
same() { # same NAMES OPTIONS PROGRAM
    rm -f trees.json records.json
    # shellcheck disable=SC2086 # words
    { explore $2 --store tree -o json:trees.json "$subjects"/$3; early $2 --store tree -o json:records.json "$subjects"/$3; }
    local trees records
    # shellcheck disable=SC2086
    trees=$(counts trees.json $1) records=$(counts records.json $1)
    [ "$trees" = "$records" ] && [[ $trees != *' 0 deliveries'* && $trees != *'states  '* ]] && pass "$2 $3" || miss "$2 $3: $trees, with records: $records"
    [ "$(field trees.json records_since_states)" = null ] && [ "$(field records.json records_since_states)" -gt 0 ]
    equal "$2 $3: records where they should be" 0 $?
}
for program in 'philosophers 4' 'pi 6' 'leader 4' 'chameneos 3' 'server assert' 'regsim 4'; do
    for channel in pairwise unordered mailbox; do
        same 'states deliveries end_states handler_runs' "--search dfs -c $channel" "$program"
        same 'states deliveries end_states depth handler_runs' "--search bfs -c $channel" "$program"
        same 'states deliveries end_states depth' "--search bfs --depth 7 -c $channel" "$program"
        same 'states deliveries end_states' "--search dfs --workers 2 -c $channel" "$program"
    done
done

# A limit ends each run in the middle, and the next one goes on from the checkpoint.
for search in 'dfs' 'bfs' 'dfs --workers 2'; do
    rm -f run.ck one.json several.json
    # shellcheck disable=SC2086
    explore --search $search -o json:one.json "$subjects/registry" 5
    resume=()
    for limit in {100..4000..300} 1000000; do
        # shellcheck disable=SC2086
        early --search $search --store tree --deliveries "$limit" --checkpoint run.ck "${resume[@]}" -o json:several.json "$subjects/registry" 5
        resume=(--resume run.ck)
    done
    equal "over checkpoints, $search" "$(counts one.json states deliveries end_states)" "$(counts several.json states deliveries end_states)"
done

# Records that become fingerprints, both ways round the list of open states.
harrier=$product
for search in dfs bfs; do
    explore --search $search -c unordered -o json:one.json "$subjects/pi" 12
    explore --search $search -c unordered --store tree --memory 60M --on-full fingerprint -o json:several.json "$subjects/pi" 12
    equal "pi 12, $search, records and then fingerprints" "$(counts one.json states deliveries end_states)" "$(counts several.json states deliveries end_states)"
    [ "$(field several.json records_since_states)" -ge 65536 ] && [ "$(field several.json degraded_at_states)" -ge 65536 ]
    equal "pi 12, $search, was records and then fingerprints" 0 $?
done

# Where trees save much they stay; where every state has its own parts, they do not.
explore --search bfs -c unordered --store tree -o json:one.json "$subjects/philosophers" 5
equal "philosophers 5 stay trees" null "$(field one.json records_since_states)"
raft=("$subjects/raft/raft" nodes=3 candidates=3 timeouts=8 terms=20 entries=6 heartbeats=6 compact=3 invariants=0)
explore --search bfs -c pairwise --store tree --deliveries 400000 -o json:one.json "${raft[@]}"
explore --search bfs -c pairwise --store exact --deliveries 400000 -o json:several.json "${raft[@]}"
[ "$(field one.json records_since_states)" -ge 65536 ]; equal "raft, breadth first, becomes records" 0 $?
equal "raft, breadth first" "$(counts one.json deliveries depth handler_runs)" "$(counts several.json deliveries depth handler_runs)"

# Records of states whose first words are all that they have, and whose successors have more, by a message that joins a queue.
for store in exact fingerprint; do
    explore --search bfs -c pairwise --store $store --deliveries 3000000 -o json:$store.json "${raft[@]}"
done
equal "raft, breadth first, records and hashes" "$(counts fingerprint.json states deliveries depth)" "$(counts exact.json states deliveries depth)"
lib_end
