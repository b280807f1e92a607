#!/bin/bash
# libraft under Harrier: its known bugs are found, nothing is found where nothing is wrong, and what is explored is what it should be.
#     run.sh [--list | --group NAME] BUILD-DIR PROGRAM-DIR        PROGRAM-DIR/cluster is test/raft/cluster.c
. "$(dirname "$0")/../lib.sh"
prepare() { build=$(realpath "$1") cluster=$(realpath "$2")/cluster; }
groups() { printf '%s\n' bugs each figure8 holds searches events crashes refused page; }

# check STATUS OPTIONS ARGUMENT...: limits are counts, never time
check() {
    local status=$1 options=$2 got
    shift 2
    # shellcheck disable=SC2086
    "$build/harrier" check --time 0 --no-explain --no-shorten $options -o json:out.json "$cluster" "$@" > said 2>&1
    got=$?
    expect 'exit status' "$status" $got
}
field() { jq -r ".$1" out.json; }
replayed() { # what was found is found again
    "$build/harrier" replay -q .harrier/cluster/"$(find .harrier/cluster -name '*.schedule' -printf '%f\n' | sort -n | tail -1)" "$cluster" "$@" > said 2>&1
    expect 'status of the replay' 1 $?
    rm -rf .harrier
}

# Bugs of libraft 0.15.0, from a plain start. With a later version they may be gone: then the test is to be changed.
bugs() {
    local seed
    for seed in 1 4; do
        check 1 "-c unordered --seed $seed --deliveries 3000000" terms=2 a1 a2
        says 'match_index: server '
        "$build/harrier" replay --no-explain .harrier/cluster/1.schedule "$cluster" terms=2 a1 a2 > said 2>&1
        says 'role candidate -> leader' # as the adapter describes it, not by fields of struct raft
        lacks 'raft.current_term'
        replayed terms=2 a1 a2
        verdict "seed $seed: the reply to a heartbeat acknowledges entries that were never compared"
        check 1 "-c unordered --seed $seed --deliveries 3000000" terms=2 a1 a2 off=match_index
        says 'committed_by_majority: server '
        says ', which 1 of 3 voters have'
        verdict "seed $seed: so an entry is committed that nobody else has"
        check 1 "-c unordered --seed $seed --deliveries 3000000" terms=3 a1 a2 off=match_index,committed_by_majority,leader_completeness
        says 'known_recipient: AppendResult is sent to server 0, which does not exist'
        verdict "seed $seed: a write that ends after a change of the term is answered to server 0"
    done
    check 1 '-c pairwise --deliveries 3000000' terms=2 a1 a2
    says 'match_index: server '
    verdict 'pairwise: the first of them'
    check 1 '-c unordered --deliveries 3000000' terms=1 heartbeats=1 a1 a2
    says 'next_above_match: server '
    verdict 'unordered: a rejection that comes late sets the next index back'
}

# With --keep-going each different finding has a schedule, and all of them are the first bug: the last step is the deposed leader's answer to a heartbeat, which says that its log
# has an entry at index 2, though that is another one than the new leader's.
each() {
    local i text leader follower last
    rm -rf .harrier
    check 1 '-s random --seed 1 --runs 20000 -k -q -c unordered' terms=2 a1 a2
    expect 'findings of match_index' 6 "$(jq '[.findings[].text | select(startswith("match_index"))] | length' out.json)"
    expect 'findings of committed_by_majority' 3 "$(jq '[.findings[].text | select(startswith("committed_by_majority"))] | length' out.json)"
    expect findings 9 "$(jq '.findings | length' out.json)"
    expect schedules 9 "$(jq -r '.findings[].trace' out.json | sort -u | wc -l)"
    expect 'of them met more than once' 9 "$(jq '[.findings[] | select(.times > 1)] | length' out.json)"
    verdict 'nine different findings'
    for i in 0 1 2 3 4 5 6 7 8; do
        text=$(field "findings[$i].text")
        "$build/harrier" replay --no-explain "$(field "findings[$i].trace")" "$cluster" terms=2 a1 a2 > said 2>&1
        expect 'status of the replay' 1 $?
        says "error: $text"
        leader=$(sed 's/^[a-z_]*: server \([1-3]\), leader of term 3.*/\1/' <<< "$text")
        follower=$(sed -n 's/.*takes server \([1-3]\) to have.*/\1/p' <<< "$text")
        last=$(grep -E '^ +[0-9]+  ' said | tail -1 | sed -E 's/^ *[0-9]+ +//; s/ +(from server\.[1-3]).*/ \1/')
        follower=${follower:-${last: -1}} # which one commits an entry does not matter to committed_by_majority
        expect 'the last step' "server.$leader <- AppendResult{term=3, rejected=0, last_log_index=2} from server.$follower" "$last"
        says "next/match of $follower 2/0 -> 3/2"
        [[ $text != committed* ]] || says 'commit 1 -> 2'
        verdict "$text"
    done
    rm -rf .harrier
}

