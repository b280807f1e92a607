#!/bin/bash
# Two ranks of a cluster against one process without MPI, on one machine: cluster.sh HARRIER PHILOSOPHERS [SIZE]. CPU time is that of the command, the program and
# harrier-mpi together. It says beside that whether two processors were free, since otherwise wall time says nothing.
set -eu
harrier=$(realpath "$1") philosophers=$(realpath "$2") size=${3:-7}
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
one=$(wall spin) two=$(wall both) shared=$(shared)

# The CPU time of a command and all that it waited for, to a file; the rank is the launcher's to say.
cat > timed.sh <<'END'
#!/bin/bash
TIMEFORMAT='%R %U %S'
{ time "$@" > said-${PMI_RANK:-alone} 2>&1; } 2> time-${PMI_RANK:-alone} || true
END
chmod +x timed.sh
./timed.sh "${check[@]}" -o json:alone.json "$philosophers" "$size"
"$mpirun" -n 2 ./timed.sh "${check[@]}" --cluster -o json:ranks.json "$philosophers" "$size" < /dev/null

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([^,}]*\)[,}].*/\1/p' "$2"; }
for name in states deliveries end_states; do
    [ "$(field $name alone.json)" = "$(field $name ranks.json)" ] || { echo "$name differ: $(field $name alone.json) and $(field $name ranks.json)"; cat said-*; exit 1; }
done
awk -v size="$size" -v states="$(field states alone.json)" -v one="$one" -v two="$two" -v shared="$shared" '
    FILENAME ~ /^time/ { cpu[FILENAME] = $2 + $3; wall[FILENAME] = $1 }
    FILENAME == "said-0" && $1 ~ /^[01]$/ && $2 !~ /states/ { messages += $5; bytes += $6 * 1e6 }
    END {
        busier = cpu["time-0"] > cpu["time-1"] ? cpu["time-0"] : cpu["time-1"]
        printf "philosophers %d, unordered, %d states\n", size, states
        printf "  one process   %6.1f s CPU  %6.1f s wall\n", cpu["time-alone"], wall["time-alone"]
        printf "  2 ranks       %6.1f s and %.1f s CPU  %6.1f s wall  busier rank: 1/%.2f of one process\n", cpu["time-0"], cpu["time-1"], wall["time-0"], cpu["time-alone"] / busier
        printf "  sent          %d messages, %.1f bytes for each state\n", messages, bytes / states
        printf "  two loops at once took %.2f times as long as one, and %.2f times their CPU time: %s\n", two / one, shared,
            two / one < 1.25 && shared < 1.25 ? "two processors were free" : "two processors were not free"
    }' time-alone time-0 time-1 said-0
