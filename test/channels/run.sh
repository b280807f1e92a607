#!/bin/bash
# The litmus programs under every channel: states, deliveries and ends, all of them small enough to count by hand;
# and the same ends by every way of choosing executions.
harrier=$1 litmus=$2 cases=$(dirname "$0")/cases.txt
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT

number() # of this field in the JSON result
{
    sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" "$work/result.json"
}

check() # label, expected, options...
{
    local label=$1 expected=$2
    shift 2
    "$harrier" check -q --outdir "$work/out" -o "json:$work/result.json" "$@" "$litmus" > "$work/said" 2>&1
    local got="$(number states) $(number deliveries) $(number end_states)"
    if [ "$got" = "$expected" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $label: $got, not $expected"
        sed 's/^/      | /' "$work/said"
    fi
}

ways=('-s stateless' '--reduction dcute' '--reduction persistent --sleep' '--reduction transdpor' '--reduction transdpor-fig2' '--reduction ample'
    '-s random --seed 1 --runs 300' '-s pos --seed 1 --runs 300' '-s pct --seed 1 --runs 300' '-s pctcp --seed 1 --runs 300' '-s delay --runs 300')

ends() # file, options...
{
    local file=$1
    shift
    rm -f "$file"
    "$harrier" check -q --outdir "$work/out" --test "$test" -c "$channel" "$@" -o "ends:$file" "$litmus" > "$work/said" 2>&1
}

while read -r test channel states deliveries ends; do
    case $test in '#'* | '') continue ;; esac
    for search in 'dfs' 'bfs' 'dfs --store fingerprint' 'dfs --store tree'; do
        # shellcheck disable=SC2086 # words
        check "$test $channel $search" "$states $deliveries $ends" --test "$test" -c "$channel" -s $search
    done
    # The ends do not depend on how a state is compared, nor on how executions are chosen: all orders, one of each class, or enough samples.
    ends "$work/ends.dfs" -s dfs
    for way in "${ways[@]}"; do
        case "$channel $way" in 'mailbox --reduction'*) continue ;; esac
        # shellcheck disable=SC2086 # words
        ends "$work/ends" $way
        if cmp -s "$work/ends" "$work/ends.dfs" && [ -s "$work/ends" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL  $test $channel: $way and dfs have different ends"
            sed 's/^/      | /' "$work/said"
            diff "$work/ends" "$work/ends.dfs" | sed 's/^/      | /'
        fi
    done
done < "$cases"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
