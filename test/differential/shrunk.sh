#!/usr/bin/env bash
# The shrinker: with a rule switched off a loss is found, made small and printed as C. Compiled, that program must be small, fail in
# the same way with the printed command, and not fail once the rule is back.
#     shrunk.sh DIFFERENTIAL HARRIER PROGRAM CC INCLUDE LIBDIR      (the first two of the build with HARRIER_MUTANTS)
set -u
differential=$1 harrier=$2 program=$3 cc=$4 include=$5 libdir=$6
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
unset HARRIER_MUTANT

fail() { echo "FAIL  $*"; failed=$((failed + 1)); }

ends() { # FILE COMMAND...: runs the printed command with its ends in FILE
    local file=$1
    shift
    (cd "$dir" && "$harrier" check --outdir "$dir" --output ends:"$file" "$@" > log 2>&1)
}

shrunk() { # RULE PARTS_MAX FEATURES
    local rule=$1 most=$2 features=$3 parts command with without
    "$differential" -m "$rule" -F "$features" -n 200 -o "$dir/lost.c" "$harrier" "$program" > "$dir/said" || { fail "$rule: nothing noticed"; return; }
    parts=$(sed -n 's/.*shrunk from [0-9]* parts to \([0-9]*\) .*/\1/p' "$dir/said")
    [ "${parts:-1000}" -le "$most" ] || { fail "$rule: $parts parts are left"; return; }
    "$cc" -g -Wall -Wextra -Werror -I"$include" "$dir/lost.c" -o "$dir/lost" -L"$libdir" -lharrier -Wl,-rpath,"$libdir" 2> "$dir/log" ||
        { fail "$rule: the printed program does not compile"; head -5 "$dir/log"; return; }
    command=$(sed -n 's/^ \*     harrier check //p' "$dir/lost.c")
    # shellcheck disable=SC2086
    ends "$dir/without" $command; without=$?
    # shellcheck disable=SC2086
    HARRIER_MUTANT=$rule ends "$dir/with" $command; with=$?
    case $(sed -n 's/^seed [0-9]*: \(.*\); shrunk.*/\1/p' "$dir/said") in
    'no result') [ $with -eq 99 ] || { fail "$rule: status $with with the rule off"; return; } ;;
    'an end is lost') [ -n "$(comm -23 "$dir/without" "$dir/with")" ] || { fail "$rule: no end is lost"; return; } ;;
    *) fail "$rule: $(cat "$dir/said")"; return ;;
    esac
    [ $without -le 1 ] || { fail "$rule: status $without with the rule on"; return; }
    passed=$((passed + 1))
}

export LC_ALL=C
shrunk deliverable-request 10 timers,restarts,parcels
shrunk refused-races 10 settled,excluded,unhandled,twins
shrunk sleeping-request 10 none
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -eq 3 ]
