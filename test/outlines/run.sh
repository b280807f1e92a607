#!/bin/bash
# Message types of all kinds of members, generated: each leaf left unwritten is told by its name, an address is told where the type can have one
# and nowhere else, and old bytes in padding make no difference. With both compilers, and the ways that debug information is kept in.
#     run.sh [--list | --group NAME] HARRIER INCLUDE LIBRARY-DIRECTORY
. "$(dirname "$0")/../lib.sh"

# Every type in some build, every build with some types.
builds=('gcc -g -O0' 'clang -g -O2' 'gcc -g -O2 -gz' 'clang -g -O0' 'gcc -g -no-pie -gdwarf-4 -fdebug-types-section' 'clang -g -O1 -gsplit-dwarf'
    'gcc -g -O1 -flto' 'gcc -g3 -O3')
handler_builds=('gcc -g -O0' 'clang -g -O2' 'gcc -g -O2 -no-pie')

prepare() {
    harrier=$(realpath "$1") include=$(realpath "$2") libraries=$(realpath "$3")
    link=(-L"$libraries" -lharrier -Wl,-rpath,"$libraries")
}
groups() {
    printf 'types_%s\n' "${builds[@]// /}"
    printf 'handlers_%s\n' "${handler_builds[@]// /}"
    printf '%s\n' no_debug_information folded library
}

expect() { # status, text or states, label, program and arguments...
    local status=$1 text=$2 label=$3
    shift 3
    timeout -k 5 120 "$harrier" check -q --audit 1 "$@" > said 2>&1
    local got=$?
    if [ "$got" = "$status" ] && grep -qF -- "$text" said; then
        pass
    else
        miss "$label: $*: status $got for $status, or not: $text"
    fi
}

# What a build must say of one type; the leaves of the others are left to the other builds.
type_of() { # label, program, type
    local label=$1 program=$2 type=$3 t leaf address name way
    expect 0 '3 states' "$label, dirty" "$program" "$type" m -1 -1 1
    expect 0 '3 states' "$label, dirty" "$program" "$type" c -1 -1 1
    expect 0 '2 states' "$label, dirty" "$program" "$type" s -1 -1 1
    while read -r t leaf address name; do
        [ "$t" = "$type" ] || continue
        for way in m c; do
            expect 1 "its field ${name:-m}" "$label, unwritten" "$program" "$type" $way "$leaf" -1 0
        done
        for way in m c s; do
            case $address in
            yes) expect 1 '[isolation]' "$label, address" "$program" "$type" $way -1 "$leaf" 0 ;;
            no) expect 0 'PASS' "$label, no address" "$program" "$type" $way -1 "$leaf" 0 ;;
            esac
        done
    done < leaves
}

build() { # output, compiler, flags...
    local out=$1
    shift
    "$@" -w -I"$include" types.c -o "$out" "${link[@]}" > said 2>&1
}

types() { # types NUMBER-OF-THE-BUILD
    local number=$1 flags=${builds[$1]} type
    # shellcheck disable=SC2086 # words
    build program $flags || { miss "$flags: not built"; return; }
    ./program > leaves
    for ((type = number; type < kinds; type += ${#builds[@]})); do
        type_of "$flags" ./program "$type"
    done
}

# Without debug information nothing of this is known, and nothing is said; an address in an aligned word is.
no_debug_information() {
    local bits type leaf address name
    build plain gcc -g0 -O0
    ./plain > leaves
    bits=$(awk '$3 == "-" { printf " %s ", $1 }' leaves) # of a byte with some bits written the others count
    while read -r type leaf address name; do
        [ "$leaf" = 0 ] && [[ $bits != *" $type "* ]] || continue
        expect 0 'PASS' 'no debug information' ./plain "$type" m "$leaf" -1 0
    done < leaves
    expect 1 '[isolation]' 'no debug information' ./plain "$(awk '$3 == "yes" && $2 == 0 { print $1; exit }' leaves)" m -1 0 0
}

# Handlers that take another struct than their actor's; those that take what lies at its beginning, or anything, fit. Functions that a
# compiler or a linker folded are nobody's in particular.
handlers() { # flags
    # shellcheck disable=SC2068,SC2086 # words
    if $1 -w -I"$include" "$here/handlers.c" -o handlers "${link[@]}" -ldl > said 2>&1; then
        for good in own base part int void either second twin; do
            expect 0 PASS "handlers, $1" ./handlers $good
        done
        for bad in other:of_other long:of_long accepts:accepts_other starts:starts_other becomes:of_other runs:run_other; do
            expect 1 "handlers.c:$(grep -n "^static .* ${bad#*:}(" "$here/handlers.c" | cut -d: -f1): error: ${bad#*:} takes a " "handlers, $1" ./handlers ${bad%:*}
            grep -qF 'but that is a struct derived' said || miss "${bad%:*}: the actor's struct is not named"
        done
    else
        miss "not built: $1"
    fi
}
folded() {
    command -v ld.gold > /dev/null || { skip 'no ld.gold'; return; }
    gcc -g -O1 -ffunction-sections -fuse-ld=gold -Wl,--icf=all -w -I"$include" "$here/handlers.c" -o folded "${link[@]}" -ldl
    expect 0 PASS 'folded by the linker' ./folded twin
}

# Types of a library that is loaded late.
library() {
    gcc -g -O2 -no-pie -w -I"$include" "$here/handlers.c" -o handlers "${link[@]}" -ldl
    gcc -g -w -shared -fPIC -fvisibility=hidden -I"$include" "$here/plugin.c" -o plugin.so "${link[@]}"
    expect 0 PASS 'a library' ./handlers own ./plugin.so
    expect 0 PASS 'a library' ./handlers nothing ./plugin.so
    expect 1 'the message Note is sent with its field left uninitialised' 'a library' ./handlers unwritten ./plugin.so
    expect 1 'Note carries a pointer into an actor'"'"'s own memory (where, at offset 8)' 'a library' ./handlers address ./plugin.so
    # Several processes of the engine ask for themselves.
    expect 1 'the message Note is sent with its field left uninitialised' 'workers' -w 2 ./handlers unwritten ./plugin.so
}

generate() { # types.c
    kinds=$(grep -c '^[yn-]' "$here/members.txt")
    awk -v types="$kinds" -v seed=1 -f "$here/generate.awk" "$here/members.txt" > types.c
    cp "$here"/*.h .
}

group() {
    local number flags
    generate
    for number in "${!builds[@]}"; do
        flags=${builds[number]}
        [ "types_${flags// /}" = "$1" ] || continue
        command -v "${flags%% *}" > /dev/null || { skip "no ${flags%% *}"; return; }
        types "$number"
    done
    for flags in "${handler_builds[@]}"; do
        [ "handlers_${flags// /}" = "$1" ] && handlers "$flags"
    done
    [[ $1 == *_*-* ]] || "$1"
}

lib_main "$@"
