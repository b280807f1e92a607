#!/bin/bash
# A search with checkpoints is killed at random moments, and resumed each time: kills.sh HARRIER SUBJECTS MODE TIMES SIZE [SEED]
# MODE is one (process), workers (two of them), ranks (two, of a cluster), or crews (two ranks of two workers each): of a search that stores the states of philosophers;
# optimal-one, optimal-workers, optimal-ranks and optimal-crews, of one that explores the classes of chameneos; random-one, random-ranks and random-crews, of samples of philosophers, and delay-one,
# delay-ranks and delay-crews; cover-one, cover-ranks and cover-crews, of covers of philosophers. Whenever it is killed, it must end as an undisturbed search does; so while the
# moments differ from run to run, what this says does not. Of ranks the launcher is killed, or a command, or a program, in turn.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../cluster/ranks.sh"
set -u
output=out.txt
harrier=$(realpath "$1") subjects=$(realpath "$2") mode=${3#*-} what=${3%-*} times=$4 size=$5
RANDOM=${6:-$$}
lib_begin
if [ "$mode" = ranks ] || [ "$mode" = crews ]; then
    can_run || { lib_end; exit; }
fi
names="states deliveries paths end_states undeliverable_ends verdict exhaustive violations"
[ "$what" != "$3" ] || what=states
verb=check
case $what in
states) search=(--search dfs --store fingerprint) program=("$subjects/philosophers" "$size") tables="actors local_states" ;;
optimal) search=(--reduction optimal) program=("$subjects/chameneos" "$size") tables="classes depth" ;;
random) search=(--search random --seed 5 --runs $((size * 4000))) program=("$subjects/philosophers" 4) tables="runs sample depth" ;;
delay) search=(--search delay --depth 200 --runs $((size * 4000))) program=("$subjects/philosophers" 4) tables="runs sample depth" ;;
cover) verb=cover search=(--seed 5 --depth 40 --runs $((size * 6)) -o coverage:cov.json) program=("$subjects/philosophers" 3) tables="runs depth" ;;
*) echo "optimal, random, delay or cover?"; exit 2 ;;
esac
base=("$harrier" "$verb" -k -q --no-shorten --no-explain --time 0 "${search[@]}" -c unordered -o json:out.json)
case $mode in
one) run=("${base[@]}") ;;
workers) run=("${base[@]}" --workers 2) ;;
ranks) run=("$mpirun" -n 2 "${base[@]}" --cluster --silence 3s) ;;
crews) run=("$mpirun" -n 2 "${base[@]}" --cluster --workers 2 --silence 3s) ;;
*) echo "one, workers, ranks or crews?"; exit 2 ;;
esac
# What is checked of a run that was not killed. How often something was met, and the order of findings, are a matter of chance with several processes.
ended() {
    local name line="status=$1"
    for name in $names $tables; do
        line="$line $name=$(field "$name")"
    done
    [ "$verb" = check ] || line="$line coverage=$(md5sum < cov.json | cut -c1-8)"
    echo "$line findings=$(grep -o '"kind":"[a-z]*","place":"[^"]*"' out.json | sort | tr -d '\n')"
}
kill_one() { # kill_one PID NUMBER
    local victim=$1 pids
    if [ "$mode" != one ]; then
        # shellcheck disable=SC2207
        pids=("$1" $(below "$1"))
        victim=${pids[$2 % ${#pids[@]}]}
    elif [ $(($2 % 2)) = 1 ]; then
        victim=$(below "$1" | tail -n 1)
    fi
    kill -KILL "${victim:-$1}" 2> /dev/null
}
let_go() { # whoever keeps the program lets the files go when it has noticed
    local file i
    for file in ck.[12]; do
        for ((i = 0; i < 400; i++)); do [ ! -f "$file" ] || flock -n "$file" true && break; sleep 0.05; done
    done
}
milliseconds() { date +%s%3N; }

begin=$(milliseconds)
"${run[@]}" --checkpoint ck --every 0 "${program[@]}" > out.txt 2>&1 < /dev/null
reference=$(ended $?)
whole=$(($(milliseconds) - begin))
[ -n "$(field states)" ] || { miss "no result"; lib_end; }
early=0 resumed=0
for ((i = 0; i < times; i++)); do
    rm -f ck ck.* out.json
    moment=$((RANDOM * whole / 32768))
    "${run[@]}" --checkpoint ck --every 0 "${program[@]}" > out.txt 2>&1 < /dev/null &
    pid=$!
    sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
    kill_one $pid "$i"
    wait $pid 2> /dev/null
    let_go
    resume=()
    if [ -f ck ]; then
        resume=(--resume ck)
        resumed=$((resumed + 1))
    else
        early=$((early + 1))
    fi
    rm -f out.json
    "${run[@]}" "${resume[@]}" "${program[@]}" > out.txt 2>&1 < /dev/null
    got=$(ended $?)
    [ "$got" = "$reference" ] && pass || miss "killed after $moment ms of $whole: $got, undisturbed: $reference"
done
echo "$3, $(basename "${program[*]}"): killed $times times, $resumed resumed from a checkpoint, $early were killed before there was one"
lib_end
