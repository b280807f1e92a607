#!/usr/bin/env bash
# The part of `make bench` about a program of the size of a real one: subjects/raft, three nodes, far too large to be explored. How fast each
# search, store and channel is early and late in its search, without invariants, with each over all nodes, and with each by pairs of nodes. See
# bench/README.md for how to read it.
#
# Times are CPU seconds of the search, and rates are differences between rows of --output progress, so it does not matter how busy the machine
# is. A search is ended when it has reached the later second; one that fills the memory before is measured where it ends, which is said.
#
# Exit status: 0, 2 when something could not be run. Speed has no influence on it.
#
# Environment: HARRIER    the command             (default build/harrier)
#              SUBJECTS   its folder              (default build/subjects)
#              EARLY      second                  (default 5)
#              LATE       second                  (default 60)
#              BOUNDS     arguments of the program (default: see below)
#              SEARCHES, STORES, CHANNELS          some of dfs bfs, exact tree fingerprint, unordered pairwise (default all)
#              INVARIANTS some of 0 1 2: none, over all nodes, by pairs (default all)
#              MEMORY     limit of each search    (default three quarters of what is free)
set -euo pipefail

harrier=${HARRIER:-build/harrier}
program=${SUBJECTS:-build/subjects}/raft/raft
early=${EARLY:-5}
late=${LATE:-60}
bounds=${BOUNDS:-nodes=3 candidates=3 timeouts=8 terms=20 entries=6 heartbeats=6 compact=3}
memory=${MEMORY:-$(awk '/^MemAvailable/ { printf "%dM", $2 / 1024 * 3 / 4 }' /proc/meminfo)}
work=$(mktemp -d)
search_pid=
trap '[ -z "$search_pid" ] || kill "$search_pid" 2>/dev/null || true; rm -rf "$work"' EXIT

fail() { echo "bench: $*" >&2; exit 2; }
[ -x "$harrier" ] || fail "no harrier at $harrier (set HARRIER)"
[ -x "$program" ] || fail "no $program (set SUBJECTS)"
awk -v early="$early" -v late="$late" 'BEGIN { exit !(early > 0 && late >= early) }' || fail "EARLY and LATE are seconds, not $early and $late"

# Starts a search and ends it when it has used so much CPU time; its rows are in $work/progress.
explore() {                     # SECONDS OPTION... PROGRAM ARGUMENT...
	local seconds=$1 status=0
	shift
	rm -f "$work/progress"
	"$harrier" check -q --time 24h --memory "$memory" --outdir "$work/schedules" -o "progress:$work/progress" "$@" >"$work/said" 2>&1 &
	search_pid=$!
	while kill -0 "$search_pid" 2>/dev/null; do
		if awk -F, -v seconds="$seconds" 'END { exit !(NR > 1 && $2 + 0 >= seconds) }' "$work/progress" 2>/dev/null; then
			kill "$search_pid" 2>/dev/null || true
		fi
		sleep 0.2
	done
	wait "$search_pid" || status=$?
	search_pid=
	# 0: explored completely; 3: stopped, by this script or by a limit
	[ "$status" = 0 ] || [ "$status" = 3 ] || { cat "$work/said" >&2; fail "$*: exit status $status"; }
}

# The rate around a second: from a tenth before to a tenth after it, or at the end of a search that ended before. Prints: second rate
rate_around() {                 # SECOND
	awk -F, -v second="$1" '
		NR > 1 { cpu[++rows] = $2 + 0; deliveries[rows] = $4 }
		END {
			at = cpu[rows] < second * 1.1 ? cpu[rows] / 1.1 : second
			for (i = 1; i <= rows && cpu[i] <= at * 0.9; i++) from = i
			for (to = from + 1; to < rows && cpu[to] < at * 1.1; to++);
			if (!from || to > rows || cpu[to] <= cpu[from]) { print "0 0"; exit }
			print at, (deliveries[to] - deliveries[from]) / (cpu[to] - cpu[from])
		}' "$work/progress"
}

echo "raft $bounds: millions of transitions per CPU second"
until=$(awk -v late="$late" 'BEGIN { print late * 1.1 }')
for channel in ${CHANNELS:-unordered pairwise}; do
	for search in ${SEARCHES:-dfs bfs}; do
		for store in ${STORES:-exact tree fingerprint}; do
			for invariants in ${INVARIANTS:-0 1 2}; do
				# shellcheck disable=SC2086 # the bounds are words
				explore "$until" --search "$search" --store "$store" --channel "$channel" "$program" $bounds invariants=$invariants
				echo "$channel $search $store $invariants $(rate_around "$early") $(rate_around "$late")" \
					"$(tail -n 1 "$work/progress" | awk -F, '{ print $3, $8, $9, $11 }')"
			done
		done
	done
done >"$work/rows"

awk -v early="$early" -v late="$late" '
	function verdict(good) { return good ? "reached" : "below the goal" }
	# The search that loses most by invariants that are asked in this way.
	function tell_share(kind, how,    of, share, least, least_of) {
		for (of in before) {
			if ((kind, of) in after) {
				share = before[of] > 0 ? after[kind, of] / before[of] : 0
				if (least == "" || share < least) { least = share; least_of = of }
			}
		}
		if (least != "")
			printf "  with the invariants %s at least %.2f of the speed without (%s)  goal 0.5: %s\n", how, least, least_of, verdict(least >= 0.5)
	}
	BEGIN {
		split("without with pairs", kinds, " ")
		printf "  %-10s %-4s %-12s %-10s %8s %8s %8s %10s %9s %9s %8s\n", "channel", "", "store", "invariants", "at " early " s",
			"at " late " s", "ratio", "states", "handlers", "messages", "B/state"
	}
	{
		kind = kinds[$4 + 1]
		of = $1 " " $2 " " $3
		ratio = $6 > 0 ? $8 / $6 : 0
		printf "  %-10s %-4s %-12s %-10s %8.2f %8.2f %8.2f %10d %9d %9d %8.1f%s\n", $1, $2, $3, kind, $6 / 1e6, $8 / 1e6,
			ratio, $9, $10, $11, $12 / $9, ($7 < late * 0.999 ? sprintf("  ended: the latter is at %.1f s", $7) : "")
		if (kind == "without") {
			before[of] = $8
			if (fastest == "" || $8 > fastest) { fastest = $8; fastest_of = of }
			if (slowest == "" || $8 < slowest) { slowest = $8; slowest_of = of }
		} else {
			after[kind, of] = $8
		}
		apart = ratio > 1 ? ratio : ratio > 0 ? 1 / ratio : 1e9
		if (apart > most_apart) { most_apart = apart; most_apart_of = of ", invariants: " kind }
	}
	END {
		printf "  early and late differ by a factor of at most %.2f (%s)  goal 2: %s\n", most_apart, most_apart_of, verdict(most_apart <= 2)
		if (fastest != "")
			printf "  the fastest (%s) is %.2f times as fast as the slowest (%s)  goal 5: %s\n", fastest_of,
				(slowest > 0 ? fastest / slowest : 1e9), slowest_of, verdict(slowest > 0 && fastest / slowest <= 5)
		tell_share("with", "over all nodes")
		tell_share("pairs", "by pairs")
	}' "$work/rows"
