# Calls as no program should make them: a finding, or a sentence; never a bug of the checker's.

case_nothing_for_something() {
    # Every function of the header has its cases.
    sed -n '/^#define/d; /^ \*/d; s/.*[ *]\(hr_[a-z_]*\)(.*);.*/\1/p; s/^[a-z].*[ *]\(hr_[a-z_]*\)(.*[^;]$/\1/p' "$include/harrier.h" |
        grep -v '^hr_register\|^hr_test_$\|^hr_stay_$\|hr_type\|hr_new' | sort -u > declared
    "$programs/nulls" | sed 's/\..*//' | sort -u > tried
    expect 'functions of the header without a case' '' "$(comm -23 declared tried | tr '\n' ' ')"
    for where in main handler process; do
        for case in $("$programs/nulls"); do
            run check -q "$programs/nulls" $where "$case"
            one_of "status of $where $case" '0 1 2 77' $status
            lacks 'crashed'
            lacks SIGSEGV
        done
    done
}
case_shared_memory_of_all_kinds() {
    for case in $("$programs/shared_odd"); do
        run check -q "$programs/shared_odd" "$case"
        case $case in
        variable | zero | twice | inside | across | heap | heap-part | freed | stack | mapped | pages)
            expect "status of $case" 0 $status
            says '4 states'
            ;;
        huge | wraps) expect "status of $case" 2 $status; says 'more than 1 GB' ;;
        *) expect "status of $case" 2 $status; says 'hr_shared() of ' ;;
        esac
    done
}
# Flags and modes that a handler leaves in the processor. Alignment faults in its own code, and trapped arithmetic, are its own crashes.
case_registers() {
    for how in returns sends calls notes chooses spawns crashes accepts; do
        for case in $("$programs/registers"); do
            run check -q "$programs/registers" "$case" $how
            if [ $how = crashes ]; then
                expect "status of $how, $case" 1 $status
            elif [ "$case" = alignment ] || [ "$case$how" = sse-modesreturns ]; then
                one_of "status of $how, $case" '0 1' $status
            else
                expect "status of $how, $case" 0 $status
            fi
        done
    done
}
# Modes of floating point that main() sets, whenever it does: handlers compute with them.
case_modes_of_main() {
    expect 'cases' 3 "$("$programs/modes" | wc -l)"
    for case in $("$programs/modes"); do
        for when in first last settled never; do
            run check -q "$programs/modes" "$case" $when
            expect "status of $case, $when" $([ $when = never ] && echo 0 || echo 1) $status
            [ $when = never ] || says 'assertion failed'
        done
    done
}
# A variable of the user's library that the linker put among the program's own is nobody's secret way to talk.
case_variables_of_libraries() {
    readelf -rW "$programs/lib-counts" | grep -q 'R_X86_64_COPY.* counted' || fail 'the variable is not copied: the case says nothing'
    run check -q "$programs/lib-counts"
    expect 'status' 1 $status
    says "writes a global variable: 'counted'"
    run check -q "$programs/lib-counts" shared
    expect 'status with hr_shared' 1 $status
    says 'assertion failed: counted == 0'
}
# Whatever main() did with signals: the checker has those that it needs.
case_signals_of_main() {
    expect 'cases' 7 "$("$programs/signals" | wc -l)"
    for case in $("$programs/signals"); do
        run check -q "$programs/signals" "$case" writes
        expect "status of $case, writes" 1 $status
        says "writes a global variable: 'elsewhere'"
        run check -q "$programs/signals" "$case" hangs
        expect "status of $case, hangs" 1 $status
        says 'the handler still runs after'
    done
}
# Whichever function of the C library allocated it for main(): two actors do not talk through it. Where the page was written before in a step, that is
# found by the audit.
case_allocated_by_any_function() {
    expect 'cases' 31 "$("$programs/behalf" | wc -l)"
    for case in $("$programs/behalf"); do
        for order in writer looker; do
            run check -q "$programs/behalf" "$case" $order
            grep -q 'is not tried' out.txt && continue
            grep -qE 'writes memory that main\(\) allocated|left behind inside the C library' out.txt || fail "$case, $order first: $(tail -1 out.txt)"
        done
    done
}
# What a library allocated for main() is main's.
is_mains() { # is_mains PROGRAM CASE
    for order in writer looker; do
        run check -q "$1" "$2" $order
        expect "status of $2, $order first" 1 $status
        says 'writes memory that main() allocated'
    done
}
case_allocated_for_main() {
    for case in strdup strndup wcsdup asprintf getline realpath; do
        is_mains "$programs/behalf" "$case"
    done
    g++ -std=c++17 -g -isystem "$include" "$here/library/behalf.cpp" -o behalf-cpp -L"$build" -lharrier -Wl,-rpath,"$build" > built 2>&1 || fail "$(cat built)"
    for case in new array nothrow aligned vector; do
        is_mains ./behalf-cpp "$case"
    done
}
