#!/bin/bash
# Files for other tools, read by other tools.    run.sh [--list | --group NAME] BUILD-DIR
# SARIF_SCHEMA=FILE also compares SARIF with the schema that OASIS publishes.
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1") docs=$(realpath "$here/../../docs")
    export PATH=$build:$PATH
    unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY GITHUB_WORKSPACE
}
groups() { functions_of "$here/run.sh"; }
group() {
    output=$work/said
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    ln -s "$build"/examples/writer "$build"/subjects/server "$build"/subjects/bugs/barber "$build"/test/page/{crowd,mean} \
        "$build"/test/cli/outcomes .
    "case_$1"
    [ -n "$problems" ] || [ "$skipped" = 0 ] || return 0
    verdict "$1"
}
run() { # harrier ARG...: $status, and what it says
    harrier "$@" > "$output" 2>&1
    status=$?
}

# ---- JSON: the published schema says all that is written, and nothing more ----

results() { # a.json ...: one of each kind of result
    run check -q -o json:pass.json ./server
    run check -q -o json:fail.json ./writer
    run check -q -k -o json:several.json ./outcomes
    run check -q -s random -o json:sampled.json ./server
    run check -q --workers 2 -o json:workers.json ./server
    run check -q --output coverage -o json:covered.json ./server
    run cover -q -v -o json:cover.json ./barber
    run check -q -o json:mean.json ./mean
    run replay -q -o json:replay.json .harrier/writer/1.schedule ./writer
    run check -q -n 2 -o json:cut.json ./server
}
case_schema() {
    if ! python3 -c 'import jsonschema' 2> /dev/null; then
        skip 'no python3-jsonschema: tools/setup.sh reports FOLDER'
        return
    fi
    results
    python3 "$here/validate.py" "$docs/result.schema.json" ./*.json > "$output" 2>&1 || fail 'a result does not fit the schema'
    # the schema is no sieve: it refuses what is not a result
    for change in 'del(.verdict)' '.verdict = "good"' '.states = "8"' '.more = 1' '.findings[0].more = 1' '.states = -1'; do
        jq -c "$change" fail.json > wrong
        python3 "$here/validate.py" "$docs/result.schema.json" wrong > "$output" 2>&1 && fail "the schema takes: $change"
    done
}
# The same with jq alone: no field that the schema does not name, and none missing.
case_fields() {
    results
    local file
    for file in pass fail several sampled workers covered cover mean replay cut; do
        jq -e -n --slurpfile schema "$docs/result.schema.json" 'all(inputs; . as $result | ($result | keys) - ($schema[0].properties | keys) == []
            and $schema[0].required - ($result | keys) == [])' $file.json > /dev/null || fail "$file.json has other fields than the schema"
    done
}

# ---- SARIF ----

sarif_is_sound() { # sarif_is_sound FILE
    jq -e '.version == "2.1.0" and (.runs | length == 1) and .runs[0].tool.driver.name == "harrier" and
        ([.runs[0].tool.driver.rules[].id] as $rules | all(.runs[0].results[]; (.ruleId as $id | $rules | index($id)) != null and
            .level == "error" and (.message.text | length) > 0 and
            all(.. | .physicalLocation? | select(. != null); .region.startLine >= 1 and (.artifactLocation.uri | test("^[A-Za-z0-9%/:._~+-]+$")))))' \
        "$1" > /dev/null || fail "$1 is not sound"
    if [ -n "${SARIF_SCHEMA:-}" ]; then
        python3 "$here/validate.py" "$SARIF_SCHEMA" "$1" > "$output" 2>&1 || fail "$1 does not fit the schema of OASIS"
    fi
}
case_sarif() {
    run check -o sarif:w.sarif ./writer
    expect status 1 "$status"
    sarif_is_sound w.sarif
    expect 'the place' 'writer.c 32' "$(jq -r '.runs[0].results[0].locations[0].physicalLocation | "\(.artifactLocation.uri | sub(".*/"; "")) \(.region.startLine)"' w.sarif)"
    expect 'the code flow' '1: action.1 <- Execute from main|6: writer <- Write{result="action 1 ok"} from action.1' \
        "$(jq -r '[.runs[0].results[0].codeFlows[0].threadFlows[0].locations[].location.message.text] | "\(.[0])|\(.[5])"' w.sarif)"
    run check -o sarif:none.sarif ./server
    sarif_is_sound none.sarif
    expect 'results of a program that passes' 0 "$(jq '.runs[0].results | length' none.sarif)"
    run check -k -o sarif:many.sarif ./outcomes # several tests, one file
    sarif_is_sound many.sarif
    [ "$(jq '.runs[0].results | length' many.sarif)" -ge 1 ] || fail 'the results of several tests are not there'
    run check -o sarif:m.sarif ./mean
    sarif_is_sound m.sarif
    # relative to the project, so that a code host finds the file
    (cd "$here/../.." && "$build/harrier" check -q --outdir "$work/here/kept" -o "sarif:$work/here/rel.sarif" "$build/examples/writer" > /dev/null 2>&1)
    expect 'the name below the project' examples/writer.c "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' rel.sarif)"
}

