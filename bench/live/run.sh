#!/usr/bin/env bash
# The benchmark behind `make bench-live`: Harrier's live runtime against CAF, Erlang and plain threads with queues.
#
# Every round runs each program in all four systems, in turn, one at a time; the table shows the medians of the rounds. Each program
# takes its own time around the work and counts its own messages. See bench/live/README.md for how to read it.
#
# Exit status: 0 when every program ran and counted right, 2 when one did not. Speed has no influence on it.
#
# Environment: PROGRAMS   folder with the built programs in harrier/ and threads/ (default build/bench/live)
#              RUNS       rounds, an odd number (default 7)
#              SCALE      factor for all sizes  (default 1)
#              ONLY       some of the programs  (default "ping_pong fan_in ring create call idle")
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
built=${PROGRAMS:-build/bench/live}
runs=${RUNS:-7}
scale=${SCALE:-1}
only=${ONLY:-ping_pong fan_in ring create call idle}
goal_bytes=500                  # per idle actor
limit_seconds=300               # for one run of one program

fail() { echo "bench-live: error: $*" >&2; exit 2; }

[ -x "$built/harrier/ping_pong" ] || fail "no programs in $built: build first, or set PROGRAMS"
[ "$runs" -ge 1 ] 2>/dev/null || fail "RUNS must be a number, at least 1"
awk -v s="$scale" 'BEGIN { exit !(s + 0 > 0) }' || fail "SCALE must be a number above 0"
for program in $only; do
	[ -x "$built/harrier/$program" ] || fail "ONLY: there is no program $program"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sets `systems`. A system that is not there is left out, and said so.
