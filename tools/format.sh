#!/bin/sh
# Lays out all C sources as .clang-format says; with --check, only says which ones differ. Tables, and macros of the public header, are laid out by
# hand, between comments that turn clang-format off.
set -eu
cd "$(dirname "$0")/.."
mode=-i
[ "${1:-}" = --check ] && mode="--dry-run --Werror"
# Without git, as in a release, the files are found in the folders.
# shellcheck disable=SC2086
{ git ls-files '*.c' '*.h' 2>/dev/null || find src include subjects examples bench test -name '*.[ch]'; } | xargs clang-format $mode
