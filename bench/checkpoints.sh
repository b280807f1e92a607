#!/bin/bash
# What checkpoints cost: checkpoints.sh HARRIER PHILOSOPHERS [SIZE] [EVERY] [MODE...]. A search is done without and with --checkpoint, by one process, by two
# workers and by two ranks of a cluster. Of each run: the CPU time of the engine, and of the command (harrier-mpi included), which compresses and writes;
# the share is what the command takes of both, and what the engine takes more than without. Bytes are those of the last checkpoint.
set -eu
harrier=$(realpath "$1") philosophers=$(realpath "$2") size=${3:-7} every=${4:-5s}
modes=("${@:5}")
[ ${#modes[@]} != 0 ] || modes=(one workers ranks)
mpirun=$(command -v mpirun.mpich || command -v mpirun || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
check=("$harrier" check -k -q --no-shorten --no-explain --time 0 --search dfs --store fingerprint -c unordered -o json:out.json)
field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([^,}]*\)[,}].*/\1/p' out.json; }
# run OPTION...: sets engine, all, states
run() {
    local TIMEFORMAT='%U %S' status=0
    rm -f out.json
    { time "${prefix[@]}" "${check[@]}" "$@" "$philosophers" "$size" > said 2>&1 < /dev/null || true; } 2> time
    [ -s out.json ] || { cat said; exit 2; }
    engine=$(field cpu_seconds) states=$(field states) all=$(awk '{ print $1 + $2 }' time)
}
echo "philosophers $size, unordered, fingerprints, --every $every"
for mode in "${modes[@]}"; do
    prefix=() options=()
    case $mode in
    workers) options=(--workers 2) ;;
    ranks)
        [ -n "$mpirun" ] || { echo "  no mpirun: MPICH is not installed"; continue; }
        prefix=("$mpirun" -n 2) options=(--cluster) ;;
    esac
    rm -f ck ck.*
    run "${options[@]}"
    engine_before=$engine all_before=$all states_before=$states
    run "${options[@]}" --checkpoint ck --every "$every"
    [ "$states" = "$states_before" ] || { echo "$states states, and $states_before without checkpoints"; exit 1; }
    if [ ! -f ck ]; then
        echo "  $mode: it was done before the first checkpoint"
        continue
    fi
    awk -v mode="$mode" -v engine="$engine" -v engine_before="$engine_before" -v all="$all" -v all_before="$all_before" \
        -v kept="$(sed -n 's/^states //p' ck | head -n 1)" -v bytes="$(cat ck ck.[12] | wc -c)" 'BEGIN {
        printf "  %-8s %6.1f s CPU, engine %.1f s; without checkpoints %.1f s and %.1f s: the share of checkpoints is %.1f %%; %.2f bytes for each of %d states\n", mode, all, engine,
            all_before, engine_before, (all - all_before) / all * 100, bytes / kept, kept }'
done
