#!/bin/bash
# Generated machines that offer events (machines.c), by every way of choosing executions: the ends must be those of dfs, with sleep sets there is one
# path for each, and every one of them is sampled where all executions are run.    machines.sh HARRIER MACHINES [COUNT [FIRST]]
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") machines=$(realpath "$2") count=${3:-40} first=${4:-1}
lib_begin
output=out.txt events=0 programs=0

number() { sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" out.json; }
run() { # run FILE OPTIONS...: the ends go to the file
    local file=$1
    shift
    rm -f "$file"
    "$harrier" check -q --undeliverable off -c "$channel" "$@" -o "ends:$file" -o json:out.json "$machines" "$seed" "$fuel" > out.txt 2>&1
}
judge() { # judge NAME STATUS
    expect 'the comparison' 0 "$2"
    verdict "seed $seed, fuel $fuel, $channel: $1"
}

channels=(pairwise unordered causal mailbox)
for ((seed = first; seed < first + count; seed++)); do
    channel=${channels[seed % 4]} fuel=$((1 + seed / 4 % 2))
    run expected -s dfs
    judge 'dfs has ends' "$([ -s expected ]; echo $?)"
    classes=$(number end_states)
    run ends -s stateless --deliveries 100000 || continue # too many to be enumerated
    executions=$(number paths) programs=$((programs + 1))
    judge 'stateless' "$(cmp -s ends expected; echo $?)"
    run ends -s stateless --order lifo
    judge 'an order of messages' "$(cmp -s ends expected && [ "$(number paths)" = "$executions" ]; echo $?)"
    run ends -s delay --runs 1000000
    judge "all $executions executions by delays" "$(cmp -s ends expected && [ "$(number runs)" = "$executions" ]; echo $?)"
    for sampler in random pos pct pctcp; do
        run ends -s $sampler --seed 1 --runs 50
        grep -vxFf expected ends > strange
        judge "$sampler" "$([ -s ends ] && [ ! -s strange ]; echo $?)"
    done
    "$harrier" cover --undeliverable off -c "$channel" "$machines" "$seed" "$fuel" > out.txt 2>&1
    judge 'cover' $?
    events=$((events + $(grep -q 'Wake\|Expire' out.txt && echo 1 || echo 0)))
    [ "$channel" = mailbox ] && continue
    for reduction in dcute persistent transdpor transdpor-fig2; do
        run ends -r $reduction
        judge "$reduction" "$(cmp -s ends expected && [ "$(number paths)" -ge "$classes" ]; echo $?)"
        [ $reduction = dcute ] && continue
        run ends -r $reduction --sleep
        judge "$reduction --sleep" "$(cmp -s ends expected && [ "$(number paths)" = "$classes" ]; echo $?)"
    done
done
echo "$programs programs; cover counted events in $events of them"
[ "$events" -gt 0 ] || fail 'cover counted no events'
[ $((2 * programs)) -gt "$count" ] || fail 'too few programs could be enumerated'
verdict 'enough was tried'
lib_end
