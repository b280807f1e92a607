#!/bin/bash
# The engine with its expensive assertions (-DHARRIER_DEBUG=ON, src/base/debug.h) is built beside the product, in BUILD-DIR/debug. Programs are
# checked by both: no assertion fails, and both say the same.    run.sh SOURCE-DIR BUILD-DIR
# shellcheck source=test/lib.sh
. "$(dirname "$0")/../lib.sh"
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
debug=$build/debug
cmake=${CMAKE:-cmake}
lib_begin

output=built
"$cmake" -S "$source" -B "$debug" -DHARRIER_DEBUG=ON -DHARRIER_ACROSS_FILES=OFF -DBUILD_TESTING=OFF -DCMAKE_C_FLAGS_RELWITHDEBINFO='-O1 -g' \
    > built 2>&1 && "$cmake" --build "$debug" -j2 --target harrier-check harrier harrier-bin subject-server subject-fib subject-quicksort >> built 2>&1
expect 'status' 0 $?
lacks 'warning:'
verdict 'the debug build'
[ "$failed" = 0 ] || lib_end
output=said

# What a check says: its verdict and counts, without times. How often workers run handlers is not the same each time.
settled() { sed -E 's/, [0-9.]+ s;/;/; /workers/s/[0-9,]+ handler runs//' "$1"; }

both() { # both PROGRAM-AND-ARGUMENTS OPTION...: checked by both
    local program=$1 expected
    shift
    # shellcheck disable=SC2086 # arguments of the program
    set -- --time 0 -q "$@" "$build"/$program
    "$build/harrier" check "$@" > expected 2>&1
    expected=$?
    one_of 'the status of the product' '0 1' $expected
    "$debug/harrier" check "$@" > said 2>&1
    expect 'the status' $expected $?
    [ "$(settled expected)" = "$(settled said)" ] || fail "the product says: $(head -n 2 expected)"
    verdict "check ${*//$build\//}"
}

# Searches, stores, identities.
for search in dfs bfs stateless; do
    both 'subjects/server' --search $search
    both 'examples/writer' --search $search
done
for store in exact tree fingerprint bitstate; do
    both 'subjects/philosophers 3' --store $store
    both 'subjects/quicksort 4' --store $store --search bfs
done
for identity in basset numbered concrete canonical jacco symmetric; do
    both 'subjects/leader 3' --identity $identity
done
both 'subjects/philosophers 3' --step big
both 'subjects/philosophers 3' --on-full fingerprint --memory 20M

# Channels, with everything that keeps them: lanes, pasts, slots.
for channel in pairwise unordered causal mailbox; do
    both 'subjects/pipesort 3' --channel $channel
    both 'subjects/pipesort 3' --channel $channel --search stateless
    both 'subjects/pipesort 3' --channel $channel --search pos --runs 20 --seed 1
done

# Reductions: the way back, also of timers.
for reduction in none dcute persistent transdpor; do
    both 'subjects/fib 3' --search stateless --reduction $reduction
    both 'subjects/pi 3' --search stateless --reduction $reduction --channel causal
done
both 'subjects/fib 4' --search stateless --reduction persistent --sleep
both 'subjects/philosophers 3' --reduction ample
both 'subjects/philosophers 3' --reduction ample --search bfs
both 'examples/timeout' --search stateless --reduction dcute
both 'examples/timeout' --search bfs

# Several workers.
both 'subjects/philosophers 3' --keep-going --workers 2
both 'subjects/philosophers 3' --keep-going --workers 2 --store tree --channel unordered

# The live library.
for program in server fib quicksort; do
    timeout 60 "$debug/subjects/$program" > said 2>&1
    expect 'the status' 0 $?
    verdict "live: $program"
done
lib_end
