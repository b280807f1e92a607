#!/bin/bash
# The litmus programs under each identity, depth and breadth first: how many states they have, and the verdict is the same.
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") litmus=$(realpath "$2") cases=$here/cases.txt
lib_begin

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
            equal "$test $identity $options" "${!identity} pass" "$(field states) $(field verdict)"
        done
    done
done < "$cases"

# Ends that differ only in where things lie read the same, and are written once.
for identity in exact canonical; do
    "$harrier" check -q --outdir "$work/out" --test lists --identity $identity -o "ends:$work/ends" "$litmus" > "$work/said" 2>&1
    equal "ends of lists, $identity" 1 "$(wc -l < "$work/ends")"
done

lib_end
