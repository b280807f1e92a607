#!/bin/bash
# Schedules that are made shorter, or fit again.    run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1")
    export PATH=$build:$PATH
}
groups() { words_of "$here/sizes.txt" 1 | sed 's/^/every_/'; printf '%s\n' all and_found switches answers refused adapt unfit; }
group() {
    output=$work/said
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    ln -s "$build"/examples/writer "$build"/subjects/{server,philosophers} "$build"/subjects/bugs/barber "$build"/test/page/crowd "$build"/test/minimise/answers .
    case $1 in
    every_*) as_short_as_search "${1#every_}" ;;
    *) "case_$1" ;;
    esac
    verdict "$1"
}
run() { # harrier ARG...: $status, and what it says
    harrier "$@" > "$output" 2>&1
    status=$?
}
steps_of() { grep -c ' <- ' "$1"; }
switches_of() { sed -n 's/ <- .*//p' "$1" | uniq | wc -l; }

# What delta debugging leaves of a long schedule, from depth-first search and from a random walk, is as short as what breadth-first search
# finds, or longer by as much as the table says. What check prints in the end is as short anyhow. No clock stops anything (--time 0).
as_short_as_search() {
    local name arguments options more program trace shortest longer i=0 long=0
    IFS='|' read -r name arguments options more < <(lines_of "$here/sizes.txt" 1 "$1")
    program=$(find "$build/subjects/$1" "$build/subjects/bugs/$1" -type f 2> /dev/null)
    read -ra arguments <<< "$arguments"
    read -ra options <<< "$options"
    read -ra more <<< "$more"
    run check -q "${options[@]}" -s bfs --time 0 --no-explain --no-shorten -o json:bfs.json --outdir bfs "$program" "${arguments[@]}"
    shortest=$(jq '.findings[0].steps' bfs.json)
    run check -q "${options[@]}" --time 0 --no-explain -o json:said.json --outdir said "$program" "${arguments[@]}"
    expect 'steps that check says' "$shortest" "$(jq '.findings[0].steps' said.json)"
    for search in 'dfs' 'random --seed 7 --runs 5000'; do
        # shellcheck disable=SC2086 # words
        run check -q "${options[@]}" -s $search --time 0 --no-explain --no-shorten -o json:long.json --outdir long "$program" "${arguments[@]}"
        trace=$(jq -r .trace long.json)
        longer=$(jq '.findings[0].steps' long.json)
        [ "$longer" -gt "$shortest" ] && long=$((long + 1))
        run replay --minimise --no-shorten --no-explain --time 0 -o json:small.json "$trace" "$program" "${arguments[@]}"
        expect "status from $search" 1 "$status"
        [ "$longer" = "$shortest" ] || trace=${trace%.schedule}-minimised-1.schedule
        expect "steps from $search" "$((shortest + more[i]))" "$(steps_of "$trace")"
        expect "kind and place from $search" "$(jq -c '.findings[0] | [.kind, .place]' long.json)" "$(jq -c '.findings[0] | [.kind, .place]' small.json)"
        run replay -q "$trace" "$program" "${arguments[@]}"
        expect "status of the schedule from $search" 1 "$status"
        i=$((i + 1))
        rm -r long
    done
    [ $long != 0 ] || [ "${more[2]:-}" = short ] || fail 'both schedules are short already'
}
# The table has all of them.
case_all() {
    expect 'programs in the table' "$( (words_of "$here/../bugs/cases.txt" 1; echo server) | sort | xargs)" "$(words_of "$here/sizes.txt" 1 | xargs)"
}
# With the search afterwards it is known that there is no shorter one.
case_and_found() {
    run check -q -c unordered -s random --seed 5 --no-shorten ./server assert
    run replay --minimise .harrier/server/1.schedule ./server assert
    expect status 1 "$status"
    says 'no shorter schedule exists: 6 steps'
    says 'replay   harrier replay .harrier/server/1-minimised-1.schedule ./server assert'
}
# Deliveries to one actor are brought together, where that changes nothing.
case_switches() {
    {
        printf '%s\n' 'harrier schedule 1' 'channel pairwise' 'action.1 <- Execute from main' 'terminator <- ActionDone from action.1' \
            'action.2 <- Execute from main' 'writer <- Write from action.1' 'terminator <- ActionDone from action.2' \
            'writer <- Flush from terminator' 'writer <- Write from action.2'
    } > long.schedule
    run replay --minimise --no-shorten --time 0 long.schedule ./writer
    expect status 1 "$status"
    expect 'steps, and parts with one actor' '6 4' "$(steps_of long-minimised-1.schedule) $(switches_of long-minimised-1.schedule)"
}
# Answers that do not matter are put back to the first ones.
case_answers() {
    {
        printf '%s\n' 'harrier schedule 1' 'channel pairwise' 'chooser <- Go from main choose 2 1'
    } > long.schedule
    run replay long.schedule ./answers
    expect 'status before' 1 "$status"
    run replay --minimise --no-shorten --time 0 long.schedule ./answers
    expect status 1 "$status"
    expect 'the schedule' 'chooser <- Go from main choose 0 0' "$(grep '<-' long-minimised-1.schedule)"
}
case_refused() {
    run check ./writer
    printf '%s\n' 'harrier schedule 1' 'action.1 <- Execute from main' > good.schedule
    run replay --minimise good.schedule ./writer
    expect 'status without a violation' 2 "$status"
    says 'leads to no violation'
    run replay --minimise .harrier/writer/1.schedule good.schedule ./writer
    expect 'status of two' 2 "$status"
    run replay --no-shorten good.schedule ./writer
    expect 'status of --no-shorten alone' 2 "$status"
    run replay --unfit perhaps good.schedule ./writer
    expect 'status of a wrong word' 2 "$status"
    says '--unfit takes ok or fail'
}
# A schedule of another version of the program is followed as far as its messages exist, and rewritten; what it says of itself stays.
case_adapt() {
    run check ./writer
    local kept=.harrier/writer/1.schedule
    sed -i 's/^writer <- Flush from terminator/writer <- Gone from terminator\n&/; s/^kind/# mine\nkind/' $kept
    run replay -q $kept ./writer
    expect 'status before' 2 "$status"
    run replay --adapt $kept ./writer
    expect status 0 "$status"
    says "ADAPTED  $kept   1 of its lines left out"
    expect 'comments that are kept' 1 "$(grep -c '^# mine' $kept)"
    run replay -q $kept ./writer
    expect 'status after' 1 "$status"
    run replay --adapt $kept ./writer
    says "FITS     $kept"
    sed -i 's/^\([^#].*\) <- /\1x <- /' $kept
    cp $kept before
    run replay --adapt $kept ./writer
    expect 'status when nothing fits' 2 "$status"
    cmp -s before $kept || fail 'a schedule of which nothing fits was changed'
    # numbers of messages may move up
    run check -c unordered ./server assert
    sed -i '/<- Get from client/d' .harrier/server/1.schedule
    run replay --adapt .harrier/server/1.schedule ./server assert
    says ADAPTED
    expect 'messages that are found again' 1 "$(grep -c '^server <- Get from client$' .harrier/server/1.schedule)"
    run replay -q .harrier/server/1.schedule ./server assert
    [ "$status" != 2 ] || fail 'the adapted schedule does not fit'
}
case_unfit() {
    run check ./writer
    printf '%s\n' 'harrier schedule 1' 'writer <- Flush from terminator' > bad.schedule
    run replay bad.schedule .harrier/writer/1.schedule ./writer
    expect 'a violation counts more' 1 "$status"
    run replay --unfit fail bad.schedule ./writer
    expect 'status of fail' 2 "$status"
    run replay --unfit ok -o junit:j.xml bad.schedule ./writer
    expect 'status of ok' 0 "$status"
    says 'does not fit the program any more at step 1'
    expect 'JUnit' 1 "$(grep -c '<skipped' j.xml)"
    run replay --unfit ok bad.schedule .harrier/writer/1.schedule ./writer
    expect 'a violation is one all the same' 1 "$status"
}

lib_main "$@"
