#!/bin/bash
# The manual pages and the other documents: nothing that the source has is missing in them, and what they point to exists.
#     run.sh BUILD-DIR SOURCE-DIR
. "$(dirname "$0")/../lib.sh"
build=$(realpath "$1") source=$(realpath "$2")
lib_begin
page=$build/harrier.1
section() { sed -n "/^\.SH $1\$/,/^\.SH /p" "$page" | sed 's/\\-/-/g; s/\\f[BIR]//g'; }

# ---- commands, options, exit statuses, environment variables ----
section SYNOPSIS > synopsis
section COMMANDS > commands
for command in $("$build/harrier" --help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
    grep -qE "^\.B \"?harrier $command" synopsis || fail 'not in the synopsis'
    grep -qE "^\.B[RI] $command " commands || fail 'not among the commands'
    verdict "harrier $command in harrier(1)"
    equal "the options of $command that harrier(1) lacks" '' "$(comm -23 \
        <("$build/harrier" help "$command" | sed -nE 's/^  (-., |    )--([a-z-]+)( .*|$)/\2/p' | sort -u) \
        <(section OPTIONS | grep -oE -- '--[a-z-]+' | cut -c 3- | sort -u))"
done
equal 'the exit statuses' "$(sed -nE 's/^ *EXIT_[A-Z]* = ([0-9]+),$/\1/p' "$source/src/report/say.h")" \
    "$(section 'EXIT STATUS' | sed -nE 's/^\.B ([0-9]+)$/\1/p')"
# Not for users: what switches rules off in tests of the tests.
equal 'the environment variables that harrier(1) lacks' HARRIER_MUTANT "$(comm -23 \
    <(grep -rhoE 'getenv\("[A-Z_]+"\)' "$source/src" | cut -d '"' -f 2 | sort -u) <(section ENVIRONMENT | grep -oE '[A-Z][A-Z_]+' | sort -u))"
equal 'settings of a schedule that harrier-schedule(5) lacks' '' "$(comm -23 \
    <(sed -nE 's/^\| (`.*) \|.*/\1/p' "$source/docs/schedule-format.md" | sed -n '/^`channel NAME`/,$p' | grep -oE '`[a-z-]+ (NAME|N|yes)`' | cut -d ' ' -f 1 | tr -d '`' | sort -u) \
    <(sed 's/\\-/-/g' "$build/harrier-schedule.5" | sed -nE 's/^\.BI? ([a-z-]+) .*/\1/p' | sort -u))"
for page in harrier.1 harrier-schedule.5; do
    equal "$page: places left open" '' "$(grep -n '@[A-Z]*@' "$build/$page")"
    if command -v groff > /dev/null; then
        equal "$page renders without warnings" '' "$(groff -man -ww -z "$build/$page" 2>&1)"
    elif command -v man > /dev/null; then
        equal "$page renders without warnings" '' "$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$build/$page" 2>&1 > /dev/null)"
    fi
done

# ---- what the README shows is what is printed ----
shown() { sed -n '/^FAIL     writer/,/^  debug/p' | sed -E 's/[0-9.]+ s;/TIME s;/; s/ +$//'; }
ln -s "$build/examples/writer" .
PATH=$build:$PATH harrier check ./writer > printed 2>&1
equal 'the check in README.md' "$(shown < "$source/README.md")" "$(shown < printed)"

# ---- links between documents ----
# What a heading is called in a link: letters, digits, dashes; spaces become dashes.
headings() {
    awk '/^```/ { code = !code } /^#+ / && !code {
        name = tolower($0)
        sub(/^#+ +/, "", name)
        gsub(/[^a-z0-9_ -]/, "", name)
        gsub(/ /, "-", name)
        print name (seen[name]++ ? "-" seen[name] - 1 : "")
    }' "$1"
}
cd "$source" || exit 1
output=/dev/null
git ls-files '*.md' 2> /dev/null > "$work/files" || find . -name '*.md' -not -path './build*' > "$work/files"
while read -r file; do
    while read -r link; do
        target=$(dirname "$file")/${link%%#*}
        [[ $link != '#'* ]] || target=$file
        [ -e "$target" ] || fail "points to $link"
        [[ $link != *.md#* && $link != '#'* ]] || headings "$target" | grep -qxF -e "${link#*#}" || fail "points to $link, where no heading is called that"
    done <<< "$(sed '/^```/,/^```/d' "$file" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^[a-z]+:' || echo .)"
    verdict "the links of $file"
done < "$work/files"
lib_end
