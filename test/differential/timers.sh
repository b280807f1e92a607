#!/bin/bash
# Timers, which the enumerator does not know: generated programs in which actors set and cancel them, every reduction against the
# stateful search, which has its own way to deliver, cancel and undo. The same ends, histories included, and the same kinds of violation.
#     timers.sh HARRIER PROGRAM [PROGRAMS [FIRST]]
set -u
harrier=$(realpath "$1") program=$(realpath "$2")
count=${3:-60} first=${4:-1}
most=3000               # deliveries of a stateful search; programs that need more are left out
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C NO_COLOR=1
cd "$work" || exit 1
orders=(fifo lifo eca lca ldm hdm hms sgr)
modes=('--reduction dcute' '--reduction persistent' '--reduction persistent --sleep' '--reduction transdpor'
    '--reduction transdpor --sleep' '--reduction transdpor-fig2' '--reduction transdpor-fig2 --sleep' '--search stateless')

# Runs one search; $complete is 1 if it explored all, $result are its ends and kinds of violation.
search() {
    rm -f ends json
    # shellcheck disable=SC2086
    "$harrier" check --quiet --keep-going --no-shorten --undeliverable off --channel "$channel" $1 --time 600s --output ends:ends \
        --output json:json "$program" "$seed" 0 history > out 2>&1
    complete=$(grep -c '"exhaustive":true' json)
    result=$(sort ends 2>/dev/null | cksum)$(grep -o '"kind":"[a-z]*"' json | sort -u)
}

failed=0 compared=0 searches=0
for ((seed = first; seed < first + count; seed++)); do
    channel=pairwise
    ((seed % 2)) || channel=unordered
    search "--deliveries $most"
    [ "$complete" = 1 ] || continue
    expected=$result
    compared=$((compared + 1))
    for ((i = 0; i < ${#modes[@]}; i++)); do
        search "${modes[i]} --order ${orders[(seed + i) % 8]}"
        searches=$((searches + 1))
        if [ "$complete" != 1 ] || [ "$result" != "$expected" ]; then
            echo "FAIL  program $seed, $channel: ${modes[i]} --order ${orders[(seed + i) % 8]} differs from the stateful search"
            failed=$((failed + 1))
        fi
    done
done
echo "$compared programs, $searches searches"
echo "$((searches - failed)) passed, $failed failed"
[ "$failed" = 0 ] && [ "$compared" -gt 0 ]
