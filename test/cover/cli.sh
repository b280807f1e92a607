#!/bin/bash
# harrier cover and suites of schedules, as users meet them:    cli.sh HARRIER WRITER LISTING1 CLOCK STOPS
. "$(dirname "$0")/../lib.sh"
set -u
output=out
harrier=$(realpath "$1") writer=$(realpath "$2") listing1=$(realpath "$3") clock=$(realpath "$4") stops=$(realpath "$5")
lib_begin
ln -s "$writer" writer && ln -s "$listing1" listing1 && ln -s "$clock" clock && ln -s "$stops" stops

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
said 'writer.c:32: error: assertion failed: self->results != NULL, self->results is NULL (in writer)  [assertion]'
said "replay   $harrier replay .harrier/writer/1.schedule ./writer"
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
equal 'said at once' 'harrier: several schedules: only --output html, junit, sarif and tap can be written' "$(cat out)"
run 2 replay -o junit:/nowhere/file kept/*.schedule ./writer
said 'cannot write /nowhere/file'

# A schedule that no longer fits says where and why; one that fits still decides.
{ echo 'harrier schedule 1' && echo 'action.1 <- Execute from main' && echo 'writer <- Flush from terminator'; } > early.schedule
{ echo 'harrier schedule 1' && echo 'writer <- Write from action.9'; } > nobody.schedule
run 2 replay early.schedule nobody.schedule ./writer
said "UNFIT    early.schedule   the schedule does not fit the program any more at step 2, 'writer <- Flush from terminator': no such message is pending there"
said '2 schedules: 0 passed, 0 failed, 2 did not fit'
run 1 replay early.schedule kept/writer-1.schedule kept/writer-2.schedule ./writer

# ---- suites, forced on the program itself ----

{ echo 'harrier schedule 1' && printf 'action.%d <- Execute from main\n' 1 2 && printf 'terminator <- ActionDone from action.%d\n' 1 2 &&
    echo 'writer <- Write from action.1' && echo 'writer <- Flush from terminator' && echo 'writer <- Write from action.2'; } > late.schedule
sed -e '/<- Flush/d' -e '$a writer <- Flush from terminator' late.schedule > good.schedule
run 1 replay --live -o junit:live.xml good.schedule late.schedule early.schedule ./writer
said 'PASS     good.schedule'
equal 'live, the violation, its place and its kind' 1 "$(grep -cE '^FAIL     late.schedule   .*writer.c:32: assertion failed: self->results != NULL .in writer, which handles Write from action.2.  .assertion.$' out)"
said "UNFIT    early.schedule   the schedule does not fit the program any more at step 2, 'writer <- Flush from terminator': no such message is pending there"
said '3 schedules: 1 passed, 1 failed, 1 did not fit'
equal 'JUnit, live' 1 "$(grep -c 'tests="3" failures="1" errors="1" skipped="0"' live.xml)"
run 0 replay --live good.schedule ./writer
run 2 replay --live early.schedule good.schedule ./writer
for engine in '' --live; do
    run 1 replay $engine --fail-fast late.schedule good.schedule late.schedule ./writer
    said '1 schedule: 0 passed, 1 failed, 2 not run'
done
run 0 cover -q --rounds 0 --test in_time --save timed --save-all ./clock
run 0 replay --live timed/in_time-1.schedule ./clock # the schedule names the test, and the program is told

# Programs that do not come to a good end, or follow nothing.
script() { printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod +x "$1"; }
script hangs 'sleep 1000; true'
script crashes 'kill -SEGV $$'
script ends_badly 'exit 3'
script ignores 'exit 0'
script skips 'exit 77'
run 1 replay --live --time 200ms good.schedule late.schedule ./hangs
said 'FAIL     late.schedule   it did not end within 0.2 s'
said '2 schedules: 0 passed, 2 failed'
run 1 replay --live good.schedule ./crashes
said 'Segmentation fault (signal 11)  [crash]'
run 1 replay --live good.schedule ./ends_badly
said 'it ended with status 3'
run 2 replay --live good.schedule ./ignores
said 'UNFIT    good.schedule   the program ended before the schedule did'
run 77 replay --live good.schedule ./skips
{ echo 'harrier schedule 1' && echo 'no delivery'; } > wrong.schedule
run 2 replay --live wrong.schedule ./writer
said 'UNFIT    wrong.schedule   HARRIER_SCHEDULE=wrong.schedule: '
run 2 replay --live --gdb good.schedule ./writer
said '--gdb runs the checker'
run 2 replay --live good.schedule ./nowhere

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
for search in random pos pct pctcp delay; do
    run 0 check -q -s $search --seed 1 -o coverage:all ./listing1
    equal "a thousand samples have all goals of a small program: $search" 1 \
        "$(grep -c '"goals":{"pr":{"covered":12,"total":12},"pbr":{"covered":8,"total":8},"pcr":{"covered":12,"total":12}}' all)"
done
run 0 check -q -s random --seed 1 --runs 1 -o coverage:all ./listing1
equal 'one sample has one order of each open pair' 1 "$(grep -c '^{"executions":1,.*"goals":{"pr":{"covered":\([0-9]*\),.*"reason":"in none of the executions"' all)"

# A search over states counts goals along its paths, and every delivery in the matrix.
matrix_sum() { grep -o '"deliveries":[0-9]*' all | awk -F: '{ sum += $2 } END { print sum + 0 }'; }
for options in '-s dfs' '-s bfs' '-s dfs --step big' '-s bfs -r ample' '-s dfs --store bitstate' '-s dfs --channel causal' '-s bfs --no-memo' '-s auto' '-s dfs --identity basset'; do
    # shellcheck disable=SC2086 # words
    run 0 check -q $options -o coverage:all -o json:json ./listing1
    case $options in
    *big* | *memo*) equal "no paths to count goals along: $options" 1 "$(grep -c '^{"executions":0,.*"along_paths":false,"deliveries_beyond":0,"goals":null,' all)" ;;
    *) equal "goals along paths: $options" 1 "$(grep -c '^{"executions":0,.*"along_paths":true,"deliveries_beyond":0,"goals":{"pr":{"covered":[1-9][0-9]*,"total":[1-9]' all)" ;;
    esac
    equal "deliveries in the matrix: $options" "$(sed 's/.*"states":[0-9]*,"deliveries":\([0-9]*\).*/\1/' json)" "$(matrix_sum)"
