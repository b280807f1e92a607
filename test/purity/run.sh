#!/bin/bash
# Every place that can be written to, from a handler: a finding, or no other step sees it. For both compilers, position-independent or not,
# with the library as a shared one or part of the program.
#     run.sh HARRIER INCLUDE LIBRARY-DIRECTORY
harrier=$(realpath "$1") include=$(realpath "$2") libraries=$(realpath "$3") here=$(dirname "$(realpath "$0")")
work=$(mktemp -d "${TMPDIR:-/tmp}/purity.XXXXXX") passed=0 failed=0
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C NO_COLOR=1 EVERYWHERE_LIBRARY=$work/late.so

try() { # name, when the byte is written
    local name=$1 when=$2 places n what status
    # The list as it is under the checker, where addresses are what they will be. Nothing is explored: main() returns.
    "$harrier" check -q "./$name" > list 2>&1
    grep '^[0-9]* ' list > places
    places=$(wc -l < places)
    [ "$places" -ge 40 ] || { failed=$((failed + 1)); echo "FAIL  $name: only $places places"; cat list; return; }
    while read -r n what; do
        timeout -k 5 60 "$harrier" check -q -k --outdir out "./$name" "$n" "$when" > said 2>&1
        status=$?
        case $status in
        0 | 77) passed=$((passed + 1)) ;;
        4) if grep -q 'left behind inside the C library' said; then # which comes to the same
               passed=$((passed + 1)); found=$((found + 1))
           else
               failed=$((failed + 1)); echo "FAIL  $name $when, $what: not deterministic"; sed -n 1,6p said
           fi ;;
        1) if grep -q '\[assertion\]' said || ! grep -q '\[isolation\]' said; then
               failed=$((failed + 1)); echo "FAIL  $name $when, $what: another step sees it"; sed -n 1,6p said
           else
               passed=$((passed + 1)); found=$((found + 1))
           fi ;;
        *) failed=$((failed + 1)); echo "FAIL  $name $when, $what: status $status"; sed -n 1,6p said ;;
        esac
    done < places
}

found=0
for cc in gcc clang; do
    command -v $cc > /dev/null || { echo "(no $cc)"; continue; }
    link=(-I"$include" -L"$libraries" -lharrier -Wl,-rpath,"$libraries" -ldl)
    $cc -g -fPIC -shared "$here/library.c" -o late.so && cp late.so libnear.so &&
        $cc -g -pie -fPIE "$here/everywhere.c" -o $cc-pie -L. -lnear -Wl,-rpath,"$work" "${link[@]}" &&
        $cc -g -no-pie "$here/everywhere.c" -o $cc-fixed -L. -lnear -Wl,-rpath,"$work" "${link[@]}" &&
        $cc -g "$here/everywhere.c" "$here/library.c" -o $cc-static "${link[@]}" || { echo "FAIL  $cc does not build it"; failed=$((failed + 1)); continue; }
    for kind in pie fixed static; do
        try $cc-$kind run
    done
    try $cc-pie init
    try $cc-pie settle
done
echo "$found of them are findings"
[ "$found" -gt 100 ] || { failed=$((failed + 1)); echo "FAIL  hardly anything is found"; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
