# Every target sets up what it needs in .venv from the hash-pinned locks in requirements/; a second call sets up nothing.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Test processes: two halve the time even on two cores, since many tests wait for other processes.
WORKERS ?= 2

# The locks are closed, so nothing is resolved. Without build isolation a build can use only what the locks pinned.
# Wheels only, so that a missing one is an error at once and not a compilation; Hydra's parser runtime has none.
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input --no-deps
FROM_LOCK := --require-hashes --no-build-isolation --only-binary :all: --no-binary antlr4-python3-runtime
INSTALL_PROJECT := $(PIP_INSTALL) --no-build-isolation --no-index --editable .

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-annotate --no-emit-index-url --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.PHONY: help
help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: quickstart
quickstart: $(VENV)/.quickstart ## Run the example campaign on this machine: no keys, no network, about three minutes.
	@$(BIN)/ragcanary run experiment=quickstart

.PHONY: test
test: $(VENV)/.dev ## Run all tests; ARGS="tests/runner -k name" runs some.
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(ARGS)

.PHONY: check
check: lint types browser ## Run everything that CI runs: format, lint, types, every configuration, all tests.
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

.PHONY: format
format: $(VENV)/.dev ## Rewrite the code in the project's format and mend what ruff can mend.
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

.PHONY: lint
lint: $(VENV)/.dev ## Check format and style.
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check

.PHONY: types
types: $(VENV)/.dev ## Check types.
	@$(BIN)/mypy

.PHONY: bench
bench: $(VENV)/.dev ## Measure judges, classifiers and throughput (benchmarks/).
	@for file in benchmarks/[a-z]*.py; do \
		name=$$(basename "$$file" .py); echo "== $$name"; $(BIN)/python -m "benchmarks.$$name"; done

.PHONY: lock
lock: $(VENV)/.dev ## Rebuild the locks from pyproject.toml; UPGRADE=1 takes the newest versions allowed.
	@$(LOCK) pyproject.toml --group build --group model --extra local --extra hub --extra dev -o requirements/dev.txt
	@$(LOCK) pyproject.toml --group build --group model --extra local -c requirements/dev.txt -o requirements/quickstart.txt
	@$(LOCK) --group build -c requirements/dev.txt -o requirements/build.txt

.PHONY: clean
clean: ## Remove .venv, caches and build output; campaigns in runs/ stay.
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: browser
browser: ## Install Debian's chromium for the browser tests, where it is missing and may be installed.
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Debian's chromium for the browser tests."; \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null; \
	else echo "No chromium on this machine: the browser tests will be skipped."; fi

# Stamps: .created, .build, .quickstart and .dev in .venv are as new as the files that they were installed from.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "ragcanary needs Python 3.11 or newer;" \
		"$(PYTHON) is $$($(PYTHON) --version 2>&1). Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made;" \
		"on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/.build: requirements/build.txt $(VENV)/.created
	@$(PIP_INSTALL) --require-hashes --only-binary :all: -r $<
	@touch $@

$(VENV)/.quickstart: requirements/quickstart.txt pyproject.toml $(VENV)/.build
	@echo "Installing ragcanary and its small model into $(VENV), once: about a minute."
	@$(PIP_INSTALL) $(FROM_LOCK) -r $<
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml $(VENV)/.build
	@echo "Installing ragcanary with everything its tests need into $(VENV), once: about a minute."
	@$(PIP_INSTALL) $(FROM_LOCK) -r $<
	@$(INSTALL_PROJECT)
	@touch $(VENV)/.quickstart $@
