#!/bin/sh
# Installs the Debian packages that the build and the tests need. Does nothing when all are installed.
# `setup.sh bench-live` installs what the live runtime is compared with; packages that are not available are named and skipped.
# `setup.sh coverage` installs what make coverage needs in addition.
set -eu
packages="gcc g++ make cmake pkg-config git libdw-dev libelf-dev libxxhash-dev libjansson-dev libcmocka-dev zlib1g-dev libsqlite3-dev libssl-dev libxml2-dev libglib2.0-dev gdb valgrind clang clang-format libclang-rt-dev spin graphviz patch libxml2-utils jq"
optional=
case "${1:-}" in
"") ;;
bench-live) packages= optional="libcaf-dev erlang-base" ;;
coverage) packages=lcov ;;
*) echo "setup.sh: error: no list of packages is called $1" >&2; exit 2 ;;
esac
missing=
for p in $packages $optional; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
sudo=
if [ "$(id -u)" != 0 ]; then
    sudo=sudo
fi
export DEBIAN_FRONTEND=noninteractive
if [ -n "$optional" ]; then
    $sudo apt-get update -qq || true
    for p in $missing; do
        $sudo apt-get install -y -qq --no-install-recommends "$p" > /dev/null || echo "setup.sh: $p cannot be installed, its part is skipped"
    done
    exit 0
fi
# shellcheck disable=SC2086
$sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing > /dev/null
