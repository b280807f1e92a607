#!/bin/bash
# Builds the Debian package in a folder of its own.    package.sh SOURCE-DIR FOLDER JOBS [CMAKE-OPTION]...
set -eu
source=$1 folder=$2 jobs=$3
shift 3
mkdir -p "$folder"
rm -rf "$folder"/harrier_*.deb "$folder/tree"
# CPack adds scripts that call ldconfig, where Debian wants a trigger, which the package has: they are taken out again.
build() {
    cmake -S "$source" -B "$folder" -DCMAKE_INSTALL_PREFIX=/usr -DHARRIER_PACKAGE=ON -DBUILD_TESTING=OFF "$@" &&
        cmake --build "$folder" -j "$jobs" --target harrier-installed &&
        cd "$folder" && umask 022 && cpack -G DEB &&
        dpkg-deb -R harrier_*.deb tree && rm tree/DEBIAN/postinst tree/DEBIAN/postrm &&
        dpkg-deb --root-owner-group -b tree harrier_*.deb && rm -r tree
}
(build "$@") > "$folder/package.log" 2>&1 || { cat "$folder/package.log" >&2; exit 1; }
