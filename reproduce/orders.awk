# Draws docs/orders.svg: how many deliveries each reduction needs under each message order (dissertation, chapter 4).
#
#   awk -f orders.awk FIGURES     lines of `subject;reduction;ORDER;deliveries`, in any order
#
# One panel per subject: the orders from left to right, deliveries upwards on one logarithmic scale for all panels, and below the
# name the best and the worst order of each reduction. The picture has a background of its own, so it can be read on any page.
# Colours: Okabe and Ito, which the colour-blind can tell apart; the shapes say the same.

function fail(reason)
{
    print "orders.awk: " reason > "/dev/stderr"
    failed = 1
    exit 1
}

function text(x, y, class, anchor, content)
{
    printf "<text x=\"%d\" y=\"%d\" class=\"%s\" text-anchor=\"%s\">%s</text>\n", x, y, class, anchor, content
}

function line(x1, y1, x2, y2, class)
{
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class
}

function mark(r, x, y)
{
    if (r == 1) {
        printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" class=\"r1\"/>\n", x, y
    } else if (r == 2) {
        printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\" class=\"r2\"/>\n", x - 4, y - 4
    } else {
        printf "<path d=\"M%.1f %.1f l5.2 9 h-10.4 z\" class=\"r3\"/>\n", x, y - 5.5
    }
}

function height(deliveries)
{
    return PLOT_HEIGHT * (log(deliveries) - log(LOWEST)) / (log(HIGHEST) - log(LOWEST))
}

# The orders that need exactly this many.
function orders_with(subject, r, wanted,    o, list)
{
    for (o = 1; o <= order_count; o++) {
        if (deliveries[subject, reductions[r], orders[o]] == wanted) {
            list = list (list == "" ? "" : ", ") tolower(orders[o])
        }
    }
    return list
}

function extremes(subject, r,    o, n)
{
    best = worst = deliveries[subject, reductions[r], orders[1]]
    for (o = 2; o <= order_count; o++) {
        n = deliveries[subject, reductions[r], orders[o]]
        if (n < best) best = n
        if (n > worst) worst = n
    }
}

function factor(quotient)
{
    return sprintf(quotient < 9.95 ? "%.1f×" : "%.0f×", quotient)
}

function table_of(subject, x, y,    r)
{
    text(x + 140, y, "small muted", "start", "fewest deliveries")
    text(x + 264, y, "small muted", "start", "most deliveries")
    for (r = 1; r <= reduction_count; r++) {
        y += 15
        extremes(subject, r)
        mark(r, x + 22, y - 4)
        text(x + 34, y, "small", "start", reductions[r])
        text(x + 140, y, "small", "start", best " " orders_with(subject, r, best))
        text(x + 264, y, "small", "start", worst " " orders_with(subject, r, worst))
        text(x + PANEL_WIDTH, y, "small strong", "end", factor(worst / best))
    }
}

function plot_of(subject, x, y,    o, r, n, step, decade)
{
    step = (PANEL_WIDTH - AXIS_WIDTH) / order_count
    for (decade = 100; decade <= HIGHEST; decade *= 10) {
        line(x + AXIS_WIDTH, y - height(decade), x + PANEL_WIDTH, y - height(decade), "grid")
        printf "<text x=\"%d\" y=\"%.1f\" class=\"small muted\" text-anchor=\"end\">10<tspan dy=\"-4\" class=\"power\">%d</tspan></text>\n", \
            x + AXIS_WIDTH - 6, y - height(decade) + 4, length(decade "") - 1
    }
    text(x + AXIS_WIDTH - 6, y + 16, "small muted", "end", "--order")
    line(x + AXIS_WIDTH, y, x + PANEL_WIDTH, y, "grid")
    for (o = 1; o <= order_count; o++) {
        if (o % 2 == 0) {
            printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"band\"/>\n", x + AXIS_WIDTH + (o - 1) * step, \
                y - PLOT_HEIGHT, step, PLOT_HEIGHT
        }
        text(x + AXIS_WIDTH + (o - 0.5) * step, y + 16, "label", "middle", tolower(orders[o]))
        for (r = 1; r <= reduction_count; r++) {
            n = deliveries[subject, reductions[r], orders[o]]
            mark(r, x + AXIS_WIDTH + (o - 0.5) * step + (r - 2) * 13, y - height(n))
        }
    }
    printf "<text transform=\"translate(%d %d) rotate(-90)\" class=\"small muted\" text-anchor=\"middle\">deliveries</text>\n", \
        x + 4, y - PLOT_HEIGHT / 2
}

