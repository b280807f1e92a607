#!/bin/sh
# Checks what the tree promises: a folder of src/ includes only itself and the folders that it may build on, files, functions and folders stay short,
# headers of different folders do not share names, no function is used that cannot know the size of its buffer, no pool is emptied by hand, the command writes text in one place only, and every file begins
# with a comment that says what it is. An adapter builds on what is installed only.
set -eu
cd "$(dirname "$0")/.."
# shellcheck disable=SC2016,SC2086
find ${1:-src adapters} -name '*.[chS]' | LC_ALL=C sort | xargs awk '
BEGIN {
    LINES_MAX = 400
    FUNCTION_MAX = 60
    FILES_MAX = 20 # .c files of a folder
    # The engine: each folder may build on what its row names. The trace is part of both sides, so it builds on base only.
    allowed["base"] = "base"
    allowed["trace"] = "base trace"
    allowed["channel"] = "base channel"
    below = "base channel model"
    allowed["model"] = below
    below = below " actor"
    allowed["actor"] = below
    below = below " process"
    allowed["process"] = below
    below = below " guard"
    allowed["guard"] = below
    below = below " image"
    allowed["image"] = below
    allowed["identity"] = below " identity"
    below = below " step"
    allowed["step"] = below
    below = below " audit"
    allowed["audit"] = below
    below = below " moves"
    allowed["moves"] = below
    below = below " identity"
    below = below " store check"
    allowed["store"] = "base channel model store"
    allowed["check"] = below
    below = below " trace explore"
    allowed["explore"] = below
    allowed["workers"] = below " workers"
    below = below " paths"
    allowed["paths"] = below
    below = below " cover" # other searches measure coverage too
    allowed["cover"] = below
    allowed["reduce"] = below " reduce"
    allowed["optimal"] = below " workers optimal"
    allowed["sample"] = below " sample"
    allowed["states"] = below " workers states"
    allowed["critical"] = below " workers states critical"
    allowed["engine"] = below " workers states critical reduce optimal sample engine"
    # The command. From the engine it also knows the flags of a message.
    allowed["dwarf"] = "base trace dwarf"
    allowed["report"] = allowed["dwarf"] " report model/message.h"
    allowed["page"] = allowed["report"] " page"
    allowed["formats"] = allowed["report"] " formats"
    allowed["options"] = allowed["report"] " options"
    allowed["shells"] = allowed["options"] " shells"
    allowed["starter"] = allowed["options"] " starter"
    allowed["checkpoint"] = allowed["options"] " checkpoint"
    allowed["cluster"] = allowed["checkpoint"] " cluster"
    allowed["supervise"] = allowed["cluster"] " supervise"
    allowed["cli"] = allowed["supervise"] " page formats shells starter cli"
    # What moves bytes between ranks of a cluster: an executable of its own.
    allowed["mpi"] = "base mpi"
    # The library that programs link.
    allowed["live"] = "base channel trace model actor/context.h live"
    allowed["testing"] = "live testing"
}
function error(line, text) { printf "%s:%d: error: %s\n", FILENAME, line, text; bad = 1 }
function may(folder, header,    list, n, k) {
    n = split(allowed[folder], list, " ")
    for (k = 1; k <= n; k++)
        if (header == list[k] || index(header, list[k] "/") == 1) return 1
    return 0
}
FNR == 1 {
    adapter = FILENAME ~ /^adapters\//
    split(substr(FILENAME, index(FILENAME, "src/") + 4), part, "/")
    folder = adapter ? FILENAME : part[1]
    if (adapter) sub(/\/[^\/]*$/, "", folder)
    else if (!(folder in allowed)) error(1, "the folder " folder " has no place in tools/layers.sh")
    if (FILENAME !~ /\.S$/ && $0 !~ /^(\/\*|\/\/|#include)/) error(1, "begins with neither a comment nor an #include")
}
FNR == 1 && FILENAME ~ /\.c$/ && ++sources[folder] == FILES_MAX + 1 { error(1, "folder " folder " has more than " FILES_MAX " .c files") }
# With .clang-format, a function begins with a line in the first column, followed by a brace in the first column.
FNR == 1 { begins = 0 }
/^\{/ && previous !~ /[=;]$/ { begins = FNR }
/^\}/ && begins != 0 {
    if (FNR - begins - 1 > FUNCTION_MAX) error(begins, "a function of " FNR - begins - 1 " lines, more than " FUNCTION_MAX)
    begins = 0
}
{ previous = $0 }
FNR == LINES_MAX + 1 { error(FNR, "more than " LINES_MAX " lines") }
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    header = quoted[2]
    if (adapter) {
        if (header ~ /\// || system("test -f " folder "/" header) != 0) error(FNR, "an adapter must not include \"" header "\", which is not installed")
        next
    }
    if (header == "harrier.h" || header == "harrier/adapter.h") next
    if (header !~ /\//) error(FNR, "includes \"" header "\" without its folder")
    else if (folder in allowed && !may(folder, header)) error(FNR, folder " must not include " header)
}
# Headers of different folders do not give one name to two things: a struct, or a function that is declared or defined at the start of a line.
function once(kind, name,    key) {
    if (adapter) return # adapters and the engine are never linked together
    key = kind " " name
    if (key in owner && owner[key] != folder) error(FNR, key " has the name of one in " owner[key])
    owner[key] = folder
}
FILENAME ~ /\.h$/ && /^struct [a-z0-9_]+ \{/ { once("struct", $2) }
FILENAME ~ /\.h$/ && /^[a-z]/ && match($0, /[a-z0-9_]+\(/) && $0 !~ /^(extern|typedef|struct [a-z0-9_]+ \{)/ {
    once("function", substr($0, RSTART, RLENGTH - 1))
}
# Only pools change how much of them is used: what they hold counts against --memory.
FILENAME !~ /base\/pool\.c$/ && match($0, /[A-Za-z_][A-Za-z0-9_.>-]*(\.|->)used (=|\+=|-=) /) {
    text = substr($0, RSTART, RLENGTH)
    assigned[FILENAME, text ~ /->used/ ? substr(text, 1, index(text, "->used") - 1) : "&" substr(text, 1, index(text, ".used") - 1)] = FNR
}
{
    text = $0
    while (match(text, /pool_[a-z_]+\(&?[A-Za-z_][A-Za-z0-9_.>-]*/)) {
        name = substr(text, RSTART, RLENGTH)
        sub(/.*\(/, "", name)
        given[FILENAME, name] = 1
        text = substr(text, RSTART + RLENGTH)
    }
}
match($0, /(^|[^A-Za-z0-9_])(strcpy|strcat|sprintf|gets|strtok|alloca)[ \t]*\(/) {
    name = substr($0, RSTART, RLENGTH)
    gsub(/[^a-z]/, "", name)
    error(FNR, "calls " name "()")
}
# The command writes text with functions that escape what the program under test chose.
(folder == "report" || folder == "page" || folder == "formats" || folder == "options" || folder == "shells" || folder == "starter" || folder == "cli") && FILENAME !~ /\/print\.c$/ &&
    match($0, /(^|[^A-Za-z0-9_])(v?f?printf|puts|perror|fputs)[ \t]*\([^"]/) && $0 !~ /fputs\("/ {
    error(FNR, "writes text past report/print.h")
}
(folder == "report" || folder == "formats" || folder == "options" || folder == "cli") && /[^_a-z]json_string\(/ && FILENAME !~ /\/json\.c$/ { error(FNR, "makes a string past json_text()") }
END {
    for (key in assigned) {
        split(key, part, SUBSEP)
        if (key in given) { printf "%s:%d: error: sets how much of a pool is used\n", part[1], assigned[key]; bad = 1 }
    }
    exit bad
}' || exit 1

# src/README.md lists every file, and none that is gone.
if [ $# -eq 0 ]; then
    awk -F'|' '/^## / { folder = $0; sub(/^## /, "", folder); sub(/:.*/, "", folder) }
        /^\| `/ { n = split($2, name, "`"); for (i = 2; i <= n; i += 2) print folder "/" name[i] }' src/README.md | LC_ALL=C sort > "${TMPDIR:-/tmp}/listed.$$"
    find src -name '*.[chS]' | sed 's#^src/##' | LC_ALL=C sort > "${TMPDIR:-/tmp}/present.$$"
    difference=$(LC_ALL=C comm -3 "${TMPDIR:-/tmp}/listed.$$" "${TMPDIR:-/tmp}/present.$$" |
        sed 's#^\t\(.*\)#src/\1: error: is missing in src/README.md#; t; s#^\(.*\)#src/README.md: error: lists \1, which does not exist#')
    rm -f "${TMPDIR:-/tmp}/listed.$$" "${TMPDIR:-/tmp}/present.$$"
    if [ -n "$difference" ]; then
        printf '%s\n' "$difference"
        exit 1
    fi
fi
