#!/bin/bash
# Objects of another library under `harrier check`: run.sh HARRIER DISKS
# The numbers of `count` are those of a model that was written down by hand: each disk is told to read, then busy, then idle;
# a completion takes the next ticket and sends Done, a failure sends Lost; the client counts both.
. "$(dirname "$0")/../lib.sh"
harrier=$(realpath "$1") disks=$(realpath "$2")
source=$(dirname "$(realpath "$0")")/project/disks.c
line() { grep -n "here: $1" "$source" | cut -d: -f1; }
lib_begin
output=out.txt

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }
# check STATUS CASE OPTIONS FIELD=VALUE...
check() {
    local status=$1 case=$2 options=$3 fact got
    shift 3
    rm -f out.json
    # shellcheck disable=SC2086
    timeout 900 "$harrier" check $options -o json:out.json "$disks" "$case" > out.txt 2>&1
    got=$?
    expect status "$status" $got
    touch out.json
    for fact; do
        got=$(field "${fact%%=*}")
        [ "$got" = "${fact#*=}" ] || fail "${fact%%=*} is '$got', not '${fact#*=}'"
    done
}

# Events are offered and delivered, the counter is part of the state: in every search, channel and store.
for options in '-s dfs' '-s dfs -c unordered' '-s bfs' '-s bfs -c unordered' '--store fingerprint' '--store fingerprint -c unordered' \
    '-s dfs --no-memo' '-s dfs --no-memo -c unordered' '-s dfs --no-guards'; do
    for case in count always; do
        check 0 $case "$options" states=27 deliveries=42 end_states=2 verdict=pass undeliverable_ends=0
        verdict "$case $options"
    done
done
for case in count always; do # several parts, each with its own deliveries
    check 0 $case '' states=27 end_states=2 verdict=pass undeliverable_ends=0
    verdict "$case without options"
done
check 0 count '-s stateless' states=124 deliveries=123 paths=40
verdict 'count -s stateless'

# Executions one by one: all of them in some order, and so many samples of a small program that nothing is missing.
for case in count limit stop call; do
    for options in '' '-c causal'; do
        check 0 $case "$options -o ends:expected"
        for way in '-s stateless --order lifo' '-r persistent' '-s delay' '-s random --runs 300 --seed 1' '-s pos --runs 300 --seed 1' \
            '-s pct --runs 300 --seed 1' '-s pctcp --runs 300 --seed 1'; do
            check 0 $case "$options $way -o ends:ends"
            cmp -s expected ends || fail 'the ends are not those of dfs'
            verdict "$case $options $way"
        done
    done
done

# Events are received as messages are: goals of both are counted, also when the first actor that offers some comes late.
for case in count late; do
    check 0 $case '-o coverage:coverage.json'
    grep -q '"along_paths":true,.*"goals":{"pr":{"covered":'"$([ $case = count ] && echo '[1-9]')" coverage.json || fail 'no goals are counted'
    verdict "$case -o coverage"
done
"$harrier" cover "$disks" count > out.txt 2>&1 || fail "cover: status $?"
says 'Completed'
verdict 'cover count'

