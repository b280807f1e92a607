#!/bin/bash
# Failures seen live are recorded, and replayed under the engine to the same violation: replay.sh HARRIER BUILD-DIR [FAILURES]
# FAILURES (default 24) are spread over the programs below; what they have in common is that live runs of them can fail. A
# schedule is also forced live, and must fail in the same way again.
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") build=$(realpath "$2") wanted_failures=${3:-24}
lib_begin
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
    # the replay also knows the values in an assertion
    [ "$kind" = crash ] || [ "$live" = "$replayed" ] || [[ $replayed = "$live, "* ]] || problem="$problem; '$live' became '$replayed'"
    (HARRIER_SCHEDULE=live.schedule timeout 900 "${command[@]}"; exit $?) > forced.txt 2>&1
    local forced=$?
    [ $forced = $status ] || problem="$problem; forced, the status is $forced and not $status"
    grep -q 'does not fit' forced.txt && problem="$problem; forced: $(grep 'does not fit' forced.txt)"
    cat live.txt live.schedule replay.txt > "$output" 2> /dev/null
    problems=$problem
    verdict "$1, seed $2"
    return 0
}

seed=0
count=0
declare -A failures
while [ $count -lt "$wanted_failures" ] && [ $seed -lt $((wanted_failures * 20 + 100)) ]; do
    seed=$((seed + 1))
    for program in "${programs[@]}"; do
        [ $count -lt "$wanted_failures" ] || break
        if try "$program" $seed; then
            count=$((count + 1))
            failures[$program]=$((${failures[$program]:-0} + 1))
        fi
    done
done
for program in "${programs[@]}"; do
    echo "${failures[$program]:-0} failures of $program"
done
if [ $count -lt "$wanted_failures" ]; then
    miss "only $count live runs failed, of the $wanted_failures that were to be replayed"
fi
# References are the same numbers on both sides: a program may compare them.
HARRIER_RECORD=references.schedule "$build/test/live/live-features" references > live.txt
"$harrier" replay references.schedule "$build/test/live/live-features" | sed -n 's/^ *prints: \(reference\)/\1/p' > replay.txt
[ -s live.txt ] || fail 'no references were printed'
cmp -s live.txt replay.txt || fail "they differ: $(diff live.txt replay.txt)"
verdict 'references are the same numbers'
lib_end
