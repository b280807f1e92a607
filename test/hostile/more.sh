# Cases that need more than one command, or one that is not a plain check. Sourced by run.sh; each function is a case.

# ---- what is no program ----

refused() { # file, text
    run check "$1"
    expect status 2 "$status"
    says "$2"
}
case_missing_file() { refused ./nothing 'No such file'; }
case_directory() { refused "$work" 'not an executable'; }
case_not_executable() {
    echo text > file
    refused ./file 'not an executable'
}
case_not_elf() {
    printf 'no program\001' > file
    chmod +x file
    refused ./file 'Exec format error'
}
case_script() {
    printf '#!/bin/sh\nexit 0\n' > file
    chmod +x file
    refused ./file 'hr_run'
}
case_library_missing() {
    refused "$programs/orphan" 'error while loading shared libraries'
    run list tests "$programs/orphan"
    expect status 2 "$status"
    says 'error while loading shared libraries'
}
case_more_tests_than_fit() {
    refused "$programs/crowd" 'more than 256 HR_TESTs'
    run check --test test_last "$programs/crowd"
    expect status 0 "$status"
}
# A story without fields says why.
case_no_debug_information() {
    cp "$programs/assertion" bare
    strip bare
    run check ./bare own
    says 'has no debug information'
    run check "$programs/assertion" own
    grep -q 'debug information' out.txt && fail 'it has debug information'
}
case_little_address_space() {
    (ulimit -v 8000000; "$harrier" check "$programs/many" 2 2) > out.txt 2>&1
    expect status 2 $?
    says 'address space is limited to 7812 MB'
    (ulimit -S -v 8000000; "$harrier" check "$programs/many" 2 2) > out.txt 2>&1
    expect status 0 $?
}
case_no_program_given() {
    run check
    expect status 2 "$status"
    says 'harrier check'
}
case_unknown_command() {
    run chekc "$programs/many"
    expect status 2 "$status"
    says "did you mean 'check'"
}

# ---- places that cannot be written ----

case_outdir_unwritable() {
    run check --outdir /dev/null/no -o json:out.json "$programs/assertion" own
    expect status 2 "$status" # said before anything is searched
    says 'cannot be kept in /dev/null/no'
    echo > .harrier # nobody named it: the violation is told all the same
    run check -o json:out.json "$programs/assertion" own
    expect status 1 "$status"
    expect kind assertion "$(field kind)"
    expect trace null "$(field trace)"
    says 'the schedule cannot be kept'
}
case_output_full() {
    run check -q -o json:/dev/full "$programs/many"
    expect status 2 "$status"
    says 'cannot write /dev/full'
}
# A verdict that nobody could read must not look like success.
case_stdout_full() {
    timeout 900 "$harrier" check -q -o json:- "$programs/many" 2> out.txt > /dev/full
    expect status 2 "$?"
    says 'cannot write'
}

# ---- output of the program ----

case_prints_stay_inside() {
    run check -q "$programs/harmless" prints
    grep -qE 'from the handler|and to stderr|more|raw' out.txt && fail 'the output of a handler is on standard output'
    expect status 0 "$status"
}
case_prints_in_the_trace() {
    run check --env empty "$programs/harmless" prints
    expect status 1 "$status"
    for line in 'from the handler' 'and to stderr' more raw; do says "$line"; done
}
# The clock that a handler sees is the same in every run.
case_same_time_always() {
    for _ in 1 2; do
        run check --env empty "$programs/harmless" clocks
        grep -o 'Number{value=[0-9]*}' out.txt >> times
    done
    expect 'number of different times' 1 "$(sort -u times | wc -l)"
}

# ---- schedules ----

