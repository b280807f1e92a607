#!/bin/bash
# The programs with known message-ordering bugs, subjects/bugs: run.sh [--list | --group PROGRAM] HARRIER DIRECTORY-WITH-THE-PROGRAMS WALK-LIBRARY [PROGRAM...]
# For each line of cases.txt: the bug does not show in the default order, the searches find it, its repair has none, and at its
# usual size the program is too large to be explored.
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() {
    harrier=$(realpath "$1") programs=$(realpath "$2") walk=$(realpath "$3")
    shift 3
    only+=("$@")
}
groups() { words_of "$here/cases.txt" 1; }

searches=('--search dfs' '--search bfs' '--search stateless --reduction transdpor --sleep --order fifo' '--search stateless --reduction optimal')
large=200000   # deliveries after which a search of the usual size is given up
random=20000   # random executions

# A field of the result, in $value; the findings, which come last, are not looked at.
field() {
    value=
    [[ ${json%%\"findings\":*} =~ \"$1\":\"?([^,\"}]*) ]] && value=${BASH_REMATCH[1]}
}
expect_field() { field "$1"; expect "$1" "$2" "$value"; }

check() { # check STATUS OPTIONS... PROGRAM ARGUMENTS...
    local expected=$1
    shift
    rm -f json
    "$harrier" check --quiet --time 600s --no-shorten -o json:json "$@" > out 2>&1
    expect status "$expected" $?
    json=
    [ -f json ] && json=$(< json)
}

# Only the fixed ones: live, a race ends as it ends.
passes_live() {
    "$programs/$1" "${@:2}" > out 2>&1
    expect status 0 $?
    verdict "$* passes live"
}

finds() { # finds KIND PROGRAM SIZE
    local search
    for search in "${searches[@]}"; do
        # shellcheck disable=SC2086 # options are words
        check 1 $search "$programs/$2" "$3"
        expect_field kind "$1"
        if [[ $search == *fifo* ]]; then # its first path is the default order
            field paths
            [ "${value:-0}" -ge 1 ] || fail 'the first path fails'
        fi
        verdict "$2 $3: $1 (${search#--search })"
    done
}

has_no_bug() { # has_no_bug PROGRAM SIZE
    local search
    for search in "${searches[@]}"; do
        # shellcheck disable=SC2086 # options are words
        check 0 $search "$programs/$1" "$2" fixed
        expect_field exhaustive true
        verdict "$1 $2 fixed: all orders pass (${search#--search })"
    done
}

is_large() { # is_large PROGRAM SIZE
    check 3 --search dfs --deliveries "$large" "$programs/$1" "$2" fixed
    expect_field deliveries "$large"
    verdict "$1 $2 fixed: not explored in $large deliveries"
}

at_random() { # at_random EXECUTIONS PROGRAM ARGUMENTS...: $failures
    local count=
    failures=
    read -r count failures < <(LD_PRELOAD=$walk WALK="pairwise $1 1" "$programs/$2" "${@:3}" 2> out)
    expect 'the number of random executions' "$1" "$count"
}

random_walk() { # random_walk PROGRAM SIZE: the bug shows sometimes, the repair never fails
    at_random "$random" "$1" "$2"
    [ "${failures:-0}" -gt 0 ] || fail 'no random execution fails'
    verdict "$1 $2: $failures of $random random executions fail"
    at_random "$random" "$1" "$2" fixed
    expect 'the number of failures' 0 "$failures"
    verdict "$1 $2 fixed: no random execution fails"
}

group() { # group PROGRAM
    local line program kind small usual walks
    while IFS= read -r line; do
        IFS='|' read -r program kind small usual walks <<< "${line// /}"
        wanted "$program" || continue
        passes_live "$program" "$usual" fixed
        finds "$kind" "$program" "$small"
        has_no_bug "$program" "$small"
        is_large "$program" "$usual"
        [ "$walks" = no ] || random_walk "$program" "$usual"
    done < <(lines_of "$here/cases.txt" 1 "$1")
}

lib_main "$@"
