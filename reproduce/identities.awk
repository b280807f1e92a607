# States by identity, a line per subject: awk -F';' -f identities.awk MEASURED IDENTITIES
# Fails when one of them is not the one expected, or when `symmetric` has more states than `jacco`.

function end_line()
{
    if (line != "") {
        printf "  %-28s%s%s\n", line_of, line, wrong
    }
    line = wrong = ""
}

FNR == NR {
    if ($3 == "") {
        states[$1, $2] = $4
    }
    next
}

$1 != table || $2 " " $3 != line_of {
    end_line()
    line_of = $2 " " $3
}

$1 != table {
    table = $1
    printf "\n%s: states, theirs/ours\n", table
}

{
    ours = ($6, $7) in states && states[$6, $7] != "" ? states[$6, $7] + $10 : ""
    if (ours == $9) {
        good++
    } else {
        bad++
        wrong = wrong "  off: " $4 " was " $9
    }
    line = line sprintf("  %s %-18s", $4, $8 == "" ? ours : $8 "/" ours)
    if ($4 == "jacco") {
        jacco = ours
    } else if ($4 == "numbered") { # the paper's percentage is in the published value
        line = line sprintf("  fewer by %d%%  ", ours == 0 ? 0 : (ours - jacco) * 100 / ours)
    } else if ($4 == "symmetric" && ours > jacco) {
        bad++
        wrong = wrong "  off: symmetric has more than jacco"
    }
}

END {
    end_line()
    printf "\n%d state counts by identity as pinned, %d not\n", good, bad
    exit bad != 0
}
