#!/bin/bash
# A test of the tests: with one rule of the engine switched off (src/base/mutant.h), what checks cover must notice.
#     mutants.sh MUTANT_HARRIER PROGRAM STOPS
set -u
harrier=$(realpath "$1") program=$(realpath "$2") stops=$(realpath "$3")
here=$(dirname "$(realpath "$0")")
export LC_ALL=C NO_COLOR=1
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# RULE, the seed of a program that shows it, and what is said then
while read -r rule seed text; do
    out=$(HARRIER_MUTANT=$rule bash "$here/generated.sh" "$harrier" "$program" 1 "$seed" 2>&1)
    if ! grep -q '^FAIL  seed' <<< "$out" || ! grep -qF "$text" <<< "$out"; then
        echo "FAIL  without the rule $rule nothing is noticed:" && echo "$out" | sed 's/^/      /'
        failed=1
    fi
done << 'END'
cover-channel 3 an open pair that the channel keeps in order
cover-new-goals 1 adds nothing to
cover-achieved 6 adds nothing to
cover-reasons 6 an open pair was not tried
cover-seek 110 of which it says that no order has them exist
END

# With all rules on, programs that test/cover/generated.sh does not come to by itself: the last one above, one that cancels a timer in the
# step that sets it, two in which an event is seen late to change the behaviour, and one
# whose receiver has failed and still answers calls.
for seed in 110 1730 1976 3460 5330; do
    bash "$here/generated.sh" "$harrier" "$program" 1 $seed > out || { echo "FAIL  with all rules, seed $seed" && cat out && failed=1; }
done

# The calls of a schedule are answered in it: without that, attempts do not fit.
HARRIER_MUTANT=cover-calls "$harrier" cover --undeliverable off --test calls "$stops" | grep -q 'did not fit' ||
    { echo 'FAIL  without the rule cover-calls nothing is noticed' && failed=1; }
exit $failed