done
run 3 check -q -s auto --deliveries 40 --runs 9 --seed 1 -o coverage ./listing1
said 'search auto (dfs, samples)'
run 0 check -s dfs -o coverage ./listing1
said 'along the paths that the search took'
said '  covered, of seen'
said '    writer                Write 32, Flush 4'
run 0 check -s random --seed 1 -o coverage ./listing1
said '    all actors                  12 of 12          8 of 8        12 of 12'
run 0 check -s random --seed 1 ./listing1
equal 'nothing of it unless asked for' 0 "$(grep -c 'goals\|received' out)"
run 2 check --workers 2 -o coverage:all ./listing1
said '--output coverage counts in one process'
run 2 replay -o coverage:all kept/writer-1.schedule ./writer
said '--output coverage is of a search'
run 0 check -o junit:all ./listing1
equal 'a check as a case' 1 "$(grep -c '<testcase classname="./listing1" name="listing1"' all)"

# ---- limits and mistakes ----

run 3 cover -q -n 20 ./listing1
said 'stopped by --deliveries 20'
run 3 cover -q --depth 5 ./listing1
said 'executions cut off at --depth 5'
run 2 cover --criterion pr,pqr ./listing1
said "unknown criterion 'pqr'"
# A Flush is sent in the past of its Writes: where that or the order of sending is kept, it comes behind them.
for channel in causal mailbox; do
    run 0 cover --channel $channel ./listing1
    said '    writer                        2 of 2               -          2 of 2'
done
run 2 cover --save-all ./listing1
said '--save-all goes with --save DIR'
run 2 cover --save /proc/nowhere --save-all ./listing1
said 'the schedules cannot be kept in /proc/nowhere'
run 0 cover --criterion pbr,pr ./listing1
run 0 list criteria
said 'pairs of consecutive receives'

# ---- receivers that end ----

