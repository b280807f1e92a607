#!/usr/bin/env bash
# Known counterexamples, under every reduction, order and sleep setting: all ends, and with sleep sets one path per class; or all violations.
#     known.sh [--list | --group TEST] HARRIER PROGRAM
. "$(dirname "$0")/../lib.sh"
set -u
output=log

# Tests of known.c with the number of their classes, and those that are about violations.
classes='shared_from_the_start 2
asleep_and_frozen 6
first_message_decides 7
either_disables_the_other 2
either_is_the_last 2
acceptable_only_after 1
waits_behind_a_call 2'
violating='two_violations
violation_and_ring'
orders='eca lca fifo lifo ldm hdm hms sgr'
modes=(dcute persistent 'persistent --sleep' transdpor 'transdpor --sleep' transdpor-fig2 'transdpor-fig2 --sleep' optimal 'transdpor --sleep --commute')

prepare() { harrier=$(realpath "$1") program=$(realpath "$2"); }
groups() { awk '{ print $1 }' <<< "$classes"; echo "$violating"; }

check() { # TEST CLASSES MODE ORDER
    local test=$1 classes=$2 mode=$3 order=$4 paths
    # shellcheck disable=SC2086 # words
    "$harrier" check --quiet --undeliverable off --outdir out --test "$test" --reduction $mode --order "$order" --output json:json \
        --output ends:ends "$program" > log 2>&1 || { miss "$*: status $?"; return; }
    paths=$(sed -n 's/.*"paths":\([0-9]*\).*/\1/p' json)
    if [[ $mode == *--commute ]]; then # all ends, though not all classes: of orders that come to the same, one may be left out
        equal "$*" 'all ends' "$(cmp -s ends all && [ "$paths" -le "$classes" ] && echo all ends)"
    elif cmp -s ends all && { [[ $mode != *--sleep && $mode != optimal ]] || [ "$paths" -eq "$classes" ]; } && [ "$paths" -ge "$classes" ]; then
        pass "$*"
    else
        miss "$*: $paths paths"
    fi
}

violations() { # FILE OPTION...: what went wrong and in whom, in any order
    local file=$1
    shift
    "$harrier" check --quiet --keep-going --no-shorten --undeliverable off --outdir out "$@" --output json:json "$program" > log 2>&1
    grep -o '"text":"[^"]*","actor":"[^"]*"\|"text":"[^"]*"' json | sort -u > "$file"
}

group() { # group TEST
    local test=$1 order mode count
    count=$(awk -v test="$test" '$1 == test { print $2 }' <<< "$classes")
    if [ -n "$count" ]; then
        "$harrier" check --quiet --undeliverable off --outdir out --test "$test" --search stateless --output ends:all "$program" > log 2>&1
    else
        violations all --test "$test" --search stateless
    fi
    [ -s all ] || miss "$test: nothing to compare with"
    for order in $orders; do
        for mode in "${modes[@]}"; do
            [ "$test $mode" = 'shared_from_the_start optimal' ] && continue # which it refuses
            if [ -n "$count" ]; then
                check "$test" "$count" "$mode" "$order"
            else
                # shellcheck disable=SC2086 # words
                violations some --test "$test" --order "$order" --reduction $mode
                equal "$test $mode $order" "$(cat all)" "$(cat some)"
            fi
        done
    done
}

lib_main "$@"
