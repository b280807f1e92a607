#!/bin/bash
# How the command behaves, one topic a file:    run.sh TOPIC BUILD-DIR [CASE...]
# A topic is a file TOPIC.sh here; each function case_... of it is a case, in an empty folder of its own.
set -u
here=$(dirname "$(realpath "$0")")
topic=$1
build=$(realpath "$2")
shift 2
only=" $* "
harrier=$build/harrier
# shellcheck disable=SC2034 # for the topics
include=$here/../../include programs=$build/test/conduct subjects=$build/subjects examples=$build/examples hostile=$build/test/hostile
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1 LC_ALL=C
passed=0 failed=0

fail() { problems="$problems; $*"; }
expect() { [ "$2" = "$3" ] || fail "$1 is '$3', not '$2'"; }
one_of() { [[ " $2 " == *" $3 "* ]] || fail "$1 is '$3', none of: $2"; }
says() { grep -qF -e "$1" out.txt || fail "the output lacks '$1'"; }
lacks() { ! grep -qF -e "$1" out.txt || fail "the output has '$1'"; }
# Runs harrier; its output is in out.txt, its status in $status.
run() {
    timeout -k 5 90 "$harrier" "$@" > out.txt 2>&1
    status=$?
}

# shellcheck source=/dev/null
. "$here/$topic.sh"
for name in $(sed -n 's/^\(case_[a-z_0-9]*\)() .*/\1/p' "$here/$topic.sh"); do
    [ "$only" = '  ' ] || [[ $only == *" ${name#case_} "* ]] || continue
    problems=
    rm -rf "$work/here"
    mkdir "$work/here"
    cd "$work/here" || exit 2
    $name
    if [ -z "$problems" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  ${name#case_}: ${problems#; }"
        [ -f out.txt ] && tail -n 15 out.txt | cat -v | sed 's/^/      | /'
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
