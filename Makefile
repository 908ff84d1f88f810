# make play: opens the house in the browser; make test: every check and test.  Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := $(wildcard src/hexdeck/locale/*/LC_MESSAGES/hexdeck.po)
KERNEL := $(wildcard src/hexdeck/kernel/*.p*)
WEB := $(shell $(PYTHON) web/build.py --sources)
APP := src/hexdeck/web/stamp
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# These alone reach every branch; tracing the others would take minutes.
COVERING := tests/rulebook tests/table
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: play test browser setup check bench strength levels lockstep soak golden screens catalogues lock clean

play: setup
	@$(BIN)/hexdeck serve --open

setup: $(VENV)/.ready $(APP)

test: check browser
	$(PYTEST) $(COVERING) --cov --cov-report=term:skip-covered --cov-fail-under=100
	$(PYTEST) $(addprefix --ignore=,$(COVERING))

check: $(VENV)/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python web/build.py run check
	$(BIN)/python web/build.py test

# A Chromium for the tests of the app: the machine's, else one that is installed now.
browser: $(VENV)/.ready-dev
	@$(BIN)/python bench/chromium.py

bench: $(VENV)/.ready-bench
	$(BIN)/python bench/law.py
	$(BIN)/hexdeck bench engine

strength: $(VENV)/.ready-dev
	$(BIN)/python bench/strength.py

levels: $(VENV)/.ready-dev
	$(BIN)/python bench/levels.py

# A million moves of each game, law beside kernel; for releases.
lockstep: $(VENV)/.ready-dev
	PYTHONPATH=tests $(BIN)/python tests/lockstep/long_walk.py

# The long forms of the server's tests, with figures; for releases.
soak: browser
	PYTHONPATH=tests:. $(BIN)/python tests/server/soak.py $(SOAK)

# Writes the golden games anew; read the diff before you commit it.
golden: $(VENV)/.ready-dev
	PYTHONPATH=tests $(BIN)/python tests/golden/golden_games.py

# Takes the pictures of the app's screens anew; look at those that have changed before you commit them.
screens: browser
	PYTHONPATH=tests:. $(BIN)/python tests/web/named_screens.py

# Collects new messages from the source into every catalogue.
catalogues: $(VENV)/.ready-dev
	PYTHONPATH=tests $(BIN)/python tests/languages/update_catalogues.py

# Takes the newest versions that pyproject.toml allows.
lock:
	$(PYTHON) -m venv --clear $(VENV)/lock
	$(VENV)/lock/bin/python -m pip --quiet install --editable .
	$(VENV)/lock/bin/python -m pip freeze --exclude-editable > requirements.lock
	$(VENV)/lock/bin/python -m pip --quiet install --editable .[dev] babel cython setuptools
	$(VENV)/lock/bin/python -m pip freeze --all --exclude-editable --exclude pip > requirements-dev.lock
	$(PYTHON) -m venv --clear $(VENV)/lock
	$(VENV)/lock/bin/python -m pip --quiet install --editable .[bench]
	$(VENV)/lock/bin/python -m pip freeze --exclude-editable > requirements-bench.lock
	rm -rf $(VENV)/lock

clean:
	rm -rf $(VENV) build

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The build tools come from the same lock, so nothing is fetched that is not pinned.
$(VENV)/.ready: requirements.lock requirements-dev.lock pyproject.toml setup.py $(CATALOGUES) $(KERNEL) | $(VENV)/bin/python
	$(PIP) install --requirement requirements.lock --constraint requirements-dev.lock babel cython setuptools
	if $(BIN)/python web/build.py --needs-node; then $(PIP) install --requirement requirements-node.lock; fi
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# What browsers load; the installation above has built it already, later changes are built here.
$(APP): $(WEB) | $(VENV)/.ready
	$(BIN)/python web/build.py
	@mkdir -p $(@D) && touch $@

$(VENV)/.ready-dev: $(VENV)/.ready $(APP)
	$(PIP) install --requirement requirements-dev.lock
	@touch $@

$(VENV)/.ready-bench: requirements-bench.lock $(VENV)/.ready-dev
	$(PIP) install --requirement requirements-bench.lock
	@touch $@
