#!/bin/bash
# The papers' programs: run.sh [--list | --group PROGRAM] HARRIER DIRECTORY-WITH-THE-PROGRAMS [WORD...]
# Only the cases whose line has one of the words run. A case is a line of cases.txt:
#     OPTIONS | PROGRAM ARGUMENTS | FIELD=VALUE ...
# where FIELD is one of the result's, or says=WORD: the report has the word.
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt

prepare() {
    harrier=$(realpath "$1") programs=$(realpath "$2")
    shift 2
    only+=("$@")
}
groups() { words_of "$here/cases.txt" 2; }

# A field of the result: a number or a word.
field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }

group() { # group PROGRAM
    local line options command facts fact
    while IFS= read -r line; do
        wanted "${line//|/ }" || continue
        IFS='|' read -r options command facts <<< "$line"
        read -ra options <<< "$options"
        read -ra command <<< "$command"
        rm -f out.json
        timeout 900 "$harrier" check -q --time 600s -o json:out.json "${options[@]}" \
            "$programs/${command[0]}" "${command[@]:1}" > out.txt 2>&1
        touch out.json
        for fact in $facts; do
            case $fact in
            says=*) says "${fact#*=}" ;;
            *) expect "${fact%%=*}" "${fact#*=}" "$(field "${fact%%=*}")" ;;
            esac
        done
        verdict "${command[*]} (${options[*]})"
    done < <(lines_of "$here/cases.txt" 2 "$1")
}

lib_main "$@"
