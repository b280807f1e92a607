#!/bin/bash
# The litmus programs with --reduction ample and without: the same ends, as many as can be counted by hand.
#     litmus.sh HARRIER LITMUS [HARRIER-WITH-RULES-TO-LEAVE-OUT]
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt
harrier=$(realpath "$1") litmus=$(realpath "$2") mutant=${3:+$(realpath "$3")}
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

# fails TEST: the same, where there are no ends
fails() {
    local channel search reduction
    for channel in unordered pairwise; do
        for search in dfs bfs; do
            for reduction in none ample; do
                "$harrier" check -q --test "$1" -c $channel -s $search -r $reduction "$litmus" > out.txt 2>&1
                expect 'exit status' 1 $?
                verdict "$1 fails, $channel, $search, $reduction"
            done
        done
    done
}
fails puts_off

# With an engine that leaves a rule out: that is noticed.
if [ -n "$mutant" ]; then
    HARRIER_MUTANT=ample-reopen "$mutant" check -q --test puts_off -s dfs -r ample "$litmus" > out.txt 2>&1
    expect 'exit status without ample-reopen' 0 $?
    verdict 'without a second look at open states nobody would notice'
fi

lib_end
