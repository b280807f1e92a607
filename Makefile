# Two commands for everybody; the rest is for those who work on Harrier. Each does its own set-up.
BUILD ?= build
JOBS ?= $(shell nproc)

.PHONY: all setup build demo test bench reproduce fuzz fuzz-ample man clean

all: build

setup:
	@./tools/setup.sh

$(BUILD)/CMakeCache.txt: | setup
	cmake -S . -B $(BUILD) > $(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }
	@rm -f $(BUILD).configure.log

build: setup $(BUILD)/CMakeCache.txt
	@MAKEFLAGS= cmake --build $(BUILD) -j$(JOBS) > $(BUILD)/build.log 2>&1 || { cat $(BUILD)/build.log; exit 1; }

demo: build
	@./tools/demo.sh $(BUILD)

test: build
	@cd $(BUILD) && ctest --output-on-failure -j$(JOBS)

bench: build
	@BUILD_DIR=$(BUILD)/bench HARRIER=$(BUILD)/harrier SUBJECTS=$(BUILD)/subjects bash bench/run.sh

reproduce: build
	@bash reproduce/run.sh --write $(BUILD)/harrier $(BUILD)/subjects

# Generated programs, every search and reduction against a plain enumerator: make fuzz SEEDS=20000 FIRST=1
SEEDS ?= 5000
FIRST ?= 501
fuzz: build
	@$(BUILD)/test/differential/differential $(BUILD)/harrier $(BUILD)/test/differential/differential-program $(SEEDS) $(FIRST)

# Generated programs, --reduction ample against full search: make fuzz-ample AMPLE=10000 FIRST=1
AMPLE ?= 10000
fuzz-ample: build
	@$(BUILD)/ample -n $(AMPLE) -f $(FIRST) $(BUILD)/test/ample/ample-cyclic $(BUILD)/test/differential/differential-program

man: build
	@man -l $(BUILD)/harrier.1

clean:
	rm -rf $(BUILD)
