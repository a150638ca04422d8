# Thin on purpose: every target is one script or one CMake preset.
#
#   make run [FILE=x.js]   builds the release shell and runs a program (without FILE: a tour)
#   make test              builds release, asan and full-pointers and runs every check (some 30 minutes)
#   make nightly           the slow checks too: gc-stress, hostile programs, npm programs (three hours)
#   make build             leaves the shell at build/release/bin/halfword
#   make build-PRESET      the same for a preset: debug, asan, full-pointers
#   make format            formats the C++ sources; make check-format only says what is wrong
#   make test262 [TEST262=folder] [ARGS=...]     the conformance suite
#   make programs          programs of the npm registry, compared with node
#   make lab [ARGS="L03 L10"]                every figure that Halfword is measured by, in build/lab/lab.html
#   make bench-octane OCTANE=folder, make bench-heap_density, make bench-startup
#   make check-toolchains  the collector alone with GCC 12, Clang 14, and for AArch64 under qemu
#   make cppgc-tests CPPGC=folder            cppgc's own tests against the collector (a checkout of cppgc or V8)
#   make package           Debian packages, in build/packages: the shell, the library, the collector alone, and its tools
#   make python [ARGS=...]  the Python package's wheel, installed and tested in build/python
#   make docs              the documents and the reference of the headers as a site, in build/docs/index.html
#   make clean
#
# Everything that needs packages installs them first (tools/setup.sh).

FILE ?= examples/js/tour.js
ARGS ?=
TEST262 ?= $(firstword $(wildcard ../test262 /tmp/test262))
OCTANE ?= ../octane
HALFWORD := build/release/bin/halfword

.PHONY: docs python lab cppgc-tests check-toolchains run test nightly build setup format check-format test262 programs package clean

run: build
	@$(HALFWORD) $(FILE) $(if $(ARGS),-- $(ARGS))

test:
	@tools/setup.sh --node --docs
	@python3 tests/run.py $(ARGS)

nightly:
	@tools/setup.sh --node --toolchains --docs
	@python3 tests/run.py --nightly $(ARGS)

build: build-release

setup:
	@tools/setup.sh

# CMake is quiet when nothing changed; new files are found because the globs are checked at each build.
build-%: setup
	@cmake --preset $* --log-level=WARNING >/dev/null
	@cmake --build --preset $* --target halfword

format: setup
	@tools/format.sh

check-format: setup
	@tools/format.sh --check

test262: build
	@python3 tests/test262/run.py --engine $(HALFWORD) --test262 "$(TEST262)" $(ARGS)

cppgc-tests: setup
	@python3 tests/cppgc/run.py "$(CPPGC)" $(ARGS)

programs: build
	@tools/setup.sh --node
	@python3 tests/programs/run.py --engine $(HALFWORD) --install $(ARGS)

lab: build build-full-pointers
	@tools/setup.sh --node --toolchains --lab
	@cmake --preset release -DHALFWORD_BENCH=ON --log-level=WARNING >/dev/null
	@cmake --build --preset release --target isolates_bench
	@/usr/bin/python3 bench/lab/run.py $(ARGS)  # whose matplotlib --lab has installed

bench-octane: build build-full-pointers
	@python3 bench/octane/run.py "$(OCTANE)" $(ARGS)

bench-%: build build-full-pointers
	@python3 bench/$*/run.py $(ARGS)

check-toolchains:
	@tools/setup.sh --toolchains
	@python3 tests/package/toolchains.py $(ARGS)

package: build
	@cmake --build --preset release --target halfword_shared halfword_static halfword-manual
	@cmake -S packaging/gc -B build/gc -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr --log-level=WARNING >/dev/null
	@cmake --build build/gc
	@cpack --config build/release/CPackConfig.cmake -B build/packages
	@cpack --config build/gc/CPackConfig.cmake -B build/packages
	@ls build/packages/*.deb

python: build
	@cmake --build --preset release --target halfword_static
	@python3 tests/python/run.py $(ARGS)

docs:
	@tools/setup.sh --docs
	@/usr/bin/python3 tools/site/build.py $(ARGS)  # whose MkDocs --docs has installed

clean:
	rm -rf build
