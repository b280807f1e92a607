#!/bin/bash
# Failures seen live are recorded, and replayed under the engine to the same violation: replay.sh HARRIER BUILD-DIR [FAILURES]
# FAILURES (default 24) are spread over the programs below; what they have in common is that live runs of them can fail. A
# schedule is also forced live, and must fail in the same way again.
set -u
harrier=$(realpath "$1") build=$(realpath "$2") wanted=${3:-24}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
programs=(
    'examples/writer'
    'subjects/philosophers 3'
    'subjects/diningphil 5'
    'subjects/minesweeper 3'
    'subjects/genleader 3 failure'
    'subjects/genleader 4'
    'subjects/procreg 2'
    'subjects/jaccophil 2'
    'test/hostile/assertion own'
    'test/hostile/deadlock ring'
    'test/hostile/crash null'
    'test/hostile/crash aborts'
    'test/live/live-racy'
    'test/live/live-racy timer'
    'test/live/live-racy deferred'
)
passed=0 failed=0

# What went wrong, in a form that both sides share. A crash: the actor alone, and only its kind.
violation() { sed -nE 's/^(.*: )?error: //; t say; b; :say; s/ \(in ([^,)]*)[^)]*\).*//; s/  \[[a-z]+\]$//; p' "$1" | sed 1q; }

# try PROGRAM SEED: a live run; if it fails, the same under the engine, and forced.
try() {
    local -a command
    read -ra command <<< "$1"
    command[0]=$build/${command[0]}
    rm -f live.schedule
    (HARRIER_PERTURB=$2:0.3 HARRIER_RECORD=live.schedule timeout 900 "${command[@]}"; exit $?) > live.txt 2>&1
    local status=$?
    [ $status = 0 ] && return 1
    local kind live replayed
    kind=$(sed -n 's/^kind //p' live.schedule)
    live=$(violation live.txt)
    timeout 900 "$harrier" replay -q live.schedule "${command[@]}" > replay.txt 2>&1
    local again=$?
    replayed=$(violation replay.txt)
    local problem=
    [ $again = 1 ] || problem="the replay's status is $again"
    grep -qF "[$kind]" replay.txt || problem="$problem; not $kind"
    [ "$kind" = crash ] || [ "$live" = "$replayed" ] || problem="$problem; '$live' became '$replayed'"
    (HARRIER_SCHEDULE=live.schedule timeout 900 "${command[@]}"; exit $?) > forced.txt 2>&1
    local forced=$?
    [ $forced = $status ] || problem="$problem; forced, the status is $forced and not $status"
    grep -q 'does not fit' forced.txt && problem="$problem; forced: $(grep 'does not fit' forced.txt)"
    if [ -z "$problem" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $1, seed $2: ${problem#; }"
        sed 's/^/      | /' live.txt live.schedule replay.txt
    fi
    return 0
}

seed=0
count=0
declare -A failures
while [ $count -lt "$wanted" ] && [ $seed -lt $((wanted * 20 + 100)) ]; do
    seed=$((seed + 1))
    for program in "${programs[@]}"; do
        [ $count -lt "$wanted" ] || break
        if try "$program" $seed; then
            count=$((count + 1))
            failures[$program]=$((${failures[$program]:-0} + 1))
        fi
    done
done
for program in "${programs[@]}"; do
    echo "${failures[$program]:-0} failures of $program"
done
if [ $count -lt "$wanted" ]; then
    echo "only $count live runs failed, of the $wanted that were to be replayed"
    failed=$((failed + 1))
fi
# References are the same numbers on both sides: a program may compare them.
HARRIER_RECORD=references.schedule "$build/test/live/live-features" references > live.txt
"$harrier" replay references.schedule "$build/test/live/live-features" | sed -n 's/^ *prints: \(reference\)/\1/p' > replay.txt
if [ -s live.txt ] && diff live.txt replay.txt; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAIL  references differ"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
