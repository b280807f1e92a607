#!/bin/bash
# Reports in headless Chromium.    browser.sh BUILD-DIR
# Needs what `tools/setup.sh reports BUILD-DIR/browser` installs; where that cannot be installed the test is skipped.
# The pictures stay in BUILD-DIR/browser/pictures.
. "$(dirname "$0")/../lib.sh"
build=$(realpath "$1")
modules=$build/browser/node_modules
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
for need in "node:$(command -v node)" "chromium:$browser" "playwright-core:$(ls -d "$modules/playwright-core" 2> /dev/null)"; do
    if [ -z "${need#*:}" ]; then
        echo "skipped: ${need%%:*} is not installed (tools/setup.sh reports $build/browser)"
        exit 77
    fi
done
lib_begin
harrier=$build/harrier
mkdir pages && cd pages || exit 1
{
    "$harrier" check -o html:writer.html "$build/examples/writer"
    "$harrier" check -c unordered -o html:server.html "$build/subjects/server" assert
    "$harrier" cover -o html:barber.html "$build/subjects/bugs/barber"
    "$harrier" check -o html:mean.html "$build/test/page/mean"
    "$harrier" report .harrier/server/1.schedule .harrier/server/1.schedule -o html:two.html "$build/subjects/server" assert
    "$harrier" check -q -s random --runs 1 --seed 3 --no-shorten -o html:crowd.html "$build/test/page/crowd" 200 4000
    "$harrier" report .
} > ../said 2>&1
cd ..
mkdir -p "$build/browser/pictures"
node "$here/browser.mjs" "$browser" "$modules" pages "$build/browser/pictures"
