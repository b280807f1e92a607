# No process of a program outlives the command, whatever ends it.

mark=conduct-$$-$RANDOM
echo "$mark" > "$work/mark" # grep itself must not carry it
# Processes that carry the mark.
marked() {
    local file
    for file in $(grep -lsaF -f "$work/mark" /proc/[0-9]*/cmdline); do
        grep -qs '^State:.[^Z]' "${file%/cmdline}/status" && echo "${file//[!0-9]/}"
    done
}
# Killed processes end soon, but not at once: they have as long as a busy machine may take.
all_gone() {
    local try
    for ((try = 0; try < 600; try++)); do
        [ -z "$(marked)" ] && return
        sleep 0.05
    done
    fail "$1: still there: $(marked | tr '\n' ' ')"
    marked | xargs -r kill -KILL
}
until_there() { # how many processes of the program must be there
    local try
    for ((try = 0; try < 600 && $(marked | wc -l) < $1; try++)); do sleep 0.05; done
}

# In each of its first milliseconds: before, while and after the program is started.
killed_early() { # signal
    local i
    for ((i = 0; i < 150; i++)); do
        timeout --foreground -s "$1" "0.0$(printf '%04d' $((1 + i)))" "$harrier" check --time 60s "$programs/forks" stays "$mark" > out.txt 2>&1
    done
    all_gone "killed early by $1"
}
case_killed_early_kill() { killed_early KILL; }
case_killed_early_term() { killed_early TERM; }
case_killed_early_int() { killed_early INT; }
killed_later() { # signal, how, processes
    env --default-signal=INT "$harrier" check --search dfs --time 60s "$programs/forks" "$2" "$mark" > out.txt 2>&1 &
    disown $!
    until_there "$3"
    kill -"$1" $!
    all_gone "$2 killed by $1"
}
case_killed_later() {
    for signal in KILL TERM INT HUP; do
        killed_later $signal stays 6
        killed_later $signal searches 6
    done
}
case_children_of_main() {
    run check -q "$programs/forks" leaves "$mark"
    expect status 0 $status
    all_gone 'children of main'
    run replay --live --time 1s <(echo 'harrier schedule 1') "$programs/forks" leaves "$mark"
    all_gone 'children of main, live'
}
case_time_is_up() {
    run check --time 100ms "$programs/forks" stays "$mark"
    expect status 2 $status
    says 'main() did not come to hr_run() within 10 s'
    all_gone 'after its time'
}
case_live_killed() {
    echo 'harrier schedule 1' > empty.schedule
    for signal in KILL TERM INT; do
        env --default-signal=INT "$harrier" replay --live --time 60s empty.schedule "$programs/forks" stays "$mark" > out.txt 2>&1 &
        disown $!
        until_there 6
        kill -$signal $!
        all_gone "live, $signal"
    done
}
# Signals that the command was started with are not its own choice.
case_inherited_signals() {
    for signal in CHLD PIPE USR1 HUP; do
        (trap '' $signal; exec timeout 900 "$harrier" check -q "$subjects/server") > out.txt 2>&1
        expect "status with $signal ignored" 0 $?
        (trap '' $signal; exec timeout 900 "$harrier" graph -q -o svg:out.svg "$subjects/server") > out.txt 2>&1
        expect "status of a graph with $signal ignored" 0 $?
    done
}
# One Ctrl-C is enough: what was not started is not started any more.
case_remaining_tests() {
    env --default-signal=INT "$harrier" check --search dfs --time 60s "$programs/suite" "$mark" > out.txt 2>&1 &
    until_there 3 # the command, its keeper and the program
    kill -INT $!
    wait $!
    one_of status '3 130' $? # 130: before the first run
    [ $(grep -c UNKNOWN out.txt) -le 1 ] || fail 'another test was started'
    lacks 'third   '
    all_gone 'the remaining tests'
}

# What main() prints fills nothing, and fails nowhere.
case_endless_output() {
    run check --time 2s --memory 50M "$programs/chatter"
    expect status 2 $status
    says 'main() did not come to hr_run() within 10 s'
}
# A limit on the size of files (ulimit -f) is one on the checker's memory, too.
case_small_files() {
    (ulimit -S -f 1000; exec timeout 900 "$harrier" check -q "$subjects/server") > out.txt 2>&1
    expect status 0 $?
    (ulimit -f 1000; exec timeout 900 "$harrier" check -q "$subjects/server") > out.txt 2>&1
    expect status 2 $?
    says 'ulimit -f'
}
case_much_output() {
    run check -q "$programs/chatter" 3000000
    expect status 0 $status
}
