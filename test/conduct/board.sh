# A program can write to the memory that it shares with the command. Whatever is there, the command says something sensible and ends.

# Fails unless the last run came out as a run can: a result, or a program that is not usable.
sensible() { # what
    one_of "status of $1" '0 1 2 3' $status
    grep -qE 'ERROR: AddressSanitizer|runtime error|core dumped' out.txt && fail "$1: the command itself is wrong"
    [ $status != 2 ] || [ -s out.txt ] || fail "$1: nothing was said"
}
scribbled() { # offset size value when
    run check --no-shorten -o json:out.json --outdir out "$programs/scribble" where "$@"
    sensible "$*"
}
case_every_place() {
    local board job offset value
    read -r board job <<< "$("$programs/scribble" sizes)"
    for ((offset = 0; offset < board; offset += offset < job + 2000 ? 72 : 9000)); do
        for value in 1 255; do
            scribbled $offset 8 $value main
            scribbled $offset 8 $value handler
        done
    done
}
case_all_of_it() {
    local board job value
    read -r board job <<< "$("$programs/scribble" sizes)"
    for value in 0 1 2 65 127 128 255; do
        for how in main handler; do
            scribbled 0 "$board" $value $how
            scribbled "$job" "$((board - job))" $value $how
            scribbled "$board" 100000 $value $how
        done
    done
    run check "$programs/scribble" where "$job" 100000 255 handler
    expect status 2 $status
    says "the program overwrote the checker's memory"
}
case_smaller_file() {
    run check "$programs/scribble" shrink
    expect status 1 $status
}
# Memory that cannot be sealed is copied.
case_seal() {
    run check "$programs/scribble" seal
    expect status 1 $status
    says 'assertion failed: self->count != 2'
}
case_written_later() {
    for value in 0 255; do
        run check "$programs/scribble" later 0 20000 $value
        sensible "later $value"
    done
}
# All that reads the board, with wild bytes in it.
case_other_commands() {
    local board job
    read -r board job <<< "$("$programs/scribble" sizes)"
    run check --outdir out -q "$programs/scribble" where 0 0 0 main
    for value in 1 255; do
        for how in main handler; do
            for words in "graph|-o|dot:-" "cover|--save|kept|-o|coverage:-" "check|-o|ends:-" "check|--workers|2" "check|--search|auto|--time|1s" \
                "replay|out/scribble/1.schedule" "replay|out/scribble/1.schedule|out/scribble/1.schedule" "list|tests"; do
                IFS='|' read -r -a list <<< "$words"
                run "${list[@]}" "$programs/scribble" where "$job" "$((board - job))" $value $how
                sensible "$words $value $how"
            done
        done
    done
}
