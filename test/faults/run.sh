#!/bin/bash
# What a user sees of faults: traces, verdicts, replays, gdb, live, cover, graph; which searches refuse what.
#     run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u
unset DEBUGINFOD_URLS

prepare() { build=$(realpath "$1") harrier=$build/harrier net=$build/test/faults/net; }
groups() { printf '%s\n' partition pending refused replays gdb live cover graph; }

check() { # check STATUS OPTION...
    local status=$1
    shift
    "$harrier" check "$@" > "$output" 2>&1
    expect 'exit status' "$status" $?
}

partition() {
    check 0 --faults loss=1 "$net" gossip
    verdict 'one lost message does no harm'
    for search in dfs bfs stateless auto random pos pct pctcp delay; do
        check 1 --search $search --faults partition=1 "$net" gossip
        says 'the network splits: nothing gets through between node.1 and node.2, node.3'
        says 'the network is split: the message News to node.3 is lost'
        verdict "a split network, --search $search"
    done
    check 0 --faults partition=1,messages=Other "$net" gossip
    says 'faults: partition=1,messages=Other in an execution; no execution had its network split'
    verdict 'a split that loses nothing'
    check 0 --faults partition=1 "$net" jobs
    says 'no execution had its network split'
    verdict 'one actor alone'
    check 0 --faults partition=0 "$net" gossip
    lacks 'faults:'
    verdict 'partition=0'
    check 2 --faults partition=61 "$net" gossip
    says "partition= takes a number from 0 to 60, not '61'"
    verdict 'partition=61'
    check 2 --faults partition=1 "$net" many
    says 'partition= tries every way to separate the actors that main() creates, and these are more than 8'
    verdict 'too many actors'
}

pending() {
    check 0 --faults crash=1,restart=1 "$net" jobs
    verdict 'kept'
    check 2 --faults crash=1,restart=1,pending=some "$net" jobs
    says "pending= takes kept or lost, not 'some'"
    verdict 'neither'
    for channel in pairwise unordered causal mailbox; do
        for search in dfs bfs stateless random; do
            check 1 --search $search --channel $channel --faults crash=1,restart=1,pending=lost "$net" jobs
            says 'worker crashes, and will be restarted'
            says 'the message Job from main, which waited for it, is lost'
            lacks 'not delivered'
            verdict "lost, $channel, $search"
        done
    done
    check 0 --faults crash=1,restart=1,pending=lost,actors=server "$net" asks
    verdict 'calls are kept'
}

refused() {
    for reduction in dcute persistent transdpor transdpor-fig2 optimal ample; do
        check 2 --reduction $reduction --faults partition=1 "$net" gossip
        says 'whether a message gets through depends on which split of the network is in force'
        verdict "$reduction and partition="
        check 2 --reduction $reduction --faults crash=1,pending=lost "$net" jobs
        says 'with pending=lost a crash loses what was sent to its actor before'
        verdict "$reduction and pending=lost"
    done
    check 0 --reduction optimal --faults loss=1,pending=lost "$net" asks
    verdict 'pending=lost without crashes'
}

schedule_of() { # schedule_of FAULTS CASE: a schedule of its violation
    "$harrier" check --quiet --outdir found --faults "$1" "$net" "$2" > "$output" 2>&1
    expect "exit status of check $2" 1 $?
    schedule=$(find found -name '*.schedule' | tail -1)
}

