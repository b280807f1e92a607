#!/bin/bash
# The parts of make bench, as short as can be: run.sh [--list | --group NAME] SOURCE-DIR BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() {
    bench=$(realpath "$1")/bench build=$(realpath "$2")
    shift 2
    only+=("$@")
    export HARRIER=$build/harrier SUBJECTS=$build/subjects
}
groups() { functions_of "$here/run.sh"; }
group() { "case_$1"; }

# SPIN's models have the states and the transitions of the programs.
case_models() {
    local model states channel
    command -v spin > /dev/null || { skip 'spin is not installed'; return; }
    while read -r model channel program; do
        BUILD_DIR=$work/spin bash "$bench/spin.sh" run "$model" 3 > out 2>&1
        expect "status of $model" 0 $?
        read -r _ _ states transitions _ < out
        # shellcheck disable=SC2086 # words
        "$HARRIER" check -q -k --search dfs --no-shorten -c "$channel" -o json:json "$SUBJECTS"/$program > said 2>&1
        grep -q "\"states\":$states,\"deliveries\":$transitions," json || fail "$model has $states states and $transitions transitions, not those of $program"
        verdict "$model"
    done <<- END
		philosophers-natural unordered philosophers 3
		philosophers-fifo-natural pairwise philosophers 3
		philosophers-fifo-packed pairwise philosophers 3
		pi-fifo-natural pairwise pi 3 int
	END
}

# A row for each combination, and what is made of them.
case_raft() {
    EARLY=0.05 LATE=0.1 SEARCHES=bfs STORES='exact fingerprint' CHANNELS=pairwise bash "$bench/raft.sh" > out 2> err
    expect status 0 $?
    expect 'what it complains of' '' "$(< err)"
    expect rows 'exact without, exact with, exact pairs, fingerprint without, fingerprint with, fingerprint pairs, ' \
        "$(awk '$1 == "pairwise" && $2 == "bfs" && NF >= 11 { printf "%s %s, ", $3, $4 }' out)"
    says 'early and late differ by a factor of'
    says 'times as fast as the slowest'
    says 'with the invariants over all nodes at least'
    says 'with the invariants by pairs at least'
    verdict 'transitions per second, early and late'
    EARLY=0.05 LATE=0.1 SEARCHES=bfs STORES=fingerprint CHANNELS=pairwise INVARIANTS='2 0' bash "$bench/raft.sh" > out 2> err
    expect status 0 $?
    expect 'what it complains of' '' "$(< err)"
    expect rows 'pairs, without, ' "$(awk '$1 == "pairwise" && $2 == "bfs" && NF >= 11 { printf "%s, ", $4 }' out)"
    says 'with the invariants by pairs at least'
    lacks 'over all nodes'
    verdict 'some invariants'
    EARLY=5 LATE=1 bash "$bench/raft.sh" > out 2>&1
    expect status 2 $?
    says 'EARLY and LATE'
    verdict 'seconds that make no sense'
}

# A table with a number for each point, and a picture where there is gnuplot.
case_growth() {
    local axis
    OUT=$work PROGRAM=$build/bench/growth/growth SIZES='10 20' STATES=20000 ROUNDS=1 LIMIT=60s bash "$bench/growth-pictures.sh" messages actors pending length > out 2> err
    expect status 0 $?
    expect 'what it complains of' '' "$(< err)"
    for axis in messages actors pending length; do
        awk 'NR == 1 { columns = NF } NF != columns || (NR > 1 && $0 !~ /^[-0-9. ]+$/) { wrong = 1 } END { exit !(NR == 3 && columns > 6 && !wrong) }' "growth-$axis.txt" ||
            fail "the table for $axis"
        # on a fast machine nothing may be long enough to be measured
        ! command -v gnuplot > /dev/null || grep -qs '</svg>' "growth-$axis.svg" || grep -q 'too short to be measured' out || fail "no picture for $axis"
    done
    verdict 'tables and pictures'
    PROGRAM=$build/bench/growth/growth bash "$bench/growth-pictures.sh" nothing > out 2>&1
    expect status 2 $?
    verdict 'an axis that there is not'
}

lib_main "$@"
