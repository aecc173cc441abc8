# The daily commands. `make play` and `make test` set everything up on a fresh machine.
SHELL := bash
VENV := .venv
PY := $(VENV)/bin/python
# Kivy writes its logs and default settings here instead of into the home folder of whoever runs the tests.
export KIVY_HOME := $(CURDIR)/$(VENV)/kivy
export KIVY_NO_ARGS := 1
export PYTHONDONTWRITEBYTECODE := 1

.PHONY: help play test lint bench screenshots soak wheel setup setup-dev clean

help:
	@echo "make play    open the companion (without camera and box: the simulated table)"
	@echo "make test    lint, types, import arrows and the whole test suite"
	@echo "make lint    ruff and mypy --strict only"
	@echo "make bench   speed and memory figures of this machine"
	@echo "make screenshots   every screen, size and language on one page (out/screenshots)"
	@echo "make soak    the box through hours of pulled cables and damaged bytes (an hour or more; needs the AVR tools)"
	@echo "make wheel   what pip installs elsewhere, in dist"
	@echo "make clean   remove the virtual environment and caches"

setup:
	@tools/setup.sh run

setup-dev:
	@tools/setup.sh dev

play: setup
	@$(VENV)/bin/companion play

lint: setup-dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

test: lint
	$(PY) -m pytest $(PYTEST_ARGS)

bench: setup-dev
	$(PY) -m benchmarks

screenshots: setup-dev
	$(PY) -m benchmarks.screenshots

soak: setup-dev
	$(PY) -m benchmarks.box_chaos

wheel: setup-dev
	$(PY) -m hatchling build -t wheel

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
