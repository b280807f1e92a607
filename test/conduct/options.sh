# Options that say what they do, and do it.

case_time_zero() {
    run check -q --time 0 "$subjects/server"
    expect status 0 $status
    run check -q --time 0 --search random "$subjects/server" # 1000 executions, not without end
    expect status 0 $status
    says '1000 executions'
    run check -q --time 0 --search auto "$subjects/server"
    expect status 0 $status
    run graph -q --time 0 -o dot:out.dot "$subjects/server"
    expect status 0 $status
    run cover -q --time 0 "$subjects/server"
    expect status 0 $status
    run check --time 0.0001 "$subjects/server"
    expect status 2 $status
    for command in check cover graph replay; do
        run $command --help
        says '0 is never'
    done
}
case_big_steps() {
    for search in stateless random pos pct pctcp delay auto; do
        run check --step big --search $search "$subjects/server"
        expect "status of $search" 2 $status
        says '--step big goes with'
    done
    for search in dfs bfs; do
        run check -q --step big --search $search "$subjects/server"
        expect "status of $search" 0 $status
    done
}
# What the help lists is taken, what it does not list is not.
case_help_of_each_command() {
    for command in check cover graph; do
        run $command --help
        listed=$(sed -n 's/.*--channel NAME.*possible: \([^[]*\).*/\1/p' out.txt | tr -d '|')
        for channel in pairwise unordered causal mailbox; do
            run $command -q --channel $channel "$subjects/server"
            case " $listed " in
            *" $channel "*) expect "status of $command $channel" 0 $status ;;
            *) expect "status of $command $channel" 2 $status ;;
            esac
        done
    done
    run check -q -c unordered "$subjects/server" assert
    trace=$(echo .harrier/server/*)
    for command in check cover graph replay; do
        run $command --help
        listed=$(sed -n 's/.*--output KIND:FILE//p' out.txt | grep -oE '\([^)]*\)' | tr -c 'a-z\n' ' ' | tr '\n' ' ')
        for kind in html json ends coverage junit tap sarif mermaid shiviz dot svg progress; do
            if [ $command = replay ]; then
                run replay -q -o $kind:out.file "$trace" "$subjects/server" assert
            else
                run $command -q -o $kind:out.file "$subjects/server"
            fi
            case " $listed " in
            *" $kind "*) one_of "status of $command $kind" '0 1' $status ;;
            *) expect "status of $command $kind" 2 $status ;;
            esac
        done
    done
}
