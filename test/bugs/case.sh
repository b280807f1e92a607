# For the scripts here: a case collects what is wrong with it in $problems, and is told when it is closed.
passed=0 failed=0
problems=
expect() { [ "$2" = "$3" ] || problems+="; $1 is '$3', not '$2'"; }

close_case() {
    if [ -z "$problems" ]; then
        passed=$((passed + 1)); echo "ok    $1"
    else
        failed=$((failed + 1)); echo "FAIL  $1: ${problems#; }"
        sed 's/^/      | /' out
    fi
    problems=
}
