# Everything that is done to statekit, by name. `make help` lists it.
SWIFT ?= swift
# `.ci/run` needs no debug information; without it a build takes an eighth less.
DEBUG_INFO ?= dwarf
BUILD_FLAGS = --explicit-target-dependency-import-check error -debug-info-format $(DEBUG_INFO)
STATEKIT = .build/debug/statekit
export SWIFT_BACKTRACE = enable=no

# The binary that is given away: everything it needs is in it, where the system can do that.
RELEASE = .build/static/release/statekit
RELEASE_FLAGS = -c release --scratch-path .build/static --product statekit -debug-info-format none
ifeq ($(shell uname), Linux)
# Each function has a section of its own, so that the linker leaves out what nothing calls, and keeps equal ones once: 1.5 MB.
RELEASE_FLAGS += --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --icf=all
endif

# What `test-long` builds, the tool among it; what runs at night shares it.
LONG_FLAGS = -c release --scratch-path .build/bench
LONG = .build/bench/release/statekit

.PHONY: help build long release run test test-work test-long quick nightly conformance lint format validate charts check golden bench instructions \
  instructions-write formats hostile faults fuzz fuzz-corpus differential sanitize address thread coverage \
  clients plugin generate programs scale player install uninstall dist dist-check dist-twice

help: ## list the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

build: ## build the tool
	$(SWIFT) build $(BUILD_FLAGS)

# Only a test command builds for release what tests import as testable; without charts to write, this test does nothing.
long:
	$(SWIFT) test $(LONG_FLAGS) --filter ChartFileTests

release: ## build the binary that is given away
	.ci/release-main.sh .build/main
	STATEKIT_MAIN=.build/main $(SWIFT) build $(RELEASE_FLAGS)
	@ls -l $(RELEASE) | awk '{print "$(RELEASE):", $$5, "bytes"}'

# `make install PREFIX=$$HOME/.local`; DESTDIR puts the same files below another root, for packages.
PREFIX ?= /usr/local
ROOT = $(DESTDIR)$(PREFIX)
BASH_COMPLETION = $(ROOT)/share/bash-completion/completions/statekit
ZSH_COMPLETION = $(ROOT)/share/zsh/site-functions/_statekit
FISH_COMPLETION = $(ROOT)/share/fish/vendor_completions.d/statekit.fish
MANUAL = $(ROOT)/share/man/man1/statekit.1
install: release ## put the program, its manual page and completions below PREFIX
	mkdir -p "$(ROOT)/bin" "$(ROOT)/share/man/man1" "$(ROOT)/share/bash-completion/completions" \
	  "$(ROOT)/share/zsh/site-functions" "$(ROOT)/share/fish/vendor_completions.d"
	install -m 755 $(RELEASE) "$(ROOT)/bin/statekit"
	umask 022; $(RELEASE) manual >"$(MANUAL)"
	umask 022; $(RELEASE) completions bash >"$(BASH_COMPLETION)"
	umask 022; $(RELEASE) completions zsh >"$(ZSH_COMPLETION)"
	umask 022; $(RELEASE) completions fish >"$(FISH_COMPLETION)"

uninstall: ## take away what install has put below PREFIX
	rm -f "$(ROOT)/bin/statekit" "$(MANUAL)" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"

DIST = .build/dist
dist: release ## pack the release: a tarball, a Debian package, an SPDX file, and their sums
	.ci/dist.sh $(RELEASE) $(DIST)

dist-check: dist ## try what dist makes, in roots without Swift, and what workflows use of it
	.ci/dist-check.sh $(RELEASE) $(DIST)

dist-twice: dist ## make the release again in another folder, and compare the bytes: one more build
	.ci/dist-twice.sh $(DIST)

run: build ## run the quick example
	$(STATEKIT) run charts/quick-example.json charts/quick-example.events.txt

test: ## build, and run all tests: a minute of work after the build
	.ci/test.sh $(SWIFT) test $(BUILD_FLAGS)

test-work: ## the tests, with a limit on the work that they take after the build
	$(SWIFT) build --build-tests $(BUILD_FLAGS)
	.ci/test-work.sh $(MAKE) test

M ?= StateKitCore
quick: ## build one module and run its tests: make quick M=StateKitCore
	STATEKIT_MODULE=$(M) .ci/test.sh $(SWIFT) test --scratch-path .build/quick

nightly: ## what takes longer than CI may: long tests, fuzzing, sanitizers, the player in a browser
	.ci/nightly

# What runs the built program is `make hostile`.
test-long: ## the same tests with all that takes longer, built for release
	STATEKIT_LONG=1 .ci/test.sh $(SWIFT) test $(LONG_FLAGS) --skip ProcessTests

