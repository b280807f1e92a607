# Two commands for everybody; the rest is for those who work on Harrier. Each does its own set-up.
BUILD ?= build
JOBS ?= $(shell nproc)

.PHONY: all setup build demo test test-fast bench bench-live bench-raft bench-cover soak reproduce fuzz fuzz-programs fuzz-faults fuzz-mode fuzz-ample fuzz-cover fuzz-cluster fuzz-input kills live-replay round-trips mutants coverage man package format clean

all: build

setup:
	@./tools/setup.sh
	@./tools/setup.sh adapters

$(BUILD)/CMakeCache.txt: | setup
	cmake -S . -B $(BUILD) > $(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }
	@rm -f $(BUILD).configure.log

build: setup $(BUILD)/CMakeCache.txt
	@MAKEFLAGS= cmake --build $(BUILD) -j$(JOBS) > $(BUILD)/build.log 2>&1 || { cat $(BUILD)/build.log; exit 1; }

demo: build
	@./tools/demo.sh $(BUILD)

test: build
	@./tools/setup.sh reports $(BUILD)/browser
	@./tools/setup.sh neighbours
	@bash tools/test.sh $(BUILD) -j$(JOBS)

# Those that take about a minute together: unit tests, the rules of the tree, small programs.
test-fast: build
	@bash tools/test.sh $(BUILD) -j$(JOBS) -L fast

# Speed: make bench LARGE=0 RAFT=0 GROWTH=0 leaves the longer parts out; a goal for memory that is missed ends with status 1, after all parts
LARGE ?= 1
RAFT ?= 1
GROWTH ?= 1
bench: export BUILD_DIR = $(BUILD)/bench
bench: export HARRIER = $(BUILD)/harrier
bench: export SUBJECTS = $(BUILD)/subjects
bench: build
	@./tools/setup.sh bench
	@status=0; \
	bash bench/run.sh || status=$$?; \
	[ "$(LARGE)" = 0 ] || bash bench/large.sh || status=$$?; \
	[ "$(RAFT)" = 0 ] || bash bench/raft.sh || status=$$?; \
	STEPS_PROGRAM=$(BUILD)/bench/guards-steps bash bench/guards.sh || status=$$?; \
	FRESH=$(BUILD)/bench/sampling-fresh bash bench/sampling.sh || status=$$?; \
	RING=$(BUILD)/bench/long-ring bash bench/long.sh || status=$$?; \
	PENDING=$(BUILD)/bench/pending-all bash bench/pending.sh || status=$$?; \
	[ "$(GROWTH)" = 0 ] || OUT=$(BUILD)/bench PROGRAM=$(BUILD)/bench/growth/growth bash bench/growth-pictures.sh || status=$$?; \
	[ "$(GROWTH)" = 0 ] || PICTURE=$(BUILD)/bench/optimal.svg bash bench/optimal.sh || status=$$?; \
	exit $$status

# The live runtime against CAF, Erlang and threads: make bench-live RUNS=3 SCALE=0.1 ONLY="ring call"
bench-live: build
	@./tools/setup.sh bench-live
	@PROGRAMS=$(BUILD)/bench/live bash bench/live/run.sh

# Debian's libraft: how soon its known bugs are found, what a step costs: make bench-raft SEEDS=3
bench-raft: SEEDS = 10
bench-raft: build
	@SEEDS=$(SEEDS) HARRIER=$(BUILD)/harrier CLUSTER=$(BUILD)/test/raft/cluster bash bench/libraft.sh

# Until known bugs are found, by cover, random delays and samplers: make bench-cover SEEDS=3 TIMEOUT=5 ONLY="writer barber"
bench-cover: build
	@HARRIER=$(BUILD)/harrier PROGRAMS=$(BUILD)/subjects/bugs bash bench/cover/run.sh

# Every message accounted for while actors are created and stop: make soak MESSAGES=1000000 ACTORS=1000 SEED=2
MESSAGES ?= 100000000
ACTORS ?= 10000
STOP_EVERY ?= 4096
SEED ?= 1
soak: build
	@bash bench/live/soak.sh $(BUILD)/bench/live/soak $(MESSAGES) $(ACTORS) $(STOP_EVERY) $(SEED)

# The charts of its page need gnuplot; without it they are left out, and it says so.
reproduce: build
	@bash reproduce/run.sh --write $(BUILD)/reproduce $(BUILD)/harrier $(BUILD)/subjects

# All C sources laid out as .clang-format says; the test `format` says which are not.
format: setup
	@./tools/format.sh

# What chance finds: programs, and what comes from outside: make fuzz PROGRAMS=20000 RUNS=100000
fuzz: fuzz-programs fuzz-input

