#!/bin/bash
# docs/tutorial: what it says to type is typed, and prints what it says.    run.sh [--list | --group CHAPTER] BUILD-DIR
# A chapter begins in an empty folder, with Harrier installed. Of its code blocks,
#     ```LANGUAGE FILE      is a file to write
#     ```diff               is a change to make
#     ```console            has commands behind "$ ", and below each what it prints
# Times are not compared. HR_UPDATE=1 writes the console blocks anew with what is printed now: read the difference.
. "$(dirname "$0")/../lib.sh"
set -u
pages=$here/../../docs/tutorial
unset CPATH C_INCLUDE_PATH LIBRARY_PATH DESTDIR harrier_DIR

prepare() { build=$(realpath "$1"); }
groups() { for page in "$pages"/[0-9]*.md; do basename "$page" .md; done; }

same_times() { sed -E 's/[0-9]+\.[0-9]+ s(ec)?\b/TIME s/g; s/TIME s +/TIME s /g; s/[ \t]+$//'; }

# Runs a command with the exit status of the one before in $?, as a shell does.
type_in() {
    (exit "$last")
    eval "$1" > "$output" 2>&1 < /dev/null
    last=$?
    sed -i "s# -DCMAKE_PREFIX_PATH=$work/prefix##g; s#$work/prefix/bin/##g; s#$PWD/##g" "$output"
}

# Compares what the command that was read last prints, and writes it to the new page.
close_command() {
    [ -n "$command" ] || return 0
    type_in "$command"
    if [ "$(same_times < "$output")" = "$(printf '%s' "$expected" | same_times)" ]; then
        pass "$command"
        printf '$ %s\n%s' "$command" "$expected" >> "$new"
    else
        equal "$1: $command" "$(printf '%s' "$expected" | same_times)" "$(same_times < "$output")"
        printf '$ %s\n' "$command" >> "$new"
        sed 's/[ \t]*$//' "$output" >> "$new"
    fi
    command='' expected=''
}

chapter() {
    local line block='' file='' command='' expected='' last=0 new=$work/new.md
    : > "$new"
    while IFS= read -r line; do
        case $block,$line in
        ,'```console') block=console ;;
        ,'```diff') block=file file=$work/change && : > "$file" ;;
        ,'```'*' '*) block=file file=${line#* } && mkdir -p "$(dirname "$file")" && : > "$file" ;;
        ,'```'*) block=other ;;
        ,*) ;;
        *,'```')
            close_command "$1"
            if [ "$block" = file ] && [ "$file" = "$work/change" ]; then
                patch -p0 < "$file" > "$output" 2>&1
                expect 'exit status of patch' 0 $?
                verdict "$1: a change can be made"
            fi
            block=''
            ;;
        console,'$ '*)
            close_command "$1"
            command=${line#\$ }
            continue
            ;;
        console,*)
            expected+=$line$'\n'
            continue
            ;;
        file,*) printf '%s\n' "$line" >> "$file" ;;
        esac
        printf '%s\n' "$line" >> "$new"
    done < "$pages/$1.md"
    [ "${HR_UPDATE:-0}" = 1 ] && cp "$new" "$pages/$1.md"
}

group() {
    output=$work/printed
    cmake --install "$build" --prefix "$work/prefix" > "$output" 2>&1
    expect 'exit status' 0 $?
    verdict 'install'
    export PATH=$work/prefix/bin:$PATH CMAKE_PREFIX_PATH=$work/prefix LD_LIBRARY_PATH=$work/prefix/lib:$work/prefix/lib64
    PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name harrier.pc)")
    export PKG_CONFIG_PATH
    rm -rf "$work/here" && mkdir "$work/here" && cd "$work/here" || exit 1
    chapter "$1"
}
lib_main "$@"
