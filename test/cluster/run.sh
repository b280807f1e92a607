#!/bin/bash
# Clusters: run.sh [--list | --group NAME] HARRIER DIRECTORY-WITH-THE-SUBJECTS GENERATED-PROGRAM SITES LONG TIMER EVENTS CHAIN [WORD...]
# All ranks run on this machine, however few processors it has. Without MPICH, or where Harrier was built without it, all is skipped.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/ranks.sh"
set -u
output=out.txt

prepare() {
    harrier=$(realpath "$1") subjects=$(realpath "$2") generated=$(realpath "$3") sites=$(realpath "$4") long=$(realpath "$5") timer=$(realpath "$6") events=$(realpath "$7") chain=$(realpath "$8")
    shift 8
    only+=("$@")
}
groups() { printf '%s\n' optimal stateful territories sampled covered several_workers generated generated_stateful violations kept kept_tables kept_stores kept_generated kept_optimal kept_sampled kept_covered kept_several_workers kept_stopped kept_refusals refusals differs connects killed_rank killed_program killed_stateful killed_mpi killed_launcher killed_worker cut_off; }

optimal() {
    agree "1 2 3 4" -k --reduction optimal -c unordered "$subjects/registry" 5
    agree "2 3" -k --reduction optimal "$subjects/leader" 4
    agree "2" -k --reduction optimal -c causal "$subjects/pipesort" 4
    agree "4" -k --reduction optimal -c unordered --undeliverable error "$subjects/scalawiki"
    agree "3" -k --reduction optimal "$sites"
    agree "2" -k --reduction optimal --depth 6 "$subjects/server" 3
}

stateful() {
    # These are the same here, while the longest path, and how often a violation is met, depend on the order in which states are found.
    tables="actors local_states" times=none
    agree "1 2 3 4" -k --search dfs "$subjects/philosophers" 3
    agree "3" -k --search dfs -c unordered "$subjects/philosophers" 5
    agree "2" -k --search dfs -c unordered --store fingerprint "$subjects/philosophers" 4
    agree "3" -k --search dfs --store tree "$subjects/philosophers" 3
    agree "2" -k --search dfs -c unordered --store bitstate "$subjects/philosophers" 4
    agree "4" -k --search dfs "$subjects/fib" 5 # actors that are created on the way
    agree "3" -k --search dfs -c mailbox "$subjects/quicksort" 4
    agree "2" -k --search dfs -c unordered --undeliverable error "$subjects/scalawiki"
    agree "2" -k --search dfs --step big -c unordered "$subjects/leader" 4
    agree "3" -k --search dfs --identity canonical "$subjects/mergesort" 4
    agree "2" -k --search dfs --mailbox-limit 1 "$subjects/fib" 4
    agree "3" -k --search dfs "$sites"
    agree "4" -k --search dfs -c unordered "$timer"
    agree "2" -k --search dfs -c unordered "$events" 13
}

# Which states belong to a rank is chosen so that most successors stay there, and each rank has its share; where no choice does, by the whole state.
territories() {
    tables="actors local_states" times=none
    # Of the table of ranks: the bytes that were sent for each state, and the least share of a rank, in hundredths.
    figures() { awk '$1 ~ /^[0-9]+$/ && NF == 8 { n++; all += $3; bytes += $6 * 1e6; if (n == 1 || $3 < least) least = $3 } END { print int(bytes / all), int(100 * least / all) }' out.txt; }
    agree "2" -k --search dfs -c unordered "$subjects/philosophers" 6
    read -r bytes share < <(figures)
    expect 'at most 10 bytes for each state' yes "$([ "$bytes" -le 10 ] && echo yes || echo "$bytes")"
    expect 'at least a third of the states on each rank' yes "$([ "$share" -ge 33 ] && echo yes || echo "$share %")"
    verdict 'few states are sent, and each rank has its share'
    agree "3" -k --search dfs -c unordered "$chain" 200
    agree "2" -k --search dfs "$subjects/server" 5
    agree "2" -k --search dfs --no-memo "$subjects/server" 3
}

sampled() {
    agree "1 2 3 4" -k --search random --seed 7 --runs 101 "$subjects/scalawiki"
    agree "2 3" -k --search pos --seed 7 --runs 50 --depth 60 "$subjects/philosophers" 4
    agree "2" -k --search random --from-start --seed 3 --runs 50 "$sites"
    agree "4" -k --search random --seed 3 --runs 2 "$subjects/leader" 3 # more ranks than executions
    # These learn from the first executions how long one is, whoever makes them.
    agree "1 2 3 4" -k --search pct --seed 7 --runs 101 --depth 200 "$subjects/philosophers" 4
    agree "2 3" -k --search pctcp --bug-depth 4 --seed 7 --runs 60 -c unordered "$subjects/scalawiki"
    agree "3 2x2" -k --search pctcp --seed 9 --runs 7 "$subjects/leader" 4
    agree "2" -k --search pct --from-start --seed 3 --runs 50 "$sites"
    # This makes each execution out of one before it. What is told of how far it came is the same, too.
    agree "1 2 3 4" -k --search delay --runs 101 --depth 200 "$subjects/philosophers" 4
    says '101 executions, among them all with at most 1 delay;'
    agree "2 3" -k --search delay --runs 300 -c unordered "$subjects/scalawiki"
    agree "3 2x2" -k --search delay --runs 2000 "$subjects/leader" 4
    says '2000 executions, among them all with at most 6 delays'
    agree "2 4 3x2" -k --search delay --runs 5000 "$subjects/leader" 3
    says 'delays: there are no others'
    agree "2" -k --search delay "$sites"
    verdict 'how far delay came'
}

