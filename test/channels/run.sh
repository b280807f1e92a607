#!/bin/bash
# The litmus programs under every channel: states, deliveries and ends, all of them small enough to count by hand.
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

while read -r test channel states deliveries ends; do
    case $test in '#'* | '') continue ;; esac
    for search in 'dfs' 'bfs' 'dfs --store fingerprint' 'dfs --store tree'; do
        # shellcheck disable=SC2086 # words
        check "$test $channel $search" "$states $deliveries $ends" --test "$test" -c "$channel" -s $search
    done
    # The ends do not depend on how a state is compared.
    "$harrier" check -q --outdir "$work/out" --test "$test" -c "$channel" -s stateless -o "ends:$work/ends" "$litmus" > "$work/said" 2>&1
    "$harrier" check -q --outdir "$work/out" --test "$test" -c "$channel" -o "ends:$work/ends.dfs" "$litmus" > "$work/said" 2>&1
    if cmp -s "$work/ends" "$work/ends.dfs" && [ -s "$work/ends" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $test $channel: stateless and dfs have different ends"
        diff "$work/ends" "$work/ends.dfs" | sed 's/^/      | /'
    fi
done < "$cases"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
