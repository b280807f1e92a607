#!/bin/bash
# Generated programs (test/differential) on 1 to 4 ranks, in every mode that --cluster takes, against one process, which `make fuzz` compares with a plain
# enumerator: fuzz.sh HARRIER GENERATED-PROGRAM PROGRAMS FIRST
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/ranks.sh"
set -u
harrier=$(realpath "$1") generated=$(realpath "$2") programs=$3 first=$4
output=out.txt
lib_begin
can_run || { lib_end; exit; }

# What must be the same: by states neither the longest path nor how often something is met; where equal states may look different, not even how many.
all=$names
modes=(
    "depth|\"times\":[0-9]*|--reduction optimal"
    "actors local_states|none|--search dfs"
    "actors local_states|none|--search dfs --channel unordered --store fingerprint"
    "actors local_states|none|--search dfs --channel mailbox --store tree"
    "actors local_states|none|--search dfs --channel unordered --step big"
    "-|none|--search dfs --identity canonical"
    "-|none|--search dfs --identity jacco --channel unordered"
    "depth|\"times\":[0-9]*|--search random --from-start --runs 40 --seed"
    "depth|\"times\":[0-9]*|--search pos --from-start --runs 40 --seed"
    "depth|\"times\":[0-9]*|--search pct --from-start --runs 40 --seed"
    "depth|\"times\":[0-9]*|--search pctcp --from-start --runs 40 --seed"
    "depth|\"times\":[0-9]*|--search delay --runs 40 --seed"
    "depth|\"times\":[0-9]*|--depth 40 --runs 5 --seed" # harrier cover
)
ran=0 large=0
for ((seed = first; seed < first + programs; seed++)); do
    for ((m = 0; m < ${#modes[@]}; m++)); do
        IFS='|' read -r tables times options <<< "${modes[m]}"
        names=$all
        [ "$tables" != - ] || tables='' names="verdict exhaustive"
        case $options in *--seed) options="$options $seed" ;; esac
        case $options in --depth*) verb=cover ;; *) verb=check ;; esac
        ranks=$(((seed + m) % 4 + 1))
        [ $(((seed / 4 + m) % 3)) != 0 ] || ranks=${ranks}x$((seed % 2 + 2)) # of several workers each
        # shellcheck disable=SC2206
        command=(-k --undeliverable off $options "$generated" "$seed" 0 varied 4294967295)
        check 0 --deliveries 50000 "${command[@]}"
        if grep -q 'stopped by --deliveries' out.json; then
            large=$((large + 1))
            continue
        fi
        reference=$got
        check $ranks "${command[@]}"
        [ "$got" = "$reference" ] || fail "$ranks ranks: $got, one process: $reference"
        verdict "${command[*]}"
        ran=$((ran + 1))
    done
    [ $((seed % 10)) != 0 ] || echo "up to program $seed: $ran comparisons, $large were too large, $failed failed"
done
echo "$programs programs, $ran comparisons, $large were too large"
lib_end
