#!/usr/bin/env bash
# Nanoseconds per transition against one thing that grows (bench/growth/growth.c): states, distinct messages, actors, pending messages, length of
# the execution. A table and a picture (SVG, by gnuplot) for each, in OUT. See bench/README.md.
#
#     growth-pictures.sh [AXIS]...      default: states messages actors pending length
#
# Each point is the difference of two searches, the second about twice as large in what does not matter: CPU time of the search, as it tells
# it, by deliveries. Set-up and handlers are the same in both, so they cancel out; and handlers run without guards and audit. A search that
# takes longer than LIMIT, or more than MEMORY, is given up: its curve ends there, with what one transition took in it on average. `-` in a table: not measured.
#
# Exit status: 0, 2 when something could not be run. Speed has no influence on it.
#
# Environment: HARRIER (build/harrier), PROGRAM (build/bench/growth/growth), OUT (build/bench)
#              SIZES    of the axes but the first  (default 10 100 1000 10000 100000; actors up to 10000)
#              STATES   of the smaller search      (default 400000)
#              ROUNDS   medians of so many         (default 3)
#              LIMIT    of each search             (default 60s)
#              MEMORY   of each search             (default 3G)
set -euo pipefail

harrier=${HARRIER:-build/harrier}
program=${PROGRAM:-build/bench/growth/growth}
out=${OUT:-build/bench}
sizes=${SIZES:-10 100 1000 10000 100000}
states=${STATES:-400000}
rounds=${ROUNDS:-3}
limit=${LIMIT:-60s}
memory=${MEMORY:-3G}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "bench: $*" >&2; exit 2; }
[ -x "$harrier" ] || fail "no harrier at $harrier (set HARRIER)"
[ -x "$program" ] || fail "no $program (set PROGRAM)"
[ "$rounds" -ge 1 ] && [ "$states" -ge 1000 ] || fail "ROUNDS is at least 1, STATES at least 1000"
mkdir -p "$out"

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\([-+.0-9eE]*\)[,}].*/\1/p' "$work/json"; }
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# One search. Prints: cpu deliveries, and a third word if it was given up.
explore() {                     # OPTION... PROGRAM ARGUMENT...
	local status=0 ended=
	rm -f "$work/json"
	"$harrier" check -q --no-guards --audit 0 --time "$limit" --memory "$memory" -o "json:$work/json" "$@" >"$work/said" 2>&1 || status=$?
	[ "$status" = 0 ] || [ "$status" = 3 ] && [ -s "$work/json" ] || { cat "$work/said" >&2; fail "$*: exit status $status"; }
	[ "$status" = 0 ] || grep -q 'stopped by --deliveries' "$work/said" || ended=' given-up'
	[ -n "$(field cpu_seconds)" ] && [ -n "$(field deliveries)" ] || fail "$*: no cpu_seconds or deliveries in its JSON"
	echo "$(field cpu_seconds) $(field deliveries)$ended"
}

# Three wheels that turn the N states of what grows into about STATES, and the same with one wheel of twice the size.
wheels() {                      # N
	awk -v n="$1" -v states="$states" 'BEGIN {
		if (states < 16 * n) states = 16 * n      # what is new each time must not be most of it
		size = int((states / n) ^ (1 / 3) + 0.5)
		if (size < 2) size = 2
		print size, size, size, 2 * size
	}'
}

# What is explored at a point, as two lines of arguments: the smaller search, and the larger.
searches() {                    # AXIS N OPTIONS
	local a b c twice
	case $1 in
	states) # four wheels; the smaller has half as many states
		a=$(awk -v n="$2" 'BEGIN { printf "%d", (n / 2) ^ 0.25 + 0.5 }')
		echo "$program states $a $a $a $a"
		echo "$program states $a $a $a $((2 * a))" ;;
	length) # executions of this many steps
		echo "--runs $(((states + $2 - 1) / $2)) --depth $2 --seed 1 $program states 10 10 10"
		echo "--runs $((2 * ((states + $2 - 1) / $2))) --depth $2 --seed 1 $program states 10 10 10" ;;
	pending)
		if [[ $3 == *pairwise* ]]; then # a new queue with nearly each delivery: as many as wanted, and no wheels
			echo "--deliveries $states $program pending $2 1"
			echo "--deliveries $((2 * states)) $program pending $2 1"
		else                            # which bits are set does not matter, only how many
			read -r a b c twice <<<"$(wheels $((2 * $2)))"
			echo "$program pending $2 $a $b $c"
			echo "$program pending $2 $a $b $twice"
		fi ;;
	*)
		read -r a b c twice <<<"$(wheels "$2")"
		echo "$program $1 $2 $a $b $c"
		echo "$program $1 $2 $a $b $twice" ;;
	esac
}

