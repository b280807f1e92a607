#!/usr/bin/env bash
# What a delivery costs while many messages are pending for one actor: microseconds of CPU time with FEW and with MANY of them, and the ratio, for the
# searches, samplers and channels. Each run makes as many deliveries as there are messages, or LIMIT at most.
#     bench/pending.sh     Environment: HARRIER (build/harrier), PENDING (build/bench/pending-all), FEW (1000), MANY (8000), LIMIT (16000), SECONDS_EACH (30)
set -euo pipefail
harrier=${HARRIER:-build/harrier}
program=${PENDING:-build/bench/pending-all}
few=${FEW:-1000} many=${MANY:-8000} limit=${LIMIT:-16000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

each() { # shape, number, options...: microseconds per delivery
    local shape=$1 number=$2 deliveries
    shift 2
    deliveries=$((number < limit ? number : limit))
    "$harrier" check -q --audit 0 --no-shorten --no-explain --time "${SECONDS_EACH:-30}s" --deliveries "$deliveries" -o "json:$work/out" "$@" "$program" "$shape" "$number" \
        > "$work/said" 2>&1 || [ $? -le 3 ] || { cat "$work/said" >&2; exit 2; }
    tr ',' '\n' < "$work/out" | awk -F: '$1 == "\"deliveries\"" { n = $2 } $1 == "\"cpu_seconds\"" { s = $2 } END { printf "%.2f", n == 0 ? 0 : 1e6 * s / n }'
}

echo
echo "pending messages: CPU time of a delivery in microseconds"
echo
printf '%-8s %-10s %-32s %10s %10s %8s\n' messages channel search "$few" "$many" ratio
for shape in one equal many; do
    for channel in pairwise unordered causal mailbox; do
        for search in random pos pctcp dfs bfs 'dfs -r ample' 'stateless -r optimal' 'stateless -r persistent' 'stateless -r transdpor --sleep' 'stateless -r dcute'; do
            case "$channel $search" in "mailbox stateless"*) continue ;; esac # refused: docs/reductions.md
            # shellcheck disable=SC2086 # words
            a=$(each $shape "$few" -c $channel -s $search)
            # shellcheck disable=SC2086
            b=$(each $shape "$many" -c $channel -s $search)
            awk -v shape=$shape -v channel=$channel -v search="$search" -v a="$a" -v b="$b" \
                'BEGIN { printf "%-8s %-10s %-32s %10.2f %10.2f %8.1f\n", shape, channel, search, a, b, (a > 0 ? b / a : 0) }'
        done
    done
done
