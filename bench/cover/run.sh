#!/usr/bin/env bash
# The benchmark behind `make bench-cover`: Tables II and III of the Bita paper, on the programs of subjects/bugs. README.md says how
# to read what it prints.
#
# Exit status: 0 when everything was measured, 1 when cover missed a bug, 2 when something could not be run. Speed has no influence on it.
#
# Environment: HARRIER    the command                (default build/harrier)
#              PROGRAMS   folder with the programs   (default build/subjects/bugs)
#              SEEDS      runs of each               (default 10)
#              TIMEOUT    seconds, for each          (default 20)
#              ONLY       some of the programs       (default all)
#              ROWS       keep the measurements in this file, and leave out those that it has
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
HARRIER=$(realpath "${HARRIER:-build/harrier}")
programs=$(realpath "${PROGRAMS:-build/subjects/bugs}")
seeds=${SEEDS:-10}
TIMEOUT=${TIMEOUT:-20}
export HARRIER TIMEOUT
unset HARRIER_PERTURB HARRIER_RECORD HARRIER_SCHEDULE HARRIER_THREADS
cases=$here/../../test/bugs/cases.txt
cores=$(nproc)
asleep=24              # delays: such a run sleeps for nearly all of its time, so many do not disturb each other
starting=$((3 * cores)) # the program by itself, over and over: see README.md
few=$((seeds < 3 ? seeds : 3))
coverage_seeds=$((seeds < 5 ? seeds : 5))

fail() { echo "bench-cover: error: $*" >&2; exit 2; }

[ -x "$HARRIER" ] || fail "no command $HARRIER: build first, or set HARRIER"
[ "$seeds" -ge 1 ] 2> /dev/null || fail "SEEDS must be a number, at least 1"
[ "$TIMEOUT" -ge 1 ] 2> /dev/null || fail "TIMEOUT must be a number of seconds, at least 1"
all=$(sed -e '/^#/d' -e '/^ *$/d' -e 's/|.*//' "$cases")
only=${ONLY:-$all}
for program in $only; do
	[ -x "$programs/$program" ] || fail "ONLY: there is no program $program in $programs"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows=${ROWS:-$work/rows}
touch "$rows"

usual_size() { awk -F'|' -v name="$1" '{ gsub(/ /, "") } $1 == name { print $4 }' "$cases"; }
progress() { if [ -t 2 ]; then printf 'bench-cover: %s ...\n' "$1" >&2; fi; }

# measure RUNS SIDE-BY-SIDE WAY...: of all programs and seeds that are not in the rows yet. Seeds change slowest, so that what else the machine
# does in the meantime meets all programs alike.
measure() {
	local runs=$1 side_by_side=$2 way seed program
	shift 2
	for ((seed = 1; seed <= runs; seed++)); do
		for way in "$@"; do
			for program in $only; do
				grep -q "^$program $way $seed " "$rows" || printf '%s\0%s\0%s\0' "$way" "$programs/$program" "$seed"
			done
		done
	done | xargs -0 -r -n 3 -P "$side_by_side" bash "$here/measure.sh" >> "$rows"
}

# How long `harrier cover PROGRAM` takes until it has told what it found, as somebody who types it waits.
verdicts() {
	local program seed begin end
	for program in $only; do
		for ((seed = 1; seed <= seeds; seed++)); do
			! grep -q "^$program verdict $seed " "$rows" || continue
			begin=${EPOCHREALTIME//[!0-9]/}
			"$HARRIER" cover --outdir "$work/found" "$programs/$program" > /dev/null 2>&1 || true
			end=${EPOCHREALTIME//[!0-9]/}
			echo "$program verdict $seed 1 $(((end - begin) / 1000000)).$(printf '%06d' $(((end - begin) % 1000000))) 0 -"
		done
	done >> "$rows"
}

# Coverage of the repaired programs: cover, then delays for as long as that took.
coverage() {
	local program criterion seed seconds
	for program in $only; do
		for criterion in pr pbr pcr; do
			for ((seed = 1; seed <= coverage_seeds; seed++)); do
				grep -q "^goals $program $criterion cover $seed " "$rows" ||
					bash "$here/coverage.sh" cover $criterion $seed "$programs/$program" "$(usual_size "$program")" fixed | sed 's/^/goals /' >> "$rows"
			done
		done
	done
	# shellcheck disable=SC2034 # the fields that are not used
	while read -r goals program criterion way seed seconds rest; do
		for way in uniform-100 own-10; do
			grep -q "^goals $program $criterion $way $seed " "$rows" ||
				printf '%s\0%s\0%s\0%s\0%s\0%s\0fixed\0' "$way" "$criterion" "$seed" "$seconds" "$programs/$program" "$(usual_size "$program")"
		done
	done < <(grep "^goals [^ ]* [^ ]* cover " "$rows") | xargs -0 -r -n 7 -P "$asleep" bash "$here/coverage.sh" | sed 's/^/goals /' > "$work/more"
	cat "$work/more" >> "$rows"
}

load() { cut -d' ' -f1 /proc/loadavg; }

load_before=$(load)
SECONDS=0
progress 'cover and the samplers'
measure "$seeds" 1 cover-live cover pr pbr pcr random pos pct pctcp auto
progress 'verdicts'
verdicts
progress 'coverage'
coverage
progress 'random delays'
measure "$seeds" "$asleep" uniform-100 uniform-200 uniform-300 own-10
progress 'the sampler delay'
measure "$few" "$cores" delay # depends on no seed
progress 'the default order'
measure "$seeds" "$starting" live
echo "bench-cover: $seeds runs of each, timeout $TIMEOUT s; $SECONDS s in all; $cores cores, load $load_before before and $(load) after"
awk -v order="$only" -v limit="$TIMEOUT" -f "$here/table.awk" -f "$here/report.awk" "$rows"
