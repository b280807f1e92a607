#!/bin/bash
# `make bench-raft`: Debian's libraft under Harrier. How soon its known bugs are found, by ten seeds each, and what a step costs.
#     CLUSTER=build/test/raft/cluster HARRIER=build/harrier SEEDS=10 bash bench/libraft.sh
set -u
harrier=${HARRIER:-build/harrier} cluster=${CLUSTER:-build/test/raft/cluster} seeds=${SEEDS:-10}
if [ ! -x "$cluster" ]; then
    echo "libraft-dev is not installed: its adapter was not built"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "bugs: default options besides --time 60s and the seed; seconds are of CPU time, those of the clock behind them"
finds() { # finds NAME TEXT CHANNEL ARGUMENT...
    local name=$1 text=$2 channel=$3 seed found=0
    shift 3
    : > "$work/rows"
    for seed in $(seq "$seeds"); do
        "$harrier" check -q --no-explain --no-shorten --outdir "$work" -c "$channel" --time 60s --seed "$seed" -o "json:$work/out" "$cluster" "$@" > /dev/null 2>&1
        if jq -e --arg t "$text" '[.findings[].text | startswith($t)] | any' "$work/out" > /dev/null; then
            found=$((found + 1))
        fi
        jq -r '"\(.cpu_seconds) \(.seconds) \(.deliveries) \(.handler_runs)"' "$work/out" >> "$work/rows"
    done
    sort -n "$work/rows" | awk -v name="$name" -v channel="$channel" -v found=$found -v seeds="$seeds" '
        { cpu[NR] = $1; if ($2 > wall) wall = $2; deliveries[NR] = $3; runs[NR] = $4 }
        END { m = int((NR + 1) / 2)
              printf "  %-24s %-10s found by %d of %d seeds; median %.1f s, most %.1f s (%.1f s); median %d deliveries, %d handler runs\n",
                     name, channel, found, seeds, cpu[m], cpu[NR], wall, deliveries[m], runs[m] }'
}
for channel in unordered pairwise; do
    finds '(a) match_index' 'match_index' $channel terms=2 a1 a2
    finds '(a) as committed entry' 'committed_by_majority' $channel terms=2 a1 a2 off=match_index
    finds '(b) server 0' 'known_recipient' $channel terms=3 a1 a2 off=match_index,committed_by_majority,leader_completeness
done

echo "sampling with guards on, all properties checked but those that the bugs violate; goal: 150000 steps per CPU second"
samples() { # samples IDENTITY CHANNEL ARGUMENT...
    local identity=$1 channel=$2
    shift 2
    "$harrier" check -q --time 0 -s random --seed 1 --runs 20000 --identity "$identity" -c "$channel" --outdir "$work" -o "json:$work/out" "$cluster" "$@" \
        off=match_index,committed_by_majority,known_recipient,leader_completeness,state_machine_safety,next_above_match > /dev/null 2>&1
    jq -r --arg n "$identity $channel $*" '"  \($n): \(.deliveries / .cpu_seconds | floor) steps/s, \(.deliveries) deliveries, \(.handler_runs) handler runs (memo: \((1 - .handler_runs / .deliveries) * 1000 | floor / 10) %), \(.predicate_runs) predicate runs, \(.local_states) local states, peak \(.peak_bytes / 1048576 | floor) MB, \(.peak_bytes / .local_states / 1024 | floor) KB per local state at most"' "$work/out"
}
for identity in exact canonical; do
    samples $identity unordered terms=2 a1 a2
    samples $identity pairwise terms=3 a1 a2
done

echo "exhaustive, one term"
for arguments in 'pairwise a1 a2' 'unordered a1 a2'; do
    for identity in exact canonical; do
        # shellcheck disable=SC2086
        set -- $arguments
        "$harrier" check -q --time 0 -s dfs --identity $identity -c "$1" --outdir "$work" -o "json:$work/out" "$cluster" terms=1 "${@:2}" > /dev/null 2>&1
        jq -r --arg n "$identity $*" '"  \($n): \(.verdict), \(.states) states, \(.deliveries) deliveries, \(.handler_runs) handler runs, \(.local_states) local states, \(.bytes_per_state * 10 | floor / 10) bytes per state, \(.cpu_seconds * 10 | floor / 10) s"' "$work/out"
    done
done
