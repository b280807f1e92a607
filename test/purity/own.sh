#!/bin/bash
# A library with global data, of which each actor has its own copy (list.c, own.c). For both compilers, linked and loaded late; by option and by
# main(); in every kind of search and by every identity.
#     own.sh HARRIER INCLUDE LIBRARY-DIRECTORY
harrier=$(realpath "$1") include=$(realpath "$2") libraries=$(realpath "$3") here=$(dirname "$(realpath "$0")")
work=$(mktemp -d "${TMPDIR:-/tmp}/purity.XXXXXX") passed=0 failed=0
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C NO_COLOR=1

check() { # label, status, text, options and program...
    local label=$1 wanted=$2 text=$3
    shift 3
    timeout -k 5 120 "$harrier" check -q "$@" > said 2>&1
    local status=$?
    if [ "$status" = "$wanted" ] && grep -qF -e "$text" said; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $label: status $status, or not '$text'"
        sed -n 's/^/      | /; 1,8p' said
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
    check "$1: the states that there are" 0 '12 states' ./own own none
    check "$1: by option" 0 '12 states' --library list=own ./own
    check "$1: the command line has the last word" 4 'counts_agree' --library list=restored ./own own
    check "$1: restored is no copy" 4 'counts_agree' ./own restored
    check "$1: main() changes it before anybody has a copy" 1 'assertion failed: *limit() == expected_limit' ./own own none 9
    check "$1: main() changes it when others have copies" 1 'assertion failed: *limit() == expected_limit' ./own own push 9
    check "$1: main() changes it when all have copies" 0 PASS ./own own push 9 alone
    # The finding names both ways out; doing what it says makes it pass.
    check "$1: nothing is said" 1 'hr_library("list", "WHAT")' ./own
    grep -oE 'library list=WHAT|where WHAT is own' said | sort | uniq | tr '\n' ' ' > advice
    [ "$(cat advice)" = 'library list=WHAT where WHAT is own ' ] || { failed=$((failed + 1)); echo "FAIL  $1: the finding does not say what to do"; }
}

for cc in gcc clang; do
    command -v $cc > /dev/null || { echo "(no $cc)"; continue; }
    $cc -g -fPIC -shared "$here/list.c" -o liblist.so && mkdir -p late && cp liblist.so late/liblist.so &&
        $cc -g -w "$here/own.c" -o own -I"$include" -L. -llist -Wl,-rpath,"$work" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" -ldl ||
        { echo "FAIL  $cc does not build it"; failed=$((failed + 1)); continue; }
    unset EVERYWHERE_LIBRARY
    all "$cc linked"
    [ $cc = gcc ] || continue
    export EVERYWHERE_LIBRARY=$work/late/liblist.so
    all "$cc late"
done
unset EVERYWHERE_LIBRARY
# A schedule that fails keeps what was said of the library.
"$harrier" check -q --library list=own --outdir out ./own - none 9 > said 2>&1
schedule=$(find out -name 1.schedule)
check_replay=$("$harrier" replay -q "$schedule" ./own - none 9 2>&1)
grep -q '^library list=own' "$schedule" && grep -q 'assertion failed: \*limit' <<< "$check_replay" && passed=$((passed + 1)) ||
    { failed=$((failed + 1)); echo "FAIL  the schedule: $check_replay"; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
