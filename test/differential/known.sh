#!/usr/bin/env bash
# Known counterexamples, under every reduction, order and sleep setting: all ends, and with sleep sets one path per class.
#     known.sh HARRIER PROGRAM
set -u
harrier=$1 program=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

check() { # TEST CLASSES [--sleep] REDUCTION ORDER
    local test=$1 classes=$2 sleep=$3 reduction=$4 order=$5 paths
    "$harrier" check --quiet --undeliverable off --outdir "$dir" --test "$test" --reduction "$reduction" $sleep --order "$order" \
        --output json:"$dir/json" --output ends:"$dir/ends" "$program" > "$dir/log" 2>&1 || { echo "FAIL  $*: status $?"; failed=$((failed + 1)); return; }
    paths=$(sed -n 's/.*"paths":\([0-9]*\).*/\1/p' "$dir/json")
    if cmp -s "$dir/ends" "$dir/all" && { [ -z "$sleep" ] || [ "$paths" -eq "$classes" ]; } && [ "$paths" -ge "$classes" ]; then
        passed=$((passed + 1))
    else
        echo "FAIL  $*: $paths paths"; failed=$((failed + 1))
    fi
}

while read -r test classes; do
    "$harrier" check --quiet --undeliverable off --outdir "$dir" --test "$test" --search stateless --output ends:"$dir/all" "$program" > "$dir/log" 2>&1
    for order in eca lca fifo lifo ldm hdm hms sgr; do
        check "$test" "$classes" "" dcute $order
        for reduction in persistent transdpor transdpor-fig2; do
            check "$test" "$classes" "" $reduction $order
            check "$test" "$classes" --sleep $reduction $order
        done
    done
done << 'END'
shared_from_the_start 2
asleep_and_frozen 6
first_message_decides 7
either_disables_the_other 2
either_is_the_last 2
acceptable_only_after 1
waits_behind_a_call 2
END
violations() { # FILE OPTION...: what went wrong and in whom, in any order
    local file=$1
    shift
    "$harrier" check --quiet --keep-going --no-shorten --undeliverable off --outdir "$dir" "$@" --output json:"$dir/json" "$program" > "$dir/log" 2>&1
    grep -o '"text":"[^"]*","actor":"[^"]*"\|"text":"[^"]*"' "$dir/json" | sort -u > "$file"
}

for test in two_violations violation_and_ring; do
    violations "$dir/all" --test $test --search stateless
    for order in eca lca fifo lifo ldm hdm hms sgr; do
        for mode in dcute persistent "persistent --sleep" transdpor "transdpor --sleep" transdpor-fig2 "transdpor-fig2 --sleep"; do
            # shellcheck disable=SC2086
            violations "$dir/some" --test $test --order $order --reduction $mode
            if [ -s "$dir/all" ] && cmp -s "$dir/all" "$dir/some"; then
                passed=$((passed + 1))
            else
                echo "FAIL  $test $mode $order"; diff "$dir/all" "$dir/some" | head -4; failed=$((failed + 1))
            fi
        done
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -eq 504 ]
