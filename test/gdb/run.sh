#!/bin/bash
# gdb at a step of a schedule: where it stops, what it knows of actors; started by the command, by a script, and as VS Code starts it.
#     run.sh [--list | --group NAME] BUILD-DIR SOURCE-DIR
. "$(dirname "$0")/../lib.sh"
set -u
unset DEBUGINFOD_URLS

prepare() { build=$(realpath "$1") source=$(realpath "$2"); }
groups() { printf '%s\n' replay optimized process stripped script editor; }

# compile NAME OPTION...: an example, and a schedule of its violation
compile() {
    local name=$1
    shift
    "${CC:-cc}" -g "$@" -I"$source/include" "$source/examples/$name.c" -o "$name" -L"$build" -lharrier -Wl,-rpath,"$build" > "$output" 2>&1
    expect 'exit status of the compiler' 0 $?
    "$harrier" check --quiet "./$name" > "$output" 2>&1
    expect "exit status of check ./$name" 1 $?
    verdict "$name $*"
}
# debug OPTION... -- PROGRAM: replay --gdb, with commands from standard input
debug() { HOME=$work "$harrier" replay --gdb "$@" > "$output" 2>&1; }
values() { grep -oE '\$[0-9]+ = .*' "$output" | sed -E 's/^\$[0-9]+ = //; s/0x[0-9a-f]+/ADDRESS/g'; }

what_gdb_knows() { # at the last step of the writer's schedule
    says 'step 6: writer <- Write {result = '
    says '"action 1 ok"}, from action.1'
    says 'terminator  waiting  {actions = 0, writer = writer}'
    says 'action.2  waiting  {number = 2, terminator = terminator, writer = writer}'
    says '* writer <- Write {result = '
    says '  terminator <- Flushed, from writer'
}
asks='harrier step\nharrier actors\nharrier mailbox\n'

