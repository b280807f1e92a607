#!/bin/bash
# Completion of command lines: what each shell offers is what --help and `harrier list` name.    run.sh [--list | --group NAME] BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u

prepare() {
    build=$(realpath "$1")
    harrier=$build/harrier
}
groups() { printf '%s\n' bash zsh fish; }

# ---- asking a shell: what it offers for a line, one per line ----

offers_bash() {
    bash --norc --noprofile -c '
        . "$1"
        COMP_LINE=$2$3 COMP_POINT=${#2}
        _harrier
        [ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$file" "$1" "${2:-}"
}
offers_zsh() { zsh -f "$here/capture.zsh" "$file" "$@"; }
# fish is asked for the end of a line only, so the program is before the cursor there.
offers_fish() { fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$file" "$([ -n "${2:-}" ] && sed "s#^\(harrier [a-z]* \)#\1$2 #" <<< "$1" || echo "$1")" | cut -f 1; }
offered() { "offers_$shell" "$@" 2>&1 | sed 's/ *$//' | sort -u; }

# ---- what there should be ----

long_options() { "$harrier" help "$1" | sed -nE 's/^  (-., |    )--([a-z-]+)( .*|$)/--\2/p' | sort -u; }
# Options whose help ends in a list of values: OPTION VALUE VALUE...
choices() { "$harrier" help "$1" | sed -nE 's/^  (-., |    )--([a-z-]+) [A-Z]+ .*: ([a-z0-9-]+( \| [a-z0-9-]+)+)( \[.*|$)/\2 \3/p' | sed 's/ |//g'; }
commands() { "$harrier" --help | sed -nE 's/^  ([a-z]+) .*/\1/p'; }
with_words() { tr ' ' '\n' | grep . | sort -u; }

shell_offers() {
    local shell=$1 command option values kinds
    if ! command -v "$shell" > /dev/null; then
        skip "$shell is not installed"
        return
    fi
    file=$work/completion.$shell
    "$harrier" completion "$shell" > "$file"
    "$shell" -n "$file" > "$output" 2>&1
    equal "$shell: the syntax" 0 $?
    rm -rf "$work/here" && mkdir -p "$work/here/folder" && cd "$work/here" || exit 1
    touch a.schedule && printf '#!/bin/sh\n' > program && chmod +x program
    equal "$shell: commands" "$(commands | sort -u)" "$(offered 'harrier ' | grep -v '^-')"
    for command in $(commands); do
        equal "$shell: options of $command" "$(long_options "$command")" "$(offered "harrier $command --" | sed 's/=$//')"
        while read -r option values; do
            [ -n "$option" ] || continue
            [ "$option" = env ] && values+=' default' # not worth a word in the help
            equal "$shell: $command --$option" "$(with_words <<< "$values")" "$(offered "harrier $command --$option " | grep -v '^-')"
        done <<< "$(choices "$command")"
    done
    equal "$shell: values, begun" bfs "$(offered 'harrier check --keep-going --search b')"
    one_of "$shell: --search=" 'bfs --search=bfs' "$(offered 'harrier check --search=b')"
    verdict "$shell: values, behind ="
    # The kinds of output that the help names, and what is behind them.
    kinds=$("$harrier" check --output xml:x x 2>&1 | sed -E 's/.*with the kind ([^,]*(, [^,]*)*), not .*/\1/; s/,| or / /g')
    equal "$shell: check --output" "$(with_words <<< "$kinds")" "$(offered 'harrier check --output ' | sed 's/:$//')"
    equal "$shell: list" "$("$harrier" list 2>&1 | sed -n 's/.*one of: //p' | sed 's/,//g; s/ PROGRAM//' | with_words)" "$(offered 'harrier list ' | grep -v '^-')"
    equal "$shell: completion" $'bash\nfish\nzsh' "$(offered 'harrier completion ' | grep -v '^-')"
    offered 'harrier check --quiet ' | grep -v '^-' > "$output"
    says program
    verdict "$shell: the program"
    ln -s "$build/test/cli/outcomes" tests
    export PATH=$build:$PATH
    equal "$shell: names of tests" "$("$harrier" list tests ./tests | sort)" "$(offered 'harrier check --test ' ' ./tests' | grep -v '^-')"
    equal "$shell: names of tests, begun" "$("$harrier" list tests ./tests | grep '^p' | sort)" "$(offered 'harrier check --test p' ' ./tests')"
    offered 'harrier replay ' > "$output"
    says a.schedule
    verdict "$shell: the schedule"
    offered 'harrier check --outdir ' > "$output"
    says folder
    lacks program
    verdict "$shell: a folder"
}

group() {
    output=$work/printed
    shell_offers "$1"
    if [ "$1" = bash ]; then
        shell=bash
        equal 'bash: criteria' 'pr,pbr' "$(offered 'harrier cover --criterion pr,pb')"
        equal 'bash: what is behind the program is the program'\''s' '' "$(offered 'harrier check ./program --se')"
        equal 'bash: a file behind html:' program "$(offered 'harrier check --output html:prog')"
        equal 'bash: short options' '-s' "$(offered 'harrier check -' | grep -x -e -s)"
        equal 'bash: only programs' $'folder\nprogram\ntests' "$(offered 'harrier check ')"
    fi
}
lib_main "$@"