# Nanoseconds per transition; with `>` before it if a search was given up; `-` if the difference is too short to be measured.
point() {                       # AXIS N OPTION...
	local axis=$1 n=$2 round small large which
	shift 2
	searches "$axis" "$n" "$*" >"$work/searches"
	mapfile -t which <"$work/searches"
	rm -f "$work/rounds"
	for ((round = 0; round < rounds; round++)); do
		# shellcheck disable=SC2086 # words
		small=$(explore "$@" ${which[0]}) || exit 2
		large=$small
		# shellcheck disable=SC2086 # words
		[[ $small == *given-up ]] || large=$(explore "$@" ${which[1]}) || exit 2
		if [[ $large == *given-up ]]; then
			awk -v large="$large" 'BEGIN { split(large, l, " "); printf ">%.1f\n", l[1] / (l[2] > 0 ? l[2] : 1) * 1e9 }'
			return
		fi
		awk -v small="$small" -v large="$large" 'BEGIN {
			split(small, s, " "); split(large, l, " ")
			if (l[2] > s[2] && l[1] - s[1] >= 0.01) printf "%.1f\n", (l[1] - s[1]) / (l[2] - s[2]) * 1e9
		}' >>"$work/rounds"
	done
	[ -s "$work/rounds" ] && median <"$work/rounds" || echo -
}

points_of() {                   # AXIS
	case $1 in
	states) tr ' ' '\n' <<<"100000 300000 1000000 3000000 10000000" | awk -v most="$states" '$1 <= most * 25' ;; # fewer take no time
	pending) tr ' ' '\n' <<<"$sizes" | awk '$1 == 10 { $1 = 30 } { print }' ;; # ten bits are too few numbers
	actors) tr ' ' '\n' <<<"$sizes" | awk '$1 <= 10000' ;;
	*) tr ' ' '\n' <<<"$sizes" ;;
	esac
}

curves_of() {                   # AXIS: NAME:OPTIONS, a line each
	local channel
	for channel in unordered pairwise; do
		if [ "$1" = length ]; then
			printf '%s\n' "random-$channel:-s random -c $channel" "pos-$channel:-s pos -c $channel" "pctcp-$channel:-s pctcp -c $channel"
		else
			printf '%s\n' "dfs-exact-$channel:-s dfs -c $channel" "bfs-exact-$channel:-s bfs -c $channel" \
				"dfs-tree-$channel:-s dfs --store tree -c $channel" "dfs-fingerprint-$channel:-s dfs --store fingerprint -c $channel"
		fi
	done
}

title_of() {
	case $1 in
	messages) echo 'distinct messages' ;;
	pending) echo 'pending messages of one actor' ;;
	length) echo 'length of the execution' ;;
	*) echo "$1" ;;
	esac
}

# The table: a row for each point, a column for each curve; one that was given up has `-` from then on.
measure() {                     # AXIS
	local axis=$1 n name options value row
	declare -A ended=()             # curves that were given up
	printf '%s' "$axis"
	while IFS=: read -r name options; do printf ' %s' "$name"; done < <(curves_of "$axis")
	echo
	for n in $(points_of "$axis"); do
		row=$n
		while IFS=: read -r name options; do
			value=-
			# shellcheck disable=SC2086 # options are words
			[ -n "${ended[$name]:-}" ] || value=$(point "$axis" "$n" $options) || exit 2
			[ "${value:0:1}" != '>' ] || ended[$name]=1
			row+=" $value"
		done < <(curves_of "$axis")
		echo "$row"
	done
}

# How flat each curve is: its largest value by its smallest.
flatness() {
	awk '
		NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i; next }
		{
			for (i = 2; i <= NF; i++) {
				if ($i ~ /^>/) ended[i] = 1
				if ($i == "-") continue
				value = $i; sub(/^>/, "", value)
				if (!(i in most) || value + 0 > most[i]) most[i] = value + 0
				if (!(i in least) || value + 0 < least[i]) least[i] = value + 0
			}
		}
		END {
			for (i = 2; i in name; i++) if (i in most)
				printf "  %-28s flat within a factor of %s%.1f%s\n", name[i], (ended[i] ? "more than " : ""), most[i] / least[i],
					(!ended[i] && most[i] / least[i] <= 4 ? "" : "  goal 4: below the goal")
		}' "$1"
}

draw() {                        # AXIS
	local text=$out/growth-$1.txt picture=$out/growth-$1.svg
	command -v gnuplot >/dev/null || { echo "  (no picture: gnuplot is not installed)"; return; }
	awk 'NR > 1 && / >?[0-9]/ { found = 1 } END { exit !found }' "$text" || { echo "  (no picture: all was too short to be measured)"; return; }
	sed 's/>//g' "$text" >"$work/drawn"
	gnuplot >"$work/gnuplot" 2>&1 <<-END || { cat "$work/gnuplot" >&2; fail "gnuplot failed on $text"; }
		set terminal svg size 900,560 font 'sans-serif,13' background '#ffffff'
		set output '$picture'
		set logscale xy
		set xlabel '$(title_of "$1")'
		set ylabel 'ns per transition'
		set yrange [10:*]
		set grid
		set key outside right top
		set datafile missing '-'
		plot for [i=2:$(awk 'NR == 1 { print NF }' "$text")] '$work/drawn' using 1:i with linespoints linewidth 2 title columnheader(i)
	END
	echo "  $picture"
}

[ $# != 0 ] || set -- states messages actors pending length
for axis in "$@"; do
	case $axis in states | messages | actors | pending | length) ;; *) fail "no axis $axis: states, messages, actors, pending or length" ;; esac
	echo
	echo "ns per transition against $(title_of "$axis") (median of $rounds; > is of a search that did not come to its end within $limit and $memory)"
	measure "$axis" >"$out/growth-$axis.txt" || exit 2
	column -t "$out/growth-$axis.txt" 2>/dev/null | sed 's/^/  /' || cat "$out/growth-$axis.txt"
	flatness "$out/growth-$axis.txt"
	draw "$axis"
done
