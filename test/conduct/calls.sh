# Calls as no program should make them: a finding, or a sentence; never a bug of the checker's.

case_nothing_for_something() {
    # Every function of the header has its cases.
    sed -n '/^#define/d; s/.*[ *]\(hr_[a-z_]*\)(.*);.*/\1/p; s/^[a-z].*[ *]\(hr_[a-z_]*\)(.*[^;]$/\1/p' "$include/harrier.h" |
        grep -v '^hr_register\|^hr_test_$\|hr_type\|hr_new' | sort -u > declared
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
