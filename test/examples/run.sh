#!/bin/bash
# One program of examples/: what the checker says of it, and of its repaired form, is what EXAMPLE.expected has.
#     run.sh BUILD-DIR EXAMPLE
# Times and counts are left out. HR_UPDATE=1 writes the file anew.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
name=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$build/examples/$name" .
export PATH=$build:$PATH NO_COLOR=1 LC_ALL=C
passed=0 failed=0

judge() { # judge NAME STATUS: 0 is good
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}
show() { # show COMMAND...: the command, what it prints and its exit status
    echo "\$ $*"
    "$@" 2>&1
    echo "(exit status $?)"
}

{
    show harrier check "./$name"
    grep -q '"fixed"' "$here/../../examples/$name.c" && { echo; show harrier check "./$name" fixed; }
} | sed -E 's/^( +)[0-9]+ states?, .* s; /\1COUNTS; /; s/ \(the search met it after [0-9]+\)//' > got
[ "${HR_UPDATE:-0}" = 1 ] && cp got "$here/$name.expected"
diff -u "$here/$name.expected" got
judge "what harrier check says of $name" $?

# What passes in every order passes live too, whichever order that is.
if grep -q '"fixed"' "$here/../../examples/$name.c"; then
    "./$name" fixed > live 2>&1
    judge "$name fixed, live: $(cat live)" $?
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
