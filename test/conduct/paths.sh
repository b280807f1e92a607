# Names of files with anything in them; streams that are closed; places that cannot be written.

odd=$'odd : $LIB "\'`\\ \n \xff \xc3\xa4'

# The command and the engine in a folder with such a name.
install_oddly() {
    mkdir "$odd"
    cp "$build/harrier" "$build/libharrier-check.so" "$odd/"
    harrier=$odd/harrier
}
case_odd_engine() {
    local harrier
    install_oddly
    run check -q "$examples/writer"
    expect status 1 $status
    run check -q "$subjects/server"
    expect status 0 $status
    run check -q --workers 2 "$subjects/server"
    expect status 0 $status
    command -v gdb > gdb.txt || return
    printf 'bt\nquit\n' | timeout 900 "$harrier" replay --gdb .harrier/writer/1.schedule "$examples/writer" > out.txt 2>&1
    says 'on_write (self='
    says 'in actor_deliver_entry ()' # the engine's own symbols are found, too
}
case_odd_everything() {
    mkdir "$odd"
    cp "$examples/writer" "$odd/$odd"
    mkdir -p "$odd/t"
    TMPDIR=$odd/t run check --outdir "$odd/out" --output "json:$odd/out.json" --output "ends:$odd/ends" "$odd/$odd" 2 "$odd"
    expect status 1 $status
    [ -s "$odd/out.json" ] || fail 'no JSON'
    [ -n "$(ls -A "$odd/out")" ] || fail 'no schedule'
    [ -e .harrier ] && fail 'schedules in the wrong place'
}
# What is printed to be copied leads to the same violation, whatever the names are.
case_printed_commands() {
    local name line
    PATH=$build:$PATH
    for name in plain "two words" "it's" 'd"q' '$HOME' 'a;b' 'a&b' '*' '~' 'b\s' $'new\nline' $'tab\t' $'e\033[2J' $'\xff' $'\xc3\xa4' '#x' '!x' -x "$odd"; do
        cp "$examples/writer" "./$name"
        run check --outdir "$name.dir" "./$name" 2 "argument $name" ""
        expect "status of $name" 1 $status
        line=$(sed -n 's/^  replay   //p' out.txt)
        [ -n "$line" ] || fail "no command for $name"
        bash -c "$line" > again.txt 2>&1
        expect "status of the command for $name" 1 $?
        grep -q 'writer.c:32: error: assertion failed' again.txt || fail "another end: $(tail -n 1 again.txt)"
    done
    command -v gdb > gdb.txt || return
    line=$(sed -n 's/^  debug    //p' out.txt)
    printf 'bt\ncontinue\nquit\n' > commands
    timeout 900 bash -c "$line" < commands > out.txt 2>&1
    says 'on_write (self='
}
case_save_and_replay() {
    run cover --save "$odd" "$examples/writer"
    expect status 1 $status
    run replay -o "junit:$odd.xml" "$odd"/* "$examples/writer"
    expect status 1 $status
    xmllint --noout "$odd.xml" 2> err.txt || fail "$(cat err.txt)"
    run replay --live "$odd"/* "$examples/writer"
    expect status 1 $status
}
case_long_names() {
    local long
    long=$(printf 'x%.0s' {1..250})
    mkdir "$long"
    cp "$examples/writer" "$long/"
    run check --outdir "$long/$long/$long/$long/$long/$long" -o json:out.json "$long/writer"
    expect status 1 $status
    [ "$(find "$long" -name '*.schedule' | wc -l)" = 1 ] || fail 'no schedule'
    run check --outdir "$(printf "$long/%.0s" {1..20})" -o json:out.json "$long/writer"
    expect status 2 $status
    says 'schedules cannot be kept'
    says 'File name too long'
}

# ---- streams ----

# All combinations of closed streams; what is written goes where it belongs.
case_closed_streams() {
    local which close program
    for program in "$examples/writer" "$subjects/server"; do
        for which in 0 1 2 3 4 5 6 7; do
            close=
            [ $((which & 1)) = 0 ] || close+=' 0<&-'
            [ $((which & 2)) = 0 ] || close+=' 1>&-'
            [ $((which & 4)) = 0 ] || close+=' 2>&-'
            rm -rf files
            mkdir files
            echo untouched > files/input
            for words in "check -o json:files/out.json --outdir files/out" "cover --save files/kept --outdir files/out" "graph -o dot:files/out.dot" "list tests"; do
                eval "timeout 900 \"\$harrier\" $words \"\$program\" > stdout.txt 2> stderr.txt < files/input $close"
                status=$?
                one_of "status of $words with$close" '0 1 2' $status
            done
            grep -q '^{.*}$' files/out.json || fail "the JSON with$close: $(head -c 100 files/out.json)"
            [ "$(wc -l < files/out.json)" = 1 ] || fail "more in the JSON with$close"
            grep -q '^digraph' files/out.dot || fail "the graph with$close"
            [ "$(find files -name '*.schedule' -exec head -qn 1 {} + | sort -u)" != 'harrier schedule 1' ] && [ "$program" = "$examples/writer" ] &&
                fail "the schedules with$close"
            [ "$(cat files/input)" = untouched ] || fail 'the input was written'
        done
    done
    timeout 900 "$harrier" check -q "$subjects/server" 1>&- 2> out.txt
    expect 'status without standard output' 2 $?
    says 'cannot write to standard output'
}
case_full_disk() {
    for program in writer:1 server:2; do
        file=$examples/${program%:*}
        [ -x "$file" ] || file=$subjects/${program%:*}
        for words in "check -o json:/dev/full" "check -o ends:/dev/full" "check -o coverage:/dev/full" "check -o progress:/dev/full" "check -o json:-"; do
            if [ "${words: -1}" = - ]; then
                timeout 900 "$harrier" $words "$file" > /dev/full 2> out.txt
                status=$?
            else
                run $words "$file"
            fi
            expect "status of $words $program" "${program#*:}" $status
            says 'cannot write'
        done
    done
    run cover --save /dev/full "$examples/writer"
    expect status 2 $status
    says 'Not a directory'
    run check -q "$examples/writer"
    run replay -o json:/dev/full .harrier/writer/1.schedule "$examples/writer"
    expect 'status of a replay' 1 $status
    says 'cannot write /dev/full'
    run replay -o junit:/dev/full .harrier/writer/1.schedule "$examples/writer"
    expect 'status of a suite' 1 $status
    says 'cannot write /dev/full'
}
# A place that cannot be written is known before the search; one that is not needed stays untouched.
case_tried_at_the_start() {
    mkdir folder
    for words in "check -o json:/no/file" "check -o json:folder" "check -o coverage:/dev/null/x" "cover --save /dev/null/x" \
        "graph -o dot:/no/file" "check -o ends:"; do
        run $words "$programs/chatter" # would take 10 s
        expect "status of $words" 2 $status
        lacks hr_run
    done
    for words in "check -o json:new.json" "cover --save newly/made"; do
        run $words /no/program
        expect status 2 $status
    done
    [ -e new.json ] || [ -e newly ] && fail 'something was made for nothing'
    run cover --save newly/made -o json:new.json "$examples/writer"
    expect status 1 $status
    [ -s new.json ] && [ -s newly/made/writer-1.schedule ] || fail 'nothing was made'
}
# The status is the violation's, also where its schedules cannot be kept.
case_violation_before_trouble() {
    mkdir kept
    ln -s /dev/full kept/writer-1.schedule
    for ((i = 1; i < 100; i++)); do ln -sf /dev/full kept/writer-$i.schedule; done
    run cover --save kept "$examples/writer"
    expect status 1 $status
}

# ---- what is said when the engine did not begin ----

case_why_not_loaded() {
    run check "$hostile/static"
    expect status 2 $status
    says 'the checker was not loaded into it: it is linked statically'
    run check "$programs/lib-ends"
    expect status 2 $status
    says 'ended (status 3) before its main()'
    says 'the library says goodbye'
    printf '#!%s\n' "$hostile/static" > script
    chmod +x script
    run check ./script
    expect status 2 $status
    says 'it is a script'
    # An ELF file for a machine that this is not.
    head -c 4096 "$examples/writer" > foreign
    printf '\xb7' | dd of=foreign bs=1 seek=18 conv=notrunc 2> dd.txt
    chmod +x foreign
    run check ./foreign
    expect status 2 $status
    says 'Exec format error'
    [ "$(id -u)" = 0 ] || return
    cp "$examples/writer" owned
    chown nobody owned
    chmod 4755 owned . ..
    run check ./owned
    if [ $status = 2 ]; then # where the file system allows it
        says 'setuid'
    fi
}
