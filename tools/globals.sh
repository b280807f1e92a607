#!/bin/sh
# Counts the mutable variables of the engine that are not in a struct that somebody passes: globals, file-scope statics and static locals.
#     tools/globals.sh BUILD [-v]       with -v: which, file by file
# Taken from object files that are not optimized across files: those of the engine that the tests of the tests use.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
objects=$1/test/differential/CMakeFiles/harrier-check-mutant.dir
[ -d "$objects" ] || { echo "globals.sh: $objects is not there: build first" >&2; exit 2; }
(cd "$root" && find src -name '*.c') | while read -r source; do
    object=$(find "$objects" -path "*/$source.o")
    [ -n "$object" ] || continue
    objdump -t "$object" | awk -v file="$source" '
        $0 ~ / \.(data|bss|tdata|tbss)(\.[^ \t]*)?[ \t]/ && $0 !~ /rel\.ro/ && $NF !~ /^\./ { print file, $NF }'
done | sort -u > "${TMPDIR:-/tmp}/globals.$$"
if [ "${2:-}" = -v ]; then
    awk '{ names[$1] = names[$1] " " $2; count[$1]++ } END { for (f in names) printf "%3d  %-32s%s\n", count[f], f, names[f] }' \
        "${TMPDIR:-/tmp}/globals.$$" | sort -rn
fi
echo "$(wc -l < "${TMPDIR:-/tmp}/globals.$$") mutable variables outside structs"
rm -f "${TMPDIR:-/tmp}/globals.$$"