BEGIN {
    FS = ";"
    # The topologies that the guidelines speak of come first.
    subject_count = split("pipesort4 fib5 quicksort6 chameneos pi5 leader shortpathA shortpathB", subjects, " ")
    split("pipeline;tree;tree;broker;master and workers;ring;graph;graph", shapes, ";")
    reduction_count = split("dcute persistent persistent+sleep", reductions, " ")
    order_count = split("ECA LCA FIFO LIFO LDM HDM HMS SGR", orders, " ")
    LOWEST = 50
    HIGHEST = 300000
    WIDTH = 960
    MARGIN = 24
    GAP = 40
    PANEL_WIDTH = (WIDTH - 2 * MARGIN - GAP) / 2
    AXIS_WIDTH = 48
    PLOT_HEIGHT = 150
    HEAD_HEIGHT = 108
    PANEL_HEIGHT = 286
}

{
    deliveries[$1, $2, $3] = $4 + 0
}

END {
    if (failed) exit 1
    for (s = 1; s <= subject_count; s++) {
        for (r = 1; r <= reduction_count; r++) {
            for (o = 1; o <= order_count; o++) {
                n = deliveries[subjects[s], reductions[r], orders[o]]
                if (n < LOWEST || n > HIGHEST) {
                    fail(subjects[s] " " reductions[r] " " orders[o] ": " n " deliveries are not on the scale")
                }
            }
        }
    }
    total = HEAD_HEIGHT + int((subject_count + 1) / 2) * PANEL_HEIGHT
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n", WIDTH, total, WIDTH, total
    print "<!-- drawn by reproduce/orders.awk, see make reproduce -->"
    print "<title>Deliveries of each reduction under the eight message orders</title>"
    print "<style>"
    print "text { font-family: \"DejaVu Sans\", Verdana, Helvetica, Arial, sans-serif; fill: #1a1a1a }"
    print ".label { font-size: 12px } .title { font-size: 19px; font-weight: bold } .name { font-size: 15px; font-weight: bold }"
    print ".small { font-size: 11px } .power { font-size: 8px } .strong { font-weight: bold } .muted { fill: #595959 }"
    print ".grid { stroke: #c8c8c8; stroke-width: 1 } .band { fill: #000000; fill-opacity: 0.045 }"
    print ".r1 { fill: #0072b2 } .r2 { fill: #d55e00 } .r3 { fill: #009e73 }"
    print "</style>"
    printf "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#ffffff\"/>\n", WIDTH, total
    text(MARGIN, 36, "title", "start", "What the message order costs")
    text(MARGIN, 58, "label", "start", "Deliveries that a reduction explores under each of the eight message orders. Logarithmic, the same scale in every panel.")
    for (r = 1; r <= reduction_count; r++) {
        mark(r, MARGIN + 6 + (r - 1) * 170, 80)
        option = reductions[r]
        sub(/[+]/, " --", option)
        text(MARGIN + 18 + (r - 1) * 170, 84, "label", "start", "--reduction " option)
    }
    for (s = 1; s <= subject_count; s++) {
        x = MARGIN + ((s - 1) % 2) * (PANEL_WIDTH + GAP)
        y = HEAD_HEIGHT + int((s - 1) / 2) * PANEL_HEIGHT
        printf "<g>\n<text x=\"%d\" y=\"%d\" class=\"name\">%s<tspan class=\"label muted\" font-weight=\"normal\" dx=\"8\">%s</tspan></text>\n", \
            x, y + 14, subjects[s], shapes[s]
        table_of(subjects[s], x, y + 32)
        plot_of(subjects[s], x, y + 92 + PLOT_HEIGHT)
        print "</g>"
    }
    print "</svg>"
}