# Every kind of violation is met again by its schedule, with the same place.
replayed() { # kind, program and arguments, options of both
    run check $3 -o json:out.json "$programs"/$2
    local place trace
    place=$(finding place) trace=$(field trace)
    run replay $3 -o json:out.json "$trace" "$programs"/$2
    expect "status of $2" 1 "$status"
    expect "kind of $2" "$1" "$(field kind)"
    expect "place of $2" "$place" "$(finding place)"
}
case_replay() {
    replayed assertion 'assertion own'
    replayed crash 'crash in_libc'
    replayed stack 'stack recursion'
    replayed exit 'ends raw'
    replayed hang 'hang loop' '--watchdog 200ms'
    replayed memory 'memory twice'
    replayed isolation 'isolation smuggled_read'
    replayed syscall 'world opens'
    replayed misuse 'misuse nobody'
    replayed unhandled 'unhandled plain'
    replayed deadlock 'deadlock ring'
    replayed deadlock 'environment waits' '--env empty'
    replayed undeliverable 'undeliverable' '--undeliverable error'
    replayed invariant 'invariant always'
    replayed invariant 'shared wrong'
    replayed overflow 'overflow three'
    replayed overflow 'overflow three' '-c unordered'
    replayed overflow 'overflow at_start'
    replayed assertion 'choose 21'
    replayed assertion 'timers forgets'
    replayed deadlock 'timers cancels' '--env empty'
    replayed assertion 'due second'
    replayed assertion 'tests' '--test fails'
}
# A schedule has the steps that lead to the violation: the shortest are these, and others end as they do.
case_replay_ordinals() {
    local channel search steps='match <- Number from main, fuse <- Number from match, fuse <- Go from main'
    for channel in unordered pairwise; do
        for search in dfs bfs; do
            run check -c $channel -s $search "$programs/ordinals"
            expect "the steps, $channel $search" "$steps" "$(grep -- ' <- ' .harrier/ordinals/1.schedule | paste -sd, | sed 's/,/, /g')"
            rm -rf .harrier
        done
        run check -c $channel --no-shorten "$programs/ordinals"
        expect "the last step, $channel" 'fuse <- Go from main' "$(tail -n 1 .harrier/ordinals/1.schedule)"
        rm -rf .harrier
    done
}
# What a schedule does not say is delivered in order of sending.
case_replay_rest() {
    echo 'harrier schedule 1' > start
    run replay start "$programs/invariant" holds
    expect status 0 "$status"
}
# The limit is kept in the schedule; what it leads to has the same number.
case_replay_limit() {
    run check -o json:out.json --mailbox-limit 2 "$programs/overflow" plain
    expect status 1 "$status"
    local text trace
    text=$(finding text) trace=$(field trace)
    run replay -o json:out.json "$trace" "$programs/overflow" plain
    expect kind overflow "$(field kind)"
    expect text "$text" "$(finding text)"
    sed 's/^mailbox-limit .*/mailbox-limit two/' "$trace" > bad
    run replay bad "$programs/overflow" plain
    expect status 2 "$status"
    says 'takes a number'
}
# So are the other settings that decide what is a violation.
setting_kept() { # program and arguments, options
    run check -o json:out.json $2 "$programs"/$1
    local kind trace
    kind=$(field kind) trace=$(field trace)
    [ -n "$kind" ] || fail "nothing is found in $1"
    run replay -o json:out.json "$trace" "$programs"/$1
    expect "status of $1" 1 "$status"
    expect "kind of $1" "$kind" "$(field kind)"
}
case_replay_settings() {
    setting_kept 'environment waits' '--env empty'
    setting_kept 'undeliverable' '--undeliverable error'
    setting_kept 'overflow three' '--channel unordered'
}
# One schedule is not all orders.
case_replay_claims_little() {
    run check "$programs/assertion" own
    run replay -o json:out.json .harrier/assertion/1.schedule "$programs/assertion" own
    [ -s out.json ] || fail 'there is no result'
    grep -q 'all orders' out.json && fail 'the replay of one schedule claims all orders'
}
case_replay_hidden_input() {
    run check -o json:out.json "$programs/nondeterminism" randomly
    run replay "$(field trace)" "$programs/nondeterminism" randomly
    expect status 4 "$status"
}
case_replay_garbage() {
    head -c 4000 /dev/urandom > garbage
    run replay garbage "$programs/assertion" own
    expect status 2 "$status"
    says 'not a schedule'
}
case_replay_line_that_is_none() {
    printf 'harrier schedule 1\nwhat is this\n' > bad
    run replay bad "$programs/assertion" own
    expect status 2 "$status"
    says "'what is this'"
}
case_replay_does_not_fit() {
    run check "$programs/invariant" at_end
    sed '/<- Go #2/s/#2/#7/' .harrier/invariant/1.schedule > bad
    run replay bad "$programs/invariant" at_end
    expect status 2 "$status"
    says "step 2, 'counter <- Go #7 from main'"
}
case_replay_empty_file() {
    : > empty
    run replay empty "$programs/assertion" own
    expect status 2 "$status"
    says 'not a schedule'
}
case_replay_in_gdb() {
    command -v gdb > /dev/null || return
    run check "$programs/assertion" own
    printf 'bt\ncontinue\nquit\n' > commands
    timeout 900 "$harrier" replay --gdb .harrier/assertion/1.schedule "$programs/assertion" own < commands > out.txt 2>&1
    says 'harrier_before_step'
    says 'on_go (self='
    grep -q SIGSEGV out.txt && fail 'SIGSEGV under gdb'
}

