#!/usr/bin/env bash
# Runs every figure of figures.csv and prints the papers' tables with ours beside them. Ends with `N exact, N off`.
#
#   run.sh HARRIER SUBJECTS [WORD]     only rows that contain WORD
#
# A row passes when ours (plus the convention's constant, see README.md) is the expected value. Rows whose status is `differs` have
# an expected value that is not the published one; they are counted apart.
set -u
harrier=$1 subjects=$2 word=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
result=$(mktemp)
trap 'rm -f "$result"' EXIT
exact=0 off=0 same=0 changed=0 table=
started=$(date +%s)

field() { # field NAME: a number of the JSON result
    sed -n "s/.*\"$1\":\([0-9.e+-]*\).*/\1/p" "$result"
}

shown() { # shown PUBLISHED OURS: both, when there is something to compare
    if [ -n "$1" ]; then printf '%s/%s' "$1" "$2"; else printf '%s' "$2"; fi
}

while IFS=';' read -r t subject flavour algorithm order program options ps pd pp pdepth pseconds es ed ep edepth status as ad adepth; do
    case $t/$subject/$algorithm in table/subject/algorithm) continue ;; *"$word"*) ;; *) continue ;; esac
    if [ "$t" != "$table" ]; then
        printf '\n%s\n  %-16s %-8s %-17s %-5s %19s %19s %17s %7s %12s\n' "$t" subject flavour algorithm order \
            'states theirs/ours' 'deliveries' 'paths' 'depth' 'seconds'
        table=$t
    fi
    # shellcheck disable=SC2086
    "$harrier" check --quiet --keep-going --undeliverable off --time 120s $options --output "json:$result" \
        "$subjects"/$program > /dev/null 2>&1
    states=$(($(field states) + as)) deliveries=$(($(field deliveries) + ad)) paths=$(field paths) depth=$(($(field depth) + adepth))
    good=yes
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
        "$(shown "$pseconds" "$(printf '%.2f' "$(field seconds)")")" "$mark"
done < "$here/figures.csv"

printf '\n%d re-modelled figures as expected, %d not; %d s in all\n' "$same" "$changed" $(($(date +%s) - started))
printf '%d exact, %d off\n' "$exact" "$off"
[ "$off" = 0 ] && [ "$changed" = 0 ]
