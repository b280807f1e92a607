#!/bin/bash
# harrier cover and suites of schedules, as users meet them:    cli.sh HARRIER WRITER LISTING1 CLOCK
set -u
harrier=$(realpath "$1") writer=$(realpath "$2") listing1=$(realpath "$3") clock=$(realpath "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C NO_COLOR=1
ln -s "$writer" writer && ln -s "$listing1" listing1 && ln -s "$clock" clock
passed=0 failed=0

equal() { # equal NAME EXPECTED GOT
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $1"
        diff <(echo "$2") <(echo "$3") | sed 's/^/      /'
    fi
}
# run STATUS ARGUMENTS...: prints into the file out
run() {
    local expected=$1
    shift
    "$harrier" "$@" > out 2>&1
    equal "status of: harrier $*" "$expected" $?
}
said() { # said WHAT: the last run did
    grep -qF -- "$1" out
    equal "it says: $1" 0 $?
}

# ---- a violation is reported as check does ----

run 1 cover --save kept ./writer
said 'writer.c:32: error: assertion failed: self->results != NULL (in writer)  [assertion]'
said 'replay   harrier replay .harrier/writer/1.schedule ./writer'
said '1 schedule kept in kept'
run 1 replay kept/writer-1.schedule ./writer
run 1 cover -k --save kept --save-all -o json:json -o coverage:coverage ./writer
equal 'the result has the verdict and the coverage' 1 "$(grep -c '"verdict":"violation".*"coverage":{"executions":7,' json)"
equal 'the coverage alone' 1 "$(grep -c '^{"executions":7,"schedules":6,.*"goals":{"pr":{"covered":12,"total":12}' coverage)"
equal 'the matrix' 1 "$(grep -c '"matrix":.*{"actor":"writer","message":"Flush","deliveries":7}' coverage)"
equal 'each schedule once: the first one found again' 7 "$(find kept -name '*.schedule' | wc -l)"

# ---- suites ----

run 1 replay -o junit:junit.xml kept/*.schedule ./writer
said '7 schedules: 3 passed, 4 failed'
equal 'a line for each' 7 "$(grep -cE '^(PASS|FAIL) +kept/writer-' out)"
equal 'JUnit counts them' 1 "$(grep -c '<testsuite name="./writer" tests="7" failures="4" errors="0" skipped="0"' junit.xml)"
equal 'JUnit has the cases' '7 4' "$(grep -c '<testcase ' junit.xml) $(grep -c '<failure message="writer.c:32: assertion failed' junit.xml)"
if command -v xmllint > /dev/null; then
    xmllint --noout junit.xml
    equal 'JUnit is XML' 0 $?
fi
run 1 replay -q kept/*.schedule ./writer
equal 'quiet: the failing ones and the sum' 5 "$(wc -l < out)"
run 2 replay kept/*.schedule ./writer 3 # other names: action.2 does not come last any more
said 'UNFIT'
run 2 replay kept/writer-1.schedule kept/writer-2.schedule
said 'replay needs a program after the schedules'
run 2 replay --gdb kept/writer-1.schedule kept/writer-2.schedule ./writer
said '--gdb takes one schedule'
run 2 replay -o json:all kept/*.schedule ./writer
equal 'said at once' 'harrier: several schedules: only --output junit can be written' "$(cat out)"
run 2 replay -o junit:/nowhere/file kept/*.schedule ./writer
said 'cannot write /nowhere/file'

# A schedule that no longer fits says where and why; one that fits still decides.
{ echo 'harrier schedule 1' && echo 'action.1 <- Execute from main' && echo 'writer <- Flush from terminator'; } > early.schedule
{ echo 'harrier schedule 1' && echo 'writer <- Write from action.9'; } > nobody.schedule
run 2 replay early.schedule nobody.schedule ./writer
said "UNFIT    early.schedule   the schedule does not fit the program any more at step 2, 'writer <- Flush from terminator': no such message is pending there"
said '2 schedules: 0 passed, 0 failed, 2 did not fit'
run 1 replay early.schedule kept/writer-1.schedule kept/writer-2.schedule ./writer

# ---- partial schedules: exactly while they last, then in order of sending ----

{ echo 'harrier schedule 1' && echo 'action.2 <- Execute from main' && echo 'terminator <- ActionDone from action.2'; } > partial.schedule
run 0 replay partial.schedule ./writer
said ' 2  terminator <- ActionDone'
said ' 3  action.1 <- Execute'
run 0 cover --rounds 0 --initial partial.schedule --save initial --save-all ./listing1
equal 'the first execution begins with it' "$(grep -e '<-' partial.schedule)" "$(grep -v '^#' initial/listing1-1.schedule | grep -e '<-')"
run 2 cover --initial early.schedule ./writer
said "initial schedule 1 does not fit the program at step 2, 'writer <- Flush from terminator': no such message is pending there"

# ---- coverage of other searches ----

run 0 check -q -s stateless -o coverage:all ./listing1
equal 'all executions have all goals' 1 "$(grep -c '"goals":{"pr":{"covered":12,"total":12},"pbr":{"covered":8,"total":8},"pcr":{"covered":12,"total":12}}' all)"
run 0 check -q -r transdpor --sleep -o coverage:all ./listing1
equal 'those of a reduction too: it keeps the orders of every actor' 1 "$(grep -c '"pr":{"covered":12,"total":12}' all)"
run 2 check -o coverage:all ./listing1
said '--output coverage is of whole executions'
run 2 check -o junit:all ./listing1
said '--output junit goes with harrier replay'

# ---- limits and mistakes ----

run 3 cover -q -n 20 ./listing1
said 'stopped by --deliveries 20'
run 3 cover -q --depth 5 ./listing1
said 'executions cut off at --depth 5'
run 2 cover --criterion pr,pqr ./listing1
said "unknown criterion 'pqr'"
run 2 cover --channel mailbox ./listing1
said 'cover knows what must happen before what under the channels pairwise and unordered only'
run 2 cover --save-all ./listing1
said '--save-all goes with --save DIR'
run 2 cover --save /proc/nowhere --save-all ./listing1
said 'the schedules cannot be kept in /proc/nowhere'
run 0 cover --criterion pbr,pr ./listing1
run 0 list criteria
said 'pairs of consecutive receives'

# ---- logical time ----

run 1 cover --test expires -q ./clock
said 'assertion failed: !self->in || hr_now() - self->since <= EXPIRES_AFTER'
run 1 replay .harrier/expires/1.schedule ./clock
run 0 cover --test in_time ./clock
run 0 check --test in_time ./clock
said 'all orders explored'
run 0 check --test others ./clock
said 'all orders explored'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
