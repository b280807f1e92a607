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
            run check -q -c $channel --search dfs --memory 150M -o json:result.json "$programs/flood" 40000 $how
            expect "status of $channel, $how" 0 $status
            says '40002 states'
        done
    done
    run check -q --memory 150M --search stateless "$programs/flood" 4000 distinct
    expect 'status of stateless' 0 $status
    run check -q --memory 150M --search random --runs 2 "$programs/flood" 4000 equal 3
    expect 'status of random' 0 $status
}
case_replay_with_many_pending() { # with their square it would be killed: 20,000 would take 50 GB
    local n
    for channel in pairwise mailbox unordered causal; do
        n=20000
        [ $channel != causal ] || n=5000
        awk -v n=$n -v channel=$channel 'BEGIN {
            print "harrier schedule 1\nkind assertion\nchannel " channel
            for (i = 1; i <= n; i++) print "receiver <- Go" (i > 1 ? " #" i : "") " from main"
            print "receiver <- Last from main" }' > many.schedule
        run replay -q many.schedule "$programs/pending" $n
        expect "status of $channel" 1 $status
        says "self->n is $n"
    done
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
# A sampler forgets what it will not meet again: executions are the same as in much memory, and none is left out. What fills the memory on its own is told.
same_sample() { # options...: it is the same in 2 GB, of which it needs more than 30 MB, and in 30 MB
    local sample='[.sample, .runs, .runs_cut, .deliveries, .states, .depth]'
    run check -q --seed 1 "$@" --memory 2G -o json:much.json "$build/bench/sampling-fresh" 5 4000
    expect "status of $*" 0 $status
    expect "$* needs more than 30 MB" true "$(jq '.peak_bytes > 30000000' much.json)"
    run check -q --seed 1 "$@" --memory 30M -o json:small.json "$build/bench/sampling-fresh" 5 4000
    expect "status of $* in 30 MB" 0 $status
    expect "the sample of $*" "$(jq -c "$sample" much.json)" "$(jq -c "$sample" small.json)"
}
case_sampling_in_bounded_memory() {
    for sampler in random pos delay; do
        same_sample -s $sampler --depth 500 --runs 40 --audit 0
        expect "$sampler stays below 30 MB" true "$(jq '.peak_bytes < 30000000' small.json)"
    done
    run check -q -s random --seed 1 --runs 3 --depth 200000 --audit 0 --memory 30M "$build/bench/sampling-fresh" 5 4000
    expect 'status of one execution that fills the memory' 3 $status
    says 'stopped by --memory 30M'
}
# A big step is many deliveries: the search stops after the one that comes to the limit, whatever number that is.
case_deliveries_of_big_steps() {
    local limit
    for limit in {16..30}; do
        run check -q -k --search dfs --step big --deliveries $limit "$subjects/leader" 4
        expect "status with --deliveries $limit" 3 $status
        says "stopped by --deliveries $limit"
    done
}
# A search that is resumed follows executions of the run before, to know those that are left: also in little memory.
case_delay_resumed_in_bounded_memory() {
    local options=(check -q -s delay --depth 60 --runs 20000 --audit 0) sample='[.sample, .runs, .deliveries, .states]'
    run "${options[@]}" --memory 2G -o json:much.json "$build/bench/sampling-fresh" 5 4000
    run "${options[@]}" --memory 30M --deliveries 900000 --checkpoint ck "$build/bench/sampling-fresh" 5 4000
    run "${options[@]}" --memory 30M --resume ck -o json:small.json "$build/bench/sampling-fresh" 5 4000
    expect 'status' 0 $status
    expect 'the sample' "$(jq -c "$sample" much.json)" "$(jq -c "$sample" small.json)"
    expect 'more than 30 MB in 2 GB, less in 30 MB' 'true true' "$(jq '.peak_bytes > 30000000' much.json) $(jq '.peak_bytes < 30000000' small.json)"
}
# The second execution fills the memory when half of it is done: it is begun again. Audited steps take long enough for the heartbeat to come meanwhile.
case_sampling_begins_an_execution_again() {
    same_sample -s pos --depth 4000 --runs 3 --audit 1
    same_sample -s random --depth 4000 --runs 3 --audit 1
}
# What an execution remembers grows with its length, not with length times actors: with lists of 5000 numbers 20,000 deliveries would need 400 MB.
case_many_actors() {
    local search
    for search in random pos pctcp; do
        run check -q -s $search --seed 1 --runs 1 --depth 100000 --audit 0 --memory 100M "$build/bench/long-ring" 5000 20000
        expect "status of $search" 0 $status
        says '20001 deliveries'
    done
    run check -q -s random --runs 1 "$build/bench/long-ring" 20000 1
    expect 'status of too many' 3 $status
    says 'actors'
}
# A message that does not fit into its receiver's memory is told, with what to do about it; with more room it is delivered.
case_large_messages() {
    run check -q --audit 0 -s random --runs 1 "$build/bench/long-ring" 2 20 1 1000000
    expect 'status without room' 1 $status
    says '--arena gives more room'
    run check -q --audit 0 -s random --runs 1 --arena 12M "$build/bench/long-ring" 2 20 1 1000000 10000000
    expect 'status with --arena 12M' 0 $status
}
