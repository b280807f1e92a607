#!/usr/bin/env bash
# The shrinker: with a rule switched off a loss is found, made small and printed as C. Compiled, that program must be small, fail in
# the same way with the printed command, and not fail once the rule is back.
#     shrunk.sh [--list | --group RULE] DIFFERENTIAL HARRIER PROGRAM CC INCLUDE LIBDIR      (the first two of the build with HARRIER_MUTANTS)
. "$(dirname "$0")/../lib.sh"
set -u
output=log
unset HARRIER_MUTANT

prepare() {
    differential=$(realpath "$1") harrier=$(realpath "$2") program=$(realpath "$3") cc=$4 include=$(realpath "$5") libdir=$(realpath "$6")
}
groups() { printf '%s\n' deliverable-request refused-races sleeping-request; }

ends() { # FILE COMMAND...: runs the printed command with its ends in FILE
    local file=$1
    shift
    "$harrier" check --outdir out --output ends:"$file" "$@" > log 2>&1
}

shrunk() { # RULE PARTS_MAX FEATURES
    local rule=$1 most=$2 features=$3 parts command with without
    "$differential" -m "$rule" -F "$features" -n 200 -o lost.c "$harrier" "$program" > said || { miss "$rule: nothing noticed"; return; }
    parts=$(sed -n 's/.*shrunk from [0-9]* parts to \([0-9]*\) .*/\1/p' said)
    [ "${parts:-1000}" -le "$most" ] || { miss "$rule: $parts parts are left"; return; }
    "$cc" -g -Wall -Wextra -Werror -I"$include" lost.c -o lost -L"$libdir" -lharrier -Wl,-rpath,"$libdir" 2> log ||
        { miss "$rule: the printed program does not compile"; return; }
    command=$(sed -n 's/^ \*     harrier check //p' lost.c)
    # shellcheck disable=SC2086
    ends without $command; without=$?
    # shellcheck disable=SC2086
    HARRIER_MUTANT=$rule ends with $command; with=$?
    case $(sed -n 's/^seed [0-9]*: \(.*\); shrunk.*/\1/p' said) in
    'no result') [ $with -eq 99 ] || { miss "$rule: status $with with the rule off"; return; } ;;
    'an end is lost') [ -n "$(comm -23 without with)" ] || { miss "$rule: no end is lost"; return; } ;;
    *) miss "$rule: $(cat said)"; return ;;
    esac
    [ $without -le 1 ] || { miss "$rule: status $without with the rule on"; return; }
    pass "$rule"
}

group() {
    case $1 in
    deliverable-request) shrunk "$1" 10 timers,restarts,parcels ;;
    refused-races) shrunk "$1" 10 settled,excluded,unhandled,twins ;;
    *) shrunk "$1" 10 none ;;
    esac
}

lib_main "$@"
