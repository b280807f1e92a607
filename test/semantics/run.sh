#!/bin/bash
# What must come out of the programs of semantics.c, time.c, looks.c and sites.c, in every kind of search and under every channel.
#     run.sh [--list | --group PROGRAM] HARRIER DIRECTORY-WITH-THE-PROGRAMS [PROGRAM...]
. "$(dirname "$0")/../lib.sh"

prepare() {
    harrier=$(realpath "$1") programs=$(realpath "$2")
    shift 2
    only+=("$@")
}
groups() { words_of "$here/cases.txt" 1; }

channels=(unordered pairwise causal mailbox)
anywhere=('-s dfs' '-s bfs' '-s bfs --store fingerprint' '-s dfs --store tree' '-s dfs --identity canonical' '-s stateless'
    '-s dfs --step big' '--workers 2' '--no-memo')
by_paths=('--reduction dcute' '--reduction persistent --sleep' '--reduction transdpor' '--reduction optimal' '-s stateless --order lifo') # two channels know these

field() { # of the JSON result
    sed -n "s/.*\"$1\": *\"*\([0-9a-z]*\).*/\1/p" result.json
}
kinds() { # of all findings, sorted
    grep -o '"kind":"[a-z]*"' result.json | sed 's/.*:"//; s/"//; 1d' | sort | xargs
}
# Every schedule leads to the violation that it was kept for, and the first violation has one.
replay_all() { # label, program...
    local label=$1 n=0 kind schedule
    shift
    for kind in $(grep -o '"kind":"[a-z]*"' result.json | sed 's/.*:"//; s/"//; 1d'); do
        n=$((n + 1))
        schedule=$(find out -name "$n.schedule")
        if [ -n "$schedule" ]; then
            "$harrier" replay -q "$schedule" "${@: -1}" > said 2>&1 # it names the test itself
            grep -q "\[$kind\]" said && pass || miss "$label: schedule $n does not lead to: $kind"
        elif [ $n = 1 ]; then
            miss "$label: no schedule is kept"
        fi
    done
}

check() { # channel, search, expected: status kinds ends exhaustive
    local label="$name $1 $2"
    rm -rf out ends result.json
    # shellcheck disable=SC2086
    timeout -k 5 120 "$harrier" check -q -k --no-shorten --undeliverable off --outdir out -o json:result.json -o ends:ends -c $1 $2 $options $program > said 2>&1
    local got="status $? kinds $(kinds)"
    [ "$5" = - ] || got="$got ends $(sort -u ends | wc -l)"
    [ "$6" = - ] || got="$got exhaustive $(field exhaustive)"
    local expected="status $3 kinds $4"
    [ "$5" = - ] || expected="$expected ends $5"
    case $6 in yes) expected="$expected exhaustive $([[ $2 == *fingerprint* ]] && echo false || echo true)" ;; no) expected="$expected exhaustive false" ;; esac
    [ "$got" = "$expected" ] && pass "$label" || miss "$label: $got, not $expected"
    # shellcheck disable=SC2086
    replay_all "$label" $program
}

# Searches that do not suit a program say so: limits of mailboxes are no matter for reductions, nor invariants.
suits() { # search, channel
    case $name in
    *hanging*) [[ $2 = pairwise && ($1 == '-s dfs' || $1 == '--workers 2' || $1 == *transdpor) ]] ;; # each costs the watchdog's time
    two_overflows* | two_invariants* | looks* | predicate_writes_shared | sites) [[ $1 != *--reduction* && $1 != *--order* ]] ;;
    *shared* | settle*) [[ $1 != *--reduction* ]] ;;
    *) true ;;
    esac
}

group() { # all lines of one program
    local status kinds ends options exhaustive
    while IFS='|' read -r name status kinds ends options exhaustive; do
        name=$1
        wanted "$name" || continue
        status=$(trim <<< "$status") kinds=$(trim <<< "$kinds") options=$(trim <<< "$options")
        ends=$(trim <<< "$ends") exhaustive=$(trim <<< "$exhaustive")
        program="$programs/semantics-$name"
        [[ $name == time* ]] && program="--test $name $programs/semantics-time"
        [[ $name == looks* ]] && program="--test $name $programs/semantics-looks"
        [ -x "$program" ] || [[ $name == time* || $name == looks* ]] || program="--test $name $programs/semantics"
        one_line
    done < <(lines_of "$here/cases.txt" 1 "$1")
}

one_line() {
    local counts=(- - - -) searches search c
    [ "$ends" = - ] || read -ra counts <<< "$ends"
    for c in 0 1 2 3; do
        [ "${counts[c]}" = x ] && continue
        searches=("${anywhere[@]}")
        ((c < 2)) && searches+=("${by_paths[@]}")
        for search in "${searches[@]}"; do
            suits "$search" "${channels[c]}" && check "${channels[c]}" "$search" "$status" "$kinds" "${counts[c]}" "$exhaustive"
        done
    done
}

lib_main "$@"
