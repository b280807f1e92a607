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
    printf 'p $hr_step\nbt 2\nharrier step\np put\n' | debug .harrier/buffer/1.schedule ./buffer
    expect 'values' "$step"$'\nTake from consumer' "$(values)"
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
# The launch.json of docs/debugging.md, with the requests that the extension for C and C++ sends to gdb, in its order: first the commands of
# the file, those that are not MI through the console, then the folder and the program; it stops at the first library and in main before it goes on.
send() { # send REQUEST [PATTERN]: until gdb has answered
    local line
    echo "$1" >&"${GDB[1]}"
    while IFS= read -r line <&"${GDB[0]}"; do
        printf '%s\n' "$line" >> "$output"
        [[ ! $line =~ ^(${2:-\^done|\^error}) ]] || return 0
    done
    fail "gdb ended: $1"
}
console() { send "-interpreter-exec console \"$(sed 's/["\\]/\\&/g' <<< "$1")\""; }
go_on() { send "$1" '\*stopped|\^error'; }
editor() {
    local text
    compile writer -O0
    sed -n '/^```json$/,/^```$/p' "$source/docs/debugging.md" | sed '1d;$d' | sed "s#\${workspaceFolder}#$PWD#" > launch.json
    # what the extension's schema has: program is required; the rest are names of options, all of their types
    jq -e '.version == "0.2.0" and (.configurations[0] | (.name, .type, .request, .program, .cwd, .MIMode | type == "string") and (.args | type == "array") and
        .type == "cppdbg" and .request == "launch" and .MIMode == "gdb" and ([.setupCommands[] | keys - ["description", "ignoreFailures", "text"] == []] | all) and
        (keys - ["MIMode", "args", "cwd", "environment", "externalConsole", "miDebuggerPath", "name", "program", "request", "setupCommands", "stopAtEntry", "type"] == []))' \
        launch.json > "$output" || fail 'launch.json is not what the extension expects'
    : > "$output"
    cd / || exit 1 # the folder is the configuration's, not the editor's
    coproc GDB { HOME=$work PATH=$build:$PATH exec gdb -q -nx --interpreter=mi 2>&1; }
    while IFS= read -r text; do
        [[ $text == -* ]] && send "$text" || console "$text"
    done < <(jq -r '.configurations[0].setupCommands[].text' "$work/here/launch.json" | sed "s#/usr/share/harrier/#$build/#")
    console 'set pagination off'
    send '-gdb-set auto-solib-add on'
    send '-gdb-set stop-on-solib-events 1'
    send "-environment-cd $(jq -r '.configurations[0].cwd' "$work/here/launch.json")"
    send "-file-exec-and-symbols $(jq -r '.configurations[0].program' "$work/here/launch.json")"
    send '-break-insert -f main'
    send '-break-insert -f writer.c:on_write'
    lacks '^error'
    go_on '-exec-run'
    says 'reason="solib-event"'
    send '-gdb-set stop-on-solib-events 0'
    go_on '-exec-continue'
    says 'func="main"'
    go_on '-exec-continue'
    says 'func="on_write"'
    console 'harrier step'
    says '~"step 6: writer <- Write {result = '
    console 'p self->results' # and the rest of -exec in the debug console
    says ' = 0x0'
    send '-var-create - * self'
    lacks '^error'
    echo '-gdb-exit' >&"${GDB[1]}"
    wait "$GDB_PID"
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
