#!/usr/bin/env bash
# Runs every figure of figures.csv, first-bugs.csv and identities.csv, prints the papers' tables with ours beside them and draws the message orders.
# Ends with `N exact, N off`.
#
#   run.sh [--write] HARRIER SUBJECTS [WORD]     WORD: only rows that contain it, and no chart
#
# A row passes when ours (plus the convention's constant, see README.md) is the expected value. Rows whose expected value is not the
# published one are counted apart. docs/orders.svg must be the chart of the figures measured; with --write it is made so.
set -u
export LC_ALL=C # a decimal point, whatever the language
write=no
if [ "$1" = --write ]; then
    write=yes
    shift
fi
harrier=$1 subjects=$2 word=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
chart=$here/../docs/orders.svg
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$work"' EXIT
line= line_of= line_mark= compared=0 moved_states=0 smaller=0
exact=0 off=0 same=0 changed=0 pinned=0 moved=0 published=0 table=
started=$SECONDS
workers=$(nproc)

number() { # number NAME FILE: a number of the JSON result
    sed -n "s/.*\"$1\":\([0-9.e+-]*\).*/\1/p" "$2"
}

shown() { # shown PUBLISHED OURS: both, when there is something to compare
    if [ -n "$1" ]; then printf '%s/%s' "$1" "$2"; else printf '%s' "$2"; fi
}

select_rows() { # select_rows FILE: without the heading, the rows of a table together, tables in the order of their first rows
    awk -F';' -v word="$word" '
        NR == 1 || (word != "" && !index($1 "/" $2 "/" $4, word)) { next }
        !($1 in rows) { tables[++count] = $1 }
        { rows[$1] = rows[$1] $0 "\n" }
        END { for (i = 1; i <= count; i++) printf "%s", rows[tables[i]] }' "$1"
}

begin() { # begin NUMBER ROW OPTION...: starts the run of a row
    local number=$1 program options
    IFS=';' read -r _ _ _ _ _ program options _ <<< "$2"
    shift 2
    : > "$work/$number.json" # stays empty when the run fails
    # shellcheck disable=SC2086
    "$harrier" check --quiet --no-shorten --undeliverable off --time 120s --outdir "$work/schedules" "$@" $options \
        --output "json:$work/$number.json" "$subjects"/$program > /dev/null 2>&1 &
    pids[number]=$!
}