# Generated programs, every search and reduction against a plain enumerator: make fuzz-programs PROGRAMS=20000 FIRST=1
PROGRAMS ?= 5000
FIRST ?= 501
fuzz-programs: build
	@$(BUILD)/differential -n $(PROGRAMS) -f $(FIRST) $(BUILD)/harrier $(BUILD)/test/differential/differential-program

# The same with faults in every program: make fuzz-faults PROGRAMS=20000 FIRST=1; FAULTS='-XX -t' has several kinds in each, and fewer modes
FAULTS ?= -X
fuzz-faults: build
	@$(BUILD)/mutant/differential $(FAULTS) -n $(PROGRAMS) -f $(FIRST) $(BUILD)/mutant/harrier $(BUILD)/test/differential/differential-program

# The same with one mode only (optimal, commute, auto, ...; test/differential/modes.c), by an engine that also notices a class that optimal executes twice:
# make fuzz-mode MODE=optimal PROGRAMS=100000 FIRST=1 [ORDERS=-1, one order of messages in turn instead of all eight]
MODE ?= optimal
fuzz-mode: build
	@$(BUILD)/mutant/differential -M $(MODE) $(ORDERS) -n $(PROGRAMS) -f $(FIRST) $(BUILD)/mutant/harrier $(BUILD)/test/differential/differential-program

# Failing live runs, recorded and replayed under the engine to the same violation: make live-replay FAILURES=200
FAILURES ?= 200
live-replay: build
	@bash test/live/replay.sh $(BUILD)/harrier $(BUILD) $(FAILURES)

# Generated programs, --reduction ample against full search: make fuzz-ample AMPLE=10000 FIRST=1
AMPLE ?= 10000
fuzz-ample: build
	@$(BUILD)/ample -n $(AMPLE) -f $(FIRST) $(BUILD)/test/ample/ample-cyclic $(BUILD)/test/differential/differential-program

# Generated programs, what cover promises: make fuzz-cover SEEDS=20000 FIRST=1
SEEDS ?= 5000
fuzz-cover: build
	@bash test/cover/generated.sh $(BUILD)/harrier $(BUILD)/test/differential/differential-timers $(SEEDS) $(FIRST)

# Generated programs on 1 to 4 ranks of a cluster, in every mode that --cluster takes, against one process: make fuzz-cluster PROGRAMS=500 FIRST=1
fuzz-cluster: build
	@bash test/cluster/fuzz.sh $(BUILD)/harrier $(BUILD)/test/differential/differential-program $(PROGRAMS) $(FIRST)

# Searches with checkpoints, killed at random moments and resumed, by one process, by workers and by ranks of a cluster: make kills TIMES=20 MODES="one optimal-ranks"
TIMES ?= 20
MODES ?= one workers ranks crews optimal-one optimal-workers optimal-ranks optimal-crews random-one random-ranks random-crews delay-one delay-ranks delay-crews cover-one cover-ranks cover-crews
kills: build
	@for mode in $(MODES); do bash test/checkpoint/kills.sh $(BUILD)/harrier $(BUILD)/subjects $$mode $(TIMES) 6; done

# Boards, recordings, questions, schedules and command lines with anything in them: make fuzz-input RUNS=100000 ONLY="board schedule"
fuzz-input: RUNS ?= 1000000
fuzz-input: build
	@bash test/fuzz/run.sh $(CURDIR) $(abspath $(BUILD)) $(RUNS) $(ONLY)

# Every command for a replay that a check prints in these tests, run at once, to the same violation: make round-trips IN='^hostile[.]'
IN ?= ^(example-|(bugs|channels|cli|cxx|explain|faults|formats|gdb|hostile|identity|invariants|memory|minimise|outlines|page|purity|semantics|starter|tutorial)[.])
round-trips: build
	@bash test/commands/everywhere.sh $(BUILD) '$(IN)'

# Faults in a copy of the tree, each of which some test must notice: make mutants ONLY="timer-due ring-reply" ALL=0
ALL ?= 1
mutants: setup
	@ALL=$(ALL) JOBS=$(JOBS) bash test/mutants/run.sh . $(BUILD)/mutants $(ONLY)

# Which lines of src/ the unit tests and some of the others run, folder by folder: make coverage TESTS="cli semantics"
coverage: setup
	@./tools/setup.sh coverage
	@JOBS=$(JOBS) bash test/coverage/run.sh . $(BUILD)/coverage $(TESTS)

# A Debian package, in $(BUILD): make package, then: apt install ./build/harrier_*.deb
package: setup
	@./tools/setup.sh neighbours
	@bash tools/package.sh . $(BUILD)/package $(JOBS)
	@cp $(BUILD)/package/harrier_*.deb $(BUILD)/ && ls $(BUILD)/harrier_*.deb

man: build
	@man -l $(BUILD)/harrier.1

clean:
	rm -rf $(BUILD)
