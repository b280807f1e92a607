# What a patch says of itself, in the lines before its first file. Sourced by run.sh and apply.sh, which set `here`.
#     noticed by: TEST[, TEST...]     these tests must fail with it, or one of their groups TEST.GROUP
#     cases: WORD [WORD...]           of those that take words (test/hostile, test/workers, test/semantics), only these cases: the others take long
#     not noticed: REASON             or why no test fails

# The fields of a patch: says NAME FIELD
says() { sed -n "/^--- /q; s/^$2: *//p" "$here/$1.patch"; }

named_tests() { says "$1" 'noticed by' | tr ',' '\n' | tr -d ' '; }

# The files that it changes, from the top of the tree.
changed_files() { sed -n 's|^+++ b/\([^[:space:]]*\).*|\1|p' "$here/$1.patch"; }

# Lines may have moved, and what stands around them may have changed, since the patch was made.
apply() { # apply NAME TREE [OPTION...]
    local name=$1 tree=$2
    shift 2
    patch -d "$tree" -p1 -F3 -N -s -f -r - --no-backup-if-mismatch "$@" < "$here/$name.patch"
}

all_names() {
    local file
    for file in "$here"/*.patch; do
        basename "$file" .patch
    done
}
