#!/bin/bash
# The papers' trees as docs/pictures has them: dissertation, Figure 4.2 (pi), TransDPOR, Figure 1 (registry).
#     run.sh [--list | --group NAME] HARRIER DIRECTORY-OF-SUBJECTS
# Each is drawn anew and compared, as Graphviz's text: its drawings depend on its version. HR_UPDATE=1 writes text and drawing.
. "$(dirname "$0")/../lib.sh"
set -u
output=out
pictures=$here/../../docs/pictures

prepare() { harrier=$(realpath "$1") subjects=$(realpath "$2"); }
groups() { words_of "$here/cases.txt" 1; }

group() { # group NAME
    local name options program counts explored left
    IFS='|' read -r name options program counts < <(lines_of "$here/cases.txt" 1 "$1" | trim | sed 's/ *| */|/g')
    read -r explored left <<< "$counts"
    # shellcheck disable=SC2086 # options and program are words
    "$harrier" graph -c unordered $options -o dot:picture.dot "$subjects"/$program > out 2>&1
    expect status 0 $?
    expect 'what is said' "$explored paths explored, $left left out" "$(sed 's/;.*//' out)"
    expect 'ends that are drawn' "$((explored + left))" "$(grep -c 'shape=doublecircle' picture.dot)"
    expect 'ends left out' "$left" "$(grep 'shape=doublecircle' picture.dot | grep -c '#b8b8b8')"
    if [ -n "${HR_UPDATE:-}" ]; then
        cp picture.dot "$pictures/$name.dot" && dot -Tsvg picture.dot > "$pictures/$name.svg"
    fi
    cmp -s picture.dot "$pictures/$name.dot" || problems+="; docs/pictures/$name.dot is another picture"
    verdict "$name"
}

lib_main "$@"
