#!/bin/sh
# Counts the mutable variables of the engine that are not passed as arguments: globals, file-scope statics and static locals.
#     tools/globals.sh BUILD [-v]           with -v: lists them, file by file
#     tools/globals.sh BUILD --most N       fails, and lists them, when there are more than N
# Reads the object files of the engine that is built for mutants, because these are not optimized across files.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
objects=$1/test/differential/CMakeFiles/harrier-check-mutant.dir
[ -d "$objects" ] || { echo "globals.sh: $objects is not there: build first" >&2; exit 2; }
found=$(mktemp)
trap 'rm -f "$found"' EXIT
(cd "$root" && find src -name '*.c') | while read -r source; do
    object=$(find "$objects" -path "*/$source.o")
    [ -n "$object" ] || continue
    objdump -t "$object" | awk -v file="$source" '
        $0 ~ / \.(data|bss|tdata|tbss)(\.[^ \t]*)?[ \t]/ && $0 !~ /rel\.ro/ && $NF !~ /^\./ { print file, $NF }'
done | sort -u > "$found"
count=$(wc -l < "$found")
if [ "${2:-}" = -v ] || { [ "${2:-}" = --most ] && [ "$count" -gt "$3" ]; }; then
    awk '{ names[$1] = names[$1] " " $2; count[$1]++ } END { for (f in names) printf "%3d  %-32s%s\n", count[f], f, names[f] }' "$found" | sort -rn
fi
echo "$count mutable variables outside structs"
if [ "$count" -eq 0 ]; then
    echo "globals.sh: no variable at all: the object files were not found" >&2
    exit 2
fi
if [ "${2:-}" = --most ] && [ "$count" -gt "$3" ]; then
    echo "more than $3: state belongs into a struct that its user passes; src/README.md says what may stay" >&2
    exit 1
fi
