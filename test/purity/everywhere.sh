#!/bin/bash
# Every place that can be written to, from a handler: a finding, or no other step sees it. For both compilers, position-independent or not,
# with the library as a shared one or part of the program.
#     everywhere.sh [--list | --group PROGRAM] HARRIER INCLUDE LIBRARY-DIRECTORY
. "$(dirname "$0")/../lib.sh"

prepare() { harrier=$(realpath "$1") include=$(realpath "$2") libraries=$(realpath "$3"); }
groups() { printf '%s\n' {gcc,clang}-{pie,fixed,static}; }

try() { # name, when the byte is written
    local name=$1 when=$2 places n what status
    # The list as it is under the checker, where addresses are what they will be. Nothing is explored: main() returns.
    "$harrier" check -q "./$name" > said 2>&1
    grep '^[0-9]* ' said > places
    places=$(wc -l < places)
    [ "$places" -ge 40 ] || { miss "$name: only $places places"; return; }
    while read -r n what; do
        timeout -k 5 60 "$harrier" check -q -k --outdir out "./$name" "$n" "$when" > said 2>&1
        status=$?
        case $status in
        0 | 77) pass ;;
        4) if grep -q 'left behind inside the C library' said; then # which comes to the same
               pass; found=$((found + 1))
           else
               miss "$name $when, $what: not deterministic"
           fi ;;
        1) if grep -q '\[assertion\]' said || ! grep -q '\[isolation\]' said; then
               miss "$name $when, $what: another step sees it"
           else
               pass; found=$((found + 1))
           fi ;;
        *) miss "$name $when, $what: status $status" ;;
        esac
    done < places
}

build() { # build COMPILER KIND: the program COMPILER-KIND
    local cc=$1 link=(-I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" -ldl) near=(-L. -lnear -Wl,-rpath,"$work")
    "$cc" -g -fPIC -shared "$here/library.c" -o late.so && cp late.so libnear.so || return
    case $2 in
    pie) "$cc" -g -pie -fPIE "$here/everywhere.c" -o "$1-$2" "${near[@]}" "${link[@]}" ;;
    fixed) "$cc" -g -no-pie "$here/everywhere.c" -o "$1-$2" "${near[@]}" "${link[@]}" ;;
    static) "$cc" -g "$here/everywhere.c" "$here/library.c" -o "$1-$2" "${link[@]}" ;;
    esac
}

group() {
    local cc=${1%-*} when times=run
    found=0
    export EVERYWHERE_LIBRARY=$work/late.so
    command -v "$cc" > /dev/null || { skip "no $cc"; return; }
    build "$cc" "${1#*-}" > said 2>&1 || { miss "$cc does not build it"; return; }
    [[ $1 == *-pie ]] && times='run init settle'
    for when in $times; do
        try "$1" "$when"
    done
    echo "$found of them are findings"
    [ "$found" -gt 10 ] || miss "$1: hardly anything is found"
}

lib_main "$@"
