#!/bin/bash
# What goes with --reduction ample and what does not: options.sh HARRIER SUBJECTS HOSTILE DISKS
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt
harrier=$(realpath "$1") subjects=$(realpath "$2") hostile=$(realpath "$3") disks=$(realpath "$4")
lib_begin

judge() { # judge NAME PROBLEM
    [ -z "$2" ] && pass "$1" || miss "$1: $2"
}
field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }
check() { # the status in $status
    rm -f out.json
    "$harrier" check -o json:out.json "$@" > out.txt 2>&1
    status=$?
    touch out.json
}

# refused WORDS OPTIONS... PROGRAM: not usable, and the reason has these words
refused() {
    local words=$1 problem=
    shift
    check "$@"
    [ $status = 2 ] || problem="status $status"
    grep -qF -e "$words" out.txt || problem="$problem; no '$words'"
    judge "refused: ${*/#\/*\//}" "$problem"
}
refused 'it goes with --search dfs or bfs' -s stateless -r ample "$subjects/server"
refused 'fewer messages asleep' -r ample --sleep "$subjects/server"
refused 'goes with --store exact' -r ample --store fingerprint "$subjects/server"
refused 'goes with --identity exact' -r ample --identity basset "$subjects/server"
refused 'goes with --identity exact' -r ample --identity concrete "$subjects/server"
refused 'goes with --step little' -r ample --step big "$subjects/server"
refused '--order goes with --search stateless' -r ample --order lca "$subjects/server"
refused 'use --reduction none' -r ample -c mailbox "$subjects/server"
refused 'hr_always() looks at several actors' -r ample "$hostile/invariant" always
refused 'an event that a state offers' -r ample "$disks" count
# The reductions that follow paths, on a search that does not: a state met again would hide races from them.
for reduction in dcute persistent transdpor transdpor-fig2; do
    for search in dfs bfs; do
        refused 'a state met again would hide races' -s $search -r $reduction "$subjects/server"
    done
done

# counts FIELD=VALUE... -- OPTIONS... PROGRAM
counts() {
    local facts=() problem= fact
    while [ "$1" != -- ]; do facts+=("$1"); shift; done
    shift
    check "$@"
    for fact in "${facts[@]}"; do
        [ "$(field "${fact%%=*}")" = "${fact#*=}" ] || problem="$problem; ${fact%%=*} is $(field "${fact%%=*}"), not ${fact#*=}"
    done
    judge "${*/#\/*\//}" "${problem#; }"
}
# dfs is the search it starts with, as without a reduction.
counts search=dfs reduction=ample verdict=pass exhaustive=true states=16 -- -r ample -c unordered "$subjects/pipesort" 3
# Paths that were given up: inconclusive.
counts verdict=inconclusive exhaustive=false -- -r ample -c unordered --depth 20 "$subjects/pingpong"
counts verdict=inconclusive exhaustive=false -- -s bfs -r ample -c unordered --depth 20 "$subjects/pingpong"
# Shared memory: all that happens depends on all else, so nothing is left out.
check "$hostile/shared" declared
counts states="$(field states)" deliveries="$(field deliveries)" verdict=pass -- -r ample "$hostile/shared" declared
# Without the memo it is the same search.
check -r ample -c unordered "$subjects/pipesort" 3
counts verdict=pass states="$(field states)" deliveries="$(field deliveries)" -- -r ample --no-memo -c unordered "$subjects/pipesort" 3

# A violation has a schedule like any other: shortened, and it can be replayed.
for search in dfs bfs; do
    check -s $search -r ample "$subjects/philosophers" 3
    problem=
    [ $status = 1 ] || problem="status $status"
    grep -qF 'no shorter schedule exists' out.txt || problem="$problem; not shortened"
    "$harrier" replay .harrier/philosophers/1.schedule "$subjects/philosophers" 3 > out.txt 2>&1
    [ $? = 1 ] || problem="$problem; the replay does not fail"
    judge "the schedule of a deadlock, $search" "$problem"
done

lib_end
