# For the scripts here: counts and tells comparisons.
passed=0 failed=0

equal() { # equal NAME EXPECTED GOT
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL  $1"
        diff <(echo "$2") <(echo "$3") | sed 's/^/      /'
    fi
}
