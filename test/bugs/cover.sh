#!/bin/bash
# harrier cover on the programs with known bugs, subjects/bugs: cover.sh [--list | --group PROGRAM] HARRIER DIRECTORY-WITH-THE-PROGRAMS [PROGRAM...]
# For each line of cases.txt, at the usual size: it finds the bug in few executions, from the order of sending and from a live run;
# forced live, the schedule that it keeps shows the same bug; the repair passes. And which criterion it takes, for the two
# bugs that were built to differ in that.
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() {
    harrier=$(realpath "$1") programs=$(realpath "$2")
    shift 2
    only+=("$@")
}
groups() { words_of "$here/cases.txt" 1; }

most=50 # executions until a bug is found, tries that did not fit included: the uniform random walk needs some hundreds for most

# cover STATUS OPTIONS... PROGRAM ARGUMENTS...: $json, and in $executions what was tried
cover() {
    local expected=$1
    shift
    rm -f json
    "$harrier" cover --quiet --no-shorten -o json:json "$@" > out 2>&1
    expect status "$expected" $?
    json='' executions=0
    [ -f json ] && json=$(< json)
    [[ $json =~ \"coverage\":\{\"executions\":([0-9]+),\"schedules\":[0-9]+,\"unfit\":([0-9]+) ]] &&
        executions=$((BASH_REMATCH[1] + BASH_REMATCH[2]))
}

finds() { # finds KIND OPTIONS... PROGRAM SIZE
    cover 1 "${@:2}"
    [[ $json == *"\"kind\":\"$1\""* ]] || fail "no violation of the kind $1"
    [ "$executions" -ge 1 ] && [ "$executions" -le $most ] || fail "$executions executions, not at most $most"
}

# A run of the program that passes, in run.schedule. Races end as they end, so it is tried again.
record() {
    local i
    for i in 1 2 3 4 5 6 7 8 9 10; do
        HARRIER_PERTURB=$i:0.05 HARRIER_RECORD=run.schedule "$@" > out 2>&1 && return
    done
    fail 'no live run passes'
}

of() { echo "$programs/$1"; }

# As in Table II of the Bita paper: PR misses the barber's bug and PBR finds it; only PCR finds that of the process registry.
table='0 pr barber
1 pbr barber
0 pr process_registry
0 pbr process_registry
0 pr,pbr process_registry
1 pcr process_registry'

group() { # group PROGRAM
    local line program kind small usual walks
    while IFS= read -r line; do
        # shellcheck disable=SC2034 # the other test's columns
        IFS='|' read -r program kind small usual walks <<< "${line// /}"
        wanted "$program" || continue
        rm -rf kept
        finds "$kind" --save kept "$(of "$program")" "$usual"
        verdict "$program $usual: $kind after $executions executions"
        "$harrier" replay --quiet --live kept/* "$(of "$program")" "$usual" > out 2>&1
        expect status 1 $?
        grep -q "^FAIL .*\[$kind\]\$" out || fail "no violation of the kind $kind"
        verdict "$program $usual: the same live, forced"
        record "$(of "$program")" "$usual"
        finds "$kind" --initial run.schedule "$(of "$program")" "$usual"
        verdict "$program $usual: $kind after $executions executions, from a live run"
        cover 0 "$(of "$program")" "$usual" fixed
        [ "$executions" -gt 1 ] || fail 'nothing was generated'
        verdict "$program $usual fixed: $executions executions pass"
    done < <(lines_of "$here/cases.txt" 1 "$1")
    while read -r status criterion program; do
        [ "$program" = "$1" ] && wanted "$program" || continue
        cover "$status" --criterion "$criterion" "$(of "$program")"
        verdict "$program: $criterion $([ "$status" = 1 ] && echo finds || echo misses) it"
    done <<< "$table"
}

lib_main "$@"
