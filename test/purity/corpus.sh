#!/bin/bash
# Ordinary things in handlers (corpus.c, and programs with libraries if these are installed): each passes, and has the states that two actors
# with three steps each have, 16: nothing is left behind in an actor.
#     corpus.sh HARRIER CORPUS INCLUDE LIBRARY-DIRECTORY
harrier=$(realpath "$1") corpus=$(realpath "$2") include=$(realpath "$3") libraries=$(realpath "$4") here=$(dirname "$(realpath "$0")")
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C NO_COLOR=1

try() { # label, states, options and program...
    local label=$1 wanted=$2
    shift 2
    timeout -k 5 120 "$harrier" check -q "$@" > said 2>&1
    local status=$? states
    states=$(sed -n 's/^ *\([0-9]*\) states.*/\1/p' said)
    if [ "$status" = 0 ] && [ "$states" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $label: status $status, ${states:-no} states"
        sed -n 's/^/      | /; 1,6p' said
    fi
}

for name in $("$corpus"); do
    try "$name" 16 "$corpus" "$name"
done

# A library that is not there is not tried: what it needs is no part of what the other tests need.
library() { # name, options of the check, flags...
    local name=$1 options=$2
    shift 2
    # shellcheck disable=SC2086
    if cc -g -w "$here/with_$name.c" -o "$name" -I"$include" -I"$here" "$@" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" 2> not-built; then
        try "with $name" 16 $options "./$name"
    else
        echo "(no $name)"
    fi
}
# With data of its own: the finding says in one sentence what to do, and doing that makes it pass.
with_data() { # name, name of the library, package
    local name=$1 library=$2 flags what
    flags=$(pkg-config --cflags --libs "$3" 2> /dev/null) || { echo "(no $name)"; return; }
    build() { # flags...
        # shellcheck disable=SC2086
        cc -g -w "$@" "$here/with_$name.c" -o "$name" -I"$include" -I"$here" $flags -L"$libraries" -lharrier -Wl,-rpath,"$libraries"
    }
    build || { failed=$((failed + 1)); return; }
    timeout -k 5 120 "$harrier" check -q "./$name" > said 2>&1
    if grep -q "say what its data are with --library $library=WHAT or, in main, hr_library(\"$library\", \"WHAT\").*and use it once in main" said; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  with $name: nothing says what to do"
        sed -n 's/^/      | /; 1,6p' said
    fi
    for what in own restored; do
        build "-DPREPARE=hr_library(\"$library\", \"$what\"), thing()"
        try "with $name, told $what by main()" 16 "./$name"
        try "with $name, told $what by main() (canonical)" 16 --identity canonical "./$name"
        build '-DPREPARE=thing()'
        try "with $name, told $what" 16 --library "$library=$what" "./$name"
    done
}
with_data sqlite3 sqlite3 sqlite3
with_data openssl crypto libcrypto
with_data libxml2 xml2 libxml-2.0
with_data glib glib-2 glib-2.0
library zlib '' -lz
library jansson '' -ljansson
# What libc allocates for the program stays; what it allocates for itself does not (the corpus).
if cc -g -w "$here/keeps.c" -o keeps -I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries"; then
    try 'keeps what it was given' 9 ./keeps
    try 'keeps what it was given (canonical)' 9 --identity canonical ./keeps
else
    failed=$((failed + 1))
fi
# C++: exceptions, streams, containers
if command -v c++ > /dev/null; then
    c++ -g -c "$here/with_exceptions.cpp" -o things.o
    library exceptions '' things.o -lstdc++
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
