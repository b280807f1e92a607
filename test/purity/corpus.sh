#!/bin/bash
# Ordinary things in handlers (corpus.c, and programs with libraries if these are installed): each passes, and has the states that two actors
# with three steps each have, 16: nothing is left behind in an actor.
#     corpus.sh [--list | --group NAME] HARRIER CORPUS INCLUDE LIBRARY-DIRECTORY
. "$(dirname "$0")/../lib.sh"

prepare() { harrier=$(realpath "$1") corpus=$(realpath "$2") include=$(realpath "$3") libraries=$(realpath "$4"); }
groups() { printf '%s\n' ordinary sqlite3 openssl libxml2 glib zlib jansson keeps exceptions catch coverage; }

try() { # label, states, options and program...
    local label=$1 wanted=$2
    shift 2
    timeout -k 5 120 "$harrier" check -q --search dfs "$@" > said 2>&1
    local status=$? states
    states=$(sed -n 's/^ *\([0-9]*\) states.*/\1/p' said)
    if [ "$status" = 0 ] && [ "$states" = "$wanted" ]; then
        pass "$label"
    else
        miss "$label: status $status, ${states:-no} states"
    fi
}

ordinary() {
    local name
    for name in $("$corpus"); do
        try "$name" 16 "$corpus" "$name"
    done
}

# A library that is not there is not tried: what it needs is no part of what the other tests need.
library() { # name, options of the check, flags...
    local name=$1 options=$2
    shift 2
    # shellcheck disable=SC2086
    if cc -g -w "$here/with_$name.c" -o "$name" -I"$include" -I"$here" "$@" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" 2> not-built; then
        try "with $name" 16 $options "./$name"
    else
        skip "no $name"
    fi
}
# With data of its own: the finding says in one sentence what to do, and doing that makes it pass.
with_data() { # name, name of the library, package
    local name=$1 library=$2 flags what
    flags=$(pkg-config --cflags --libs "$3" 2> /dev/null) || { skip "no $name"; return; }
    build() { # flags...
        # shellcheck disable=SC2086
        cc -g -w "$@" "$here/with_$name.c" -o "$name" -I"$include" -I"$here" $flags -L"$libraries" -lharrier -Wl,-rpath,"$libraries"
    }
    build > said 2>&1 || { miss "with $name: not built"; return; }
    timeout -k 5 120 "$harrier" check -q --search dfs "./$name" > said 2>&1
    if grep -q "say what its data are with --library $library=WHAT or, in main, hr_library(\"$library\", \"WHAT\").*and use it once in main" said; then
        pass
    else
        miss "with $name: nothing says what to do"
    fi
    for what in own restored; do
        build "-DPREPARE=hr_library(\"$library\", \"$what\"), thing()"
        try "with $name, told $what by main()" 16 "./$name"
        try "with $name, told $what by main() (canonical)" 16 --identity canonical "./$name"
        build '-DPREPARE=thing()'
        try "with $name, told $what" 16 --library "$library=$what" "./$name"
    done
}
# What libc allocates for the program stays; what it allocates for itself does not (the corpus).
keeps() {
    cc -g -w "$here/keeps.c" -o keeps -I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" > said 2>&1 || { miss 'keeps: not built'; return; }
    try 'keeps what it was given' 9 ./keeps
    try 'keeps what it was given (canonical)' 9 --identity canonical ./keeps
}

# Beyond the first step.
keeps_more() {
    cc -g -w "$here/keeps_more.c" -o keeps_more -I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" > said 2>&1 || { miss 'keeps_more: not built'; return; }
    try 'keeps its streams' 16 ./keeps_more
    try 'keeps its streams (canonical)' 16 --identity canonical ./keeps_more
    try 'sleeps until a time' 2 --late-looks 0 ./keeps_more sleep
}
coverage() { # of gcov, and of clang's own kind
    local flags
    for flags in 'gcc --coverage' 'clang --coverage' 'clang -fprofile-instr-generate -fcoverage-mapping'; do
        command -v "${flags%% *}" > /dev/null || { skip "no ${flags%% *}"; continue; }
        # shellcheck disable=SC2086
        $flags -g -w "$here/with_coverage.c" -o covered -I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" > said 2>&1 || { skip "not built: $flags"; continue; }
        try "$flags" 16 ./covered
        # shellcheck disable=SC2086
        $flags -DGLOBAL -g -w "$here/with_coverage.c" -o covered -I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" > said 2>&1
        "$harrier" check -q ./covered > said 2>&1
        equal "$flags: status with a global" 1 $?
        grep -q "writes a global variable: 'global'" said && pass || miss "$flags: not 'global'"
    done
}

group() {
    case $1 in
    ordinary | coverage) "$1" ;;
    keeps) keeps; keeps_more ;;
    sqlite3) with_data sqlite3 sqlite3 sqlite3 ;;
    openssl) with_data openssl crypto libcrypto ;;
    libxml2) with_data libxml2 xml2 libxml-2.0 ;;
    glib) with_data glib glib-2 glib-2.0 ;;
    zlib) library zlib '' -lz ;;
    jansson) library jansson '' -ljansson ;;
    exceptions) # C++: exceptions, streams, containers
        command -v c++ > /dev/null || { skip 'no c++'; return; }
        c++ -g -c "$here/with_exceptions.cpp" -o things.o
        library exceptions '' things.o -lstdc++
        ;;
    catch)
        command -v c++ > /dev/null || { skip 'no c++'; return; }
        c++ -g -std=c++17 -c "$here/with_catch.cpp" -o things.o
        cc -g -w "$here/with_catch.c" things.o -o catches -I"$include" -L"$libraries" -lharrier -lstdc++ -Wl,-rpath,"$libraries" > said 2>&1 || { miss 'catch: not built'; return; }
        try 'waits inside a catch' 16 ./catches
        ;;
    esac
}

lib_main "$@"
