#!/bin/bash
# Several workers against one: run.sh [--list | --group NAME] HARRIER DIRECTORY-WITH-THE-SUBJECTS LONG SITES EVENTS [WORD...]
# Only the cases whose name has one of the words run. They may also be in the variable CASES.
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt

prepare() {
    harrier=$(realpath "$1") subjects=$(realpath "$2") long=$(realpath "$3") sites=$(realpath "$4") events=$(realpath "$5")
    shift 5
    only+=("$@")
}
groups() {
    words_of "$here/cases.txt" 2
    printf '%s\n' schedules limits refusals killed
}

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }
program() {
    case $1 in
    long) echo "$long" ;;
    sites) echo "$sites" ;;
    events) echo "$events" ;;
    *) echo "$subjects/$1" ;;
    esac
}

# ---- the same for any number of workers ----

# What must not depend on it, as one line. Whatever the search meets first may be the first finding: it is named by all of them.
outcome() {
    local status=$1 name line
    line="status=$status"
    for name in states deliveries paths classes end_states undeliverable_ends actors local_states verdict exhaustive violations; do
        line="$line $name=$(field $name)"
    done
    echo "$line kinds=$(grep -o '"kind":"[a-z]*","place"' out.json | sort | tr -d '\n') ends=$(wc -l < ends.txt) $(cksum < ends.txt)"
}

compare() {
    local options=$1 command=$2 workers reference got status
    read -ra options <<< "$options"
    read -ra command <<< "$command"
    [[ " ${options[*]}" = *" -r "* ]] || options=(--search dfs "${options[@]}") # the default of one worker is auto
    for workers in 1 2 3 4; do
        rm -f out.json ends.txt
        timeout 900 "$harrier" check --workers $workers -k -q --no-shorten --time 600s -o json:out.json -o ends:ends.txt "${options[@]}" \
            "$(program "${command[0]}")" "${command[@]:1}" > out.txt 2>&1
        status=$?
        touch out.json ends.txt
        got=$(outcome $status)
        [ $workers = 1 ] && reference=$got
        [ "$(field workers)" = $workers ] || fail "the result says $(field workers) workers, not $workers"
        [ -n "$(field states)" ] || fail "no result with $workers workers"
        [ "$got" = "$reference" ] || fail "$workers workers: $got, one: $reference"
    done
}

same() { # same PROGRAM: its lines of cases.txt
    local options command
    while IFS='|' read -r options command; do
        wanted "$options $command" || continue
        compare "$options" "$command"
        verdict "$(echo $command $options)"
    done < <(lines_of "$here/cases.txt" 2 "$1")
}

# ---- a violation's schedule ----

