#!/usr/bin/env bash
# Runs the soak and holds its account against what the runtime itself says about undeliverable messages: two counts that have nothing in
# common. Usage: soak.sh PROGRAM [argument ...], see soak.c.   Exit status: 0 all accounted for, 1 not, 2 not usable.
set -uo pipefail
[ $# -ge 1 ] && [ -x "$1" ] || { echo "soak.sh: error: no program ${1:-} (build first)" >&2; exit 2; }
errors=$(mktemp) || exit 2
trap 'rm -f "$errors"' EXIT

output=$("$@" 2>"$errors")
status=$?
echo "$output"
grep -v '^warning: undeliverable at the end:' "$errors" >&2
[ "$status" = 0 ] || exit "$status"

own=$(awk '$1 == "Work," { sum += $5 } $1 == "Moved" || $1 == "Stopping" { sum += $4 } END { print sum + 0 }' <<<"$output")
# "warning: undeliverable at the end: A to x (destroyed), B to y (destroyed) (3 times) and 5 more": those named, as often as said, and
# the others.
runtimes=$(awk '/^warning: undeliverable at the end:/ {
	more = match($0, / and [0-9]+ more$/) ? substr($0, RSTART + 5) + 0 : 0
	if (more) $0 = substr($0, 1, RSTART - 1)
	sum += more
	count = split($0, named, /, /)
	for (i = 1; i <= count; i++) sum += match(named[i], /\([0-9]+ times\)$/) ? substr(named[i], RSTART + 1) + 0 : 1
} END { print sum + 0 }' "$errors")
if [ "$own" != "$runtimes" ]; then
	echo "soak: error: the account has $own undeliverable messages, the runtime reports $runtimes" >&2
	exit 1
fi
echo "soak: the runtime reports the same number of undeliverable messages: $runtimes"
