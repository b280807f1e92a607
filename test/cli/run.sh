#!/bin/bash
# Whole-tool tests of the command line.    run.sh [--list | --group NAME] BUILD-DIR
# The *.t files are transcripts: indented lines that begin with $ are run, what follows is what they must print; the rest is
# comment. HR_UPDATE=1 rewrites them with what is printed now.
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1")
    export PATH=$build:$PATH
}
groups() {
    local file
    for file in "$here"/*.t; do
        basename "$file" .t
    done
    printf '%s\n' counts_{dfs,bfs}_{exact,tree,fingerprint,bitstate} counts_{dfs,bfs}_full counts json progress replay graphs svg lists pasted colors
}

enter() { # a folder with the programs, and nothing else
    output=$work/printed
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    ln -s "$build"/subjects/{server,pi,philosophers,pingpong,diningphil,quadricopter} "$build"/test/{cli/outcomes,hostile/deadlock,semantics/semantics-time} .
}

# ---- transcripts ----

# What a command prints, as a transcript shows it: times left out, the exit status last unless it is 0.
transcript_run() {
    local status
    bash -c "$1" > "$work/printed" 2>&1
    status=$?
    sed -E 's/[0-9]+\.[0-9]+ s;/TIME s;/; s/[ \t]+$//; s/^/  /; s/^ +$//' "$work/printed"
    [ $status = 0 ] || echo "  [$status]"
}
transcript_close() { # compares what the command that was read last prints
    [ -z "$command" ] && return
    local got
    got=$(transcript_run "$command")
    equal "$1.t: $command" "${expected%"${expected##*[!$'\n']}"}" "$got"
    printf '%s' "${gap}  \$ $command"$'\n'"${got:+$got$'\n'}" >> "$work/new"
    command='' gap=$'\n'
}
transcript() {
    local line command='' expected='' gap=''
    : > "$work/new"
    while IFS= read -r line; do
        case $line in
        '  $ '*)
            transcript_close "$1"
            command=${line#"  \$ "} expected=''
            ;;
        '  '* | '') expected+=$line$'\n' ;;
        *)
            transcript_close "$1"
            printf '%s\n' "$gap$line" >> "$work/new"
            gap=
            ;;
        esac
        [ -n "$line" ] || [ -n "$command" ] || gap=$'\n'
    done < "$here/$1.t"
    transcript_close "$1"
    [ "${HR_UPDATE:-0}" = 1 ] && cp "$work/new" "$here/$1.t"
}

# ---- numbers ----

# check OPTIONS... PROGRAM ARGS...: $json is its result's members, $status its exit status.
check() {
    harrier check -q --output "json:$work/result" "$@" > "$work/printed" 2>&1
    status=$?
    json=$(awk -f "$here/json.awk" "$work/result") || json='not JSON'
}
field() { printf '%s\n' "$json" | awk -F '\t' -v name="$1" '$1 == name { print $3 }'; }
type_of() { printf '%s\n' "$json" | awk -F '\t' -v name="$1" '$1 == name { print $2 }'; }
# counts STATUS STATES/DELIVERIES[/PATHS] CHECK-ARGUMENTS...
counts() {
    local expected="$1 $2" got
    shift 2
    check "$@"
    got="$status $(field states)/$(field deliveries)"
    case $expected in */*/*) got+=/$(field paths) ;; esac
    equal "counts of: $*" "$expected" "$got"
}

# ---- the tests ----

u='--channel unordered'
# shellcheck disable=SC2086 # words, here and below
counts_of() { # counts_of SEARCH STORE
    local how
    how="$u --search $1 --store $2"
    counts 1 1475/5394 --keep-going $how ./philosophers 3
    counts 1 17455/85928 --keep-going $how ./philosophers 4
    counts 1 202475/1248950 --keep-going $how ./philosophers 5
    counts 0 275/891 $how ./pi 5 int
    counts 0 793/3109 $how ./pi 6 int
    counts 0 2315/10655 $how ./pi 7 int
    counts 0 6817/36017 $how ./pi 8 int
    counts 0 20195/120403 $how ./pi 9 int
}
# A full store becomes one of fingerprints: the same states, a weaker verdict.
counts_full() { # counts_full SEARCH
    local search=$1 store room
    for store in exact tree; do
        room=19M; [ $store-$search != tree-dfs ] || room=14M # it needs no links
        counts 1 202475/1248950 --keep-going $u --search $search --store $store --memory 50M --on-full fingerprint ./philosophers 5
        equal "store of philosophers 5, $store in 50 MB" "$store null true" "$(field store) $(field degraded_at_states) $(field exhaustive)"
        counts 0 535537/4276105 $u --search $search --store $store --memory $room --on-full fingerprint ./pi 12 int
        equal "store of pi 12, $store in $room" 'fingerprint pass false' "$(field store) $(field verdict) $(field exhaustive)"
        [ "$(field degraded_at_states)" -gt 1000 ]; equal "pi 12 became fingerprints on the way" 0 $?
        equal "the terminal says when" 1 "$(grep -c '64-bit fingerprints since --memory '"$room"' was reached at' "$work/printed")"
    done
}
counts_more() {
    counts 0 27/26/6 $u --search stateless ./server
    counts 0 21/22/4 $u --search dfs --identity basset ./server
    counts 0 168646/168645/60480 $u --search stateless ./pi 4
    check $u --memory 6M --on-full fingerprint ./pi 13 int
    equal 'full again' '3 inconclusive false' "$status $(field verdict) $(field exhaustive)"
    check $u --store bitstate --memory 60M ./pi 9 int
    equal 'bitstate' '0 pass false bitstate' "$status $(field verdict) $(field exhaustive) $(field store)"
    equal 'bitstate says what may be missing' 1 "$(grep -c 'but for about .* that were taken for visited (bitstate)' "$work/printed")"
    # Millions of transitions, few handlers run: each distinct step once.
    counts 1 2336815/17308092 --keep-going $u --search dfs ./philosophers 6
    [ "$(field handler_runs)" -lt 5000 ]; equal "handler runs of philosophers 6 below 5000" 0 $?
    counts 0 535537/4276105 $u --search dfs ./pi 12 int
    [ "$(field handler_runs)" -lt 5000 ]; equal "handler runs of pi 12 below 5000" 0 $?
}

# JSON: every field, with its type, whether something was found or not.
types() { # types NAME KIND-TYPE TRACE-TYPE
    local name expected got
    for name in program:string test:string search:string reduction:string order:string channel:string verdict:string kind:"$2" \
        exhaustive:boolean states:integer deliveries:integer paths:integer blocked:integer end_states:integer depth:integer \
        handler_runs:integer predicate_runs:integer violations:integer seconds:real peak_bytes:integer bytes_per_state:real workers:integer trace:"$3"; do
        expected=${name#*:} got=$(type_of "${name%:*}")
        case "$expected,$got" in real,integer) got=real ;; esac
        equal "type of ${name%:*} in the JSON of $1" "$expected" "$got"
    done
}
json() {
    local json
    check ./server
    types 'a pass' null null
    equal 'verdict' 'pass true 0' "$(field verdict) $(field exhaustive) $(field violations)"
    check --channel unordered ./server assert
    types 'a violation' string string
    equal 'verdict, kind, trace' 'violation assertion false 1 .harrier/server/1.schedule' \
        "$(field verdict) $(field kind) $(field exhaustive) $(field violations) $(field trace)"
    equal 'the JSON on standard output is the file, but for times' "$(printf '%s\n' "$json" | awk '!/seconds\t|^peak_bytes\t/')" \
        "$(harrier check -q -c unordered -o json:- ./server assert | grep '^{' | awk -f "$here/json.awk" | awk '!/seconds\t|^peak_bytes\t/')"
    check ./outcomes
    equal 'one object per test' 'passes fails erratic idle' "$(field test | tr '\n' ' ' | sed 's/ $//')"
}

# The table of how a search went ends with its result; several tests are in one table.
progress() {
    local file=$work/progress json
    check -s dfs -c unordered -k -o "progress:$file" ./philosophers 4
    equal 'the columns' 'seconds,cpu_seconds,states,deliveries,open,depth,runs,handler_runs,messages,local_states,memory_bytes,test' \
        "$(head -n 1 "$file")"
    equal 'the last row' "$(field states) $(field deliveries) $(field handler_runs) $(field peak_bytes)" \
        "$(tail -n 1 "$file" | awk -F, '{ print $3, $4, $8, $11 }')"
    equal 'nothing becomes less' '' "$(awk -F, 'NR > 2 && ($1 + 0 < seconds || $3 + 0 < states) { print } { seconds = $1 + 0; states = $3 + 0 }' "$file")"
    check -o "progress:$file" ./outcomes
    equal 'the last rows of several tests' "$(field test | tr '\n' ' ')" \
        "$(awk -F, 'NR > 1 && $12 != last { printf "%s ", $12; last = $12 }' "$file")"
    equal 'on standard output' 'seconds 17455' \
        "$(harrier check -q -c unordered -k -o progress:- ./philosophers 4 2> /dev/null | awk -F, 'NR == 1 { first = $1 } END { print first, $3 }')"
    harrier check -q --search random --runs 20 --seed 1 -o "progress:$file" ./server > "$work/printed" 2>&1
    equal 'executions of a sample' 20 "$(tail -n 1 "$file" | cut -d, -f7)"
}

# What check tells, replay tells too.
told() { sed -n '/^ *1  /,/^$/p'; }
replay() {
    equal 'replay tells what check told' "$(harrier check -c unordered ./server assert | told)" \
        "$(harrier replay .harrier/server/1.schedule ./server assert | told)"
    equal 'it tells of the violation' 1 "$(harrier replay .harrier/server/1.schedule ./server assert | told | grep -c 'assertion failed')"
}

# A graph has the states and the deliveries of the check that goes on to the end.
graphs() {
    local program how
    for program in server "server assert" "server scala" "pi 3" "philosophers 2" "diningphil 2"; do
        for how in "--channel "{pairwise,unordered}" --identity "{exact,basset}; do
            # shellcheck disable=SC2086
            {
                check --search dfs --keep-going $how ./$program
                equal "the graph of $program, $how" "$(field states) $(field deliveries) $(field end_states)" \
                    "$(harrier graph --states 100000 $how -o dot:graph.dot ./$program | sed -E 's/[^0-9]+/ /g' | cut -d " " -f 1-3)"
            }
            equal "its DOT has as many states" "$(field states)" "$(grep -cE '^  s[0-9]+ \[' graph.dot)"
        done
    done
}
svg() {
    harrier graph --channel unordered --output svg:graph.svg ./server assert > "$work/printed" 2>&1
    equal 'a graph as SVG' 0 $?
    equal 'the SVG is well-formed' '' "$(xmllint --noout graph.svg 2>&1)"
    equal 'the SVG shows the finding' 1 "$(grep -c '>server.c:48: assertion failed' graph.svg)"
    equal 'the SVG has all states, the start and the finding' 21 "$(grep -c 'class="node"' graph.svg)"
    harrier graph --quiet -o svg:/dev/full ./server > "$work/printed" 2>&1
    equal 'an SVG that cannot be written' 2 $?
    [ -c /dev/full ]; equal 'a device is not removed' 0 $?
}

# The help, the lists and the manual come from one table and agree.
dashed() { grep -oE -- '--[a-z][a-z-]+' | sort -u; }
lists() {
    local list got values value
    equal 'the manual has the options of all commands' "$({ harrier check --help; harrier cover --help; harrier replay --help; harrier graph --help; } | grep -oE '^ +(-., )?--[a-z-]+' | dashed)" \
        "$(harrier --man | sed -n '/^\.TP/{n;s/\\-/-/g;p;}' | dashed)"
    for list in searches reductions orders channels identities stores environments unhandled undeliverable libraries checks; do
        got=$(harrier list $list 2> /dev/null | grep -cE "^  [a-z][a-z-]* +[^ ]")
        [ "$got" -gt 0 ] && pass || miss "harrier list $list"
    done
    for list in search:searches reduction:reductions channel:channels identity:identities store:stores; do
        values=$(harrier list "${list#*:}" 2> /dev/null | awk '{ print $1 }')
        equal "--help names the values of 'list ${list#*:}'" "$(printf '%s' "$values" | sed ':a;N;$!ba;s/\n/ | /g')" \
            "$(harrier check --help | sed -n "s/.*--${list%:*} NAME.*: \([^[]*[^[ ]\).*/\1/p")"
        for value in $values; do
            [ "${list%:*}" = reduction ] && continue # some need a search of their own
            check --"${list%:*}" "$value" ./server
            [ $status != 2 ] && pass || miss "--${list%:*} $value is accepted"
        done
    done
    if command -v groff > /dev/null; then
        equal 'the manual renders without warnings' '' "$(groff -man -ww -z "$build/harrier.1" 2>&1)"
    fi
}

