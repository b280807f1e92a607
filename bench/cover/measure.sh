#!/usr/bin/env bash
# One measurement of `make bench-cover`: how long one way of testing takes until a program fails.
#
#     measure.sh WAY PROGRAM SEED [ARGUMENTS...]
#
# prints "PROGRAM WAY SEED FOUND SECONDS EXECUTIONS CRITERION": FOUND is 1 when the program failed before TIMEOUT; SECONDS is then
# all the time that it took, with every process that had to be started, and else TIMEOUT; CRITERION is that of the failing schedule.
#
# WAY: cover-live            first execution, cover, its schedules forced on the live runtime until one fails
#      cover | pr | pbr | pcr   first execution, cover in the engine; the last three with one criterion alone
#      live                  the program by itself, again and again
#      uniform-MS | own-MS   with delays up to MS ms, uniform as in the paper, or distributed as HARRIER_PERTURB does by default
#      random | pos | pct | pctcp | delay | auto   harrier check --search WAY
# Environment: HARRIER, TIMEOUT (seconds).
set -u
way=$1 program=$2 seed=$3
shift 3
command=("$program" "$@")
harrier=$HARRIER limit=$TIMEOUT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
found=0 executions=0 criterion=-

# Microseconds, without starting a process.
now() { local t=${EPOCHREALTIME//[!0-9]/}; clock=$((10#$t)); }
left() { now; [ $((clock - start)) -lt $((limit * 1000000)) ]; }

# The execution that cover begins with: a live run that passes, with short delays so that seeds differ.
first_execution() {
	local try=0
	while left; do
		try=$((try + 1)) executions=$((executions + 1))
		HARRIER_PERTURB=$((seed * 1000 + try)):0.05:uniform HARRIER_RECORD=$work/first.schedule "${command[@]}" > /dev/null 2>&1 && return
	done
}

# In $schedules, in the order in which they were generated.
list_schedules() {
	local stem=$work/kept/${program##*/} n=1
	schedules=()
	while [ -f "$stem-$n.schedule" ]; do
		schedules+=("$stem-$n.schedule")
		n=$((n + 1))
	done
}

read_criterion() { # read_criterion FILE
	local line
	while read -r line; do
		[[ $line =~ ^#\ (fails\ on\ the\ way\ to\ )?(p[bc]?r): ]] && criterion=${BASH_REMATCH[2]} && return
	done < "$1"
}

cover() { # cover OPTIONS...: executions in the engine
	"$harrier" cover --quiet --no-shorten --time "${limit}s" --outdir "$work" --initial "$work/first.schedule" -o "json:$work/json" \
		"$@" "${command[@]}" > "$work/out" 2>&1
	local status=$?
	[[ $(< "$work/json") =~ \"coverage\":\{\"executions\":([0-9]+),\"schedules\":[0-9]+,\"unfit\":([0-9]+) ]] &&
		in_engine=$((BASH_REMATCH[1] + BASH_REMATCH[2]))
	return $status
}

in_engine=0 schedules=()
now && start=$clock
case $way in
cover-live)
	first_execution
	cover --save "$work/kept" --save-all
	list_schedules
	"$harrier" replay --live --fail-fast --time "${limit}s" "${schedules[@]}" "${command[@]}" > "$work/out" 2>&1
	[ $? = 1 ] && found=1
	;;
cover | pr | pbr | pcr)
	first_execution
	options=(--save "$work/kept")
	[ "$way" = cover ] || options+=(--criterion "$way")
	cover "${options[@]}"
	[ $? = 1 ] && found=1
	;;
live)
	while [ $found = 0 ] && left; do
		executions=$((executions + 1))
		"${command[@]}" > /dev/null 2>&1
		[ $? = 1 ] && found=1
	done
	;;
uniform-* | own-*)
	shape=${way%-*} ms=${way#*-}
	shape=${shape/own/} && shape=${shape:+:$shape}
	while [ $found = 0 ] && left; do
		executions=$((executions + 1))
		rest=$((start + limit * 1000000 - clock))
		printf -v rest '%d.%06d' $((rest / 1000000)) $((rest % 1000000))
		HARRIER_PERTURB=$((seed * 100000 + executions)):$ms$shape timeout "$rest" "${command[@]}" > /dev/null 2>&1
		[ $? = 1 ] && found=1
	done
	;;
*)
	"$harrier" check --quiet --no-shorten --search "$way" --seed "$seed" --time "${limit}s" --outdir "$work" -o "json:$work/json" \
		"${command[@]}" > "$work/out" 2>&1
	[ $? = 1 ] && found=1
	;;
esac
now && end=$clock

# What is left to tell takes time that is not counted.
case $way in
cover-live)
	tried=$(awk '/ schedules?: [0-9]+ passed/ { print $1 }' "$work/out")
	executions=$((executions + ${tried:-0}))
	[ $found = 1 ] && read_criterion "${schedules[${tried:-1} - 1]}"
	;;
cover | pr | pbr | pcr)
	executions=$in_engine
	list_schedules
	[ $found = 1 ] && [ ${#schedules[@]} != 0 ] && read_criterion "${schedules[0]}"
	;;
live | uniform-* | own-*) ;;
*)
	[[ $(< "$work/json") =~ \"paths\":([0-9]+) ]] && executions=${BASH_REMATCH[1]}
	;;
esac
took=$((end - start))
if [ $found = 0 ] || [ $took -gt $((limit * 1000000)) ]; then
	found=0 took=$((limit * 1000000))
fi
printf '%s %s %s %s %d.%06d %s %s\n' "${program##*/}" "$way" "$seed" $found $((took / 1000000)) $((took % 1000000)) "$executions" "$criterion"
