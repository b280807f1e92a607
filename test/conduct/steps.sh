# What a step costs, as far as that can be counted.

# A step that creates nobody closes the arena of the actor before and opens its own: two system calls. The same actor again: none.
case_system_calls() {
    # What 2000 steps make.
    calls() {
        local few many
        few=$("$build/bench/count-calls" "$harrier" check -q -s stateless --audit 0 "$programs/turns" 10 100 0 "$@" 2> out.txt) || return
        many=$("$build/bench/count-calls" "$harrier" check -q -s stateless --audit 0 "$programs/turns" 10 2100 0 "$@" 2> out.txt) || return
        echo $((many - few))
    }
    local made
    made=$(calls)
    expect 'two system calls per step, give or take a few' 1 $((${made:-0} >= 2000 && ${made:-0} <= 4100))
    made=$(calls alone)
    expect 'none where the same actor goes on' 1 $((${made:-1000} <= 100))
}
# The deep part of a stack is closed until it is used; it is there then, and empty again before the next step.
case_deep_stacks() {
    for depth in 6 12 20 40 200 900; do
        for options in '' --no-guards '--search random --runs 3' '--audit 100'; do
            # shellcheck disable=SC2086 # words
            run check -q --audit 0 $options "$programs/turns" 10 200 $depth
            [ "$options" = '--audit 100' ] && { expect "status of depth $depth, audited" 1 $status; says 'uninitialised memory'; continue; }
            expect "status of depth $depth $options" 0 $status
        done
    done
    run check -q --audit 0 "$programs/turns" 10 200 1100
    expect 'status of more than there is' 1 $status
    says 'stack overflow'
    run check -q --audit 0 --stack 2M "$programs/turns" 10 200 1100
    expect 'status with --stack 2M' 0 $status
}
# Before Linux 6.13 a guard is a mapping of its own: two calls more per step, and nothing else is different.
case_old_kernels() {
    for how in old new; do
        run check -q --audit 0 "$programs/turns" 10 200 40 $how
        expect "status of $how" 0 $status
        run check -q --audit 0 "$programs/turns" 10 200 0 $how above
        expect "status of $how, with a write beyond the stack" 1 $status
        says 'stack buffer overflow: it writes beyond the top of its stack'
    done
}
