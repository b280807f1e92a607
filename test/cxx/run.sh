#!/bin/bash
# Programs in C++: each compiler, each standard from C++17 on.    run.sh [--list | --group COMPILER_STANDARD] BUILD-DIR SOURCE-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() { build=$(realpath "$1") source=$(realpath "$2"); }
groups() { printf '%s\n' {gcc,clang}_{gnu,iso}_{17,20,2b}; }

group() {
    local name=$1 compiler=g++ mode=gnu++
    output=$work/printed
    [[ $name == clang_* ]] && compiler=clang++
    [[ $name == *_iso_* ]] && mode=c++
    if ! command -v $compiler > /dev/null; then
        skip "$compiler is not installed"
        return
    fi
    $compiler -std=$mode${name##*_} -g -O1 -Wall -Wextra -Wno-unused-parameter -Werror -isystem "$source/include" \
        "$source/test/install/project/total.cc" -o total -L"$build" -lharrier -Wl,-rpath,"$build" > "$output" 2>&1
    expect 'exit status' 0 $?
    verdict "$name: it is compiled without warnings"
    "$build/harrier" check ./total > "$output" 2>&1
    expect 'exit status' 0 $?
    says 'all orders explored'
    verdict "$name: check passes"
    "$build/harrier" check ./total two > "$output" 2>&1
    expect 'exit status' 1 $?
    says 'error: assertion failed'
    verdict "$name: check finds"
    ./total > "$output" 2>&1
    expect 'exit status' 0 $?
    verdict "$name: it runs live"
}
lib_main "$@"