# The commands that a report ends with do what they say when they are pasted, wherever harrier is and however it was called.
pasted_by() { # pasted_by HARRIER-AS-TYPED CHECK-ARGUMENTS...
    local called=$1 command status
    shift
    $called check -o json:found.json "$@" > printed 2> /dev/null
    command=$(sed -n 's/^  replay   //p' printed)
    bash -c "$command" > again 2>&1
    status=$?
    equal "status of: $command" 1 "$status"
    equal "finding of: $command" "$(jq -r '.findings[0] | .text + if .values == "" then "" else ", " + .values end' found.json)" "$(sed -nE 's/^([^ ]*: )?error: (.*)/\2/p' again | sed -E 's/( \(in .*\))?  \[[a-z]*\]$//')"
}
pasted() {
    pasted_by harrier -c unordered ./server assert
    pasted_by "$build/harrier" -c unordered ./server assert
    ln -s "$build/harrier" "it's"
    local called="./it's"
    pasted_by "$called" --arena 64K --stack 64K --watchdog 2s --no-guards -c unordered ./server assert
    equal 'limits are in the command' 1 "$(grep -c -e '^  replay .* --arena 64K --stack 64K --watchdog 2000ms --no-guards ' printed)"
    pasted_by harrier --outdir='a b$c' -c unordered ./philosophers 2
    mkdir deeper && ln -s "$build/harrier" deeper/harrier && cd deeper
    pasted_by ./harrier -c unordered ../philosophers 2
    cd ..
    pasted_by deeper/harrier --undeliverable error -c unordered ./server
}

