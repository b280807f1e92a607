#!/usr/bin/env bash
# How five ways to explore all orders grow with the size of a program: optimal, TransDPOR with sleep sets, persistent sets, stateful, and
# stateful with ample sets. Each goes on with larger sizes until one takes longer than a minute (or SECONDS_MAX).
#
#     HARRIER=build/harrier SUBJECTS=build/subjects bench/optimal.sh [PROGRAM...]
#
# A table goes to standard output, and a picture of the deliveries to the file that PICTURE names. Executions are ends that were
# reached; a stateful search has none to count. Exit status: 0, or 1 when optimal and TransDPOR with sleep sets disagree about
# the number of classes, or optimal gave an execution up. Speed has no influence on it.
set -euo pipefail

harrier=${HARRIER:-build/harrier} subjects=${SUBJECTS:-build/subjects} most=${SECONDS_MAX:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME | ARGUMENTS BEHIND THE SIZE | SIZES
programs='pi || 3 4 5 6 7 8 9 10
registry || 3 4 5 6 7 8 9
chameneos || 1 2 3 4 5 6
diningphil | ordered | 2 3 4 5 6 7 8 9 10 12 14 16
leader || 2 3 4 5 6 7'
ways='optimal|--reduction optimal
transdpor+sleep|--reduction transdpor --sleep
persistent|--reduction persistent
stateful|--search dfs
stateful+ample|--search dfs --reduction ample'

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([-+.0-9eE]*\)[,}].*/\1/p' "$work/json"; }

# Prints: PROGRAM SIZE WAY EXECUTIONS BLOCKED DELIVERIES HANDLER-RUNS CPU-SECONDS; status 1: it did not finish.
run() { # run PROGRAM EXTRA SIZE WAY OPTIONS...
	local program=$1 extra=$2 size=$3 way=$4 status=0
	shift 4
	rm -f "$work/json"
	# shellcheck disable=SC2086 # extra is words, or none
	"$harrier" check -q --keep-going --undeliverable off --no-shorten --channel unordered --time "${most}s" --output "json:$work/json" "$@" \
		"$subjects/$program" "$size" $extra > "$work/log" 2>&1 || status=$?
	[ "$status" = 0 ] || [ "$status" = 3 ] || { cat "$work/log" >&2; echo "bench: $program $size, $way: exit status $status" >&2; exit 2; }
	[ "$status" = 0 ] || return 1
	case $way in stateful*) set -- - - ;; *) set -- "$(field paths)" "$(field blocked)" ;; esac
	echo "$program $size $way $1 $2 $(field deliveries) $(field handler_runs) $(field cpu_seconds)"
}

while IFS='|' read -r program extra sizes; do
	program=${program// /} extra=${extra// /}
	[ $# = 0 ] || [[ " $* " == *" $program "* ]] || continue
	while IFS='|' read -r way options; do
		for size in $sizes; do
			# shellcheck disable=SC2086 # options are words
			run "$program" "$extra" "$size" "$way" $options < /dev/null || break
		done
	done <<< "$ways"
done <<< "$programs" > "$work/rows"

awk '
	function join(n) { return n == "-" ? "" : n }
	BEGIN { printf "%-11s %4s  %-16s %12s %10s %12s %12s %10s %12s\n", "program", "N", "", "executions", "given up", "deliveries", "handler runs", "CPU s", "exec./CPU s" }
	{
		if ($1 != last) print ""
		last = $1
		speed = $4 == "-" || $8 == 0 ? "" : sprintf("%d", $4 / $8)
		printf "%-11s %4d  %-16s %12s %10s %12d %12d %10.3f %12s\n", $1, $2, $3, join($4), join($5), $6, $7, $8, speed
		if ($1 " " $2 " " $3 == "registry 8 optimal") goal = speed
		classes[$1 " " $2, $3] = $4
		if ($3 == "optimal") { size[$1 " " $2]; if ($5 != 0) { print "WRONG: " $1 " " $2 ": optimal gave up " $5; bad = 1 } }
	}
	END {
		if (goal != "") printf "\nregistry 8, optimal: %d executions per second of CPU time; 100,000 is the goal\n", goal
		for (s in size)
			if ((s, "transdpor+sleep") in classes && classes[s, "transdpor+sleep"] != classes[s, "optimal"]) {
				print "WRONG: " s ": " classes[s, "optimal"] " classes, with sleep sets " classes[s, "transdpor+sleep"]
				bad = 1
			}
		exit bad
	}' "$work/rows" || wrong=1
[ -z "${PICTURE:-}" ] || awk -f "$(dirname "$0")/optimal.awk" "$work/rows" > "$PICTURE"
exit "${wrong:-0}"
