#!/bin/bash
# Reports for a browser, as files.    run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1")
    export PATH=$build:$PATH SOURCE_DATE_EPOCH=1700000000
}
groups() { functions_of "$here/run.sh"; }
group() {
    output=$work/said
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    ln -s "$build"/examples/writer "$build"/subjects/server "$build"/subjects/bugs/barber "$build"/test/page/{crowd,mean} \
        "$build"/test/cli/outcomes .
    "case_$1"
    verdict "$1"
}
run() { # harrier ARG...: $status, and what it says
    harrier "$@" > "$output" 2>&1
    status=$?
}
has() { grep -qF -e "$2" "$1" || fail "$1 lacks '$2'"; }
has_not() { ! grep -qF -e "$2" "$1" || fail "$1 has '$2'"; }
count() { grep -oF -e "$2" "$1" | wc -l; }

case_check() {
    run check -o html:w.html ./writer
    expect status 1 "$status"
    has w.html '<title>fail: writer - harrier</title>'
    has w.html 'assertion failed: self-&gt;results != NULL'
    has w.html 'class="line marked"' # the source
    expect 'steps of the table' 6 "$(count w.html '<tr id="r1-s')"
    expect 'steps of the chart' 6 "$(count w.html '<a class="step')"
    expect 'wrong steps of the chart' 1 "$(count w.html '<a class="step wrong"')"
    has w.html 'harrier replay .harrier/writer/1.schedule ./writer'
    has w.html 'harrier check -o html:w.html ./writer'
    has w.html 'results &quot;&quot; -&gt; NULL'
    has w.html 'delivered in step 6'
    has w.html '<h3>Not delivered</h3>'
    run check -q -o html:again.html ./writer # what is printed has nothing to do with it
    for file in w again; do sed 's/[0-9.]* s</</; s/<dt>found by<.*//' $file.html > $file; done; cmp -s w again || fail '--quiet changes the report'
    grep -E '(href|src|url)[=(]"?(https?:|//)' w.html && fail 'the page loads something'
}
case_passed() {
    run check -o html:- ./server assert
    expect status 0 "$status"
    says '<span class="word">pass</span> server assert'
    says '<div><dt>states</dt><dd>8</dd></div>'
    lacks '<div class="chart'
}
case_replay() {
    run check ./writer
    run replay -q -o html:r.html -o json:r.json .harrier/writer/1.schedule ./writer
    expect status 1 "$status"
    expect 'steps of the table' 6 "$(count r.html '<tr id="r1-s')"
    expect verdict violation "$(jq -r .verdict r.json)"
}
case_cover() {
    run cover -o html:c.html ./barber
    expect status 1 "$status"
    has c.html '<h3>Coverage</h3>'
    has c.html '<meter'
    run check --output coverage -o html:k.html ./server
    has k.html 'Messages received, by type of actor'
}
# Which of two types of messages comes first to an actor: of all executions, what many random ones show as diagrams, and nothing else.
met() { # met FILE.mmd...: actor type, message type before message type, of all pairs that an execution has
    awk 'FNR == 1 { split("", got) }
        $1 == "participant" { type[$2] = $4; sub(/[.].*/, "", type[$2]) }
        /-[)x]a/ { to = $1; sub(/.*[)x]/, "", to); sub(/:.*/, "", to); message = $3 == "timer" ? $4 : $3; sub(/#.*/, "", message)
            if (type[to] == "main" || message == "reply") next
            for (i = 1; i <= got[to]; i++) if (had[to, i] != message) print type[to], had[to, i], message
            had[to, ++got[to]] = message }' "$@" | sort -u
}
case_orders() {
    local program seed
    for program in ./writer "$build/examples/counter" "$build/examples/timeout" './server assert'; do
        # shellcheck disable=SC2086 # words
        run check -q -k -c unordered -s stateless --no-explain --no-shorten --time 0 -o coverage:c.json -o html:o.html $program
        jq -r '.orders[] | select(.seen == "both" or .seen == "first before second") | "\(.actor) \(.first) \(.second)"' c.json > said
        jq -r '.orders[] | select(.seen == "both" or .seen == "second before first") | "\(.actor) \(.second) \(.first)"' c.json >> said
        rm -f run-*.mmd
        for seed in $(seq 1 40); do
            # shellcheck disable=SC2086 # words
            harrier run -q --seed "$seed" -c unordered -o "mermaid:run-$seed.mmd" $program > /dev/null 2>&1
        done
        met run-*.mmd > seen
        expect "orders of $program that are met and not said" '' "$(comm -13 <(sort said) seen)"
        expect "orders of $program that are said and not met" '' "$(comm -23 <(sort said) seen)"
        expect "cells of $program that say both" "$(jq '[.orders[] | select(.seen == "both")] | length * 2' c.json)" "$(count o.html '<td class="both">')"
    done
    has o.html '<caption>to a <b>server</b></caption>'
}
# Several results in one page: their elements have names of their own, and a list of them comes first.
case_several() {
    run check -c unordered ./server assert
    cp .harrier/server/1.schedule 1
    (head -5 1 && sed -n 6p 1) > 2
    run report 1 2 -o html:two.html ./server assert
    expect status 0 "$status"
    expect articles 2 "$(count two.html '<article')"
    expect 'names that are given twice' '' "$(grep -o ' id="[^"]*"' two.html | sort | uniq -d)"
    has two.html '<nav class="overview"'
    has two.html '<meta name="harrier-verdict" content="fail">'
    run check -o html:tests.html ./outcomes
    [ "$(count tests.html '<article')" -gt 1 ] || fail 'the tests of a program are not all in the page'
}
case_report() {
    run check ./writer
    run report .harrier/writer/1.schedule ./writer
    expect status 0 "$status"
    says '1 schedule in report.html'
    has report.html 'assertion failed'
    run report ./writer .harrier/writer/1.schedule
    expect 'status without a schedule' 2 "$status"
    says './writer is no schedule'
    run report .harrier/writer/1.schedule
    expect 'status without a program' 2 "$status"
    run report .harrier/writer/1.schedule -o json:x ./writer
    expect 'status with another format' 2 "$status"
    says 'with the kind html'
    run report .harrier/writer/1.schedule -o html:/dev/full ./writer
    expect 'status of a full disk' 2 "$status"
    says 'cannot write /dev/full'
    run report .harrier/writer/1.schedule -o html:none/x.html ./writer
    expect 'status of a missing folder' 2 "$status"
    run report .harrier/writer/1.schedule ./server
    expect 'status of another program' 2 "$status"
    says 'does not fit'
}
# Newest first, whatever the files are called; files that are no reports are left out.
case_index() {
    mkdir -p 'runs/<b>' && echo "<title>no report</title>" > runs/other.html
    SOURCE_DATE_EPOCH=1600000000 harrier check -q -o 'html:runs/<b>/old & "bad".html' ./writer > "$output" 2>&1
    run check -q -o html:runs/new.html ./server
    SOURCE_DATE_EPOCH=1650000000 harrier check -q -o html:runs/mean.html ./mean >> "$output" 2>&1
    run report runs
    expect status 0 "$status"
    says '3 reports listed in runs/index.html'
    expect order 'new.html mean.html <b>/old & "bad".html' \
        "$(sed -n 's/.*class="path">\(.*\)<\/td>.*/\1/p' runs/index.html | sed 's/&lt;/</; s/&gt;/>/; s/&quot;/"/g; s/&amp;/\&/' | paste -sd' ')"
    has runs/index.html 'href="./%3cb%3e/old%20%26%20%22bad%22.html"'
    has_not runs/index.html '<b>'
    has_not runs/index.html '<script>alert'
    run report runs # the index itself is no report
    says '3 reports listed'
    run report runs ./writer
    expect 'status with more words' 2 "$status"
    run report nowhere
    expect 'status of nothing' 2 "$status"
}
# Nothing that the program chose is taken for HTML, and nothing of it is a control character or no UTF-8.
case_escape() {
    run check -o html:m.html ./mean
    expect status 1 "$status"
    has m.html '&lt;script&gt;alert(1)&lt;/script&gt;&quot;'
    has m.html '\033[31m\001\r\n\377\376'
    expect 'elements that run scripts' 1 "$(grep -oi '<script' m.html | wc -l)"
    expect 'elements of its making' 0 "$(grep -oiE '<(img|b>mean)' m.html | wc -l)"
    expect 'ends of the style' 1 "$(grep -oi '</style' m.html | wc -l)"
    iconv -f UTF-8 -t UTF-8 m.html > /dev/null || fail 'no UTF-8'
    expect 'control characters' 0 "$(tr -d '\n\t\40-\377' < m.html | wc -c)"
    grep -q $'\xe2\x80\xae' m.html && fail 'a character that changes the direction of writing'
}
# Names that are equal in part belong to messages of their own.
case_arrows() {
    run check -q -s random --runs 1 --seed 3 --no-shorten -o html:big.html ./crowd 40 300
    expect status 1 "$status"
    local steps
    steps=$(count big.html '<a class="step')
    [ "$steps" -gt 300 ] || fail "only $steps steps"
    expect 'steps of the table' "$steps" "$(count big.html '<tr id="r1-s')"
    # each message but those of main() was sent in some step, which says where it is delivered
    expect 'deliveries that no step sent' 41 "$((steps - $(count big.html 'title="delivered in step')))"
    has big.html 'class="chart wide many"'
}
# What a browser runs is what was built, and nothing else.
case_policy() {
    run check -o html:p.html ./server
    local hash
    hash=$(sed -n '/<script>/,/<\/script>/p' p.html | sed '1s/.*<script>//; $s/<\/script>.*//' | head -c -1 | openssl dgst -sha256 -binary | base64)
    has p.html "script-src 'sha256-$hash'"
    has p.html "default-src 'none'"
}

lib_main "$@"
