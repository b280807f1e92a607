#!/bin/bash
# Invariants that name their actors, and invariants that are asked together: run.sh HARRIER NAMED TOGETHER INCLUDE LIBRARY
. "$(dirname "$0")/../lib.sh"

groups() { printf '%s\n' reduced broken misuse refused symmetric together live languages; }

prepare() {
    harrier=$(realpath "$1") program=$(realpath "$2") together=$(realpath "$3") include=$(realpath "$4") library=$(realpath "$5")
    shift 5
    only+=("$@")
}

field() { sed -n 's/"findings":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }
check() { # check TEST OPTIONS...: the status in $status, what was said in the file said
    local test=$1
    shift
    rm -f out.json
    "$harrier" check -o json:out.json --outdir out --test "$test" "$@" "$program" > said 2>&1
    status=$?
    touch out.json
}

# Nothing that the workers do is seen, so much is left out, and the verdict is the same.
reduced() {
    local test channel full deliveries
    for test in one_after_the_other without_parameters invisible_steps follows_a_pointer looks_at_nobody at_some_time eight_actors; do
        for channel in unordered pairwise; do
            check $test -c $channel -s dfs
            equal "$test $channel" "pass true" "$(field verdict) $(field exhaustive)"
            full=$(field deliveries)
            for options in '-r ample' '-r ample -s bfs' '-r optimal' '-r optimal --order lca' '-r optimal --workers 2'; do
                # shellcheck disable=SC2086
                check $test -c $channel $options
                equal "$test $channel $options" "pass true" "$(field verdict) $(field exhaustive)"
                deliveries=$(field deliveries)
                [ "${deliveries:-$full}" -lt "$full" ] && pass || miss "$test $channel $options: $deliveries deliveries, $full without reduction"
            done
        done
    done
    # As many orders as the clerk's five messages have: an invariant over two actors that are told one after the other adds none.
    check one_after_the_other -r optimal
    equal 'classes' '120 0' "$(field paths) $(field blocked)"
}

# One is ahead of the other in some state between two deliveries, and at no end.
broken() {
    local search
    for search in '-s dfs' '-s bfs' '-s stateless' '-r ample' '-r ample -s bfs' '-r optimal' '-r optimal --order lifo' '-r optimal --workers 2'; do
        # shellcheck disable=SC2086
        check both_at_once $search
        equal "$search" 1 $status
        grep -q 'named.c:[0-9]*: error: never_ahead(replica.2, replica.1) does not hold in this state' said && pass || miss "$search: not told"
        "$harrier" replay out/both_at_once/1.schedule "$program" > said 2>&1
        equal "$search: its schedule" 1 $?
        grep -q 'never_ahead(replica.2, replica.1) does not hold' said && pass || miss "$search: its schedule leads elsewhere"
    done
}

misuse() {
    local test options
    for test in looks_elsewhere looks_elsewhere_at_the_end; do
        for options in '-s dfs' '-s dfs --no-guards' '-r ample' '-r optimal'; do
            # shellcheck disable=SC2086
            check $test $options
            equal "$test $options" 1 $status
            grep -q 'error: a predicate looks at clerk, which is not named for it' said && pass || miss "$test $options: not told"
        done
    done
    check reads_elsewhere
    equal 'a pointer into an actor that is not named' 1 $status
    grep -q 'reads memory that belongs to replica.3' said && pass || miss 'a pointer into an actor that is not named: not told'
    check names_nobody
    equal 'nobody is named' 1 $status
    grep -q 'names an actor that does not exist' said && pass || miss 'nobody is named: not told'
}

refused() {
    local reduction
    for reduction in ample optimal; do
        check unnamed -r $reduction
        equal "$reduction, no names" 2 $status
        grep -q 'name the actors' said && pass || miss "$reduction, no names: not told why"
    done
    for reduction in dcute persistent transdpor transdpor-fig2; do
        check one_after_the_other -r $reduction
        equal "$reduction" 2 $status
        grep -q 'does not tell apart' said && pass || miss "$reduction: not told why"
        check only_at_the_end -r $reduction
        equal "$reduction, hr_at_end" 0 $status
    done
}

# Three alike actors, each in one of four situations: 64 states, or 20 up to their names. What is said of them is kept by renaming, and nothing else is
# in its way: 40 where one of them is named, 24 where a ring is, which has three rotations.
symmetric() {
    local search row test states
    for search in dfs bfs; do
        for row in twins=20 twins_each=20 twins_one=40 twins_in_a_row=64 twins_in_a_ring=24 twins_in_globals=64; do
            test=${row%=*} states=${row#*=}
            check $test -s $search --identity symmetric
            equal "$test $search" "pass $states" "$(field verdict) $(field states)"
            check $test -s $search
            equal "$test $search exact" "pass 64" "$(field verdict) $(field states)"
        done
        # Only one of alike states is visited, and it may be the other one that is wrong.
        for test in twins_first_ahead twins_last_ahead twins_by_globals; do
            check $test -s $search --identity symmetric
            equal "$test $search" 1 $status
        done
    done
}

# tell DEED POSITION OPTIONS...: the status in $status, in $told what is said of a program of which one predicate does something else than looking
tell() {
    local deed=$1 position=$2
    shift 2
    "$harrier" check -s bfs --watchdog 100ms --no-shorten --no-explain --outdir out "$@" "$together" "$deed" "$position" > said 2>&1
    status=$?
    told=$(grep 'error:' said)
}

# What a predicate that is asked together with others is told is what it is told when it is asked alone. With --audit 1 all are asked alone, with
# --audit 0 none, but once. Where nothing else is to be told, that a place of the program is never reached is.
together() {
    local deed position words alone audit
    while read -r deed words; do
        wanted "$deed" || continue
        for position in first middle last; do
            tell $deed $position --audit 1
            alone=$told
            case $deed in leaves_result | leaves_stack) alone= ;; esac # the audit sees that it depends on something hidden
            for audit in 0 $([ $position != middle ] || echo 16); do
                tell $deed $position --audit $audit
                equal "$deed $position, --audit $audit" 1 $status
                [[ $told == *"$words"* ]] && pass || miss "$deed $position, --audit $audit: told '$told', not '$words'"
                [ -z "$alone" ] || equal "$deed $position, --audit $audit: not as alone" "$alone" "$told"
            done
        done
    done << 'END'
nothing is never true, in any execution
has_blocks is never true, in any execution
does_not_hold acts does not hold in this state
writes_actor writes memory that belongs to cell.2
actor_undone writes memory that belongs to cell.2
writes_after_actor writes memory that belongs to cell.2
writes_before_actor writes memory that belongs to cell.2
writes_far_before_actor writes memory that belongs to cell.2
writes_global writes a global variable: 'global'
writes_thread_local writes a thread-local variable: 'of_thread'
thread_local_undone writes a thread-local variable: 'of_thread'
writes_shared a predicate that writes shared memory: it must only look
shared_undone a predicate that writes shared memory: it must only look
writes_beyond heap corruption: something wrote beyond the end of a block of 8 bytes
writes_nowhere SIGSEGV: invalid memory access (a null pointer)
leaves_block is never true, in any execution
leaves_result sees_more does not hold in this state
leaves_errno sees_more does not hold in this state
leaves_exceptions sees_more does not hold in this state
leaves_stack sees_more does not hold in this state
exits exit(0) in a handler ends the whole process
loops the handler still runs after 100 ms
sends a constraint or predicate that sends, creates, chooses or ends: it must only look
prints is never true, in any execution
notes is never true, in any execution
looks_at_clock is never true, in any execution
looks_elsewhere acts does not hold in this state
END
    for position in first middle last; do
        wanted reaches && {
            tell reaches $position --audit 0
            equal "reaches $position" 0 $status
        }
        wanted reads_unwritten || continue
        tell reads_unwritten $position --audit 4
        [[ $told == *"uninitialised memory"* ]] && pass || miss "reads_unwritten $position: told '$told'"
    done
}

live() {
    local test
    for test in one_after_the_other without_parameters eight_actors looks_at_nobody only_at_the_end; do
        "$program" $test > said 2>&1
        equal "live: $test" 0 $?
    done
    "$program" broken_at_the_end > said 2>&1
    equal 'live: broken' 1 $?
    grep -q 'named.c:[0-9]*: error: never_equal(replica.2, replica.1) does not hold at this end' said && pass || miss 'live: not told'
    "$program" looks_elsewhere_at_the_end > said 2>&1
    equal 'live: looks elsewhere' 1 $?
    grep -q 'a predicate looks at clerk, which is not named for it' said && pass || miss 'live: a look elsewhere is not told'
    "$program" names_nobody > said 2>&1
    equal 'live: nobody is named' 1 $?
    grep -q 'names an actor that does not exist' said && pass || miss 'live: that nobody is named is not told'
}

# compiles NAME STATUS LINE...: a program with these lines in main()
compiles() {
    local name=$1 expected=$2 compiler
    shift 2
    {
        printf '#include <harrier.h>\nstruct cell { int n; };\nHR_ACTOR(cell);\n'
        printf 'static bool one(hr_ref a) { return hr_peek(a, cell)->n == 0; }\n'
        printf 'static bool two(hr_ref a, hr_ref b) { return hr_peek(a, cell) != hr_peek(b, cell); }\n'
        printf 'static bool none(void) { return true; }\nstatic int number(hr_ref a) { return a != 0; }\n'
        printf 'int main(void)\n{\n    hr_ref a = hr_spawn(cell), b = hr_spawn(cell);\n    (void)one, (void)two, (void)none, (void)number, (void)a, (void)b;\n'
        printf '    %s\n' "$@"
        printf '    return hr_run();\n}\n'
    } > program.c
    cp program.c program.cc
    for compiler in "${CC:-cc}" g++ clang clang++; do
        command -v "$compiler" > /dev/null || continue
        case $compiler in *++) source=program.cc ;; *) source=program.c ;; esac
        "$compiler" -g -Wall -Werror -I"$include" $source -o compiled -L"$library" -lharrier -Wl,-rpath,"$library" > said 2>&1
        [ $(($? != 0)) = "$expected" ] && pass || { miss "$compiler: $name"; continue; }
        [ "$expected" = 1 ] && continue
        for reduction in none ample optimal; do
            "$harrier" check --outdir out -r $reduction ./compiled > said 2>&1
            equal "$compiler: $name, $reduction" 0 $?
        done
        ./compiled > said 2>&1
        equal "$compiler: $name, live" 0 $?
    done
}

# The type of a predicate is checked, in C and in C++.
languages() {
    compiles 'all forms' 0 'hr_always(one, a);' 'hr_always(two, a, b);' 'hr_always(none, a, b);' 'hr_at_end(&two, a, b);' 'bool (*p)(hr_ref) = one;' \
        'hr_at_end(p, b);'
    compiles 'no names' 0 'hr_at_end(none);'
    compiles 'too few actors' 1 'hr_always(two, a);'
    compiles 'too many actors' 1 'hr_always(one, a, b);'
    compiles 'no actors for a parameter' 1 'hr_always(one);'
    compiles 'not a bool' 1 'hr_always(number, a);'
}

group() { "$1"; }
lib_main "$@"
