#!/bin/bash
# The line that a search shows while it runs: in one row, whatever the terminal's width, and gone at the end.    run.sh BUILD-DIR
. "$(dirname "$0")/../lib.sh"
set -u
build=$(realpath "$1")
lib_begin
output=$work/printed
if ! command -v script > /dev/null; then
    skip 'no script(1): no terminal to print to'
    lib_end
fi

# shown COLUMNS: what a search without an end writes to a terminal of that width until it is interrupted, which is after three such lines.
shown() {
    : > typescript
    script -qefc "stty cols $1; echo \$\$ > shell; exec '$build/harrier' check --time 0 --store bitstate --memory 60M -c unordered '$build/subjects/pi' 24 int" \
        typescript > /dev/null 2>&1 < /dev/null &
    local session=$!
    while [ "$(grep -oa 'states' typescript | wc -l)" -lt 3 ] && kill -0 $session 2> /dev/null; do sleep 0.2; done
    kill -INT "$(cat shell)" 2> /dev/null
    wait $session
    tr '\r' '\n' < typescript | sed 's/\x1b\[K//g' | grep -a '^  states' > lines
}
for columns in 20 60 80 300; do
    shown $columns
    cp lines "$output"
    [ "$(wc -l < lines)" -ge 3 ] || fail 'not three lines'
    expect 'lines that need a second row' '' "$(LC_ALL=C.UTF-8 awk -v columns=$columns 'length($0) >= columns' lines)"
    # What matters most is there in any width: on 80 columns the time, the memory and what is left.
    for part in 20:states 60:elapsed '60:left ' 80:mem 80:depth 80:rate '300:handler runs'; do
        [ $columns -lt "${part%%:*}" ] || says "${part#*:}"
    done
    # The last one is cleared before the verdict is written.
    grep -qaE $'\r\x1b\\[K(\x1b\\[[0-9]*m)*UNKNOWN' typescript || fail 'it is not cleared at the end'
    verdict "a terminal with $columns columns"
done
lib_end
