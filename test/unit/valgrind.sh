#!/bin/bash
# The plain unit tests under valgrind's memcheck.
#     valgrind.sh BUILD-DIR SAMPLE TEST...
# Not test_context: memcheck does not know stacks that are made by hand, and takes what lies on them for undefined.
# Not test_lock: valgrind runs one thread at a time, and processes that wait for each other take it minutes.
# Not test_value: valgrind computes with 64 bits of a long double's 80.
# Not test_exact, test_past, test_record: they reserve and give back so much address space that valgrind takes minutes; sanitize.sh runs them too.
# Not test_shared_set: valgrind moves memory that processes share by copying all of its address space.
# Not those with a made-up program: executions reserve more address space than valgrind can look through.
set -u
build=$1 sample=$2
shift 2
here=$(dirname "$(realpath "$0")")
tests=()
for test in "$@"; do
    case ${test##*/} in
    test_context | test_exact | test_lock | test_past | test_record | test_shared_set | test_value) ;;
    *) grep -q 'include "made_up.h"' "$here/${test##*/}.c" || tests+=("$test") ;;
    esac
done
command -v valgrind > /dev/null || { echo 'no valgrind here'; exit 77; }

run() { # run TEST: its output, only when something is wrong
    local log=$build/valgrind-${1##*/}.log
    if timeout -k 1 600 valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
        "$1" "$sample" > "$log" 2>&1; then
        rm -f "$log"
        echo "passed ${1##*/}"
    else
        echo "FAILED ${1##*/}"
        grep -v '^\[ *\(OK\|RUN\)' "$log" | head -n 60
    fi
}
export build sample
export -f run
result=$(printf '%s\0' "${tests[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'run "$1"' run)
passed=$(grep -c '^passed ' <<< "$result") failed=$(grep -c '^FAILED ' <<< "$result")
grep -v '^passed ' <<< "$result"
echo "$passed passed, $failed failed"
[ "$passed" = ${#tests[@]} ]
