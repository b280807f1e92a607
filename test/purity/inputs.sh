#!/bin/bash
# What a step could learn without asking anybody (inputs.c): the same in every run, on whichever processor, or a finding.
#     inputs.sh HARRIER INPUTS
harrier=$(realpath "$1") inputs=$(realpath "$2")
work=$(mktemp -d) passed=0 failed=0 findings=
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C NO_COLOR=1
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
        passed=$((passed + 1))
        grep -q 'value=[1-9]' ends.1 || [[ $name == processor* || $name == time* || $name == clocks || $name == load ]] ||
            { failed=$((failed + 1)); echo "FAIL  $name: no number arrived"; cat ends.1; }
    elif grep -qx '[14]' status.1 && grep -qE '\[(syscall|nondeterminism)\]' said.1 && cmp -s status.1 status.2; then
        passed=$((passed + 1))
        findings="$findings $name"
    else
        failed=$((failed + 1))
        echo "FAIL  $name: $(cat ends.* | sort -u | tr '\n' ' ')"
        sed -n 's/^/      | /; 1,4p' said.1
    fi
done
echo "findings:$findings"
[ "$findings" = ' cycles process_times resources temporary_name entropy' ] || { failed=$((failed + 1)); echo 'FAIL  other findings than expected'; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
