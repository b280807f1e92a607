#!/usr/bin/env bash
# Runs every figure of figures.csv and identities.csv, prints the papers' tables with ours beside them, and draws the message orders.
# Ends with `N exact, N differ, N off, N absent`.
#
#   run.sh [--write DIRECTORY] HARRIER SUBJECTS [WORD]     WORD: only rows that contain it, no chart, and nothing is written
#
# exact     ours, plus the convention's constant (see README.md), is the published value
# differ    it is not, but it is the one expected; the row says why
# off       it is neither: something has changed
# absent    a published row that figures.csv does not have (complete.awk)
#
# docs/orders.svg must be the chart of the figures measured. With --write it is made so, and the tables go to DIRECTORY, as Markdown and as
# a page with charts (page.sh).
set -u
export LC_ALL=C # a decimal point, whatever the language
write=
if [ "$1" = --write ]; then
    write=$2
    shift 2
fi
harrier=$1 subjects=$2 word=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
chart=$here/../docs/orders.svg
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$work"' EXIT
started=$SECONDS

select_rows() { # select_rows FILE: without the heading
    awk -F';' -v word="$word" 'NR > 1 && (word == "" || index($1 "/" $2 "/" $4, word))' "$1"
}

# ---- running ----

# Each program and set of options once: number;program;options;bug. With a bug the run stops at it.
list_runs() {
    awk -F';' '!(($6, $7, $18) in seen) { seen[$6, $7, $18] = 1; print ++count ";" $6 ";" $7 ";" $18 }' "$work/figures" "$work/identities"
}

run_one() { # run_one NUMBER PROGRAM OPTIONS BUG
    local json=$work/$1.json going=--keep-going
    [ -z "$4" ] || going=
    : > "$json" # stays empty when the run fails
    # shellcheck disable=SC2086
    "$harrier" check --quiet --no-shorten --undeliverable off --time 120s --outdir "$work/schedules" $going $3 --output "json:$json" \
        "$subjects"/$2 > /dev/null 2>&1
}

run_all() { # as many at a time as there are processors
    local number program options bug workers
    workers=$(nproc)
    while IFS=';' read -r number program options bug; do
        while [ "$(jobs -rp | wc -l)" -ge "$workers" ]; do
            wait -n
        done
        run_one "$number" "$program" "$options" "$bug" &
    done < "$work/runs"
    wait
}

# program;options;bug;states;deliveries;paths;depth;seconds;peak bytes;what was found
collect() {
    local number rest
    while IFS=';' read -r number rest; do
        printf '%s;%s\n' "$rest" "$(cat "$work/$number.json")"
    done < "$work/runs" | awk '
        function value(name) {
            return match($0, "\"" name "\":\"?[^,\"}]*") ? substr($0, RSTART + length(name) + 3 + (substr($0, RSTART + length(name) + 3, 1) == "\""),
                RLENGTH - length(name) - 3 - (substr($0, RSTART + length(name) + 3, 1) == "\"")) : ""
        }
        {
            split($0, field, ";")
            print field[1] ";" field[2] ";" field[3] ";" value("states") ";" value("deliveries") ";" value("paths") ";" value("depth") ";" \
                value("seconds") ";" value("peak_bytes") ";" (value("verdict") == "violation" ? value("kind") : "")
        }'
}

# ---- charts and pages ----

check_chart() { # whether docs/orders.svg shows what was measured; with --write it is made so
    awk -F';' '/^Heuristics/ { print $2 ";" $4 ";" $5 ";" $26 }' "$work/results" > "$work/orders"
    if ! awk -f "$here/orders.awk" "$work/orders" > "$work/orders.svg"; then
        echo 'docs/orders.svg: the chart cannot be drawn'
    elif cmp -s "$work/orders.svg" "$chart"; then
        echo 'docs/orders.svg shows these figures'
        return 0
    elif [ -z "$write" ]; then
        echo 'docs/orders.svg does not show these figures: make reproduce draws it anew'
    elif cat "$work/orders.svg" > "$chart"; then
        echo 'docs/orders.svg drawn anew'
        return 0
    fi
    return 1
}

select_rows "$here/figures.csv" > "$work/figures"
select_rows "$here/identities.csv" > "$work/identities"
list_runs > "$work/runs"
run_all
collect > "$work/measured"
awk -F';' -v OFS=';' -f "$here/compare.awk" "$work/measured" "$work/figures" > "$work/results"
awk -F';' -f "$here/tables.awk" "$work/results"
awk -F';' -f "$here/identities.awk" "$work/measured" "$work/identities" || good=no
echo
[ -n "$word" ] || check_chart || good=no
if [ -n "$write" ] && [ -z "$word" ]; then
    bash "$here/page.sh" "$work/results" "$write" "$harrier" "$subjects" || good=no
fi
absent=$(awk -F';' -f "$here/complete.awk" "$here/published.csv" "$here/figures.csv" | tee "$work/absent" | wc -l)
cat "$work/absent"
printf '%d s in all\n' $((SECONDS - started))
awk -F';' -v absent="$absent" '{ count[$25]++ } END { printf "%d exact, %d differ, %d off, %d absent\n", count["exact"], count["differ"], count["off"], absent }' \
    "$work/results"
[ "${good:-yes}" = yes ] && [ "$absent" = 0 ] && ! grep -q ';off;' "$work/results"
