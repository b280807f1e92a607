#!/bin/bash
# The suite of the live runtime under a sanitizer or valgrind: sanitize.sh SOURCE-DIR BUILD-DIR thread|address|valgrind
# The runtime itself is built with the sanitizer, too.
set -u
source=$(realpath "$1") build=$(realpath "$2")/live-$3 kind=$3
cc=${CC:-cc}
mkdir -p "$build"
export SCALE=20
prefix=()
flags=(-g -O1 -fno-omit-frame-pointer -D_GNU_SOURCE -I"$source/src" -I"$source/include" -Wno-unused-parameter -pthread)
case $kind in
thread)
    flags+=(-fsanitize=thread)
    export TSAN_OPTIONS="halt_on_error=1 exitcode=66 ${TSAN_OPTIONS:-}"
    ;;
address)
    flags+=(-fsanitize=address,undefined -fno-sanitize-recover=all)
    export ASAN_OPTIONS="detect_stack_use_after_return=1 exitcode=66 ${ASAN_OPTIONS:-}" UBSAN_OPTIONS=print_stacktrace=1
    ;;
valgrind)
    command -v valgrind > /dev/null || { echo 'no valgrind here'; exit 77; }
    # Its own tidying up of libc would wait for streams that a blocked handler has locked.
    prefix=(valgrind -q --error-exitcode=66 --leak-check=full --errors-for-leak-kinds=definite --fair-sched=yes --run-libc-freeres=no)
    ;;
esac

set -- "$source"/src/live/*.c "$source"/src/testing/*.c "$source"/src/channel/*.c "$source"/src/{base/text,base/fault,model/pack,trace/schedule,actor/context}.c "$source/src/actor/context_$(uname -m).S"
objects=()
for file; do
    object=$build/$(basename "$(dirname "$file")")-$(basename "${file%.*}")-${file##*.}.o
    "$cc" "${flags[@]}" -DHARRIER_INTERNAL -c "$file" -o "$object" || { echo '0 passed, 1 failed'; exit 1; }
    objects+=("$object")
done
rm -f "$build/libharrier.a"
ar rcs "$build/libharrier.a" "${objects[@]}"
link() { "$cc" "${flags[@]}" "${@:2}" "$build/libharrier.a" -lm -o "$build/$1" || { echo '0 passed, 1 failed'; exit 1; }; }
link features "$source"/test/live/{sending,receiving,driving,wrong}.c
link racy "$source/test/live/racy.c"
exec bash "$source/test/live/run.sh" "$build/features" "$build/racy" "${prefix[@]}"