run 0 cover --undeliverable off --test for_good ./stops
equal 'both orders of what comes before the end' '4 of 6 4 of 6' "$(awk '$1 == "box" && / of / { print $2, $3, $4, $6, $7, $8 }' out)"
said 'pr: box <- Close from sender.3  before  box <- Item from sender.1'
said 'no order has it; its receiver has ended then: box <- Item from sender.1'
run 0 cover --undeliverable off --test kept ./stops
equal 'an order that needs a third message is found, and the only one missed is impossible' \
    'pr: box <- Close from sender.2  before  box <- Keep from sender.3' "$(sed -n 's/^    \(pr: .*\)/\1/p' out)"
run 0 check -q --undeliverable off --search stateless --test kept -o coverage:all ./stops
equal 'so say all executions' 1 "$(grep -c '"pr":{"covered":5,"total":6}.*"missed":\[{"criterion":"pr","before":"box <- Close from sender.2","after":"box <- Keep from sender.3"' all)"
run 0 cover --undeliverable off --literal --test kept ./stops
equal 'as in the paper it is missed' 2 "$(grep -c 'its receiver has ended then' out)"
equal 'and nothing is said about other orders' 0 "$(grep -c 'no order' out)"

run 1 cover --undeliverable off --save late --test too_late ./stops
said 'deadlock: nothing can be delivered any more, and asker waits for a reply of box (destroyed)'
run 1 replay -q --undeliverable off late/too_late-*.schedule ./stops
said 'asker waits for a reply of box'

# ---- what ended early, and what does not fit, is said ----

run 0 cover --rounds 0 ./listing1
said 'ended after --rounds 0 (not a proof)'
printf '%s\n' 'harrier schedule 1' 'test picked' 'box <- Pick from main choose 5' > choice.schedule
run 2 cover --undeliverable off --initial choice.schedule ./stops
said "does not fit the program at step 1, 'box <- Pick from main choose 5': hr_choose() or a look at the clock does not offer that any more"
run 2 replay choice.schedule choice.schedule ./writer
said "UNFIT    choice.schedule   it has no HR_TEST"
sed 's/picked/no_such_test/' choice.schedule > other.schedule
run 2 replay other.schedule other.schedule ./stops
said "UNFIT    other.schedule   the program has no test 'no_such_test'"

# ---- calls: a schedule has the answer that the next event waits for ----

run 0 cover --undeliverable off --test calls ./stops
said '2 schedules generated'
equal 'each attempt fits' 0 "$(grep -c 'did not fit' out)"
equal 'all orders of the three receives' '4 of 4' "$(awk '$1 == "asker" && / of / { print $2, $3, $4 }' out)"

# ---- timers that are cancelled at once ----

for options in '-s dfs' '-s stateless -o coverage:all' '-r transdpor' '-s random --seed 1'; do
    # shellcheck disable=SC2086 # words
    run 0 check -q $options --test cancelled ./stops
done
run 0 cover --test cancelled ./stops

# ---- choices: those of the given schedule ----

{ echo 'harrier schedule 1' && echo 'test picked' && echo 'box <- Pick from main choose 1'; } > picked.schedule
run 0 cover --undeliverable off --test picked --initial picked.schedule --save picked --save-all ./stops
said '4 of 4'
equal 'schedules generated from it choose as it does' 3 "$(cat picked/* | grep -c 'box <- Pick from main choose 1')"

# ---- behaviours: the second receive changes it, so the first and the third are no pair of one behaviour ----

run 0 cover --rounds 0 --test toggles ./stops
equal 'pr, pbr and pcr of three in a row' '3 of 6 2 of 6 2 of 6' "$(sed -n 's/^ *all actors *//p' out | tr -s ' ')"

# ---- logical time ----

run 1 cover --test expires -q ./clock
said 'assertion failed: !self->in || hr_now() - self->since <= EXPIRES_AFTER'
run 1 replay .harrier/expires/1.schedule ./clock
run 0 cover --test in_time ./clock
run 0 check --late-looks 0 --test in_time ./clock
said 'all orders explored'
run 0 check --late-looks 0 --test others ./clock
said 'all orders explored'
run 1 check --test in_time ./clock # a session expires when nothing happens for long
said 'time passes: 1 h'
run 1 replay .harrier/in_time/1.schedule ./clock
run 1 cover --initial .harrier/in_time/1.schedule --test in_time ./clock # as the schedule has it
run 2 replay --live .harrier/in_time/1.schedule ./clock
said 'looks at the clock late'

lib_end
