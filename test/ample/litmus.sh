#!/bin/bash
# The litmus programs with --reduction ample and without: the same ends, as many as can be counted by hand.
#     litmus.sh HARRIER LITMUS
set -u
harrier=$(realpath "$1") litmus=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0 failed=0

# ends TEST COUNT: under both channels and searches, reduced or not
ends() {
    local channel search reduction got
    for channel in unordered pairwise; do
        for search in dfs bfs; do
            for reduction in none ample; do
                rm -f ends
                "$harrier" check -q --test "$1" -c $channel -s $search -r $reduction -o ends:ends "$litmus" > out.txt 2>&1
                got=$(sort -u ends | wc -l)
                if [ "$got" = "$2" ]; then
                    passed=$((passed + 1)); echo "ok    $1, $channel, $search, $reduction"
                else
                    failed=$((failed + 1)); echo "FAIL  $1, $channel, $search, $reduction: $got ends, not $2"
                    sed 's/^/      | /' out.txt ends
                fi
            done
        done
    done
}
ends begins_again 3

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
