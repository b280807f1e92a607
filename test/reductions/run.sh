#!/bin/bash
# Every search and every reduction against what is known by hand:
#     run.sh [--list | --group PROGRAM] HARRIER DIRECTORY-OF-ORDERS DIRECTORY-OF-SUBJECTS WALK-LIBRARY [WORD...]
# Only the cases whose line has one of the words run. orders.txt has small programs and all their ends; bugs.txt has subjects
# with a rare bug.
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() {
    harrier=$(realpath "$1") orders=$(realpath "$2") subjects=$(realpath "$3") walk=$(realpath "$4")
    shift 4
    only+=("$@")
}
groups() { { words_of "$here/orders.txt" 1; words_of "$here/bugs.txt" 1; } | sort -u; }

# ---- the searches ----

stateful=('--search dfs' '--search bfs')
# What each reduction allows; none takes an order but no sleep sets, dcute refuses them.
reduced=('none' 'dcute' 'persistent' 'persistent --sleep' 'transdpor' 'transdpor --sleep' 'transdpor-fig2' 'transdpor-fig2 --sleep'
    'optimal')
message_orders=(fifo eca lca lifo ldm hdm hms sgr)
searches=("${stateful[@]}")
for reduction in "${reduced[@]}"; do
    for order in "${message_orders[@]}"; do
        searches+=("--search stateless --reduction $reduction --order $order")
    done
done

# ---- one search ----

# check CHANNEL SEARCH-AND-OPTIONS PROGRAM ARGUMENTS...: $status, $json
check() {
    local channel=$1 options=$2
    shift 2
    rm -f json ends
    # shellcheck disable=SC2086 # options are words
    "$harrier" check --quiet --time 600s --no-shorten -o json:json -o ends:ends --channel "$channel" $options "$@" > out 2>&1
    status=$?
    json=
    [ -f json ] && json=$(< json)
}

# A field of the result, in $value. The findings, which come last, are not looked at.
field() {
    value=
    [[ ${json%%\"findings\":*} =~ \"$1\":\"?([^,\"}]*) ]] && value=${BASH_REMATCH[1]}
}

# ---- small programs: all ends, and with sleep sets one path for each ----

# The ends that were found, as orders.txt writes them, in $found.
read_ends() {
    local line order left
    found=
    [ -f ends ] || return
    while IFS= read -r line; do
        order='' left=''
        [[ $line =~ order=\"([a-z]*)\" ]] && order=${BASH_REMATCH[1]}
        [[ $line =~ 'pending Note{what='([0-9]+)\} ]] && printf -v left '/%b' "\\0$(printf %o "${BASH_REMATCH[1]}")"
        found+=" $order$left"
    done < ends
    found=${found# }
}

all_ends() { # all_ends CHANNEL EXPECTED PROGRAM...
    local channel=$1 expected=$2 search before=$passed
    local classes
    classes=$(wc -w <<< "$expected")
    shift 2
    for search in "${searches[@]}"; do
        check "$channel" "$search" "$orders/$1" "${@:2}"
        read_ends
        expect 'the set of ends' "$expected" "$found"
        expect status 0 "$status"
        field exhaustive
        expect exhaustive true "$value"
        field paths
        case $search in
        *--sleep* | *optimal*) expect 'the number of paths' "$classes" "$value" ;;
        *stateless*) [ "${value:-0}" -ge "$classes" ] || problems+="; $value paths for $classes classes" ;;
        esac
        verdict "$*, $channel, $search"
    done
    echo "      $*, $channel, ends: $classes; $((passed - before)) of ${#searches[@]} searches find just these"
}

# ---- rare bugs ----

executions=100000

# Deliveries at random must show the bug, or nobody knows what was measured, and in less than one execution of 100.
is_rare() { # is_rare CHANNEL PROGRAM...
    local channel=$1 count=
    shift
    read -r count failures < <(LD_PRELOAD=$walk WALK="$channel $executions 1" "$subjects/$1" "${@:2}" 2> out)
    expect 'the number of random executions' "$executions" "$count"
    [ "${failures:-0}" -gt 0 ] || problems+='; no random execution fails'
    [ "$((${failures:-0} * 100))" -lt "$executions" ] || problems+="; $failures of $executions random executions fail"
    verdict "$*, $channel, random executions"
}

# On one thread: on several the threads race, and the rare bug may show.
passes_live() {
    HARRIER_THREADS=1 "$subjects/$1" "${@:2}" > out 2>&1
    expect 'status live' 0 $?
    verdict "$*, live"
}

finds_bug() { # finds_bug CHANNEL OPTIONS KIND PROGRAM...
    local channel=$1 options=$2 kind=$3 search before=$passed count=0
    shift 3
    for search in "${searches[@]}"; do
        # Half of the orders; without a reduction only the default one, which has a search of its own.
        case $search in
        *'none --order fifo') search='--search stateless' ;;
        *' none '* | *lifo | *ldm | *hdm | *hms) continue ;;
        esac
        count=$((count + 1))
        check "$channel" "$search $options" "$subjects/$1" "${@:2}"
        expect status 1 "$status"
        field kind
        expect kind "$kind" "$value"
        case $search in
        '--search bfs' | '--search dfs'*) ;; # the one has no first path, and no order is promised for the other
        *)
            field paths
            [ "${value:-0}" -ge 1 ] || problems+='; the first path fails'
            ;;
        esac
        verdict "$*, $channel, $search"
    done
    echo "      $*, $channel: $kind in $failures of $executions random executions; $((passed - before)) of $count searches find it"
}

# ---- the cases ----

group() { # group PROGRAM
    local line command channel expected options kind
    while IFS= read -r line; do
        wanted "${line//|/ }" || continue
        IFS='|' read -r command channel expected <<< "$line"
        read -ra command <<< "$command"
        all_ends "${channel// /}" "${expected# }" "${command[@]}"
    done < <(lines_of "$here/orders.txt" 1 "$1")
    while IFS= read -r line; do
        wanted "${line//|/ }" || continue
        IFS='|' read -r command channel options kind <<< "$line"
        read -ra command <<< "$command"
        failures=
        is_rare "${channel// /}" "${command[@]}"
        passes_live "${command[@]}"
        finds_bug "${channel// /}" "$options" "${kind// /}" "${command[@]}"
    done < <(lines_of "$here/bugs.txt" 1 "$1")
}

lib_main "$@"
