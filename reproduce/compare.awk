# Rows of figures.csv with what was measured: awk -F';' -v OFS=';' -f compare.awk MEASURED FIGURES
#
# Appended to each row: exact, differ or off; deliveries as measured; then states, deliveries, paths and depth with the convention's constants;
# seconds, bytes, and what was found.

FNR == NR {
    found[$1, $2, $3] = $0
    next
}

{
    key = $6 SUBSEP $7 SUBSEP $18
    split(key in found ? found[key] : "", m, ";")
    measured = m[5] # empty when the run failed
    as_expected = measured != ""
    as_published = as_expected
    for (i = 1; i <= 4; i++) {
        ours[i] = measured == "" ? "" : m[3 + i] + $(19 + i)
        if ($(13 + i) != "" && $(13 + i) != ours[i]) {
            as_expected = 0
        }
        if ($(7 + i) != "" && $(7 + i) != ours[i]) {
            as_published = 0
        }
    }
    if ($18 != "" && $18 != m[10]) {
        as_expected = 0
    }
    mark = !as_expected || ($19 == "exact") != as_published || ($19 != "exact" && $24 == "") ? "off" : as_published ? "exact" : "differ"
    print $0, mark, m[5], ours[1], ours[2], ours[3], ours[4], m[8], m[9], m[10]
}
