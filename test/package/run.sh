#!/bin/bash
# The Debian package: built, looked at by lintian, installed into a root of its own, used, and removed.    run.sh SOURCE-DIR BUILD-DIR
. "$(dirname "$0")/../lib.sh"
source=$(realpath "$1") build=$(realpath "$2")
lib_begin
output=$work/printed
unset CPATH C_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH DESTDIR
if ! command -v dpkg-shlibdeps > /dev/null; then
    skip 'dpkg-dev is not installed: no package can be built'
    lib_end
fi
# Not optimized across files, because that takes long and makes no difference here.
bash "$source/tools/package.sh" "$source" "$build/package-test" 2 -DHARRIER_ACROSS_FILES=OFF > "$output" 2>&1
expect 'exit status' 0 $?
verdict 'the package can be built'
deb=$(echo "$build"/package-test/harrier_*.deb)
if command -v lintian > /dev/null; then
    lintian --allow-root --no-tag-display-limit "$deb" > "$output" 2>&1
    equal 'what lintian says, but for what cmake/debian/lintian-overrides names' '' "$(grep -E '^[EW]:' "$output")"
    equal 'overrides that override nothing' '' "$(lintian --allow-root -I "$deb" 2> /dev/null | grep -E 'unused-override|mismatched-override')"
else
    skip 'lintian is not installed'
fi

# ---- install: dpkg with a database of its own, where what the package depends on is not listed ----
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates} && : > "$root/var/lib/dpkg/status" && : > "$root/var/lib/dpkg/available"
in_root() { dpkg --root="$root" --force-depends --force-not-root --force-script-chrootless "$@"; }
in_root --install "$deb" > "$output" 2>&1
expect 'exit status' 0 $?
expect 'status' 'install ok installed' "$(dpkg-query --root="$root" -W -f='${Status}' harrier 2> /dev/null)"
verdict 'install'
dpkg-query --root="$root" -W -f='${Depends}' harrier > "$output"
for library in libc6 libdw1 libelf1 libjansson4; do
    says "$library "
done
verdict 'it depends on what the command is linked with'

# ---- use ----
PKG_CONFIG_PATH=$(dirname "$(find "$root" -name harrier.pc)")
LD_LIBRARY_PATH=$(dirname "$(find "$root" -name libharrier.so.0)")
export PKG_CONFIG_PATH LD_LIBRARY_PATH PATH=$root/usr/bin:$PATH
# shellcheck disable=SC2046
"${CC:-cc}" -g "$root/usr/share/doc/harrier/examples/writer.c" -o writer $(pkg-config --cflags --libs harrier) > "$output" 2>&1
expect 'exit status' 0 $?
verdict 'an example of the package is compiled against it'
harrier check ./writer > "$output" 2>&1
expect 'exit status' 1 $?
says 'writer.c:32: error: assertion failed: self->results != NULL'
verdict 'check'
bash -c "$(sed -n 's/^  replay   //p' "$output")" > "$work/again" 2>&1
expect 'exit status' 1 $?
verdict 'what it prints can be pasted'
./writer > "$output" 2>&1
expect 'exit status' 0 $?
verdict 'the example runs live'
harrier init bank > "$output" 2>&1
says "-DCMAKE_PREFIX_PATH=$root/usr"
verdict 'init knows where it is installed'
gzip -t "$root"/usr/share/man/man1/harrier.1.gz "$root"/usr/share/man/man5/harrier-schedule.5.gz > "$output" 2>&1
expect 'exit status' 0 $?
for file in bash-completion/completions/harrier zsh/vendor-completions/_harrier fish/vendor_completions.d/harrier.fish doc/harrier/docs/faq.md; do
    [ -s "$root/usr/share/$file" ] || fail "no $file"
done
verdict 'manual pages, completion, documents'

# ---- remove ----
in_root --remove harrier > "$output" 2>&1
expect 'exit status' 0 $?
expect 'what is left' '' "$(find "$root" -mindepth 1 -not -path "$root/var*" -type f)"
verdict 'remove'
lib_end
