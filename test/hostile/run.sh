#!/bin/bash
# The whole tool against programs that misbehave: run.sh HARRIER DIRECTORY-WITH-THE-PROGRAMS [CASE...]
# A CASE is a word of a line of cases.txt, or the name of a function of more.sh: only those run. They may also be in the variable CASES.
# FAIL_FAST=1: the first failure ends it.
harrier=$(realpath "$1") programs=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
shift 2
only=" $(echo "$@" ${CASES:-}) "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0 failed=0

# A field of the result: a number, a word, or the text of a string.
field() {
    sed -n 's/^\(.*\)"findings":.*/\1/; s/.*"'"$1"'":\("\([^"\\]\|\\.\)*"\|[^,}]*\)[,}].*/\1/p' out.json | sed 's/^"\(.*\)"$/\1/; q'
}
# A field of the first finding.
finding() {
    sed -n 's/.*"findings":\[//; s/^{[^}]*"'"$1"'":"\(\([^"\\]\|\\.\)*\)".*/\1/p' out.json | sed 1q
}
# The line that carries a mark, as FILE:LINE.
marked() {
    local mark="/\* here: $2 \*/"
    [ "$2" = here ] && mark='/\* here \*/'
    echo "$1.c:$(sed -n "\#$mark#=" "$here/$1.c")"
}

fail() { problems="$problems; $*"; }
expect() { [ "$2" = "$3" ] || fail "$1 is '$3', not '$2'"; }
says() { grep -qF -e "$1" out.txt || fail "the output lacks '$1'"; }

# Runs harrier; its output is in out.txt, its status in $status.
run() {
    timeout -k 5 90 "$harrier" "$@" > out.txt 2>&1
    status=$?
}
verdict() {
    if [ -z "$problems" ]; then
        passed=$((passed + 1)); echo "ok    $1"
    else
        failed=$((failed + 1)); echo "FAIL  $1: ${problems#; }"
        [ -n "$VERBOSE" ] && sed 's/^/      | /' out.txt
        [ -z "$FAIL_FAST" ] || exit 1
    fi
    rm -rf out.txt out.json .harrier
    problems=
}

one_case() { # status kind place command options facts text
    run check $5 -o json:out.json "$programs"/$4
    expect status "$1" "$status"
    [ -z "$7" ] || says "$7"
    grep -q 'internal error' out.txt && fail 'internal error'
    touch out.json
    [ "$2" = '*' ] || expect kind "${2/#-/null}" "$(field kind)"
    if [ "$3" != '*' ] && [ "$3" != - ]; then
        expect place "$(marked "${4%% *}" "$3")" "$(finding place)"
    fi
    for fact in $6; do
        expect "${fact%%=*}" "${fact#*=}" "$(field "${fact%%=*}")"
    done
    verdict "$4${5:+ ($5)}"
}

trim() { sed 's/^ *//; s/ *$//'; }
while IFS='|' read -r wanted command options facts text; do
    case $wanted in '#'* | '') continue ;; esac
    command=$(trim <<< "$command") options=$(trim <<< "$options") text=$(trim <<< "$text")
    if [ "$only" != '  ' ]; then
        match=
        for word in $only; do [[ " $command " == *" $word "* ]] && match=1; done
        [ -n "$match" ] || continue
    fi
    set -f
    set -- $wanted
    one_case "$1" "$2" "$3" "$command" "$options" "$facts" "$text"
    set +f
done < "$here/cases.txt"

. "$here/more.sh"
for name in $(sed -n 's/^\(case_[a-z_]*\)() .*/\1/p' "$here/more.sh"); do
    [ "$only" = '  ' ] || [[ $only == *" $name "* ]] || continue
    $name
    verdict "${name#case_}"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
