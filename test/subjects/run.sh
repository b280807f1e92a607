#!/bin/bash
# The papers' programs: run.sh HARRIER DIRECTORY-WITH-THE-PROGRAMS [WORD...]
# Only the cases whose line has one of the words run. A case is a line of cases.txt:
#     OPTIONS | PROGRAM ARGUMENTS | FIELD=VALUE ...
set -u
harrier=$(realpath "$1") programs=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
shift 2
only=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0 failed=0

# A field of the result: a number or a word.
field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }

wanted() {
    [ ${#only[@]} = 0 ] && return 0
    local word
    for word in "${only[@]}"; do
        [[ " ${1//|/ } " == *" $word "* ]] && return 0
    done
    return 1
}

while IFS= read -r line; do
    case $line in '#'* | '') continue ;; esac
    wanted "$line" || continue
    IFS='|' read -r options command facts <<< "$line"
    read -ra options <<< "$options"
    read -ra command <<< "$command"
    problems=
    rm -f out.json
    timeout 900 "$harrier" check -q --time 600s -o json:out.json "${options[@]}" \
        "$programs/${command[0]}" "${command[@]:1}" > out.txt 2>&1
    touch out.json
    for fact in $facts; do
        got=$(field "${fact%%=*}")
        [ "$got" = "${fact#*=}" ] || problems="$problems; ${fact%%=*} is '$got', not '${fact#*=}'"
    done
    if [ -z "$problems" ]; then
        passed=$((passed + 1)); echo "ok    ${command[*]} (${options[*]})"
    else
        failed=$((failed + 1)); echo "FAIL  ${command[*]} (${options[*]}): ${problems#; }"
        sed 's/^/      | /' out.txt
    fi
done < "$here/cases.txt"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
