# Everything that is done to statekit, by name. `make help` lists it.
SWIFT ?= swift
BUILD_FLAGS = --explicit-target-dependency-import-check error
STATEKIT = .build/debug/statekit
export SWIFT_BACKTRACE = enable=no

# The binary that is given away: everything it needs is in it, where the system can do that.
RELEASE = .build/static/release/statekit
RELEASE_FLAGS = -c release --scratch-path .build/static --product statekit
ifeq ($(shell uname), Linux)
RELEASE_FLAGS += --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
endif

.PHONY: help build release run test lint format validate charts check golden bench instructions instructions-write formats

help: ## list the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

build: ## build the tool
	$(SWIFT) build $(BUILD_FLAGS)

release: ## build the binary that is given away
	$(SWIFT) build $(RELEASE_FLAGS)
	@ls -l $(RELEASE) | awk '{print "$(RELEASE):", $$5, "bytes"}'

run: build ## run the quick example
	$(STATEKIT) run charts/quick-example.json charts/quick-example.events.txt

test: ## build, and run all tests
	.ci/test $(SWIFT) test $(BUILD_FLAGS)

lint: ## formatting, file lengths, and rules of the house
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift
	.ci/lint

format: ## format the sources
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

validate: build ## look for mistakes in the example charts
	$(STATEKIT) validate --strict charts/*.json

charts: build ## run the example charts as tests
	$(STATEKIT) test charts

formats: build ## check reports and the JSON Schema with validators of others (Python)
	.ci/check-formats $(SARIF_SCHEMA)

bench: release ## measure, as ratios in one run
	.ci/bench $(RELEASE)
	STATEKIT_BENCH=1 $(SWIFT) test -c release --scratch-path .build/bench --filter BenchmarkTests

instructions: release ## count instructions, and compare with what is kept
	.ci/bench $(RELEASE) instructions

instructions-write: release ## keep the counts of instructions as they are now
	.ci/bench $(RELEASE) write

golden: build ## write the recorded traces and document blocks anew; look at the difference before you commit
	STATEKIT_GOLDEN=write $(SWIFT) test $(BUILD_FLAGS) --filter CorpusTests

check: lint test validate charts ## all that must hold before a change goes in
