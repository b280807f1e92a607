#!/bin/bash
# Installs a build tree into an empty folder, moves it, and uses it as a project of its own would: with CMake, with pkg-config,
# and on the command line.    run.sh BUILD-DIR
. "$(dirname "$0")/../lib.sh"
build=$(realpath "$1")
cmake=${CMAKE:-cmake} ctest=${CTEST:-ctest}
lib_begin
prefix=$work/prefix
output=$work/log
unset CPATH C_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH PKG_CONFIG_PATH DESTDIR

# must NAME COMMAND...: shows what it said when it fails.
must() {
    local name=$1
    shift
    if "$@" > "$output" 2>&1; then
        pass "$name"
    else
        miss "$name"
    fi
}
# status N COMMAND...: its exit status is N.
status() {
    local expected=$1 got
    shift
    "$@"
    got=$?
    [ "$got" = "$expected" ] || { echo "exit status $got, not $expected"; return 1; }
}
says() { # says PATTERN COMMAND...
    local pattern=$1
    shift
    "$@" 2>&1 | tee "$work/said"
    grep -qE -- "$pattern" "$work/said" || { echo "does not say: $pattern"; return 1; }
}

must 'install' "$cmake" --install "$build" --prefix "$work/first"
mv "$work/first" "$prefix"
cp -r "$here/project" "$work/project"
cd "$work/project" || exit 1
library=$(dirname "$(find "$prefix" -name harrier.pc)")
harrier=$prefix/bin/harrier
for file in bin/harrier include/harrier.h include/harrier/adapter.h share/man/man1/harrier.1 share/man/man5/harrier-schedule.5 \
            share/bash-completion/completions/harrier share/zsh/site-functions/_harrier share/fish/vendor_completions.d/harrier.fish \
            share/doc/harrier/README.md share/doc/harrier/docs/writing.md share/doc/harrier/examples/writer.c; do
    must "$file is installed" test -f "$prefix/$file"
done
must 'no file names the place that it was built or first installed in' status 1 \
    grep -rlIF -e "$build" -e "$work/first" "$prefix"

# ---- CMake ----
must 'find_package' "$cmake" -S . -B with-cmake -DCMAKE_PREFIX_PATH="$prefix" ${CC:+-DCMAKE_C_COMPILER="$CC"}
must 'the package found is the installed one' grep -q "^harrier_DIR:PATH=$prefix/" with-cmake/CMakeCache.txt
must 'tests of a program that is not built fail' says 'bank_test_NOT_BUILT.*Not Run' "$ctest" --test-dir with-cmake
must 'build' "$cmake" --build with-cmake
must 'the program uses the installed library' says "libharrier.so.0 => $prefix/" ldd with-cmake/bank_test
"$ctest" --test-dir with-cmake > ctest.log 2>&1
for line in 'bank_test\.deposits \.+ +Passed' 'bank_test\.lost_update \.*\*\*\*Failed' 'bank_test\.not_here \.*\*\*\*Skipped' \
            'ping \.+ +Passed' '1 tests failed out of 4'; do
    must "ctest: $line" says "$line" cat ctest.log
done
must 'a schedule is kept in the build folder' test -f with-cmake/.harrier/lost_update/1.schedule

# ---- pkg-config ----
export PKG_CONFIG_PATH=$library
# shellcheck disable=SC2046
must 'pkg-config build' "${CC:-cc}" -g bank_test.c -o bank $(pkg-config --cflags --libs harrier) \
    -Wl,-rpath,"$(pkg-config --variable=libdir harrier)"
must 'pkg-config knows the command' status 0 "$(pkg-config --variable=command harrier)" --version
must 'pkg-config and the command agree on the version' test "harrier $(pkg-config --modversion harrier)" = "$("$harrier" --version)"

# ---- C++: the headers, and a program ----
printf '#include <harrier/adapter.h>\nstruct hr_adapter any = { HR_ADAPTER_VERSION };\n' > adapter.cc
printf '#include <harrier.h>\nstruct text { text(); ~text(); };\nHR_MESSAGE(Say, struct text it;);\n' > object.cc
for compiler in g++ clang++; do
    command -v $compiler > /dev/null || continue
    # shellcheck disable=SC2046
    must "$compiler build" $compiler -g -Wall -Werror total.cc -o total $(pkg-config --cflags --libs harrier) \
        -Wl,-rpath,"$(pkg-config --variable=libdir harrier)"
    must "$compiler: check passes" says 'all orders explored' status 0 "$harrier" check ./total
    must "$compiler: check finds" says 'total.cc:[0-9]+: error: assertion failed' status 1 "$harrier" check ./total two
    must "$compiler: the program runs live" status 0 ./total
    # shellcheck disable=SC2046
    must "$compiler: the header of adapters" $compiler -Wall -Werror -fsyntax-only $(pkg-config --cflags harrier) adapter.cc
    # shellcheck disable=SC2046
    must "$compiler: a message that bytes do not make up" says 'must be trivially copyable' \
        status 1 $compiler -fsyntax-only $(pkg-config --cflags harrier) object.cc
done

# ---- the command ----
must 'the program runs live' status 0 ./bank deposits
must 'list tests' test "$("$harrier" list tests ./bank | tr '\n' ' ')" = 'deposits lost_update not_here '
must 'check passes' status 0 "$harrier" check --test deposits ./bank
must 'check finds' status 1 "$harrier" check --test lost_update ./bank
must 'check skips' status 77 "$harrier" check --test not_here ./bank
must 'check of all' status 1 "$harrier" check ./bank
must 'replay' status 1 "$harrier" replay .harrier/lost_update/1.schedule ./bank
lib_end
