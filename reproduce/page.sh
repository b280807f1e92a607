#!/usr/bin/env bash
# The tables of `make reproduce` as files: page.sh RESULTS DIRECTORY HARRIER SUBJECTS
#   DIRECTORY/figures.md      Markdown
#   DIRECTORY/figures.html    one page, with charts that gnuplot draws; without gnuplot the page has none of those, and says so
set -u
results=$1 directory=$2 harrier=$3 subjects=$4
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$directory" || exit 1

# ---- what is drawn ----

rows() { # rows TABLE ALGORITHM: subject order states-theirs states-ours deliveries-theirs deliveries-ours, where both are there
    awk -F';' -v table="$1" -v algorithm="$2" '$1 == table && $4 == algorithm { gsub(/ /, "-", $2)
        print $2 ($5 == "" ? "-" $3 : "-" $5), $8 == "" ? "?" : $8, $27, $9 == "" ? "?" : $9, $28 }' "$results" |
        sed 's/\([0-9.]\)K /\1e3 /g' | grep -v OFF
}

steps_data() {
    join <(rows 'Basset, Table 3.3' stateful-big | sort) <(rows 'Basset, Table 3.3' stateful-little | sort)
}
speedup_data() { # speedup_data TABLE SUFFIX: subject, theirs, ours
    join <(rows "$1" "persistent$2" | sort) <(rows "$1" "transdpor$2" | sort) | awk '{ print $1, $4 / $8, $5 / $9 }'
}
jacco_data() { # subject, theirs jacco and basset, ours
    join <(rows 'Jacco, Table 1' jacco | sort) <(rows 'Jacco, Table 1' basset | sort) | awk '{ sub(/-foundry/, "", $1); print $1, $2, $6, $3, $7 }'
}

# Bita: the goals that are covered after so many milliseconds. The programs are the repaired ones: one that fails ends early.
goals_in() { # goals_in JSON: pr, pcr and pbr
    sed -n 's/.*"goals":{"pr":{"covered":\([0-9]*\)[^}]*},"pbr":{"covered":\([0-9]*\)[^}]*},"pcr":{"covered":\([0-9]*\).*/\1 \3 \2/p' "$1"
}

# In the engine: a run for each number of deliveries, to see what is covered by then. They take milliseconds, so their times say more about the
# machine than about them: the time is that of the longest, in proportion.
engine_data() { # engine_data PROGRAM SIZE cover|check OPTION...
    local program=$1 size=$2 command=$3 limit
    shift 3
    for limit in 20 50 100 200 500 1000 2000 5000; do
        "$harrier" "$command" --quiet --keep-going --no-shorten --outdir "$work/schedules" --deliveries "$limit" "$@" \
            --output "coverage:$work/coverage" --output "json:$work/json" "$subjects/bugs/$program" "$size" fixed > /dev/null 2>&1
        echo "$(sed -n 's/.*"deliveries":\([0-9]*\).*"seconds":\([0-9.e+-]*\).*/\1 \2/p' "$work/json") $(goals_in "$work/json")"
    done | awk '{ deliveries[NR] = $1; goals[NR] = $3 " " $4 " " $5; each = $1 > 0 ? 1000 * $2 / $1 : 0 }
        END { for (i = 1; i <= NR; i++) { print deliveries[i] * each, goals[i] } }'
}

# The paper's baseline: the program runs live, again and again, with delays that are uniformly distributed up to 100 ms, and each run is recorded. A
# delay sleeps, so all runs go side by side; the time is what they take one after the other.
DELAYED_RUNS=24
delays_data() { # delays_data PROGRAM SIZE
    local run initial=() sum=0 start now
    for ((run = 1; run <= DELAYED_RUNS; run++)); do
        (start=${EPOCHREALTIME//[!0-9]/}
         HARRIER_PERTURB=$run:100:uniform HARRIER_RECORD=$work/$run.schedule "$subjects/bugs/$1" "$2" fixed > /dev/null 2>&1
         now=${EPOCHREALTIME//[!0-9]/}
         echo $((now - start)) > "$work/$run.time") &
    done
    wait
    for ((run = 1; run <= DELAYED_RUNS; run++)); do
        initial+=(--initial "$work/$run.schedule")
        sum=$((sum + $(< "$work/$run.time")))
        case $run in 1 | 2 | 3 | 5 | 8 | 12 | 17 | "$DELAYED_RUNS") ;; *) continue ;; esac
        "$harrier" cover --quiet --rounds 0 "${initial[@]}" --output "json:$work/json" "$subjects/bugs/$1" "$2" fixed > /dev/null 2>&1
        echo "$((sum / 1000)) $(goals_in "$work/json")"
    done
}

