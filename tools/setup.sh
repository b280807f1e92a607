#!/bin/sh
# Installs the Debian packages that the build and the tests need. Does nothing when all are installed.
# `setup.sh bench-live` installs what the live runtime is compared with; packages that are not available are named and skipped.
# `setup.sh bench` installs what draws the pictures of make bench; without it there are tables only.
# `setup.sh reproduce` installs what draws the charts of make reproduce.
# `setup.sh coverage` installs what make coverage needs in addition.
# `setup.sh reports FOLDER` installs what the tests of reports need in addition: a browser, into FOLDER what drives it, and a validator of
# JSON Schema. What cannot be installed is named, and skipped by the tests.
# `setup.sh adapters` installs the libraries that there are adapters for; an adapter whose library cannot be installed is not built.
# `setup.sh neighbours` installs what the tests of completion, of the package and of other build systems need: the same holds.
set -eu
packages="gcc g++ make cmake pkg-config git libdw-dev libelf-dev libxxhash-dev libzstd-dev libmpich-dev mpich libjansson-dev libcmocka-dev zlib1g-dev libsqlite3-dev libssl-dev libxml2-dev libglib2.0-dev gdb valgrind clang clang-format libclang-rt-dev spin graphviz patch libxml2-utils jq"
optional=
case "${1:-}" in
"") ;;
bench-live) packages= optional="libcaf-dev erlang-base" ;;
bench | reproduce) packages= optional=gnuplot-nox ;;
coverage) packages=lcov ;;
adapters) packages= optional=libraft-dev ;;
neighbours) packages= optional="zsh fish meson automake dpkg-dev lintian" ;;
reports) packages= optional="chromium nodejs npm python3-jsonschema" ;;
*) echo "setup.sh: error: no list of packages is called $1" >&2; exit 2 ;;
esac
missing=
for p in $packages $optional; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done
from_npm() { # folder, package@version, what it is for; the npm registry has what Debian has not
    [ -d "$1/node_modules/${2%@*}" ] && return
    mkdir -p "$1"
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$1" "$2" > "$1/npm.log" 2>&1 ||
        echo "setup.sh: ${2%@*} cannot be installed, its part ($3) is skipped"
}
from_registry() {
    from_npm "$1" playwright-core@1 'pages in a browser'
    from_npm "$1" @microsoft/jest-sarif@1.0.0-beta.0 'the schema of SARIF'
}
if [ "${1:-}" = reports ] && [ -z "$missing" ]; then
    from_registry "$2"
fi
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
    if [ "$1" = reports ]; then
        from_registry "$2"
    fi
    exit 0
fi
# shellcheck disable=SC2086
$sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing > /dev/null