# Faults strike objects as they strike actors: the same ends by every way that explores all, or enough samples.
for faults in loss=1 dup=1 crash=1 crash=1,restart=1 crash=1,restart=1,pending=lost partition=1; do
    for on in count:pairwise wait:unordered; do
        case=${on%:*} channel=${on#*:}
        ways=('-s stateless' '-s random --runs 3000 --seed 1' '-s dfs --no-memo')
        [[ $faults == *pending* || $faults == part* ]] || ways+=('-r transdpor --sleep')
        "$harrier" check -s dfs -c "$channel" --keep-going --quiet --no-shorten --faults $faults -o ends:expected "$disks" "$case" > out.txt 2>&1
        status=$?
        [ -s expected ] || fail 'dfs has no ends'
        for way in "${ways[@]}"; do
            check $status "$case" "$way -c $channel --keep-going --quiet --no-shorten --faults $faults -o ends:ends"
            cmp -s expected ends || fail 'the ends are not those of dfs'
        done
        verdict "$case --faults $faults -c $channel"
    done
done

# An ample set is made of what is pending.
check 2 count '-r ample'
says 'an event that a state offers, or will offer, is not pending'
verdict 'count -r ample'

# What an object refuses stays pending, and is told at the end.
check 0 refused '' states=9 deliveries=10 undeliverable_ends=1
says 'undeliverable at the end: Lost to disk (waiting)'
verdict refused
check 0 refused '-c unordered' states=10 deliveries=12
verdict 'refused -c unordered'

# What is offered may depend on the shared counter.
for options in '' '-c unordered' '-s bfs' '--no-memo'; do
    check 0 limit "$options" states=12 deliveries=16 end_states=2
    verdict "limit $options"
done

# An object that has ended, or waits for a reply, offers no events.
for options in '' '-c unordered'; do
    check 0 stop "$options" states=2 deliveries=1 undeliverable_ends=0
    verdict "stop $options"
    check 0 call "$options" states=6 deliveries=5 undeliverable_ends=0
    lacks warning
    verdict "call $options"
done

# Waiting inside a method: only the events of the operation come meanwhile. The numbers are those of a model by hand, as for `count`.
for options in '' '-s bfs' '--no-memo' '--no-guards' '--store tree'; do
    check 0 wait "$options" states=21 deliveries=27 end_states=3 undeliverable_ends=0
    verdict "wait $options"
done
check 0 wait '-c unordered' states=21 deliveries=29 end_states=3
verdict 'wait -c unordered'

# What the library finds wrong is a violation at the place that it names.
check 1 twice '' kind=misuse
says "disks.c:$(line twice): error: object_begin() while an operation is under way (in hasty)  [misuse]"
verdict twice

# What is wrong with an adapter.
check 1 outside '' kind=misuse
says "disks.c:$(line outside): error: hr_adapter_wait() outside an actor of an adapter"
verdict outside
check 1 version '' kind=misuse
says 'error: an actor whose adapter was compiled for another version of harrier/adapter.h'
verdict version
check 1 bare '' kind=misuse
says 'error: an actor whose adapter has no function `accepts` or no function `deliver`'
verdict bare
check 1 fields '' kind=misuse
says "error: an adapter's event whose type has fields, or no name"
verdict fields

# Live, the other library would have to run its actors.
"$disks" count > out.txt 2>&1
[ $? = 1 ] || fail "live: status $?"
says 'error: disk is an actor of another library, which runs it live'
verdict live

# Two answers overtake each other: the schedule has the events, is told whole, and can be replayed.
for options in '' '-c unordered' '-c causal' '-s stateless' '-s stateless --order lifo' '-s pos --seed 1 --runs 1000' '--no-shorten'; do
    rm -rf .harrier
    check 1 order "$options" kind=assertion
    says "disks.c:$(line order): error: assertion failed: self->strict == 0 || m->ticket == self->seen, self->strict is 1, m->ticket is 2, self->seen is 1 (in client)"
    says 'disk <- Completed'
    says 'flaky <- Completed'
    says 'busy 1 -> 0'
    says '<- assertion failed'
    grep -qx 'disk <- Completed from disk' .harrier/disks/1.schedule || fail 'the schedule lacks the completion'
    "$harrier" replay .harrier/disks/1.schedule "$disks" order > out.txt 2>&1
    [ $? = 1 ] || fail 'the replay does not fail in the same way'
    says '<- assertion failed'
    verdict "order $options"
done

# A schedule that ends early goes on with what is left, events last.
printf 'harrier schedule 1\ndisk <- Read from main\n' > short.schedule
"$harrier" replay short.schedule "$disks" count > out.txt 2>&1 || fail "replay: status $?"
says 'followed to the end: no violation'
lacks 'not delivered'
verdict 'replay of a short schedule'

# The code that docs/adapters.md shows is the code that was checked here.
page=$(dirname "$(realpath "$0")")/../../docs/adapters.md
: > out.txt
while IFS= read -r code; do
    [ -z "$code" ] || grep -qxF -e "$code" "$(dirname "$source")/objects.c" || fail "docs/adapters.md: not in objects.c: $code"
done < <(awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$page")
verdict 'the code in docs/adapters.md'
lib_end
