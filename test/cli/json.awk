# The members of the JSON object on each line, one per line: name, type, value. Exits 1 when something is no object.
function member(name, value,    type) {
    type = value ~ /^"/ ? "string" : value ~ /^\[/ ? "array" : value ~ /^\{/ ? "object" : value ~ /^(true|false)$/ ? "boolean" : \
           value == "null" ? "null" : value ~ /^-?[0-9]+$/ ? "integer" : value ~ /^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/ ? "real" : "bad"
    if (type == "string") value = substr(value, 2, length(value) - 2)
    if (type == "bad" || name == "") wrong = 1
    print name "\t" type "\t" value
}
{
    depth = 0; quoted = 0; token = ""; name = ""
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (quoted) {
            token = token c
            if (c == "\\") token = token substr($0, ++i, 1)
            else if (c == "\"") quoted = 0
            continue
        }
        if (c == "}" || c == "]") depth--
        if (depth == 0 && c == "}" || depth == 1 && c == ",") { member(name, token); token = name = "" }
        else if (depth == 1 && c == ":") { name = token; gsub(/"/, "", name); token = "" }
        else if (c != " " && !(c == "{" && depth == 0)) token = token c
        if (c == "{" || c == "[") depth++
        if (c == "\"") quoted = 1
    }
    if (depth != 0 || quoted || $0 !~ /^\{.*\}$/) wrong = 1
}
END { exit wrong || NR == 0 }
