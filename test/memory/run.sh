#!/bin/bash
# Every error with memory in every place (errors.c), with both compilers, optimized and not: each is found, as an error with memory; what is right
# passes. Nothing is ever an error of the checker's.
#     run.sh [--list | --group PROGRAM] HARRIER INCLUDE LIBRARY-DIRECTORY [KIND...]
. "$(dirname "$0")/../lib.sh"

prepare() {
    harrier=$(realpath "$1") include=$(realpath "$2") libraries=$(realpath "$3")
    shift 3
    only+=("$@")
}
groups() { printf '%s\n' gcc-O0 gcc-O2 clang-O0 clang-O2; } # a program each: compiler and level

# What a finding must say besides its kind.
declare -A text_of=(
    [beyond]='beyond the end of a block of SIZE byte' [beyond_zero]='beyond the end of a block of SIZE byte' [beyond_last]='beyond the end of a block of SIZE byte'
    [before]='before the beginning of' [write_freed]='use after free' [write_freed_zero]='use after free' [write_freed_last]='use after free'
    [write_reused]='use after free' [read_freed]='use after free' [read_freed_first]='use after free' [read_reused]='use after free'
    [free_twice]='free of memory that is freed already' [free_twice_last]='free of memory that is freed already'
    [free_twice_reused]='free of memory that is freed already' [free_inside]='free of an address inside a block of 40 bytes'
    [free_stack]='free of an address on the stack' [free_main]='free of a block that main() allocated' [free_global]='free of a variable or constant'
    [realloc_inside]='realloc of an address inside a block of 40 bytes' [realloc_freed]='realloc of memory that is freed already'
    [realloc_stack]='realloc of an address on the stack' [realloc_main]='realloc of a block that main() allocated'
    [realloc_global]='realloc of a variable or constant' [uninitialised_stack]='in a local variable'
    [later_unwritten]='uninitialised' [later_bit]='uninitialised' [later_freed]='use after free' [later_freed_last]='use after free' [later_written]='use after free'
    [later_reused]='use after free'
)

one() { # program kind size offset place
    local program=$1 kind=$2 status text kinds=memory
    timeout -k 5 60 "$harrier" check -q --outdir out "./$program" "${@:2}" > said 2>&1
    status=$?
    text=${text_of[$kind]//SIZE/$3}
    case $kind in
    uninitialised_*)
        text=${text:-where nothing was written: in a block of}
        [ "$5" != kept ] || text='where nothing was written' ;; # maybe found in the actor's own struct
    stack_*) kinds='memory\|crash\|stack' ;; # what is hit first is up to the compiler
    esac
    case $kind in
    well | later_well | later_kept | later_bits) [ "$status" = 0 ] && grep -q 'all orders explored' said ;;
    wild) # what it hit may be of no importance just then
        [ "$status" = 0 ] || { [ "$status" = 1 ] && grep -q '\[[a-z]*\]' said; } ;;
    stack_down | stack_up) # below its own frame there is nothing to damage; and a few bytes more may be room that the compiler left
        [ "$status" = 0 ] || { [ "$status" = 1 ] && grep -q "\[\($kinds\)\]" said; } ;;
    *) [ "$status" = 1 ] && grep -q "\[\($kinds\)\]" said && grep -qF -e "$text" said ;;
    esac
    if [ $? = 0 ]; then
        pass "$program ${*:2}"
    else
        miss "$program ${*:2}: status $status"
    fi
}

group() {
    local program=$1 cc=${1%-*} level=-${1#*-} flags=(-fno-stack-protector) kind size offset place
    command -v "$cc" > /dev/null || { skip "no $cc"; return; }
    [ "$program" = gcc-O2 ] && flags=(-fstack-protector-all)
    "$cc" -g "$level" -w "${flags[@]}" "$here/errors.c" -o "$program" -I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" > said 2>&1 ||
        { miss "$cc does not build it"; return; }
    while read -r kind size offset place; do
        # All places without optimization; with it the handler's, since what optimizers change is the code around an error.
        wanted "$kind" || continue
        [ "$kind" != wild ] || [ "$program" = gcc-O0 ] || continue # it is the same for all
        [ "$level" = -O0 ] || [[ $place == handler || $place == later || $place == kept || $place == lent || $place == predicate ]] || continue
        one "$program" "$kind" "$size" "$offset" "$place"
    done < <("./$program")
}

lib_main "$@"
