#!/bin/bash
# The worked examples of the Bita paper (sections III and IV), on its Listing 1:    paper.sh HARRIER LISTING1
. "$(dirname "$0")/../lib.sh"
set -u
output=out
harrier=$(realpath "$1") listing1=$(realpath "$2")
lib_begin

# Lines of a schedule, or of a report, in the paper's names: Ex1 W1 Ad1 Fl Fd.
paper_names() {
    sed -E 's/action(\.([0-9]+))? <- Execute from main/Ex\2/g; s/writer <- Write( #[0-9]+)? from action(\.([0-9]+))?/W\3\1/g
            s/terminator <- ActionDone from action(\.([0-9]+))?/Ad\2/g; s/writer <- Flush from terminator/Fl/g
            s/terminator <- Flushed from writer/Fd/g; s/ #//g'
}
constraints() { # constraints KIND ARGUMENTS...: as First-Second, sorted
    local kind=$1
    shift
    "$harrier" cover --verbose --rounds 1 "$@" | paper_names | awk -v kind="$kind" '$1 == kind && $3 == "before" { print $2 "-" $4 }' |
        LC_ALL=C sort | tr '\n' ' '
}
# What is covered at the writer: PR, PBR, PCR.
writer_goals() { "$harrier" cover "$@" | awk '$1 == "writer" && /of/ { gsub(/ of /, "/"); print $2, $3, $4 }'; }
steps() { grep -v '^#' "$1" | grep -e '<-' | paper_names | tr '\n' ' ' | sed 's/ $//'; }
generated() { # generated CRITERION OPTIONS...: the schedules, one line each
    local criterion=$1
    shift
    rm -rf kept
    "$harrier" cover -q --criterion "$criterion" --initial "$here/paper.schedule" --save kept --save-all "$@" "$listing1" 2 > out || cat out
    for ((n = 2; ; n++)); do # the first one is the initial schedule
        [ -f "kept/listing1-$n.schedule" ] || break
        echo "$(sed -n 's/^# p[bc]*r: //p' "kept/listing1-$n.schedule" | paper_names | sed 's/  before  / before /'): $(steps "kept/listing1-$n.schedule")"
    done
}

# ---- section IV-C: the one-action run of Figure 1 ----

equal 'causality of the one-action run' 'Ad-Fl Ex-Ad Ex-W Fl-Fd W-Fd ' "$(constraints causality "$listing1" 1)"
equal 'its sender-receiver constraints' '' "$(constraints channel "$listing1" 1)"
equal 'its transitive closure' 'Ad-Fd Ad-Fl Ex-Ad Ex-Fd Ex-Fl Ex-W Fl-Fd W-Fd ' "$(constraints closure "$listing1" 1)"
equal 'two writes of one action are ordered' 'W-W2 ' "$(constraints channel "$listing1" 1 2)"
equal 'but not in a channel without order' '' "$(constraints channel --channel unordered "$listing1" 1 2)"

# ---- section III-A: goals of the writer with two actions, and the sets of schedules that cover them ----

