#!/bin/sh
# Lays out all C sources as .clang-format says; with --check only says which are not.
set -eu
cd "$(dirname "$0")/.."
mode=-i
[ "${1:-}" = --check ] && mode="--dry-run --Werror"
# The public header's macros, and this list, are kept by hand. Without git (a release) the folders are searched.
{ git ls-files '*.c' '*.h' 2>/dev/null || find src subjects examples bench test -name '*.[ch]'; } | grep -v '^include/harrier\.h$' |
    xargs clang-format $mode
