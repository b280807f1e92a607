#!/bin/bash
# One program of examples/: what the checker says of it, and of its repaired form, is what EXAMPLE.expected has.
#     run.sh BUILD-DIR EXAMPLE
# Times and counts are left out. HR_UPDATE=1 writes the file anew.
. "$(dirname "$0")/../lib.sh"
build=$(realpath "$1") name=$2
lib_begin
ln -s "$build/examples/$name" .
export PATH=$build:$PATH

tell() { # tell COMMAND...: the command, what it prints and its exit status
    echo "\$ $*"
    "$@" 2>&1
    echo "(exit status $?)"
}

{
    tell harrier check "./$name"
    grep -q '"fixed"' "$here/../../examples/$name.c" && { echo; tell harrier check "./$name" fixed; }
} | sed -E 's/^( +)[0-9]+ states?, .* s; /\1COUNTS; /; s/ \(the search met it after [0-9]+\)//' > got
[ "${HR_UPDATE:-0}" = 1 ] && cp got "$here/$name.expected"
equal "what harrier check says of $name" "$(cat "$here/$name.expected")" "$(cat got)"

# What passes in every order passes live too, whichever order that is.
if grep -q '"fixed"' "$here/../../examples/$name.c"; then
    "./$name" fixed > "$output" 2>&1
    expect 'exit status' 0 $?
    verdict "$name fixed, live"
fi
lib_end
