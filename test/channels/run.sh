#!/bin/bash
# The litmus programs under every channel: states, deliveries and ends, all of them small enough to count by hand;
# and the same ends by every way of choosing executions. A group is one program.    run.sh HARRIER LITMUS
. "$(dirname "$0")/../lib.sh"

groups() { awk '!/^#/ && NF { print $1 }' "$here/cases.txt" | sort -u; }
prepare() { harrier=$(realpath "$1") litmus=$(realpath "$2"); }

number() { sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" result.json; } # of this field in the JSON result

check() { # label, expected, options...
    local label=$1 expected=$2
    shift 2
    "$harrier" check -q --outdir out -o json:result.json "$@" "$litmus" > "$output" 2>&1
    equal "$label" "$expected" "$(number states) $(number deliveries) $(number end_states)"
}

ways=('-s stateless' '--reduction dcute' '--reduction persistent --sleep' '--reduction transdpor' '--reduction transdpor-fig2' '--reduction optimal' '--reduction ample'
    '-s random --seed 1 --runs 300' '-s pos --seed 1 --runs 300' '-s pct --seed 1 --runs 300' '-s pctcp --seed 1 --runs 300' '-s delay --runs 300')

ends() { # file, options...
    local file=$1
    shift
    rm -f "$file"
    "$harrier" check -q --outdir out --test "$test" -c "$channel" "$@" -o "ends:$file" "$litmus" > "$output" 2>&1
}

one_channel() { # test, channel, states, deliveries, ends
    local test=$1 channel=$2 search way
    for search in 'dfs' 'bfs' 'dfs --store fingerprint' 'dfs --store tree'; do
        # shellcheck disable=SC2086 # words
        check "$test $channel $search" "$3 $4 $5" --test "$test" -c "$channel" -s $search
    done
    # The ends do not depend on how a state is compared, nor on how executions are chosen: all orders, one of each class, or enough samples.
    ends ends.dfs -s dfs
    for way in "${ways[@]}"; do
        case "$channel $way" in 'mailbox --reduction'*) continue ;; esac
        # shellcheck disable=SC2086 # words
        ends ends.other $way
        [ -s ends.other ] || fail 'there are no ends'
        cmp -s ends.other ends.dfs || fail "other ends than those of dfs: $(diff ends.other ends.dfs)"
        verdict "$test $channel $way"
    done
}

group() { # the lines of one program
    local test channel states deliveries ends
    while read -r test channel states deliveries ends; do
        [ "$test" != "$1" ] || one_channel "$test" "$channel" "$states" "$deliveries" "$ends"
    done < "$here/cases.txt"
}
lib_main "$@"
