#!/bin/bash
# Line coverage: a build of its own that counts lines, the unit tests and some tests of the whole tool, and the figures for each folder
# of src/.    run.sh SOURCE-DIR BUILD-DIR [TEST...]
# With names of CTest tests only these are run besides the unit tests. BUILD-DIR/html/index.html shows every line.
set -u
source=$(cd "$1" && pwd)
mkdir -p "$2"
build=$(cd "$2" && pwd)
shift 2
jobs=${JOBS:-2}
# Those that reach most in a few minutes. Left out: what only repeats the same lines many times (generated programs, the mutants), and what has
# a build of its own (sanitizers, fuzzers, the other compiler).
tests=("$@")
[ ${#tests[@]} -gt 0 ] || tests=(adapter ample-litmus ample-options bugs-cover channels cli conduct.board conduct.options cover-cli cover-paper
    'example-.*' hostile identity live purity.corpus reductions sampling semantics workers)

echo 'building ...'
if ! { cmake -S "$source" -B "$build" -DHARRIER_COVERAGE=ON -DHARRIER_ACROSS_FILES=OFF -DCMAKE_C_FLAGS_RELWITHDEBINFO='-O1 -g' &&
    MAKEFLAGS='' cmake --build "$build" -j"$jobs"; } > "$build/build.log" 2>&1; then
    tail -n 30 "$build/build.log"
    exit 1
fi
find "$build" -name '*.gcda' -delete
echo 'testing ...'
pattern=$(IFS='|'; echo "${tests[*]}")
ctest --test-dir "$build" -R "^(test_.*|$pattern)([.].*)?\$" -j"$jobs" > "$build/test.log" 2>&1 ||
    { echo 'warning: some tests failed, the figures are of what they ran all the same:'; grep -E '\*\*\*' "$build/test.log"; }

lcov --quiet --capture --directory "$build" --base-directory "$source" --no-external --output-file "$build/all.info" > "$build/lcov.log" 2>&1 &&
    lcov --quiet --extract "$build/all.info" "$source/src/*" --output-file "$build/coverage.info" >> "$build/lcov.log" 2>&1 ||
    { cat "$build/lcov.log"; exit 1; }
genhtml --quiet --prefix "$source" --output-directory "$build/html" "$build/coverage.info" >> "$build/lcov.log" 2>&1

awk -F: -v root="$source/src/" '
    $1 == "SF" { name = $2; sub(root, "", name); sub("/.*", "", name) }
    $1 == "DA" { split($2, line, ","); all[name]++; total++; if (line[2] > 0) { run[name]++; runs++ } }
    END {
        for (name in all) printf "%-10s %5d of %5d lines  %5.1f %%\n", name, run[name], all[name], 100 * run[name] / all[name] | "sort"
        close("sort")
        printf "%-10s %5d of %5d lines  %5.1f %%\n", "all", runs, total, total == 0 ? 0 : 100 * runs / total
        exit total == 0
    }' "$build/coverage.info" && echo "line by line: $build/html/index.html"
