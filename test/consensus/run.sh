#!/bin/bash
# What harrier/consensus.h finds, and that it finds nothing where nothing is wrong.    run.sh [--list | --group NAME] BUILD-DIR PROGRAMS-DIR
. "$(dirname "$0")/../lib.sh"
prepare() { build=$(realpath "$1") programs=$(realpath "$2"); }
groups() { printf '%s\n' holds bugs off page; }

# check STATUS PROGRAM OPTIONS ARGUMENT...
check() {
    local status=$1 program=$2 options=$3 got
    shift 3
    # shellcheck disable=SC2086
    "$build/harrier" check --time 0 --no-explain --no-shorten $options -o json:out.json "$programs/consensus-$program" "$@" > said 2>&1
    got=$?
    expect 'exit status' "$status" $got
}
field() { jq -r ".$1" out.json; }

group() {
    case $1 in
    holds) # the same states as with the program's own invariants (subjects/raft/README.md): looking changes nothing
        check 0 no_bug '-s dfs' terms=2 timeouts=1 entries=1
        expect states 106800 "$(field states)"
        verdict 'two terms, one entry'
        check 0 no_bug '-s dfs' terms=1 candidates=1 entries=2 heartbeats=1 compact=1
        expect states 8411 "$(field states)"
        verdict 'one term, snapshots'
        check 0 no_bug '-s dfs -c unordered' terms=1 candidates=1 entries=1 heartbeats=1 compact=1
        expect states 18068 "$(field states)"
        verdict 'unordered'
        ;;
    bugs)
        check 1 stale_reply '-s bfs' entries=0
        says 'election_safety: servers '
        verdict 'a vote is counted in a later election'
        check 1 low_next_index '-s dfs' terms=1 candidates=1 entries=2 heartbeats=1 compact=1
        says 'next_above_match: server 1, leader of term 1, has next index'
        verdict 'the next index is set back'
        check 1 old_term '-s random --seed 1 --runs 20000' terms=4
        says 'leader_completeness: server '
        verdict 'Figure 8'
        ;;
    off) # a property that is off is not checked, the others are; names that are none are refused
        OFF=election_safety check 1 stale_reply '-s bfs' entries=0 terms=2 heartbeats=1 timeouts=2 entries=1
        lacks 'election_safety: '
        verdict 'another property is violated later'
        OFF='next_above_match, match_index' check 0 low_next_index '-s dfs' terms=1 candidates=1 entries=2 heartbeats=1 compact=1
        verdict 'nothing else is'
        OFF=next_above check 2 no_bug ''
        says 'harrier/consensus.h: error: no property is called next_above; the properties are election_safety'
        verdict 'a name that is none'
        OFF=election_safety,,x check 2 no_bug ''
        says 'no property is called x'
        verdict 'a name that is none, behind one that is'
        ;;
    page) # docs/consensus.md shows small_raft.c as it is
        sed -n '/^```c test\/consensus\/small_raft.c$/,/^```$/p' "$here/../../docs/consensus.md" | sed '1d;$d' > shown
        [ -s shown ] || fail 'the page shows no program'
        cmp -s shown "$here/small_raft.c" || fail 'the page shows another program'
        verdict 'docs/consensus.md'
        ;;
    esac
}
lib_main "$@"
