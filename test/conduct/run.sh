#!/bin/bash
# How the command behaves, one topic a file:    run.sh [--list | --group TOPIC.CASE] BUILD-DIR [CASE...]
# A topic is a file TOPIC.sh here; each function case_... of it is a case, in an empty folder of its own.
. "$(dirname "$0")/../lib.sh"
output=out.txt

prepare() {
    build=$(realpath "$1") harrier=$(realpath "$1")/harrier
    # shellcheck disable=SC2034 # for the topics
    include=$here/../../include programs=$build/test/conduct subjects=$build/subjects examples=$build/examples hostile=$build/test/hostile
    shift
    only+=("$@")
}
groups() {
    local file
    for file in "$here"/*.sh; do
        functions_of "$file" | sed "s/^/$(basename "$file" .sh)./"
    done
}

# Runs harrier; its output is in out.txt, its status in $status.
run() {
    timeout -k 5 90 "$harrier" "$@" > out.txt 2>&1
    status=$?
}

group() {
    local topic=${1%%.*} name=${1#*.}
    wanted "$name" || return
    # shellcheck source=/dev/null
    . "$here/$topic.sh"
    rm -rf "$work/here"
    mkdir "$work/here"
    cd "$work/here" || exit 2
    "case_$name"
    verdict "$1"
}

lib_main "$@"