coverage_chart() { # coverage_chart PROGRAM SIZE
    local way plot='plot' column
    local -A title=([cover]='cover' [random]='random orders' [delays]='delays 0-100 ms, live')
    local -a criterion=('' '' PR PCR PBR) dash=([1]=1 [2]=2 [3]=3) colour=('' '' '#0072b2' '#d55e00' '#009e73')
    local number=0
    engine_data "$1" "$2" cover > "$work/cover"
    engine_data "$1" "$2" check --search random --seed 1 > "$work/random"
    delays_data "$1" "$2" > "$work/delays"
    for way in cover random delays; do
        number=$((number + 1))
        for column in 2 3 4; do
            plot+=" '$way' using 1:$column with linespoints pointtype $((2 * number + 3)) pointsize 0.6 dashtype ${dash[number]} linecolor rgb '${colour[column]}' title '${title[$way]}, ${criterion[column]}',"
        done
    done
    printf 'set logscale x\nset xlabel "milliseconds"\nset xtics norotate\nset ylabel "goals covered"\nset yrange [0:*]\n%s\n' "${plot%,}" |
        draw "bita-$1" "Bita: goals covered over time, $1 $2: cover against random delays"
}

draw() { # draw NAME TITLE: gnuplot's commands on standard input; the picture becomes a part of the page
    { printf 'set terminal svg size 1100,420 background "white" font "sans-serif,11"\nset title "%s"\nset key outside top right\n' "$2"
      printf 'set style fill solid 0.8\nset xtics rotate by -40 nomirror\nset grid ytics\n'
      cat; } | (cd "$work" && gnuplot) > "$work/$1.svg" 2> "$work/$1.err" && [ -s "$work/$1.svg" ] || {
        echo "page.sh: $1 cannot be drawn: $(head -n 1 "$work/$1.err")"
        return 1
    }
    sed -n '/<svg/,$p' "$work/$1.svg" >> "$work/charts"
}

bars() { # bars FILE COLUMN NAME COLUMN NAME...: a plot of bars beside each other
    local file=$1 plot='plot'
    shift
    while [ $# -gt 0 ]; do
        plot+=" '$file' using $1:xtic(1) with histogram title '$2',"
        shift 2
    done
    printf 'set style data histogram\nset style histogram clustered gap 1\n%s\n' "${plot%,}"
}

draw_charts() {
    steps_data > "$work/steps"
    speedup_data 'TransDPOR, Table 1' '' > "$work/speedup1"
    speedup_data 'TransDPOR, Table 2' +sleep > "$work/speedup2"
    jacco_data > "$work/jacco"
    bars steps 2 'big, theirs' 3 'big, ours' 6 'little, theirs' 7 'little, ours' | draw steps 'Step granularity (Basset, Table 3.3): states' || return
    { echo 'set logscale y'; bars speedup1 2 theirs 3 ours; } | draw speedup1 'TransDPOR, Table 1: deliveries saved over persistent sets, times' || return
    bars speedup2 2 theirs 3 ours | draw speedup2 'TransDPOR, Table 2, with sleep sets: deliveries saved over persistent sets, times' || return
    { echo 'set logscale y'; bars jacco 2 'jacco, theirs' 3 'basset, theirs' 4 'jacco, ours' 5 'numbered, ours'; } |
        draw jacco 'Jacco, Table 1: states' || return
    coverage_chart writer 10 || return
    coverage_chart barber 5
}

# ---- the files ----

: > "$work/charts"
remark=
if ! command -v gnuplot > /dev/null; then
    remark='gnuplot is not installed, so the charts of step granularity, speed-ups, states and coverage are left out (tools/setup.sh reproduce installs it)'
else
    draw_charts || exit 1
fi
{ echo '# The published figures, theirs and ours'
  awk -F';' -v format=markdown -f "$here/page.awk" "$results"; } > "$directory/figures.md" || exit 1
{ cat << 'EOF'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The published figures</title>
<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin-bottom:2em}td,th{border:1px solid #bbb;padding:2px 6px;text-align:right}td:nth-child(-n+4),th:nth-child(-n+4),td:last-child{text-align:left}th{position:sticky;top:0;background:#eee}svg{max-width:100%;height:auto;display:block;margin:1em 0}</style>
</head><body><h1>The published figures, theirs and ours</h1>
EOF
  [ -z "$remark" ] || echo "<p>$remark</p>"
  echo '<h2>Message orders (Basset, Tables 4.1 and 4.2)</h2>'
  cat "$here/../docs/orders.svg" "$work/charts"
  awk -F';' -v format=html -f "$here/page.awk" "$results"
  echo '</body></html>'; } > "$directory/figures.html" || exit 1
[ -z "$remark" ] || echo "$remark"
echo "the tables are in $directory/figures.md and $directory/figures.html"
