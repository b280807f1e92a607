#!/usr/bin/env bash
# What the guards cost: microseconds of CPU time per executed step, with and without them (bench/guards/steps.c), and how many system calls a step makes with
# them. Every round runs both in turn, and a run of few steps besides, whose time is taken off; the table shows the medians.
#     bench/guards.sh            Environment: HARRIER (build/harrier), STEPS_PROGRAM, COUNT_CALLS, ROUNDS (5), STEPS (20000)
set -euo pipefail
harrier=${HARRIER:-build/harrier}
program=${STEPS_PROGRAM:-build/bench/guards-steps}
count_calls=${COUNT_CALLS:-$(dirname "$program")/count-calls}
rounds=${ROUNDS:-5}
steps=${STEPS:-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$program" ] || { echo "bench: no $program (jansson and SQLite are needed): the guards are not measured"; exit 0; }

cpu() { # kind, steps, options...: CPU seconds of the exploration
    local kind=$1 count=$2
    shift 2
    "$harrier" check -q -s stateless --audit 0 --time 0 "$@" -o "json:$work/out" "$program" "$kind" "$count" > "$work/said" 2>&1 ||
        { cat "$work/said" >&2; exit 2; }
    grep -o '"cpu_seconds":[0-9.e-]*' "$work/out" | cut -d: -f2
}
calls() { # kind: system calls per step, counted in 2000 of them
    local many few
    many=$("$count_calls" "$harrier" check -q -s stateless --audit 0 --time 0 "$program" "$1" 2100 2> "$work/said") || { cat "$work/said" >&2; exit 2; }
    few=$("$count_calls" "$harrier" check -q -s stateless --audit 0 --time 0 "$program" "$1" 100 2> "$work/said") || { cat "$work/said" >&2; exit 2; }
    awk -v a="$many" -v b="$few" 'BEGIN { printf "%.1f\n", (a - b) / 2000 }'
}
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

echo
echo "microseconds per executed step ($steps steps of two actors in turn, $rounds rounds, medians)"
echo
printf '%-28s %10s %12s %10s %8s %12s\n' 'state of each actor' guards no-guards difference ratio 'system calls'
for kind in 1 10 100 json sql; do
    case $kind in
    json) label='tree of jansson, 50 nodes' ;;
    sql) label='database of SQLite, own data' ;;
    *) label="$kind KB of memory" ;;
    esac
    : > "$work/on"; : > "$work/off"
    for ((r = 0; r < rounds; r++)); do
        for mode in on off; do
            options=()
            [ $mode = on ] || options=(--no-guards)
            [ "$mode$kind" != offsql ] || options+=(--library sqlite3=restored) # without guards there are no copies
            long=$(cpu $kind "$steps" "${options[@]}") short=$(cpu $kind 100 "${options[@]}")
            awk -v a="$long" -v b="$short" -v n="$((steps - 100))" 'BEGIN { printf "%.3f\n", (a - b) * 1e6 / n }' >> "$work/$mode"
        done
    done
    awk -v on="$(median < "$work/on")" -v off="$(median < "$work/off")" -v label="$label" -v calls="$(calls $kind)" \
        'BEGIN { printf "%-28s %10.1f %12.1f %10.1f %8.2f %12s\n", label, on, off, on - off, (off > 0 ? on / off : 0), calls }'
done
