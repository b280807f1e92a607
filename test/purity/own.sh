#!/bin/bash
# A library with global data, of which each actor has its own copy (list.c, own.c). For both compilers, linked and loaded late; by option and by
# main(); in every kind of search and by every identity.
#     own.sh [--list | --group NAME] HARRIER INCLUDE LIBRARY-DIRECTORY
. "$(dirname "$0")/../lib.sh"

prepare() { harrier=$(realpath "$1") include=$(realpath "$2") libraries=$(realpath "$3"); }
groups() { printf '%s\n' gcc-linked gcc-late clang-linked schedule; }

build() { # build COMPILER
    "$1" -g -fPIC -shared "$here/list.c" -o liblist.so && mkdir -p late && cp liblist.so late/liblist.so &&
        "$1" -g -w "$here/own.c" -o own -I"$include" -L. -llist -Wl,-rpath,"$work" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" -ldl
}

check() { # label, status, text, options and program...
    local label=$1 wanted=$2 text=$3
    shift 3
    timeout -k 5 120 "$harrier" check -q "$@" > said 2>&1
    local status=$?
    if [ "$status" = "$wanted" ] && grep -qF -e "$text" said; then
        pass "$label"
    else
        miss "$label: status $status, or not '$text'"
    fi
}

searches=('' '--identity canonical' '--identity jacco' '--identity symmetric' '--no-memo' '--workers 2' '-s bfs --store tree' '-s stateless' '--search random --runs 50 --seed 1')
all() { # label
    local search creation
    for creation in none push; do
        for search in "${searches[@]}"; do
            # shellcheck disable=SC2086
            check "$1 $creation $search" 0 PASS $search ./own own $creation
        done
    done
    check "$1: the states that there are" 0 '12 states' --search dfs ./own own none
    check "$1: by option" 0 '12 states' --search dfs --library list=own ./own
    check "$1: the command line has the last word" 4 'counts_agree' --library list=restored ./own own
    check "$1: restored is no copy" 4 'counts_agree' ./own restored
    check "$1: main() changes it before anybody has a copy" 1 'assertion failed: *limit() == expected_limit' ./own own none 9
    check "$1: main() changes it when others have copies" 1 'assertion failed: *limit() == expected_limit' ./own own push 9
    check "$1: main() changes it when all have copies" 0 PASS ./own own push 9 alone
    # The finding names both ways out; doing what it says makes it pass.
    check "$1: nothing is said" 1 'hr_library("list", "WHAT")' ./own
    grep -oE 'library list=WHAT|where WHAT is own' said | sort | uniq | tr '\n' ' ' > advice
    [ "$(cat advice)" = 'library list=WHAT where WHAT is own ' ] || miss "$1: the finding does not say what to do"
}

# A schedule that fails keeps what was said of the library.
schedule() {
    local schedule
    "$harrier" check -q --library list=own --outdir out ./own - none 9 > said 2>&1
    schedule=$(find out -name 1.schedule)
    "$harrier" replay -q "$schedule" ./own - none 9 > said 2>&1
    grep -q '^library list=own' "$schedule" && grep -q 'assertion failed: \*limit' said && pass || miss 'the schedule'
}

group() {
    local cc=${1%-*}
    [ "$1" = schedule ] && cc=gcc
    command -v "$cc" > /dev/null || { skip "no $cc"; return; }
    build "$cc" > said 2>&1 || { miss "$cc does not build it"; return; }
    unset EVERYWHERE_LIBRARY
    [[ $1 == *-late ]] && export EVERYWHERE_LIBRARY=$work/late/liblist.so
    [ "$1" = schedule ] && schedule || all "$1"
}

lib_main "$@"
