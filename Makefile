# `make demo` and `make test` need Python 3.11 or later, make, and nothing else: they set themselves up in .venv.
# PYTHON=/path/to/python chooses the Python; PYTEST_ARGS and BENCH_ARGS go to pytest and to the benchmark.

VENV := .venv
BIN := $(VENV)/bin
SETUP := PYTHON='$(PYTHON)' sh tools/setup $(VENV)

.PHONY: help demo test test-boot test-deps check bench format clean

help:
	@echo 'make demo       run the boot decision on a seed, for each backend, into a throw-away root'
	@echo 'make test       run all tests but those that boot'
	@echo 'make test-boot  boot Debian in containers and look at the network (as root, on Debian)'
	@echo 'make test-deps  install what some tests need besides Python (as root, on Debian and Ubuntu)'
	@echo 'make check      lint, format, types, spelling'
	@echo 'make bench      measure time and memory beside netplan'
	@echo 'make format     format the code'
	@echo 'make clean      remove what these made'

$(VENV)/run-ready: pyproject.toml tools/setup
	@$(SETUP) run

$(VENV)/dev-ready: pyproject.toml tools/setup
	@$(SETUP) dev

demo: $(VENV)/run-ready
	@sh tools/demo $(BIN)/netinit

test: $(VENV)/dev-ready
	$(BIN)/python -m pytest -n auto -m 'not boot' $(PYTEST_ARGS)

test-boot: $(VENV)/dev-ready
	$(BIN)/python -m pytest -n auto tests/boot $(PYTEST_ARGS)

test-deps:
	@sh tools/test-deps

check: $(VENV)/dev-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell

bench: $(VENV)/run-ready
	$(BIN)/python benchmarks/render.py $(BENCH_ARGS)

format: $(VENV)/dev-ready
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
