#!/bin/bash
# What is printed as a command works when it is pasted: the replay command of every failing program leads to the same violation again.
#     run.sh [--list | --group NAME] BUILD-DIR
# Groups: the cases of other tests that fail; with --keep-going, the further violations of these; every program of a folder, as it is without arguments; names that a shell would take apart; an
# installed Harrier; and the command for gdb. Other tests replay what they find themselves (semantics, differential, live).
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1") tests=$(realpath "$here/..")
    harrier=$build/harrier
}
groups() { printf '%s\n' bugs further hostile examples subjects others names installed debugger; }

# What went wrong, without what differs from run to run: addresses, and where an endless loop is stopped.
plainly() { sed -E 's/0x[0-9a-f]*/0x/g; s/^[^ ]*:[0-9]+: (.*\[hang\])$/\1/'; }
said() { grep -E '(error: |harrier: ).*  \[[a-z]+\]$' "$1" | head -1 | plainly; }

# round_trip NAME ARG...: checks, and pastes each replay command that is printed into a shell. A check that finds nothing counts as no case.
round_trip() {
    local name=$1 command first
    shift
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    "$harrier" check --no-explain --no-shorten --time 0 "$@" > "$work/checked" 2>&1 < /dev/null
    # What went wrong, and the command that stands below it: a line each.
    awk '/(error: |harrier: ).*  \[[a-z]+\]$/ && wrong == "" { wrong = $0 } /^  replay   / { print wrong; print substr($0, 12); wrong = "" }' \
        "$work/checked" > "$work/commands"
    while IFS= read -r first && IFS= read -r command; do
        bash -c "$command" > "$work/replayed" 2>&1 < /dev/null
        one_of "exit status of: $command" '1 4' $?
        output=$work/replayed
        [ -n "$first" ] || fail 'nothing is said to be wrong'
        expect 'what went wrong' "$(plainly <<< "$first")" "$(said "$work/replayed")"
        verdict "$name"
    done < "$work/commands"
}

# ---- cases of other tests ----