schedule() {
    rm -rf found
    timeout 900 "$harrier" check --workers 3 -q --no-shorten --outdir found -o json:out.json "$@" > out.txt 2>&1
    [ $? = 1 ] || fail "the check does not find the violation"
    [ "$(field violations)" = 1 ] || fail "$(field violations) violations, not 1: it did not stop at the first"
    local file
    file=$(echo found/*/1.schedule)
    timeout 900 "$harrier" replay -q "$file" "${@: -1}" > replay.txt 2>&1
    [ $? = 1 ] || { fail "the schedule does not lead there"; cat replay.txt >> out.txt; }
}
schedules() {
    local name
    for name in diningphil jaccophil philosophers; do
        wanted "schedule $name" || continue
        schedule "$subjects/$name"
        verdict "schedule $name"
    done
}

# ---- limits and refusals ----

stops() {
    local text=$1
    shift
    timeout 900 "$harrier" check --workers 2 -q -o json:out.json "$@" > out.txt 2>&1
    [ $? = 3 ] || fail "not inconclusive"
    grep -qF -e "$text" out.txt || fail "the output lacks '$text'"
    [ "$(field states)" -gt 0 ] || fail "no states counted"
}
limits() {
    if wanted "limit time"; then stops 'stopped by --time' --time 1s "$long" 8; verdict "limit time"; fi
    if wanted "limit optimal"; then
        stops 'classes of orders' --time 1s --reduction optimal -c unordered "$subjects/registry" 12
        [ "$(field classes_estimated)" != null ] || fail 'no estimate'
        verdict "limit optimal"
    fi
    if wanted "limit memory"; then stops 'stopped by --memory' --memory 100M "$long" 8; verdict "limit memory"; fi
}

refuses() {
    local options
    read -ra options <<< "$1"
    "$harrier" check --workers 2 "${options[@]}" "$long" 2 > out.txt 2>&1
    [ $? = 2 ] || fail "not refused"
    grep -qF -e '--' out.txt || fail "without a reason"
}
refusals() {
    local options
    for options in '--search bfs' '--search stateless' '--reduction transdpor' '--reduction ample' '--on-full fingerprint' '--identity symmetric' \
        '--depth 5' '--deliveries 5' '--workers 0' '--workers 65'; do
        wanted "refuses $options" || continue
        refuses "$options"
        verdict "refuses $options"
    done
}

# ---- processes that are killed ----

alive() { [ -d "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" 2> /dev/null; }

# Starts a long search and waits until its workers are at work: sets command, coordinator and workers.
start_long() {
    rm -f out.json
    "$harrier" check --workers 3 -k -q --no-shorten --time 60s -o json:out.json "$long" 9 "$@" > out.txt 2>&1 &
    command=$! coordinator='' workers=()
    local try keeper
    for ((try = 0; try < 500; try++)); do
        keeper=$(children $command) # it stands between the command and what it starts
        keeper=${keeper%% *}
        coordinator=$([ -n "$keeper" ] && children "$keeper")
        coordinator=${coordinator%% *}
        [ -n "$coordinator" ] && read -ra workers <<< "$(children "$coordinator")"
        [ ${#workers[@]} = 3 ] && break
        sleep 0.02
    done
    [ ${#workers[@]} = 3 ] || fail "there are ${#workers[@]} workers, not 3"
    sleep 1
}

# Waits for the command; then for a moment until nothing of it is left.
ends() {
    local status try process left
    wait $command 2> /dev/null
    status=$?
    [ $status = "$1" ] || fail "status $status, not $1"
    for ((try = 0; try < 250; try++)); do
        left=
        for process in $coordinator "${workers[@]}"; do
            alive "$process" && left="$left $process"
        done
        [ -z "$left" ] && return
        sleep 0.02
    done
    fail "still there:$left"
}

killed() {
    if wanted "killed worker"; then
        start_long
        kill -KILL "${workers[1]}"
        ends 3
        grep -q 'worker 2 of 3 was ended by signal 9' out.txt || fail "does not say which worker"
        touch out.json
        [ "$(field verdict)" = inconclusive ] || fail "the verdict is '$(field verdict)'"
        [ "$(field exhaustive)" = false ] || fail "said to be exhaustive"
        verdict "killed worker"
    fi
    if wanted "killed worker, what was found is kept"; then
        start_long bug
        kill -KILL "${workers[2]}"
        ends 1
        grep -q 'worker 3 of 3 was ended by signal 9' out.txt || fail "does not say which worker"
        touch out.json
        [ "$(field kind)" = assertion ] || fail "the violation is '$(field kind)'"
        verdict "killed worker, what was found is kept"
    fi
    if wanted "killed coordinator"; then
        start_long
        kill -KILL "$coordinator"
        ends 3
        verdict "killed coordinator"
    fi
    if wanted "killed command"; then
        start_long
        kill -KILL "$command"
        ends 137
        verdict "killed command"
    fi
    if wanted "interrupted command"; then
        start_long
        kill -TERM "$command"
        ends 3
        grep -q 'interrupted' out.txt || fail "does not say that it was interrupted"
        verdict "interrupted command"
    fi
}

group() {
    case $1 in
    schedules | limits | refusals | killed) "$1" ;;
    *) same "$1" ;;
    esac
}

lib_main "$@"
