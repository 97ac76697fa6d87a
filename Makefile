# Everything runs in .venv, which `make install` makes. Needed: Python 3.11 or newer, make, a C compiler;
# for the browser client Node 20 or newer, whose packages stay in web/node_modules.
# Another Python: make PYTHON=python3.13 install

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# What the installed package is made from. The list itself is kept in a file, so that a deleted
# module leads to a new install as well.
SOURCES := $(sort $(shell find src -name '*.py' -o -name '*.toml' -o -name py.typed -o -path '*/server/web/*' -type f))
LIST    := $(VENV)/sources.list
# What is type-checked; examples and benchmarks only once they exist.
TYPED   := $(wildcard src tests examples benchmarks docs/site)

# The browser client, built, and where the package keeps it.
NPM      := npm --prefix web
CLIENT   := src/semafor/server/web
CLIENT_SOURCES := $(sort $(shell find web src/semafor/boards -type f -not -path '*/node_modules/*' \
	-not -path 'web/dist/*' -not -path '*/generated/*' -not -path 'web/gallery/*' -not -path 'web/browser/*'))

.DEFAULT_GOAL := help
.PHONY: help install client check test bench play screenshots docs lock clean FORCE

help: ## show this list
	@echo "Semafor: make TARGET"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1@\2/p' Makefile | awk -F@ '{ printf "%-10s %s\n", $$1, $$2 }'

install: $(VENV)/installed ## make .venv and install Semafor into it, compiled

client: $(CLIENT)/index.html ## build the browser client into the package

check: $(VENV)/tools web/node_modules/installed ## lint, format, types (strict) and import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(TYPED)
	PYTHONPATH=src $(BIN)/lint-imports --no-logo
	$(NPM) run --silent check

# Compiling and checking do not need each other, so they share the cores. The client is built before,
# because it is a part of the package.
test: $(VENV)/tools ## install, check, then run all the tests
	@$(MAKE) --no-print-directory client
	@$(MAKE) --no-print-directory -j2 -Otarget install check
	@$(MAKE) --no-print-directory docs
	$(NPM) run --silent test
	$(NPM) run --silent browser
	$(BIN)/pytest -n auto
	@# Compiled functions have no docstrings, so the doctests run on src/; 5 means there are none.
	PYTHONPATH=src $(BIN)/pytest --doctest-modules src || [ $$? -eq 5 ]

bench: install ## measure the engine (benchmarks/run.py)
	$(BIN)/python benchmarks/run.py

# The engine is compiled while the client is built; the package, made of both, takes what is compiled already.
play: ## play a game in the browser
	@test -e $(VENV)/installed || echo "Setting up Semafor: some minutes, only the first time."
	@$(MAKE) --no-print-directory -j2 $(VENV)/compiled client
	@$(MAKE) --no-print-directory install
	$(BIN)/semafor play

screenshots: ## take pictures of every page, board, language and size into build/screenshots
	@$(MAKE) --no-print-directory client
	@$(MAKE) --no-print-directory install
	$(NPM) run --silent screenshots

docs: $(VENV)/tools ## build the documentation as a site into build/site; warnings are errors
	@$(MAKE) --no-print-directory web/node_modules/installed
	$(NPM) run --silent plans -- $(CURDIR)/build/docs/boards
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Universal: one file serves Python 3.11 to 3.14 on every system. Versions stay unless UPGRADE=--upgrade.
UPGRADE ?=
COMPILE  = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--annotation-style line --quiet $(UPGRADE)

lock: $(VENV)/tools ## pin what pyproject.toml and package.json ask for; UPGRADE=--upgrade raises the versions
	$(COMPILE) pyproject.toml --group build --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --all-extras --group dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) --group mutation --constraint requirements/dev.txt --output-file requirements/mutation.txt
	$(NPM) install --package-lock-only --no-audit --no-fund --loglevel=error

clean: ## delete .venv and everything built
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf .import_linter_cache web/dist web/node_modules web/src/lib/board/generated $(CLIENT)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Two steps: a family that plays does not wait for the tools of those who develop.
$(VENV)/needed: requirements/run.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/tools: requirements/dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $(VENV)/needed $@

$(LIST): FORCE | $(BIN)/python
	@echo '$(SOURCES)' | cmp -s - $@ || echo '$(SOURCES)' > $@

$(VENV)/compiled: $(filter %.py,$(SOURCES)) $(LIST) setup.py $(VENV)/needed
	@touch $@.new
	$(BIN)/python setup.py --quiet build_ext
	@mv $@.new $@

# No build isolation: the pinned tools in .venv build the package, and only what changed is rebuilt.
# The stamp bears the time of the start, so that a file saved during the build counts as changed.
$(VENV)/installed: $(SOURCES) $(LIST) setup.py pyproject.toml README.md LICENSE $(VENV)/needed
	@touch $@.new
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-build-isolation --no-deps --force-reinstall .
	@$(BIN)/python -m pip --disable-pip-version-check check
	@$(BIN)/semafor --version
	@mv $@.new $@

web/node_modules/installed: web/package.json web/package-lock.json
	$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

# Drawing the maps asks Python for the boards, so what the package needs is there first.
$(CLIENT)/index.html: $(CLIENT_SOURCES) web/node_modules/installed | $(VENV)/needed
	$(NPM) run --silent build
	@rm -rf $(CLIENT)
	@cp -r web/dist $(CLIENT)
	@touch $@
