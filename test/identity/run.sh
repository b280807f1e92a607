#!/bin/bash
# The litmus programs under each identity, depth and breadth first: how many states they have, and the verdict is the same.
harrier=$1 litmus=$2 cases=$(dirname "$0")/cases.txt
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT

field() # of the JSON result
{
    sed -n "s/.*\"$1\": *\"*\([0-9a-z]*\).*/\1/p" "$work/result.json"
}

while read -r test exact canonical jacco symmetric; do
    case $test in '#'* | '') continue ;; esac
    for identity in exact canonical jacco symmetric; do
        for options in '-s dfs' '-s bfs' '-s dfs --store fingerprint'; do
            # shellcheck disable=SC2086
            "$harrier" check -q --outdir "$work/out" -o "json:$work/result.json" --test "$test" --identity $identity $options \
                "$litmus" > "$work/said" 2>&1
            if [ "$(field states) $(field verdict)" = "${!identity} pass" ]; then
                passed=$((passed + 1))
            else
                failed=$((failed + 1))
                echo "FAIL  $test $identity $options: $(field states) $(field verdict), not ${!identity} pass"
                sed 's/^/      | /' "$work/said"
            fi
        done
    done
done < "$cases"

# Ends that differ only in where things lie read the same, and are written once.
for identity in exact canonical; do
    "$harrier" check -q --outdir "$work/out" --test lists --identity $identity -o "ends:$work/ends" "$litmus" > "$work/said" 2>&1
    if [ "$(wc -l < "$work/ends")" = 1 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  lists $identity: $(wc -l < "$work/ends") ends, not 1"
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
