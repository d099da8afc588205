# Everything runs in .venv, made from the first Python of at least 3.11 that is found; PYTHON=... names another.
# A target that has nothing new to install starts at once.

VENV := .venv
BIN := $(VENV)/bin
PYTHONS := 3.11 3.12 3.13

.PHONY: run demo test test-postgres fast fast-others torture bench bench-computer bench-growth screenshots art lint clean

run: $(VENV)/.run
	$(BIN)/python -m bot

demo: $(VENV)/.demo
	$(BIN)/python -m bot.demo $(ARGS)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto $(ARGS)

# What PostgreSQL does differently: the same tests of the store and of whole matches on a server of their own.
test-postgres: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --store=postgres $(ARGS)

# The tests marked fast, on every supported Python that is found; in .venv alone: make test ARGS="-m fast"
fast:
	ARGS='$(ARGS)' .ci/fast $(PYTHONS)

fast-others:
	ARGS='$(ARGS)' .ci/fast --others $(PYTHONS)

torture: $(VENV)/.dev
	$(BIN)/python -m tests.reliability.torture $(or $(ARGS),--kills 500)

bench: $(VENV)/.bench
	$(BIN)/python -m bench $(ARGS)

bench-computer: $(VENV)/.bench
	$(BIN)/python -m bench.computer_solver $(ARGS)
	$(BIN)/python -m bench.computer_play $(ARGS)

# What one process carries, with either database; 1,000 busy matches below Discord's limit; processes that are lost.
bench-growth: $(VENV)/.bench
	$(BIN)/python -m bench growth-acts growth-open growth-tables growth-shards growth-queue $(ARGS)

# The pictures of docs/screens, of this version: the demo is played in a headless Chromium.
screenshots: $(VENV)/.screenshots
	$(BIN)/python -m tools.screenshots $(ARGS)

# The card faces and all that pictures are made of, from their drawings in tools/art.
art: $(VENV)/.art
	$(BIN)/python -m tools.art

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) $(PYTHONS:%=.venv-%) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp of each set of requirements is newer than pyproject.toml once they are installed.
$(VENV)/.run: EXTRAS :=
$(VENV)/.demo: EXTRAS := [demo]
$(VENV)/.dev: EXTRAS := [dev]
$(VENV)/.bench: EXTRAS := [dev,bench]
$(VENV)/.screenshots: EXTRAS := [demo,screenshots]
$(VENV)/.art: EXTRAS := [art]

$(VENV)/.run $(VENV)/.demo $(VENV)/.dev $(VENV)/.bench $(VENV)/.screenshots $(VENV)/.art: pyproject.toml | $(BIN)/pip
	@echo "Installing into $(VENV), about a minute; only the first time, and when what is needed has changed ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(EXTRAS)'
	@touch $@

$(BIN)/pip:
	@echo "Making $(VENV) ..."
	@for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        found=$$python; \
	        if $$python -c 'import ensurepip, venv' 2>/dev/null; then exec $$python -m venv $(VENV); fi; \
	    fi; \
	done; \
	if [ -n "$$found" ]; then \
	    echo "$$found cannot make a virtual environment: install its venv package (on Debian, Ubuntu: sudo apt install python3-venv)." >&2; \
	else \
	    echo "Bridgette needs Python 3.11 or newer, and none was found." >&2; \
	fi; \
	exit 2
