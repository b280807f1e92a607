#!/usr/bin/env bash
# How fast samplers are: executions and steps per second of CPU time, how many of the steps ran a handler (the others were remembered), and how much
# memory a million steps more take. Each line is the difference between a run of STEPS steps and one of twice as many; without the audit.
#     bench/sampling.sh          Environment: HARRIER (build/harrier), SUBJECTS (build/subjects), FRESH (build/bench/sampling-fresh), STEPS (200000), SAMPLERS
set -euo pipefail
harrier=${HARRIER:-build/harrier}
subjects=${SUBJECTS:-build/subjects}
fresh=${FRESH:-build/bench/sampling-fresh}
steps=${STEPS:-200000}
samplers=${SAMPLERS:-random pos pct pctcp delay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # file, sampler, steps, program...: its figures
    local file=$1 sampler=$2 count=$3
    shift 3
    "$harrier" check -q -s "$sampler" --seed 1 --audit 0 --time 0 --keep-going --runs 1000000000 --deliveries "$count" -o "json:$work/out" "$@" > "$work/said" 2>&1 || [ $? -le 3 ] ||
        { cat "$work/said" >&2; exit 2; }
    tr ',' '\n' < "$work/out" | sed -n 's/^"\(runs\|deliveries\|handler_runs\|cpu_seconds\|peak_bytes\)":/\1 /p' > "$file"
}

echo
echo "samplers: CPU time of $steps steps"
echo
printf '%-10s %-24s %14s %12s %14s %18s\n' sampler program executions/s steps/s 'handler runs' 'MB per 10^6 steps'
for sampler in $samplers; do
    for program in "$subjects/philosophers 6 ordered" "$subjects/leader 5" "$subjects/pi 8" "$fresh 5"; do
        # shellcheck disable=SC2086 # words
        run "$work/once" "$sampler" "$steps" $program
        # shellcheck disable=SC2086
        run "$work/twice" "$sampler" $((2 * steps)) $program
        awk -v sampler="$sampler" -v program="$(basename "${program%% *}") ${program#* }" '
            FNR == NR { once[$1] = $2; next }
            { d[$1] = $2 - once[$1] }
            END {
                if (d["deliveries"] == 0) {
                    printf "%-10s %-24s all of its executions: %d steps\n", sampler, program, once["deliveries"]
                } else {
                    printf "%-10s %-24s %14.0f %12.0f %13.2f%% %18.1f\n", sampler, program, d["runs"] / d["cpu_seconds"], d["deliveries"] / d["cpu_seconds"],
                        100 * d["handler_runs"] / d["deliveries"], d["peak_bytes"] / d["deliveries"]
                }
            }' "$work/once" "$work/twice"
    done
done
