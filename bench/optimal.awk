# Draws the rows of bench/optimal.sh: a panel per program, deliveries (logarithmic) against the size, a line per way to explore.
function x_of(p, n) { return p * WIDTH + 50 + (n - least[p]) / (most[p] > least[p] ? most[p] - least[p] : 1) * (WIDTH - 80) }
function y_of(d) { return 40 + (TOP - log(d) / log(10)) / TOP * HEIGHT }
BEGIN {
    WIDTH = 230
    HEIGHT = 240
    split("optimal transdpor+sleep persistent stateful stateful+ample", ways, " ")
    split("#c0392b #2c6fbb #7f8c8d #27864a #8e44ad", colours, " ")
}
{
    if (!($1 in panel)) { panel[$1] = panels; name[panels++] = $1 }
    p = panel[$1]
    if (!(p in least) || $2 < least[p]) least[p] = $2
    if (!(p in most) || $2 > most[p]) most[p] = $2
    row[NR] = p " " $2 " " $3 " " $6
    if (log($6) / log(10) > TOP) TOP = log($6) / log(10)
}
END {
    if (TOP == 0) TOP = 1
    TOP = int(TOP) + 1
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", panels * WIDTH + 20, HEIGHT + 110
    for (p = 0; p < panels; p++) {
        printf "<text x=\"%d\" y=\"24\" font-weight=\"bold\">%s</text>\n", p * WIDTH + 50, name[p]
        for (t = 0; t <= TOP; t++) {
            printf "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", p * WIDTH + 45, (p + 1) * WIDTH - 20, y_of(10 ^ t), y_of(10 ^ t)
            if (p == 0) printf "<text x=\"40\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>\n", y_of(10 ^ t) + 4, t
        }
        for (n = least[p]; n <= most[p]; n++) printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(p, n), HEIGHT + 58, n
        for (w = 1; w <= 5; w++) {
            points = ""
            for (i = 1; i <= NR; i++) {
                split(row[i], r, " ")
                if (r[1] == p && r[3] == ways[w]) points = points sprintf("%.1f,%.1f ", x_of(p, r[2]), y_of(r[4]))
            }
            printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n", points, colours[w], w == 1 ? "2.5" : "1.5"
        }
    }
    for (w = 1; w <= 5; w++) {
        printf "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/>", 50 + (w - 1) * 150, HEIGHT + 82, colours[w]
        printf "<text x=\"%d\" y=\"%d\">%s</text>\n", 70 + (w - 1) * 150, HEIGHT + 88, ways[w]
    }
    printf "<text x=\"50\" y=\"%d\">deliveries until everything is explored, by size</text>\n</svg>\n", HEIGHT + 106
}
