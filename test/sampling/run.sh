#!/bin/bash
# The samplers against arithmetic and against the exhaustive searches:
#     run.sh [--list | --group NAME] HARRIER SAMPLES LITMUS DIRECTORY-OF-HOSTILE DIRECTORY-OF-SUBJECTS
# All seeds are fixed, so that every count is the same in each run; bounds on counts say what the seeds were not chosen for.
. "$(dirname "$0")/../lib.sh"
set -u
output=out
samplers=(random pos pct pctcp)

prepare() { harrier=$(realpath "$1") samples=$(realpath "$2") litmus=$(realpath "$3") hostile=$(realpath "$4") subjects=$(realpath "$5"); }
groups() { sed -n 's/^group_\([a-z_]*\)() .*/\1/p' "$here/run.sh"; }
group() { "group_$1"; }

# check OPTIONS... PROGRAM...: $status, $json, files ends and out
check() {
    rm -f json ends
    "$harrier" check --quiet --no-shorten -o json:json -o ends:ends "$@" > out 2>&1
    status=$?
    json=
    [ -f json ] && json=$(< json)
}

# A field of the result. The findings, which come last, are only looked at for `times` (of the first one).
field() {
    local where=$json
    [ "$1" = times ] || where=${json%%\"findings\":*}
    [[ $where =~ \"$1\":\"?([^,\"}]*) ]] && echo "${BASH_REMATCH[1]}"
}

expect() { equal "$@"; } # what, expected, got: a case by itself

within() { # what, least, most, got
    if [ "${4:-0}" -ge "$2" ] && [ "${4:-0}" -le "$3" ]; then
        pass
        echo "      $1: ${4:-0} (at least $2, at most $3)"
    else
        miss "$1: '${4:-}', not $2 to $3"
    fi
}

says() { # what, text
    grep -qF -- "$2" out && pass || miss "$1: nothing says '$2'"
}

orders() { sed -n 's/.*order="\([a-z]*\)".*/\1/p' ends | sort -u; }

# ---- how strong a pass is ----

group_strength() {
    check -s random --seed 42 --runs 200 "$samples" orders 4
    expect 'a sample passes' 0 "$status"
    says 'a sample' '200 executions sampled, seed 42 (not exhaustive)'
    expect 'a sample is not exhaustive' 'false 200 200 800 801 42' \
        "$(field exhaustive) $(field paths) $(field runs) $(field deliveries) $(field states) $(field seed)"
    check -s random --seed 42 "$samples" orders 4
    expect 'executions by default' 1000 "$(field runs)"
    check -s random "$samples" orders 2
    says 'a seed that nobody chose' "seed $(field seed)"
    check -s random --seed 1 --deliveries 1000 "$samples" orders 4
    expect 'sampling until --deliveries' '0 250' "$status $(field runs)"
    says 'sampling until --deliveries' '250 executions sampled, seed 1 within --deliveries 1000'
    check -s random --seed 1 --deliveries 1000 --runs 251 "$samples" orders 4
    expect 'fewer executions than asked for' '3 inconclusive 250' "$status $(field verdict) $(field runs)"
    says 'fewer executions than asked for' 'stopped by --deliveries 1000; 250 executions sampled, seed 1'
    check -s pos --seed 1 --runs 30 --depth 100 "$subjects/philosophers" 3 ordered
    expect 'a program without an end' '0 30 30 100 0' "$status $(field runs) $(field runs_cut) $(field depth) $(field end_states)"
    says 'a program without an end' '30 of them cut off at --depth: 100 deliveries'
    check -s pct --seed 1 --runs 2 "$subjects/philosophers" 3 ordered
    says 'a program without an end, without --depth' '2 of them cut off at 10000 deliveries'
    # Nothing was explored completely, so nothing is never reached.
    check -s random --seed 1 "$hostile/sometimes" never
    expect 'hr_sometimes' 0 "$status"
}

# ---- the same seed, the same executions ----

stable() { sed -E 's/"(seconds|cpu_seconds|busiest_worker_cpu_seconds|worker_cpu_seconds|peak_bytes|trace)":[^,]*,//g' json; }

group_same_seed() {
    for sampler in "${samplers[@]}" delay auto; do
        options=(-s "$sampler" -k --seed 7 --deliveries 3000 -c unordered)
        check "${options[@]}" "$samples" orders 7
        first=$(stable) digest=$(field sample)
        check "${options[@]}" "$samples" orders 7
        expect "$sampler again" "$first" "$(stable)"
        check "${options[@]}" --seed 8 "$samples" orders 7
        if [ "$sampler" = delay ]; then
            expect "$sampler draws nothing" "$digest" "$(field sample)"
        else
            expect "$sampler with another seed" different "$([ "$(field sample)" != "$digest" ] && echo different)"
        fi
        # A violation: the same schedule, and it replays.
        rm -rf first second
        check -s "$sampler" --seed 3 --outdir first "$samples" between 5 2
        expect "$sampler finds a bug" 1 "$status"
        check -s "$sampler" --seed 3 --outdir second "$samples" between 5 2
        expect "$sampler: the schedule again" same "$(cmp -s first/samples/1.schedule second/samples/1.schedule && echo same)"
        "$harrier" replay -q first/samples/1.schedule "$samples" between 5 2 > out 2>&1
        expect "$sampler: replay" 1 "$?"
    done
}

# ---- distributions ----

group_distributions() {
    # Every order of four messages, under every channel that has them.
    for sampler in "${samplers[@]}"; do
        for channel in pairwise unordered; do
            check -s "$sampler" -c "$channel" --seed 1 "$samples" orders 4
            expect "$sampler, $channel: orders of 4 messages" 24 "$(orders | wc -l)"
        done
        check -s "$sampler" -c mailbox --seed 1 "$samples" orders 4
        expect "$sampler, mailbox: orders of 4 messages" abcd "$(orders)"
    done

    # x falls behind six messages that come one after the other. Random: one half each time, 1/64. POS draws a new priority for x
    # after each race, 1/64 as well; with one priority for all races it would be the lowest of seven, 1/7 (914 of 6400).
    for sampler in random pos; do
        check -s "$sampler" --seed 1 --runs 6400 -k "$samples" overtaken 6
        within "$sampler: overtaken by 6 in 6400 executions, 100 expected" 70 130 "$(field times)"
    done

    # Each hr_choose by itself: one half, where each outcome alike would be one in four.
    for sampler in "${samplers[@]}"; do
        check -s "$sampler" --seed 1 --runs 1000 -k "$samples" nested
        within "$sampler: the first of two values in 1000 executions, 500 expected" 450 550 "$(field times)"
    done
}

# ---- the bounds of pct and pctcp ----

group_bounds() {
    # x just after the 15th of 20 messages of another sender: two orderings. PCT hits it with 1/(n k) at least, n = 2 lanes and
    # k = 21 steps: 48 of 2000. PCTCP with 1/(w^2 n), w = 2 and n = 21: 24 of 2000. Half of that is asked for.
    check -s pct --bug-depth 2 --seed 1 --runs 2000 -k "$samples" between 20 15
    within 'pct: a bug of depth 2 in 2000 executions, 48 promised' 24 2000 "$(field times)"
    check -s pctcp --bug-depth 2 --seed 1 --runs 2000 -k "$samples" between 20 15
    within 'pctcp: a bug of depth 2 in 2000 executions, 24 promised' 12 2000 "$(field times)"
    # Random needs 15 times one value and then the other: 2^-16.
    check -s random --seed 1 --runs 2000 -k "$samples" between 20 15
    within 'random: the same bug in 2000 executions' 0 2 "$(field times)"
    # With depth 1 nobody is dropped on the way: x comes first or last.
    for sampler in pct pctcp; do
        check -s "$sampler" --bug-depth 1 --seed 1 --runs 2000 -k "$samples" between 20 15
        expect "$sampler: a bug of depth 2 at --bug-depth 1" '0 2' "$status $(orders | wc -l)"
    done
}

# ---- beginnings that reached an hr_sometimes() ----

# 16 races that must all be won, with three places on the way that are worth reaching: from the first state alone one execution in 65,536 succeeds.
group_guided() {
    local stairs sampler first
    stairs=$(dirname "$samples")/stairs
    for sampler in random pos; do
        options=(-s "$sampler" --seed 1)
        rm -rf first
        check "${options[@]}" --runs 2000 --from-start "$stairs" 16
        expect "$sampler: not from the first state alone" '0 0' "$status $(field runs_guided)"
        check "${options[@]}" --runs 4000 --outdir first "$stairs" 16
        expect "$sampler: from what was reached" 1 "$status"
        within "$sampler: half of the executions are guided, once something is reached" "$(($(field runs) / 3))" "$(($(field runs) / 2 + 50))" "$(field runs_guided)"
        first="$(field sample) $(field runs)"
        check "${options[@]}" --runs 4000 "$stairs" 16
        expect "$sampler: the same again" "$first" "$(field sample) $(field runs)"
        "$harrier" replay -q first/stairs/1.schedule "$stairs" 16 > out 2>&1
        expect "$sampler: replay" 1 "$?"
    done
    check -s random --seed 1 --runs 50 "$stairs" 40 20
    says 'a sample' "50 executions sampled, seed 1, $(field runs_guided) of them from where an hr_sometimes was true (not exhaustive)"
    # What is enumerated is not guided, and without a place to reach nothing changes.
    check -s delay --runs 200 "$stairs" 16
    expect 'delay: never' 0 "$(field runs_guided)"
    check -s random --seed 5 --runs 100 "$samples" orders 5
    first=$(field sample)
    check -s random --seed 5 --runs 100 --from-start "$samples" orders 5
    expect 'nothing to reach: the same sample' "$first" "$(field sample)"
    # What was reached outlives the copy of the process that reached it, which ends when its memory is full.
    for memory in 2G 30M; do
        "$harrier" check -q -s random --seed 1 --runs 80 --audit 0 --memory $memory -o json:$memory.json "$stairs" 100 60 4000 > out 2>&1
    done
    expect 'more than 30 MB, and less' 'true true' "$(jq '.peak_bytes > 30000000' 2G.json) $(jq '.peak_bytes < 30000000' 30M.json)"
    expect 'the same in little memory' "$(jq -c '[.sample, .runs, .runs_guided, .deliveries]' 2G.json)" "$(jq -c '[.sample, .runs, .runs_guided, .deliveries]' 30M.json)"
}

# ---- delays ----

group_delays() {
    # Orders of 4 messages by delays: the number of permutations with so many inversions, 1 3 5 6 5 3 1.
    total=0
    for count in 1 3 5 6 5 3 1; do
        total=$((total + count))
        check -s delay --runs "$total" "$samples" orders 4
        expect "delay: different orders in $total executions" "$total" "$(orders | wc -l)"
    done
    says 'delay: everything' '24 executions with up to 6 delays: there are no others'
    check -s delay --runs 4 "$samples" orders 4
    expect 'delay: one delay puts one message last' 'abcd abdc acdb bcda' "$(orders | tr '\n' ' ' | sed 's/ $//')"
    says 'delay: one delay' '4 executions, among them all with at most 1 delay'
    check -s delay --runs 8 "$samples" orders 4
    says 'delay: not all with two' '8 executions, among them all with at most 1 delay'
    check -s delay --runs 9 "$samples" orders 4
    says 'delay: all with two' '9 executions, among them all with at most 2 delays'
    # Six outcomes of two choices cost 0 to 5 delays.
    check -s delay "$samples" product
    expect 'delay: choices' '6 6' "$(field runs) $(wc -l < ends)"
    says 'delay: choices' '6 executions with up to 5 delays'
    # Where x is delayed once for each message behind it, as many executions as places.
    check -s delay "$samples" between 5 9
    expect 'delay: one message among five' 6 "$(orders | wc -l)"
}

# ---- auto ----

group_auto() {
    check -s auto --seed 1 "$samples" orders 4
    expect 'auto: exhaustive' '0 true 0 24' "$status $(field exhaustive) $(field runs) $(orders | wc -l)"
    says 'auto: exhaustive' 'all orders explored'
    # Samples prove nothing, so the verdict is open, unless just so many were asked for.
    check -s auto --seed 1 --deliveries 2000 "$samples" orders 9
    expect 'auto: sampled' '3 false 2000' "$status $(field exhaustive) $(field deliveries)"
    within 'auto: 250 deliveries in executions of 9' 27 27 "$(field runs)"
    says 'auto: sampled' 'stopped by --deliveries 2000; 27 executions sampled by random, pos, pctcp and pct in turn, seed 1 (not exhaustive)'
    check -s auto --seed 1 --deliveries 2000 --runs 5 "$samples" orders 9
    expect 'auto: --runs' '0 5' "$status $(field runs)"
    says 'auto: --runs' 'exhaustive search stopped by its share of --deliveries 2000, then 5 executions sampled'
}

# ---- what is checked on the way ----

group_checked() {
    check -s stateless "$samples" always
    expect 'an invariant, stateless' '1 invariant' "$status $(field kind)"
    for sampler in "${samplers[@]}" delay; do
        check -s "$sampler" --seed 1 "$samples" always
        expect "$sampler: an invariant between two deliveries" '1 invariant' "$status $(field kind)"
    done
}

# ---- sampled ends are ends ----

subset() { # label, options of both, -- program...
    local label=$1 options=()
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    check -k "${options[@]}" "$@"
    expect "$label: the exhaustive search" true "$(field exhaustive)"
    sort -u ends > all
    for sampler in "${samplers[@]}" delay; do
        check -k "${options[@]}" -s "$sampler" --seed 1 --runs 300 "$@"
        sort -u ends > some
        expect "$label, $sampler: ends that are none" '' "$(comm -13 all some)"
        expect "$label, $sampler: ends" yes "$([ -s some ] && echo yes)"
    done
}

group_ends() {
    for channel in pairwise unordered mailbox; do
        for test in one_sender relay disagree driver_relay child; do
            subset "$test, $channel" -c "$channel" --test "$test" -- "$litmus"
        done
        subset "timers, $channel" -c "$channel" -- "$samples" clock 3
        subset "fib, $channel" -c "$channel" -- "$subjects/fib" 4
    done
}

# ---- the hostile programs, as far as they need no options ----

group_hostile() {
    number=0
    while IFS='|' read -r expected command options facts text; do
        case $expected in '#'* | '') continue ;; esac
        read -r status_wanted kind _ <<< "$expected"
        read -ra words <<< "$command"
        # Never reached is what only an exhaustive search can say; endless handlers take their time; one has two violations; one shows in
        # one order only.
        case "$options ${words[0]}" in *--* | *'-r '* | *' sometimes' | *' hang' | *' hidden') continue ;; esac
        case "${words[*]}" in 'library sets others') continue ;; esac
        [ -x "$hostile/${words[0]}" ] || continue
        number=$((number + 1))
        sampler=${samplers[number % 4]}
        # Priorities are not fair: a program without an end hides what comes late from those two.
        case "${words[*]}" in 'deadlock ticking') sampler=pos ;; esac
        check -s "$sampler" --seed 1 --runs 200 --time 0 "$hostile/${words[0]}" "${words[@]:1}"
        expect "$command, $sampler" "$status_wanted" "$status"
        case $kind in - | '*') ;; *) expect "$command, $sampler: kind" "$kind" "$(field kind)" ;; esac
    done < "$here/../hostile/cases.txt"
    within 'hostile programs' 50 1000 "$number"
}

# ---- every channel: test/channels compares the ends of all samplers with those of dfs ----

group_causal() {
    check -s auto -c causal "$samples" orders 2
    expect 'causal, auto' 0 "$status"
}

lib_main "$@"
