#!/usr/bin/env bash
# The second part of `make bench`: a state space that does not fit everywhere. philosophers 7 with the stores that are made
# for it, tree and fingerprint, and SPIN's natural model with -DCOLLAPSE, which shares common parts of states as the tree
# does. One round: it takes minutes. See bench/README.md for how to read it.
#
# Exit status: 0 when all counts agree and Harrier's memory per state, table slack included, is within the goals; 1 when not;
# 2 when a tool failed. Speed has no influence on it.
#
# Environment: HARRIER, SUBJECTS, BUILD_DIR as for bench/run.sh
#              PHILOSOPHERS_N   size (default 7; the goals are for 7)
#              SPIN             0 leaves SPIN out
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
harrier=${HARRIER:-build/harrier}
subjects=${SUBJECTS:-build/subjects}
n=${PHILOSOPHERS_N:-7}
goal_tree=8                     # bytes per state
goal_fingerprint=20
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "bench: $*" >&2; exit 2; }

# Both print: TOOL states transitions cpu bytes peak, where bytes are per state with table slack.
run_harrier() {                 # STORE SEARCH
	local json=$work/result.json status=0
	rm -f "$json"
	"$harrier" check --search "$2" --channel unordered --store "$1" --keep-going --no-shorten --outdir "$work/schedules" \
		--time 3600s --output "json:$json" "$subjects/philosophers" "$n" >"$work/log" 2>&1 || status=$?
	# 1 is a finding: the philosophers have a deadlock.
	if [ "$status" -gt 1 ] || [ ! -s "$json" ]; then
		cat "$work/log" >&2
		fail "harrier --store $1: exit status $status"
	fi
	sed 's/[,{}]/\n/g' "$json" | awk -F : -v tool="$1-$2" '
		{ gsub(/"/, "", $1); value[$1] = $2 }
		END {
			states = value["states"]
			print "harrier-" tool, states, value["deliveries"], value["cpu_seconds"],
				value["bytes_per_state"] + value["table_slack_bytes"] / states, value["peak_bytes"] / states
		}'
}

run_spin() {
	local line
	line=$(PANFLAGS=-DCOLLAPSE BUILD_DIR=${BUILD_DIR:-build/bench}/collapse bash "$here/spin.sh" run philosophers-natural "$n") ||
		fail "SPIN failed on philosophers $n"
	# shellcheck disable=SC2086
	set -- $line
	echo "spin-collapse $3 $4 $5 $6 -"
}

command -v "$harrier" >/dev/null || fail "no harrier at $harrier (set HARRIER)"
[ -x "$subjects/philosophers" ] || fail "no philosophers in $subjects (set SUBJECTS)"
echo "philosophers $n, one round:"
{
	[ "${SPIN:-1}" = 0 ] || run_spin
	run_harrier tree dfs
	run_harrier tree bfs
	run_harrier fingerprint dfs
} >"$work/rows"
awk -v goal_tree="$goal_tree" -v goal_fingerprint="$goal_fingerprint" -v n="$n" '
	function verdict(name, bytes,    goal) {
		goal = name == "harrier-tree-dfs" ? goal_tree : name == "harrier-fingerprint-dfs" ? goal_fingerprint : 0
		if (n != 7 || !goal) return ""
		if (bytes > goal) missed = 1
		return sprintf("  at most %d B: %s", goal, bytes > goal ? "MISSED" : "reached")
	}
	# SPIN prints eight digits, and counts the way to the initial state.
	function printed(transitions) { return sprintf("%.8g", transitions + 1) }
	NR == 1 {
		printf "  %-24s %10s %11s %8s %9s %8s %8s %8s\n", "", "states", "transitions", "CPU s", "M trans/s", "B/state", "peak B", "speed-up"
	}
	$1 == "spin-collapse" { spin = $4; spin_states = $2; spin_transitions = $3 }
	$1 != "spin-collapse" && !states { states = $2; transitions = $3 }
	{
		differ = differ || ($1 != "spin-collapse" && ($2 != states || $3 != transitions))
		printf "  %-24s %10s %11s %8.2f %9.2f %8.1f %8s %8s%s\n", $1, $2, $3, $4, $3 / $4 / 1e6, $5,
			$6 == "-" ? "-" : sprintf("%.1f", $6), spin ? sprintf("%.2f", spin / $4) : "-", verdict($1, $5)
	}
	END {
		differ = differ || (spin && (spin_states != states || printed(spin_transitions) != printed(transitions)))
		print "  counts equal: " (differ ? "NO" : "yes")
		exit differ || missed
	}' "$work/rows"