bugs() {
    local line program kind small
    while IFS='|' read -r program kind small _; do
        round_trip "${program// /}" "$build/subjects/bugs/${program// /}" ${small// /}
    done < <(lines_of "$tests/bugs/cases.txt")
}
# further_trips OPTIONS PROGRAM ARG...: the same for each violation after the first of a search that goes on. Others may come on the way.
further_trips() {
    local options=$1 text trace command
    shift
    rm -rf "$work/here" && mkdir -p "$work/here/.harrier" && cd "$work/here" || exit 1
    # shellcheck disable=SC2086 # words
    "$harrier" check --keep-going --no-explain --no-shorten --time 0 -o json:out.json $options "$@" > "$work/checked" 2>&1 < /dev/null
    output=$work/checked
    expect 'a schedule for each' "$(jq '[.findings[].trace] | unique | length' out.json)" "$(find .harrier -name '*.schedule' | wc -l)"
    expect 'how often each was met' "$(jq -r '.findings[1:][].times' out.json)" \
        "$(sed -nE 's/^ {11}[0-9]+ steps?, met ([0-9]+) times?; replay .*/\1/p' "$work/checked")"
    while IFS= read -r text && IFS= read -r trace; do
        command=$(grep -E " times?; replay   " "$work/checked" | grep -F " $trace ")
        command=${command#*; replay   } output=$work/replayed
        bash -c "${command/ replay / replay --no-explain }" > "$work/replayed" 2>&1 < /dev/null
        one_of "exit status of: $command" '1 4' $?
        plainly < "$work/replayed" | grep -qF -- "$text" || fail "it does not say: $text"
        pasted=$((pasted + 1))
    done < <(jq -r '.findings[1:][] | .text, .trace' out.json)
    verdict "${1##*/} $options"
}
further() {
    local program usual options pasted=0
    while IFS='|' read -r program _ _ usual _; do
        for options in '-s dfs -n 20000' '-s bfs -n 20000' '-s random --seed 1 --runs 300' '--reduction optimal -n 20000' '-n 20000'; do
            further_trips "$options" "$build/subjects/bugs/${program// /}" ${usual// /}
        done
        further_trips '-w 2 --memory 200M' "$build/subjects/bugs/${program// /}" 2
    done < <(lines_of "$tests/bugs/cases.txt")
    [ $pasted -ge 40 ] || fail "only $pasted commands were printed"
    verdict "$pasted commands"
}
hostile() { # of each program the first case that fails
    local expected program options last=
    while IFS='|' read -r expected program options _; do
        read -r program words <<< "$program"
        [[ $expected == 1\ * && $program != "$last" ]] || continue
        last=$program
        # shellcheck disable=SC2086 # words
        round_trip "$program $words" $options "$build/test/hostile/$program" $words
    done < <(lines_of "$tests/hostile/cases.txt")
}

# ---- every program, as it is ----

# The programs in a folder of the build: whatever is linked with libharrier.
programs() {
    find "$build/test/$1" -type f -executable ! -name '*.so*' ! -path '*/CMakeFiles/*' | sort | while read -r file; do
        readelf -d "$file" 2> /dev/null | grep -q 'libharrier\.so' && echo "$file"
    done
}
each_of() { # each_of FOLDER: with few deliveries, since some are large
    local program
    for program in $(programs "$1"); do
        round_trip "${program#"$build/"}" -n 1000 "$program"
    done
}
examples() { each_of ../examples; }
subjects() { each_of ../subjects; }
others() { # of the other tests those programs that say something without arguments, and soon
    local folder
    for folder in cli page explain minimise; do
        each_of $folder
    done
}

# ---- how the command is written ----

names() {
    local name odd=$'a b\'c"d$(touch x)`touch x`;|&<>*?[x]\\#~!\t\n%s\303\244\377'
    mkdir "$work/$odd" "$work/-folder"
    for name in "$work/$odd/$odd" "$work/$odd/--" "$work/-folder/-o"; do
        cp "$build/examples/writer" "$name"
        round_trip "a program called $(printf %q "${name#"$work/"}")" "$name"
        round_trip 'its arguments' "$name" "$odd" '' -- --search bfs '*'
        round_trip 'after --' -- "$name"
        [ ! -e x ] || miss 'the shell has run a part of a name'
    done
    cd "$work/$odd" || exit 1
    round_trip 'a folder for schedules' --outdir "$work/$odd/out" "$build/examples/writer"
    round_trip 'a test' --test fails "$build/test/cli/outcomes"
    round_trip 'options' -c unordered --env empty --unhandled keep --watchdog 2s --arena 2M "$build/subjects/server" assert
}

# From a folder of its own, found by PATH: the command has no path then.
installed() {
    cmake --install "$build" --prefix "$work/prefix" > "$work/installing" 2>&1
    expect 'exit status of installing' 0 $?
    output=$work/installing
    verdict 'installing'
    harrier=harrier
    local kept=$PATH
    PATH=$work/prefix/bin:/usr/bin:/bin
    hash -r
    examples
    grep -q '^  replay   harrier replay ' "$work/checked" || miss 'the printed command has a path'
    PATH=$kept
    ln -s "$work/prefix/bin/harrier" "$work/here/h"
    cd "$work/here" && harrier=./h
    "$harrier" check --no-explain "$build/examples/writer" > "$work/checked" 2>&1
    expect 'a command as it was typed' 1 "$(grep -c '^  replay   ./h replay ' "$work/checked")"
    verdict 'a relative path'
}

# The other command: gdb stands before the last step.
debugger() {
    local program steps
    unset DEBUGINFOD_URLS
    if ! gdb -nx -batch -ex 'python print(1)' > /dev/null 2>&1; then
        skip 'gdb with Python is not installed'
        return
    fi
    for program in writer timeout buffer; do
        rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
        "$harrier" check --no-explain "$build/examples/$program" > "$work/checked" 2>&1
        steps=$(grep -c ' <- ' ".harrier/$program/1.schedule")
        echo 'harrier step' | HOME=$work sh -c "$(sed -n 's/^  debug    //p' "$work/checked" | head -1)" > "$work/debugged" 2>&1
        output=$work/debugged
        says "step $steps: "
        verdict "$program in gdb"
    done
}

group() {
    output=$work/said
    mkdir -p "$work/here"
    "$1"
}
lib_main "$@"
