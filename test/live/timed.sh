#!/bin/bash
# Generated programs with timers and looks at the clock, run live many times with changing delays: every end must be among those that
# `harrier check` explored.
#     timed.sh HARRIER PROGRAM [SEEDS [RUNS [FIRST]]]
harrier=$(realpath "$1") program=$(realpath "$2") seeds=${3:-12} runs=${4:-24} first=${5:-1}
work=$(mktemp -d) passed=0 failed=0 late=0 few=0
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C

# Both lookers' part of each end, in the form that the program prints.
ends_of() {
    awk '{
        count = 0
        for (rest = $0; match(rest, /id=[0-9]+, outcome=[0-9]+/); rest = substr(rest, RSTART + RLENGTH)) part[count++] = substr(rest, RSTART, RLENGTH)
        print part[0] < part[1] ? part[0] " " part[1] " " : part[1] " " part[0] " "
    }' "$1" | sort -u
}

perturbations=('' 1 1:5 1:40 1:150:uniform 1:300:uniform)
run_live() { # seed, number
    local p=${perturbations[$2 % ${#perturbations[@]}]}
    HARRIER_PERTURB=${p/#1/$2} HARRIER_THREADS=$((1 + $2 % 3)) timeout 60 "$program" "$1" > "live.$2" 2> "errors.$2" || echo "status $?" > "live.$2"
}

explore() { # late looks, seed, file
    "$harrier" check -q -n 100000 -r ample --late-looks "$1" --undeliverable off -o ends:ends "$program" "$2" > said 2>&1
    local status=$?
    ends_of ends > "$3"
    return $status
}

for ((seed = first; passed + failed < seeds; seed++)); do
    rm -f live.* errors.* ends
    explore 9 "$seed" explored
    status=$?
    [ $status = 3 ] && continue # too large
    if [ $status != 0 ]; then
        failed=$((failed + 1))
        echo "FAIL  program $seed is not explored"
        cat said
        continue
    fi
    explore 0 "$seed" soon
    for ((run = 0; run < runs; run++)); do
        run_live "$seed" "$run" &
        (((run + 1) % 12 != 0)) || wait
    done
    wait
    cat live.* | sort -u > happened
    comm -23 happened explored > strange
    late=$((late + $(comm -23 happened soon | wc -l)))
    few=$((few + $(wc -l < happened)))
    if [ -s strange ]; then
        failed=$((failed + 1))
        echo "FAIL  program $seed: an end that was not explored ($(wc -l < explored) were): $(head -n 1 strange)"
    else
        passed=$((passed + 1))
    fi
done

echo "$passed passed, $failed failed; $few different ends happened, $late of them with a look that came late"
[ "$failed" = 0 ]
