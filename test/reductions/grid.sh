#!/bin/bash
# TransDPOR never explores more than persistent sets, in the same order and with the same sleep setting:
#     grid.sh [--list | --group PROGRAM] HARRIER DIRECTORY-OF-SUBJECTS
# grid.txt has the programs and the exceptions.
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() {
    harrier=$(realpath "$1") subjects=$(realpath "$2")
    shift 2
    only+=("$@")
}
groups() { words_of "$here/grid.txt" 1; }

# explore REDUCTION CHANNEL [--sleep] ORDER: $paths, $deliveries; both empty if not everything was explored
explore() {
    local json reduction=$1 channel=$2 sleep=()
    shift 2
    [ $# = 1 ] || { sleep=("$1") && shift; }
    paths='' deliveries=''
    rm -f json
    "$harrier" check --quiet --keep-going --no-shorten --undeliverable off --time 600s -o json:json --search stateless \
        --reduction "$reduction" --channel "$channel" "${sleep[@]}" --order "$1" "$subjects/${program[0]}" "${program[@]:1}" > out 2>&1
    [ -f json ] || return
    json=$(< json)
    [[ $json == *'"exhaustive":true'* ]] || return
    [[ $json =~ \"paths\":([0-9]+) ]] && paths=${BASH_REMATCH[1]}
    [[ $json =~ \"deliveries\":([0-9]+) ]] && deliveries=${BASH_REMATCH[1]}
}

# What grid.txt says of a configuration, in $pinned: "theirs ours", or nothing.
exception() { # exception CONFIGURATION
    pinned=$(lines_of "$here/grid.txt" 1 "${program[0]}" | trim |
        awk -F' [|] ' -v program="${program[*]}" -v configuration="$1" '$1 == program && $2 == configuration { print $3, $4 }')
}

compare() { # compare CHANNEL [--sleep] ORDER
    local most_paths most_deliveries
    explore persistent "$@"
    most_paths=$paths most_deliveries=$deliveries
    explore transdpor "$@"
    exception "$*"
    if [ -z "$most_paths" ] || [ -z "$paths" ]; then
        problems+='; not everything was explored'
    elif [ -n "$pinned" ]; then
        expect 'what is explored' "$pinned" "$most_paths/$most_deliveries $paths/$deliveries"
    elif [ "$paths" -gt "$most_paths" ] || [ "$deliveries" -gt "$most_deliveries" ]; then
        problems+="; $paths/$deliveries paths/deliveries, persistent sets $most_paths/$most_deliveries"
    fi
    verdict "${program[*]}, $*"
}

group() { # group PROGRAM
    local channel order line
    while IFS= read -r line; do
        [[ $line != *'|'* ]] || continue
        read -ra program <<< "$line"
        for channel in unordered pairwise; do
            for order in fifo eca lca lifo ldm hdm hms sgr; do
                ! wanted "$line $channel $order" || compare "$channel" "$order"
                ! wanted "$line $channel $order --sleep" || compare "$channel" --sleep "$order"
            done
        done
    done < <(lines_of "$here/grid.txt" 1 "$1")
}

lib_main "$@"