# Figure 8 of the paper: an entry of an earlier term is committed because a majority has it, and is overwritten later. The other bug has no part in it: match_index and
# committed_by_majority hold up to the end.
figure8() {
    local bounds='terms=5 heartbeats=1 a1 a2 off=known_recipient,next_above_match' lost='leader_completeness: server 3 leads in term 6 without the entry at index 2 that server 1 has committed'
    # shellcheck disable=SC2086
    "$build/harrier" replay --no-explain "$here/figure8.schedule" "$cluster" $bounds > said 2>&1
    expect 'exit status' 1 $?
    says "error: $lost"
    lacks 'match_index'
    lacks 'committed_by_majority'
    verdict 'step by step'
    # As guided samples found it from the first state (docs/raft.md), made shorter by --minimise.
    # shellcheck disable=SC2086
    "$build/harrier" replay --no-explain "$here/figure8-found.schedule" "$cluster" $bounds > said 2>&1
    expect 'exit status' 1 $?
    says 'error: leader_completeness: server 2 leads in term 6 without the entry at index 2 that server 1 has committed'
    says 'entries=[{term=2, type=1, size=3, data="a1"}]} from server.1' # in term 5, and committed by the answer to it
    lacks 'match_index'
    lacks 'committed_by_majority'
    verdict 'as it was found'
    head -20 "$here/figure8.schedule" > start
    # shellcheck disable=SC2086
    check 1 '-s random --seed 1 --runs 300 -k -c unordered --start-from start' $bounds
    says "$lost"
    verdict 'found, from the third election on'
    "$build/harrier" check -q --time 0 -s random --seed 1 --runs 100 -c unordered --start-from start "$(dirname "$cluster")/figure8" terms=5 heartbeats=1 a1 a2 \
        off=known_recipient,next_above_match,leader_completeness,match_index,committed_by_majority,state_machine_safety > said 2>&1
    says ' of them from where an hr_sometimes was true'
    verdict 'guided'
}

# Nothing is wrong with one term, in every order; the numbers are those of all searches.
holds() {
    check 0 '-c unordered' terms=1 a1
    expect exhaustive true "$(field exhaustive)"
    expect states 51157 "$(field states)"
    verdict 'unordered, one term, one entry'
    check 0 '-c pairwise' terms=1 a1 a2
    expect exhaustive true "$(field exhaustive)"
    expect states 53072 "$(field states)"
    verdict 'pairwise, one term, two entries'
    check 0 '-c pairwise --identity canonical' terms=1 a1 a2
    expect states 17480 "$(field states)"
    verdict 'canonical'
}

# All searches see the same, with and without what remembers and guards.
searches() {
    local options states
    check 0 '-s dfs' terms=1 candidates=1 a1 a2
    states=$(field states)
    for options in '-s bfs' '-s dfs --no-memo' '-s dfs --no-guards' '-w 2'; do
        check 0 "$options" terms=1 candidates=1 a1 a2
        expect states "$states" "$(field states)"
        verdict "$options"
    done
    check 0 '-s random --seed 1 --runs 50' terms=2 a1 off=match_index
    local sample
    sample=$(field sample)
    check 0 '-s random --seed 1 --runs 50 --identity canonical' terms=2 a1 off=match_index
    expect 'the sample' "$sample" "$(field sample)"
    verdict 'canonical: the same executions'
}

# Each kind of event comes, and nothing goes wrong: some execution is told, and a hundred are sampled.
event() { # event WORD ARGUMENT...
    local word=$1 seed
    shift
    check 0 '-s random --seed 1 --runs 30' "$@"
    for seed in 1 2 3 4; do
        "$build/harrier" run --seed $seed "$cluster" "$@" >> said 2>&1
    done
    says "$word"
    verdict "$word"
}
events() {
    event '<- SnapshotWritten' terms=1 candidates=1 compact=1 heartbeats=1 a1 a2
    event '<- InstallSnapshot{' terms=1 candidates=1 servers=4 members=3 compact=1 heartbeats=2 a1 a2 a3 +4 v4 a5
    event '<- SnapshotRead' terms=1 candidates=1 servers=4 members=3 compact=1 heartbeats=2 a1 a2 a3 +4 v4 a5
    event '<- timer Heartbeat' terms=1 heartbeats=1
    event '<- timer QuorumCheck' terms=1 lonely=1
    event '<- TimeoutNow{' terms=2 candidates=1 t2
    event 'pre_vote=true' terms=1 prevote=1 timeouts=2 a1
    event 'server.4 <- AppendEntries{' terms=1 candidates=1 servers=4 members=3 heartbeats=2 +4 v4
    event 'server 1 has committed its entries up to index 3' servers=1 terms=1 a1 b1
    event 'data="a1"' terms=1 a1
}

