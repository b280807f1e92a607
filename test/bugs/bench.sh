#!/bin/bash
# make bench-cover, as short as can be: it measures every way, and all tables come out. How fast anything is does not matter here:
#     bench.sh HARRIER DIRECTORY-WITH-THE-PROGRAMS BENCHMARK
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
HARRIER=$1 PROGRAMS=$2 ONLY=writer SEEDS=1 TIMEOUT=1 ROWS=$work/rows bash "$3" > "$work/out" 2> "$work/err"
status=$?
problems=
[ $status -le 1 ] || problems+="; exit status $status"
for way in cover-live cover pr pbr pcr random pos pct pctcp delay auto live uniform-100 uniform-200 uniform-300 own-10 verdict; do
    grep -Eq "^writer $way 1 [01] [0-9]+\.[0-9]{6} [0-9]+ (-|pr|pbr|pcr)$" "$work/rows" || problems+="; no measurement of $way"
done
for criterion in pr pbr pcr; do
    for way in cover uniform-100 own-10; do
        grep -Eq "^goals writer $criterion $way 1 [0-9]+\.[0-9]{6} [0-9]+ [0-9]+$" "$work/rows" || problems+="; no $criterion coverage of $way"
    done
done
for title in 'found, live' 'found, in the engine' 'criterion alone' 'Coverage of' 'What beats' 'Verdict of' 'Goals'; do
    grep -q "$title" "$work/out" || problems+="; no table '$title'"
done
[ ! -s "$work/err" ] || problems+='; it complains'
[ -z "$problems" ] || { echo "FAIL  ${problems#; }"; cat "$work/out" "$work/err" "$work/rows"; exit 1; }
echo ok
