#!/usr/bin/env bash
# One measurement of coverage for `make bench-cover`, of a program without a bug:
#
#     coverage.sh cover CRITERION SEED PROGRAM [ARGUMENTS...]          prints "PROGRAM CRITERION cover SEED SECONDS GOALS RUNS"
#     coverage.sh DELAYS CRITERION SEED SECONDS PROGRAM [ARGUMENTS...]    the same line for delays, in equal time
#
# cover: a first execution, generation, and every schedule forced on the live runtime; SECONDS is all of that. DELAYS, say uniform-100:
# the program with random delays, started again until SECONDS are over (the run that is under way then comes to its end), each run
# recorded. GOALS are those of the criterion that the schedules, or the recorded runs, cover together.
# Environment: HARRIER.
set -u
way=$1 criterion=$2 seed=$3
shift 3
if [ "$way" != cover ]; then
	seconds=$1
	shift
fi
command=("$@")
program=${1##*/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
now() { local t=${EPOCHREALTIME//[!0-9]/}; clock=$((10#$t)); }

goals() { # of the criterion, in $covered, from the result in json
	covered=$(< "$work/json")
	covered=${covered#*\"coverage\":}
	covered=${covered#*\""$criterion"\":\{\"covered\":}
	covered=${covered%%[!0-9]*}
}

now && start=$clock
if [ "$way" = cover ]; then
	HARRIER_PERTURB=$seed:0.05:uniform HARRIER_RECORD=$work/first.schedule "${command[@]}" > /dev/null 2>&1 || exit 1
	"$HARRIER" cover --quiet --initial "$work/first.schedule" --criterion "$criterion" --save "$work/kept" --save-all -o "json:$work/json" \
		"${command[@]}" > "$work/out" 2>&1 || { cat "$work/out" >&2; exit 1; }
	kept=("$work"/kept/*)
	"$HARRIER" replay --live --quiet "${kept[@]}" "${command[@]}" > "$work/out" 2>&1 || { cat "$work/out" >&2; exit 1; }
	now
	seconds=$(printf '%d.%06d' $(((clock - start) / 1000000)) $(((clock - start) % 1000000)))
	runs=${#kept[@]}
else
	shape=${way%-*} ms=${way#*-}
	shape=${shape/own/} && shape=${shape:+:$shape}
	microseconds=${seconds/./} && microseconds=$((10#$microseconds))
	runs=0 initial=()
	while now; [ $((clock - start)) -lt "$microseconds" ]; do
		runs=$((runs + 1))
		HARRIER_PERTURB=$((seed * 100000 + runs)):$ms$shape HARRIER_RECORD=$work/$runs.schedule "${command[@]}" > /dev/null 2>&1 || exit 1
		initial+=(--initial "$work/$runs.schedule")
	done
	"$HARRIER" cover --quiet --rounds 0 --criterion "$criterion" "${initial[@]}" -o "json:$work/json" "${command[@]}" > "$work/out" 2>&1 ||
		{ cat "$work/out" >&2; exit 1; }
fi
goals
echo "$program $criterion $way $seed $seconds $covered $runs"
