#!/bin/bash
# Steps that talk to each other through the C library (leftovers.c) are found, whichever of the two is executed first, and the schedule shows it.
# Steps that only use the library alarm nobody.
#     leftovers.sh HARRIER LEFTOVERS
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") leftovers=$(realpath "$2")
lib_begin
for name in $("$leftovers"); do
    for order in writer reader late; do
        rm -rf out
        timeout -k 5 60 "$harrier" check -q --outdir out --search dfs "$leftovers" "$name" "$order" > said 2>&1
        status=$?
        if [[ $name == no_* ]]; then
            equal "$name, $order" 0 $status
            continue
        fi
        # What is not there without the writer may also be a crash of the reader.
        if [ $status = 1 ] && grep -q '\[crash\]' said; then
            pass
            continue
        fi
        if [ $status != 4 ] || ! grep -q 'left behind inside the C library.*\[nondeterminism\]' said; then
            miss "$name, $order: status $status"
            continue
        fi
        timeout -k 5 60 "$harrier" replay out/*/1.schedule "$leftovers" "$name" "$order" > said 2>&1
        status=$?
        # A reader that fails without the writer fails first.
        [ $status = 4 ] || { [ $status = 1 ] && grep -q '\[crash\]' said; } && pass || miss "$name, $order: replayed with status $status"
    done
done
# main() goes on after hr_run() and reads, with --after-run.
for name in variable unset_variable put_variable environ key slot locale options domain no_output no_error no_caches; do
    timeout -k 5 60 "$harrier" check -q --after-run "$leftovers" "$name" after > said 2>&1
    status=$? wanted=4
    [[ $name != no_* ]] || wanted=0
    equal "$name, after" $wanted $status
done
lib_end
