#!/bin/bash
# The live runtime, feature by feature: run.sh FEATURES RACY [PREFIX...]
# PREFIX is a command that each program is run under (valgrind, say). Tests that take many threads or messages look at SCALE.
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt
features=$(realpath "$1") racy=$(realpath "$2")
shift 2
lib_begin

says() { grep -qE -e "$1" out.txt || fail "the output lacks '$1'"; }
# run STATUS VARIABLE=VALUE... -- COMMAND: in out.txt is what it said.
run() {
    local expected=$1 got
    local -a variables=()
    shift
    while [ "$1" != -- ]; do variables+=("$1"); shift; done
    shift
    env "${variables[@]}" timeout 900 "${prefix[@]}" "$@" > out.txt 2>&1
    got=$?
    [ $got = "$expected" ] || fail "exit status $got, not $expected"
}
prefix=("$@")

# What must work, on one thread, on several, and with delays.
for test in fan_in tree calls failure constraint behaviours selective_receive processes timers content settle two_runs \
    settle_between_runs own_predicate shared limit_drop; do
    for variables in HARRIER_THREADS=1 HARRIER_THREADS=2 HARRIER_THREADS=5 HARRIER_PERTURB=1:0.2 HARRIER_PERTURB=1:0.1:uniform; do
        [[ $variables != HARRIER_PERTURB* || ($test != timers && $test != limit_drop) ]] || continue # they depend on times
        run 0 $variables -- "$features" $test
        verdict "$test $variables"
    done
done
for test in long_handler long_host crowd limit_vast; do
    run 0 HARRIER_THREADS=2 -- "$features" $test
    verdict $test
done

# What must fail, and how.
line() { grep -n "$1" "$here/wrong.c" | cut -d: -f1; }
table="1|assertion|wrong.c:$(line '/\* here \*/'): error: assertion failed: self->value == 1 .in parent.2/sure.1, which handles Get from parent.2.
1|unhandled|wrong.c:[0-9]+: error: sure has no handler for Odd .in sure, which handles Odd from main.
1|at_end|wrong.c:[0-9]+: error: never does not hold at this end
1|always|wrong.c:[0-9]+: error: never does not hold in this state
1|environment|wrong.c:[0-9]+: error: never says that the program must not end like this
1|nobody|wrong.c:[0-9]+: error: a message to nobody
1|deadlock|error: deadlock: nothing can be delivered any more, and asker waits for a reply of mute
1|deadlock_stopped|asker waits for a reply of gone .destroyed.
1|ring_of_callers|error: deadlock: ringer.1 waits for ringer.2 waits for ringer.1
1|descendant|error: assertion failed: self->left > 0 .in link/link.1/link.1/link.1
1|reading|error: assertion failed: silent == NULL .in witness, which handles Go from main.
1|assertion_at_exit|error: assertion failed: each_fails == 1
1|long_ring_of_callers|error: deadlock: ringer.1 waits for ringer.200 waits for ringer.199
1|limit_fail|wrong.c:[0-9]+: error: the mailbox of full is full: Number is one more than the 10 it may hold
0|undeliverable|warning: undeliverable at the end: Number to turns .waiting., Odd to gone .destroyed.
77|skipped|skipped: not here
2|no_such_test|which test"
while IFS='|' read -r status test text; do
    run "$status" HARRIER_THREADS=2 -- "$features" "$test"
    says "$text"
    verdict "$test"
done <<< "$table"

