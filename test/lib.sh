# What the shell tests share: groups of cases, counting, and what is shown of a failure. A script begins with
#     . "$(dirname "$0")/../lib.sh"
# and can be called in these ways:
#     SCRIPT --list                   prints its groups, a line each; CMake makes a test of each (harrier_groups in CMakeLists.txt)
#     SCRIPT --group NAME ARG...      runs one group
#     SCRIPT ARG...                   runs all groups, one after the other
# For that the script defines
#     groups          prints the names of the groups, without looking at any ARG
#     prepare ARG...  takes the ARGs; remaining words choose cases: only+=("$@")
#     group NAME      runs the cases of one group
# and ends with: lib_main "$@"
# A script with few cases has no groups: after lib_begin come its cases, then lib_end.
#
# CASES="WORD WORD"   runs only cases that have one of the words
# FAIL_FAST=1         the first failure ends the script
# VERBOSE=1           also names cases that pass, and shows all that a failing command printed
# shellcheck shell=bash disable=SC2034 # variables are for the scripts

here=$(dirname "$(realpath "$0")")
passed=0 failed=0 skipped=0 problems=
output=said # the file with what the last command printed
read -ra only <<< "${CASES:-}"
export LC_ALL=C NO_COLOR=1

# ---- processes ----

children() { cat "/proc/$1/task/$1/children" 2> /dev/null; } # children PID
below() { # below PID: all processes below it
    local child
    for child in $(children "$1"); do
        echo "$child"
        below "$child"
    done
}

# ---- which cases ----

wanted() { # wanted TEXT: whether TEXT has one of the words that choose cases, or all cases are wanted
    [ ${#only[@]} = 0 ] && return 0
    local word
    for word in "${only[@]}"; do
        [[ " $1 " == *" $word "* ]] && return 0
    done
    return 1
}

# The lines of a table with columns separated by |, without comments and empty lines: all, or those whose COLUMN begins with WORD.
lines_of() { # lines_of FILE [COLUMN WORD]
    awk -F'|' -v column="${2:-0}" -v word="${3:-}" '
        /^#/ || /^[[:space:]]*$/ { next }
        { split($column, words, " ") }
        word == "" || words[1] == word' "$1"
}
# The words with which a column of such a table begins.
words_of() { # words_of FILE COLUMN
    lines_of "$1" | awk -F'|' -v column="$2" '{ split($column, words, " "); print words[1] }' | sort -u
}

trim() { sed 's/^ *//; s/ *$//; s/  */ /g'; }

# ---- counting ----

pass() { # pass [NAME]
    passed=$((passed + 1))
    [ -z "${VERBOSE:-}" ] || [ -z "$*" ] || echo "ok    $*"
}

miss() { # miss NAME AND WHAT IS WRONG: a case fails
    failed=$((failed + 1))
    echo "FAIL  $*"
    show
    [ -z "${FAIL_FAST:-}" ] || lib_end
}

skip() { # skip REASON: something cannot be tried here. If no case was tried, the test counts as skipped.
    skipped=$((skipped + 1))
    echo "($*)"
}

show() {
    [ -f "$output" ] || return 0
    if [ -n "${VERBOSE:-}" ] || [ "$(wc -l < "$output")" -le 24 ]; then
        cat -v "$output"
    else
        head -n 12 "$output" | cat -v
        echo '...'
        tail -n 12 "$output" | cat -v
    fi | sed 's/^/      | /'
}

equal() { # equal NAME EXPECTED GOT: a whole case, which passes if the two are equal
    if [ "$2" = "$3" ]; then
        pass "$1"
    elif [[ $2$3 == *$'\n'* ]]; then
        miss "$1"
        diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") | sed 's/^/      /'
    else
        miss "$1: '$3', not '$2'"
    fi
}

# ---- a case of several steps: these functions collect problems, and verdict passes or fails the case ----

fail() { problems="$problems; $*"; }
expect() { [ "$2" = "$3" ] || fail "$1 is '$3', not '$2'"; }
one_of() { [[ " $2 " == *" $3 "* ]] || fail "$1 is '$3', none of: $2"; }
says() { grep -qF -e "$1" "$output" || fail "the output lacks '$1'"; }
lacks() { ! grep -qF -e "$1" "$output" || fail "the output has '$1'"; }
verdict() { # verdict NAME
    local wrong=${problems#; }
    problems=
    [ -z "$wrong" ] && pass "$1" || miss "$1: $wrong"
}

# ---- beginning and end ----

# The names of the functions case_NAME of a file, which are its cases.
functions_of() { sed -n 's/^case_\([a-z_0-9]*\)() .*/\1/p' "$1"; }

lib_begin() { # goes to an empty folder, which is removed when the script ends
    work=$(mktemp -d "${TMPDIR:-/tmp}/harrier-test.XXXXXX") || exit 2
    trap 'rm -rf "$work"' EXIT
    cd "$work" || exit 2
}

lib_end() {
    if [ $((passed + failed)) = 0 ] && [ ${#only[@]} = 0 ]; then
        [ "$skipped" = 0 ] || exit 77
        echo 'FAIL  nothing was tried'
        failed=1
    fi
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}

lib_main() {
    local name=
    case ${1:-} in
    --list)
        groups
        exit
        ;;
    --group)
        name=$2
        shift 2
        ;;
    esac
    prepare "$@"
    lib_begin
    for name in ${name:-$(groups)}; do
        group "$name"
    done
    lib_end
}
