# Limits of the machine and of the user: kept, or told, whatever the program does.

# Soft limits are raised where the hard ones let them be. Nothing of this is a bug of the checker's. (With no processor time at all the shell itself may be ended first.)
case_soft_limits() {
    for limit in t:1 i:0 i:10 n:20 n:100 n:190 d:0 d:1000 d:1000000 c:0 s:64 s:200 l:0 f:100 v:100000 q:0; do
        (ulimit -S "-${limit%:*}" "${limit#*:}" && exec timeout -k 5 900 "$harrier" check -q "$subjects/server") > out.txt 2>&1
        expect "status with ulimit -S -${limit/:/ }" 0 $?
    done
}
# Hard ones are named.
case_hard_limits() {
    for limit in n:100 d:1000 v:100000 f:100; do
        (ulimit "-${limit%:*}" "${limit#*:}" && exec timeout -k 5 900 "$harrier" check -q "$subjects/server") > out.txt 2>&1
        expect "status with ulimit -${limit/:/ }" 2 $?
        says "(ulimit -${limit%:*})"
    done
    (ulimit -i 0 && exec timeout -k 5 900 "$harrier" check -q "$subjects/server") > out.txt 2>&1
    expect 'status with ulimit -i 0' 2 $?
    says '(ulimit -i)'
    (ulimit -t 1 && exec timeout -k 5 900 "$harrier" check -q --time 80s "$programs/flood" 1000000000 choose) > out.txt 2>&1
    expect 'status with ulimit -t 1' 3 $?
    says '(ulimit -t)'
}
# A mailbox of n takes memory in proportion to n: with its square 40,000 messages would be 3 GB.
case_many_pending() {
    for channel in pairwise mailbox unordered; do
        for how in equal distinct; do
            [ $channel$how = unordereddistinct ] && continue # as many states as sets of messages
            run check -q -c $channel --memory 150M -o json:result.json "$programs/flood" 40000 $how
            expect "status of $channel, $how" 0 $status
            says '40002 states'
        done
    done
    run check -q --memory 150M --search stateless "$programs/flood" 4000 distinct
    expect 'status of stateless' 0 $status
    run check -q --memory 150M --search random --runs 2 "$programs/flood" 4000 equal 3
    expect 'status of random' 0 $status
}
case_symmetric_with_many_pending() {
    for channel in pairwise mailbox unordered; do
        for n in 127 128 129 600; do
            run check -q --identity symmetric -c $channel "$programs/flood" $n equal
            expect "status of $channel, $n" 0 $status
            says "$((n + 2)) states"
        done
    done
    run check -q --identity symmetric "$programs/flood" 300 distinct
    expect 'status of distinct ones' 0 $status
}
# Things that take hours, inside one step of the search: the end comes from the heartbeat, with a verdict, before the command has to kill it.
case_time_is_kept() {
    for options in '-c causal' '--identity symmetric' '--identity basset -c causal' '-w 2 -c causal'; do
        # shellcheck disable=SC2086 # words
        run check -q --time 1s $options "$programs/flood" 1000000 distinct
        [ "$options" = '--identity basset -c causal' ] && { expect "status of $options" 2 $status; continue; }
        expect "status of $options" 3 $status
        says 'stopped by --time 1s'
        lacks 'killed'
    done
    for search in dfs bfs stateless 'random --runs 3' cover; do
        # shellcheck disable=SC2086 # words
        run check -q --time 1s -s $search "$programs/flood" 1000000000 choose
        expect "status of $search" 3 $status
        says 'stopped by --time 1s'
    done
}
case_outdir_that_cannot_be_written() {
    echo > file
    for command in check cover; do
        run $command --outdir file/below "$subjects/server"
        expect "status of $command" 2 $status
        says 'file/below'
        run $command --outdir file "$subjects/server"
        expect "status of $command" 2 $status
        lacks 'states'
    done
    mkdir sealed
    chmod 555 sealed
    cd sealed || return
    timeout -k 5 900 "$harrier" check -q "$subjects/server" > ../out.txt 2>&1 # nothing to keep, nothing named
    expect 'status in a sealed folder' 0 $?
    cd ..
}
# What main() prints is kept in a bounded place, or not at all.
case_output_without_end_is_no_memory() {
    run check -q --memory 100M "$programs/chatter"
    one_of status '0 1 2 3' $status
    lacks 'internal error'
}