run_rows() { # run_rows FILE REPORT OPTION...: as many runs at a time as there are processors; reported in the order of the rows
    local file=$1 report=$2 next=0 i
    shift 2
    mapfile -t rows < <(select_rows "$file")
    pids=()
    for ((i = 0; i < ${#rows[@]}; i++)); do
        for (( ; next < ${#rows[@]} && next < i + workers; next++)); do
            begin "$next" "${rows[next]}" "$@"
        done
        wait "${pids[i]}"
        "$report" "$work/$i.json" "${rows[i]}"
        rm -f "$work/$i.json"
    done
}

report_figure() { # report_figure RESULT ROW
    local t subject flavour algorithm order ps pd pp pdepth pseconds es ed ep edepth status as ad adepth
    local states deliveries paths depth good=yes mark pair
    IFS=';' read -r t subject flavour algorithm order _ _ ps pd pp pdepth pseconds es ed ep edepth status as ad adepth <<< "$2"
    if [ "$t" != "$table" ]; then
        printf '\n%s\n  %-16s %-8s %-17s %-5s %19s %19s %17s %7s %12s\n' "$t" subject flavour algorithm order \
            'states theirs/ours' 'deliveries' 'paths' 'depth' 'seconds'
        table=$t
    fi
    deliveries=$(number deliveries "$1")
    case $t in Heuristics*) echo "$subject;$algorithm;$order;$deliveries" >> "$work/orders" ;; esac
    states=$(($(number states "$1") + as)) deliveries=$((deliveries + ad)) paths=$(number paths "$1") depth=$(($(number depth "$1") + adepth))
    for pair in "$es:$states" "$ed:$deliveries" "$ep:$paths" "$edepth:$depth"; do
        [ -z "${pair%%:*}" ] || [ "${pair%%:*}" = "${pair##*:}" ] || good=no
    done
    case $status/$good in
    exact/yes) exact=$((exact + 1)) mark= ;;
    exact/no) off=$((off + 1)) mark="  off: expected $es/$ed/$ep/$edepth" ;;
    */yes) same=$((same + 1)) mark="  differs from the paper, as expected" ;;
    *) changed=$((changed + 1)) mark="  off: expected $es/$ed/$ep/$edepth (not the paper's)" ;;
    esac
    printf '  %-16s %-8s %-17s %-5s %19s %19s %17s %7s %12s%s\n' "$subject" "$flavour" "$algorithm" "$order" "$(shown "$ps" "$states")" \
        "$(shown "$pd" "$deliveries")" "$(shown "$pp" "$paths")" "$(shown "$pdepth" "$depth")" \
        "$(shown "$pseconds" "$(printf '%.2f' "$(number seconds "$1")")")" "$mark"
}

report_first_bug() { # report_first_bug RESULT ROW
    local t subject algorithm order pd pp pseconds bug ed ep ap remark deliveries paths found mark
    IFS=';' read -r t subject _ algorithm order _ _ pd pp pseconds bug ed ep ap remark <<< "$2"
    if [ "$t" != "$table" ]; then
        printf '\n%s\n  %-20s %-17s %-5s %-9s %17s %19s %12s\n' "$t" subject algorithm order bug 'paths theirs/ours' 'deliveries' 'seconds'
        table=$t
    fi
    deliveries=$(number deliveries "$1") paths=$(($(number paths "$1") + ap))
    found=$(sed -n 's/.*"verdict":"violation","kind":"\([a-z]*\)".*/\1/p' "$1")
    if [ "$found/$deliveries/$paths" = "$bug/$ed/$ep" ]; then
        pinned=$((pinned + 1)) mark=
    else
        moved=$((moved + 1)) mark="  off: ours were $bug/$ep/$ed"
    fi
    if [ "$paths/$deliveries" = "$pp/$pd" ]; then
        published=$((published + 1)) mark="$mark  as published"
    fi
    printf '  %-20s %-17s %-5s %-9s %17s %19s %12s%s%s\n' "$subject" "$algorithm" "$order" "${found:-none}" "$pp/$paths" "$pd/$deliveries" \
        "$(shown "$pseconds" "$(printf '%.2f' "$(number seconds "$1")")")" "$mark" "${remark:+  $remark}"
}

end_line() { # the line of a subject's columns is complete
    [ -z "$line" ] || printf '  %-28s%s%s\n' "$line_of" "$line" "$line_mark"
    line= line_mark=
}

report_identity() { # report_identity RESULT ROW: one column of a subject's line
    local t subject flavour column published expected add states
    IFS=';' read -r t subject flavour column _ _ _ published expected add <<< "$2"
    if [ "$t" != "$table" ] || [ "$subject $flavour" != "$line_of" ]; then
        end_line
        line_of="$subject $flavour"
    fi
    if [ "$t" != "$table" ]; then
        printf '\n%s: states, theirs/ours\n' "$t"
        table=$t
    fi
    states=$(($(number states "$1") + add))
    if [ "$states" = "$expected" ]; then
        compared=$((compared + 1))
    else
        moved_states=$((moved_states + 1)) line_mark="$line_mark  off: $column was $expected"
    fi
    line+=$(printf '  %s %-18s' "$column" "$(shown "$published" "$states")")
    case $column in
    jacco) smaller=$states ;;
    basset) [ "$t" = "Jacco, Table 1, all of it" ] && line+="  fewer by $(((states - smaller) * 100 / states))%  " ;;
    symmetric)
        if [ "$states" -gt "$smaller" ]; then
            moved_states=$((moved_states + 1)) line_mark="$line_mark  off: symmetric has more than jacco"
        fi
        ;;
    esac
}

check_chart() { # whether docs/orders.svg shows what was measured; with --write it is made so
    if ! awk -f "$here/orders.awk" "$work/orders" > "$work/orders.svg"; then
        echo 'docs/orders.svg: the chart cannot be drawn'
    elif cmp -s "$work/orders.svg" "$chart"; then
        echo 'docs/orders.svg shows these figures'
        return 0
    elif [ $write = no ]; then
        echo 'docs/orders.svg does not show these figures: make reproduce draws it anew'
    elif cat "$work/orders.svg" > "$chart"; then
        echo 'docs/orders.svg drawn anew'
        return 0
    fi
    return 1
}

run_rows "$here/figures.csv" report_figure --keep-going
# The guards change no count, but with them looking at all actors at each of 100000 ends takes three times as long.
run_rows "$here/first-bugs.csv" report_first_bug --no-guards
run_rows "$here/identities.csv" report_identity --keep-going
end_line

echo
good=yes
[ -n "$word" ] || check_chart || good=no
printf '%d runs to the first bug as pinned, %d not; %d as published\n' "$pinned" "$moved" "$published"
printf '%d state counts by identity as pinned, %d not\n' "$compared" "$moved_states"
printf '%d re-modelled figures as expected, %d not; %d s in all\n' "$same" "$changed" $((SECONDS - started))
printf '%d exact, %d off\n' "$exact" "$off"
[ "$good" = yes ] && [ "$off" = 0 ] && [ "$changed" = 0 ] && [ "$moved" = 0 ] && [ "$moved_states" = 0 ]
