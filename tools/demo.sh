#!/bin/sh
# What `make demo` shows: two real bugs, found by checking ordinary programs.
set -u
build=$1
harrier=$build/harrier
show() {
    echo
    echo "\$ $*"
    "$@"
    status=$?
    echo "(exit status $status)"
    return 0
}
echo "The program by itself: it works, this time."
echo
echo "\$ $build/examples/writer"
"$build/examples/writer"
echo
echo "Every order of its messages: a write may come after the flush (the source: examples/writer.c)."
show "$harrier" check "$build/examples/writer"
echo
echo "The server of the Basset papers, on a channel that keeps no order (the source: subjects/server.c)."
show "$harrier" check --channel unordered "$build/subjects/server" assert
echo
echo "The schedules are kept: .harrier/writer/, .harrier/server/. Replay one, or step through it in gdb, as shown above."
[ -s .harrier/writer/1.schedule ] && [ -s .harrier/server/1.schedule ]
