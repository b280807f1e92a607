#!/bin/bash
# Optimal search against persistent sets with sleep sets, which have as many paths:
#     best.sh [--list | --group PROGRAM] HARRIER DIRECTORY-OF-SUBJECTS
# In its best order it needs no more deliveries than they do in theirs. best.txt has the programs of the published tables, and where it needs more under fifo,
# its default.
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() {
    harrier=$(realpath "$1") subjects=$(realpath "$2")
    shift 2
    only+=("$@")
}
groups() { words_of "$here/best.txt" 1; }

explore() { # explore OPTIONS...: $paths, $blocked, $deliveries
    local json=
    rm -f json
    "$harrier" check --quiet --undeliverable off --time 600s -o json:json --channel unordered "$@" "$subjects/${program[0]}" "${program[@]:1}" > out 2>&1
    expect "status of $*" 0 $?
    [ ! -f json ] || json=$(< json)
    paths='' blocked='' deliveries=0
    [[ $json =~ \"paths\":([0-9]+) ]] && paths=${BASH_REMATCH[1]}
    [[ $json =~ \"blocked\":([0-9]+) ]] && blocked=${BASH_REMATCH[1]}
    [[ $json =~ \"deliveries\":([0-9]+) ]] && deliveries=${BASH_REMATCH[1]}
}

compare() { # compare CLASSES FIFO BEST: what is expected of all orders, of optimal's deliveries under fifo, and of the least that persistent sets make
    local order theirs= ours= fifo=
    for order in fifo eca lca lifo ldm hdm hms sgr; do
        explore -r persistent --sleep --order "$order"
        expect "paths of persistent sets ($order)" "$1" "$paths"
        [ "${theirs:-$deliveries}" -lt "$deliveries" ] || theirs=$deliveries
        explore -r optimal --order "$order"
        expect "paths and blocked ($order)" "$1 0" "$paths $blocked"
        [ "${ours:-$deliveries}" -lt "$deliveries" ] || ours=$deliveries
        fifo=${fifo:-$deliveries}
    done
    [ "$ours" -le "$theirs" ] || fail "$ours deliveries, where persistent sets make $theirs"
    expect 'deliveries under fifo, and the least of persistent sets' "$2 $3" "$fifo $theirs"
    verdict "${program[*]}"
}

group() { # group PROGRAM
    local line classes fifo best
    while IFS='|' read -r line classes fifo best; do
        read -ra program <<< "$line"
        ! wanted "$line" || compare "$(trim <<< "$classes")" "$(trim <<< "$fifo")" "$(trim <<< "$best")"
    done < <(lines_of "$here/best.txt" 1 "$1")
}

lib_main "$@"