# Stacks. A sanitizer tells of an overflow in its own way, and takes more of the stack itself.
if [ ${#prefix[@]} = 0 ] && [ -z "${SCALE:-}" ]; then
    for test in overflow overflow_by_leaps overflow_after_waiting; do
        for threads in 1 2; do
            run 1 HARRIER_THREADS=$threads HARRIER_RECORD=run.schedule -- "$features" $test
            says '^error: stack overflow in actor (diver.2|leaper|late): its stack has 256 KB; HARRIER_STACK=1024K gives it more$'
            [ "$(tail -n 1 run.schedule)" = 'kind stack' ] || fail 'the recording does not end with its kind'
            verdict "$test on $threads threads"
        done
        run 1 HARRIER_STACK=64K -- "$features" $test
        says 'stack overflow in actor .*: its stack has 64 KB'
        verdict "$test with small stacks"
    done
    run 1 HARRIER_THREADS=2 -- "$features" deep
    says 'stack overflow in actor diver'
    verdict deep
    run 0 HARRIER_STACK=4M -- "$features" deep
    verdict 'deep with large stacks'
    run 0 HARRIER_STACK=4194304 -- "$features" crowd
    verdict 'many large stacks'
    run 139 HARRIER_THREADS=2 -- "$features" wild_pointer
    verdict 'a wild pointer is no overflow'
fi

# The environment.
for wrong in HARRIER_STACK=0 HARRIER_STACK= HARRIER_STACK=31K HARRIER_STACK=2G HARRIER_STACK=1T HARRIER_STACK=-1 HARRIER_STACK=99999999999999999999 \
    HARRIER_STACK=1MB HARRIER_THREADS=0 HARRIER_THREADS=many HARRIER_PERTURB=x HARRIER_PERTURB=1: HARRIER_PERTURB=1:-3 HARRIER_PERTURB=1:2:uniformly \
    HARRIER_RECORD=/no/such/place HARRIER_SCHEDULE=/no/such/file; do
    run 2 $wrong -- "$features" settle
    says "harrier: ${wrong%%=*}="
    verdict "$wrong"
done
echo 'nonsense' > bad.schedule
run 2 HARRIER_SCHEDULE=bad.schedule -- "$features" settle
says 'not a schedule'
verdict 'not a schedule'
printf 'harrier schedule 1\nwriter what \033[2J\n' > bad.schedule
run 2 HARRIER_SCHEDULE=bad.schedule -- "$features" settle
says "not a delivery: 'writer what [?]\\[2J'"
verdict 'not a delivery'
for strange in /dev/zero /dev/null .; do
    run 2 HARRIER_SCHEDULE=$strange -- "$features" settle
    says "harrier: HARRIER_SCHEDULE=$strange: (not a schedule|Is a directory)"
    verdict "HARRIER_SCHEDULE=$strange"
done
if [ -e /dev/full ]; then
    run 0 HARRIER_RECORD=/dev/full -- "$features" calls
    says 'cannot be written .*the recording ends here'
    verdict 'full disk'
fi

# Recordings.
recorded() { grep -c ' <- ' run.schedule; }
# A forked process has the locks of the other threads, which are not there: it must not look for leaks when it ends.
run 0 ASAN_OPTIONS="${ASAN_OPTIONS:-} detect_leaks=0" HARRIER_RECORD=run.schedule -- "$features" fork_in_handler
[ "$(recorded)" = 2 ] || fail "$(recorded) deliveries in the recording"
verdict 'recording: fork'
run 0 HARRIER_THREADS=2 HARRIER_RECORD=run.schedule -- "$features" long_step
[ "$(recorded)" = $((70000 / ${SCALE:-1} + 1)) ] || fail "$(recorded) deliveries in the recording"
[ -n "${SCALE:-}" ] || says 'or for too long: not all its choices are recorded'
verdict 'recording: a step that takes long'
run 0 HARRIER_RECORD=run.schedule -- "$features" choices
! grep -q '^warning' out.txt || fail 'it warns'
verdict 'recording: as many choices as there may be'
run 0 HARRIER_RECORD=run.schedule -- "$features" too_many_choices
says '^warning: HARRIER_RECORD=run.schedule: a step chose more than 64 times'
verdict 'recording: one choice more'
run 1 HARRIER_RECORD=run.schedule -- "$features" deadlock_of_many
says 'and 3 more$'
[ "$(tail -n 1 run.schedule)" = 'kind deadlock' ] || fail 'the recording does not end with its kind'
verdict 'recording: a long text'

# Forcing: the order of a schedule happens, again and again; what no longer fits is told, and the program goes on.
cat > lost.schedule << 'END'
harrier schedule 1
client.1 <- Go from main choose 0
client.2 <- Go from main choose 0
bank <- Read from client.1
bank <- Read from client.2
client.2 <- reply Total from bank choose 1
client.1 <- reply Total from bank choose 1
bank <- Add from client.2
bank <- Add from client.1
END
for threads in 1 2 4; do
    run 1 HARRIER_THREADS=$threads HARRIER_SCHEDULE=lost.schedule HARRIER_RECORD=again.schedule -- "$racy"
    says 'racy.c:[0-9]+: error: assertion failed: .* .in bank, which handles Add from client.1'
    grep -v -e '^#' -e '^kind' -e '^channel' again.schedule > got.txt
    diff lost.schedule got.txt > difference.txt || fail "recorded: $(head -c 300 difference.txt)"
    verdict "forced on $threads threads"
done
sed 's/from client.2 *$/from client.3/' lost.schedule > odd.schedule
run 0 HARRIER_SCHEDULE=odd.schedule -- "$features" tree
says "warning: the schedule does not fit the program any more at step 1, 'client.1 <- Go from main choose 0': no such message is pending there; going on unforced"
verdict 'forced: another program'
printf 'harrier schedule 1\nturns <- Number #100 from main\nturns <- Number #98 from main\n' > early.schedule
run 0 HARRIER_SCHEDULE=early.schedule -- "$features" constraint
says "at step 2, 'turns <- Number #98 from main': the message is pending, but cannot be delivered there; going on unforced"
verdict 'forced: not accepted'
printf 'harrier schedule 1\ntape <- Number #2 from main\n' > overtaking.schedule
run 0 HARRIER_SCHEDULE=overtaking.schedule -- "$features" settle
verdict 'forced: after hr_settle'

lib_end
