#!/bin/bash
# Every fault can still be put into the tree, says what notices it, and that test exists.
#     apply.sh SOURCE-DIR BUILD-DIR
set -u
source=$1 build=$2
here=$(dirname "$(realpath "$0")")
. "$here/patches.sh"
PATCHES_MIN=64
passed=0 failed=0 problems=
command -v patch > /dev/null || { echo 'no patch here'; exit 77; }
tests=$("${CTEST:-ctest}" --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p')

fail() { problems="$problems; $*"; }
look_at() {
    local name=$1 test named reason
    apply "$name" "$source" --dry-run > /dev/null 2>&1 || fail 'does not apply'
    named=$(named_tests "$name") reason=$(says "$name" 'not noticed')
    [ -n "$named$reason" ] || fail 'says neither what notices it nor why nothing does'
    for test in $named; do
        grep -qxE "${test//./[.]}([.].*)?" <<< "$tests" || fail "there is no test '$test'"
    done
}

for name in $(all_names); do
    look_at "$name"
    if [ -z "$problems" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $name: ${problems#; }"
    fi
    problems=
done
[ "$passed" -ge "$PATCHES_MIN" ] || { failed=$((failed + 1)); echo "FAIL  fewer than $PATCHES_MIN faults"; }

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
