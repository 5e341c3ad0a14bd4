# Two commands matter to most: `make run` and `make test`. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PYTEST := $(BIN)/python -m pytest
FUZZ_SECONDS ?= 60
LONG ?= 1
HARDWARE := build/hardware-venv
ELEMENTS := build/hardware/wokwi-elements

# Compiled Python is kept: hundreds of tests start a program of its own.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install run test soak fuzz bench lint format firmware wheel hardware pictures generated lock clean browser hardware-tools hardware-circuit hardware-case hardware-spoilt postgresql

help:  ## Print what each target does.
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/\1|\2/' | awk -F'|' '{printf "  make %-10s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "clashbox needs Python 3.11 or newer: set PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[test]'
	touch $@

install: $(STAMP)  ## Install clashbox and all that its tests need into .venv.

run: $(STAMP)  ## Run the virtual device and its page; prints the page's address and the device's port.
	$(BIN)/clashbox play

test: $(STAMP) browser postgresql  ## Run all tests (at most 5 minutes on 2 cores).
	$(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder -m 'not soak'

soak: $(STAMP) browser postgresql  ## Run the long tests: power cuts, line faults, long fuzzing (LONG=8: at every single operation, for hours).
	CLASHBOX_EXAMPLES=$(LONG) CLASHBOX_LONG=$(LONG) $(PYTEST) -n 2 --dist load --maxschedchunk 1 -m '$(if $(filter 0% 1,$(LONG)),soak,soak or property)'

fuzz: $(STAMP)  ## Feed reader and referee spoilt games for FUZZ_SECONDS (60), steered by coverage; keep what brings them down.
	$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS)

bench: $(STAMP)  ## Measure speed, bytes, erases and presses, each beside a peer in the same run.
	$(PYTEST) -s -o python_files="bench_*.py" --benchmark-columns=min,median,rounds tests/bench

lint: $(STAMP) typings/.installed  ## Check style, types, MicroPython syntax and generated files.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --project pyproject.toml
	$(BIN)/pyright --project firmware
	$(BIN)/python -m tests.compile_firmware
	$(BIN)/python -m tests.generated

format: $(STAMP)  ## Bring all Python files into the house's format.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

generated: $(STAMP)  ## Make all generated files anew (fonts, on-board cards, tables in documents).
	$(BIN)/python -m tests.generated --write

firmware: $(STAMP)  ## Compile the firmware into build/firmware, ready to be copied onto a board.
	rm -rf build/firmware
	$(BIN)/python -m clashbox.firmware build/firmware

wheel: $(STAMP)  ## Build dist/*.whl, install it alone into a clean environment, do the main job from it.
	rm -rf dist build/wheel
	$(BIN)/python -m pip wheel . --quiet --no-deps --no-build-isolation --wheel-dir dist
	$(PYTHON) -m venv build/wheel
	build/wheel/bin/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock dist/*.whl
	cd build/wheel && bin/python -P ../../tests/house/main_job.py

hardware: hardware-tools $(HARDWARE)/.installed $(ELEMENTS)/package.json  ## Make and check circuit, sheets, wiring, case (KiCad, SKiDL, build123d; 2 GB of tools the first time).
	$(MAKE) -j2 --output-sync hardware-circuit hardware-case hardware-spoilt

hardware-circuit:
	$(HARDWARE)/bin/python -m hardware.design $(ELEMENTS)
	$(HARDWARE)/bin/python -m pytest tests/hardware/heavy_circuit.py

hardware-case:
	$(HARDWARE)/bin/python -m hardware.enclosure

hardware-spoilt:
	$(HARDWARE)/bin/python -m pytest tests/hardware/heavy_enclosure.py

pictures: $(STAMP)  ## Draw every screen in both languages as pictures: build/pictures/index.html.
	$(BIN)/python -m tests.device.pictures

lock: $(STAMP)  ## Write requirements.lock from what is installed now.
	$(BIN)/python -m pip freeze --exclude-editable | grep -viE '^(pip|setuptools|clashbox)\b' > requirements.lock

clean:  ## Remove what was installed and built.
	rm -rf $(VENV) typings build dist

browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || { echo "The tests of the page need Chromium: install it (Debian: sudo apt install chromium), then run this again." >&2; exit 1; }

postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq postgresql >/dev/null; } \
	  || { echo "The tests of the history run on a real PostgreSQL server: install it (Debian: sudo apt install postgresql), then run this again." >&2; exit 1; }

hardware-tools:
	@missing=; for tool in eeschema:kicad dot:graphviz Xvfb:xvfb xdotool:xdotool xclip:xclip npm:npm; do \
	  command -v $${tool%:*} >/dev/null || missing="$$missing $${tool#*:}"; done; test -z "$$missing" \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; } \
	  || { echo "make hardware needs:$$missing (on Debian: sudo apt install --no-install-recommends$$missing; npm comes with Node 20 too), then run this again." >&2; exit 1; }

$(HARDWARE)/.installed: hardware/requirements.txt hardware/requirements.lock
	test -x $(HARDWARE)/bin/python || $(PYTHON) -m venv $(HARDWARE)
	$(HARDWARE)/bin/python -m pip install --quiet --disable-pip-version-check --constraint hardware/requirements.lock --requirement hardware/requirements.txt
	touch $@

$(ELEMENTS)/package.json: hardware/wokwi/elements.json
	mkdir -p $(ELEMENTS)
	cd $(ELEMENTS) && npm pack --silent @wokwi/elements@1.9.2 >/dev/null && tar -xzf wokwi-elements-*.tgz --strip-components=1 && touch package.json

typings/.installed: requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target typings 'micropython-esp32-stubs>=1.26'
	touch $@
