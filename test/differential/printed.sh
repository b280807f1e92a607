#!/usr/bin/env bash
# Programs printed as C mean what their tables mean: compiled, they have the same ends and violations.
#     printed.sh [--list | --group FIRST-LAST] DIFFERENTIAL HARRIER PROGRAM CC INCLUDE LIBDIR
. "$(dirname "$0")/../lib.sh"
set -u
output=log

prepare() {
    differential=$(realpath "$1") harrier=$(realpath "$2") program=$(realpath "$3") cc=$4 include=$(realpath "$5") libdir=$(realpath "$6")
}
groups() { printf '%s\n' 1-15 16-30 31-45; } # seeds

# What a check says: ends, without what is excluded from them, and kinds of violation.
check() { # FILE WORD...
    local file=$1
    shift
    "$harrier" check --quiet --keep-going --no-shorten --undeliverable off --outdir out --output ends:ends --output json:json "$@" > log 2>&1
    { echo "status $?"; sed 's/visits=[0-9]*//g' ends | sort -u; grep -o '"kind":"[a-z]*"' json | sort -u; } > "$file"
}

one() { # one SEED
    local numbers options
    "$differential" -p -f "$1" "$harrier" "$program" > p.c
    numbers=$(sed -n '1s/^[/][*] \(.* varied [0-9]*\) .*/\1/p' p.c)
    options=$(sed -n '1s/^.* varied [0-9]* \(.*\) [*][/]$/\1/p' p.c)
    "$cc" -g -Wall -Wextra -Werror -I"$include" p.c -o p -L"$libdir" -lharrier -Wl,-rpath,"$libdir" > log 2>&1 ||
        { miss "seed $1 does not compile"; return; }
    # shellcheck disable=SC2086
    check printed $options ./p
    # shellcheck disable=SC2086
    check table $options "$program" $numbers history
    [ "$(head -1 table)" != 'status 2' ] || { miss "seed $1: no result"; return; }
    cmp -s printed table && pass "seed $1" || { miss "seed $1"; diff printed table | cut -c1-1000 | head -4; }
}

group() {
    local seed
    for ((seed = ${1%-*}; seed <= ${1#*-}; seed++)); do
        one "$seed"
    done
}

lib_main "$@"
