#!/bin/bash
# harrier init, as a newcomer uses it: the commands that it prints are pasted, in a build folder and installed, and the repair that the test's
# comment describes is made.    run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u
unset CPATH C_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH PKG_CONFIG_PATH DESTDIR harrier_DIR

prepare() { build=$(realpath "$1"); }
groups() { printf '%s\n' built installed refused; }

printed() { sed -n "s/^  $1    *//p" "$work/told"; } # the command that init printed for this purpose
paste() { # paste PURPOSE STATUS
    local command status
    command=$(printed "$1")
    bash -c "$command" > "$output" 2>&1
    status=$?
    expect "exit status of: $command" "$2" $status
}

# first_steps HARRIER FOLDER...
first_steps() {
    local harrier=$1 folder=${2:-.}
    shift
    "$harrier" init "$@" > "$work/told" 2> "$output"
    expect 'exit status' 0 $?
    verdict "init $*"
    paste build 0
    verdict "it builds"
    paste check 1
    says 'PASS     deposits'
    says 'FAIL     lost_update'
    says 'all orders explored'
    says 'both_counted'
    verdict 'the check finds the lost update'
    paste test 8
    says 'bank_test.deposits ...............   Passed'
    says 'bank_test.lost_update ............***Failed'
    verdict 'so does ctest'
    # The repair, as the comment says.
    sed -i '/hr_call(self->account/d; s/hr_send(self->account, Write, .*/hr_send(self->account, Deposit, .amount = 10);/' "$folder/bank_test.c"
    paste build 0
    paste check 0
    lacks FAIL
    expect 'tests that pass in all orders' 2 "$(grep -c '^PASS .* all orders explored' "$output")"
    verdict 'repaired, all orders pass'
    "$folder/build/bank_test" lost_update > "$output" 2>&1
    expect 'exit status' 0 $?
    verdict 'and it runs live'
}

refused() {
    local harrier=$build/harrier
    mkdir full && : > full/CMakeLists.txt
    "$harrier" init full > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'full/CMakeLists.txt exists: nothing was written'
    expect 'files' CMakeLists.txt "$(ls full)"
    verdict 'a file that exists is not overwritten'
    mkdir dangling && ln -s /nowhere/at-all dangling/bank_test.c
    "$harrier" init dangling > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'dangling/bank_test.c exists'
    verdict 'nor a link to nowhere'
    : > file
    "$harrier" init file > "$output" 2>&1
    expect 'exit status' 2 $?
    says 'cannot make the folder file: Not a directory'
    verdict 'a file is no folder'
    "$harrier" init one two > "$output" 2>&1
    expect 'exit status' 2 $?
    [ ! -e one ] || fail 'something was made'
    verdict 'two folders'
    "$harrier" init --frobnicate > "$output" 2>&1
    expect 'exit status' 2 $?
    [ ! -e bank_test.c ] || fail 'something was written'
    verdict 'an unknown option'
    "$harrier" init > /dev/full 2> "$output"
    expect 'exit status' 2 $?
    verdict 'what cannot be told is an error'
}

group() {
    output=$work/printed
    case $1 in
    built) first_steps "$build/harrier" "it's new/bank" ;;
    installed)
        cmake --install "$build" --prefix "$work/prefix" > "$output" 2>&1
        expect 'exit status' 0 $?
        verdict 'install'
        mkdir here && cd here || exit 1
        first_steps "$work/prefix/bin/harrier"
        ;;
    refused) refused ;;
    esac
}
lib_main "$@"
