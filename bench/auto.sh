#!/usr/bin/env bash
# What `harrier check` does without options, next to each single way to explore: deliveries until everything is explored, or until the bug is
# found, and by how much auto needs more than the best of them.
#
#     HARRIER=build/harrier SUBJECTS=build/subjects EXAMPLES=build/examples bench/auto.sh [PROGRAM...]
#
# A way that needs more than LIMIT deliveries (4 million) is shown as `-`, one that is refused as `.`. Exit status: 0, or 1 when auto misses what
# another way finds, or a bug that is known to be there. Neither speed nor the factors have an influence on it.
set -euo pipefail

harrier=${HARRIER:-build/harrier} subjects=${SUBJECTS:-build/subjects} examples=${EXAMPLES:-build/examples} limit=${LIMIT:-4000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Everything is explored: OPTIONS | PROGRAM
passing='| pi 7
-c unordered | pi 9 int
| registry 6
| leader 5
| leader 6
-c unordered | leader 4
| chameneos 4
| pipesort 5
-c unordered | pipesort 5
| fib 6
| mergesort 5
| quicksort 5
| regsim 6
-c unordered | regsim2 3
| shortpath b
| spinsort 5
| diningphil 5 ordered
| philosophers 4 ordered
| jaccophil 5
| quadricopter 2
| minesweeper 3 fixed
| procreg 3 atomic
| genleader 3
| raft/raft terms=2 timeouts=1 entries=1'
# A bug is found: PROGRAM
failing='bugs/writer 10
bugs/writer_check 9
bugs/barber 5
bugs/messenger 8
bugs/process_registry 6
bugs/early_nodes 10
bugs/late_registration 10
bugs/lost_reply 8
bugs/lookups 5
bugs/double_start 6
bugs/late_timer 4
bugs/stale_connection 5
raft/raft_stale_reply
raft/raft_low_next_index terms=1 candidates=1 entries=2 heartbeats=1 compact=1
endless/alternating
endless/counter
../examples/accounts
../examples/buffer
../examples/counter
../examples/supervisor
../examples/timeout
../examples/writer'
ways='auto|
dfs|--search dfs
bfs|--search bfs
ample|--reduction ample
optimal|--reduction optimal'

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([^,}]*\)[,}].*/\1/p' "$work/json"; }

# Prints the deliveries of one way: as a number, `-` when they are too many, `.` when it is refused; and auto's seconds of CPU time.
run() { # run OPTIONS PROGRAM
	local status=0
	rm -f "$work/json"
	# shellcheck disable=SC2086 # words
	"$harrier" check -q --no-shorten --undeliverable off --unhandled ${unhandled:-error} --time 600s --deliveries "$limit" --outdir "$work" \
		--output "json:$work/json" $1 $2 > "$work/log" 2>&1 || status=$?
	case $status in
	0 | 1) echo "$(field deliveries) $status" ;;
	2) echo '. 2' ;;
	3) echo '- 3' ;;
	*) cat "$work/log" >&2; echo "bench: $1 $2: exit status $status" >&2; exit 2 ;;
	esac
}

table() { # table EXPECTED-STATUS < PROGRAMS
	local options program way how
	while IFS='|' read -r options program; do
		[ -n "$program" ] || { program=$options options=; }
		program=${program# }
		[ ${#only[@]} = 0 ] || [[ " ${only[*]} " == *" ${program%% *} "* ]] || continue
		unhandled=error
		[[ $program != jaccophil* ]] || unhandled=drop
		local path=$subjects/$program row
		[[ $program != ../examples/* ]] || path=$examples/${program#../examples/}
		row="$1"
		while IFS='|' read -r way how; do
			row+=" $(run "$options $how" "$path" < /dev/null)"
			[ "$way" != auto ] || row+=" $(field cpu_seconds) $(sed -n 's/.*"parts":\[\([^]]*\)\].*/\1/p' "$work/json" | tr -d '"')"
		done <<< "$ways"
		echo "$row|${options:+$options }$program"
	done
}

only=("$@")
{ table 0 <<< "$passing"; table 1 <<< "$failing"; } > "$work/rows"

awk -F'|' '
	BEGIN { printf "%-66s %9s %9s %9s %9s %9s %7s %7s  %s\n", "program", "auto", "dfs", "bfs", "ample", "optimal", "factor", "CPU s", "parts" }
	{
		n = split($1, f, " ")
		# expected; deliveries and status of auto; CPU; parts; then deliveries and status of the others
		best = 0
		for (i = 6; i <= n; i += 2) if (f[i] ~ /^[0-9]/ && f[i + 1] == f[1] && (best == 0 || f[i] < best)) best = f[i]
		found = f[2] ~ /^[0-9]/ && f[3] == f[1]
		if (!found && (best != 0 || f[1] == 1)) { missed = missed "\n" $2; bad = 1 }
		factor = found && best ? f[2] / best : 0
		why = factor <= 2.125 ? "shared" : f[2] < 2048 ? "small" : "large"
		if (factor > 2) { over[why]++; names[why] = names[why] "\n  " $2 }
		rows++
		printf "%-66s %9s %9s %9s %9s %9s %7s %7.2f  %s\n", $2, f[2], f[6], f[8], f[10], f[12], factor ? sprintf("%.2f", factor) : "-", f[4], f[5]
	}
	END {
		printf "\n%d programs, %d of them within a factor of 2 of the best single way.\n", rows, rows - over["shared"] - over["small"] - over["large"]
		if (over["shared"]) printf "Above it by an eighth at most: two parts had equal shares, and the last turn of the other one comes on top.%s\n", names["shared"]
		if (over["small"]) printf "Above it, but done in less than 2048 deliveries: another way happened to meet the bug sooner, or began with what auto considers later.%s\n", names["small"]
		if (over["large"]) printf "Above it: a turn of the best way came after turns of others, or what was chosen first was not the best.%s\n", names["large"]
		if (bad) printf "Missed:%s\n", missed
		exit bad
	}' "$work/rows"
