#!/bin/bash
# Messages that commute come in one order only: commute.sh HARRIER SUBJECTS DISKS
# The ends are those of all executions, and the numbers of paths and deliveries are written down here, so that a change is seen.
. "$(dirname "$0")/../lib.sh"
set -u
output=out
harrier=$(realpath "$1") subjects=$(realpath "$2") disks=$(realpath "$3")
lib_begin

check() { # check OPTIONS... PROGRAM: $status, and $paths and $deliveries
    rm -f json ends
    "$harrier" check --quiet --undeliverable off --time 600s -o json:json -o ends:ends "$@" > out 2>&1
    status=$?
    paths=$(sed -n 's/.*"paths":\([0-9]*\).*/\1/p' json 2> /dev/null)
    deliveries=$(sed -n 's/.*"deliveries":\([0-9]*\).*/\1/p' json 2> /dev/null)
}

# Without and with --commute: paths and deliveries.
while IFS='|' read -r channel program without with; do
    read -ra words <<< "$program"
    words[0]=$subjects/${words[0]}
    channel=$(trim <<< "$channel")
    check -c "$channel" -s dfs "${words[@]}"
    mv ends all
    check -c "$channel" -r transdpor --sleep "${words[@]}"
    expect 'without it' "$(trim <<< "$without")" "$paths $deliveries"
    check -c "$channel" -r transdpor --sleep --commute "${words[@]}"
    expect 'with it' "$(trim <<< "$with")" "$paths $deliveries"
    expect status 0 "$status"
    cmp -s ends all || fail 'other ends'
    verdict "$channel $program"
done << 'CASES'
unordered | pi 6 int      | 720 6283     | 6 111
unordered | regsim 5      | 120 356      | 1 51
unordered | shortpath b   | 296 1408     | 5 403
unordered | genleader 3   | 53915 206599 | 30 3020
pairwise  | genleader 3   | 2064 13232   | 30 1354
pairwise  | chameneos 4   | 7776 52429   | 1296 27991
pairwise  | registry 5    | 720 2018     | 720 2018
CASES

# What is wrong is found all the same.
for program in 'bugs/writer 2' 'bugs/lookups 2' 'bugs/process_registry 2' 'bugs/barber 2' 'bugs/messenger 2'; do
    read -ra words <<< "$program"
    check -s dfs "$subjects/${words[0]}" "${words[1]}"
    expected=$(grep -o '"kind":"[a-z]*"' json | head -n 1)
    check -r transdpor --sleep --commute "$subjects/${words[0]}" "${words[1]}"
    expect 'the kind' "$expected" "$(grep -o '"kind":"[a-z]*"' json | head -n 1)"
    expect status 1 "$status"
    verdict "$program"
done

refused() { # refused WORDS OPTIONS... PROGRAM
    check "${@:2}"
    expect status 2 "$status"
    says "$1"
    verdict "refused: ${*:2}"
}
refused '--commute does not go with optimal' -r optimal --commute "$subjects/server"
refused 'it goes with --reduction transdpor --sleep' -r persistent --sleep --commute "$subjects/server"
refused 'it goes with --reduction transdpor --sleep' --commute "$subjects/server"
refused 'it goes with --sleep' -r transdpor --commute "$subjects/server"
refused 'leave out one of them' -r transdpor --sleep --commute -o coverage:all "$subjects/server"
refused 'use --channel pairwise or unordered' -c causal -r transdpor --sleep --commute "$subjects/server"
refused 'the order of sending matters' -c mailbox -r transdpor --sleep --commute "$subjects/server"
refused 'events that a state offers' -r transdpor --sleep --commute "$disks" count

lib_end
