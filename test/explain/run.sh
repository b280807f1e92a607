#!/bin/bash
# Why a schedule leads to its violation, as all reports say it.    run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1")
    include=$(realpath "$here/../../include")
    export PATH=$build:$PATH
}
groups() { functions_of "$here/run.sh"; }
group() {
    output=$work/said
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    ln -s "$build"/examples/{writer,timeout,counter} "$build"/subjects/bugs/{barber,late_timer,double_start} "$build"/test/explain/cases .
    "case_$1"
    verdict "$1"
}
run() { # harrier ARG...: $status, and what it says
    harrier "$@" > "$output" 2>&1
    status=$?
}
why() { jq -rc ".explanation.$1" "$2"; }
has() { grep -qF -e "$2" "$1" || fail "$1 lacks '$2'"; }

# Here every report says it.
case_reports() {
    run check -o json:c.json -o html:c.html ./counter
    expect status 1 "$status"
    says ' *   5  counter <- Get'
    says '  * from step 5 on every continuation fails'
    says 'in the nearest passing schedule, counter receives Set from client.2 (step 8) before Get from client.1 (step 5)'
    says '     5  counter <- Get from client.1                   counter <- Set from client.2'
    expect 'critical step' 5 "$(why critical_step c.json)"
    expect 'its rival' 8 "$(why rival_step c.json)"
    expect 'what is printed, and JSON' 1 "$(grep -cF "$(why pair c.json)" "$output")"
    has c.html '<a class="step critical"'
    expect 'racing pairs in the chart' 1 "$(grep -o 'class="race"' c.html | wc -l)"
    has c.html 'Compared with the nearest schedule that passes'
    has c.html 'races with <a href="#r1-s5">5</a>'
}
# The passing schedule is one: it can be followed, to an end without a violation, and has all steps before the critical one.
case_passing() {
    for program in ./writer ./timeout ./counter; do
        run check -q -o json:r.json "$program"
        local trace
        trace=$(jq -r .trace r.json)
        { grep -v ' <- ' "$trace"; why 'passing[]' r.json; } > passing.schedule
        run replay passing.schedule "$program"
        expect "status of the passing schedule of $program" 0 "$status"
        says 'followed to the end: no violation'
        local before=$(($(why critical_step r.json) - 1))
        expect "steps in common of $program" "$(grep ' <- ' "$trace" | head -n $before)" "$(why 'passing[]' r.json | head -n $before)"
        [ "$(grep ' <- ' "$trace" | sed -n "$((before + 1))p")" != "$(why 'passing[]' r.json | sed -n "$((before + 1))p")" ] ||
            fail "$program: the passing schedule does not depart at the critical step"
    done
}
# A cycle without a violation is a continuation that passes.
case_endless() {
    run check -o json:e.json --test goes_on ./cases
    expect status 1 "$status"
    expect outcome step "$(why outcome e.json)"
    expect 'critical step, the last one' "$(jq '.findings[0].steps' e.json)" "$(why critical_step e.json)"
    expect endless true "$(why passing_endless e.json)"
    says 'and so on for ever'
    # also where the message that fails is another actor's, and can be put off for ever
    run check -o json:e.json --test put_off ./cases
    expect 'outcome of put_off' step "$(why outcome e.json)"
    expect 'critical step of put_off, the last one' "$(jq '.findings[0].steps' e.json)" "$(why critical_step e.json)"
    expect 'endless of put_off' true "$(why passing_endless e.json)"
}
case_every_execution() {
    run check -o json:a.json --test always_fails ./cases
    expect outcome 'every execution' "$(why outcome a.json)"
    expect 'critical step' null "$(why critical_step a.json)"
    says 'every execution fails, in whatever order messages are delivered'
    lacks 'passing schedule'
}
case_answer() {
    run check -o json:a.json --test chosen ./cases
    expect 'critical step' 1 "$(why critical_step a.json)"
    says 'in the nearest passing schedule, step 1 chooses 0 of 0..2'
}
# A state that the schedule comes to a second time is looked at once, and not taken for one that is known to fail before.
case_twice() {
    printf '%s\n' 'harrier schedule 1' 'channel unordered' 'test comes_twice' 'lamp <- Tick from main' 'lamp <- Tick from lamp' \
        'lamp <- Tick #2 from lamp' 'lamp <- Poke from main' 'lamp <- Go from main' > long.schedule
    run replay -o json:t.json long.schedule ./cases
    expect status 1 "$status"
    expect 'critical step' 4 "$(why critical_step t.json)"
}
# What is not found out within the budget is not claimed, and what is known is said.
case_unknown() {
    run check -s bfs --time 0 -o json:u.json ./late_timer # the shortest schedule: how far shortening comes depends on the machine
    expect outcome unknown "$(why outcome u.json)"
    says 'the critical step is unknown within the budget: one of steps 21 to 22 (replay --time 60s looks longer)'
    expect 'where a passing schedule departs' 21 "$(why departs u.json)"
    says 'lamp.1 receives Timeout from clock_ (step 22) before Press from hand.1 (step 21)'
}
# The same every time.
case_repeatable() {
    run check -q --time 0 -o json:one.json ./barber
    run check -q --time 0 -o json:two.json ./barber
    expect explanation "$(jq -c .explanation one.json)" "$(jq -c .explanation two.json)"
    [ "$(why critical_step one.json)" != null ] || fail 'not explained'
}
# Values in an assertion, where they are certain.
case_values() {
    run check --no-explain -o json:v.json --test values ./cases
    expect values 'self->left[1] is 3, m->amount is 4, self->inner.deep is 5, self->color is GREEN, m->color is RED, self->other is NULL' \
        "$(jq -r '.findings[0].values' v.json)"
    says ", self->left[1] is 3, m->amount is 4,"
    expect 'text without values' 0 "$(jq -r '.findings[0].text' v.json | grep -c ' is 3')"
    for test in hidden changed elsewhere; do
        run check --no-explain -o json:v.json --test $test ./cases
        expect "kind of $test" assertion "$(jq -r .kind v.json)"
        expect "values of $test" '' "$(jq -r '.findings[0].values' v.json)"
    done
}
# Arrays that a message carries are shown with all elements, as long as there are not too many.
case_carried() {
    run check --no-explain -o html:c.html -o mermaid:c.mmd --test carries ./cases
    says 'none=0, empty=[], few=3, numbers=[7, -8, 9], items=2, list=[{number=1, name="nail", count=2, parts=[1, 2]}, {number=2, name="<b>\"", count=0, parts=[]}], many=150, bytes=[255, 1, 0,'
    says ', 0, ... 150 in all], gone=NULL}'
    expect 'elements of the long one' 100 "$(grep -o 'bytes=\[[^.]*' "$output" | head -1 | grep -o ', ' | wc -l)"
    has c.html 'numbers=[7, -8, 9]'
}
# The local variables of processes that wait: what changed in each step, and all of them in the end.
case_waits() {
    run check --no-explain -o json:w.json -o html:w.html --test waits ./cases
    expect kind deadlock "$(jq -r .kind w.json)"
    says '            bought 0 -> 1, spent 0 -> 20'
    says '            price 20 -> 19, tries 2 -> 3'
    says '            buyer in run_buyer at cases.c:'
    says ': spent=39'
    says '            seller in haggle at cases.c:'
    says ': price=18, lowest=10, tries=4'
    says '                called by run_seller at cases.c:'
    says ': first={type=&hr_type_Go, data=(pointer), sender=main}, customer=main'
    lacks 'self='
    expect 'functions in JSON' 'run_buyer haggle run_seller' "$(jq -r '[.waiting[].frames[].function] | join(" ")' w.json)"
    expect 'a value in JSON' 18 "$(jq -r '.waiting[].frames[].locals[] | select(.name == "price").value' w.json)"
    has w.html '<span class="local">price = <code>18</code></span>'
    has w.html 'seller waiting for a reply {buyer=buyer}, in haggle at cases.c:'
}
# Of generated functions, in frames and inlined, the values are right where they are shown: all of them without optimisation, with it
# at least those that the compiler had to keep (clang forgets where).
case_locals() {
    local seed how problem
    for seed in 1 2 3 4; do
        awk -v seed=$seed -v expected=expected -f "$here/locals.awk" > p.c
        for how in 'cc -O0' 'cc -O1 -fomit-frame-pointer' 'cc -O2' 'clang -O0' 'clang -O2'; do
            command -v "${how%% *}" > /dev/null || continue
            $how -g -I "$include" p.c -o p -L "$build" -lharrier -Wl,-rpath,"$build" || fail "seed $seed, $how: does not compile"
            run run -q -o json:p.json ./p
            jq -r '.waiting[].frames[] | .function as $f | .locals[] | "\($f) \(.name) \(.value)"' p.json > named
            problem=$(awk -v how="$how" '
                FNR == NR { from = length($1 $2 $3) + 4; wanted[$2 " " $3] = substr($0, from); kept[$2 " " $3] = $1 == "kept"; next }
                { key = $1 " " $2; value = substr($0, length(key) + 2) }
                !(key in wanted) { print "there is no " key; next }
                { seen[key] = value != "null" }
                value != "null" && value != wanted[key] { print key " is " value ", not " wanted[key] }
                END {
                    for (key in wanted)
                        if (!seen[key] && (how ~ /-O0/ || (kept[key] && how !~ /clang/)))
                            print key " is not shown"
                }' expected named)
            [ -z "$problem" ] || fail "seed $seed, $how: $problem"
        done
    done
}
# Who has more time gets an answer where the usual budget is not enough.
case_longer() {
    local kept=.harrier/double_start/1.schedule
    run check -q --time 0 --no-explain ./double_start 5
    run replay --time 1ms -o json:short.json $kept ./double_start 5
    expect 'outcome in a moment' unknown "$(why outcome short.json)"
    run replay --time 0 -o json:long.json $kept ./double_start 5
    expect status 1 "$status"
    expect outcome step "$(why outcome long.json)"
    run replay --time 5s $kept $kept ./double_start 5
    expect 'status of several' 2 "$status"
    says '--time is for one schedule'
    run replay --time 5s --adapt $kept ./double_start 5
    expect 'status of --adapt' 2 "$status"
}
case_not_asked() {
    run check --no-explain -o json:n.json -o html:n.html ./writer
    lacks 'continuation'
    expect explanation null "$(jq .explanation n.json)"
    expect 'marks on the page' 0 "$(grep -c 'class="race"' n.html)"
    run replay --no-explain .harrier/writer/1.schedule ./writer
    lacks 'continuation'
    run replay .harrier/writer/1.schedule ./writer
    says 'from step 5 on every continuation fails'
    run report .harrier/writer/1.schedule -o html:later.html ./writer
    has later.html 'Compared with the nearest schedule that passes'
}

lib_main "$@"