SUITES ?=
conformance: ## run the test suites of others that lie in SUITES=DIR
	.ci/conformance.sh "$(SUITES)" $(SWIFT) test $(BUILD_FLAGS) --filter ConformanceTests

lint: ## formatting, file lengths, and rules of the house
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift
	.ci/lint.sh

format: ## format the sources
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

clients: build ## build and run programs that import nothing but the library
	.ci/clients.sh $(SWIFT)

plugin: ## build and run a program whose types the plugin makes from its charts
	.ci/plugin.sh $(SWIFT)

generate: build ## compile programs that are generated from the example charts, and compare each with its chart
	.ci/generate.sh $(STATEKIT)

CHARTS ?= 500
programs: long ## the same with CHARTS=500 random charts in C and two fifths of them in Swift: about half an hour
	rm -rf .build/random && mkdir -p .build/random
	STATEKIT_CHARTS=$(CURDIR)/.build/random $(SWIFT) test --skip-build $(LONG_FLAGS) --filter ChartFileTests
	.ci/generate.sh $(LONG) .build/random $(CHARTS)

validate: build ## look for errors in the example charts
	$(STATEKIT) validate --strict charts/*.json charts/children/*.json

charts: build ## run the example charts as tests
	$(STATEKIT) test charts

formats: long ## check reports and the JSON Schema with validators of others (Python)
	.ci/check-formats.sh $(SARIF_SCHEMA)

player: long ## play the pages of the examples in a browser (needs chromium and Selenium)
	.ci/player.sh $(LONG)

bench: release ## measure, as ratios in one run
	.ci/bench/bench.py $(RELEASE)
	STATEKIT_BENCH=1 STATEKIT_PROGRAM=$(CURDIR)/$(RELEASE) \
	  $(SWIFT) test $(LONG_FLAGS) --filter BenchmarkTests

instructions: release ## count instructions, and compare with what is kept
	.ci/bench/bench.py $(RELEASE) instructions

instructions-write: release ## keep the counts of instructions as they are now
	.ci/bench/bench.py $(RELEASE) write

# `make golden T=CommandLineCases` writes what one test compares.
T ?= CorpusTests|StateKitPicturesTests|StateKitGenerateTests|FileTests
golden: build ## write the recorded traces and the output in the pages; look at the difference before you commit
	STATEKIT_GOLDEN=write $(SWIFT) test $(BUILD_FLAGS) --filter '$(T)'

hostile: release ## hostile inputs and limits in their full size, against the release
	STATEKIT_PROGRAM=$(CURDIR)/$(RELEASE) .ci/test.sh $(SWIFT) test $(BUILD_FLAGS) --filter 'HostileTests|OutputMemoryTests|LimitTests|GrowthTests|ProgramTests|WriteTests|DrawingBoundsTests'

faults: release ## make each system call fail once (needs strace)
	.ci/faults.sh $(RELEASE)

scale: long ## replay a log in parts by GNU parallel and Spark, and compare with a single run
	.ci/scale.sh $(LONG)

# `make fuzz FOR=600 TARGETS="chart run"` fuzzes longer, and less.
FOR ?= 30
TARGETS ?=
FUZZ = .build/fuzz/release/fuzz
FUZZ_FLAGS = -c release --scratch-path .build/fuzz --product fuzz -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
fuzz: ## fuzz what reads foreign bytes, 30 seconds each
	STATEKIT_BUILD=fuzz $(SWIFT) build $(FUZZ_FLAGS)
	.ci/fuzz.sh $(FUZZ) $(FOR) $(TARGETS)

fuzz-corpus: ## keep in Tests/Fuzz/corpus the least inputs that reach what fuzzing reached
	STATEKIT_BUILD=fuzz $(SWIFT) build $(FUZZ_FLAGS)
	.ci/fuzz-corpus.sh $(FUZZ) $(TARGETS)

# `make differential PAIRS=50000 SEED=7` for others.
PAIRS ?= 1000000
SEED ?= 100000
differential: ## a million random charts and scripts, against the reference interpreter
	STATEKIT_PAIRS=$(PAIRS) STATEKIT_SEED=$(SEED) .ci/test.sh $(SWIFT) test $(LONG_FLAGS) --filter PropertyTests

sanitize: address thread ## run the tests with the sanitizers for addresses and threads

address: ## run the tests with the sanitizer for addresses
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/foundation.leaks STATEKIT_PAIRS=160 \
	  .ci/test.sh $(SWIFT) test --sanitize address --scratch-path .build/address

thread: ## run the tests with the sanitizer for threads
	STATEKIT_PAIRS=160 .ci/test.sh $(SWIFT) test --sanitize thread --scratch-path .build/thread

coverage: ## how many lines the tests run, of each module
	.ci/coverage.sh

check: lint test validate charts ## all that must hold before a change goes in
