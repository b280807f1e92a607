#!/bin/bash
# --start-from: searches that begin in the state that a schedule leads to.
#     start.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1") harrier=$build/harrier net=$build/test/faults/net writer=$build/examples/writer
    generated=$build/test/differential/differential-program
}
groups() { printf '%s\n' found generated faults refused; }

steps() { grep ' <- ' "$1"; }
check() { # check STATUS OPTION...
    local status=$1
    shift
    "$harrier" check --no-explain "$@" > "$output" 2>&1
    expect 'exit status' "$status" $?
}

# What is found is a schedule from the beginning, which begins with that one, and replays.
found() {
    printf '%s\n' 'harrier schedule 1' '# a comment' 'channel pairwise' '   action.1   <-  Execute  from main' \
        'terminator <- ActionDone from action.1' > start
    local search
    for search in '-s dfs' '-s bfs' '-s stateless' '-s auto' '-s random' '-s pos' '-s pct' '-s pctcp' '-s delay' '-r transdpor' '-r optimal' '-r ample' \
        '-s dfs -w 2' '-s dfs --step big'; do
        rm -rf found
        # shellcheck disable=SC2086
        check 1 $search --no-shorten --outdir found --start-from start "$writer"
        says 'from the state after 2 deliveries (--start-from)'
        expect 'its first steps' "$(printf '%s\n' 'action.1 <- Execute from main' 'terminator <- ActionDone from action.1')" \
            "$(steps found/writer/1.schedule | head -2)"
        "$harrier" replay -q found/writer/1.schedule "$writer" > "$output" 2>&1
        expect 'status of the replay' 1 $?
        verdict "$search"
    done
    check 1 -s dfs --start-from start "$writer"
    says 'no shorter schedule exists: 6 steps'
    verdict 'shortened, from the beginning'
}

# Generated programs, with every feature: all searches have the same ends from there, which are ends from the beginning, fewer the later it is.
generated() {
    local seed program count k search
    for seed in 3 5 21 34 43 53; do
        program=("$generated" $seed 0 varied 262143)
        rm -rf run
        "$harrier" cover -q --save run --save-all --keep-going "${program[@]}" > "$output" 2>&1
        local schedule
        schedule=$(find run -name '*.schedule' | sort | tail -1)
        [ -n "$schedule" ] || { fail 'no schedule'; verdict "seed $seed"; continue; }
        count=$(steps "$schedule" | wc -l)
        [ "$count" -gt 1 ] || continue
        "$harrier" check -s dfs --keep-going -q --no-shorten --undeliverable off --time 0 -n 200000 -o ends:before "${program[@]}" > "$output" 2>&1
        grep -q 'all orders explored' "$output" || continue # too large
        for k in 1 $((count / 2)) $((count - 1)); do
            [ "$k" -ge 1 ] || continue
            { grep -v ' <- ' "$schedule"; steps "$schedule" | head -"$k"; } > start
            local first=yes
            for search in '-s dfs' '-s bfs' '-s stateless' '-s dfs --no-memo' '-s dfs --store tree'; do
                # shellcheck disable=SC2086
                "$harrier" check $search --keep-going -q --no-shorten --undeliverable off --time 0 -n 400000 --start-from start -o ends:ends \
                    "${program[@]}" > "$output" 2>&1
                case $? in 0 | 1 | 3) ;; *) fail "status of $search" ;; esac
                grep -q 'all orders explored' "$output" || continue # too many executions
                [ -s ends ] || fail "no ends by $search"
                if [ $first = yes ]; then
                    mv ends expected
                    first=no
                else
                    cmp -s ends expected || fail "other ends by $search"
                fi
            done
            [ -z "$(comm -13 <(sort before) <(sort expected))" ] || fail 'an end that there is not from the beginning'
            cp expected before
            verdict "seed $seed, $k of $count steps"
        done
    done
}

# The faults of the schedule count.
faults() {
    printf '%s\n' 'harrier schedule 1' 'faults loss=1' 'node.1 <- News from main lost 1' > start
    for search in '-s dfs' '-s stateless' '-s random --seed 1' '-r optimal'; do
        # shellcheck disable=SC2086
        check 0 $search --start-from start "$net" gossip
        verdict "one message was lost, and no other is, $search"
        # shellcheck disable=SC2086
        check 1 $search --faults loss=2 --start-from start "$net" gossip
        verdict "two may be, $search"
    done
    printf '%s\n' 'harrier schedule 1' 'faults partition=1' 'node.1 <- News from main split 1' > start
    check 1 -s dfs --no-shorten --start-from start "$net" gossip
    says 'from the state after 1 deliveries'
    lacks 'no execution had its network split'
    verdict 'a network that is split already'
}

refused() {
    printf '%s\n' 'harrier schedule 1' 'action.1 <- Execute from nobody' > start
    check 2 --start-from start "$writer"
    says "--start-from: step 1, 'action.1 <- Execute from nobody': no such message is pending there"
    verdict 'a schedule that does not fit'
    "$harrier" check -q --outdir found "$writer" > "$output" 2>&1
    check 2 --start-from found/writer/1.schedule "$writer"
    says 'it runs into a violation, and a search begins before one'
    verdict 'a schedule that fails'
    check 2 --start-from nowhere "$writer"
    says 'nowhere: No such file or directory'
    verdict 'no file'
    check 2 --start-from "$0" "$writer"
    says 'not a schedule'
    verdict 'another file'
    check 2 -s dfs --checkpoint kept --start-from start "$writer"
    says '--start-from goes without --checkpoint and --resume, which do not keep where a search began'
    verdict 'with checkpoints'
}

group() { "$1"; }
lib_main "$@"
