#!/bin/bash
# docs/building.md, done as it says, with each build system that is installed: the test that harrier init writes fails, and passes when it is
# repaired.    run.sh [--list | --group NAME] BUILD-DIR SOURCE-DIR
. "$(dirname "$0")/../lib.sh"
set -u
unset CPATH C_INCLUDE_PATH LIBRARY_PATH DESTDIR harrier_DIR MAKEFLAGS MAKELEVEL MFLAGS

prepare() { build=$(realpath "$1") page=$(realpath "$2")/docs/building.md; }
groups() { sed -n '/^```[a-z0-9]* [A-Za-z.]*$/!{/^## /h};/^```[a-z0-9]* [A-Za-z.]*$/{x;/./p;s/.*//;x}' "$here/../../docs/building.md" | sed 's/^## //' | tr 'A-Z' 'a-z'; }

section() { awk -v name="## $1" 'tolower($0) == name { on = 1; next } /^## / { on = 0 } on' "$page"; }

# What the results look like: a line for the test that passes in all orders, and how the other one ends.
missing() { # what has to be installed
    case $1 in
    cmake | make) ;;
    meson) command -v meson > /dev/null && command -v ninja > /dev/null || echo 'meson' ;;
    automake) command -v autoreconf > /dev/null && command -v automake > /dev/null || echo 'automake' ;;
    *) echo "whatever $1 is" ;;
    esac
}

build_and_test() { # runs the section's commands; $status is the last one's
    bash -e "$work/commands" > "$output" 2>&1
    status=$?
}

group() {
    local file=
    output=$work/printed
    if [ -n "$(missing "$1")" ]; then
        skip "$(missing "$1") is not installed"
        return
    fi
    cmake --install "$build" --prefix "$work/prefix" > "$output" 2>&1
    export PATH=$work/prefix/bin:$PATH CMAKE_PREFIX_PATH=$work/prefix LD_LIBRARY_PATH=$work/prefix/lib:$work/prefix/lib64
    PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name harrier.pc)")
    export PKG_CONFIG_PATH
    mkdir "$work/project" && cd "$work/project" || exit 1
    harrier init . > "$output" 2>&1 && rm CMakeLists.txt
    section "$1" | awk -v commands="$work/commands" '
        /^```sh$/ { file = commands; next } /^```[a-z0-9]+ / { file = $2; next } /^```/ { file = ""; next } file != "" { print > file }'
    equal "$1: there are commands" 0 "$(test -s "$work/commands"; echo $?)"
    build_and_test
    [ $status != 0 ] || fail 'passes although a test fails'
    case $1 in
    make) says 'FAIL     lost_update' && says 'PASS     deposits' ;;
    cmake) says 'bank_test.lost_update ............***Failed' && says 'bank_test.deposits ...............   Passed' ;;
    meson) grep -qE 'lost_update +FAIL' "$output" && grep -qE 'deposits +OK' "$output" || fail 'not one that passes and one that fails' ;;
    automake) says 'FAIL: bank_test' && grep -q 'FAIL     lost_update' bank_test.log || fail 'the log has no report' ;;
    esac
    verdict "$1: the lost update is found"
    sed -i '/hr_call(self->account/d; s/hr_send(self->account, Write, .*/hr_send(self->account, Deposit, .amount = 10);/' bank_test.c
    rm -rf out
    build_and_test
    expect 'exit status' 0 $status
    lacks 'FAIL     '
    case $1 in
    meson) grep -qE '^Ok: +2' "$output" || fail 'not two tests' ;;
    automake) says 'PASS: bank_test' ;;
    esac
    verdict "$1: repaired, it passes"
    # A test that skips itself is shown as skipped.
    sed -i 's/^HR_TEST(deposits)/HR_TEST(elsewhere)\n{\n    hr_skip("not here");\n}\n\n&/' bank_test.c
    [ "$1" = meson ] && sed -i "s/'deposits', /&'elsewhere', /" meson.build
    rm -rf out
    build_and_test
    expect 'exit status' 0 $status
    case $1 in
    meson) grep -qE 'elsewhere +SKIP' "$output" || fail 'not shown as skipped' ;;
    cmake) says 'bank_test.elsewhere ..............***Skipped' ;;
    make) says 'SKIP     elsewhere' ;;
    esac
    verdict "$1: a test that is skipped does not fail"
}
lib_main "$@"