replays() {
    schedule_of partition=1 gossip
    expect 'the step' 'node.1 <- News from main split 2' "$(tail -1 "$schedule")"
    "$harrier" replay "$schedule" "$net" gossip > "$output" 2>&1
    expect 'exit status' 1 $?
    says 'the network splits'
    verdict 'a split network'
    { cat "$schedule"; printf '%s\n' 'node.2 <- News from node.1'; } > beyond
    "$harrier" replay beyond "$net" gossip > "$output" 2>&1
    says 'no such message is pending there'
    verdict 'what was lost does not come'
    # A split that is over: node.2 hears from node.1, which is apart from node.3; then node.3 hears from node.2.
    printf '%s\n' 'harrier schedule 1' 'faults partition=1' 'node.1 <- News from main split 2' 'node.1 <- News from main' > broken
    "$harrier" replay broken "$net" gossip > "$output" 2>&1
    expect 'exit status' 2 $?
    verdict 'a schedule that does not fit'
    sed 's/split 2/split 1/' "$schedule" > healing
    { printf '%s\n' 'node.3 <- News from node.1 heal 1'; } >> healing
    "$harrier" replay healing "$net" gossip > "$output" 2>&1
    says 'the network splits: nothing gets through between node.1, node.3 and node.2'
    says 'the network is whole again'
    verdict 'a network that is whole again'
    "$harrier" check --no-shorten --search random --seed 3 --outdir long --faults partition=1 "$net" gossip > "$output" 2>&1
    schedule=$(find long -name '*.schedule' | tail -1)
    "$harrier" replay --minimise "$schedule" "$net" gossip > "$output" 2>&1
    expect 'exit status' 1 $?
    verdict '--minimise'
    rm -rf found
    schedule_of crash=1,restart=1,pending=lost jobs
    "$harrier" replay "$schedule" "$net" jobs > "$output" 2>&1
    expect 'exit status' 1 $?
    says 'the message Job from main, which waited for it, is lost'
    verdict 'lost in a crash'
    "$harrier" replay -o html:page.html "$schedule" "$net" jobs > "$output" 2>&1
    grep -q 'which waited for it, is lost' page.html || fail 'the page does not tell of it'
    verdict 'as a page'
}

gdb() {
    local step
    command -v gdb > /dev/null || { skip 'no gdb'; return; }
    schedule_of crash=1,restart=1,pending=lost jobs
    for step in 1 2; do
        printf 'p $hr_step\nharrier step\nharrier actors\nharrier mailbox worker\n' |
            HOME=$work "$harrier" replay --gdb --break=$step "$schedule" "$net" jobs > "$output" 2>&1
        says "step $step: worker <- "
        if [ $step = 1 ]; then
            says 'on_job (self='
            says 'Job {number = 2}'
        else
            says '(restart)'
            says 'start_worker (self='
            says 'worker  crashed'
            lacks 'number = 2'
        fi
        lacks 'Python Exception'
        verdict "step $step of a crash"
    done
    rm -rf found
    schedule_of partition=1 gossip
    printf 'p $hr_step\nharrier step\nbt 1\n' | HOME=$work "$harrier" replay --gdb "$schedule" "$net" gossip > "$output" 2>&1
    says 'step 1: node.1 <- News'
    says 'on_news (self='
    verdict 'a split network'
}

live() {
    schedule_of partition=1 gossip
    "$harrier" replay --live "$schedule" "$net" gossip > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'a fault strikes in step 1, and live there are none: replay it without --live'
    verdict 'forced'
    "$net" gossip > "$output" 2>&1
    expect 'exit status' 0 $?
    verdict 'by itself'
}

cover() {
    "$harrier" cover --faults partition=1,crash=1 "$net" gossip > "$output" 2>&1
    expect 'exit status' 2 $?
    verdict 'cover has no such option'
    "$harrier" cover "$net" declared > "$output" 2>&1
    expect 'exit status' 0 $?
    says 'cover explores none; harrier check explores partition=1,crash=1 in an execution'
    verdict 'what the program declares'
}

graph() {
    "$harrier" graph --faults partition=1 -o dot:net.dot "$net" gossip > "$output" 2>&1
    expect 'exit status' 0 $?
    grep -q 'split 2' net.dot || fail 'no edge with a split'
    verdict 'a split'
    "$harrier" graph --faults crash=1,restart=1,pending=lost -o dot:net.dot "$net" jobs > "$output" 2>&1
    expect 'exit status' 0 $?
    grep -q 'restart' net.dot || fail 'no edge with a crash'
    verdict 'a crash'
}

group() { "$1"; }
lib_main "$@"