# Covers of one seed: whoever makes them, what they come to is put together in the order of their numbers.
covered() {
    local verb=cover seed
    agree "1 2 3 4" -k --runs 7 --seed 3 "$subjects/bugs/writer"
    printf '%s\n' 'harrier schedule 1' 'channel pairwise' 'process.1 <- First from main' 'process.2 <- Second from process.1' > initial
    agree "2 4" -k --runs 5 --seed 4 --initial initial "$subjects/leader" 3
    agree "3" -k --runs 4 --seed 5 --depth 14 -c unordered "$subjects/philosophers" 3
    agree "2" -k --runs 5 --seed 6 --literal "$subjects/bugs/barber"
    agree "4" -k --runs 2 --seed 7 "$subjects/leader" 3 # more ranks than covers
    agree "2 3" -k --runs 6 --seed 8 "$sites"
    for seed in {1..8}; do
        agree $((seed % 3 + 2)) -k --runs 6 --seed $seed --undeliverable off "$generated" "$seed" 0 varied 4294967295
    done
    # The first violation is that of the cover with the lowest number, however far others are; and covers beyond it do not count.
    names="verdict exhaustive violations"
    agree "2 3 4" --runs 40 --seed 3 "$subjects/bugs/barber"
    agree "2 3" --runs 40 --seed 3 --undeliverable error "$subjects/scalawiki"
    "$harrier" cover --cluster "$subjects/leader" 3 > out.txt 2>&1
    expect status 2 $?
    says 'add --runs and --seed'
    verdict 'refuses to cover without a number of covers'
    printf '%s\n' 'harrier schedule 1' 'process.9 <- First from main' > bad
    launch 3 "$harrier" cover --cluster --runs 500 --seed 1 --initial bad "$subjects/leader" 3 > out.txt 2>&1
    expect status 2 $?
    says 'does not fit'
    verdict 'refuses an initial schedule that does not fit'
}

# Each rank with several workers, in every mode.
several_workers() {
    local seed
    agree "1x2 2x2 3x2 1x4" -k --reduction optimal -c unordered "$subjects/registry" 5
    agree "2x2" -k --reduction optimal "$sites"
    agree "2x2 1x3" -k --search random --seed 7 --runs 101 "$subjects/scalawiki"
    agree "2x3" -k --search pos --from-start --seed 7 --runs 50 --depth 60 "$subjects/philosophers" 4
    verb=cover
    agree "2x2 1x3" -k --runs 7 --seed 3 "$subjects/bugs/writer"
    verb=check tables="actors local_states" times=none
    agree "1x2 2x1 2x2 4x2" -k --search dfs "$subjects/philosophers" 3
    agree "2x2" -k --search dfs "$subjects/fib" 5
    agree "2x3" -k --search dfs -c mailbox --store tree "$subjects/quicksort" 4
    agree "3x2" -k --search dfs -c unordered --store fingerprint "$subjects/philosophers" 5
    for seed in {21..26}; do
        agree $((seed % 2 + 1))x$((seed % 3 + 2)) -k --search dfs --channel unordered "$generated" "$seed" 0 varied 4294967295
    done
    printf '#!/bin/sh\n[ "$PMI_RANK" = 1 ] && w=3 || w=2\nexec %s check --cluster --workers $w -q --reduction optimal %s 3\n' "$harrier" "$subjects/leader" > uneven
    chmod +x uneven
    launch 2 ./uneven > out.txt 2>&1
    expect status 2 $?
    says 'workers is 2 on one rank, and 3 on another'
    verdict 'refuses other numbers of workers on other ranks'
    launch 2 "$harrier" check --cluster --workers 40 --search dfs "$subjects/leader" 3 > out.txt 2>&1
    expect status 2 $?
    says 'at most 64 ranks'
    verdict 'refuses more workers than states can be shared out to'
}

generated() {
    local seed
    for seed in {1..12}; do
        agree $((seed % 3 + 2)) -k --undeliverable off --reduction optimal "$generated" "$seed" 0 varied 4294967295
    done
    for seed in {13..18}; do
        agree $((seed % 3 + 2)) -k --search $([ $((seed % 2)) = 0 ] && echo random || echo pos) --from-start --seed "$seed" --runs 60 "$generated" "$seed" 0 varied 4294967295
    done
    for seed in {19..24}; do
        agree $((seed % 3 + 2)) -k --search delay --runs 60 "$generated" "$seed" 0 varied 4294967295
    done
}