replay() {
    compile writer -O0
    printf "p \$hr_step\np *self\np *m\np *\$hr_before\n${asks}harrier mailbox terminator\nharrier mailbox nobody\np 40 + 2\n" |
        debug .harrier/writer/1.schedule ./writer
    says 'on_write (self='
    what_gdb_knows
    says 'no actor is called nobody; there are: main, writer, terminator, action.1, action.2'
    expect 'values' "6
{results = ADDRESS}
{result = ADDRESS \"action 1 ok\"}
{results = ADDRESS}
42" "$(values | sed 's/results = 0x0/results = ADDRESS/')"
    lacks 'Python Exception'
    verdict 'the last step'
    printf 'p $hr_step\np self->actions\np self->writer\nnext\nnext\nharrier to 4\np $hr_step\np self->actions\nharrier to 2\nbt 1\n' |
        debug --break=2 .harrier/writer/1.schedule ./writer
    says 'step 2 is not ahead: this is step 4'
    says 'on_action_done (self='
    expect 'values' $'2\n2\nwriter\n4\n1' "$(values)"
    lacks SIGSEGV
    verdict '--break=2, and on to 4'
    printf 'p $hr_step\nharrier step\n' | debug --break=critical .harrier/writer/1.schedule ./writer
    says 'step 5: writer <- Flush, from terminator'
    says 'on_flush (self='
    expect 'values' 5 "$(values)"
    verdict '--break=critical'
    printf 'harrier schedule 1\naction.1 <- Execute from main\n' > short.schedule
    debug --break=critical short.schedule ./writer < /dev/null
    expect 'exit status' 2 $?
    says 'leads to no violation that can be explained'
    verdict '--break=critical without a violation'
    for step in 0 x 3x -1 '' 99999999999 critica; do
        debug --break="$step" .harrier/writer/1.schedule ./writer < /dev/null
        expect 'exit status' 2 $?
        says "--break takes the number of a step, or critical, not '$step'"
        verdict "--break=$step"
    done
    printf 'watch self->results\ncontinue\nharrier step\n' | debug --break=5 .harrier/writer/1.schedule ./writer
    says 'New value = 0x0'
    says 'step 5: writer <- Flush, from terminator'
    verdict 'a watchpoint in the step'
}
optimized() {
    compile writer -O2
    printf "p \$hr_step\np *\$hr_self\n${asks}harrier replay .harrier/writer/1.schedule 2\np \$hr_step\np \$hr_self->actions\n" |
        debug .harrier/writer/1.schedule ./writer
    what_gdb_knows
    expect 'values' $'6\n{results = ADDRESS}\n2\n2' "$(values)"
    verdict 'optimized code'
}
# A process goes on in the middle of its function.
process() {
    local step
    compile buffer -O0
    step=$(grep -c ' <- ' .harrier/buffer/1.schedule)
    printf 'p $hr_step\nbt 2\nharrier step\n' | debug .harrier/buffer/1.schedule ./buffer
    expect 'values' "$step" "$(values)"
    says "step $step: "
    says 'run_buffer (self='
    verdict 'where a process goes on'
}
# As packages have it: no symbols and no debug information of Harrier's own.
stripped() {
    mkdir lean
    cp "$build/harrier" "$build/libharrier-check.so" "$build/harrier-gdb.py" lean/
    strip lean/harrier lean/libharrier-check.so
    harrier=$PWD/lean/harrier
    compile writer -O0
    printf "p \$hr_step\n$asks" | debug .harrier/writer/1.schedule ./writer
    says 'on_write (self='
    what_gdb_knows
    expect 'values' 6 "$(values)"
    verdict 'stripped'
    rm lean/harrier-gdb.py
    printf 'p *m\n' | debug --break=6 .harrier/writer/1.schedule ./writer
    says 'on_write (self='
    expect 'values' '{result = ADDRESS "action 1 ok"}' "$(values)"
    verdict 'without the script'
}
script() {
    compile writer -O0
    printf "harrier replay .harrier/writer/1.schedule 4\np \$hr_step\np self->actions\nharrier to 6\np \$hr_step\n$asks" > commands.gdb
    HOME=$work gdb -q -batch -x "$build/harrier-gdb.py" -x commands.gdb --args ./writer > "$output" 2>&1
    expect 'exit status' 0 $?
    what_gdb_knows
    expect 'values' $'4\n1\n6' "$(values)"
    verdict 'a script'
    for command in 'harrier step' 'harrier replay nowhere' 'harrier replay .harrier/writer/1.schedule 99' 'harrier to x'; do
        HOME=$work gdb -q -batch -x "$build/harrier-gdb.py" -ex "$command" --args ./writer > "$output" 2>&1
        lacks 'Python Exception'
        lacks Traceback
        grep -qE "no step yet|No such file|did not come to step 99|harrier to STEP" "$output" || fail 'does not say what is wrong'
        verdict "$command"
    done
    "$harrier" replay --exec .harrier/writer/1.schedule /nowhere/at-all > "$output" 2>&1
    expect 'exit status' 2 $?
    says '/nowhere/at-all: No such file or directory'
    verdict '--exec without a program'
    "$harrier" replay --exec --gdb .harrier/writer/1.schedule ./writer > "$output" 2>&1
    expect 'exit status' 2 $?
    verdict '--exec and --gdb'
}
# The launch.json of docs/debugging.md, with the requests that an editor sends to gdb.
editor() {
    compile writer -O0
    sed -n '/^```json$/,/^```$/p' "$source/docs/debugging.md" | sed '1d;$d' > launch.json
    program=$(jq -r '.configurations[0].program' launch.json | sed "s#\${workspaceFolder}#$PWD#")
    {
        echo "-file-exec-and-symbols $program"
        jq -r '.configurations[0].setupCommands[].text' launch.json |
            sed "s#/usr/share/harrier/#$build/#; s#exec-wrapper harrier#exec-wrapper $harrier#"
        echo '-break-insert on_write'
        echo '-exec-run'
        sleep 3600 & # keeps the input open until gdb has stopped
        echo $! > sleeper
        wait
    } | HOME=$work gdb -q -nx --interpreter=mi > "$output" 2>&1 &
    reader=$!
    while ! grep -qE '^\*stopped|^\^error' "$output" && kill -0 $reader 2> /dev/null; do sleep 0.2; done
    kill "$(cat sleeper)"
    wait $reader
    says 'func="on_write"'
    says 'reason="breakpoint-hit"'
    lacks '^error'
    verdict 'launch.json'
}

group() {
    output=$work/printed
    if ! gdb -nx -batch -ex 'python print(1)' > /dev/null 2>&1; then
        skip 'gdb with Python is not installed'
        return
    fi
    mkdir -p "$work/here" && cd "$work/here" || exit 1
    harrier=$build/harrier
    "$1"
}
lib_main "$@"
