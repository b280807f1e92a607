#!/bin/bash
# What cover promises, on generated programs (constraints, calls, creation, behaviours, choices, timers, hr_stop and hr_fail among them):
#     generated.sh HARRIER PROGRAM [PROGRAMS [FIRST]]
# For each program, under the channels pairwise and unordered and one of the others:
#   - generation comes to an end;
#   - every schedule handed out is followed to its end, from its file, and covers a goal of its criterion that those before it do not;
#     together they cover what the table says (of more than 400, the first 400 are run again);
#   - for some: harrier replay follows them too, and in the reverse order they cover the same;
#   - every open pair is covered in both orders, or there is a reason why not;
#   - what the pairwise channel keeps in order is no open pair;
#   - for some, in which nothing is chosen, by all executions (--search stateless): no goal is covered that does not exist, and none
#     exists of which cover says that no order has it; nor is there one that a search over states counts and that does not exist.
set -u
harrier=$(realpath "$1") program=$(realpath "$2")
count=${3:-30} first=${4:-1} base=${program##*/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C NO_COLOR=1

# ---- one program ----

problem() { problems+="      $1"$'\n'; }

# Reads the table of `cover`: $executions $schedules $unfit, and goals as "covered total" in $pr, $pbr, $pcr.
read_table() {
    read -r executions schedules unfit < <(awk '/ executions?, / { print $1, $3, ($0 ~ /did not fit/ ? $6 : 0) }' "$1")
    read -r pr pbr pcr < <(awk '$1 == "all" && $2 == "actors" { gsub(/ of /, "/"); gsub(/-/, "0/0"); print $3, $4, $5 }' "$1")
}

# Each schedule, in order, must be followed to its end and add a goal of the criterion that it was made for.
check_schedules() {
    local n options=() criteria=() name files=$((schedules < 400 ? schedules + 1 : 401))
    for ((n = 1; n <= files; n++)); do
        name=kept/$base-$n.schedule
        [ -f "$name" ] || break
        options+=(--initial "$name")
    done
    [ ${#options[@]} = $((2 * files)) ] || problem "$schedules schedules, but $((n - 2)) files besides the first"
    read -ra criteria < <(for ((n = 2; n <= files; n++)); do echo "kept/$base-$n.schedule"; done |
        xargs -r sed -n -e 's/^# \(p[bc]*r\): .*/\1/p' -e 's/^# fails on the way to .*/early/p' | tr '\n' ' ')
    "$harrier" cover --keep-going --no-shorten --undeliverable off --channel "$channel" --rounds 0 "${options[@]}" "${run[@]}" > given 2>&1
    awk -v criteria="${criteria[*]}" -v files="$files" -v covered="${pr%/*} ${pbr%/*} ${pcr%/*}" -v all=$((files == schedules + 1)) '
        BEGIN { split(criteria, wanted, " "); column["pr"] = 3; column["pbr"] = 4; column["pcr"] = 5; split(covered, total, " ") }
        $1 == "schedule" && NF == 5 {
            seen++
            if ($2 > 1 && wanted[$2 - 1] != "early" && $column[wanted[$2 - 1]] == 0) { print "schedule", $2, "adds nothing to", wanted[$2 - 1]; exit }
            for (c = 1; c <= 3; c++) sum[c] += $(c + 2)
        }
        END {
            if (seen != files) print seen + 0, "of", files, "schedules followed"
            for (c = 1; c <= 3; c++) if (all && sum[c] != total[c]) print "the schedules add up to", sum[c], "goals, not", total[c]
        }' given > verdict
    [ ! -s verdict ] || problem "$(head -1 verdict) $(grep -m1 '^harrier' given)"
    followed=$((followed + files - 1))
    if [ $((seed % 5)) = 0 ]; then
        local reversed=()
        for ((n = files; n >= 1; n--)); do reversed+=(--initial "kept/$base-$n.schedule"); done
        "$harrier" cover --keep-going --no-shorten --undeliverable off --channel "$channel" --rounds 0 "${reversed[@]}" "${run[@]}" > backwards 2>&1
        [ "$(grep 'all actors' given)" = "$(grep 'all actors' backwards)" ] || problem 'the order of the schedules matters'
    fi
}

# Some of them by the command that users have.
check_replayed() {
    local status
    "$harrier" replay -q --undeliverable off kept/$base-{1,$((schedules / 2 + 1)),$((schedules + 1))}.schedule "${run[@]}" > replayed 2>&1
    status=$?
    [ $status = 0 ] || [ $status = 1 ] || problem "a schedule does not fit: $(grep -m1 UNFIT replayed)"
}

# What is missed, as `criterion identity identity`, one each line.
missed_in() { sed 's/{"criterion":/\n&/g' "$1" | sed -n "s/^{\"criterion\":\"\(p[bc]*r\)\".*\"reason\":\"$2.*\"before_identity\":\"\([0-9a-f]*\)\",\"after_identity\":\"\([0-9a-f]*\)\".*/\1 \2 \3/p" | sort; }

# The goals covered, as `pr pbr pcr`.
goals_in() { sed -E 's/.*"goals":\{"pr":\{"covered":([0-9]+)[^}]*\},"pbr":\{"covered":([0-9]+)[^}]*\},"pcr":\{"covered":([0-9]+).*/\1 \2 \3/' "$1"; }

# A search over states counts along its paths: never a goal that does not exist, and all of them when no state is met twice.
check_paths() { # check_paths PR PBR PCR, of all executions
    local plain way on_pr on_pbr on_pcr states deliveries
    plain=$([ $((seed / 10 % 2)) = 0 ] && echo bfs || echo dfs)
    for way in "$plain" "$plain --reduction ample"; do
        rm -f paths.json paths.result
        # shellcheck disable=SC2086 # words
        "$harrier" check --keep-going --no-shorten -q --undeliverable off --channel "$channel" --search $way -o coverage:paths.json \
            -o json:paths.result "${run[@]}" > log 2>&1
        [ $? -le 1 ] && grep -q '"along_paths":true,.*"goals":{' paths.json || { problem "--search $way: no goals: $(head -1 log)"; return; }
        read -r on_pr on_pbr on_pcr < <(goals_in paths.json)
        if [ "$on_pr" -gt "$1" ] || [ "$on_pbr" -gt "$2" ] || [ "$on_pcr" -gt "$3" ]; then
            problem "--search $way: paths with goals that do not exist: $on_pr $on_pbr $on_pcr, of $*"
        fi
        read -r states deliveries < <(sed -E 's/.*"states":([0-9]+),"deliveries":([0-9]+).*/\1 \2/' paths.result)
        if [ "$channel" = pairwise ] && [ "$way" = "$plain" ] && [ "$states" = $((deliveries + 1)) ] && grep -q '"verdict":"pass"' paths.result; then
            trees=$((trees + 1))
            [ "$on_pr $on_pbr $on_pcr" = "$*" ] || problem "no state is met twice, but the paths have $on_pr $on_pbr $on_pcr of the goals $*"
        fi
    done
}

check_exhaustive() {
    local all_pr all_pbr all_pcr wrong
    rm -f all.json all.result
    "$harrier" check --keep-going --no-shorten -q --undeliverable off --channel "$channel" --deliveries 300000 --search stateless -o coverage:all.json \
        -o json:all.result "${run[@]}" > /dev/null 2>&1
    grep -q '"executions"' all.json 2> /dev/null || return
    grep -q '"exhaustive":true' all.result || return
    read -r all_pr all_pbr all_pcr < <(goals_in all.json)
    check_paths "$all_pr" "$all_pbr" "$all_pcr"
    compared=$((compared + 1)) existing=$((existing + all_pr + all_pbr + all_pcr))
    reached=$((reached + ${pr%/*} + ${pbr%/*} + ${pcr%/*}))
    if [ "${pr%/*}" -gt "$all_pr" ] || [ "${pbr%/*}" -gt "$all_pbr" ] || [ "${pcr%/*}" -gt "$all_pcr" ]; then
        problem "goals that do not exist: ${pr%/*} ${pbr%/*} ${pcr%/*}, of $all_pr $all_pbr $all_pcr"
    fi
    missed_in all.json '' > all.missed
    missed_in own.json 'no order has it' > impossible
    wrong=$(comm -23 impossible all.missed | wc -l)
    [ "$wrong" = 0 ] || problem "$wrong goals of which it says that no order has them exist"
    confirmed=$((confirmed + $(comm -12 impossible all.missed | wc -l)))
    overlooked=$((overlooked + $(missed_in own.json 'no order found' | comm -23 - all.missed | wc -l)))
}

# Most programs are too plain: for three seeds of four, the first draw whose first execution leaves enough open.
find_draw() {
    draw=0
    [ $((seed % 4)) = 0 ] && return
    local pr=0/0 pbr pcr executions schedules unfit
    for ((draw = 0; draw < 12; draw++)); do
        "$harrier" cover --keep-going --no-shorten --undeliverable off --rounds 0 "$program" "$seed" "$draw" "${choices[@]}" > table 2>&1
        read_table table
        [ "${pr#*/}" -ge 8 ] && return
    done
}

check_program() { # check_program SEED DRAW CHANNEL
    local seed=$1 draw=$2 channel=$3 run=("$program" "$1" "$2" "${choices[@]}") problems='' executions=0 schedules=0 unfit=0 pr=0/0 pbr=0/0 pcr=0/0
    rm -rf kept
    "$harrier" cover --keep-going --no-shorten --verbose --undeliverable off --channel "$channel" --deliveries 20000000 --save kept --save-all -o coverage:own.json \
        "${run[@]}" > table 2>&1
    local status=$?
    [ $status = 0 ] || [ $status = 1 ] || problem "exit status $status: $(head -1 table)"
    read_table table
    grep -q 'not tried' table && problem 'an open pair was not tried'
    local missed
    missed=$(grep -c '^    p[bc]*r: .*  before  ' table)
    [ "$missed" = $((${pr#*/} - ${pr%/*} + ${pbr#*/} - ${pbr%/*} + ${pcr#*/} - ${pcr%/*})) ] || problem 'a goal that is not covered has no reason'
    # An actor's messages to itself may be timers, which no lane holds back.
    [ "$channel" = unordered ] || ! awk '/^    p[bc]*r: .*  before  / { split($0, side, "  before  "); sub(/^ *p[bc]*r: /, "", side[1])
            a = side[1]; b = side[2]; to = a; sub(/ <-.*/, "", to); sub(/.* from /, "", a); sub(/.* from /, "", b)
            if (a == b && a != to) { found = 1; exit } } END { exit !found }' table || problem 'an open pair that the channel keeps in order'
    reasons=$((reasons + missed)) all=$((all + executions)) misfits=$((misfits + unfit))
    goals=$((goals + ${pr#*/} + ${pbr#*/} + ${pcr#*/}))
    if [ "$schedules" -gt 0 ]; then
        check_schedules
        [ $((seed % 5)) = 0 ] && check_replayed
    fi
    [ $((seed % 10)) = 0 ] && check_exhaustive
    if [ -z "$problems" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  seed $seed, draw $draw, $channel"
        printf '%s' "$problems"
    fi
}

# ---- all of them, on two cores ----

# Few programs each: a shell that starts more processes than there are process numbers takes one's exit status for another's.
part_of() { # part_of COUNT FIRST: what came out is a line in $sums
    local seed draw passed=0 failed=0 followed=0 reasons=0 all=0 misfits=0 goals=0 compared=0 existing=0 reached=0 confirmed=0 overlooked=0 trees=0 choices
    cd "$work" || exit 2
    for ((seed = $2; seed < $2 + $1; seed++)); do
        choices=()
        [ $((seed % 10)) = 0 ] && choices=(first)
        find_draw
        check_program "$seed" "$draw" pairwise
        check_program "$seed" "$draw" unordered
        if [ $((seed % 2)) = 0 ]; then check_program "$seed" "$draw" causal; else check_program "$seed" "$draw" mailbox; fi
    done
    echo "$passed $failed $followed $reasons $all $misfits $goals $compared $existing $reached $confirmed $overlooked $trees" >> "$sums"
}

if [ -n "${sums-}" ]; then
    part_of "$count" "$first"
    exit
fi
part=10
for ((from = first; from < first + count; from += part)); do
    echo "$((first + count - from < part ? first + count - from : part)) $from"
done | sums=$work/sums xargs -r -L 1 -P 2 bash "$0" "$harrier" "$program"
awk -v parts=$(((count + part - 1) / part)) '
    { for (i = 1; i <= NF; i++) sum[i] += $i }
    END {
        printf "%d executions; %d schedules handed out and followed; %d attempts did not fit and were not handed out\n", sum[5], sum[3], sum[6]
        printf "%d goals, %d not covered, each with a reason\n", sum[7], sum[4]
        printf "on %d programs whose executions were all run: %d of %d existing goals covered\n", sum[8], sum[10], sum[9]
        printf "of those said to be in no order %d are in none; %d that exist were not found, and it says so\n", sum[11], sum[12]
        printf "%d of these programs meet no state twice: there the paths of a search over states have all goals\n", sum[13]
        printf "%d passed, %d failed\n", sum[1], sum[2]
        exit !(sum[2] == 0 && sum[3] > 0 && (sum[13] > 0 || sum[8] < 6) && NR == parts)
    }' "$work/sums"
