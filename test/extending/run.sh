#!/bin/bash
# docs/extending.md, done as it says: the search, the sampler, the reduction, the channel, the store and the check that it shows are put into
# a copy of the tree, built there without optimization, and used.    run.sh SOURCE-DIR BUILD-DIR
. "$(dirname "$0")/../lib.sh"
source=$(realpath "$1") build=$(realpath "$2")
cmake=${CMAKE:-cmake}
page=$source/docs/extending.md

judge() { # judge NAME STATUS [FILE]: 0 is good; the file says more
    output=${3:-$work/nothing}
    [ "$2" = 0 ] && pass "$1" || miss "$1"
}

lib_begin
mkdir "$work/tree"
(cd "$source" && tar cf - CMakeLists.txt src include cmake tools adapters subjects examples bench) | tar xf - -C "$work/tree"
cd "$work/tree" || exit 1

# A block of C that names a file is that file; a block of differences is a patch.
awk -v patch="$work/page.patch" '
    /^```c src\// { file = $2; print file; next }
    /^```diff$/ { file = patch; next }
    /^```/ { file = ""; next }
    file != "" { print > file }' "$page" > "$work/files"
[ "$(wc -l < "$work/files")" = 6 ]
judge "the page has six new files" $? "$work/files"
patch -p1 --no-backup-if-mismatch < "$work/page.patch" > "$work/patched" 2>&1
judge "what the page says to change can be changed" $? "$work/patched"

# What the table at the top says is touched is what the patches touch.
while read -r section files; do
    touched=$(sed -n "/^## A $section\$/,/^## /s#^+++ b/##p" "$page" | sort | tr '\n' ' ')
    [ "$touched" = "$(tr ' ' '\n' <<< "$files" | sort | tr '\n' ' ')" ]
    judge "the table says what is touched for a $section: $touched" $?
    [ "$(wc -w <<< "$touched")" -ge 1 ] && [ "$(wc -w <<< "$touched")" -le 2 ]
    judge "no more than two files are touched for a $section: $touched" $?
done < <(sed -nE 's/^\| \[a (search|sampler|reduction|channel|store|check)\][^|]*\|[^|]*\|([^|]*)\|.*/\1\2/p' "$page" | tr -d '`,' | sed 's/ *$//')

"$cmake" -S . -B "$work/out" -DCMAKE_C_FLAGS_RELWITHDEBINFO=-O0 -DHARRIER_ACROSS_FILES=OFF -DBUILD_TESTING=OFF > "$work/built" 2>&1 &&
    "$cmake" --build "$work/out" -j2 --target harrier-check harrier-bin >> "$work/built" 2>&1
status=$?
judge "the tree with all of them can be built" $status "$work/built"
[ $status = 0 ] || lib_end
grep -F -f "$work/files" "$work/built" | grep 'warning:' > "$work/warnings"
[ ! -s "$work/warnings" ]
judge "without warnings about the new files" $? "$work/warnings"

cd "$work" || exit 1
check() { # check NAME STATUS WORDS ARGUMENTS...: what a check with the new tool ends with and says
    local name=$1 status=$2 words=$3 got
    shift 3
    "$work/out/harrier" check "$@" > printed 2>&1
    got=$?
    [ $got = "$status" ] && grep -q -- "$words" printed
    judge "$name" $? printed
}
check 'the search runs until a limit' 3 'stopped by --deliveries 100' --search walks --deliveries 100 "$build/subjects/server"
check 'the search finds what is wrong' 1 '\[assertion\]' --search walks "$build/examples/writer"
check 'the sampler runs' 0 '5 executions' --search newest --runs 5 "$build/subjects/server"
check 'the reduction runs' 0 'all orders explored' --reduction whole "$build/subjects/pi" 2
check 'the reduction finds what is wrong' 1 '\[assertion\]' --reduction whole --sleep "$build/examples/writer"
check 'the channel keeps what actors send in one queue' 0 '6 states, 6 deliveries.*channel inbox' --channel inbox --test relay "$build/test/channels/channels-litmus"
check 'the channel keeps what main() sends apart' 0 '7 states, 7 deliveries.*channel inbox' --channel inbox --test driver_relay "$build/test/channels/channels-litmus"
check 'the sampler knows the channel' 0 '5 executions' --channel inbox --search newest --runs 5 "$build/subjects/server"
check 'the store knows all states again' 0 '99 states, 251 deliveries' --store compact "$build/subjects/pi" 4
check 'the store says what may be missing' 0 'explored but for about .* states.*(compact)' --store compact "$build/subjects/pi" 4
check 'the store has one for each worker' 0 '99 states, 251 deliveries.*2 workers' --store compact --workers 2 "$build/subjects/pi" 4
check 'the check finds an actor that has failed' 1 'has failed.*\[failed\]' "$build/test/hostile/restart" failed
check 'the check finds no other' 0 'all orders explored' "$build/test/hostile/restart" stopped
lib_end
