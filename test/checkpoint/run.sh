#!/bin/bash
# Checkpoints: run.sh [--list | --group NAME] HARRIER DIRECTORY-WITH-THE-SUBJECTS GENERATED-PROGRAM SITES [WORD...]
# A search is stopped by counts, never by time, so that each run of this test stops it at the same places.
. "$(dirname "$0")/../lib.sh"
set -u
output=out.txt

prepare() {
    harrier=$(realpath "$1") subjects=$(realpath "$2") generated=$(realpath "$3") sites=$(realpath "$4")
    shift 4
    only+=("$@")
}
groups() { printf '%s\n' subjects stores generated generated_channels again sampled covered covered_refusals refusals damage killed interrupted size workers workers_stores workers_generated workers_killed optimal optimal_generated optimal_each optimal_workers optimal_damage; }

field() { sed -n 's/"coverage":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }
tables="depth actors local_states messages handler_runs" times='"times":[0-9]*' order=cat
outcome() { # what must be the same, as one line
    local name line="status=$1"
    for name in states deliveries paths classes end_states undeliverable_ends verdict exhaustive violations runs runs_cut sample $tables; do
        line="$line $name=$(field $name)"
    done
    echo "$line findings=$(grep -o '"kind":"[a-z]*","place":"[^"]*"' out.json | $order | tr -d '\n') $(grep -o "$times" out.json | tr -d '\n')"
}
verb=check # or cover: then all that is told of coverage must be the same, too, and the schedules that are kept
check() { # check OPTION... PROGRAM ARGUMENT...
    local more=()
    rm -rf out.json cov.json kept
    [ $verb = check ] || more=(-o coverage:cov.json --save kept --save-all)
    "$harrier" $verb -k -q --no-shorten --time 0 -o json:out.json "${more[@]}" "$@" > out.txt 2>&1
    got=$(outcome $?)
    [ $verb = check ] || got="$got coverage=$(cat cov.json kept/*.schedule 2> /dev/null | md5sum | cut -c1-8)"
}

# Stops after some share of all deliveries, resumes, and compares. With a second share it is stopped and resumed twice, into the same file.
stopped_at() { # stopped_at DELIVERIES SECOND COMMAND...
    local first=$1 second=$2
    shift 2
    rm -f ck ck.*
    check --deliveries "$first" --checkpoint ck "$@"
    if [ "$second" -gt "$first" ] && [ -f ck ]; then
        check --deliveries "$second" --checkpoint ck --resume ck "$@"
    fi
    local resume=(--resume ck)
    [ -f ck ] || resume=() # it stopped before the first expansion was complete
    check "${resume[@]}" "$@"
    [ "$got" = "$reference" ] || miss "$*, stopped at $first and $second: $got, undisturbed: $reference"
    [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || miss "$*: files are left: $(echo ck*)"
}
agree() { # agree STOPS COMMAND...: with that many stops, spread by a fixed sequence
    local stops=$1 all i
    shift
    check "$@"
    reference=$got
    all=$(field deliveries)
    [ -n "$all" ] || { miss "$*: no result"; return; }
    [ "$all" -gt 1 ] || return
    for ((i = 0; i < stops; i++)); do
        spread=$(((spread * 1103515245 + 12345) % 2147483648))
        local first=$((spread / 8 % all + 1))
        stopped_at $first $((i % 3 == 0 ? (first + all) / 2 : 0)) "$@"
    done
    pass "$*"
}

subjects() {
    local line
    while read -r line; do
        # shellcheck disable=SC2086
        wanted "$line" && agree 2 ${line//@/$subjects/}
    done <<- END
	--search dfs @philosophers 4
	--search bfs @philosophers 4
	--search dfs --channel unordered @philosophers 3
	--search bfs --channel unordered @server 3
	--search dfs --channel causal @server 3
	--search dfs --channel mailbox @leader 4
	--search dfs @pipesort 4
	--search bfs @registry
	--search dfs @raft/raft terms=2 timeouts=1 entries=1
	--search bfs @raft/raft terms=2 timeouts=1 entries=1
	--search dfs --step big @philosophers 4
	--search bfs --depth 9 @server 3
	--search dfs --mailbox-limit 2 @server 3
	END
    # What only predicates reach is remembered, too.
    agree 3 --search dfs "$sites"
}
stores() {
    local store identity
    for store in fingerprint tree bitstate; do
        agree 2 --search dfs --store $store --memory 60M "$subjects/philosophers" 4
        agree 2 --search bfs --store $store --memory 60M "$subjects/philosophers" 4
    done
    for identity in canonical jacco basset numbered concrete symmetric; do
        agree 2 --search dfs --identity $identity "$subjects/philosophers" 3
        agree 2 --search bfs --identity $identity "$subjects/server" 2
    done
}
generated() {
    local seed modes=("dfs" "bfs" "dfs --store fingerprint" "bfs --store tree" "dfs --step big" "bfs --identity jacco")
    for seed in {1..24}; do
        # shellcheck disable=SC2086
        agree 1 --search ${modes[seed % ${#modes[@]}]} "$generated" $seed 0 varied 4294967295
    done
}
generated_channels() {
    local seed channels=(unordered causal mailbox)
    for seed in {101..124}; do
        agree 1 --search $([ $((seed / 3 % 2)) = 0 ] && echo dfs || echo bfs) --channel ${channels[seed % 3]} "$generated" $seed 0 varied 4294967295
    done
}

# The same executions are sampled, whenever it was interrupted; only what is known of the steps is found out again.
sampled() {
    local search seed tables=depth
    for search in random pos pct pctcp; do
        agree 3 --search $search --seed 7 --runs 30 --depth 500 "$subjects/philosophers" 3
        agree 2 --search $search --seed 7 --runs 60 --depth 20 "$subjects/philosophers" 4
        for seed in 3 4; do
            agree 1 --search $search --from-start --seed $seed --runs 100 "$generated" $seed 0 varied 4294967295
        done
    done
    agree 2 --search random --from-start --seed 3 --runs 50 "$sites"
    # Without a seed: nothing is drawn. How far it came is known again, too.
    agree 3 --search delay --runs 60 --depth 60 "$subjects/philosophers" 4
    agree 3 --search delay --runs 700 "$subjects/leader" 4
    grep -q '700 executions, among them all with at most 4 delays' out.txt && pass || miss "how far delay came: $(cat out.txt)"
    agree 4 --search delay --runs 5000 "$subjects/leader" 3
    grep -q 'there are no others' out.txt && pass || miss "how far delay came: $(cat out.txt)"
    for seed in {3..8}; do
        agree 1 --search delay --runs 100 "$generated" $seed 0 varied 4294967295
    done
}

# Covers that are finished are not made again; what they covered together is the same, and so are the schedules that are kept.
covered() {
    local seed verb=cover tables=depth
    agree 3 --runs 12 --seed 3 "$subjects/bugs/writer"
    agree 3 --runs 12 --seed 3 "$subjects/bugs/barber"
    agree 2 --runs 8 --seed 5 --depth 30 -c unordered "$subjects/philosophers" 3
    agree 2 --runs 6 --seed 5 --literal --criterion pr,pcr "$subjects/leader" 4
    agree 2 --runs 6 --seed 5 --rounds 1 "$subjects/leader" 4
    agree 2 --runs 8 --seed 6 "$sites"
    for seed in {801..808}; do
        agree 1 --runs 6 --seed $seed --depth 40 --undeliverable off "$generated" $seed 0 varied 4294967295
    done
    # Another number of covers may be asked for.
    check --runs 9 --seed 3 "$subjects/bugs/barber"
    reference=$got
    rm -f ck ck.*
    check --runs 4 --seed 3 --deliveries 3000 --checkpoint ck "$subjects/bugs/barber"
    check --runs 9 --seed 3 --resume ck "$subjects/bugs/barber"
    [ "$got" = "$reference" ] && pass || miss "more covers than before: $got, at once: $reference"
}
covered_refusals() {
    local verb=cover at size p=(--runs 6 --seed 3 "$subjects/bugs/barber")
    refused "say how many there are with --runs" --checkpoint x "$subjects/bugs/barber"
    refused "of harrier cover need --seed" --runs 6 --checkpoint x "$subjects/bugs/barber"
    check --deliveries 3000 --checkpoint ck "${p[@]}"
    printf '%s\n' 'harrier schedule 1' > initial
    refused "option --seed was 3, now it is 4" -k --runs 6 --seed 4 --resume ck "$subjects/bugs/barber"
    refused "option --criterion was" -k --criterion pr --resume ck "${p[@]}"
    refused "option --rounds was" -k --rounds 1 --resume ck "${p[@]}"
    refused "option --initial was" -k --initial initial --resume ck "${p[@]}"
    refused "option --channel was" -k -c unordered --resume ck "${p[@]}"
    verb=check
    refused "option --search was cover, now it is random" -k --search random --seed 3 --resume ck "$subjects/bugs/barber"
    verb=cover
    cp ck good && cp ck.1 good.1
    size=$(stat -c %s ck.1)
    for ((at = 0; at < size; at += size / 8 + 1)); do
        cp good ck && cp good.1 ck.1
        printf "\\$(printf %o $((($(od -An -tu1 -j $at -N 1 ck.1) + 77) % 256)))" | dd of=ck.1 bs=1 seek=$at conv=notrunc status=none
        refused "damaged" -k --resume ck "${p[@]}"
    done
    [ ! -e x ] && [ ! -e x.1 ] && pass || miss "a refused cover left files"
}

# One execution of each class, whenever it was interrupted, and what is found in it as often; only what is known of the steps is found out again.
optimal() {
    local line tables=depth
    while read -r line; do
        # shellcheck disable=SC2086
        wanted "$line" && agree 1 --reduction optimal ${line//@/$subjects/}
    done <<- END
	-c unordered @chameneos 3
	-c unordered @registry 5
	-c causal @pipesort 4
	@leader 4
	-c unordered --undeliverable error @scalawiki
	-c unordered --undeliverable warn @scalawiki
	--depth 6 @server 3
	--order sgr -c unordered @regsim 5
	--faults loss=1 -c unordered @leader 3
	END
    agree 3 --reduction optimal "$sites"
}
optimal_generated() {
    local seed tables=depth channels=(pairwise unordered causal) orders=(fifo lifo hdm lca sgr hms) suited=0
    for seed in {401..420}; do
        local program=(--reduction optimal --channel ${channels[seed % 3]} --order ${orders[seed % 6]} "$generated" $seed 0 varied 4294967295)
        suits "${program[@]}" || continue
        suited=$((suited + 1))
        agree 1 "${program[@]}"
    done
    [ $suited -gt 8 ] && pass || miss "only $suited programs suit the reduction"
}
suits() { # some programs share memory, or limit mailboxes, which reductions refuse; some are large
    "$harrier" check -k -q --no-shorten --no-explain --deliveries 3000 "$@" > out.txt 2>&1
    [ $? -le 1 ] && ! grep -q 'stopped by --deliveries' out.txt
}
# Stopped after one delivery, two, and so on: every kind of place where a search can be.
optimal_each() {
    local line all at tables=depth places=0
    # shellcheck disable=SC2086
    for line in "-c unordered $subjects/registry 3" "$subjects/diningphil" "-c unordered $subjects/pipesort 3" "$generated 12 0 varied 4294967295"; do
        check --reduction optimal $line
        reference=$got all=$(field deliveries)
        for ((at = 1; at < all && at < 36; at += 1 + (at > 9))); do
            rm -f ck ck.*
            "$harrier" check -k -q --no-shorten --no-explain --time 0 --deliveries $at --checkpoint ck --reduction optimal $line > out.txt 2>&1
            check --resume ck --reduction optimal $line
            [ "$got" = "$reference" ] || miss "$line, stopped at $at: $got, undisturbed: $reference"
            places=$((places + 1))
        done
        pass "$line"
    done
    [ $places -gt 45 ] || miss "only $places places"
}
# By workers, one process, and workers again.
optimal_workers() {
    local seed tables=depth times=none order=sort
    together() {
        local counts=(3 1 2) all at i
        check --reduction optimal "$@"
        reference=$got all=$(field deliveries)
        for ((i = 0; i < 2; i++)); do
            rm -f ck ck.*
            spread=$(((spread * 1103515245 + 12345) % 2147483648))
            at=$((spread / 8 % (all / 2 + 1) + 1))
            check --reduction optimal --workers ${counts[i]} --deliveries $at --checkpoint ck "$@"
            if [ -f ck ]; then
                check --reduction optimal --workers ${counts[(i + 1) % 3]} --deliveries $(((at + all) / 2)) --checkpoint ck --resume ck "$@"
            fi
            local resume=(--resume ck)
            [ -f ck ] || resume=() # it was done before
            check --reduction optimal --workers ${counts[(i + 2) % 3]} "${resume[@]}" "$@"
            [ "$got" = "$reference" ] || miss "$*, stopped at $at: $got, undisturbed: $reference"
            [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || miss "$*: files are left: $(echo ck*)"
        done
        pass "$*"
    }
    together -c unordered "$subjects/chameneos" 4
    together -c unordered "$subjects/registry" 6
    together -c unordered --undeliverable error "$subjects/scalawiki"
    together -c causal "$subjects/pipesort" 4
    together "$sites"
    for seed in {501..505}; do
        suits --reduction optimal --channel unordered "$generated" $seed 0 varied 4294967295 || continue
        together --channel unordered "$generated" $seed 0 varied 4294967295
    done
}
optimal_damage() {
    local p=(-c unordered "$subjects/registry" 4) at size
    check --reduction optimal --deliveries 40 --checkpoint ck "${p[@]}"
    refused "option --search was stateless, now it is dfs" -k --search dfs -c unordered --resume ck "$subjects/registry" 4
    refused "option --order was" -k --reduction optimal --order lifo --resume ck "${p[@]}"
    refused "option --channel was" -k --reduction optimal --resume ck "$subjects/registry" 4
    refused "argument 1 was" -k --reduction optimal -c unordered --resume ck "$subjects/registry" 5
    cp ck good && cp ck.1 good.1
    size=$(stat -c %s ck.1)
    for ((at = 0; at < size; at += size / 8 + 1)); do
        cp good ck && cp good.1 ck.1
        printf "\\$(printf %o $((($(od -An -tu1 -j $at -N 1 ck.1) + 77) % 256)))" | dd of=ck.1 bs=1 seek=$at conv=notrunc status=none
        refused "damaged" -k --reduction optimal --resume ck "${p[@]}"
    done
    cp good.1 ck.1 && truncate -s $((size - 1)) ck.1
    refused "damaged" -k --reduction optimal --resume ck "${p[@]}"
}

# A chain of many short runs, each resumed from the one before.
again() {
    local program=("$subjects/philosophers" 4) all at reference
    check --search dfs "${program[@]}"
    reference=$got all=$(field deliveries)
    rm -f ck ck.*
    check --search dfs --deliveries $((all / 12)) --checkpoint ck "${program[@]}"
    for ((at = 2; at <= 13; at++)); do
        check --search dfs --deliveries $((all * at / 12 + 1)) --checkpoint ck --resume ck "${program[@]}"
    done
    [ "$got" = "$reference" ] || miss "twelve runs: $got, one: $reference"
    # Into another file, and the old one stays as it is.
    rm -f ck* other*
    check --search dfs --deliveries $((all / 3)) --checkpoint ck "${program[@]}"
    cksum ck ck.1 > before
    check --search dfs --deliveries $((all / 2)) --checkpoint other --resume ck "${program[@]}"
    cksum ck ck.1 | cmp -s - before || miss "resuming changed the checkpoint"
    check --search dfs --resume other "${program[@]}"
    [ "$got" = "$reference" ] || miss "by way of another file: $got, at once: $reference"
    # The first checkpoint of another run leaves nothing of the one before.
    check --search dfs --deliveries $((all / 4)) --checkpoint other "${program[@]}"
    check --search dfs --resume other "${program[@]}"
    [ "$got" = "$reference" ] && [ "$(echo other*)" = "other other.2" ] || miss "a file used again: $(echo other*), $got"
    pass again
}

refused() { # refused TEXT COMMAND...
    local text=$1
    shift
    "$harrier" $verb -q "$@" > out.txt 2>&1
    local status=$?
    [ $status = 2 ] && grep -q -e "$text" out.txt && pass "$*" || miss "$*: status $status, expected 2 and: $text"
}
refusals() {
    local p="$subjects/philosophers"
    check --search dfs --deliveries 400 --checkpoint ck "$p" 3
    refused "option --search was dfs, now it is bfs" -k --search bfs --resume ck "$p" 3
    refused "option --channel was" -k --search dfs --channel unordered --resume ck "$p" 3
    refused "option --keep-going was yes, now it is no" --search dfs --resume ck "$p" 3
    refused "argument 1 was .* 3, now it is .* 2" -k --search dfs --resume ck "$p" 2
    refused "argument 2 was none, now it is" -k --search dfs --resume ck "$p" 3 4
    check --search random --seed 3 --runs 50 --faults loss=1 --deliveries 100 --checkpoint lossy "$subjects/leader" 4
    refused "option --faults was loss=1, now it is loss=2" -k --search random --seed 3 --runs 50 --faults loss=2 --resume lossy "$subjects/leader" 4
    cp "$p" copy && printf x >> copy
    refused "of another program: file of the program was" -k --search dfs --resume ck ./copy 3
    refused "No such file" -k --search dfs --resume none "$p" 3
    refused "goes with --checkpoint" --every 5s "$p" 3
    refused "need --seed" --search random --checkpoint x "$p" 3
    for search in random pos pct pctcp; do # guided, unless --from-start
        refused "a checkpoint does not keep how they reached it: add --from-start" --search $search --seed 1 --checkpoint x "$sites"
    done
    refused "dfs, bfs" --search stateless --checkpoint x "$p" 3
    refused "dfs, bfs" --reduction transdpor --checkpoint x "$p" 3
    refused "dfs, bfs" --search auto --checkpoint x "$p" 3
    refused "without --reduction" --search dfs -r ample --checkpoint x "$p" 3
    refused "option --workers was one, now it is several" -k --search dfs -w 2 --resume ck "$p" 3
    refused "causal channel" --search dfs -w 2 -c causal --checkpoint x "$p" 3
    refused "soon after so many" --search dfs -w 2 --deliveries 100 "$p" 3
    check --search dfs -w 2 --deliveries 400 --checkpoint several "$p" 3
    refused "option --workers was several, now it is one" -k --search dfs --resume several "$p" 3
    refused "no-memo" --search dfs --no-memo --resume ck "$p" 3
    refused "after-run" --search dfs --after-run --checkpoint x "$p" 3
    refused "output ends" --search dfs -o ends:e --checkpoint x "$p" 3
    refused "output coverage" --search dfs -o coverage:e --checkpoint x "$p" 3
    refused "on-full" --search dfs --on-full fingerprint --checkpoint x "$p" 3
    refused "cannot write" --search dfs --checkpoint no/such/folder/x "$p" 3
    [ ! -e x ] && [ ! -e x.1 ] && pass || miss "a refused check left files"
}

# A byte more, less, or another one, anywhere: never a wrong result.
damage() {
    local p=("$subjects/philosophers" 3) file at size
    check --search dfs --deliveries 400 --checkpoint ck "${p[@]}"
    cp ck good && cp ck.1 good.1
    for file in ck ck.1; do
        size=$(stat -c %s $file)
        for ((at = 0; at < size; at += size / 12 + 1)); do
            cp good ck && cp good.1 ck.1
            printf "\\$(printf %o $((($(od -An -tu1 -j $at -N 1 $file) + 77) % 256)))" | dd of=$file bs=1 seek=$at conv=notrunc status=none
            refused "damaged\|not a checkpoint\|version\|another\|cannot" -k --search dfs --resume ck "${p[@]}"
        done
        cp good ck && cp good.1 ck.1
        truncate -s $((size - 1)) $file
        refused "damaged" -k --search dfs --resume ck "${p[@]}"
    done
    cp good ck && rm ck.1
    refused "No such file" -k --search dfs --resume ck "${p[@]}"
    # More than the manifest counts is what a run that was killed left behind.
    cp good.1 ck.1 && printf 'more' >> ck.1
    check --search dfs "${p[@]}"
    reference=$got
    check --search dfs --resume ck --checkpoint ck "${p[@]}"
    [ "$got" = "$reference" ] && pass || miss "with bytes behind the end: $got, undisturbed: $reference"
}

# until_kept PID STATES: until the checkpoint has so many, or the process is over
until_kept() {
    while kill -0 "$1" 2> /dev/null && { [ ! -f ck ] || [ "$(states_in ck)" -lt "$2" ] 2> /dev/null; }; do sleep 0.02; done
}
states_in() { sed -n 's/^states //p' "$1" 2> /dev/null | head -n 1; }
# Killed without warning, the command or the program: what the last checkpoint has is enough.
killed() {
    local p=("$subjects/philosophers" 6) whom pid reference i least
    local tables="actors local_states messages handler_runs" # the longest path is another one where states are expanded together
    check --search dfs --store fingerprint "${p[@]}"
    reference=$got
    for whom in command program; do
        rm -f ck*
        for least in 1 300000; do
            local resume=()
            [ ! -f ck ] || resume=(--resume ck)
            "$harrier" check -k -q --no-shorten --time 0 --search dfs --store fingerprint --checkpoint ck --every 0 "${resume[@]}" "${p[@]}" > out.txt 2>&1 &
            pid=$!
            until_kept $pid $least
            if [ $whom = command ]; then
                kill -KILL $pid
            else
                for i in $(pgrep -P "$(pgrep -P $pid | head -n 1)"); do kill -KILL "$i"; done
            fi
            wait $pid 2> /dev/null
        done
        # Whoever keeps the program lets the file go when it has noticed.
        for ((i = 0; i < 200; i++)); do flock -n ck.1 true && break; sleep 0.05; done
        check --search dfs --store fingerprint --resume ck "${p[@]}"
        [ "$got" = "$reference" ] && pass "killed: $whom" || miss "the $whom was killed: $got, undisturbed: $reference"
    done
}
# SIGTERM writes one, whatever --every says; also when it comes to all processes, as that of batch systems does, and to the program first.
interrupted() {
    local p=("$subjects/philosophers" 6) pid reference whom keeper
    check --search bfs "${p[@]}"
    reference=$got
    for whom in command all; do
        rm -f ck* rows
        "$harrier" check -k -q --no-shorten --time 0 --search bfs --checkpoint ck -o progress:rows "${p[@]}" > out.txt 2>&1 &
        pid=$!
        until [ -f rows ] && [ "$(wc -l < rows)" -ge 3 ]; do sleep 0.05; done
        if [ $whom = all ]; then
            keeper=$(pgrep -P $pid | head -n 1)
            for keeper in $(pgrep -P "$keeper") "$keeper"; do kill -TERM "$keeper"; done
        fi
        kill -TERM $pid
        wait $pid
        grep -q interrupted out.txt || miss "after SIGTERM to $whom: $(cat out.txt)"
        [ -f ck ] || miss "SIGTERM to $whom wrote no checkpoint"
        check --search bfs --resume ck "${p[@]}"
        [ "$got" = "$reference" ] && pass "interrupted: $whom" || miss "interrupted: $whom: $got, undisturbed: $reference"
    done
}
# At most 16 bytes for each state.
size() {
    local states bytes
    rm -f ck*
    check --search dfs --store fingerprint --deliveries 4000000 --checkpoint ck --every 0 "$subjects/philosophers" 6
    states=$(states_in ck) bytes=$(cat ck ck.1 | wc -c)
    [ "$states" -gt 500000 ] && [ "$bytes" -lt $((states * 16)) ] && pass size || miss "$bytes bytes for $states states"
}

# Several workers: the order in which they find states is a matter of chance, and so is where they stop. Each chain of runs has other numbers of
# workers, and must come to what one process comes to.
crowd() { # crowd STOPS COMMAND...
    local stops=$1 all i counts=(2 3 4 2) at
    shift
    # How long paths are, how often something is met, and what first, depends on the order.
    tables="actors local_states" times=none order=sort
    check "$@"
    reference=$got all=$(field deliveries)
    [ -n "$all" ] || { miss "$*: no result"; return; }
    [ "$all" -gt 1 ] || return
    for ((i = 0; i < stops; i++)); do
        spread=$(((spread * 1103515245 + 12345) % 2147483648))
        rm -f ck ck.*
        at=$((spread / 8 % all + 1))
        check --workers ${counts[i % 4]} --deliveries $at --checkpoint ck "$@"
        if [ $((i % 2)) = 0 ] && [ -f ck ]; then
            check --workers ${counts[(i + 1) % 4]} --deliveries $(((at + all) / 2)) --checkpoint ck --resume ck "$@"
        fi
        local resume=(--resume ck)
        [ -f ck ] || resume=() # it was done before
        check --workers ${counts[(i + 2) % 4]} "${resume[@]}" "$@"
        [ "$got" = "$reference" ] || miss "$*, several workers stopped at $at: $got, undisturbed: $reference"
        [ ! -e ck.new ] && { [ ! -e ck.1 ] || [ ! -e ck.2 ]; } || miss "$*: files are left: $(echo ck*)"
    done
    pass "$*"
}
workers() {
    crowd 4 --search dfs "$subjects/philosophers" 4
    crowd 3 --search dfs -c unordered "$subjects/philosophers" 4
    crowd 3 --search dfs -c mailbox "$subjects/quicksort" 4
    crowd 3 --search dfs "$subjects/fib" 5 # actors that are created on the way
    crowd 2 --search dfs -c unordered --undeliverable error "$subjects/scalawiki"
    crowd 2 --search dfs --mailbox-limit 2 "$subjects/server" 3
    crowd 3 --search dfs "$sites"
    # A violation in the first state is not met twice, and one run with a checkpoint of everything ends like any other.
    crowd 2 --search dfs "$subjects/diningphil"
}
workers_stores() {
    local store identity
    for store in fingerprint tree bitstate; do
        crowd 2 --search dfs -c unordered --store $store --memory 200M "$subjects/philosophers" 4
    done
    for identity in canonical jacco basset; do
        crowd 2 --search dfs --identity $identity "$subjects/philosophers" 3
    done
    crowd 2 --search dfs --step big -c unordered "$subjects/leader" 4
}
workers_generated() {
    local seed channels=(pairwise unordered mailbox) modes=("" "--store fingerprint" "--store tree" "--step big" "--identity jacco")
    for seed in {201..212}; do
        # shellcheck disable=SC2086
        crowd 2 --search dfs --channel ${channels[seed % 3]} ${modes[seed % ${#modes[@]}]} "$generated" $seed 0 varied 4294967295
    done
}
# Killed without warning, and stopped by SIGTERM, which writes one.
workers_killed() {
    local p=("$subjects/philosophers" 6) whom pid reference least file i
    tables="actors local_states" times=none order=sort
    check --search dfs --store fingerprint "${p[@]}"
    reference=$got
    for whom in KILL TERM; do
        rm -f ck*
        for least in 1 100000; do
            local resume=()
            [ ! -f ck ] || resume=(--resume ck)
            "$harrier" check -k -q --no-shorten --time 0 --search dfs --store fingerprint --workers $((least % 3 + 2)) --checkpoint ck --every 0 \
                "${resume[@]}" "${p[@]}" > out.txt 2>&1 &
            pid=$!
            until_kept $pid $least
            kill -$whom $pid
            wait $pid 2> /dev/null
            for file in ck.[12]; do # whoever keeps the program lets them go when it has noticed
                for ((i = 0; i < 200; i++)); do flock -n "$file" true && break; sleep 0.05; done
            done
        done
        check --search dfs --store fingerprint --workers 3 --resume ck "${p[@]}"
        [ "$got" = "$reference" ] && pass "killed: $whom" || miss "$whom of several: $got, undisturbed: $reference"
    done
    [ "$(cat ck ck.[12] | wc -c)" -lt $(($(states_in ck) * 16)) ] && pass size || miss "more than 16 bytes for a state: $(cat ck ck.[12] | wc -c)"
}

group() {
    spread=$((${#1} * 7919))
    "$1"
}
lib_main "$@"
