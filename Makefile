# Makefile: short names for the usual steps; the work is done by cmake, ctest and tools/.
#
#   make            install missing packages, build the release program build/dalembert
#   make python     the Python package alone, build/python; part of make
#   make test       build the tests, too, and run the quick ones
#   make check      everything: gcc, warnings of clang, sanitizers (also of threads), valgrind, all tests
#   make check-long the same attacks as in make check by the ten thousand: hours; LONG=1000 takes fewer models, SEED=2 others
#   make check-systems   demo and check on fresh Debian 12 and 13, quick tests for arm64; takes root
#   make check-cluster   sweeps by MPI and by Slurm, which it installs and starts here; takes root
#   make demo       derive, evaluate and follow a double pendulum; its report
#   make gallery    the figures of the papers and a picture of each model, as a page
#   make site       the documentation as pages with search, build/site; takes python3-markdown
#   make install    into PREFIX (default /usr/local), under DESTDIR if given
#   make deb        Debian packages, in build/deb, examined by lintian; RELEASE=13: for that release, in a root folder
#   make check-deb  these installed, used and purged in a clean system; takes root
#   make bench      run the programs of bench/
#   make fuzz       let libFuzzer search, FUZZ_SECONDS for each entry; FUZZ_KEEP=--keep adds to the corpus
#   make format     settle the layout of all C files
#   make clean      remove the build folder

PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 60
LONG         ?= 20000
SEED         ?= 1

# as many jobs as `make -jN` says, else one for each processor
JOBS = $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(shell nproc))

.PHONY: all python setup tools test check check-long check-systems check-cluster demo gallery site install deb check-deb bench fuzz format clean
.NOTPARALLEL:

all: build/build.ninja
	@cmake --build --preset release -j $(JOBS) --target product

python: build/build.ninja
	@cmake --build --preset release -j $(JOBS) --target python

setup:
	@tools/setup build

tools:
	@tools/setup

build/build.ninja: CMakePresets.json | setup
	@cmake --preset release

build/%/build.ninja: CMakePresets.json | tools
	@cmake --preset $*

test: build/build.ninja tools
	@cmake --build --preset release -j $(JOBS)
	@ctest --preset quick -j $(JOBS)

# The release tests come last, so that their summary ends the output. What only tests need is fetched
# and unpacked during the first build. One test more at a time than there are processors: those in a
# browser wait for most of their minute.
check: build/build.ninja
	@tools/setup >build/setup.log 2>&1 & tools=$$!; \
	  cmake --build --preset release -j $(JOBS); built=$$?; \
	  wait $$tools || { cat build/setup.log; exit 1; }; exit $$built
	@$(MAKE) -s build/clang/build.ninja build/sanitize/build.ninja build/threads/build.ninja
	@cmake --build --preset clang -j $(JOBS)
	@cmake --build --preset threads -j $(JOBS)
	@cmake --build --preset sanitize -j $(JOBS)
	@ctest --preset threads --stop-on-failure
	@ctest --preset sanitize -j $$(($(JOBS) + 1)) --stop-on-failure
	@ctest --preset release -j $$(($(JOBS) + 1)) --output-on-failure

# models by the grammar and half as many damaged files of each kind under the sanitizers; every request for memory refused
check-long: build/build.ninja tools build/sanitize/build.ninja
	@cmake --build --preset release -j $(JOBS)
	@cmake --build --preset sanitize -j $(JOBS)
	@build/sanitize/tests/fuzz/fuzz_commands $(LONG) $(SEED) tests/fuzz/corpus/fuzz_commands
	@for kind in npy csv json mech h5; do \
	  FUZZ_KIND=$$kind build/sanitize/tests/fuzz/fuzz_files $$(($(LONG) / 2)) $(SEED) tests/fuzz/corpus/fuzz_files || exit 1; \
	done
	@tests/fault/check_refused build/dalembert build/tests/librefuse.so --all --model spring
	@tests/fault/check_refused build/dalembert build/tests/librefuse.so --all --model swing --only eval

