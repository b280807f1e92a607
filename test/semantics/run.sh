#!/bin/bash
# What must come out of the programs of semantics.c, time.c and sites.c, in every kind of search and under every channel.
#     run.sh HARRIER DIRECTORY-WITH-THE-PROGRAMS [PROGRAM...]
harrier=$(realpath "$1") programs=$(realpath "$2") cases=$(dirname "$(realpath "$0")")/cases.txt
shift 2
only=" $(echo "$@" ${CASES:-}) " # also by the variable CASES
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C NO_COLOR=1

channels=(unordered pairwise causal mailbox)
anywhere=('-s dfs' '-s bfs' '-s bfs --store fingerprint' '-s dfs --store tree' '-s dfs --identity canonical' '-s stateless'
    '-s dfs --step big' '--workers 2' '--no-memo')
by_paths=('--reduction dcute' '--reduction persistent --sleep' '--reduction transdpor' '-s stateless --order lifo') # two channels know these

field() { # of the JSON result
    sed -n "s/.*\"$1\": *\"*\([0-9a-z]*\).*/\1/p" result.json
}
kinds() { # of all findings, sorted
    grep -o '"kind":"[a-z]*"' result.json | sed 's/.*:"//; s/"//; 1d' | sort | xargs
}
fail() {
    failed=$((failed + 1))
    echo "FAIL  $*"
    sed 's/^/      | /' said
}

# Every schedule leads to the violation that it was kept for.
replay_all() { # label, program...
    local label=$1 n=0 kind
    shift
    for kind in $(grep -o '"kind":"[a-z]*"' result.json | sed 's/.*:"//; s/"//; 1d'); do
        n=$((n + 1))
        [ -f "out/$n.schedule" ] || continue
        "$harrier" replay -q "out/$n.schedule" "$@" > said 2>&1
        grep -q "\[$kind\]" said && passed=$((passed + 1)) || fail "$label: schedule $n does not lead to: $kind"
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
    [ "$got" = "$expected" ] && passed=$((passed + 1)) || fail "$label: $got, not $expected"
    # shellcheck disable=SC2086
    replay_all "$label" $program
}

# Searches that do not suit a program say so: limits of mailboxes are no matter for reductions, nor invariants.
suits() { # search, channel
    case $name in
    *hanging*) [[ $2 = pairwise && ($1 == '-s dfs' || $1 == '--workers 2' || $1 == *transdpor) ]] ;; # each costs the watchdog's time
    two_overflows* | two_invariants* | predicate_writes_shared | sites) [[ $1 != *--reduction* && $1 != *--order* ]] ;;
    *shared* | settle*) [[ $1 != *--reduction* ]] ;;
    *) true ;;
    esac
}

trim() { sed 's/^ *//; s/ *$//; s/  */ /g'; }
while IFS='|' read -r name status kinds ends options exhaustive; do
    case $name in '#'* | '') continue ;; esac
    name=$(trim <<< "$name") status=$(trim <<< "$status") kinds=$(trim <<< "$kinds") options=$(trim <<< "$options")
    ends=$(trim <<< "$ends") exhaustive=$(trim <<< "$exhaustive")
    [ "$only" = '  ' ] || [[ $only == *" $name "* ]] || continue
    program="$programs/semantics-$name"
    [[ $name == time* ]] && program="--test $name $programs/semantics-time"
    [ -x "$program" ] || [[ $name == time* ]] || program="--test $name $programs/semantics"
    counts=(- - - -)
    [ "$ends" = - ] || read -ra counts <<< "$ends"
    for c in 0 1 2 3; do
        [ "${counts[c]}" = x ] && continue
        searches=("${anywhere[@]}")
        ((c < 2)) && searches+=("${by_paths[@]}")
        for search in "${searches[@]}"; do
            suits "$search" "${channels[c]}" && check "${channels[c]}" "$search" "$status" "$kinds" "${counts[c]}" "$exhaustive"
        done
    done
done < "$cases"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
