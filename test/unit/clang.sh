#!/bin/bash
# The whole project with the other compiler, warnings being errors, and a few checks with what comes out.
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
    -DHARRIER_ACROSS_FILES=OFF > "$build/configure.log" 2>&1
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

# The same executables under both engines have the same states: frames of the engine on an actor's stack, which are another compiler's
# here, leave no trace in them. Calls and receives wait in the middle of these.
for seed in '35 10' '103 8' '138 2' '139 4'; do
    for engine in "$2" "$build"; do
        # shellcheck disable=SC2086 # words
        "$engine/harrier" check -k -q --no-shorten --undeliverable off "$2/test/differential/differential-timers" $seed 2>&1 |
            sed -n 's/ handler runs,.*//p'
    done > log
    [ "$(uniq log | wc -l) $(wc -l < log)" = '1 2' ]
    verdict $? "states of generated program $seed under both engines" log
done
finish
