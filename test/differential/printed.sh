#!/usr/bin/env bash
# Programs printed as C mean what their tables mean: compiled, they have the same ends.
#     printed.sh DIFFERENTIAL HARRIER PROGRAM CC INCLUDE LIBDIR
set -u
differential=$1 harrier=$2 program=$3 cc=$4 include=$5 libdir=$6
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
for seed in 1 2 3 4 5 6 9 18 27; do
    "$differential" -p -f $seed "$harrier" "$program" > "$dir/p.c"
    read -r _ seed draw _ < "$dir/p.c"
    if ! "$cc" -g -Wall -Wextra -Werror -I"$include" "$dir/p.c" -o "$dir/p" -L"$libdir" -lharrier -Wl,-rpath,"$libdir" 2> "$dir/log"; then
        echo "FAIL  seed $seed does not compile"; head -20 "$dir/log"; failed=$((failed + 1)); continue
    fi
    for channel in pairwise unordered; do
        options=(--quiet --keep-going --no-shorten --undeliverable off --channel $channel --reduction transdpor --sleep --outdir "$dir")
        "$harrier" check "${options[@]}" --output ends:"$dir/printed" "$dir/p" > "$dir/log" 2>&1; one=$?
        "$harrier" check "${options[@]}" --output ends:"$dir/table" "$program" "$seed" "$draw" history > "$dir/log" 2>&1; other=$?
        if [ $one -eq $other ] && [ -s "$dir/printed" ] && cmp -s "$dir/printed" "$dir/table"; then
            passed=$((passed + 1))
        else
            echo "FAIL  seed $seed, $channel: statuses $one and $other"; diff "$dir/printed" "$dir/table" | head -4; failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
