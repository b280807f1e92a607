#!/bin/bash
# What a step could learn without asking anybody (inputs.c): the same in every run, on whichever processor, or a finding.
#     inputs.sh HARRIER INPUTS
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") inputs=$(realpath "$2") findings='' output=said.1
lib_begin
last=$(($(nproc --all) - 1))

run() { # name, processor, number of the run
    local pin=(taskset -c "$2")
    "${pin[@]}" true 2> /dev/null || pin=()
    timeout -k 5 60 "${pin[@]}" "$harrier" check -q -o "ends:ends.$3" "$inputs" "$1" > "said.$3" 2>&1
    echo $? > "status.$3"
}
for name in $("$inputs"); do
    rm -f ends.* said.* status.*
    for n in 1 2 3; do
        run "$name" $((n == 1 ? 0 : last)) $n
    done
    if [ "$(cat status.1)" = 0 ] && cmp -s status.1 status.2 && cmp -s status.1 status.3 && cmp -s ends.1 ends.2 && cmp -s ends.1 ends.3; then
        grep -q 'value=[1-9]' ends.1 || [[ $name == processor* || $name == time* || $name == clocks || $name == load ]] && pass "$name" ||
            miss "$name: no number arrived: $(cat ends.1)"
    elif grep -qx '[14]' status.1 && grep -qE '\[(syscall|nondeterminism)\]' said.1 && cmp -s status.1 status.2; then
        pass "$name"
        findings="$findings $name"
    else
        miss "$name: $(cat ends.* | sort -u | tr '\n' ' ')"
    fi
done
equal 'the findings' ' cycles process_times resources temporary_name entropy' "$findings"
lib_end
