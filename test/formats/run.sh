#!/bin/bash
# Files for other tools, read by other tools.    run.sh [--list | --group NAME] BUILD-DIR
# SARIF is compared with the schema that OASIS publishes: SARIF_SCHEMA=FILE, or the one that the set-up brings from the npm registry, if it could.
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
    local schema=${SARIF_SCHEMA:-$build/browser/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json}
    if [ -e "$schema" ] && python3 -c 'import jsonschema' 2> /dev/null; then
        python3 "$here/validate.py" "$schema" "$1" > "$output" 2>&1 || fail "$1 does not fit the schema of OASIS"
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
    expect 'the command in it' 'replay   harrier replay .harrier/writer/1.schedule ./writer' "$(xmllint --xpath 'string(//failure)' w.xml | grep '^replay')"
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
    expect 'the command in it' '  replay: "harrier replay .harrier/writer/1.schedule ./writer"' "$(grep '^  replay' w.tap)"
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
    expect 'the command in the summary' '<code>harrier replay .harrier/writer/1.schedule ./writer</code>' "$(sed -n 's/^replay: //p' summary.md)"
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

# ---- whatever names, contents, failures, paths and arguments are ----

formats=(html json junit tap sarif mermaid shiviz)
outputs() { # outputs NAME: options that write all formats
    local format
    for format in "${formats[@]}"; do
        printf '%s\n' -o "$format:$1.$format"
    done
}
is_plain() { # is_plain FILE: text that no terminal takes for more: UTF-8 without control characters and without changes of direction
    iconv -f UTF-8 -t UTF-8 "$1" > /dev/null 2>&1 || fail "$1 is no UTF-8"
    LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbf[\xbe\xbf]' "$1" && fail "$1 has control characters"
}
# How many there are of each kind of tag; not of those in which lines that are printed, and labels that are cut, are shown.
tags_of() { grep -oE '<[a-zA-Z/!][a-zA-Z0-9]*' "$1" | grep -vwE '(li|i|title|text|tspan)' | sort | uniq -c; }
one_text() { # one_text SEED: a text from there through everything
    local text file
    text=$(awk -v seed="$1" -f "$here/hostile.awk" | tr -d '\0'; printf .)
    text=${text%.}
    file=$(printf 'p%s' "$text" | tr / _ | head -c 100)
    cp "$build/test/formats/hostile-text" "$file"
    mapfile -t options < <(outputs h)
    export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$PWD/summary.md
    rm -f summary.md
    run check "${options[@]}" "./$file" "$text"
    unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY
    expect 'status' 1 "$status"
    harrier check -q -k -o ends:h.ends -o coverage:h.coverage "./$file" "$text" > more.txt 2>&1
    for f in more.txt said.txt summary.md h.html h.json h.junit h.tap h.sarif h.mermaid h.shiviz h.ends h.coverage; do
        [ $f != said.txt ] || cp "$output" said.txt
        is_plain $f
    done
    expect 'annotations' 1 "$(grep -c '^ *::' said.txt)"
    bash -c "$(sed -n 's/^  replay   //p' said.txt)" > again.txt 2>&1
    expect 'status of the command that is printed' 1 $?
    is_plain again.txt
    expect 'other tags on the page' '' "$(diff <(tags_of plain.html) <(tags_of h.html))"
    expect 'other tags in the summary' '' "$(diff <(tags_of plain.md) <(tags_of summary.md))"
    jq -e -s 'length == 1 and .[0].verdict == "violation" and (.[0].findings[0].text | startswith("assertion failed: x"))' h.json > /dev/null || fail 'JSON is another'
    jq -e . h.ends h.coverage > /dev/null || fail 'other JSON is none'
    ! python3 -c 'import jsonschema' 2> /dev/null || python3 "$here/validate.py" "$docs/result.schema.json" h.json > "$output" 2>&1 || fail 'JSON does not fit the schema'
    junit_is_sound h.junit
    expect 'JUnit' '1 1 0 0' "$(counts_of h.junit)"
    sarif_is_sound h.sarif
    prove -v -e cat h.tap > prove.txt 2>&1
    grep -qE 'Parse errors|Tests: [^1]' prove.txt && fail 'TAP is another'
    grep -q 'Failed test:  1' prove.txt || fail 'TAP has no failure'
    expect 'lines of Mermaid that are none' 0 "$(LC_ALL=C.UTF-8 grep -cvE "$mermaid" h.mermaid)"
    sed -n 'n;p' h.shiviz | grep -qvE '^[A-Za-z0-9_.-]+ \{("[A-Za-z0-9_.-]+":[0-9]+,? ?)+\}$' && fail 'a line of ShiViz without host and clock'
    run graph -o dot:h.dot "./$file" "$text"
    is_plain h.dot
    ! command -v dot > /dev/null || dot -Tplain h.dot > plain.dot 2> "$output" || fail 'dot does not read the graph'
    expect 'states in the graph' "$(grep -c '^node s' plain.nodes)" "$(grep -c '^node s' plain.dot)"
    rm -rf -- "./$file" .harrier
}
mermaid='^(sequenceDiagram|    (participant a[0-9]+ as|Note over a[0-9]+:|a[0-9]+-[)x]a[0-9]+: [0-9]+) .*)$'
hostile_texts() { # hostile_texts SEED...
    mapfile -t options < <(outputs plain)
    GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$PWD/plain.md run check "${options[@]}" "$build/test/formats/hostile-text" plain
    run graph -o dot:p.dot "$build/test/formats/hostile-text" plain
    dot -Tplain p.dot > plain.nodes 2> /dev/null
    local seed before
    for seed; do
        before=$problems
        one_text "$seed"
        [ "$problems" = "$before" ] || problems="$problems (seed $seed)"
    done
}
case_hostile_texts() { hostile_texts 1 2 3 4 5 6; }

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