# fresh systems under build/systems, kept for the next time: tools/check-systems says how
check-systems:
	@tools/check-systems

# Slurm is installed for this alone.
check-cluster: all tools
	@command -v slurmctld >/dev/null || apt-get install -y --no-install-recommends slurm-wlm munge
	@tests/cluster/check_cluster build

demo: all
	@echo '$$ build/dalembert derive --worksheet models/double-pendulum.mech'
	@build/dalembert derive --worksheet models/double-pendulum.mech
	@echo
	@echo '$$ build/dalembert eval models/double-pendulum.mech'
	@build/dalembert eval models/double-pendulum.mech
	@echo
	@echo '$$ build/dalembert simulate models/double-pendulum.mech --to 5 --every 0.5'
	@build/dalembert simulate models/double-pendulum.mech --to 5 --every 0.5
	@echo
	@echo '$$ build/dalembert report models/double-pendulum.mech -o build/double-pendulum.html'
	@build/dalembert report models/double-pendulum.mech -o build/double-pendulum.html
	@echo
	@echo 'Model, equations, motion and analysis on one page; open it in a browser:'
	@echo '  file://$(CURDIR)/build/double-pendulum.html'
	@echo 'Try next:'
	@echo '  build/dalembert check hamilton-incline         # do the methods agree; which printed formulas are wrong?'
	@echo '  build/dalembert analyze bead-on-hoop           # equilibria, modes, first integrals'
	@echo '  build/dalembert plot four-bar -o four-bar.svg  # pictures of a motion'

# the figures of the papers, and a picture of each model
gallery: all
	@tools/make-gallery build/dalembert build/gallery.html
	@echo 'open it in a browser: file://$(CURDIR)/build/gallery.html'

# figures and equations of all models, and their live reports
site: all
	@/usr/bin/python3 tools/make-site build/dalembert build/site --reports
	@echo 'open it in a browser: file://$(CURDIR)/build/site/index.html'

install: all
	@cmake --install build --prefix '$(PREFIX)'

deb:
	@tools/make-deb $(RELEASE)

check-deb: deb
	@tools/check-deb $(RELEASE)

bench: build/build.ninja
	@cmake --build --preset release -j $(JOBS) --target product benches
	@set -e; PATH="$(CURDIR)/build:$$PATH" PYTHONPATH="$(CURDIR)/build/python"; export PYTHONPATH; \
	for name in bench/*.c bench/*.sh bench/*.py; do \
	  test -f "$$name" || continue; \
	  echo "== $$name"; \
	  case $$name in *.c) test -x "build/$${name%.c}" || { case $$name in *mujoco*) echo 'left out: libmujoco-dev' ;; *) echo 'left out: libgsl-dev' ;; esac; continue; }; \
	    "build/$${name%.c}" ;; \
	    *.py) /usr/bin/python3 -c 'import dalembert, scipy, sympy' 2>/dev/null || \
	      { echo 'left out: python3-dev, python3-scipy, python3-sympy'; continue; }; /usr/bin/python3 "$$name" ;; \
	    *) sh "$$name" ;; esac; \
	done

fuzz: build/fuzz/build.ninja
	@cmake --build --preset fuzz -j $(JOBS)
	@tests/fuzz/run-fuzz build/fuzz $(FUZZ_SECONDS) $(FUZZ_KEEP)

format: tools
	@find src include python tests bench -name '*.[ch]' -exec clang-format -i --style=file {} +
	@# it takes n * n among the arguments of a macro for a pointer
	@find src tests bench -name '*.[ch]' -exec sed -i -E -e ':a' \
	  -e 's/(ARENA_ARRAY\([^;]*, [a-z][a-z0-9_.>-]*( \* [a-z][a-z0-9_]*)*) \*([a-z])/\1 * \3/' -e 'ta' {} +

clean:
	@rm -rf build
