#!/bin/bash
# Every test has one of the labels fast and slow: `make test-fast` leaves out what is slow, not what somebody forgot.    labels.sh BUILD-DIR
. "$(dirname "$0")/lib.sh"
build=$(realpath "$1")
lib_begin
tests() { "${CTEST:-ctest}" --test-dir "$build" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p'; }
equal 'tests that are neither fast nor slow' '' "$(tests -LE '^(fast|slow)$')"
equal 'tests that are both' '' "$(tests -L '^fast$' -L '^slow$')"
[ "$(tests | wc -l)" -gt 100 ] && pass || miss 'there are hardly any tests'
lib_end
