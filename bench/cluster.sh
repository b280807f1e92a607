#!/bin/bash
# Two ranks of a cluster against one process without MPI, on one machine: cluster.sh HARRIER PHILOSOPHERS [SIZE]. CPU time is that of the command, the program and
# harrier-mpi together. It says beside that whether two processors were free, since otherwise wall time says nothing.
#
# Both wait for memory most of the time, and how long that takes depends on what else runs on the host of a virtual machine. So they take turns, for
# ROUNDS rounds (default 5), and medians are compared.
set -eu
[ $# -ge 2 ] || { echo "usage: cluster.sh HARRIER PHILOSOPHERS [SIZE]" >&2; exit 2; }
harrier=$(realpath "$1") philosophers=$(realpath "$2") size=${3:-7} rounds=${ROUNDS:-5}
mpirun=$(command -v mpirun.mpich || command -v mpirun) || { echo "no mpirun: MPICH is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
check=("$harrier" check -k -q --no-shorten --no-explain --time 0 --search dfs -c unordered)

# A loop alone, and two at the same time: 1.0 if each had a processor for itself. So too the time of the two in relation to the CPU time that they got, since what
# else runs slows a loop alone, too.
spin() { awk 'BEGIN { for (i = 0; i < 20000000; i++) x += i; }'; }
wall() { local TIMEFORMAT=%R; { time "$@" > /dev/null; } 2>&1; }
both() { spin & spin; wait; }
shared() { local TIMEFORMAT='%R %U'; { time both > /dev/null; } 2>&1 | awk '{ print $1 / ($2 / 2) }'; }

# The CPU time of a command and all that it waited for, to a file; the rank is the launcher's to say.
cat > timed.sh <<'END'
#!/bin/bash
TIMEFORMAT='%R %U %S'
{ time "$@" > said-${PMI_RANK:-alone} 2>&1; } 2> time-${PMI_RANK:-alone} || true
END
chmod +x timed.sh
field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([^,}]*\)[,}].*/\1/p' "$2"; }

# One row: CPU and wall time of one process; CPU time of both ranks, and their wall time; messages and bytes that they sent; how free two processors were.
round() {
    local one two shared
    one=$(wall spin) two=$(wall both) shared=$(shared)
    ./timed.sh "${check[@]}" -o json:alone.json "$philosophers" "$size"
    "$mpirun" -n 2 ./timed.sh "${check[@]}" --cluster -o json:ranks.json "$philosophers" "$size" < /dev/null
    for name in states deliveries end_states; do
        [ "$(field $name alone.json)" = "$(field $name ranks.json)" ] ||
            { echo "$name differ: $(field $name alone.json) and $(field $name ranks.json)"; cat said-*; exit 1; } >&2
    done
    awk -v one="$one" -v two="$two" -v shared="$shared" '
        FILENAME ~ /^time/ { cpu[FILENAME] = $2 + $3; wall[FILENAME] = $1 }
        FILENAME == "said-0" && $1 ~ /^[01]$/ && $2 !~ /states/ { messages += $5; bytes += $6 * 1e6 }
        END { print cpu["time-alone"], wall["time-alone"], cpu["time-0"], cpu["time-1"], wall["time-0"], messages, bytes, two / one, shared }
    ' time-alone time-0 time-1 said-0
}
for ((i = 0; i < rounds; i++)); do
    round >> rows
done
awk -v size="$size" -v states="$(field states alone.json)" '
    function median(values,    i, k, swap) {
        for (i = 2; i <= NR; i++)
            for (k = i; k > 1 && values[k] < values[k - 1]; k--) { swap = values[k]; values[k] = values[k - 1]; values[k - 1] = swap }
        return values[int((NR + 1) / 2)]
    }
    NR == 1 { printf "philosophers %d, unordered, %d states, seconds of CPU time (and wall time)\n", size, states }
    {
        alone[NR] = $1
        busier[NR] = $3 > $4 ? $3 : $4
        sent[NR] = $7 / states
        printf "  one process %5.1f (%.1f)  2 ranks %5.1f and %.1f (%.1f), busier 1/%.2f of one process, %d messages, %.1f bytes a state;  two loops at once took %.2f times as long as one, %.2f times their CPU time: two processors were %s\n",
            $1, $2, $3, $4, $5, $1 / busier[NR], $6, sent[NR], $8, $9, $8 < 1.25 && $9 < 1.25 ? "free" : "not free"
    }
    END {
        one = median(alone); two = median(busier)
        printf "  medians: one process %.1f s, busier rank %.1f s: 1/%.2f (goal 1/1.5); %.1f bytes sent for each state (goal 40)\n", one, two, one / two, median(sent)
    }' rows