# ---- JUnit and TAP: of checks, covers, and suites ----

junit_is_sound() { xmllint --noout --schema "$here/junit.xsd" "$1" > "$output" 2>&1 || fail "$1 is no JUnit"; }
counts_of() { xmllint --xpath 'concat(/testsuite/@tests, " ", /testsuite/@failures, " ", /testsuite/@errors, " ", /testsuite/@skipped)' "$1"; }
case_junit() {
    run check -o junit:w.xml ./writer
    junit_is_sound w.xml
    expect 'a violation' '1 1 0 0' "$(counts_of w.xml)"
    run check -o junit:p.xml ./server
    junit_is_sound p.xml
    expect 'a pass' '1 0 0 0' "$(counts_of p.xml)"
    run check -n 2 -o junit:u.xml ./server
    expect 'inconclusive is no success' '1 0 1 0' "$(counts_of u.xml)"
    run check -o junit:t.xml -o json:t.json ./outcomes
    junit_is_sound t.xml
    [ "$(xmllint --xpath 'count(//testcase)' t.xml)" -ge "$(wc -l < t.json)" ] || fail 'a test is missing'
    run cover -o junit:c.xml ./barber
    expect 'of cover' '1 1 0 0' "$(counts_of c.xml)"
    run check -o junit:m.xml ./mean
    junit_is_sound m.xml
    run replay -o junit:r.xml .harrier/writer/1.schedule ./writer
    junit_is_sound r.xml
    expect 'of replay' '1 1 0 0' "$(counts_of r.xml)"
}
case_tap() {
    run check -o tap:p.tap ./server
    run check -o tap:w.tap ./writer
    run check -o tap:t.tap ./outcomes
    run check -o tap:m.tap ./mean
    prove -e cat p.tap > "$output" 2>&1 || fail 'prove does not take a pass for one'
    prove -e cat w.tap > "$output" 2>&1 && fail 'prove takes a violation for a pass'
    says 'Failed test:  1'
    for file in t m; do
        prove -v -e cat $file.tap > "$output" 2>&1
        lacks 'Parse errors'
    done
    run replay -o tap:r.tap .harrier/writer/1.schedule .harrier/writer/1.schedule ./writer
    expect 'plan of a suite' '1..2' "$(sed -n 2p r.tap)"
}

# ---- diagrams ----

