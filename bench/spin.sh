#!/usr/bin/env bash
# Builds and runs the SPIN models that Harrier is compared with.
#
#   bench/spin.sh build            all models, at the sizes of the benchmark
#   bench/spin.sh run MODEL N      full search without reduction; prints one line:
#                                  MODEL N states transitions cpu_seconds bytes_per_state
#   bench/spin.sh test             small sizes against known counts
#
# MODEL is a file of bench/models without its ending, for example pi-natural.
# SPIN wants N when it compiles; `run` builds what is missing or out of date.
#
# Environment: BUILD_DIR   where to build     (default build/bench)
#              PANFLAGS    more flags for gcc (default none)
#              MEMLIM      limit in MB        (default 16000)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build_dir=${BUILD_DIR:-build/bench}
sizes="pi-natural:12 pi-packed:12 philosophers-natural:6 philosophers-packed:6
	pi-fifo-natural:12 philosophers-fifo-natural:6 philosophers-fifo-packed:6"

fail() { echo "spin.sh: $*" >&2; exit 2; }

# -DNOCOMP leaves out a byte mask that shortens stored states. It makes the packed
# models faster and costs them nothing: they have little that could be left out.
flags_of() {
	local flags="-O2 -DSAFETY -DNOREDUCE -DMEMLIM=${MEMLIM:-16000}"
	case $1 in *-packed) flags="$flags -DNOCOMP" ;; esac
	echo "$flags ${PANFLAGS:-}"
}

# build_model MODEL N: leaves the verifier in $dir/pan.
build_model() {
	local source=$here/models/$1.pml flags
	[ -f "$source" ] || fail "no model $source"
	case $2 in '' | *[!0-9]*) fail "N is a number, not '$2'" ;; esac
	command -v spin >/dev/null || fail "spin is not installed"
	flags=$(flags_of "$1")
	dir=$build_dir/$1-$2
	mkdir -p "$dir"
	if [ "$dir/pan" -nt "$source" ] && [ "$dir/pan" -nt "$here/models/each.pml" ] &&
		[ "$(cat "$dir/flags" 2>/dev/null)" = "$flags" ]; then
		return
	fi
	rm -f "$dir/pan"
	# shellcheck disable=SC2086  # the flags are words
	(cd "$dir" && spin "-DN=$2" -a "$source" && gcc $flags -o pan pan.c) >"$dir/build.log" 2>&1 ||
		{ cat "$dir/build.log" >&2; fail "$1 does not build with N=$2"; }
	echo "$flags" >"$dir/flags"
}

# bounds MODEL N: pan's -m and -w. A depth-first path is no longer than there are
# states; the hash table gets two to four slots per state. Estimates from above.
bounds() {
	awk -v model="$1" -v n="$2" 'BEGIN {
		states = model ~ /^pi/ ? 3^n + 2^n : model ~ /fifo/ ? 995 * 10.4^(n - 3) : 1475 * 11.9^(n - 3)
		depth = model ~ /^pi/ ? 3 * n : states
		printf "-m%.0f -w%d\n", depth + 1000, log(states + 1024) / log(2) + 2
	}'
}

# SPIN counts the initial state among stored + matched; a transition leads to every
# state but that one, hence the - 1.
run_model() {
	local times
	build_model "$1" "$2"
	TIMEFORMAT='%3U %3S'
	# -E: a deadlock is no reason to stop; -n: no list of unreached code.
	# shellcheck disable=SC2046  # two words
	# Huge pages for its table, as Harrier asks for them for its own.
	times=$({ time GLIBC_TUNABLES=glibc.malloc.hugetlb=1 "$dir/pan" $(bounds "$1" "$2") -E -n >"$dir/out" 2>&1; } 2>&1) ||
		{ cat "$dir/out" >&2; fail "$1 $2: pan failed"; }
	awk -v model="$1" -v n="$2" -v times="$times" '
		/^State-vector.*errors: 0$/      { complete = 1; vector = $2 }
		/not completed|too small|MEMLIM/ { stopped = 1 }
		/states, stored/                 { stored = $1 }
		/transitions \(= stored/         { reached = $1 }
		/actual memory usage for states/ { bytes = $1 * 1024 * 1024 }
		END {
			if (!complete || stopped || !stored) exit 1
			if (!bytes) bytes = (vector + 20) * stored   # -DNOCOMP: stored as it is
			split(times, cpu, " ")
			printf "%s %s %.0f %.0f %.3f %.1f\n", model, n, stored, reached - 1,
				cpu[1] + cpu[2], bytes / stored
		}' "$dir/out" || { cat "$dir/out" >&2; fail "$1 $2: the search is not complete"; }
}

test_models() {
	local status=0 line model n states transitions rest
	while read -r model n states transitions; do
		line=$(run_model "$model" "$n")
		read -r _ _ rest <<<"$line"
		case "$rest" in
		"$states $transitions "*) echo "ok $model $n: $states states, $transitions transitions" ;;
		*) echo "not ok $line: expected $states $transitions"; status=1 ;;
		esac
	done <<-END
		pi-natural 5 275 891
		pi-packed 5 275 891
		pi-natural 9 20195 120403
		pi-packed 9 20195 120403
		philosophers-natural 3 1475 5394
		philosophers-packed 3 1475 5394
		philosophers-natural 4 17455 85928
		philosophers-packed 4 17455 85928
		pi-fifo-natural 5 275 891
		pi-fifo-natural 9 20195 120403
		philosophers-fifo-natural 3 995 3465
		philosophers-fifo-packed 3 995 3465
		philosophers-fifo-natural 4 10305 48324
		philosophers-fifo-packed 4 10305 48324
	END
	return $status
}

case ${1:-} in
build)
	for each in $sizes; do
		build_model "${each%:*}" "${each#*:}"
		echo "built $dir/pan"
	done ;;
run) [ $# -eq 3 ] || fail "usage: spin.sh run MODEL N"; run_model "$2" "$3" ;;
test) test_models ;;
*) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
