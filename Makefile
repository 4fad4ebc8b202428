# make run    the whole site on http://127.0.0.1:8000 (needs Python 3.11 or newer, nothing else)
# make test   every check and every test, on a real PostgreSQL and a real Redis-protocol server
# make lint   the checks alone          make format   put the code into shape
# make bench  the solver beside its peers, which get an environment of their own (needs cc);
#             FACTS=DIR takes decks and areas from there

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run
.PHONY: run test lint format bench browser

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install
# Three processes (much of the time they wait) with servers of their own, which end with them, so
# that no database need be dropped; but one process where servers are named, which they would share.
IN_PARALLEL = $(if $(REDIS_URL)$(DATABASE_URL),,-n 3 --dist loadfile --no-loadscope-reorder --reuse-db)
# The first Python on the path that is new enough.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
FIND_PYTHON = for name in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$name" -c "$(NEW_ENOUGH)" 2>/dev/null && python=$$name && break; done

run: .venv/installed-run
	@exec $(BIN)/python -m ubongo_site.starter

test: lint browser
	$(BIN)/python -m ubongo_site.translations
	$(BIN)/python -m pytest $(IN_PARALLEL)

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/installed-dev
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: .venv-bench/installed
	.venv-bench/bin/python -W ignore -m tests.benchmarks.peers $(if $(FACTS),--facts $(FACTS))

.venv-bench/installed: tests/benchmarks/requirements.txt
	@python=; $(FIND_PYTHON); "$$python" -m venv --clear .venv-bench
	@.venv-bench/bin/python -m pip --disable-pip-version-check -qq install -r $<
	@touch $@

# Each stamp is older than its requirements after they changed, and is then made anew.
.venv/installed-run: requirements.txt | .venv/bin/python
	@echo "Installing the site's requirements into .venv"
	@$(PIP) -r requirements.txt
	@touch $@

.venv/installed-dev: requirements-dev.txt requirements.txt | .venv/bin/python
	@echo "Installing the requirements for development into .venv"
	@$(PIP) -r requirements-dev.txt
	@touch .venv/installed-run $@

.venv/bin/python:
	@python=; $(FIND_PYTHON); \
	if [ -z "$$python" ]; then \
		echo "Python 3.11 or newer is needed; set PYTHON to where it is." >&2; exit 1; fi; \
	"$$python" -m venv --clear .venv || { \
		rm -rf .venv; \
		echo "$$python can't make a virtual environment (on Debian: install python3-venv)." >&2; \
		exit 1; }

# The tests use the system's Chromium, best of all the one without a window, which needs half the
# time; as root on Debian it is installed where it is missing.
browser:
	@command -v chromium-headless-shell >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium"; \
		apt-get update -qq; \
		for package in chromium-headless-shell chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
				$$package </dev/null >/dev/null && exit 0; done; \
	fi; \
	for name in chromium chromium-browser google-chrome; do \
		command -v "$$name" >/dev/null && exit 0; done; \
	echo "No Chromium found: the tests in a browser can't run (install chromium)." >&2
