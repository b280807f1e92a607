#!/bin/bash
# The litmus programs with --reduction ample and without: the same ends, as many as can be counted by hand.
#     litmus.sh HARRIER LITMUS
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt
harrier=$(realpath "$1") litmus=$(realpath "$2")
lib_begin

# ends TEST COUNT: under both channels and searches, reduced or not
ends() {
    local channel search reduction got
    for channel in unordered pairwise; do
        for search in dfs bfs; do
            for reduction in none ample; do
                rm -f ends
                "$harrier" check -q --test "$1" -c $channel -s $search -r $reduction -o ends:ends "$litmus" > out.txt 2>&1
                got=$(sort -u ends | wc -l)
                equal "ends of $1, $channel, $search, $reduction" "$2" "$got"
            done
        done
    done
}
ends begins_again 3

lib_end
