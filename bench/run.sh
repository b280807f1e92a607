#!/usr/bin/env bash
# The benchmark behind `make bench`: Harrier against SPIN on the same state spaces.
#
# Every round runs SPIN's natural model, its packed model, Harrier with exact states
# and Harrier with fingerprints, in turn, one at a time; the table shows the median
# CPU time of the rounds. See bench/README.md for how to read it.
#
# Exit status: 0 when all counts agree, 1 when they do not, 2 when a tool failed.
# Speed has no influence on it.
#
# Environment: HARRIER         the command            (default build/harrier)
#              SUBJECTS        folder with pi and philosophers (default build/subjects)
#              ROUNDS          rounds, an odd number  (default 5)
#              PI_N            size of pi             (default 12)
#              PHILOSOPHERS_N  size of philosophers   (default 6)
#              BUILD_DIR       see bench/spin.sh
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
harrier=${HARRIER:-build/harrier}
subjects=${SUBJECTS:-build/subjects}
rounds=${ROUNDS:-5}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "bench: $*" >&2; exit 2; }

# json_fields FILE FIELD...: the numbers of the outermost object, `-` where there is
# none. Splits the text into brackets, strings and keys with numbers, then counts depth.
json_fields() {
	local file=$1
	shift
	tr '\n' ' ' <"$file" | sed 's/\\["\\]//g' |
		grep -oE '"[^"]*"[[:space:]]*:[[:space:]]*[-+.0-9eE]*|"[^"]*"|[][{}]' |
		awk -v wanted="$*" '
			/^[[{]$/ { depth++; next }
			/^[]}]$/ { depth--; next }
			depth == 1 && /:/ {
				split($0, part, "\"")
				number = part[3]
				gsub(/[: \t]/, "", number)
				if (number != "") value[part[2]] = number
			}
			END {
				count = split(wanted, field, " ")
				for (i = 1; i <= count; i++)
					printf "%s%s", field[i] in value ? value[field[i]] : "-", i < count ? " " : "\n"
			}'
}

# Both print: TOOL states transitions handler_runs cpu process_cpu bytes_per_state,
# where cpu is that of the search as the tool itself tells it, and process_cpu that of
# the whole process. For SPIN there is only the latter.
run_spin() {                    # TOOL MODEL N
	local line
	line=$(bash "$here/spin.sh" run "$2" "$3") || fail "SPIN failed on $2 $3"
	# shellcheck disable=SC2086
	set -- "$1" $line
	echo "$1 $4 $5 - $6 $6 $7"
}

run_harrier() {                 # TOOL STORE CHANNEL PROGRAM ARGUMENT...
	local tool=$1 store=$2 channel=$3 json=$work/result.json log=$work/log status=0 times
	local states deliveries handler_runs cpu bytes
	shift 3
	rm -f "$json"
	TIMEFORMAT='%3U %3S'
	times=$({ time "$harrier" check --search dfs --channel "$channel" --store "$store" \
		--keep-going --time 600s --output "json:$json" "$@" >"$log" 2>&1; } 2>&1) || status=$?
	# 1 is a finding: the philosophers have a deadlock.
	if [ "$status" -gt 1 ] || [ ! -s "$json" ]; then
		cat "$log" >&2
		fail "harrier --store $store --channel $channel $*: exit status $status, JSON $([ -s "$json" ] && echo written || echo missing)"
	fi
	read -r states deliveries handler_runs cpu bytes \
		<<<"$(json_fields "$json" states deliveries handler_runs cpu_seconds bytes_per_state)"
	case " $states $deliveries $cpu " in *" - "*) fail "harrier $*: no states, deliveries or cpu_seconds in its JSON" ;; esac
	echo "$tool $states $deliveries $handler_runs $cpu ${times/ /+} $bytes"
}

