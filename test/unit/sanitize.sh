#!/bin/bash
# The unit tests with AddressSanitizer and UndefinedBehaviorSanitizer, in a build of their own.
#     sanitize.sh SOURCE-DIR BUILD-DIR
# All of them: those that switch stacks do so in assembly, and neither return from a frame nor throw on the other stack, which
# is what the sanitizers would have to be told about.
set -u
source=$1 build=$2/sanitize
cmake=${CMAKE:-cmake} ctest=${CTEST:-ctest}
mkdir -p "$build"

if ! { "$cmake" -S "$source" -B "$build" -DHARRIER_SANITIZE=ON -DBUILD_TESTING=ON &&
    "$cmake" --build "$build" --target unit-tests -j"$(nproc)"; } > "$build/build.log" 2>&1; then
    tail -n 30 "$build/build.log"
    echo '0 passed, 1 failed'
    exit 1
fi
# A plain library under sanitized tests would find nothing, and nobody would notice.
for library in "$build/test/unit/libharrier-parts.a" "$build/libharrier-command.a"; do
    if ! nm "$library" 2> /dev/null | grep -q __asan_init; then
        echo "not sanitized: $library"
        echo '0 passed, 1 failed'
        exit 1
    fi
done

export ASAN_OPTIONS=detect_stack_use_after_return=0:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1
"$ctest" --test-dir "$build" -L '^unit$' -j"$(nproc)" --output-on-failure --no-tests=error > "$build/test.log" 2>&1
total=$(grep -cE '^ *[0-9]+/[0-9]+ Test +#' "$build/test.log")
passed=$(grep -cE '^ *[0-9]+/[0-9]+ Test +#.* Passed ' "$build/test.log")
[ "$total" -gt 0 ] && [ "$passed" = "$total" ] || cat "$build/test.log"
echo "$passed passed, $((total - passed)) failed"
[ "$total" -gt 0 ] && [ "$passed" = "$total" ]
