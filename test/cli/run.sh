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
    printf '%s\n' counts_{dfs,bfs}_{exact,tree,fingerprint,bitstate} counts_{dfs,bfs}_full counts json replay graphs svg lists
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
    local search=$1 store
    for store in exact tree; do
        counts 1 202475/1248950 --keep-going $u --search $search --store $store --memory 50M --on-full fingerprint ./philosophers 5
        equal "store of philosophers 5, $store in 50 MB" "$store null true" "$(field store) $(field degraded_at_states) $(field exhaustive)"
        counts 0 535537/4276105 $u --search $search --store $store --memory 19M --on-full fingerprint ./pi 12 int
        equal "store of pi 12, $store in 19 MB" 'fingerprint pass false' "$(field store) $(field verdict) $(field exhaustive)"
        [ "$(field degraded_at_states)" -gt 1000 ]; equal "pi 12 became fingerprints on the way" 0 $?
        equal "the terminal says when" 1 "$(grep -c '64-bit fingerprints since --memory 19M was reached at' "$work/printed")"
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
    counts 1 2336815/17308092 --keep-going $u ./philosophers 6
    [ "$(field handler_runs)" -lt 5000 ]; equal "handler runs of philosophers 6 below 5000" 0 $?
    counts 0 535537/4276105 $u ./pi 12 int
    [ "$(field handler_runs)" -lt 5000 ]; equal "handler runs of pi 12 below 5000" 0 $?
}

# JSON: every field, with its type, whether something was found or not.
types() { # types NAME KIND-TYPE TRACE-TYPE
    local name expected got
    for name in program:string test:string search:string reduction:string order:string channel:string verdict:string kind:"$2" \
        exhaustive:boolean states:integer deliveries:integer paths:integer blocked:integer end_states:integer depth:integer \
        handler_runs:integer violations:integer seconds:real peak_bytes:integer bytes_per_state:real workers:integer trace:"$3"; do
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
                check --keep-going $how ./$program
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

group() {
    local how=${1#counts_}
    enter
    case $1 in
    counts) counts_more ;;
    counts_*_full) counts_full "${how%_*}" ;;
    counts_*) counts_of "${how%_*}" "${how#*_}" ;;
    json | replay | graphs | svg | lists) "$1" ;;
    *) transcript "$1" ;;
    esac
}

lib_main "$@"
