#!/bin/bash
# What other tests are told to paste: each command for a replay that `harrier check` prints in them is run at once, and must lead to the same violation.
#     everywhere.sh BUILD-DIR REGEX [PASTED-AT-LEAST]
# Runs the CTest tests whose names match, with a `harrier` that does that after each check. Their own results do not matter here.
. "$(dirname "$0")/../lib.sh"
set -u
build=$(realpath "$1")
lib_begin
output=$work/printed

# A folder that looks like the build, with another `harrier`.
mkdir "$work/build" "$work/log"
ln -s "$build"/* "$work/build/"
rm "$work/build/harrier"
cat > "$work/build/harrier" << 'END'
#!/bin/bash
# As harrier; what it prints as a command is run as well.
here=$(mktemp -d "$EVERYWHERE/run.XXXXXX")
if [ "${1:-}" != check ]; then
    rmdir "$here"
    exec "$HARRIER" "$@"
fi
"$HARRIER" "$@" > "$here/out" 2> "$here/err"
status=$?
cat "$here/out"
cat "$here/err" >&2
# Without what differs from run to run: addresses, where an endless loop is stopped, and of two steps that depend on each other in a hidden way which
# one is blamed.
plainly() { sed -E 's/\x1b\[[0-9;]*m//g; s/0x[0-9a-f]*/0x/g; s/^[^ ]*:[0-9]+: (.*\[hang\])$/\1/; s/^[^ ]*:[0-9]+: error: .* depends on what .* left behind .*\[nondeterminism\]$/error: left behind  [nondeterminism]/'; }
wrong='(error: |harrier: ).*  \[[a-z]+\]$'
plainly < "$here/out" | awk -v wrong="$wrong" '$0 ~ wrong && first == "" { first = $0 } /^  replay   / { print first; print substr($0, 12); first = "" }' > "$here/commands"
while IFS= read -r first && IFS= read -r command; do
    bash -c "${command/ replay / replay --no-explain }" > "$here/replayed" 2>&1 < /dev/null
    again=$?
    second=$(plainly < "$here/replayed" | grep -aE "$wrong" | head -n 1)
    if [[ $again =~ ^(1|4)$ && $first == "$second" ]]; then
        echo "$command" >> "$EVERYWHERE/good"
    else
        printf 'in %s: harrier %s\n  pasted:  %s\n  status:  %s\n  first:   %s\n  again:   %s\n' "$PWD" "$*" "$command" $again "$first" "$second" >> "$EVERYWHERE/bad"
        head -n 5 "$here/replayed" | sed 's/^/           /' >> "$EVERYWHERE/bad"
    fi
done < "$here/commands"
rm -rf "$here"
exit $status
END
chmod +x "$work/build/harrier"
export HARRIER=$build/harrier EVERYWHERE=$work/log
touch "$EVERYWHERE/good" "$EVERYWHERE/bad"

while IFS= read -r line; do
    mapfile -t words < <(jq -r '.[]' <<< "$line" | sed "s#^$build\(/\|\$\)#$work/build\1#")
    "${words[@]}" > /dev/null 2>&1 < /dev/null
done < <(ctest --test-dir "$build" --show-only=json-v1 -R "$2" | jq -c '.tests[].command')

good=$(wc -l < "$EVERYWHERE/good")
cp "$EVERYWHERE/bad" "$output"
[ ! -s "$output" ] || fail 'commands that do not lead to the same violation'
[ "$good" -ge "${3:-1}" ] || fail "only $good commands were printed"
verdict "$good commands"
echo "$good commands pasted"
lib_end
