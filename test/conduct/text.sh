# Every byte in every text of a program: what comes out is UTF-8 without control characters, and what the formats say it is.

# FILE holds lines of printable UTF-8 and nothing else.
showable() {
    iconv -f UTF-8 -t UTF-8 "$1" > /dev/null 2> iconv.err || fail "$1 is no UTF-8"
    LC_ALL=C grep -q $'[\001-\010\013-\037\177]' "$1" && fail "$1 has control characters"
    LC_ALL=C grep -q $'\xc2[\x80-\x9f]' "$1" && fail "$1 has control characters of the second kind"
    [ "$(tr -dc '\0' < "$1" | wc -c)" = 0 ] || fail "$1 has zeros"
}
is_json() { jq -e . "$1" > jq.out 2>&1 || fail "$1 is no JSON: $(head -n 1 jq.out)"; }
is_xml() { xmllint --noout "$1" 2> xml.err || fail "$1 is no XML: $(head -n 1 xml.err)"; }

case_check() {
    for ((from = 0; from < 256; from += 16)); do
        run check -v --color always --env empty --output json:out.json --output ends:ends.txt "$programs/strange" fails $from
        sed -i 's/\x1b\[[0-9]*m//g' out.txt # the command's own colours
        for file in out.txt out.json ends.txt; do showable $file; done
        is_json out.json
        expect "status of $from" 1 $status
        # A schedule with white space in a name cannot be followed, so there is no story.
        [ $from = 0 ] || [ $from = 32 ] || expect "notes of $from in the story" 2 "$(grep -c 'notes ' out.txt)"
    done
}
case_cover() {
    for ((from = 0; from < 256; from += 16)); do
        run cover -v --save kept --output json:out.json --output coverage:coverage.json "$programs/strange" fails $from
        for file in out.txt out.json coverage.json kept/*; do showable "$file"; done
        is_json out.json
        is_json coverage.json
        rm -rf kept
    done
}
case_graph() {
    for ((from = 0; from < 256; from += 16)); do
        run graph --output dot:out.dot --output svg:out.svg "$programs/strange" fails $from
        showable out.txt
        showable out.dot
        is_xml out.svg
        dot -Tplain out.dot > plain.txt 2> dot.err || fail "no graph of $from: $(head -n 1 dot.err)"
        [ -s dot.err ] && fail "a warning on the graph of $from: $(head -n 1 dot.err)"
    done
}
# The names in a schedule are as they are; a space or a line break in one makes a schedule that does not fit.
case_junit() {
    for ((from = 0; from < 256; from += 16)); do
        run check -q --output json:out.json "$programs/strange" fails $from
        run replay --output junit:out.xml .harrier/strange/*.schedule "$programs/strange" fails $from
        one_of "status of $from" '1 2' $status
        showable out.txt
        showable out.xml
        is_xml out.xml
        rm -rf .harrier
    done
}
case_what_main_said() {
    for ((from = 0; from < 256; from += 16)); do
        run check "$programs/strange" ends $from
        expect status 2 $status
        says 'main says'
        showable out.txt
        run check "$programs/strange" skips $from
        expect status 77 $status
        showable out.txt
    done
}
# What the user gave comes back in messages, too.
case_arguments() {
    local every
    every=$(printf '\\%03o' {1..255})
    every=$(printf "%b" "$every")
    for words in "check|$every" "check|--$every" "check|--search|$every" "replay|$every|$programs/strange" "check|--color|$every|x" "$every" \
        "list|$every" "list|tests|$every" "check|-o|json:/no/$every|$subjects/server" "graph|-o|dot:/no/$every|$subjects/server"; do
        IFS='|' read -r -d '' -a list <<< "$words"
        run "${list[@]%$'\n'}"
        expect status 2 $status
        showable out.txt
    done
    run check -q -o json:out.json "$subjects/server" "$every"
    is_json out.json
    showable out.json
}