build_peers() {
	local source name
	systems="harrier"
	mkdir -p "$built/caf" "$built/erlang"
	if echo '#include <caf/all.hpp>' | g++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; then
		for source in "$here"/caf/*.cpp; do
			name=$(basename "$source" .cpp)
			[ "$built/caf/$name" -nt "$source" ] && [ "$built/caf/$name" -nt "$here/result.h" ] && continue
			g++ -std=c++17 -O2 -g "$source" -o "$built/caf/$name" -lcaf_core 2>"$work/log" || { cat "$work/log" >&2; fail "cannot build $source"; }
		done
		systems+=" caf"
	else
		echo "bench-live: CAF is skipped: no <caf/all.hpp> (Debian package libcaf-dev)"
	fi
	if command -v erlc >/dev/null && command -v erl >/dev/null; then
		erlc -o "$built/erlang" "$here"/erlang/*.erl || fail "cannot build the Erlang programs"
		systems+=" erlang"
	else
		echo "bench-live: Erlang is skipped: no erlc (Debian package erlang-base)"
	fi
	systems+=" threads"
}

# size SYSTEM PROGRAM: its arguments. Threads do less of the same, since they take much longer; what is compared are rates.
size() {
	awk -v system_="$1" -v program="$2" -v scale="$scale" '
	function at_least(n, least) { n = int(n); return n < least ? least : n }
	BEGIN {
		few = system_ == "threads" ? 0.1 : 1
		if (program == "fan_in") print at_least(1000 * scale, 1), 1000
		else if (program == "ring") print at_least(1000000 * scale * few, 1000), 1000
		else if (program == "idle") print at_least(1000000 * scale, 1000)
		else if (program == "create") {
			depth = 20 + int(log(scale) / log(2) + (scale < 1 ? -0.5 : 0.5))
			most = system_ == "threads" ? 13 : 30 # all of them may be alive at once
			print (depth > most ? most : depth < 1 ? 1 : depth)
		} else print at_least(1000000 * scale * few, 2)
	}'
}

# run SYSTEM PROGRAM: one line "PROGRAM SYSTEM UNIT COUNT SECONDS CPU SWITCHES" or "PROGRAM SYSTEM bytes COUNT BYTES".
run() {
	local command status=0
	case $1 in
	erlang) command="erl +P 2000000 -noshell -noinput -pa $built/erlang -s result main $2" ;;
	*) command="$built/$1/$2" ;;
	esac
	# shellcheck disable=SC2046,SC2086
	timeout "$limit_seconds" $command $(size "$1" "$2") >"$work/line" 2>"$work/log" || status=$?
	if [ "$status" != 0 ]; then
		cat "$work/log" >&2
		fail "$2 in $1: $([ "$status" = 124 ] && echo "not done after $limit_seconds s: set SCALE" || echo "exit status $status")"
	fi
	awk -v system_="$1" '{
		for (i = 2; i <= NF; i++) { split($i, part, "="); value[part[1]] = part[2] }
		print $1, system_, value["unit"], value["count"], value["unit"] == "bytes" ? value["bytes_each"] : value["seconds"], value["cpu"], value["switches"]
	}' "$work/line"
}

table() {
	awk -v names="$systems" -v goal_bytes="$goal_bytes" '
	function median(list,    n, v, i, j, t) {
		n = split(list, v, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
		return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
	}
	function per_second(program, system_) { return (program, system_) in rates ? median(rates[program, system_]) : 0 }
	function number(x) { return x >= 1e6 ? sprintf("%.2f M", x / 1e6) : x >= 1e3 ? sprintf("%.1f k", x / 1e3) : sprintf("%.0f", x) }
	# The lowest and the highest ratio within one round: how far the machine can be trusted.
	function range(program, system_,    a, b, n, i, low, high, ratio) {
		n = split(rates[program, "harrier"], a, " ")
		split(rates[program, system_], b, " ")
		for (i = 1; i <= n; i++) {
			ratio = a[i] / b[i]
			if (i == 1 || ratio < low) low = ratio
			if (i == 1 || ratio > high) high = ratio
		}
		return sprintf("%.2f-%.2f", low, high)
	}
	function each(list, program, system_) { return median(list[program, system_]) }
	function why(program, system_,    text) {
		text = sprintf("CPU per %s %.0f ns against %.0f, cores busy %.1f against %.1f", one[program], each(cpu, program, "harrier"),
			each(cpu, program, system_), each(busy, program, "harrier"), each(busy, program, system_))
		if (switches[program, system_] !~ /-/)
			text = text sprintf(", waits of a thread per 1000 %.0f against %.0f", each(switches, program, "harrier"), each(switches, program, system_))
		return text
	}
	$3 == "bytes" { bytes[$2] = $5; next }
	{
		if (!($1 in unit)) program[++programs] = $1
		unit[$1] = $3
		one[$1] = substr($3, 1, length($3) - 1)
		seconds = $5 > 0 ? $5 : 1e-6
		rates[$1, $2] = rates[$1, $2] " " $4 / seconds
		cpu[$1, $2] = cpu[$1, $2] " " $6 / $4 * 1e9
		busy[$1, $2] = busy[$1, $2] " " $6 / seconds
		switches[$1, $2] = switches[$1, $2] " " ($7 == "-" ? "-" : $7 / $4 * 1000)
	}
	END {
		count = split(names, name, " ")
		if (programs) {
			printf "  %-10s %-10s", "", "per second"
			for (i = 1; i <= count; i++) printf " %9s", name[i]
			for (i = 2; i <= count; i++) printf "  %16s", "/" name[i]
			print ""
		}
		for (p = 1; p <= programs; p++) {
			printf "  %-10s %-10s", program[p], unit[program[p]]
			for (i = 1; i <= count; i++) printf " %9s", number(per_second(program[p], name[i]))
			for (i = 2; i <= count; i++) {
				ratio = per_second(program[p], "harrier") / per_second(program[p], name[i])
				printf "  %5.2f %10s", ratio, range(program[p], name[i])
				if (ratio < 1)
					below = below sprintf("    %s: %.2f of %s, %.0f %% below: %s\n", program[p], ratio, name[i], (1 - ratio) * 100, why(program[p], name[i]))
			}
			print ""
		}
		if (programs) printf "\n%s", below == "" ? "  no ratio is below 1.0\n" : "  below 1.0:\n" below
		if ("harrier" in bytes) {
			printf "\n  bytes per idle actor:"
			for (i = 1; i <= count; i++) if (name[i] in bytes) printf "  %s %.0f", name[i], bytes[name[i]]
			printf "  (goal for harrier: at most %d: %s)\n", goal_bytes, bytes["harrier"] <= goal_bytes ? "reached" : "above the goal"
		}
	}' "$1"
}

load() { cut -d' ' -f1 /proc/loadavg; }

build_peers
load_before=$(load)
for program in $only; do
	if [ "$program" = idle ]; then
		continue
	fi
	[ -t 2 ] && printf 'bench-live: %s ...\n' "$program" >&2
	for ((round = 1; round <= runs; round++)); do
		for system in $systems; do
			run "$system" "$program"
		done
	done
done >"$work/rows"
case " $only " in *" idle "*)
	for system in $systems; do
		if [ "$system" != threads ]; then
			run "$system" idle
		fi
	done >>"$work/rows"
	;;
esac
echo "bench-live: median of $runs interleaved runs, scale $scale; $(nproc) cores, load $load_before before and $(load) after"
awk -v load="$load_before" -v cores="$(nproc)" 'BEGIN { exit load < cores }' &&
	echo "bench-live: the machine was busy before it began: repeat it on an idle one before you trust a ratio"
table "$work/rows"
