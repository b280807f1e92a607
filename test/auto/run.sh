#!/bin/bash
# What a check without --search does: run.sh [--list | --group NAME] HARRIER DIRECTORY-OF-SUBJECTS DIRECTORY-OF-EXAMPLES DIRECTORY-OF-HOSTILE LINES
# Budgets are numbers of deliveries, so no case depends on how fast the machine is.
. "$(dirname "$0")/../lib.sh"
set -u
output=out

prepare() { harrier=$(realpath "$1") subjects=$(realpath "$2") examples=$(realpath "$3") hostile=$(realpath "$4") lines=$(realpath "$5"); }
groups() { sed -n 's/^group_\([a-z_]*\)() .*/\1/p' "$here/run.sh"; }
group() { "group_$1"; }

# check OPTIONS... PROGRAM...: $status, $json and the file out
check() {
    rm -f json
    "$harrier" check --quiet --time 600s -o json:json "$@" > out 2>&1
    status=$?
    json=
    [ -f json ] && json=$(< json)
}
field() { # the findings come last, and are not looked at
    [[ ${json%%\"findings\":*} =~ \"$1\":(\[[^]]*\]|\"[^\"]*\"|[^,}]*) ]] && tr -d '"' <<< "${BASH_REMATCH[1]}"
}
steps() { [[ $json =~ \"steps\":([0-9]*) ]] && echo "${BASH_REMATCH[1]}"; }
says() { # what, text
    grep -qF -- "$2" out && pass || miss "$1: nothing says '$2'"
}
expect() { equal "$@"; }

# ---- bugs ----

finds() { # finds DELIVERIES PROGRAM...: that many are enough
    check --no-shorten --deliveries "$1" "${@:2}"
    expect "$(basename "$2") ${*:3}: a violation, with no option, in $1 deliveries" '1 violation auto' "$status $(field verdict) $(field search)"
}

# Each at the size at which it cannot be explored.
group_bugs() {
    local program kind small usual walks
    while IFS='|' read -r program kind small usual walks; do
        finds 20000 "$subjects/bugs/$program" "$usual"
    done < <(lines_of "$here/../bugs/cases.txt" | tr -d ' ')
}

group_seeded() {
    finds 20000 "$subjects/raft/raft_stale_reply"
    finds 2000000 "$subjects/raft/raft_low_next_index" terms=1 candidates=1 entries=2 heartbeats=1 compact=1
}

# Four elections in a row, each deposed at the right moment: samples find more that is new than exploring does, and get more and more deliveries. With one in 32
# for ever it took 8.4 million. Cover finds more than exploring, too, but less than samples: if it got as many as they, it took 766,049.
group_moves() {
    finds 620000 "$subjects/raft/raft_old_term" terms=4
    # Where nothing new is left to find, they get one in 32, and an eighth at the end: executions without an end, of 10,000 deliveries each.
    check --no-shorten --deliveries 500000 "$subjects/philosophers" 6 ordered
    [ "$(field runs)" -le 12 ]; expect "philosophers 6: $(field runs) samples" 0 $?
}

# Schedules that bring messages into new orders: generated from the order of sending, and from samples that came to something new.
group_covers() {
    check --no-shorten --deliveries 300000 "$subjects/raft/raft_old_term" terms=4
    expect 'a part' '3 [dfs,bfs,samples,cover]' "$status $(field parts)"
    says 'how many' "; $(field covering) by cover, which brings messages into new orders (not exhaustive)"
    # All of one execution, the one in order of sending: no sample shows anything that is new.
    check --no-shorten --deliveries 300000 "$subjects/bugs/writer" 10 fixed
    expect 'schedules from one execution' '3 25' "$status $(field covering)"
    # There the order of sending has no orders to turn round: samples have.
    check --no-shorten --deliveries 300000 "$lines"
    [ "$(field covering)" -ge 20 ]; expect "schedules from samples: $(field covering)" 0 $?
}

group_examples() {
    local example
    for example in accounts buffer counter supervisor timeout writer; do
        finds 2000 "$examples/$example"
    done
}

# ---- programs without an end ----

group_endless() {
    check "$subjects/endless/alternating"
    expect 'alternating: 14 steps' '1 assertion 14' "$status $(field kind) $(steps)"
    [ "$(field deliveries)" -le 5000 ]; expect 'alternating: in 5000 deliveries' 0 $?
    check --no-shorten "$subjects/endless/counter" # ample sets alone would look at the ticker for ever
    expect 'counter: 3 steps, as breadth first finds them' '1 assertion 3' "$status $(field kind) $(steps)"
}

group_grows() {
    check --deliveries 50000 "$subjects/endless/alternating" fixed
    expect 'alternating fixed' '3 false 50000' "$status $(field exhaustive) $(field deliveries)"
    says 'what grows' 'grows: the mailbox of link.1: '
    says 'which option bounds it' '--mailbox-limit N'
    says 'how far it came' 'all orders of up to '
    check --deliveries 50000 "$subjects/endless/counter" fixed
    says 'what grows' 'grows: what ticker remembers (ticks '
    says 'which option bounds it' '--depth N'
    check --deliveries 10000 "$subjects/endless/nursery"
    says 'what grows' 'grows: the number of actors: '
    # What is only large does not grow.
    check --deliveries 50000 "$subjects/philosophers" 6 ordered
    expect 'philosophers' 3 "$status"
    grep -q 'grows' out; expect 'nothing grows' 1 $?
    # With a bound everything within it is explored.
    check --depth 13 "$subjects/endless/alternating"
    expect 'up to 13 deliveries' '3 [bfs]' "$status $(field parts)"
    check --depth 14 "$subjects/endless/alternating"
    expect 'up to 14 deliveries' '1 [bfs]' "$status $(field parts)"
    check --mailbox-limit 5 "$subjects/endless/alternating" fixed
    expect 'with a limit' '1 overflow' "$status $(field kind)"
}

# ---- what is chosen ----

chooses() { # chooses PARTS FINISHED OPTIONS... PROGRAM...
    check "${@:3}"
    expect "parts of ${*:3}" "0 true [$1] $2" "$status $(field exhaustive) $(field parts) $(field finished)"
}

group_parts() {
    chooses ample ample -c unordered "$subjects/pipesort" 3
    chooses ample,optimal ample -c unordered "$subjects/pipesort" 4 # which each might have done sooner
    chooses dfs dfs -c mailbox "$subjects/server"
    chooses dfs dfs --mailbox-limit 9 "$subjects/server"
    chooses dfs,bfs dfs "$subjects/raft/raft" terms=1 candidates=1 # optimal is refused
    chooses dfs,ample,optimal,samples,cover dfs -c unordered "$subjects/pi" 8 int # where all actors send to one, ample is in vain
    chooses ample,optimal optimal "$subjects/leader" 5
    # A limit that is known only when the actor is there.
    check -k "$hostile/overflow" made_three
    expect 'a limited actor that is made later' '1 overflow' "$status $(field kind)"
    chooses dfs,ample,bfs dfs -k "$hostile/overflow" made_two # what ample sets explored until then does not count
}

# Whoever says how to explore gets that.
group_given() {
    local expected options
    while IFS='|' read -r expected options; do
        # shellcheck disable=SC2086 # words
        check $options "$subjects/server"
        expect "the search of: check $options" "$expected" "$(field search)"
    done <<'EOF'
auto|
auto|--identity exact
auto|-k
auto|--depth 5
auto|--seed 7
dfs|--store tree
dfs|--store exact
dfs|--identity canonical
dfs|--workers 2
dfs|--step big
dfs|--on-full fingerprint
dfs|-r ample
dfs|-o coverage:coverage
stateless|-r optimal
bfs|-s bfs
EOF
}

# ---- counts decide, nothing else ----

group_repeatable() {
    local program first
    for program in 'leader 6' 'philosophers 5 ordered' 'bugs/writer 9 fixed' 'endless/alternating fixed'; do
        # shellcheck disable=SC2086 # words
        {
            check --deliveries 100000 "$subjects"/$program
            first="$(field states) $(field deliveries) $(field runs) $(field parts) $(field sample)"
            check --deliveries 100000 "$subjects"/$program
        }
        expect "$program, twice" "$first" "$(field states) $(field deliveries) $(field runs) $(field parts) $(field sample)"
    done
}

lib_main "$@"
