#!/bin/bash
# Schedules with faults, forced on the live program: each ends as its replay does. A search for all violations has a schedule for each end.
#     forced.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() { build=$(realpath "$1") harrier=$build/harrier lives=$build/test/faults/lives; }
groups() { printf '%s\n' ledger desk ring chain news; }

# Every violation that a search finds, by replay and live. What a suite says is a line for each schedule, and the same words in both.
same() { # same CASE FAULTS OPTION...
    local case=$1 faults=$2 schedules
    shift 2
    rm -rf found
    "$harrier" check -q -k --no-explain --no-shorten --outdir found --faults "$faults" "$@" "$lives" "$case" > "$output" 2>&1
    expect 'exit status of check' 1 $?
    mapfile -t schedules < <(find found -name '*.schedule' | sort -V)
    "$harrier" replay "${schedules[@]}" "$lives" "$case" > replayed 2>&1
    expect 'exit status of replay' 1 $?
    "$harrier" replay --live "${schedules[@]}" "$lives" "$case" > "$output" 2>&1
    expect 'exit status of replay --live' 1 $?
    grep -E '^(FAIL|PASS|ERROR)|^[0-9]+ schedule' replayed > wanted
    grep -E '^(FAIL|PASS|ERROR)|^[0-9]+ schedule' "$output" > got
    diff wanted got > different || { cat different; fail 'live it ends otherwise'; }
    expect 'schedules that failed' ${#schedules[@]} "$(grep -c '^FAIL' got)"
    count=$((count + ${#schedules[@]})) crashed=$((crashed + $(cat "${schedules[@]}" | grep -cE ' <- .* (crash|restart) [0-9]'))) split=$((split + $(cat "${schedules[@]}" | grep -cE ' <- .* split [0-9]')))
    verdict "$case, --faults $faults $*"
}

# Whole searches where these are short, and samples of longer executions.
crashes() { # crashes CASE
    local faults seed
    for faults in crash=1 crash=1,restart=1 crash=1,callers=wait crash=1,restart=1,callers=wait crash=1,restart=1,pending=lost; do
        same "$1" $faults
        same "$1" $faults --channel unordered
    done
    for seed in 1 2 3; do
        same "$1" crash=3,restart=2 -s random --seed $seed --runs 300
        same "$1" crash=2,restart=2,loss=1,pending=lost -s random --seed $seed --runs 300
        same "$1" crash=2,restart=2,callers=wait --channel unordered -s random --seed $seed --runs 300
    done
}

group() {
    count=0 crashed=0 split=0
    if [ "$1" = news ]; then
        same news partition=1
        same news partition=1 --channel unordered
        same news partition=2 -s random --seed 1 --runs 300
        same news partition=2,crash=1,restart=1,loss=1,dup=1 -s random --seed 2 --runs 300
        same news partition=1,actors=post,messages=Told
        expect 'schedules with a split network are many' yes "$([ $split -ge 20 ] && echo yes)"
    else
        crashes "$1"
        expect 'schedules with a crash are many' yes "$([ $crashed -ge 100 ] && echo yes)"
    fi
    echo "$count schedules, $crashed crashes, $split splits"
    verdict 'enough of them'
}
lib_main "$@"
