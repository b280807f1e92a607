# The papers' tables as Markdown, or as the body of a page: awk -F';' -v format=markdown|html -f page.awk RESULTS
# Theirs and ours have a column each where there is something to compare.

function escaped(text)
{
    if (format == "html") {
        gsub(/&/, "\\&amp;", text)
        gsub(/</, "\\&lt;", text)
    } else {
        gsub(/[|]/, "\\|", text)
    }
    return text
}

function row(cells, count, tag,    i, line)
{
    line = format == "html" ? "<tr>" : "|"
    for (i = 1; i <= count; i++) {
        line = line (format == "html" ? "<" tag ">" escaped(cells[i]) "</" tag ">" : " " escaped(cells[i]) " |")
    }
    print line (format == "html" ? "</tr>" : "")
}

function heading(title,    names, count, i, line)
{
    if (table != "" && format == "html") {
        print "</table>"
    }
    print format == "html" ? "<h2>" escaped(title) "</h2>\n<table>" : "\n## " title "\n"
    count = split("subject;flavour;algorithm;order;states, theirs;ours;deliveries, theirs;ours;paths, theirs;ours;depth, theirs;ours;" \
                  "seconds, theirs;ours;megabytes, theirs;ours;speed-up in paths, theirs;ours;in deliveries, theirs;ours;in seconds, theirs;ours;" \
                  "in megabytes, theirs;ours;result", names, ";")
    row(names, count, "th")
    if (format != "html") {
        for (i = 1; i <= count; i++) {
            line = line "|---"
        }
        print line "|"
    }
    table = title
}

function ratio(base, value)
{
    return base > 0 && value > 0 ? sprintf("%.2fx", base / value) : ""
}

# What TransDPOR saves over persistent sets, whose row with the same subject and order comes before: theirs and ours, in the paper's four columns.
function speedups(cells,    key, i, now, a, b)
{
    key = $1 SUBSEP $2 SUBSEP $5
    now = $10 ";" $29 ";" $9 ";" $28 ";" $12 ";" $31 ";" $13 ";" $32
    split(now, b, ";")
    for (i = 1; i <= SPEEDUPS; i++) {
        cells[FIRST_SPEEDUP + i - 1] = ""
    }
    if ($4 ~ /^persistent/) {
        base[key] = now
    } else if ($1 ~ /^TransDPOR, Table/ && key in base) {
        split(base[key], a, ";")
        for (i = 1; i <= SPEEDUPS; i++) {
            cells[FIRST_SPEEDUP + i - 1] = ratio(a[i], b[i])
            note(i, a[i] > 0 && b[i] > 0 ? a[i] / b[i] : 0)
        }
    }
}

function note(i, value)
{
    if (value > 0) {
        sum[i] += log(value)
        number[i]++
        most[i] = value > most[i] ? value : most[i]
    }
}

# Max and Average, as the paper has them; the average is the geometric mean, which gives its 2.39x.
function end_table(    last, i, line)
{
    for (line = 1; line <= 2 && number[1] > 0; line++) {
        for (i = 1; i <= COLUMNS; i++) {
            last[i] = ""
        }
        for (i = 1; i <= SPEEDUPS; i++) {
            if (number[i] > 0) {
                last[FIRST_SPEEDUP + i - 1] = sprintf("%.2fx", line == 1 ? most[i] : exp(sum[i] / number[i]))
            }
        }
        last[1] = line == 1 ? "Max" : "Average"
        row(last, COLUMNS, "td")
    }
    split("", sum)
    split("", number)
    split("", most)
}

BEGIN {
    FIRST_SPEEDUP = 17
    SPEEDUPS = 8
    COLUMNS = FIRST_SPEEDUP + SPEEDUPS
}

{
    if ($1 != table) {
        end_table()
        heading($1)
    }
    for (i = 1; i <= 4; i++) {
        cell[i] = $(1 + i)
        cell[3 + 2 * i] = $(7 + i)
        cell[4 + 2 * i] = $(26 + i)
    }
    cell[13] = $12
    cell[14] = sprintf("%.2f", $31)
    cell[15] = $13
    cell[16] = sprintf("%.1f", $32 / 1048576)
    speedups(cell)
    cell[COLUMNS] = $25 == "differ" ? "differs: " $24 : $25
    row(cell, COLUMNS, "td")
}

END {
    end_table()
    if (format == "html") {
        print "</table>"
    }
}
