#!/bin/sh
# A C file with the content of files as strings.    strings.sh HEADER NAME FILE [NAME FILE]...
set -eu
echo "#include \"$1\""
shift
while [ $# -gt 1 ]; do
    echo "const char $1[] ="
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/    "/; s/$/\\n"/' "$2"
    echo "    ;"
    shift 2
done
