#!/bin/bash
# The fuzzers of what comes from outside: boards, recordings, questions, schedules, command lines.    run.sh SOURCE-DIR BUILD-DIR INPUTS [TARGET...]
# With STEADY=1 the inputs are the same in every run, as a test wants them; without, comparisons that the code makes guide the fuzzer, too.
# clang's libFuzzer with ASAN and UBSAN, in a build of their own; seeds from real runs. What fails is kept in BUILD-DIR/fuzz/failures.
. "$(dirname "$0")/../lib.sh"
source=$1 main=$2 inputs=$3 build=$2/fuzz
shift 3
cmake=${CMAKE:-cmake}
clang=${CLANG:-clang}
mkdir -p "$build/failures"
echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return 0; }' > "$build/probe.c"
"$clang" -fsanitize=fuzzer,address,undefined "$build/probe.c" -o "$build/probe" 2> "$build/probe.log" ||
    { skip 'no clang with libFuzzer here'; lib_end; }
if ! { "$cmake" -S "$source" -B "$build" -DCMAKE_C_COMPILER="$clang" -DCMAKE_ASM_COMPILER="$clang" -DHARRIER_SANITIZE=ON -DHARRIER_FUZZ=ON &&
    "$cmake" --build "$build" --target fuzzers -j"$(nproc)"; } > "$build/build.log" 2>&1; then
    output=$build/build.log
    miss 'the fuzzers can be built'
    lib_end
fi

seeds=$build/seeds
rm -rf "$seeds"
mkdir -p "$seeds/options" "$seeds/question"
for program in "examples/writer" "subjects/server assert" "subjects/philosophers 2"; do
    name=${program%% *}
    mkdir -p "$seeds/${name##*/}"
    # shellcheck disable=SC2086 # words
    "$main/fuzz-seeds" "$seeds/${name##*/}" "$main"/$program || { miss "seeds of $program"; lib_end; }
done
number=0
while IFS= read -r line; do
    # shellcheck disable=SC2059 # that is the point: \0 between words
    printf "$line" > "$seeds/options/$((number++))"
done << 'END'
\000-s\000bfs\000--store\000tree\000-c\000unordered\000./program\000argument
\000--search=stateless\000-r\000persistent\000--sleep\000--order\000lca\000-k\000x
\000--search\000pct\000--bug-depth\0004\000--runs\00010\000--seed\0001\000--time\00090s\000x
\000-w\0004\000-m\000500M\000--on-full\000stop\000-o\000json:-\000-o\000coverage\000x
\001--gdb\000--break\0003\000a.schedule\000x
\001--live\000-t\0005s\000-o\000junit:x.xml\000a\000b\000x
\002--states\00010\000-o\000svg:x.svg\000--identity\000jacco\000x
\003--criterion\000pr,pcr\000--rounds\0002\000--initial\000f\000--save\000d\000--save-all\000x
END

# The types of examples/writer, a handler of it, and questions about the answers.
printf '\0\0\0\010\0\0\0\0\0\005Write\0\0\0\010\0\0\0\0\0\006writer\002\0\001\004\0\001\0\0\0\0' > "$seeds/question/types"
printf '\0\0\0\010\0\0\0\0\0\006writer\003\0\001\010\0\0\022\0\0\006writer\001\0\001\004\0\010\0\0\0\0' > "$seeds/question/handler"

export FUZZ_PROGRAM=$main/examples/writer ASAN_OPTIONS=allocator_may_return_null=1
[ $# -gt 0 ] || set -- board recording question schedule options
steady=()
[ "${STEADY:-0}" = 0 ] || steady=(-seed=1 -use_cmp=0 -entropic=0)
for target; do
    if "$build/test/fuzz/fuzz_$target" "${steady[@]}" -runs="$inputs" -max_len=65536 -timeout=20 -rss_limit_mb=4000 -close_fd_mask=3 -print_final_stats=1 \
        -artifact_prefix="$build/failures/$target-" $(find "$seeds" -type d -name "$target") > "$build/$target.log" 2>&1; then
        pass
        echo "ok    $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$target.log") inputs"
    else
        grep -vE '^#[0-9]' "$build/$target.log" | tail -n 60 > "$build/$target.end"
        output=$build/$target.end
        VERBOSE=1 miss "$target: the input is in $build/failures"
    fi
done
lib_end