schedule() { # schedule NAME EVENTS...: the actions first, the terminator when the flush is due
    local name=$1 event flush=$'terminator <- ActionDone from action.1\nterminator <- ActionDone from action.2'
    shift
    {
        echo 'harrier schedule 1'
        echo 'action.1 <- Execute from main'
        echo 'action.2 <- Execute from main'
        for event in "$@"; do
            case $event in
            W*) echo "writer <- Write from action.${event#W}" ;;
            Fl) echo "$flush" && echo 'writer <- Flush from terminator' ;;
            esac
        done
    } > "$name"
}
schedule w1w2fl W1 W2 Fl
schedule flw2w1 Fl W2 W1
schedule w1flw2 W1 Fl W2
schedule flw1w2 Fl W1 W2
cover_with() { # the coverage of a set of schedules, Definition 4
    local options=() name
    for name in "$@"; do
        options+=(--initial "$name")
    done
    writer_goals --rounds 0 "${options[@]}" "$listing1" 2
}
equal 'PR 6, PBR 4, PCR 6 goals; W1 W2 Fl has three, two, two' '3/6 2/4 2/6' "$(cover_with w1w2fl)"
equal 'PR is covered by two schedules' '6/6' "$(cover_with w1w2fl flw2w1 | cut -d' ' -f1)"
equal 'PBR is covered by two schedules' '4/4' "$(cover_with w1w2fl flw1w2 | cut -d' ' -f2)"
equal 'PCR is covered by four schedules' '6/6' "$(cover_with w1w2fl flw2w1 w1flw2 flw1w2 | cut -d' ' -f3)"
for missing in w1w2fl flw2w1 w1flw2 flw1w2; do
    others=$(printf '%s\n' w1w2fl flw2w1 w1flw2 flw1w2 | grep -v "$missing")
    # shellcheck disable=SC2086 # words
    [ "$(cover_with $others | cut -d' ' -f3)" != 6/6 ]
    equal "PCR is not covered without $missing" 0 $?
done

# ---- section IV-D: generation from Ex1 W1 Ex2 W2 Ad1 Ad2 Fl Fd ----

equal 'PR: three schedules, the first one as in the paper' \
'W2 before W1: Ex1 Ex2 W2 Ad1 Ad2 Fl W1
Fl before W2: Ex1 W1 Ex2 Ad1 Ad2 Fl W2
Ad2 before Ad1: Ex1 W1 Ex2 W2 Ad2 Ad1' "$(generated pr --literal)"
equal 'PBR: two schedules' \
'Fl before W1: Ex1 Ex2 Ad1 Ad2 Fl W1
Fl before W2: Ex1 W1 Ex2 Ad1 Ad2 Fl W2' "$(generated pbr --literal)"
equal 'PCR: four schedules' \
'W2 before W1: Ex1 Ex2 W2 W1 Ad2 Ad1
W1 before Fl: Ex1 Ex2 Ad1 Ad2 W1 Fl
Fl before W1: Ex1 Ex2 Ad1 Ad2 Fl W1
Fl before W2: Ex1 W1 Ex2 Ad1 Ad2 Fl W2' "$(generated pcr --literal)"
for criterion in pr:1 pbr:2 pcr:3; do
    equal "${criterion%:*}: all goals are covered" "$(echo '6/6 4/4 6/6' | cut -d' ' -f"${criterion#*:}")" \
        "$(writer_goals --criterion "${criterion%:*}" --literal --initial "$here/paper.schedule" "$listing1" 2 | cut -d' ' -f"${criterion#*:}")"
done
# The goals that the generated schedule brings: W2 before W1 and Fl before W1.
generated pr --literal > /dev/null
"$harrier" cover -v --rounds 0 --initial "$here/paper.schedule" "$listing1" 2 | paper_names | awk '$1 == "pr:" && / before /' | sort > before
"$harrier" cover -v --rounds 0 --literal --initial "$here/paper.schedule" --initial kept/listing1-2.schedule "$listing1" 2 | paper_names |
    awk '$1 == "pr:" && / before /' | sort > after
equal 'the new goals of the first schedule' 'pr: Fl before W1
pr: W2 before W1' "$(comm -23 before after | sed -E 's/^ +//; s/  before  / before /')"

# ---- beyond the paper: what is met after a schedule's end counts, and what is new is generated from ----

equal 'fewer schedules when runs count as a whole' '3 1 3' \
    "$(for criterion in pr pbr pcr; do generated $criterion --rounds 1 | grep -c .; done | tr '\n' ' ' | sed 's/ $//')"
equal 'all rounds: a flush caused by the other action is another event, its goals are covered as well' '10/10 8/8 10/10' \
    "$(writer_goals "$listing1" 2)"

lib_end
