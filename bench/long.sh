#!/usr/bin/env bash
# What a step costs when there are many actors, many deliveries, long messages, large heaps: microseconds of CPU time and memory, for one quantity after the other, from
# small to large (bench/long/long.c). What grows in a line's own column is the cost of a step; it should not grow with the number of actors or of deliveries, and
# in proportion with the bytes that are copied.
#     bench/long.sh              Environment: HARRIER (build/harrier), RING (build/bench/long-ring), SEARCHES (random pos dfs), LARGEST (1; empty: without the largest sizes)
set -euo pipefail
harrier=${HARRIER:-build/harrier}
ring=${RING:-build/bench/long-ring}
LARGEST=${LARGEST-1}
searches=${SEARCHES:-random pos dfs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

line() { # label, search, actors, steps, tokens, bytes of a message, bytes of heap
    local options=(--audit 0 --time 0 --depth 1000000000 --arena 24M -s "$2")
    [ "$2" = dfs ] || options+=(--runs 1 --seed 1)
    "$harrier" check -q "${options[@]}" -o "json:$work/out" "$ring" "${@:3}" > "$work/said" 2>&1 || { cat "$work/said" >&2; exit 2; }
    tr ',' '\n' < "$work/out" | sed -n 's/^"\(deliveries\|cpu_seconds\|peak_bytes\)":/\1 /p' |
        awk -v label="$1" -v search="$2" '{ v[$1] = $2 } END {
            printf "%-36s %-8s %10d %10.1f %10.1f\n", label, search, v["deliveries"], v["cpu_seconds"] * 1e6 / v["deliveries"], v["peak_bytes"] / 1e6 }'
}

echo
echo 'long executions, many actors, large messages and heaps'
echo
printf '%-36s %-8s %10s %10s %10s\n' size search steps 'us a step' MB
for search in $searches; do
    for steps in 3000 30000 ${LARGEST:+100000}; do line "$steps deliveries" "$search" 10 "$steps" 1 0 0; done
    for actors in 10 100 1000 ${LARGEST:+10000}; do line "$actors actors" "$search" "$actors" $((actors < 1000 ? 10000 : 4 * actors)) 1 0 0; done
    for kb in 1 10 100 ${LARGEST:+1000}; do line "messages of $kb KB" "$search" 2 $((kb < 100 ? 3000 : 200)) 1 $((kb * 1000)) 0; done
    for kb in 10 100 1000 ${LARGEST:+10000}; do line "heaps of $kb KB" "$search" 2 $((kb < 1000 ? 3000 : 200)) 1 0 $((kb * 1000)); done
done
