#!/usr/bin/env bash
# Programs printed as C mean what their tables mean: compiled, they have the same ends and violations.
#     printed.sh DIFFERENTIAL HARRIER PROGRAM CC INCLUDE LIBDIR
set -u
differential=$1 harrier=$2 program=$3 cc=$4 include=$5 libdir=$6
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C
passed=0 failed=0

# What a check says: ends, without what is excluded from them, and kinds of violation.
check() { # FILE WORD...
    local file=$1
    shift
    "$harrier" check --quiet --keep-going --no-shorten --undeliverable off --outdir "$dir" --output ends:"$dir/ends" --output json:"$dir/json" "$@" \
        > "$dir/log" 2>&1
    { echo "status $?"; sed 's/visits=[0-9]*//g' "$dir/ends" | sort -u; grep -o '"kind":"[a-z]*"' "$dir/json" | sort -u; } > "$file"
}

for seed in $(seq 1 45); do
    "$differential" -p -f "$seed" "$harrier" "$program" > "$dir/p.c"
    numbers=$(sed -n '1s/^[/][*] \(.* varied [0-9]*\) .*/\1/p' "$dir/p.c")
    options=$(sed -n '1s/^.* varied [0-9]* \(.*\) [*][/]$/\1/p' "$dir/p.c")
    if ! "$cc" -g -Wall -Wextra -Werror -I"$include" "$dir/p.c" -o "$dir/p" -L"$libdir" -lharrier -Wl,-rpath,"$libdir" 2> "$dir/log"; then
        echo "FAIL  seed $seed does not compile"; head -20 "$dir/log"; failed=$((failed + 1)); continue
    fi
    # shellcheck disable=SC2086
    check "$dir/printed" $options "$dir/p"
    # shellcheck disable=SC2086
    check "$dir/table" $options "$program" $numbers history
    if [ "$(head -1 "$dir/table")" != "status 2" ] && cmp -s "$dir/printed" "$dir/table"; then
        passed=$((passed + 1))
    else
        echo "FAIL  seed $seed"; diff "$dir/printed" "$dir/table" | cut -c1-1000 | head -4; failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
