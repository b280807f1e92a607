#!/bin/bash
# --reduction ample on the papers' programs: subjects.sh [--list | --group PROGRAM] HARRIER DIRECTORY-WITH-THE-PROGRAMS
# Never more states than without it, under both searches and both channels; fewer where the table says so; and the same ends, verdict and
# steps. The count without a reduction is the same for dfs and bfs, so it is taken once.
. "$(dirname "$0")/../lib.sh"
set -u
output=ample.txt

table='fewer fib 4
fewer fib 5
fewer mergesort 4
fewer quicksort 4
fewer pipesort 3
fewer pipesort 4
fewer spinsort 4
fewer registry 2
fewer regsim 4
fewer pi 4
fewer jaccophil 3
never-more server
never-more server scala
never-more fibserver 4
never-more fibonechild 4
never-more leader 3
never-more leader 3 scala
never-more scalawiki
never-more shortpath triangle
never-more shortpath a
never-more chameneos 1
never-more philosophers 3
never-more philosophers 3 ordered
never-more genleader
never-more minesweeper
never-more procreg
never-more helloworld'

prepare() { harrier=$(realpath "$1") programs=$(realpath "$2"); }
groups() { awk '{ print $2 }' <<< "$table" | sort -u; }

field() { sed -n 's/"findings":.*//; s/.*"'"$2"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' "$1.json" | tr -d '"'; }

# check NAME OPTIONS... PROGRAM: the result in NAME.json, the ends in NAME.ends
check() {
    local name=$1
    shift
    rm -f "$name.json" "$name.ends"
    timeout 900 "$harrier" check -q -k --no-shorten --unhandled drop --undeliverable off --time 600s -o "json:$name.json" -o "ends:$name.ends" \
        "$@" > "$name.txt" 2>&1
    touch "$name.json" "$name.ends"
}

compare() {
    local expected=$1 search=$2 what
    for what in verdict kind end_states distinct_steps exhaustive; do
        [ "$(field full $what)" = "$(field ample $what)" ] ||
            fail "$what $(field ample $what), not $(field full $what)"
    done
    cmp -s full.ends ample.ends || fail 'other ends'
    local full ample
    full=$(field full states) ample=$(field ample states)
    case $expected in
    fewer) [ "$ample" -lt "$full" ] || fail 'not fewer states' ;;
    *) [ "$ample" -le "$full" ] || fail 'more states' ;;
    esac
    verdict "$program, $channel, $search: $ample of $full states"
}

group() {
    local wanted program channel search
    while read -r wanted program; do
        [ "${program%% *}" = "$1" ] || continue
        for channel in unordered pairwise; do
            # shellcheck disable=SC2086
            check full -s dfs -c $channel "$programs"/$program
            for search in dfs bfs; do
                # shellcheck disable=SC2086
                check ample -s $search -r ample -c $channel "$programs"/$program
                compare "$wanted" $search
            done
        done
    done <<< "$table"
}

lib_main "$@"
