# The papers' tables for a terminal, theirs first: awk -F';' -f tables.awk RESULTS

function both(theirs, ours)
{
    return theirs == "" ? ours : theirs "/" ours
}

# Speed-up of TransDPOR over persistent sets, in deliveries: theirs/ours.
function speedup(    key, theirs)
{
    key = $1 SUBSEP $2 SUBSEP $5
    if ($4 ~ /^persistent/) {
        their_base[key] = $9
        our_base[key] = $28
        return ""
    }
    if ($1 !~ /^TransDPOR, Table/ || $4 !~ /^transdpor/ || our_base[key] == "" || $28 == 0 || $9 == 0) {
        return ""
    }
    note(theirs = their_base[key] / $9, our_base[key] / $28)
    return sprintf("%.2fx/%.2fx", theirs, our_base[key] / $28)
}

function note(theirs, ours)
{
    ratios++
    their_sum += log(theirs)
    our_sum += log(ours)
    their_max = theirs > their_max ? theirs : their_max
    our_max = ours > our_max ? ours : our_max
}

# Geometric means: the paper's averages are those (2.39x for its first table).
function end_table()
{
    if (ratios > 0) {
        printf "  %-20s %-8s %-17s %-5s %88s  Max %.2fx/%.2fx, Average %.2fx/%.2fx\n", "", "", "", "", "", their_max, our_max,
            exp(their_sum / ratios), exp(our_sum / ratios)
    }
    ratios = their_sum = our_sum = their_max = our_max = 0
}

$1 != table {
    end_table()
    table = $1
    printf "\n%s\n  %-20s %-8s %-17s %-5s %17s %17s %15s %7s %12s %13s  %s\n", table, "subject", "flavour", "algorithm", "order", "states theirs/ours",
        "deliveries", "paths", "depth", "seconds", "megabytes", "speed-up"
}

{
    printf "  %-20s %-8s %-17s %-5s %17s %17s %15s %7s %12s %13s  %s%s%s\n", $2, $3, $4, $5, both($8, $27), both($9, $28), both($10, $29), both($11, $30),
        both($12, sprintf("%.2f", $31)), both($13, sprintf("%.1f", $32 / 1048576)), speedup(), $33 == "" ? "" : "  " $33,
        $25 == "off" ? "  OFF: expected " $14 "/" $15 "/" $16 "/" $17 : $25 == "differ" ? "  differs: " $24 : ""
}

END { end_table() }
