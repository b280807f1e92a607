#!/bin/bash
# Installs a build tree into an empty folder and builds the example adapter with that package alone: its sources are copied away
# from the tree, so that they cannot include anything of it.    build.sh BUILD-DIR FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) folder=$2
cmake=${CMAKE:-cmake}
unset CPATH C_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH DESTDIR
rm -rf "$folder"
mkdir -p "$folder"
"$cmake" --install "$build" --prefix "$folder/prefix" > "$folder/log" 2>&1 &&
    cp -r "$here/project" "$folder/project" &&
    "$cmake" -S "$folder/project" -B "$folder/built" -DCMAKE_PREFIX_PATH="$folder/prefix" ${CC:+-DCMAKE_C_COMPILER="$CC"} >> "$folder/log" 2>&1 &&
    "$cmake" --build "$folder/built" >> "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
grep -q "^harrier_DIR:PATH=$folder/prefix/" "$folder/built/CMakeCache.txt" || { echo 'another package than the installed one was found'; exit 1; }
