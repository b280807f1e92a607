#!/bin/bash
# Runs the tests, then lists the ten slowest, then repeats ctest's closing line, because people and tools look for it at the end.
#     test.sh BUILD-DIR CTEST-OPTION...
set -o pipefail
cd "$1" || exit 2
shift
ctest --output-on-failure "$@" | tee test.log
status=$?
echo
echo 'The slowest tests:'
sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec *$/\2 \1/p' test.log | sort -rn | head -n 10 |
    while read -r seconds name; do printf '%8.2f s  %s\n' "$seconds" "$name"; done
echo
grep -E '^[0-9]+% tests passed' test.log
exit $status
