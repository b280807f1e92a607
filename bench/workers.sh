#!/usr/bin/env bash
# The part of `make bench` about --workers: philosophers with one and two workers, in turn,
# medians of the rounds; the CPU time of the busiest worker is what two free cores would need.
#
# workers.sh HARRIER PHILOSOPHERS N ROUNDS. Exit status: 0 when all counts agree, 1 when they
# do not, 2 when a tool failed. Speed has no influence on it.
set -euo pipefail

harrier=$1 program=$2 n=$3 rounds=$4
goal_exact=1.8                  # times less CPU time of the busiest worker
goal_fingerprint=1.5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "bench: $*" >&2; exit 2; }
field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([-+.0-9eE]*\)[,}].*/\1/p' "$work/result.json"; }

# The wall time of that many busy loops, started together.
busy() {
	local loops=$1 i TIMEFORMAT=%R
	{ time { for ((i = 0; i < loops; i++)); do
		awk 'BEGIN { for (i = 0; i < 10000000; i++) sum += i; exit sum < 0 }' &
	done; wait; }; } 2>&1
}

for ((round = 1; round <= rounds; round++)); do
	echo "probe $(busy 1) $(busy 2)"
	for store in exact fingerprint; do
		for workers in 1 2; do
			status=0
			"$harrier" check --workers "$workers" --channel unordered --store "$store" --keep-going --time 600s \
				--output "json:$work/result.json" "$program" "$n" >"$work/log" 2>&1 || status=$?
			if [ "$status" -gt 1 ]; then    # 1 is a finding: the philosophers have a deadlock
				cat "$work/log" >&2
				fail "harrier --workers $workers --store $store: exit status $status"
			fi
			echo "$store $workers $(field states) $(field deliveries) $(field busiest_worker_cpu_seconds) $(field seconds)"
		done
	done
done >"$work/rows"

echo "philosophers $n with one and two workers, median of $rounds:"
awk -v goal_exact="$goal_exact" -v goal_fingerprint="$goal_fingerprint" '
	function median(list,    n, v, i, j, t) {
		n = split(list, v, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
		return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
	}
	$1 == "probe" { alone = alone " " $2; together = together " " $3; next }
	{
		key = $1 " " $2
		if (!(key in cpu)) row[++rows] = key
		if (states == "") { states = $3; deliveries = $4 }
		if ($3 != states || $4 != deliveries) {
			differ = 1
			print "  DIFFERENT: " $1 " with " $2 " workers has " $3 " states, " $4 " deliveries, not " states ", " deliveries
		}
		cpu[key] = cpu[key] " " $5
		wall[key] = wall[key] " " $6
	}
	END {
		printf "  %-12s %7s %14s %8s %13s %13s\n", "store", "workers", "busiest CPU s", "wall s", "CPU speed-up", "wall speed-up"
		for (i = 1; i <= rows; i++) {
			split(row[i], part, " ")
			c = median(cpu[row[i]]); w = median(wall[row[i]])
			if (part[2] == 1) { one = c; one_wall = w }
			printf "  %-12s %7s %14.3f %8.2f %13.2f %13.2f", part[1], part[2], c, w, one / c, one_wall / w
			goal = part[1] == "exact" ? goal_exact : goal_fingerprint
			if (part[2] == 2) printf "  goal %s: %s", goal, (one / c >= goal ? "reached" : "below the goal")
			printf "\n"
		}
		slower = median(together) / median(alone)
		printf "  two busy loops together take %.2f times as long as one alone: %s\n", slower,
			(slower < 1.2 ? "two cores were free" : "two cores were NOT free, wall times say little")
		print "  counts equal: " (differ ? "NO" : "yes")
		exit differ
	}' "$work/rows" || exit 1
