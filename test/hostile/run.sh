#!/bin/bash
# The whole tool against programs that misbehave: run.sh [--list | --group NAME] HARRIER DIRECTORY-WITH-THE-PROGRAMS [CASE...]
# A group is all lines of cases.txt with one program, or a function of more.sh. A CASE, also in the variable CASES, is a word of a line of
# cases.txt, or the name of a function of more.sh: only those run.
. "$(dirname "$0")/../lib.sh"
. "$here/more.sh"
output=out.txt

prepare() {
    harrier=$(realpath "$1") programs=$(realpath "$2")
    shift 2
    only+=("$@")
}
groups() {
    words_of "$here/cases.txt" 2
    functions_of "$here/more.sh"
}

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

# Runs harrier; its output is in out.txt, its status in $status.
run() {
    timeout -k 5 90 "$harrier" "$@" > out.txt 2>&1
    status=$?
}
close_case() { # close_case NAME
    verdict "$1"
    rm -rf out.txt out.json .harrier
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
    close_case "$4${5:+ ($5)}"
}

lines_with() { # lines_with PROGRAM
    local wanted_line command options facts text
    while IFS='|' read -r wanted_line command options facts text; do
        command=$(trim <<< "$command") options=$(trim <<< "$options") text=$(trim <<< "$text")
        wanted "$command" || continue
        set -f
        # shellcheck disable=SC2086 # words
        set -- "$1" $wanted_line
        one_case "$2" "$3" "$4" "$command" "$options" "$facts" "$text"
        set +f
    done < <(lines_of "$here/cases.txt" 2 "$1")
}

group() {
    if [[ $(type -t "case_$1") == function ]]; then
        wanted "case_$1" || return
        "case_$1"
        close_case "$1"
    else
        lines_with "$1"
    fi
}

lib_main "$@"
