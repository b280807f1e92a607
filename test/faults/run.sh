#!/bin/bash
# What a user sees of faults: traces, verdicts, replays, gdb, live, cover, graph; which searches refuse what.
#     run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u
unset DEBUGINFOD_URLS

prepare() { build=$(realpath "$1") harrier=$build/harrier net=$build/test/faults/net; }
groups() { printf '%s\n' partition pending answers refused replays budget gdb live cover graph formats; }

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

# Who asked twice, because the call came twice or because it was restarted, is owed two answers, whether they are given by name or not.
answers() {
    local faults channel options
    for faults in dup=1,messages=Ask dup=1,messages=Ask+Answer crash=1,restart=1,actors=customer crash=2,restart=2,actors=customer; do
        for channel in pairwise unordered mailbox; do
            for options in '-s dfs' '-s stateless' '-s random --seed 1 --runs 200' '--reduction optimal'; do
                [ "$channel $options" != 'mailbox --reduction optimal' ] || continue # it has no order to reduce
                # shellcheck disable=SC2086
                check 0 $options --channel $channel --faults $faults "$net" clerk
                lacks 'no execution had'
                verdict "--faults $faults, $channel, $options"
            done
        done
    done
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
    rm -rf found
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

# How many faults of a kind a schedule has: those that name places behind this word.
used() { # used FILE WORD
    awk -v word="$2" '/ <- / { on = 0; for (i = 4; i <= NF; i++) if ($i == word) on = 1; else if ($i ~ /^[a-z]/) on = 0; else n += on } END { print n + 0 }' "$1"
}
# A schedule is refused when it has more faults than may be, whichever kind it is and however it is used, and is followed when it has just so many.
exactly() { # exactly SCHEDULE CASE
    local schedule=$1 case=$2 lost twice crash restart kind less wanted
    lost=$(used "$schedule" lost) twice=$(used "$schedule" twice) crash=$(used "$schedule" crash) restart=$(used "$schedule" restart)
    faults() { echo "loss=$1,dup=$2,crash=$(($3 + $4)),restart=$4"; }
    "$harrier" replay -q --faults "$(faults "$lost" "$twice" "$crash" "$restart")" "$schedule" "$net" "$case" > "$output" 2>&1
    expect "status with just the faults of $schedule" 1 $?
    for kind in lost twice crash restart; do
        wanted=("$lost" "$twice" "$crash" "$restart")
        case $kind in lost) less=0 ;; twice) less=1 ;; crash) less=2 ;; restart) less=3 ;; esac
        [ "${wanted[less]}" -gt 0 ] || continue
        seen[less]=$((seen[less] + 1))
        wanted[less]=$((wanted[less] - 1))
        "$harrier" replay -q --faults "$(faults "${wanted[@]}")" "$schedule" "$net" "$case" > "$output" 2>&1
        expect "status with one '$kind' less" 2 $?
        says "with it the execution has '$kind' $((wanted[less] + 1)) time"
        says "allows ${wanted[less]}"
        # In the file itself.
        sed "s/^faults .*/faults $(faults "${wanted[@]}")/" "$schedule" > edited
        "$harrier" replay -q edited "$net" "$case" > "$output" 2>&1
        expect "status with one '$kind' less in its file" 2 $?
        "$harrier" check -q -s random --runs 1 --start-from edited "$net" "$case" > "$output" 2>&1
        expect "status of --start-from with one '$kind' less" 2 $?
        says "with it the execution has '$kind' "
        # What is changed keeps to what is allowed.
        "$harrier" replay -q --adapt edited "$net" "$case" > "$output" 2>&1
        expect "status of --adapt" 0 $?
        expect "faults of kind '$kind' after --adapt" yes "$([ "$(used edited "$kind")" -le "${wanted[less]}" ] && echo yes)"
        "$harrier" replay -q edited "$net" "$case" > "$output" 2>&1
        expect "status of what was adapted is no refusal" yes "$([ $? -le 1 ] && echo yes)"
    done
    # A place that the step does not have.
    grep -qE ' <- [A-Za-z]+( #[0-9]+)? from [a-z.0-9]+$' "$schedule" || return 0
    awk '/ <- [A-Za-z]+( #[0-9]+)? from [a-z.0-9]+$/ && !done { print $0 " lost 90"; done = 1; next } { print }' "$schedule" | sed "s/^faults .*/faults loss=60,dup=60,crash=60,restart=30/" > edited
    "$harrier" replay -q edited "$net" "$case" > "$output" 2>&1
    expect 'status of a place that is not there' 2 $?
    says "'lost 90' could strike"
}
budget() {
    local seed case schedule seen=(0 0 0 0)
    for seed in 1 2 3; do
        for case in loss=4 loss=4,dup=3 loss=3,dup=4,crash=4,restart=2 crash=3,restart=1; do
            rm -rf found
            "$harrier" check -q --no-shorten --no-explain -s pos --seed $seed --runs 2000 --outdir found --faults $case "$net" gossip > "$output" 2>&1
            expect 'status of check' 1 $?
            schedule=$(find found -name '*.schedule' | tail -1)
            exactly "$schedule" gossip
            verdict "$case, seed $seed"
        done
    done
    expect 'each kind was there' yes "$([ "${seen[0]}" -gt 0 ] && [ "${seen[1]}" -gt 0 ] && [ "${seen[2]}" -gt 0 ] && [ "${seen[3]}" -gt 0 ] && echo yes)"
    echo "lost, twice, crash and restart one less: ${seen[*]} schedules"
    verdict 'every kind'
    schedule_of partition=1 gossip
    sed 's/^faults .*/faults partition=0/' "$schedule" > edited
    "$harrier" replay -q edited "$net" gossip > "$output" 2>&1
    expect 'status of a split that may not be' 2 $?
    says "'split 2' could strike"
    verdict 'a split network'
    "$harrier" check -q --no-shorten --no-explain -s random --seed 1 --outdir long --faults loss=4 "$net" gossip > "$output" 2>&1
    schedule=$(find long -name '*.schedule' | tail -1)
    "$harrier" replay -q --minimise "$schedule" "$net" gossip > "$output" 2>&1
    expect 'status of --minimise' 1 $?
    verdict '--minimise'
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
    expect 'exit status' 1 $?
    says 'all_heard'
    verdict 'forced: a split network'
    sed 's/ split [0-9]*/ split 9/' "$schedule" > wrong
    "$harrier" replay --live wrong "$net" gossip > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'a fault of it has nothing to strike'
    verdict 'forced, where no network splits'
    schedule_of crash=1,restart=1,pending=lost jobs
    "$harrier" replay --live "$schedule" "$net" jobs > "$output" 2>&1
    expect 'exit status' 1 $?
    says 'all_done'
    verdict 'forced: a crash that loses messages'
    HARRIER_PERTURB=1 "$harrier" replay --live "$schedule" "$net" jobs > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'force it without HARRIER_PERTURB'
    verdict 'the same with delays is refused'
    sed 's/ restart [0-9]*/ restart 9/' "$schedule" > wrong
    "$harrier" replay --live wrong "$net" jobs > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'a fault of it has nothing to strike'
    verdict 'forced, where nobody can crash'
    local fault
    for fault in loss dup; do
        schedule_of $fault=1 relay
        "$harrier" replay --live "$schedule" "$net" relay > "$output" 2>&1
        expect 'exit status' 1 $?
        says 'heard_once'
        verdict "forced: $fault"
        sed 's/ lost 1/ lost 2/; s/ twice 1/ twice 2/' "$schedule" > wrong
        "$harrier" replay --live wrong "$net" relay > "$output" 2>&1
        expect 'exit status' 2 $?
        says 'a fault of it has nothing to strike'
        verdict "forced, where nothing is sent: $fault"
        sed '/^faults/d' "$schedule" > wrong
        "$harrier" replay --live wrong "$net" relay > "$output" 2>&1
        expect 'exit status' 2 $?
        verdict "forced, more than the schedule allows: $fault"
    done
    schedule_of loss=1,messages=Ask asks
    "$harrier" replay --live "$schedule" "$net" asks > "$output" 2>&1
    expect 'exit status' 1 $?
    says 'client waits for a reply of server'
    verdict 'forced: a call is lost'
    schedule_of loss=1,messages=Answer asks
    "$harrier" replay --live "$schedule" "$net" asks > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'live no answer is lost: replay it without --live'
    verdict 'forced: an answer'
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
    # A fault of an initial schedule is kept: in what is generated from it, and in the schedules that are handed out.
    schedule_of partition=1 gossip
    "$harrier" cover --no-shorten --save kept --initial "$schedule" "$net" gossip > "$output" 2>&1
    expect 'exit status' 1 $?
    says 'cover explores none but those of --initial; harrier check explores partition=1 in an execution'
    says 'all_heard'
    lacks 'hr_choose'
    grep -q ' split ' kept/*.schedule || fail 'the schedule has no split'
    verdict 'that of an initial schedule'
    sed 's/ split [0-9]*/ split 9/' "$schedule" > wrong
    "$harrier" cover --initial wrong "$net" gossip > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'a fault is not possible there any more, or it is one too many'
    verdict 'a fault that does not fit'
}

# What shows an execution shows its faults.
formats() {
    "$harrier" check -q --faults loss=1,messages=Ask -o html:f.html -o mermaid:f.mermaid -o shiviz:f.shiviz -o sarif:f.sarif "$net" asks > "$output" 2>&1
    expect 'exit status' 1 $?
    local format
    for format in html mermaid shiviz sarif; do
        grep -q 'is lost' "f.$format" || fail "$format does not tell of the fault"
    done
    verdict 'in all formats'
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
