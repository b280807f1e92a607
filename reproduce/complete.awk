# Published rows that figures.csv does not have, or has with another published value: awk -F';' -f complete.awk published.csv figures.csv
#
# published.csv is what the papers print, typed from them table by table. The dissertation prints the persistent column of Table 4.1 in Table 4.2 again,
# with the same values: it is there once.

FNR == 1 { next }

FNR == NR {
    key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
    order[++count] = key
    cells[key] = $6 ";" $7 ";" $8 ";" $9 ";" $10 ";" $11
    next
}

{ has[$1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5] = $8 ";" $9 ";" $10 ";" $11 ";" $12 ";" $13 }

END {
    for (i = 1; i <= count; i++) {
        name = order[i]
        there = name in has ? has[name] : "no such row"
        if (there != cells[name]) {
            wanted = cells[name]
            gsub(SUBSEP, ";", name)
            print "absent: " name ": published " wanted ", in figures.csv " there
        }
    }
}