# Colours are for terminals, and for people who want them.
colors() {
    local escape=$'\033'
    if ! command -v script > /dev/null; then
        skip 'no script(1): no terminal to print to'
        return
    fi
    in_terminal() { script -qec "$1" /dev/null < /dev/null | grep -c "$escape\[[0-9]*m"; }
    [ "$(NO_COLOR= in_terminal 'harrier check -c unordered ./server assert')" -gt 3 ]
    equal 'a terminal gets colours' 0 $?
    equal 'NO_COLOR' 0 "$(NO_COLOR=1 in_terminal 'harrier check -c unordered ./server assert')"
    equal '--color never' 0 "$(NO_COLOR= in_terminal 'harrier check --color never -c unordered ./server assert')"
    equal 'a file gets none' 0 "$(NO_COLOR= harrier check -c unordered ./server assert 2>&1 | grep -c "$escape")"
    [ "$(NO_COLOR=1 harrier check --color always -c unordered ./server assert 2>&1 | grep -c "$escape")" -gt 3 ]
    equal '--color always' 0 $?
}

group() {
    local how=${1#counts_}
    enter
    case $1 in
    counts) counts_more ;;
    counts_*_full) counts_full "${how%_*}" ;;
    counts_*) counts_of "${how%_*}" "${how#*_}" ;;
    json | progress | replay | graphs | svg | lists | pasted | colors) "$1" ;;
    *) transcript "$1" ;;
    esac
}

lib_main "$@"