generated_stateful() {
    local seed channels=(pairwise unordered mailbox) stores=(exact fingerprint tree exact)
    tables="actors local_states" times=none
    for seed in {1..18}; do
        agree $((seed % 3 + 2)) -k --search dfs --channel ${channels[seed % 3]} --store ${stores[seed % 4]} "$generated" "$seed" 0 varied 4294967295
    done
}

# ---- checkpoints ----

# Ranks that are stopped and resumed, by other numbers of ranks, and by workers on one machine, come to what one process comes to.
keeps() { # keeps STOPS COMMAND...
    local stops=$1 all i counts=(2 3 1 4) at reference resume
    shift
    tables="actors local_states" times=none
    check 0 -k "$@"
    reference=$got all=$(field deliveries)
    [ -n "$all" ] || { miss "$*: no result"; return; }
    [ "$all" -gt 1 ] || return
    for ((i = 0; i < stops; i++)); do
        spread=$(((spread * 1103515245 + 12345) % 2147483648))
        rm -f ck ck.*
        at=$((spread / 8 % all + 1))
        check ${counts[i % 4]} -k --deliveries $at --checkpoint ck "$@"
        if [ $((i % 2)) = 0 ] && [ -f ck ]; then
            check ${counts[(i + 1) % 4]} -k --deliveries $(((at + all) / 2)) --checkpoint ck --resume ck "$@"
        fi
        resume=(--resume ck)
        [ -f ck ] || resume=() # it was done before
        if [ $((i % 3)) = 2 ]; then
            check 0 --workers 3 -k "${resume[@]}" "$@"
        else
            check ${counts[(i + 2) % 4]} -k "${resume[@]}" "$@"
        fi
        [ "$got" = "$reference" ] || fail "stopped at $at: $got, undisturbed: $reference"
        [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || fail "files are left: $(echo ck*)"
    done
    verdict "$*"
}
kept() {
    keeps 3 --search dfs "$subjects/philosophers" 4
    keeps 1 --search dfs -c mailbox "$subjects/quicksort" 4
    keeps 1 --search dfs "$subjects/fib" 5 # actors that are created on the way
    keeps 1 --search dfs "$sites"
    # Of workers, resumed by ranks.
    check 0 -k --search dfs "$subjects/philosophers" 4
    local reference=$got
    rm -f ck ck.*
    check 0 -k --search dfs --workers 3 --deliveries 5000 --checkpoint ck "$subjects/philosophers" 4
    check 2 -k --search dfs --resume ck "$subjects/philosophers" 4
    expect 'what ranks make of the checkpoint of workers' "$reference" "$got"
    verdict 'workers, resumed by ranks'
}
# In every state something is new to the tables, at first of one rank only: it must be in the checkpoint all the same.
kept_tables() {
    local at reference
    tables="actors local_states" times=none
    check 0 -k --search dfs "$chain" 200
    reference=$got
    for at in 20 60 100 140 180; do
        rm -f ck ck.*
        check 4 -k --search dfs --deliveries $at --checkpoint ck "$chain" 200
        check 0 -k --search dfs --workers 2 --resume ck "$chain" 200
        [ "$got" = "$reference" ] || fail "stopped at $at: $got, undisturbed: $reference"
    done
    verdict 'what is new to one rank'
}
# By tasks: ranks, one process and workers, in turn.
kept_optimal() {
    local seed
    by_tasks() {
        local counts=(2 3 4) others=("0" "0 --workers 3" 2) all i at reference resume
        tables=depth times=none
        check 0 -k --reduction optimal "$@"
        reference=$got all=$(field deliveries)
        for ((i = 0; i < 2 + (all > 10000); i++)); do
            spread=$(((spread * 1103515245 + 12345) % 2147483648))
            rm -f ck ck.*
            at=$((spread / 8 % (all / 2 + 1) + 1))
            check ${counts[i]} -k --reduction optimal --deliveries $at --checkpoint ck "$@"
            if [ -f ck ]; then
                check ${counts[(i + 1) % 3]} -k --reduction optimal --deliveries $(((at + all) / 2)) --checkpoint ck --resume ck "$@"
            fi
            resume=(--resume ck)
            [ -f ck ] || resume=() # it was done before
            # shellcheck disable=SC2086
            check ${others[i]} -k --reduction optimal "${resume[@]}" "$@"
            [ "$got" = "$reference" ] || fail "stopped at $at: $got, undisturbed: $reference"
            [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || fail "files are left: $(echo ck*)"
        done
        verdict "$*"
    }
    by_tasks -c unordered "$subjects/chameneos" 4
    by_tasks "$sites"
    for seed in 601 605; do
        by_tasks --undeliverable off "$generated" $seed 0 varied 4294967295
    done
}
# Samples: whoever made which, in the end each of them was made once. Chains of runs by ranks and by one process, in all orders.
kept_sampled() {
    local seed
    chain_of() { # chain_of "RANKS..." COMMAND...
        local counts i all reference more start=(--from-start)
        read -ra counts <<< "$1"
        shift
        tables=depth
        case $2 in delay) start=() ;; esac # it always begins there
        check 0 -k "${start[@]}" "$@"
        reference=$got all=$(field deliveries)
        rm -f ck ck.*
        for ((i = 0; i < ${#counts[@]}; i++)); do
            more=()
            [ $((i + 1)) = ${#counts[@]} ] || more=(--checkpoint ck --deliveries $((all * (i + 1) / 5)))
            [ ! -f ck ] || more+=(--resume ck)
            check "${counts[i]}" -k "${start[@]}" "${more[@]}" "$@"
        done
        [ "$got" = "$reference" ] || fail "by ${counts[*]}: $got, undisturbed: $reference"
        [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || fail "files are left: $(echo ck*)"
        verdict "by ${counts[*]}: $*"
    }
    chain_of "2 3" --search random --seed 7 --runs 101 "$subjects/scalawiki"
    chain_of "3 0 2 4" --search pos --seed 7 --runs 90 --depth 60 "$subjects/philosophers" 4
    chain_of "0 3 2 0" --search random --seed 3 --runs 120 "$sites"
    chain_of "0 2 0 3" --search pct --seed 7 --runs 60 --depth 200 "$subjects/philosophers" 4
    chain_of "0 2 0 3" --search delay --runs 400 --depth 200 "$subjects/philosophers" 4
    chain_of "4 0 2x2 3 0" --search delay --runs 3000 "$subjects/leader" 4
    says '3000 executions, among them all with at most 6 delays'
    chain_of "4 0 2" --search pctcp --seed 3 --runs 150 "$subjects/scalawiki"
    for seed in 701 702; do
        chain_of "4 2 3" --search random --seed $seed --runs 200 --undeliverable off "$generated" $seed 0 varied 4294967295
    done
}
# Covers: those that are finished are not made again, whoever made them, and what is put together in the end is the same.
kept_covered() {
    local seed verb=cover
    chain_of() { # chain_of "RANKS..." COMMAND...
        local counts i all reference more
        read -ra counts <<< "$1"
        shift
        check 0 -k "$@"
        reference=$got all=$(field deliveries)
        [ -n "$all" ] || fail 'no result'
        rm -f ck ck.*
        for ((i = 0; i < ${#counts[@]}; i++)); do
            more=()
            [ $((i + 1)) = ${#counts[@]} ] || more=(--checkpoint ck --deliveries $((all * (i + 1) / ${#counts[@]} + 1)))
            [ ! -f ck ] || more+=(--resume ck)
            check "${counts[i]}" -k "${more[@]}" "$@"
        done
        [ "$got" = "$reference" ] || fail "by ${counts[*]}: $got, undisturbed: $reference"
        [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || fail "files are left: $(echo ck*)"
        verdict "by ${counts[*]}: $*"
    }
    chain_of "2 3" --runs 12 --seed 3 "$subjects/bugs/writer"
    chain_of "0 2 3 0" --runs 12 --seed 3 "$subjects/bugs/barber"
    chain_of "3 0 2x2" --runs 9 --seed 5 --depth 30 "$subjects/philosophers" 3 # chapters of several pieces
    chain_of "2 0 0 4" --runs 9 --seed 5 "$sites"
    printf '%s\n' 'harrier schedule 1' 'channel pairwise' 'process.1 <- First from main' 'process.2 <- Second from process.1' > initial
    chain_of "3 2 0" --runs 10 --seed 4 --initial initial --rounds 2 "$subjects/leader" 4
    for seed in 801 802 803 804; do
        chain_of "$((seed % 3 + 2)) 0 2" --runs 8 --seed $seed --depth 40 --undeliverable off "$generated" $seed 0 varied 4294967295
    done
}
# What workers of ranks have kept is resumed by others, and the other way round.
kept_several_workers() {
    local reference how options all resume
    while read -r options; do
        tables="actors local_states" times=none
        case $options in *optimal*) tables=depth ;; *random*) tables="depth runs sample" ;; esac
        # shellcheck disable=SC2086
        check 0 -k $options
        reference=$got all=$(field deliveries)
        for how in "2x2 3" "3 2x2" "1x3 2x2" "2x2 0"; do
            case $options,$how in *dfs*,*0) continue ;; esac # one process writes another kind of checkpoint
            rm -f ck ck.*
            # shellcheck disable=SC2086
            check ${how% *} -k --deliveries $((all / 3)) --checkpoint ck $options
            resume=(--resume ck)
            [ -f ck ] || resume=() # it was done before
            # shellcheck disable=SC2086
            check ${how#* } -k "${resume[@]}" $options
            [ "$got" = "$reference" ] || fail "$how: $got, undisturbed: $reference"
        done
        verdict "workers of ranks: $options"
    done <<- END
	--search dfs $subjects/philosophers 4
	--reduction optimal -c unordered $subjects/chameneos 4
	--search random --seed 7 --runs 4000 $subjects/philosophers 3
	END
}
kept_stores() {
    keeps 1 --search dfs -c unordered --store tree "$subjects/philosophers" 4
    keeps 1 --search dfs -c unordered --store bitstate --memory 200M "$subjects/philosophers" 4
    keeps 1 --search dfs --identity jacco "$subjects/philosophers" 3
    keeps 1 --search dfs --step big -c unordered "$subjects/leader" 4
}
kept_generated() {
    local seed channels=(pairwise unordered mailbox) modes=("" "--store fingerprint" "--store tree" "--step big" "--identity jacco")
    for seed in {302..307}; do
        # shellcheck disable=SC2086
        keeps 1 --search dfs --channel ${channels[seed % 3]} ${modes[seed % ${#modes[@]}]} "$generated" $seed 0 varied 4294967295
    done
}
kept_states() { sed -n 's/^states //p' ck 2> /dev/null | head -n 1; }
# Stopped by SIGTERM, which batch systems send to the commands; and by a rank that is lost, which leaves the last whole checkpoint.
kept_stopped() {
    local p=(--search dfs --store fingerprint "$subjects/philosophers" 6) how reference pid file i
    tables="actors local_states" times=none
    check 0 -k "${p[@]}"
    reference=$got
    for how in TERM all KILL; do # all: SIGTERM to each process, the programs first, as batch systems do
        rm -f ck ck.*
        "$mpirun" -disable-auto-cleanup -n 2 "$harrier" check --cluster --silence 3s -k --no-shorten --no-explain --time 0 --checkpoint ck --every 0 "${p[@]}" \
            > out.txt 2>&1 < /dev/null &
        launcher=$!
        while kill -0 $launcher 2> /dev/null && { [ ! -f ck ] || [ "$(kept_states)" -lt 100000 ]; }; do sleep 0.02; done
        for pid in $(children "$(children $launcher | cut -d' ' -f1)"); do
            if [ $how = all ]; then
                below "$pid" | tac | xargs kill -TERM 2> /dev/null
                kill -TERM "$pid"
            elif [ "$(rank_of "$pid")" = 1 ]; then
                kill -$how "$pid"
            fi
        done
        wait $launcher 2> /dev/null
        if ! grep -q 'all orders explored' out.txt; then # it was not done before the signal came
            says 'the same command with --resume ck goes on from there'
            says "$([ $how = KILL ] && echo 'is lost' || echo interrupted)"
        fi
        for file in ck.[12]; do # whoever keeps the program lets them go when it has noticed
            for ((i = 0; i < 200; i++)); do flock -n "$file" true && break; sleep 0.05; done
        done
        check $([ $how = KILL ] && echo 2 || echo 3) -k --resume ck "${p[@]}"
        expect "what it comes to after SIG$how" "$reference" "$got"
        verdict "SIG$how"
    done
    [ "$(cat ck ck.[12] | wc -c)" -lt $(($(kept_states) * 16)) ] || fail "more than 16 bytes for a state: $(cat ck ck.[12] | wc -c)"
    verdict size
}
kept_refusals() {
    check 2 -k --search dfs --deliveries 400 --checkpoint ck "$subjects/philosophers" 3
    local options
    while read -r options; do
        # shellcheck disable=SC2086
        launch 2 "$harrier" check -q --cluster --search dfs --resume ck ${options#*|} > out.txt 2>&1
        expect status 2 $?
        says "${options%%|*}"
        verdict "refuses ${options#*|}"
    done <<- END
	option --channel was|-k -c unordered $subjects/philosophers 3
	argument 1 was|-k $subjects/philosophers 2
	END
    cp "$subjects/philosophers" copy && printf x >> copy
    launch 2 "$harrier" check -q -k --cluster --search dfs --resume ck ./copy 3 > out.txt 2>&1
    expect status 2 $?
    says 'of another program'
    verdict 'another program'
    truncate -s -1 ck.1
    launch 2 "$harrier" check -q -k --cluster --search dfs --resume ck "$subjects/philosophers" 3 > out.txt 2>&1
    expect status 2 $?
    says damaged
    verdict 'a damaged checkpoint'
    # Only one rank can read it.
    check 2 -k --search dfs --deliveries 400 --checkpoint ck "$subjects/philosophers" 3
    printf '#!/bin/sh\n[ "$PMI_RANK" = 1 ] && file=none || file=ck\nexec %s check -q -k --cluster --search dfs --resume $file %s 3\n' "$harrier" \
        "$subjects/philosophers" > one-sided
    chmod +x one-sided
    launch 2 ./one-sided > out.txt 2>&1
    says 'none: No such file'
    verdict 'a checkpoint that one rank cannot read'
}

# One violation, whose schedule leads there; of samples always that of the first execution that has one.
violations() {
    local ranks first
    for ranks in 0 1 2 3; do
        rm -rf found
        check $ranks --search random --seed 11 --outdir found "$subjects/diningphil"
        [ "$(field violations)" = 1 ] || fail "$(field violations) violations with $ranks ranks"
        [ $ranks = 0 ] && first=$(cksum < found/diningphil/1.schedule)
        [ "$(cksum < found/diningphil/1.schedule)" = "$first" ] || fail "another schedule with $ranks ranks"
        [ "$(find found -type f | wc -l)" = 1 ] || fail "files are left: $(find found -type f | tr '\n' ' ')"
    done
    verdict 'the first sample that fails'
    rm -rf found
    check 3 --reduction optimal -c unordered --undeliverable error --outdir found "$subjects/scalawiki"
    [ "$(field violations)" = 1 ] || fail "$(field violations) violations, not 1"
    "$harrier" replay -q found/scalawiki/1.schedule "$subjects/scalawiki" > out.txt 2>&1
    [ $? = 1 ] || fail 'the schedule does not lead there'
    verdict 'optimal stops at the first violation'
    local try
    for try in 1 2; do
        rm -rf found
        check $((try + 1)) --search dfs -c unordered --outdir found "$subjects/philosophers" 6
        says 'stopped at the first violation'
        [ "$(field violations)" = 1 ] || fail "$(field violations) violations, not 1"
        "$harrier" replay -q found/philosophers/1.schedule "$subjects/philosophers" 6 > out.txt 2>&1
        [ $? = 1 ] || fail 'the schedule does not lead there'
        verdict 'a path through states of several ranks'
    done
}

refusals() {
    local options
    while read -r options; do
        # shellcheck disable=SC2086
        "$harrier" check --cluster $options "$subjects/leader" 3 > out.txt 2>&1
        expect status 2 $?
        says --cluster
        verdict "refuses $options"
    done <<- END
	--search auto
	--search random
	--search stateless
	--search bfs
	--search dfs --reduction ample
	--search dfs --identity basset
	--search dfs --identity symmetric
	--search dfs --depth 5
	--search dfs --channel causal
	--reduction transdpor
	--reduction optimal --deliveries 5
	--reduction optimal --output ends:-
	--reduction optimal --after-run
	--search dfs --deliveries 5
	END
    local ranks search
    for ranks in 1 2; do
        for search in random pos; do
            "$mpirun" -n $ranks "$harrier" check --cluster --search $search --seed 1 "$sites" > out.txt 2>&1
            expect status 2 $?
            says 'ranks of a cluster do not know what others reached: add --from-start'
            verdict "refuses to guide $search on $ranks ranks"
        done
    done
    "$harrier" check --silence 5s "$subjects/leader" 3 > out.txt 2>&1
    expect status 2 $?
    verdict 'refuses --silence alone'
    mkdir elsewhere
    cp "$harrier" "$(dirname "$harrier")/libharrier-check.so" elsewhere
    elsewhere/harrier check --cluster --reduction optimal "$subjects/leader" 3 > out.txt 2>&1
    expect status 2 $?
    says 'needs harrier-mpi'
    verdict 'says what is missing'
}

# Ranks that do not run the same.
differs() {
    printf '#!/bin/sh\n[ "$PMI_RANK" = 1 ] && program=%s || program=%s\nexec %s check --cluster -q --reduction optimal $program 3\n' \
        "$subjects/leader" "$subjects/registry" "$harrier" > program
    printf '#!/bin/sh\n[ "$PMI_RANK" = 1 ] && n=3 || n=4\nexec %s check --cluster -q --reduction optimal %s $n\n' "$harrier" "$subjects/leader" > argument
    printf '#!/bin/sh\n[ "$PMI_RANK" = 2 ] && c=causal || c=pairwise\nexec %s check --cluster -q --reduction optimal -c $c %s 3\n' "$harrier" \
        "$subjects/leader" > option
    chmod +x program argument option
    local what
    for what in program argument option; do
        launch 3 ./$what > out.txt 2>&1
        expect status 2 $?
        says 'not the same on all ranks'
        verdict "another $what on one rank"
    done
}

# A rank that never comes: the others do not wait for ever.
connects() {
    printf '#!/bin/sh\n[ "$PMI_RANK" = 1 ] && exec sleep 20\nexec %s check --cluster --silence 500ms -q --reduction optimal %s 3\n' "$harrier" "$subjects/leader" > late
    chmod +x late
    launch 2 ./late > out.txt 2>&1
    says 'the ranks cannot be connected'
    verdict 'a rank that does not come'
}

# ---- processes that are killed ----

alive() { [ -d "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" 2> /dev/null; }
rank_of() { tr '\0' '\n' < "/proc/$1/environ" 2> /dev/null | sed -n 's/^PMI_RANK=//p'; }

search=()
for_ever() { search=(--search random --from-start --seed 1 --runs 1000000000 "$long" 3 bug); }
for_long() { search=(--search dfs --store fingerprint -c unordered "$long" 9 bug); }

# Starts three ranks that sample for ever, and waits until all of them do: sets launcher, and for each rank command, mpi and program.
start_ranks() { # start_ranks OPTIONS-OF-MPIRUN
    [ ${#search[@]} != 0 ] || for_ever
    rm -rf out.json found
    # shellcheck disable=SC2086
    "$mpirun" $1 -n 3 "$harrier" check --cluster --silence 3s -k -q --no-shorten --no-explain --time 0 --outdir found -o json:out.json "${search[@]}" \
        > out.txt 2>&1 < /dev/null &
    launcher=$! command=() mpi=() program=()
    local try proxy pid child rank
    for ((try = 0; try < 1000; try++)); do
        proxy=$(children $launcher)
        for pid in $([ -n "$proxy" ] && children ${proxy%% *}); do
            rank=$(rank_of "$pid")
            [ -n "$rank" ] && command[rank]=$pid
        done
        for rank in "${!command[@]}"; do
            for child in $(children "${command[rank]}"); do
                case $(cat "/proc/$child/comm" 2> /dev/null) in
                harrier-mpi) mpi[rank]=$child ;;
                *) pid=$(children "$child"); [ -n "$pid" ] && program[rank]=${pid%% *} ;;
                esac
            done
        done
        [ "$(find found -name 'rank-*' 2> /dev/null | wc -l)" -ge ${enough:-3} ] && [ ${#program[@]} = 3 ] && break # the bug was found
        sleep 0.02
    done
    [ ${#program[@]} = 3 ] || fail "there are ${#program[@]} programs, not 3"
}
ends() { # ends: waits for the launcher, and until nothing of it is left
    local try process left
    wait $launcher 2> /dev/null
    for ((try = 0; try < 1500; try++)); do
        left=
        for process in "${command[@]}" "${mpi[@]}" "${program[@]}"; do
            alive "$process" && left="$left $process"
        done
        [ -z "$left" ] && break
        sleep 0.02
    done
    [ -z "$left" ] || fail "still there:$left"
}
told() { # told RANK: the first rank has told what was found, and who is lost
    says "rank $1 ("
    says 'is lost'
    touch out.json
    expect kind assertion "$(field kind)"
    expect violations 1 "$(field violations)"
    [ -f found/workers-long/1.schedule ] || fail 'no schedule is kept'
}

killed_rank() {
    start_ranks -disable-auto-cleanup
    kill -KILL "${command[1]}"
    ends
    told 1
    verdict 'the command of a rank is killed'
    start_ranks ''
    kill -KILL "${command[0]}"
    ends
    [ "$(find found -name 'rank-*.schedule' | wc -l)" -ge 1 ] || fail 'what was found is lost'
    verdict 'the command of the first rank is killed'
}
killed_program() {
    local rank
    for rank in 0 2; do
        start_ranks ''
        kill -KILL "${program[rank]}"
        ends
        told $rank
        [ "$(find found -type f | wc -l)" = 1 ] || fail "files are left: $(find found -type f | tr '\n' ' ')"
        verdict "the program under rank $rank is killed"
    done
}
killed_stateful() {
    local enough=1
    for_long
    start_ranks -disable-auto-cleanup
    kill -KILL "${command[2]}"
    ends
    says 'rank 2 ('
    says 'is lost'
    # Whoever found it: the rank that is lost, which wrote it down, or another one.
    [ -f found/workers-long/rank-2.1.schedule ] || [ -f found/workers-long/1.schedule ] || fail 'what was found is lost'
    verdict 'the command of a rank that stores states is killed'
    start_ranks ''
    kill -KILL "${program[1]}"
    ends
    told 1
    verdict 'the program under a rank that stores states is killed'
}
killed_mpi() {
    start_ranks -disable-auto-cleanup
    kill -KILL "${mpi[2]}"
    ends
    told 2
    verdict 'harrier-mpi of a rank is killed'
}
killed_launcher() {
    start_ranks ''
    kill -KILL "$launcher"
    ends
    [ "$(find found -name 'rank-*.schedule' | wc -l)" -ge 1 ] || fail 'what was found is lost'
    verdict 'the launcher is killed'
}

# Of two workers in each of two ranks, one is killed: its command, which is a copy of that of its rank; the program under it; the command that made the copy; or all are left without
# those that started them.
copy_of() { # the command of the second worker of a rank: its program is one further down
    local child
    for child in $(children "$1"); do
        for program in $(children "$(children "$child" | cut -d' ' -f1)"); do
            [ "$(cat "/proc/$program/comm" 2> /dev/null)" = workers-long ] && copy=$child && return
        done
    done
    fail 'there is no second worker'
}
killed_worker() {
    local how all pid left try copy program
    command=() mpi=()
    for_ever
    for how in command program first proxy launcher; do
        rm -rf out.json found
        "$mpirun" -disable-auto-cleanup -n 2 "$harrier" check --cluster --workers 2 --silence 3s -k -q --no-shorten --no-explain --time 0 --outdir found \
            -o json:out.json "${search[@]}" > out.txt 2>&1 < /dev/null &
        launcher=$!
        for ((try = 0; try < 1000; try++)); do
            [ "$(find found -name 'rank-*' 2> /dev/null | wc -l)" -ge 4 ] && break
            sleep 0.02
        done
        all=$(below $launcher)
        for pid in $(children "$(children $launcher | cut -d' ' -f1)"); do
            [ "$(rank_of "$pid")" != 1 ] || first=$pid
        done
        copy_of "$first"
        case $how in
        command) kill -KILL "$copy" ;;
        program) kill -KILL "$program" ;;
        first) kill -KILL "$first" ;;
        proxy) kill -KILL "$(children $launcher | cut -d' ' -f1)" ;;
        launcher) kill -KILL $launcher ;;
        esac
        case $how in proxy | launcher) ;; *) wait $launcher 2> /dev/null ;; esac
        for ((try = 0; try < 1500; try++)); do
            left=
            for pid in $all; do
                alive "$pid" && left="$left $pid"
            done
            [ -z "$left" ] && break
            sleep 0.02
        done
        [ -z "$left" ] || fail "still there:$left"
        for pid in $left; do kill -KILL "$pid" 2> /dev/null; done
        [ $how != proxy ] || kill -KILL $launcher 2> /dev/null
        wait $launcher 2> /dev/null
        if [ $how = proxy ] || [ $how = launcher ]; then
            [ -n "$(find found -name '*.schedule')" ] || fail 'what was found is lost'
            verdict "of workers of ranks is killed: $how"
            continue
        fi
        says "worker $([ $how = first ] && echo 0 || echo 1) of rank 1 ("
        says 'is lost'
        touch out.json
        expect kind assertion "$(field kind)"
        [ -f found/workers-long/1.schedule ] || fail 'no schedule is kept'
        verdict "of a worker of a rank is killed: $how"
    done
}

# ---- two machines, of which one is cut off ----

# Two network namespaces with a cable between them, which the launcher takes for two hosts. It starts processes there as if by ssh.
lay_cable() {
    near=harrier-$$-near far=harrier-$$-far
    command -v ip > /dev/null && ip netns add $near 2> out.txt && ip netns add $far 2> out.txt &&
        ip link add hr0 netns $near type veth peer name hr0 netns $far 2> out.txt || { skip 'network namespaces are not to be had here'; return 1; }
    trap 'ip netns del $near; ip netns del $far; rm -rf "$work"' EXIT
    local n=0 side
    for side in $near $far; do
        n=$((n + 1))
        ip -n $side addr add 10.77.0.$n/24 dev hr0 && ip -n $side link set hr0 up && ip -n $side link set lo up || fail 'the cable cannot be laid'
    done
    for side in $near $far; do # which takes a moment
        until ip -n $side link show hr0 | grep -q 'state UP'; do sleep 0.1; done
    done
    cat > far.sh <<- END
	#!/bin/bash
	while [ "\${1#-}" != "\$1" ]; do shift; done
	shift # the host
	exec ip netns exec $far bash -c "\$*"
	END
    chmod +x far.sh
}
cut_off() {
    local side left try
    lay_cable || return 0
    rm -rf found
    # Within one machine MPI would not use the network.
    UCX_TLS=tcp UCX_NET_DEVICES=hr0 FI_PROVIDER=tcp FI_TCP_IFACE=hr0 ip netns exec $near \
        "$mpirun" -disable-auto-cleanup -launcher ssh -launcher-exec "$PWD/far.sh" -hosts 10.77.0.1,10.77.0.2 -iface hr0 -n 2 \
        "$harrier" check --cluster --silence 3s -k -q --no-shorten --no-explain --time 0 --outdir found -o json:out.json \
        --search dfs --store fingerprint -c unordered "$long" 9 bug > out.txt 2>&1 < /dev/null &
    launcher=$!
    # Both search, and the bug was found.
    while kill -0 $launcher 2> /dev/null && [ -z "$(find found -name 'rank-*' 2> /dev/null)" ]; do sleep 0.1; done
    ip -n $far link set hr0 down
    for ((try = 0; try < 600; try++)); do # within a minute, where nothing else runs
        left=
        for side in $near $far; do
            left="$left $(ip netns pids $side | sed 's,.*,/proc/&/comm,' | xargs -r cat 2> /dev/null | grep '^harrier\|^workers-long' | tr '\n' ' ')"
        done
        [ -z "${left// /}" ] && break
        sleep 0.2
    done
    [ -z "${left// /}" ] || fail "still there:$left"
    says "rank 1 ($(hostname)) is lost: nothing was heard of it for 3 s"
    says 'what was found until then is kept'
    [ -n "$(find found -name '*.schedule')" ] || fail 'what was found is lost'
    ip -n $far link set hr0 up # the launcher itself waits for the machine that it cannot reach
    for ((try = 0; try < 500; try++)); do kill -0 $launcher 2> /dev/null || break; sleep 0.02; done
    kill -KILL $launcher 2> /dev/null
    wait $launcher 2> /dev/null
    for side in $near $far; do ip netns pids $side | xargs -r kill -KILL; done
    verdict 'one of two machines is cut off'
}

group() {
    spread=$((${#1} * 7919))
    can_run && "$1"
}
lib_main "$@"
