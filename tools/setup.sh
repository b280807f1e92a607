#!/bin/sh
# Installs what the build and the tests need from Debian's packages. Does nothing when all is there.
set -eu
packages="gcc g++ make cmake pkg-config git libdw-dev libelf-dev libxxhash-dev libjansson-dev libcmocka-dev gdb valgrind clang spin graphviz libxml2-utils"
missing=
for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
sudo=
if [ "$(id -u)" != 0 ]; then
    sudo=sudo
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing > /dev/null
