#!/bin/bash
# The whole project with the other compiler, warnings being errors, and two checks with what comes out.
#     clang.sh SOURCE-DIR BUILD-DIR
set -u
source=$1 build=$2/clang
cmake=${CMAKE:-cmake}
clang=${CLANG:-clang}
command -v "$clang" > /dev/null || { echo 'no clang here'; exit 77; }
passed=0 failed=0
mkdir -p "$build"

verdict() { # verdict STATUS NAME LOG
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
        grep -E 'error|warning|Error' "$3" | head -n 40
        tail -n 20 "$3"
    fi
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}

"$cmake" -S "$source" -B "$build" -DCMAKE_C_COMPILER="$clang" -DCMAKE_ASM_COMPILER="$clang" -DHARRIER_WERROR=ON \
    > "$build/configure.log" 2>&1
verdict $? 'configure with clang' "$build/configure.log"
[ $failed = 0 ] || finish
"$cmake" --build "$build" -j"$(nproc)" > "$build/build.log" 2>&1
verdict $? 'build with clang, warnings as errors' "$build/build.log"
[ $failed = 0 ] || finish

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
"$build/harrier" check "$build/subjects/server" > log 2>&1
verdict $? 'harrier check server passes' log
"$build/harrier" check --channel unordered "$build/subjects/server" assert > log 2>&1
[ $? = 1 ]
verdict $? 'harrier check server assert finds the violation' log
finish