# table FILE GOAL-EXACT GOAL-FINGERPRINT: medians, ratios and the comparison of counts; status 1 if they differ.
table() {
	awk -v goal_exact="$2" -v goal_fingerprint="$3" '
	function median(list,    n, v, i, j, t) {
		n = split(list, v, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
		return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
	}
	function verdict(name, ratio,    goal) {
		goal = name == "harrier-exact" ? goal_exact : name == "harrier-fingerprint" ? goal_fingerprint : 0
		if (!goal) return ""
		return sprintf("  goal %d: %s", goal, ratio >= goal ? "reached" : "below the goal")
	}
	{
		if (!($1 in cpu)) tool[++tools] = $1
		if (NR == 1) { states = $2; transitions = $3 }
		if ($2 != states || $3 != transitions) {
			differ = 1
			print "  DIFFERENT: " $1 " has " $2 " states, " $3 " transitions; SPIN has " states ", " transitions
		}
		split($6, part, "+")
		cpu[$1] = cpu[$1] " " $5
		whole[$1] = whole[$1] " " (part[1] + part[2])
		counts[$1] = sprintf("%10s %11s %12s", $2, $3, $4)
		moves[$1] = $3
		bytes[$1] = $7 == "-" ? "-" : sprintf("%.1f", $7)
	}
	END {
		printf "  %-20s %10s %11s %12s %8s %9s %9s %8s %7s %8s\n", "", "states", "transitions",
			"handler runs", "CPU s", "process s", "M trans/s", "ns/trans", "B/state", "speed-up"
		for (i = 1; i <= tools; i++) {
			name = tool[i]
			time = median(cpu[name])
			if (time <= 0) time = 0.001        # below what can be measured
			if (i == 1) natural = time
			printf "  %-20s %s %8.3f %9.3f %9.2f %8.0f %7s %8.2f%s\n", name, counts[name], time,
				median(whole[name]), moves[name] / time / 1e6, time / moves[name] * 1e9,
				bytes[name], natural / time, verdict(name, natural / time)
		}
		print "  counts equal: " (differ ? "NO" : "yes")
		exit differ
	}' "$1"
}

# compare CHANNEL MODEL PACKED-MODEL N GOAL-EXACT GOAL-FINGERPRINT PROGRAM ARGUMENT...; goals are times the speed of the natural MODEL.
compare() {
	local channel=$1 model=$2 packed=$3 n=$4 goals=("$5" "$6") rows=$work/$2 round
	shift 6
	for ((round = 1; round <= rounds; round++)); do
		run_spin spin-natural "$model" "$n"
		run_spin spin-packed "$packed" "$n"
		run_harrier harrier-exact exact "$channel" "$@"
		run_harrier harrier-fingerprint fingerprint "$channel" "$@"
	done >"$rows"
	echo "$(basename "$1") $n, channel $channel, median of $rounds:"
	table "$rows" "${goals[@]}" || status=1
	echo
}

command -v "$harrier" >/dev/null || fail "no harrier at $harrier (set HARRIER)"
for program in pi philosophers; do
	[ -x "$subjects/$program" ] || fail "no $program in $subjects (set SUBJECTS)"
done

pi_n=${PI_N:-12}
philosophers_n=${PHILOSOPHERS_N:-6}
status=0
compare unordered pi-natural pi-packed "$pi_n" 7 14 "$subjects/pi" "$pi_n" int
compare unordered philosophers-natural philosophers-packed "$philosophers_n" 10 18 "$subjects/philosophers" "$philosophers_n"
# At most one message is under way between two actors of pi, so the packed model, sets of them, is right for queues, too.
compare pairwise pi-fifo-natural pi-packed "$pi_n" 6 10 "$subjects/pi" "$pi_n" int
compare pairwise philosophers-fifo-natural philosophers-fifo-packed "$philosophers_n" 6 10 "$subjects/philosophers" "$philosophers_n"
workers=0
bash "$here/workers.sh" "$harrier" "$subjects/philosophers" "$philosophers_n" "$rounds" || workers=$?
[ "$workers" -gt 1 ] && exit "$workers"
[ "$workers" = 1 ] && status=1
exit $status