case_mermaid() {
    run check -c unordered -o mermaid:s.mmd ./server assert
    expect 'the first lines' 'sequenceDiagram|    participant a0 as main|    participant a1 as server' "$(head -3 s.mmd | paste -sd'|')"
    expect messages 6 "$(grep -cE '^    a[0-9]+-[)x]a[0-9]+: [0-9]+ ' s.mmd)"
    run check -o mermaid:m.mmd ./mean
    expect 'lines that are none' 0 "$(grep -cvE '^(sequenceDiagram|    (participant a[0-9]+ as|Note over a[0-9]+:|a[0-9]+-[)x]a[0-9]+: [0-9]+) ([A-Za-z0-9 _.,=+()/'"'"'-]|#[0-9]+;)*)$' m.mmd)"
    run report .harrier/server/1.schedule .harrier/server/1.schedule -o mermaid:two.mmd ./server assert
    says 'has room for one execution'
}
# Each clock is larger than that of the step that sent the message, and than the actor's last one.
case_shiviz() {
    run check -q -s random --runs 1 --seed 3 --no-shorten -o shiviz:c.log ./crowd 10 60
    [ "$(wc -l < c.log)" -gt 140 ] || fail 'few events'
    sed -n 'n;p' c.log | sed -E 's/^(\S+) (\{.*\})$/{"host": "\1", "clock": \2}/' > clocks
    jq -e -n 'reduce inputs as $e ({last: {}, good: true}; ($e.clock[$e.host]) as $now |
        .good = (.good and $now == ((.last[$e.host] // 0) + 1)) | .last[$e.host] = $now) | .good' clocks > /dev/null || fail 'an actor does not count its steps'
    jq -e -n 'reduce inputs as $e ({seen: {}, good: true}; . as $all | .good = (.good and all($e.clock | to_entries[]; .key == $e.host or .value <= ($all.seen[.key] // 0)))
        | .seen[$e.host] = $e.clock[$e.host]) | .good' clocks > /dev/null || fail 'a clock knows the future'
    [ "$(jq -s 'map(.clock | length) | max' clocks)" -ge 10 ] || fail 'nothing is heard of others'
    run check -o shiviz:m.log ./mean
    sed -n 'n;p' m.log | grep -qvE '^[A-Za-z0-9_.-]+ \{.*\}$' && fail 'a line without host and clock'
    return 0
}

# ---- GitHub Actions ----

case_github() {
    export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$PWD/summary.md GITHUB_WORKSPACE
    GITHUB_WORKSPACE=$(realpath "$here/../..")
    run check ./writer
    expect annotations '::error file=examples/writer.c,line=32,title=harrier%3A assertion::assertion failed: self->results != NULL (in writer)' "$(grep '^::' "$output")"
    expect 'heads of the summary' '### FAIL <code>writer</code>' "$(grep '^###' summary.md)"
    grep -q '^```mermaid' summary.md || fail 'no diagram'
    run check ./server
    expect 'annotations of a pass' 0 "$(grep -c '^::' "$output")"
    expect 'results in the summary' 2 "$(grep -c '^### ' summary.md)"
    run check ./mean
    expect 'annotations of a mean program' 1 "$(grep -c '^ *::' "$output")"
    grep -qE '<(script|img|svg)' summary.md && fail 'the summary has HTML of the program'
    GITHUB_STEP_SUMMARY=/nowhere/x run check ./server
    expect 'status when the summary cannot be written' 2 "$status"
    unset GITHUB_ACTIONS
    run check ./writer
    expect 'annotations elsewhere' 0 "$(grep -c '^::' "$output")"
}

# ---- known findings ----

case_known() {
    touch known
    run check -q --known known ./writer
    expect 'status of a new one' 1 "$status"
    says '  new:   writer | assertion | writer.c | assertion failed: self->results != NULL'
    sed -n 's/^  new:   //p' "$output" > known
    echo 'writer | crash | writer.c | no longer' >> known
    echo 'other | crash | writer.c | of another program' >> known
    run check -q --known known -o junit:j.xml ./writer
    expect 'status of a known one' 0 "$status"
    says '  known: writer | assertion'
    says '  gone:  writer | crash | writer.c | no longer'
    lacks 'of another program'
    expect 'JUnit' '1 0 0 1' "$(counts_of j.xml)"
    run check -q --known known -n 9 ./writer # not all was looked at: nothing is gone
    lacks '  gone:'
    run check -q --known known -c unordered ./server assert
    expect 'status of another program' 1 "$status"
    run check -q --known nowhere ./writer
    expect 'status without the file' 2 "$status"
    says 'nowhere: No such file'
}

lib_main "$@"