# ---- interrupted ----

# Starts a check that takes long, and finds the process that explores.
start_long() {
    "$harrier" check --search dfs --time 30s -o json:out.json "$programs/many" 12 9 > out.txt 2>&1 &
    supervisor=$!
    sleep 1
    read -r keeper < "/proc/$supervisor/task/$supervisor/children"
    read -r explorer < "/proc/${keeper% }/task/${keeper% }/children"
    explorer=${explorer% }
    [ -n "$explorer" ] || fail 'nobody explores'
}
end_long() {
    wait "$supervisor"
    status=$?
    gone
    touch out.json
}
gone() { # or a zombie, where process 1 does not care for its children
    grep -qs "^State:.[^Z]" "/proc/$explorer/status" && fail 'the process that explores is still there'
}
case_interrupt() {
    start_long
    kill -INT "$supervisor"
    end_long
    expect status 3 "$status"
    says interrupted
    [ "$(field states)" -gt 1000 ] 2> out.err || fail 'no counts'
    expect exhaustive false "$(field exhaustive)"
}
case_explorer_killed() {
    start_long
    kill -KILL "$explorer"
    end_long
    expect status 3 "$status"
    says 'was killed after'
}
# The explorer must not outlive a supervisor that dies.
case_supervisor_killed() {
    start_long
    disown "$supervisor" # or the shell would tell of its death
    kill -KILL "$supervisor"
    sleep 0.3
    gone
}

# ---- what a verdict did not look at ----

case_cover_says_that_it_does_not_choose() {
    run cover -q "$programs/choose"
    says 'of each hr_choose() only one value was tried'
    run cover -q "$programs/many" 2 2
    grep -q hr_choose out.txt && fail 'there is no hr_choose()'
    run check -q -s random --runs 5 --seed 1 "$programs/choose"
    grep -q 'only one value' out.txt && fail 'a sample draws values'
}
# main() goes on in a replay too; and its schedule is committed with the option in it.
case_after_run_replays() {
    run check -q --after-run "$programs/after" crashes
    expect status 1 "$status"
    run replay -q .harrier/after/1.schedule "$programs/after" crashes
    expect status 1 "$status"
    says 'a null pointer'
    run replay -q .harrier/after/1.schedule "$programs/after" prints
    expect status 0 "$status"
    sed -i '/^after-run/d' .harrier/after/1.schedule
    run replay -q .harrier/after/1.schedule "$programs/after" crashes
    expect status 0 "$status"
}
