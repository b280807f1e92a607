#!/bin/bash
# Would the tests notice if the engine were wrong? Each patch here is one fault. It is put into a copy of the tree, which is built, and the
# tests that the patch names must fail; if they do not, all others are tried.
#     run.sh SOURCE-DIR SCRATCH-DIR [NAME...]
# JOBS: how many processes build and test at once. ALL=0: only the named tests are tried. What a failing test said is in SCRATCH-DIR/logs.
set -u
source=$(realpath "$1")
mkdir -p "$2"
scratch=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
. "$here/patches.sh"
shift 2
names=("$@")
asked=${#names[@]} # 0: for none in particular
[ "$asked" != 0 ] || mapfile -t names < <(all_names)

NOTICED_MIN=55 # of all; a patch that names tests must be noticed whatever the others are
TEST_SECONDS=300
tree=$scratch/tree build=$scratch/build saved=$scratch/saved logs=$scratch/logs log=$scratch/logs/last
jobs=${JOBS:-$(nproc)}
noticed=0 unnoticed=0 wrong=0
mkdir -p "$logs"

# ---- the copy ----

# All files of a tree, without what was built in it.
files_of() { (cd "$1" && find . -name '.?*' -prune -o -type d -exec test -e '{}/CMakeCache.txt' \; -prune -o -type f -print | sort); }

# Copies what differs and nothing else, so that only that is built: what was changed here or there, also by a run that was interrupted.
copy_tree() {
    local file
    mkdir -p "$tree"
    files_of "$source" | while read -r file; do
        cmp -s "$source/$file" "$tree/$file" && continue
        mkdir -p "$tree/$(dirname "$file")"
        cp --preserve=mode "$source/$file" "$tree/$file"
    done
    comm -13 <(files_of "$source") <(files_of "$tree") | while read -r file; do rm "$tree/$file"; done
}

save() { # save NAME: the files that it changes
    local file
    for file in $(changed_files "$1"); do
        mkdir -p "$saved/$(dirname "$file")"
        cp "$tree/$file" "$saved/$file" 2> /dev/null
    done
}

restore() { # with new times, so that they are built anew
    [ ! -d "$saved" ] || cp -r "$saved/." "$tree"
    rm -rf "$saved"
}

# Optimizing across files takes long and changes nothing of what the tests see.
configure() {
    local generator=()
    command -v ninja > /dev/null && generator=(-G Ninja)
    [ -e "$build/CMakeCache.txt" ] || cmake -S "$tree" -B "$build" "${generator[@]}" -DHARRIER_ACROSS_FILES=OFF > "$log" 2>&1
}

make_all() { cmake --build "$build" -j"$jobs" > "$log" 2>&1; }

# ---- the tests ----

# A regular expression, from lines: a test's name, or what the names of its groups begin with.
one_of() { sed 's/[.]/[.]/g' | paste -sd'|' | sed 's/.*/^(&)([.].*)?$/'; }

# The tests that fail, of those that ctest is asked for, up to the first or the first few. One that was skipped does not fail; neither does one
# that ran out of time, since a busy machine does that as well.
failing() {
    FAIL_FAST=1 VERBOSE=1 ctest --test-dir "$build" -j"$jobs" --stop-on-failure --output-on-failure --timeout $TEST_SECONDS "$@" > "$log" 2>&1
    sed -n '/(Skipped)\|(Not Run)\|(Disabled)\|(Timeout)/d; s/^[[:space:]]*[0-9]* - \([^ ]*\) (.*/\1/p' "$log" | paste -sd' '
}

failing_of() { # failing_of TEST...
    [ $# = 0 ] || failing -R "$(printf '%s\n' "$@" | one_of)"
}

# Whether patches apply is no news in a tree that has one.
failing_of_all() { failing -E '^mutants-apply$'; }

# A test that fails anyway would notice everything.
good_without_faults() {
    local bad name
    bad=$(failing_of $(for name in "${names[@]}"; do named_tests "$name"; done | sort -u))
    [ -z "$bad" ] && return
    echo "without any fault: $bad"
    sed 's/^/      | /' "$log" | tail -n 40
    return 1
}

# ---- one fault ----

row() { printf '%-14s %-36s %s\n' "$@"; }

look_for() { # look_for NAME: it is built
    local name=$1 by reason
    by=$(CASES=$(says "$name" cases) failing_of $(named_tests "$name"))
    [ -n "$by" ] || [ "${ALL:-1}" = 0 ] || by=$(failing_of_all)
    reason=$(says "$name" 'not noticed')
    if [ -n "$by" ]; then
        noticed=$((noticed + 1)); row noticed "$name" "by $by"
        cp "$log" "$logs/$name"
    else
        unnoticed=$((unnoticed + 1)); row 'not noticed' "$name" "${reason:-by any test}"
        [ -n "$reason" ] || wrong=$((wrong + 1))
    fi
}

try() {
    save "$1"
    if ! apply "$1" "$tree" > "$log" 2>&1; then
        wrong=$((wrong + 1)); row 'does not apply' "$1" "$(head -n 1 "$log")"
    elif ! make_all; then
        wrong=$((wrong + 1)); row 'does not build' "$1" "$(grep -m 1 error "$log")"
    else
        look_for "$1"
    fi
    restore
}

copy_tree
if ! configure || ! make_all || ! good_without_faults; then
    grep -m 5 -i error "$log"
    echo 'the tree itself does not build or does not pass'
    exit 1
fi
trap restore EXIT
for name in "${names[@]}"; do
    try "$name"
done
echo "$noticed noticed, $unnoticed not noticed"
[ "$wrong" = 0 ] && { [ "$asked" != 0 ] || [ "$noticed" -ge $NOTICED_MIN ]; }
