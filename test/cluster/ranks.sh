# What tests of clusters share: starting ranks, and comparing what they come to with what one process comes to. $harrier is the command.
# shellcheck shell=bash disable=SC2034,SC2154

mpirun=$(command -v mpirun.mpich || command -v mpirun)
can_run() {
    [ -x "$(dirname "$harrier")/harrier-mpi" ] || { skip 'built without MPI'; return 1; }
    [ -n "$mpirun" ] && "$mpirun" --version 2> /dev/null | grep -q HYDRA || { skip 'MPICH is not installed: no mpirun'; return 1; }
}

field() { sed -n 's/"coverage":.*//; s/.*"'"$1"'":\("[^"]*"\|[^,}]*\)[,}].*/\1/p' out.json | tr -d '"'; }
names="states deliveries paths classes end_states undeliverable_ends verdict exhaustive violations runs runs_cut sample"
tables=depth times='"times":[0-9]*'
verb=check # or cover: then all that is told of coverage must be the same, too, and the schedules that are kept
outcome() { # what must be the same for any number of ranks, as one line
    local name line="status=$1"
    for name in $names $tables; do
        line="$line $name=$(field $name)"
    done
    if [ "$verb" = cover ]; then
        line="$line coverage=$(cat cov.json kept/*.schedule 2> /dev/null | md5sum | cut -c1-8)"
    fi
    # Which 64 of more findings are kept is a matter of order.
    [ "$(field violations_beyond)" = 0 ] || [ -z "$(field violations_beyond)" ] || { echo "$line and more"; return; }
    echo "$line findings=$(grep -o '"kind":"[a-z]*","place":"[^"]*"' out.json | sort | tr -d '\n') $(grep -o "$times" out.json | sort | tr -d '\n')"
}
launch() { # launch RANKS COMMAND...
    local ranks=$1
    shift
    timeout 600 "$mpirun" -n "$ranks" "$@" < /dev/null
}
check() { # check RANKS OPTION... PROGRAM ARGUMENT...; 0 ranks: one process without MPI; RANKSxWORKERS: so many workers in each
    local ranks=${1%x*} workers='' all=("$harrier" "$verb" -q --no-shorten --no-explain --time 0 -o json:out.json)
    case $1 in *x*) workers=${1#*x} ;; esac
    shift
    [ "$verb" = check ] || all+=(-o coverage:cov.json --save kept --save-all)
    rm -rf out.json cov.json kept
    touch out.json
    if [ "$ranks" = 0 ]; then
        "${all[@]}" "$@" > out.txt 2>&1
    else
        [ -z "$workers" ] || all+=(--workers "$workers")
        launch "$ranks" "${all[@]}" --cluster "$@" > out.txt 2>&1
    fi
    got=$(outcome $?)
}
agree() { # agree "RANKS..." COMMAND...
    local counts=$1 ranks reference
    shift
    check 0 "$@"
    reference=$got
    [ -n "$(field states)" ] || [[ $got == status=2* ]] || fail 'no result of one process'
    for ranks in $counts; do
        check "$ranks" "$@"
        [ "$got" = "$reference" ] || fail "$ranks ranks: $got, one process: $reference"
        [ "$(field ranks)" = "${ranks%x*}" ] || [[ $got == status=2* ]] || fail "the result says $(field ranks) ranks, not $ranks"
        case $ranks in *x*) expect workers "${ranks#*x}" "$(field workers)" ;; esac
    done
    verdict "$*"
}