# Servers that crash and start again from what is on their disks; messages that are lost or come twice, disks that fail: libraft copes with all of it.
crashes() {
    local faults=crash=1,restart=1,actors=server arguments
    check 0 "--faults $faults" terms=1 candidates=1 disks=1 a1
    expect exhaustive true "$(field exhaustive)"
    expect states 4150 "$(field states)"
    verdict 'one term, one candidate, one entry, in every order'
    check 0 "-s dfs -c unordered --faults $faults" terms=1 candidates=1 disks=1 a1
    expect exhaustive true "$(field exhaustive)"
    expect states 17643 "$(field states)"
    verdict 'the same, unordered'
    check 0 "-s dfs --faults $faults" terms=1 candidates=2 disks=1
    expect states 10998 "$(field states)"
    verdict 'two candidates: nobody votes twice'
    check 1 "--faults $faults" terms=1 a1
    says 'error: a server is restarted that has no disk: set .disks = 1 in struct hr_raft'
    verdict 'without disks'
    check 1 "--faults $faults" terms=1 candidates=1 disks=1 "a$(printf '%064d' 0)"
    says 'error: an entry of more than 64 bytes, and .disks is set'
    verdict 'an entry that is too large'
    while read -r states faults arguments; do
        # shellcheck disable=SC2086
        check 0 "-s dfs --faults $faults" $arguments
        expect states "$states" "$(field states)"
        verdict "--faults $faults, $arguments"
    done << 'END'
1264 loss=1,actors=server terms=1 candidates=1 a1
2399 dup=1,actors=server terms=1 candidates=1 a1
2112 partition=1,actors=server terms=1 candidates=1 a1
676 none terms=1 candidates=1 failures=1 a1
END
    while read -r arguments; do # configurations, transfers, snapshots, pre-votes
        # shellcheck disable=SC2086
        check 0 '-s random --seed 1 --runs 100 --faults crash=1,restart=1,actors=server' disks=1 $arguments
        verdict "sampled, $arguments"
    done << 'END'
terms=1 candidates=1 compact=1 heartbeats=1 a1 a2
terms=1 candidates=1 servers=4 members=3 compact=1 heartbeats=2 a1 a2 a3 +4 v4 a5
terms=1 candidates=1 servers=4 members=3 heartbeats=2 +4 v4
terms=2 candidates=1 t2
terms=1 prevote=1 timeouts=2 a1
END
    printf '%s\n' 'harrier schedule 1' 'faults crash=1,restart=1,actors=server' 'server.1 <- ElectionTimeout from server.1' \
        'server.2 <- RequestVote from server.1 restart 3' 'server.2 <- (restart) from server.2' > crash.schedule
    "$build/harrier" replay crash.schedule "$cluster" terms=1 candidates=1 disks=1 > said 2>&1
    expect 'exit status' 0 $?
    says 'server 2 is back, in term 2, with 1 entries'
    verdict 'a restart, told'
}

refused() {
    local line
    while IFS='|' read -r arguments line; do
        # shellcheck disable=SC2086
        check 2 '' $arguments
        says "$line"
        verdict "$arguments"
    done << 'END'
servers=9|harrier/raft.h: error: a cluster has 1 to 8 servers
servers=0|harrier/raft.h: error: a cluster has 1 to 8 servers
servers=2 members=3|harrier/raft.h: error: there are more members or candidates than servers
terms=0|harrier/raft.h: error: there must be at least one term
off=election_safty|harrier/consensus.h: error: no property is called election_safty
END
}

# docs/raft.md shows the program as it is, and what it says of it is so.
page() {
    sed -n '/^```c register.c$/,/^```$/p' "$here/../../docs/raft.md" | sed '1d;$d' > shown
    cmp -s shown "$here/../../adapters/raft/example/register.c" || fail 'the page shows another program'
    verdict 'docs/raft.md'
    "$build/harrier" check -c unordered --time 0 --no-shorten --no-explain --deliveries 3000000 "$build/adapters/raft/register" > said 2>&1
    expect 'exit status' 1 $?
    says 'match_index: server 2, leader of term 3, takes server 3 to have its entries up to index 2, but they differ at 2'
    says 'note: server 2 leads in term 3'
    verdict 'the program of the page'
}

group() { "$1"; }
lib_main "$@"
