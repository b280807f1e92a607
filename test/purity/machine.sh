#!/bin/bash
# What a step does to the machine without a system call, or reads of it (machine.c): a finding, or no other step sees it.
#     machine.sh HARRIER MACHINE
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") machine=$(realpath "$2")
lib_begin
try() { # NAME STATUS TEXT
    timeout -k 5 60 "$harrier" check -q --search dfs -k --watchdog 200 "$machine" "$1" > said 2>&1
    local status=$?
    [ $status = "$2" ] && grep -qF -e "$3" said && grep -q 'all orders explored' said && pass "$1" || miss "$1: status $status, or not '$3'"
}
try time_stamp 4 "time stamp counter"
try time_stamp_and_processor 4 "time stamp counter"
try time_stamp_of_main 0 PASS
try wide 0 '8 states'
try widest 0 '8 states'
# Where programs cannot change it without a system call, they do not come that far.
if grep -qw fsgsbase /proc/cpuinfo; then
    try gs 1 'changes the base of a segment register'
    try fs 1 'changes the base of a segment register'
    try fs_crash 1 'changes the base of a segment register'
    try fs_loop 1 'changes the base of a segment register'
fi
if grep -qw ospke /proc/cpuinfo; then
    try keys 1 'changes what protection keys allow'
fi
try all_words 1 "overwrites the thread's control block"
# Whichever word of the control block is overwritten: that is the program's fault, never the checker's.
for offset in {0..96..8} {128..768..64} {-256..-16..48}; do
    timeout -k 5 60 "$harrier" check -q --search dfs "$machine" word "$offset" > said 2>&1
    status=$?
    [[ $status == [014] ]] && pass || miss "word $offset: status $status"
done
lib_end
